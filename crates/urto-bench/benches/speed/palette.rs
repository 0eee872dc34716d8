//! Every sound of the catalogue as it is by default: how many times faster than real time.

use crate::clock::{Race, Runner};
use crate::ringing::rate;
use urto::sound::{Entry, Event, Quality, Sound};

/// Samples of a piece, and those before it: the gesture is under way.
const PIECE: usize = 12_000;
const BEFORE: usize = 4_800;
/// Frames per call.
const BLOCK: usize = 512;
/// The number under which the rows are kept: each sound has as many modes as it has.
pub const OWN: usize = 0;

struct Played {
    sound: Box<dyn Sound>,
    out: Vec<Vec<f32>>,
    loudest: f32,
}

impl Played {
    fn new(entry: &Entry) -> Self {
        let mut sound = (entry.make)();
        sound.set_quality(Quality::Exact);
        sound.prepare(rate(), BLOCK);
        Self {
            out: vec![vec![0.0; BLOCK]; sound.channels()],
            sound,
            loudest: 0.0,
        }
    }

    fn play(&mut self, samples: usize) {
        let mut left = samples;
        while left > 0 {
            let frames = left.min(BLOCK);
            let planes = self.out.iter_mut().map(|plane| &mut plane[..frames]);
            let mut planes: Vec<&mut [f32]> = planes.collect();
            self.sound.render(&[], &mut planes);
            let heard = self.out.iter().flatten();
            self.loudest = heard.fold(self.loudest, |most, x| most.max(x.abs()));
            left -= frames;
        }
    }
}

impl Runner for Played {
    fn rewind(&mut self) {
        self.sound.reset(1);
        self.sound.event(0, Event::trigger(1.0));
        self.loudest = 0.0;
        self.play(BEFORE);
    }
    fn run(&mut self, samples: usize) {
        self.play(samples);
    }
    fn piece(&self, _: usize) -> usize {
        PIECE
    }
    fn fault(&self) -> Option<String> {
        (self.loudest == 0.0).then(|| "the sound is silent".to_owned())
    }
}

/// Adds the rows.
pub fn enter(race: &mut Race) {
    for entry in urto_file::catalogue().sounds() {
        race.add(entry.key, OWN, || Played::new(entry));
    }
}
