//! Haptics without a device: a simulated hand and a network tell each other packets.

use urto::rng::Rng;
use urto_mi::haptic::{FADE, ForceOnHand, Grip, HandPlace, HapticLoop, PATIENCE, SimulatedHand};
use urto_mi::{Heard, Listener, MassId, Model, NetworkPiece, Row, Side, Spring};

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

/// A row of 5 g masses that takes one step for each tick, so that all it does is seen from outside.
fn row() -> (NetworkPiece, MassId) {
    let mut model = Model::new(1000.0).unwrap();
    let row = Row {
        count: 8,
        mass: 5e-3,
        spring: ROW,
        ..Row::default()
    };
    let masses = row.build(&mut model, "row").unwrap();
    let ear = Listener::new(masses[1], [0.0, 0.0, 1.0], Heard::Velocity);
    let piece = NetworkPiece::new(model, Vec::new(), Vec::new(), vec![ear], None);
    (piece.unwrap(), masses[3])
}

const ROW: Spring = Spring {
    stiffness: 900.0,
    quadratic: 0.0,
    cubic: 0.0,
    power: 0.0,
    exponent: 1.5,
    damping: 0.0,
    length: Some(0.05),
    side: Side::Both,
};

/// The force on the hand, tick by tick while both move, worked out here from nothing but places: it is
/// that of the spring and the damper between hand and mass, and what Newton's law leaves of the pulls
/// of the links beside the mass; all to rounding.
#[test]
fn the_force_is_that_of_the_link() {
    let (piece, held) = row();
    let grip = Grip {
        stiffness: 700.0,
        ..Grip::default()
    };
    let mut network = HapticLoop::new(&piece, held, grip).unwrap();
    let masses = piece.model().masses();
    let start = masses[held.index()].position;
    let (weight, h) = (masses[held.index()].mass, 1e-3);
    // Half of critical damping, as docs/haptics.md says.
    let brake = (grip.stiffness * weight).sqrt();
    let beside: Vec<MassId> = (piece.model().links().iter())
        .filter(|link| link.ends.contains(&held))
        .flat_map(|link| link.ends.into_iter().filter(|end| *end != held))
        .collect();
    assert_eq!(beside.len(), 2);
    let minus = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|n| a[n] - b[n]);
    let mut hand = SimulatedHand::towards([0.0, 0.002, 0.02]);
    let (mut force, mut before, mut strongest) = ([0.0; 3], hand.position, 0.0f64);
    let mut ticks = 0;
    for tick in 0..2000 {
        let position = hand.feel(force);
        let sequence = tick;
        let own = |own: &HapticLoop| {
            let own = own.network();
            let (at, speed) = (own.position(held), own.velocity(held));
            // Where it was in the middle of the last step.
            (at, speed, [0, 1, 2].map(|n| at[n] - 0.5 * h * speed[n]))
        };
        let (at, speed, middle) = own(&network);
        let mut links = [0.0; 3];
        for other in &beside {
            let way = minus(network.network().position(*other), at);
            let pull = ROW.stiffness * (length(way) - ROW.length.unwrap()) / length(way);
            (0..3).for_each(|n| links[n] += pull * way[n]);
        }
        network.receive(&HandPlace { sequence, position }.to_bytes());
        let felt = ForceOnHand::of_bytes(&network.tick()).unwrap();
        let (_, faster, next) = own(&network);
        force = felt.force;
        // The force comes slowly at first.
        if tick > FADE {
            let gone = minus(next, middle);
            let moved = minus(position, before);
            let told = [0, 1, 2].map(|n| {
                let hand = start[n] + 0.5 * (position[n] + before[n]);
                let stretch = hand - 0.5 * (next[n] + middle[n]);
                -grip.stiffness * stretch - brake * (moved[n] - gone[n]) / h
            });
            let left = [0, 1, 2].map(|n| links[n] - weight * (faster[n] - speed[n]) / h);
            strongest = strongest.max(length(force));
            assert!(strongest < grip.force, "{strongest}");
            for (what, own) in [("spring", told), ("links", left)] {
                let apart = length(minus(own, force));
                // Places have 16 digits of 0.2 m, of which k makes 1e-13 N, and m/h² as much.
                assert!(apart < 1e-11, "{tick}: {what} {own:?}, told {force:?}");
            }
            ticks += 1;
        }
        before = position;
    }
    assert!(ticks > 1900 && strongest > 0.3, "{ticks} {strongest}");
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
