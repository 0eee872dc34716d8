//! How a body of a run vibrates, for who looks at it.

use super::bank::{Bank, Row};
use super::body::BLOCK;
use super::force::Pushes;
use crate::run::Run;
use crate::scene::{Form, Scene, Voice};

/// The lowest modes of a body from a mesh over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vibration {
    /// Times a second that it is told.
    pub rate: f64,
    /// Which modes of the mesh, counted from 0.
    pub modes: Vec<usize>,
    /// Of each of these how far it is out at each time, from 0 s on: what the mode moves a vertex
    /// times this is how far the vertex is away \[m\].
    pub amplitudes: Vec<Vec<f64>>,
}

/// Modes are worked out so many times a second: as for the ear.
const RATE: f64 = 48_000.0;
/// How often the highest mode that is told is looked at in a period.
const LOOKS: f64 = 8.0;

/// How the `most` lowest modes of a body move under the forces of a run, as they do when it is heard.
/// None of what has no mesh, rings as another body, or is never touched.
pub fn vibration(scene: &Scene, run: &Run, number: usize, most: usize) -> Option<Vibration> {
    let own = scene.bodies.get(number)?;
    let (Form::Mesh(mesh), Voice::Own) = (&own.form, &own.voice) else {
        return None;
    };
    let mut pushes = Pushes::of(scene, run, number);
    let h = 1.0 / RATE;
    let mut bank = Bank::new(own, scene.centre(number), h)?;
    if pushes.is_empty() {
        return None;
    }
    let modes: Vec<usize> = bank.used().iter().copied().take(most).collect();
    let frequency = |mode: &usize| mesh.modes().nth(*mode).map_or(0.0, |own| own.frequency);
    let highest = modes.iter().map(frequency).fold(0.0, f64::max);
    if highest <= 0.0 {
        return None;
    }
    // Samples between two looks.
    let every = (RATE / (LOOKS * highest)).floor().max(1.0) as usize;
    let frames = (run.seconds() * RATE).ceil() as usize;
    let mut rows: Vec<Row> = pushes.iter().map(|_| Row::default()).collect();
    let mut amplitudes = vec![Vec::with_capacity(frames / every + 2); modes.len()];
    let unheard = vec![[0.0; 2]; bank.modes()];
    for first in (0..frames).step_by(BLOCK) {
        let last = (first + BLOCK).min(frames);
        let [begin, end] = [first, last].map(|n| n as f64 * h);
        let all = 0..pushes.len();
        let active: Vec<usize> = all.filter(|n| pushes[*n].is_active(begin, end)).collect();
        bank.damp(&mut pushes, &active, &mut rows, [begin, end]);
        for n in first..last {
            if n.is_multiple_of(every) {
                for (mode, all) in amplitudes.iter_mut().enumerate() {
                    all.push(bank.amplitude(mode));
                }
            }
            for m in &active {
                if let Some(push) = pushes[*m].push(n as f64 * h, (n + 1) as f64 * h) {
                    bank.look(&mut rows[*m], push.place, push.normal);
                    bank.push(&rows[*m], &push);
                }
            }
            bank.step(&unheard);
        }
    }
    Some(Vibration {
        rate: RATE / every as f64,
        modes,
        amplitudes,
    })
}
