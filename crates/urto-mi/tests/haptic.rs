//! Haptics without a device: a simulated hand and a network tell each other packets.

use urto::rng::Rng;
use urto_mi::haptic::{FADE, ForceOnHand, Grip, HandPlace, HapticLoop, PATIENCE, SimulatedHand};
use urto_mi::{MassId, NetworkPiece};

fn string() -> (NetworkPiece, MassId) {
    let piece = NetworkPiece::string().unwrap();
    let middle = piece.model().find("string.32").unwrap();
    (piece, middle)
}

fn network() -> (HapticLoop, MassId) {
    let (piece, middle) = string();
    let network = HapticLoop::new(&piece, middle, Grip::default()).unwrap();
    (network, middle)
}

fn length(own: [f64; 3]) -> f64 {
    own.iter().map(|own| own * own).sum::<f64>().sqrt()
}

/// Lets a hand and the network run for some ticks; `passes` tells which packets arrive, each way.
fn play(
    network: &mut HapticLoop,
    hand: &mut SimulatedHand,
    ticks: u32,
    mut passes: impl FnMut() -> [bool; 2],
) -> Vec<ForceOnHand> {
    let mut force = [0.0; 3];
    let mut all = Vec::new();
    for tick in 0..ticks {
        let position = hand.feel(force);
        let sequence = network.counts().taken as u32 + tick;
        let [there, back] = passes();
        if there {
            network.receive(&HandPlace { sequence, position }.to_bytes());
        }
        let felt = ForceOnHand::of_bytes(&network.tick()).unwrap();
        if back {
            force = felt.force;
        }
        all.push(felt);
    }
    all
}

/// What the device is told is, to the bit, what the link pulls with: in calm as much as the network's
/// own links pull the mass with, and as much as the spring of the grip is stretched. (That it does
/// the work that the network gets, step by step, the hand's own tests see to.)
#[test]
fn the_force_is_that_of_the_link() {
    let (mut network, middle) = network();
    let mut hand = SimulatedHand::towards([0.0, 0.002, 0.01]);
    play(&mut network, &mut hand, 400, || [true, true]);
    let told = play(&mut network, &mut hand, 1, || [true, true]);
    assert_eq!(told[0].force, network.force());
    // Once it is calm, the links pull the mass as hard as the hand does, the other way.
    let hold = HandPlace {
        sequence: 1 << 20,
        position: hand.position,
    };
    for more in 0..20_000 {
        let sequence = hold.sequence + more;
        network.receive(&HandPlace { sequence, ..hold }.to_bytes());
        network.tick();
    }
    let felt = ForceOnHand::of_bytes(&network.tick()).unwrap();
    let links = network.network().force(middle);
    assert!(length(felt.force) > 0.3, "{felt:?}");
    let apart = links
        .iter()
        .zip(&felt.force)
        .map(|(link, own)| (link - own).abs());
    let apart = apart.fold(0.0, f64::max);
    assert!(apart < 1e-3 * length(felt.force), "{felt:?} {links:?}");
    // Spring: the grip is 1 N/mm soft, the links are stiffer.
    let stretched = length([0, 1, 2].map(|n| hand.position[n] - felt.position[n]));
    let spring = length(felt.force) / stretched;
    assert!((spring / 1000.0 - 1.0).abs() < 1e-3, "{spring}");
}

/// All is well without losses: the hand comes to rest, and stays there.
#[test]
fn a_hand_comes_to_rest() {
    let (mut network, _) = network();
    let mut hand = SimulatedHand::towards([0.0, 0.0, 0.01]);
    let felt = play(&mut network, &mut hand, 4000, || [true, true]);
    let calm: Vec<f64> = felt[3500..].iter().map(|own| length(own.force)).collect();
    let (low, high) = (
        calm.iter().copied().fold(f64::MAX, f64::min),
        calm.iter().copied().fold(0.0, f64::max),
    );
    assert!(low > 0.5 && high - low < 0.05 * high, "{low} {high}");
}

