//! Pictures: what bodies look like, told once, and where their points are now, as often as one likes.
//!
//! A body that can be seen gives a [`PicturePart`]: points at rest, the edges and triangles between them,
//! and what moves them. All that is dear is worked out there, once and by whoever looks; a body that
//! nobody looks at holds nothing for it. A [`Frame`] then takes where the points are, without
//! allocation and bounded by [`MOST_POINTS`] for each part. Beside bodies there may be scenery, which
//! the sound moves itself (a vessel, the water in it), and [`Specks`]: small things that come and go.

mod part;
mod sketch;
mod speck;

pub use part::{PicturePart, Role};
pub use sketch::Sketch;
pub(crate) use sketch::thinned;
pub use speck::{Course, MOST_SPECKS, Speck, SpeckKind, Specks};

/// A place or a motion in space, along x, y and z \[m or m/s\].
pub type Vector = [f64; 3];

/// Most points of a part. A body of 48 modes then takes some hundredths of a millisecond to be seen.
pub const MOST_POINTS: usize = 512;

/// Most points of a part whose sound says itself where each of them is: more would take longer to
/// be told to a screen than a picture lasts.
pub const MOST_PLACES: usize = 1 << 16;

/// What a sound looks like at rest: the parts that can be seen, one after the other. Points are
/// numbered through all of them. z points up.
///
/// ```
/// use urto::picture::Frame;
/// use urto::sound::Event;
/// let mut sound = urto::sounds::make("impact")?;
/// sound.prepare(urto::Rate::new(48_000.0)?, 64);
/// let geometry = sound.geometry();
/// let mut frame = Frame::new(&geometry);
/// sound.event(0, Event::trigger(1.0));
/// sound.render(&[], &mut [&mut [0.0; 500]]);
/// assert!(sound.picture(&geometry, &mut frame));
/// assert!(frame.speeds.iter().any(|speed| *speed > 0.0));
/// # Ok::<(), urto::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Geometry {
    /// Which building of the sound it belongs to: another one has other parts.
    pub revision: u32,
    /// Each with whom it belongs to, as its network knows that.
    pub(crate) parts: Vec<([u32; 2], PicturePart)>,
    /// How many specks there may be at a time.
    pub(crate) specks: usize,
}

/// A part that no network knows.
const OWN: [u32; 2] = [u32::MAX; 2];

impl Geometry {
    /// One part, whose sound writes into the [`Frame`] itself where its points are.
    pub fn of_places(part: PicturePart) -> Self {
        Self {
            parts: vec![([0; 2], part)],
            ..Self::default()
        }
    }

    /// The same with a part beside the others, whose sound moves it itself: see [`Frame::place`].
    pub fn with(mut self, part: PicturePart) -> Self {
        self.parts.push((OWN, part));
        self
    }

    /// The same with room for specks, at most [`MOST_SPECKS`].
    pub fn with_specks(mut self, most: usize) -> Self {
        self.specks = most.min(MOST_SPECKS);
        self
    }

    /// How many specks there may be at a time; 0 where there are never any.
    pub fn specks(&self) -> usize {
        self.specks
    }

    /// What can be seen, in the order of the points.
    pub fn parts(&self) -> impl Iterator<Item = &PicturePart> {
        self.parts.iter().map(|(_, part)| part)
    }

    /// How many points there are.
    pub fn points(&self) -> usize {
        self.parts().map(|part| part.sketch().points.len()).sum()
    }
}

/// Where the points of a [`Geometry`] are now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// How far each point is from where it rests \[m\].
    pub displacements: Vec<Vector>,
    /// How fast it moves \[m/s\].
    pub speeds: Vec<f64>,
    /// Displacement and velocity of what moves the points of a part.
    swings: Vec<[f64; 2]>,
    /// Small things that are there now, and how many there may be.
    specks: Vec<Speck>,
    room: usize,
}

impl Frame {
    /// Everything at rest. Allocates.
    pub fn new(geometry: &Geometry) -> Self {
        let points = geometry.points();
        let most = geometry.parts().map(PicturePart::drives).max();
        Self {
            displacements: vec![[0.0; 3]; points],
            speeds: vec![0.0; points],
            swings: vec![[0.0; 2]; most.unwrap_or(0)],
            specks: Vec::with_capacity(geometry.specks),
            room: geometry.specks,
        }
    }

    /// The small things that are there now.
    pub fn specks(&self) -> &[Speck] {
        &self.specks
    }

    /// Forgets the specks of before. Hosts need not: a sound that is asked for its picture does.
    pub fn clear_specks(&mut self) {
        self.specks.clear();
    }

    /// Shows a speck, if there is still room, all its numbers are finite and it has a size.
    pub fn show(&mut self, speck: Speck) {
        let numbers = speck.at.iter().chain([&speck.size, &speck.glow]);
        let sound = speck.size > 0.0 && numbers.into_iter().all(|own| own.is_finite());
        if sound && self.specks.len() < self.room {
            self.specks.push(speck);
        }
    }

    /// Puts the points of the part of a name that was added by [`Geometry::with`] where they are to
    /// be: by number and place at rest.
    pub fn place(
        &mut self,
        geometry: &Geometry,
        name: &str,
        mut to: impl FnMut(usize, Vector) -> Vector,
    ) {
        let mut first = 0;
        for (own, part) in &geometry.parts {
            let rest = &part.sketch().points;
            if *own == OWN && part.name == name {
                let room = self.displacements.iter_mut().skip(first);
                for ((n, at), gone) in rest.iter().enumerate().zip(room) {
                    let now = to(n, *at);
                    *gone = [0, 1, 2].map(|axis| now[axis] - at[axis]);
                }
            }
            first += rest.len();
        }
    }

    /// Takes the motion of one part, whose points begin at a number; tells where the next begin.
    /// One that does not fit the frame is left out.
    pub(crate) fn take(
        &mut self,
        part: &PicturePart,
        from: usize,
        swing: impl FnOnce(&mut [[f64; 2]]),
    ) -> usize {
        let end = from + part.sketch().points.len();
        let room = self.displacements.get_mut(from..end);
        let (Some(displacements), Some(speeds), Some(swings)) = (
            room,
            self.speeds.get_mut(from..end),
            self.swings.get_mut(..part.drives()),
        ) else {
            return end;
        };
        swings.fill([0.0; 2]);
        swing(swings);
        part.carry(swings, displacements, speeds);
        end
    }
}
