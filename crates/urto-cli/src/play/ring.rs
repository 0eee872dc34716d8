//! The way from who renders to the sound card: samples wait in a ring that neither side locks.

use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Puts samples into the ring.
pub struct Feeder {
    ring: Producer<f32>,
    /// Channels of the sound card.
    channels: usize,
    waiting: Vec<f32>,
}

/// Takes them out, in the sound card's callback.
pub struct Outlet {
    ring: Consumer<f32>,
    missed: Arc<AtomicU64>,
}

/// A ring for N frames; also counts the samples that came too late.
pub fn ring(frames: usize, channels: usize) -> (Feeder, Outlet, Arc<AtomicU64>) {
    let (producer, consumer) = RingBuffer::new(frames * channels);
    let missed = Arc::new(AtomicU64::new(0));
    let feeder = Feeder {
        ring: producer,
        channels,
        waiting: Vec::new(),
    };
    let outlet = Outlet {
        ring: consumer,
        missed: missed.clone(),
    };
    (feeder, outlet, missed)
}

impl Feeder {
    /// Takes a block of `from` channels, interleaved. It waits until [`Feeder::push`] has taken it
    /// all.
    pub fn take(&mut self, block: &[f32], from: usize) {
        for frame in block.chunks_exact(from) {
            for channel in 0..self.channels {
                self.waiting.push(heard(frame, channel, self.channels));
            }
        }
    }

    /// Moves as much as there is room for; tells whether all is in the ring.
    pub fn push(&mut self) -> bool {
        let count = self.ring.slots().min(self.waiting.len());
        for sample in self.waiting.drain(..count) {
            // There is room: nobody else fills it.
            let _ = self.ring.push(sample);
        }
        self.waiting.is_empty()
    }

    /// Whether the card has taken everything.
    pub fn is_drained(&self) -> bool {
        self.waiting.is_empty() && self.ring.slots() == self.ring.buffer().capacity()
    }
}

/// What one loudspeaker gets: one channel is heard from all, more loudspeakers than channels stay
/// silent, and more channels than loudspeakers go round, softer by how many share one.
fn heard(frame: &[f32], channel: usize, channels: usize) -> f32 {
    if let [only] = frame {
        return *only;
    }
    let own = frame.iter().skip(channel).step_by(channels);
    let count = own.len().max(1) as f32;
    own.sum::<f32>() / count
}

impl Outlet {
    /// Fills a block, with silence where nothing is ready. Nothing here waits or allocates.
    pub fn fill<T: Copy>(&mut self, block: &mut [T], convert: impl Fn(f32) -> T) {
        for sample in block {
            let ready = self.ring.pop();
            if ready.is_err() {
                self.missed.fetch_add(1, Ordering::Relaxed);
            }
            *sample = convert(ready.unwrap_or(0.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_come_out_in_order_and_silence_after_them() {
        let (mut feeder, mut outlet, missed) = ring(100, 1);
        let all: Vec<f32> = (1..=1000).map(|n| n as f32).collect();
        let mut heard = Vec::new();
        for block in all.chunks(70) {
            feeder.take(block, 1);
            while !feeder.push() {
                let mut taken = [0.0; 33];
                outlet.fill(&mut taken, |sample| sample);
                heard.extend(taken);
            }
        }
        assert_eq!(missed.load(Ordering::Relaxed), 0);
        while !feeder.is_drained() {
            let mut taken = [0.0; 7];
            outlet.fill(&mut taken, |sample| sample);
            heard.extend(taken);
        }
        assert_eq!(heard[..1000], all);
        assert!(heard[1000..].iter().all(|sample| *sample == 0.0));
        assert_eq!(missed.load(Ordering::Relaxed), heard.len() as u64 - 1000);
    }

    #[test]
    fn channels_find_loudspeakers() {
        let through = |frame: &[f32], channels| {
            let (mut feeder, mut outlet, _) = ring(8, channels);
            feeder.take(frame, frame.len());
            assert!(feeder.push());
            let mut out = vec![9.0; channels];
            outlet.fill(&mut out, |sample| sample);
            out
        };
        assert_eq!(through(&[0.5], 2), [0.5, 0.5]);
        assert_eq!(through(&[0.5, 0.25], 2), [0.5, 0.25]);
        assert_eq!(through(&[0.5, 0.25], 4), [0.5, 0.25, 0.0, 0.0]);
        assert_eq!(through(&[0.2, 0.4, 0.6, 0.8], 2), [0.4, 0.6]);
        assert_eq!(through(&[0.5, 0.25], 1), [0.375]);
    }
}
