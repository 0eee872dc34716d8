//! From the channels of one sound to those of a file, as a project with that sound alone has it.

use urto::Health;
use urto::sound::{Sound, limit};

/// Mixes blocks of a sound.
pub struct Mixdown {
    /// For every channel of the sound its factor to each output.
    factors: Vec<Vec<f64>>,
    planes: Vec<Vec<f32>>,
    health: Health,
}

impl Mixdown {
    /// For blocks of at most N frames.
    pub fn new(sound: &dyn Sound, outputs: usize, block: usize) -> Self {
        let channels = sound.channels();
        let factors = |own| {
            let all = urto_engine::panned(own, channels, outputs, sound.pan(own));
            all[..outputs].to_vec()
        };
        Self {
            factors: (0..channels).map(factors).collect(),
            planes: vec![vec![0.0; block]; outputs],
            health: Health::default(),
        }
    }

    /// Nothing was limited yet.
    pub fn reset(&mut self) {
        self.health = Health::default();
    }

    /// Mixes the first frames of a block.
    pub fn mix(&mut self, channels: &[Vec<f32>], frames: usize) {
        for (output, plane) in self.planes.iter_mut().enumerate() {
            for (n, sample) in plane[..frames].iter_mut().enumerate() {
                let own = channels.iter().zip(&self.factors);
                let sum = own.map(|(heard, factor)| factor[output] * f64::from(heard[n]));
                *sample = limit(sum.sum(), &mut self.health);
            }
        }
    }

    /// What was mixed last.
    pub fn planes(&self) -> &[Vec<f32>] {
        &self.planes
    }

    /// Samples that were too loud together.
    pub fn health(&self) -> Health {
        self.health
    }
}
