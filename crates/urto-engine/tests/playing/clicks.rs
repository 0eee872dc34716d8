//! Nothing clicks: when an instance comes, goes, is exchanged, silenced, panned or stolen from,
//! no step from one sample to the next is larger than the sounds' own steps plus that of a
//! straight fade.

use urto::Rate;
use urto::rng::Rng;
use urto_engine::{Desk, Edit, Engine, Order, SLOTS, Workshop};

const HERTZ: f64 = 48_000.0;

struct Host {
    desk: Desk,
    engine: Engine,
    workshop: Workshop,
    left: Vec<f32>,
    right: Vec<f32>,
}

impl Host {
    fn new() -> Self {
        let rate = Rate::new(HERTZ).unwrap();
        Self {
            desk: Desk::new(),
            engine: Engine::new(rate, SLOTS + 1),
            workshop: Workshop::new(rate, SLOTS + 1),
            left: Vec::new(),
            right: Vec::new(),
        }
    }

    fn follow(&mut self, order: &Order) {
        let command = self.workshop.command(order).unwrap();
        assert!(self.engine.tell(0, command).is_ok());
    }

    fn apply(&mut self, line: &str) {
        let edit = Edit::parse(line).unwrap();
        for order in self.desk.apply(&edit).unwrap() {
            self.follow(&order);
        }
    }

    fn play(&mut self, frames: usize) {
        let (mut left, mut right) = (vec![0.0; frames], vec![0.0; frames]);
        self.engine.render(&mut [&mut left, &mut right]);
        while self.engine.take_retired().is_some() {}
        self.left.extend(left);
        self.right.extend(right);
    }

    /// Largest step and largest sample of both channels, from a frame on.
    fn steps(&self, from: usize) -> (f32, f32) {
        let (mut step, mut peak) = (0.0f32, 0.0f32);
        for side in [&self.left[from..], &self.right[from..]] {
            for pair in side.windows(2) {
                step = step.max((pair[1] - pair[0]).abs());
            }
            peak = side.iter().fold(peak, |most, x| most.max(x.abs()));
        }
        (step, peak)
    }
}

/// A bowed string, which sounds on and on; the largest step of its start and its going on, and
/// its peak, at full gain to one side.
fn string_alone() -> (f32, f32) {
    let mut host = Host::new();
    ["add bowed_string", "pan 1 -1.0"]
        .iter()
        .for_each(|line| host.apply(line));
    host.play(1000);
    host.apply("trigger 1 1.0");
    host.play(48_000);
    host.steps(0)
}

#[test]
fn coming_going_and_mixing_do_not_click() {
    let (step, peak) = string_alone();
    assert!(peak > 0.05 && step < 0.5 * peak, "{step} {peak}");
    let mut host = Host::new();
    ["add bowed_string", "trigger 1 1.0"]
        .iter()
        .for_each(|line| host.apply(line));
    host.play(24_000);
    let rng = &mut Rng::new(4);
    let mut there = true;
    for _ in 0..400 {
        let x = rng.uniform();
        match rng.below(10) {
            0 => host.apply(&format!("mute 1 {}", ["on", "off", "off"][rng.below(3)])),
            1 => host.apply(&format!("solo 1 {}", ["on", "off"][rng.below(2)])),
            2 => host.apply(&format!("pan 1 {:?}", 2.0 * x - 1.0)),
            3 => host.apply(&format!("gain 1 {:?}", -60.0 * x)),
            4 => host.apply(&format!("master {:?}", -20.0 * x)),
            // Built anew, many at once: an exchange is never cut short.
            5 | 6 => {
                for _ in 0..rng.below(4) {
                    host.apply(&format!("seed 1 {}", rng.below(1000)));
                }
            }
            7 if there => {
                host.follow(&Order::Remove { slot: 0 });
                there = false;
            }
            8 => host.apply("stop"),
            _ => {
                if !there {
                    host.apply(&format!("seed 1 {}", 1000 + rng.below(1000)));
                    there = true;
                }
                host.apply("trigger 1 1.0");
            }
        }
        host.play(1 + rng.below(900));
    }
    // Two strings during an exchange, and three fades of 20 ms at once: exchange, strip, master.
    let fades = 3.0 * peak / (0.02 * HERTZ as f32);
    let (worst, loudest) = host.steps(24_000);
    assert!(loudest > 0.3 * peak, "{loudest}");
    assert!(
        worst <= 2.0 * step + fades,
        "{worst} against {step} and {fades}"
    );
}

