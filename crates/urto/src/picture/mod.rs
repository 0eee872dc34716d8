//! Pictures: what bodies look like, told once, and where their points are now, as often as one likes.
//!
//! A body that can be seen gives a [`PicturePart`]: points at rest, the edges and triangles between them,
//! and what moves them. All that is dear is worked out there, once and by whoever looks; a body that
//! nobody looks at holds nothing for it. A [`Frame`] then takes where the points are, without
//! allocation and bounded by [`MOST_POINTS`] for each part.

mod part;
mod sketch;

pub use part::PicturePart;
pub use sketch::Sketch;
pub(crate) use sketch::thinned;

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
}

impl Geometry {
    /// One part, whose sound writes into the [`Frame`] itself where its points are.
    pub fn of_places(part: PicturePart) -> Self {
        Self {
            revision: 0,
            parts: vec![([0; 2], part)],
        }
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