/// One packet of three is lost each way, at random: the forces stay what they would be.
#[test]
fn lost_packets_do_no_harm() {
    let mut rng = Rng::new(5);
    let (mut network, _) = network();
    let mut hand = SimulatedHand::towards([0.0, 0.0, 0.01]);
    let felt = play(&mut network, &mut hand, 4000, || {
        [rng.below(3) > 0, rng.below(3) > 0]
    });
    let most = felt.iter().map(|own| length(own.force)).fold(0.0, f64::max);
    assert!(most < 5.0, "{most}");
    let calm = felt[3500..].iter().map(|own| length(own.force));
    let (low, high) = calm.fold((f64::MAX, 0.0f64), |(low, high), own| {
        (low.min(own), high.max(own))
    });
    assert!(low > 0.5 && high - low < 0.2 * high, "{low} {high}");
}

/// When the device is silent the force fades to nothing in the stated time, without a step, and the
/// network is let go.
#[test]
fn the_force_fades() {
    let (mut network, _) = network();
    let mut hand = SimulatedHand::towards([0.0, 0.0, 0.01]);
    let before = play(&mut network, &mut hand, 2000, || [true, true]);
    let held = length(before[1999].force);
    assert!(held > 0.5);
    let felt = play(&mut network, &mut hand, PATIENCE + FADE + 2, || {
        [false, false]
    });
    let forces: Vec<f64> = felt.iter().map(|own| length(own.force)).collect();
    let step = forces.windows(2).map(|w| (w[1] - w[0]).abs());
    let step = step.fold(0.0, f64::max);
    assert!(step < 0.1 * held, "{step} of {held}");
    assert!(forces[PATIENCE as usize - 1] > 0.5 * held);
    assert_eq!(forces[forces.len() - 1], 0.0);
    // And it comes back.
    let again = play(&mut network, &mut hand, 500, || [true, true]);
    let first = 10.0 / f64::from(FADE);
    assert!(length(again[0].force) <= first * (1.0 + 1e-12));
    assert!(length(again[499].force) > 0.5 * held);
}

/// A packet that comes after a newer one, twice, or is none, changes nothing; numbers may begin anew
/// after the largest.
#[test]
fn late_packets_change_nothing() {
    let (mut network, _) = network();
    let at = |sequence: u32, z: f64| {
        let position = [0.0, 0.0, z];
        HandPlace { sequence, position }.to_bytes()
    };
    assert!(network.receive(&at(u32::MAX, 1e-3)));
    network.tick();
    assert!(network.receive(&at(0, 1e-3)));
    network.tick();
    assert!(!network.receive(&at(u32::MAX, 0.5)));
    assert!(!network.receive(&at(0, 0.5)));
    assert!(!network.receive(b"what is this?"));
    assert!(!network.receive(&at(1, f64::NAN)));
    assert!(!network.receive(&at(1, 1e9)));
    let counts = network.counts();
    assert_eq!((counts.taken, counts.late, counts.wrong), (2, 2, 3));
    let felt = ForceOnHand::of_bytes(&network.tick()).unwrap();
    assert_eq!(felt.sequence, 0);
    assert!(length(felt.force) < 1.5);
}

/// Whatever a device says, the force stays within the grip's and the network finite; and the energy
/// that it holds is what the hand has put in.
#[test]
fn a_wild_hand_does_no_harm() {
    let (mut network, middle) = network();
    let mut rng = Rng::new(3);
    let initial = network.network().energy();
    for sequence in 0..3000 {
        let position = [0; 3].map(|_| 200.0 * rng.signed());
        network.receive(&HandPlace { sequence, position }.to_bytes());
        let felt = ForceOnHand::of_bytes(&network.tick()).unwrap();
        assert!(length(felt.force) <= 10.0 * (1.0 + 1e-12));
    }
    let own = network.network();
    assert!(own.position(middle).iter().all(|own| own.is_finite()));
    let error = initial + own.injected() - own.dissipated() - own.energy();
    assert!(
        error.abs() <= 1e-9 * (own.injected().abs() + initial),
        "{error}"
    );
}