/// A bell, struck softly again and again: voices are stolen, and only fades are added.
#[test]
fn stealing_does_not_click() {
    let soft = |host: &mut Host| {
        for line in [
            "add impact",
            "set 1 contact.stiffness 1e5",
            "set 1 body.ringing 10",
            "set 1 level -12",
            "pan 1 -1.0",
            "voices 1 2",
        ] {
            host.apply(line);
        }
        host.play(2000);
    };
    let mut host = Host::new();
    soft(&mut host);
    host.apply("trigger 1 1.0");
    host.play(48_000);
    let (step, peak) = host.steps(0);
    let mut host = Host::new();
    soft(&mut host);
    for _ in 0..100 {
        host.apply("trigger 1 1.0");
        // A little longer than the 5 ms for which a stolen voice fades.
        host.play(300);
        assert!(host.engine.awake() <= 3);
    }
    assert_eq!(host.engine.awake(), 2);
    // Two voices that sound and one that fades out in 5 ms.
    let fade = peak / (0.005 * HERTZ as f32);
    let (worst, loudest) = host.steps(0);
    assert!(loudest > peak, "{loudest} {peak}");
    assert!(
        worst <= 3.0 * step + fade,
        "{worst} against {step} and {fade}"
    );
}

/// What is at rest costs nothing: it sleeps, and wakes at the next blow.
#[test]
fn silence_sleeps() {
    let mut host = Host::new();
    ["add impact", "set 1 body.ringing 0.05", "add bouncing"]
        .iter()
        .for_each(|line| host.apply(line));
    host.play(100);
    assert_eq!(host.engine.awake(), 0);
    host.apply("trigger 1 1.0");
    host.play(2000);
    assert_eq!(host.engine.awake(), 1);
    host.play(4 * 48_000);
    assert_eq!(host.engine.awake(), 0);
    assert!(
        host.left[host.left.len() - 1000..]
            .iter()
            .all(|x| *x == 0.0)
    );
    host.apply("trigger 1 1.0");
    host.play(1000);
    assert_eq!(host.engine.awake(), 1);
    // A ball that is still falling does not sleep.
    host.apply("set 2 height 10");
    host.apply("trigger 2 1.0");
    host.play(60_000);
    assert!(host.engine.awake() >= 1);
}

/// A hand on the pad tells a new speed sixty times a second: the bow follows in a straight line.
#[test]
fn a_hand_that_moves_in_steps_is_not_heard_to() {
    let rough = |moves: bool| {
        let mut host = Host::new();
        for line in ["add friction", "set 1 first.kind mass", "trigger 1 1.0"] {
            host.apply(line);
        }
        host.play(24_000);
        for n in 0..60 {
            if moves {
                let place = if n % 2 == 0 { 0.2 } else { 0.8 };
                host.apply(&format!("set 1 rub.normal_force {:?}", 10.0 + 30.0 * place));
            }
            host.play(800);
        }
        // Jumps of force would show as steps of the slope.
        let bend = |side: &[f32]| {
            let bends = side.windows(3).map(|x| (x[2] - 2.0 * x[1] + x[0]).abs());
            bends.fold(0.0f32, f32::max)
        };
        bend(&host.left[24_000..])
    };
    let (steady, moved) = (rough(false), rough(true));
    assert!(moved < 4.0 * steady, "{moved} against {steady}");
}
