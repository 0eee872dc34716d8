//! Scene: what a sound of liquids looks like: a vessel, the liquid in it, and what happens there.
//!
//! See:    the vessel and the level to scale; each bubble as it begins to sound, at its depth and with
//!         its radius, fading as it rings off; drops, and rings where they land.
//! Law:    a bubble comes up at the speed of a wave as long as itself is wide, v² = 2.14·sigma/(rho·d) +
//!         0.505·g·d, in thick liquids at that of a free drop, g·rho·r²/(3·mu), whichever is less. Rings on
//!         water spread at 0.23 m/s, the slowest waves there are. A stream grows thinner as it falls:
//!         its area times its speed stays.
//! Limits: the sounds know how deep a bubble lies, not where beside others: that is drawn by chance, of
//!         which no sample knows.
//! Refs:   Mendelson 1967; Hadamard 1911; Lamb, Hydrodynamics, 267.

use crate::bank::Start;
use crate::cavity::VesselParams;
use crate::law::{TENSION, WATER};
use core::f64::consts::PI;
use urto::Rate;
use urto::math::{self, GRAVITY, TAU};
use urto::picture::{
    Course, Frame, Geometry, PicturePart, Role, Sketch, Speck, SpeckKind, Specks, Vector,
};

/// Points of a ring.
const RING: usize = 32;
/// Points around a stream.
const STREAM: usize = 8;
/// Walls of a round vessel, and which of its rings each begins with.
const WALLS: [(&str, usize); 3] = [("vessel", 0), ("shoulder", 1), ("neck", 2)];
/// Most specks of a picture.
const MOST: usize = 256;
/// The slowest waves on water \[m/s\], and how fast rings of them fade \[1/s\].
const RIPPLES: f64 = 0.23;
const RIPPLES_FADE: f64 = 5.0;
/// A bubble that swings by this share of its radius is drawn at its brightest.
const BRIGHTEST: f64 = 0.02;

/// What holds the liquid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basin {
    /// A round vessel: radius and height inside, and of its neck.
    Round {
        radius: f64,
        height: f64,
        mouth: f64,
        neck: f64,
    },
    /// A piece of something wide: its side.
    Wide { side: f64 },
    /// What the process draws itself.
    Own,
}

impl Basin {
    pub fn vessel(vessel: &VesselParams) -> Self {
        Self::Round {
            radius: vessel.radius,
            height: vessel.height,
            mouth: vessel.mouth * vessel.radius,
            neck: vessel.neck,
        }
    }

    /// How far from the middle there is liquid.
    fn reach(&self) -> f64 {
        match self {
            Self::Round { radius, .. } => *radius,
            Self::Wide { side } => 0.5 * side,
            Self::Own => 1.0,
        }
    }

    /// Radii and heights of the rings of a round vessel, from the bottom to the mouth.
    fn rings(&self) -> [[f64; 2]; 4] {
        let Self::Round {
            radius,
            height,
            mouth,
            neck,
        } = *self
        else {
            return [[0.0; 2]; 4];
        };
        // The law knows a step only: it is drawn as a shoulder.
        let shoulder = height + 0.4 * (radius - mouth);
        [
            [radius, 0.0],
            [radius, height],
            [mouth, shoulder],
            [mouth, shoulder + neck],
        ]
    }
}

/// A liquid that falls in a stream: how much \[m³/s\], and from how high above the level \[m\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Falling {
    pub flow: f64,
    pub from: f64,
}

/// What there is to be seen.
pub struct Scene {
    pub specks: Specks,
    pub basin: Basin,
    /// How high the liquid stands \[m\]; nothing where it is dry.
    pub level: Option<f64>,
    /// How far from the middle bubbles come, as a share of the basin, and whether something that
    /// fell made them, so that rings spread.
    pub spread: f64,
    pub ripples: bool,
    /// How high above the level things are seen to fall \[m\].
    pub above: f64,
    pub stream: Option<Falling>,
    /// Where the next bubble comes, if that is known.
    pub next: Option<[f64; 2]>,
}

impl Scene {
    pub fn new(rate: Rate) -> Self {
        Self {
            specks: Specks::new(rate),
            basin: Basin::Wide { side: 1.0 },
            level: None,
            spread: 0.9,
            ripples: false,
            above: 0.0,
            stream: None,
            next: None,
        }
    }

    pub fn reset(&mut self) {
        self.specks.reset();
        self.stream = None;
        self.next = None;
    }

    /// A place in the basin, so far from the middle, as a share.
    pub fn somewhere(&mut self, spread: f64) -> [f64; 2] {
        let far = spread * self.basin.reach();
        match self.basin {
            Basin::Round { .. } => self.specks.place().map(|own| far * own),
            _ => [0; 2].map(|_| far * (2.0 * self.specks.chance() - 1.0)),
        }
    }

    /// A bubble begins to sound.
    pub fn bubble(&mut self, start: &Start) {
        let bubble = &start.bubble;
        let level = self.level.unwrap_or(0.0);
        let radius = bubble.radius;
        let [x, y] = match self.next.take() {
            Some(place) => place,
            None => self.somewhere(self.spread),
        };
        let depth = bubble.depth.min(level - radius).max(radius);
        let up = rises(radius, bubble.viscosity);
        let glow = (start.share / BRIGHTEST).sqrt().clamp(0.4, 1.0);
        let speck = Speck {
            kind: SpeckKind::Bubble,
            at: [x, y, level - depth],
            size: radius,
            glow,
            ..Speck::default()
        };
        let course = Course {
            velocity: [0.0, 0.0, up],
            fades: bubble.falls(),
            // At the surface it is over.
            ends: (depth - 0.5 * radius).max(0.25 * radius) / up,
            ..Course::default()
        };
        self.specks.put(speck, course);
        if self.ripples {
            self.ring([x, y], radius, 0.7 * glow);
        }
    }

    /// Something of a radius lands on the surface.
    pub fn ring(&mut self, at: [f64; 2], radius: f64, glow: f64) {
        self.ripple(at, radius, glow, RIPPLES);
    }

    /// A solid thing is struck at a place: a ring that does not run.
    pub fn mark(&mut self, at: [f64; 2], radius: f64, glow: f64) {
        // A drop that lands becomes some times as wide.
        self.ripple(at, radius, glow, 12.0 * radius);
    }

    /// A ring that grows so fast \[m/s\].
    fn ripple(&mut self, [x, y]: [f64; 2], radius: f64, glow: f64, grows: f64) {
        let speck = Speck {
            kind: SpeckKind::Ripple,
            at: [x, y, self.level.unwrap_or(0.0)],
            size: radius,
            glow,
            ..Speck::default()
        };
        let course = Course {
            grows,
            fades: RIPPLES_FADE,
            ..Course::default()
        };
        self.specks.put(speck, course);
    }

    /// Adds what is to be seen to the bodies.
    pub fn geometry(&self, bodies: Geometry) -> Geometry {
        let mut all = bodies.with_specks(MOST);
        let mut add = |role: Role, name: &str, sketch: Sketch| {
            let own = core::mem::take(&mut all);
            all = own.with(PicturePart::scenery(role, name, sketch));
        };
        let around = |from: usize, count: usize| {
            let ends = move |n: usize| [from + n, from + (n + 1) % count].map(|end| end as u32);
            (0..count).map(ends)
        };
        let band = |count: usize, at: &dyn Fn(usize) -> Vector| Sketch {
            points: (0..2 * count).map(at).collect(),
            edges: around(0, count).chain(around(count, count)).collect(),
            ..Sketch::default()
        };
        let liquid = match self.basin {
            Basin::Round { .. } => {
                for (name, low) in WALLS {
                    add(Role::Vessel, name, band(RING, &|n| self.wall(low, n)));
                }
                let mut sketch = band(RING, &|n| self.wet(n));
                // The surface is a fan around its middle.
                sketch.points.push(self.wet(2 * RING));
                let fan = |n: usize| [2 * RING, RING + n, RING + (n + 1) % RING];
                sketch.triangles = (0..RING).map(|n| fan(n).map(|own| own as u32)).collect();
                sketch
            }
            Basin::Wide { .. } => {
                let ground = Sketch {
                    points: (0..4).map(|n| self.corner(n)).collect(),
                    edges: around(0, 4).collect(),
                    triangles: vec![[0, 1, 2], [0, 2, 3]],
                    ..Sketch::default()
                };
                add(Role::Ground, "ground", ground);
                let mut sketch = band(4, &|n| self.wet(n));
                sketch.edges.extend((0..4).map(|n| [n, 4 + n]));
                sketch.triangles = vec![[4, 5, 6], [4, 6, 7]];
                sketch
            }
            Basin::Own => return all,
        };
        add(Role::Liquid, "liquid", liquid);
        add(Role::Liquid, "stream", band(STREAM, &|n| self.streams(n)));
        let above = Sketch {
            points: vec![self.highest()],
            ..Sketch::default()
        };
        // Nothing to be drawn: so far up there is something to be seen at times.
        add(Role::Ground, "above", above);
        all
    }

    /// Where all of that is now.
    pub fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        for (name, low) in WALLS {
            frame.place(geometry, name, |n, _| self.wall(low, n));
        }
        frame.place(geometry, "ground", |n, _| self.corner(n));
        frame.place(geometry, "liquid", |n, _| self.wet(n));
        frame.place(geometry, "above", |_, _| self.highest());
        frame.place(geometry, "stream", |n, _| self.streams(n));
        self.specks.tell(frame);
    }

    /// A point of a wall, whose lower ring is given.
    fn wall(&self, low: usize, n: usize) -> Vector {
        on_ring(self.basin.rings()[low + n / RING], n % RING)
    }

    /// A corner of what is wide.
    fn corner(&self, n: usize) -> Vector {
        let half = self.basin.reach();
        let [x, y] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]][n % 4];
        [half * x, half * y, 0.0]
    }

    /// A point of the liquid: the lower ring lies on the floor, what follows at the level.
    fn wet(&self, n: usize) -> Vector {
        let level = self.level.unwrap_or(0.0);
        match self.basin {
            _ if self.level.is_none() => [0.0; 3],
            Basin::Round { .. } if n == 2 * RING => [0.0, 0.0, level],
            Basin::Round { radius, .. } => on_ring([radius, (n / RING) as f64 * level], n % RING),
            _ => {
                let [x, y, _] = self.corner(n);
                [x, y, (n / 4) as f64 * level]
            }
        }
    }

    /// The highest place where something is to be seen.
    fn highest(&self) -> Vector {
        [0.0, 0.0, self.level.unwrap_or(0.0) + self.above]
    }

    /// A point of the stream: where it comes into sight, and where it lands.
    fn streams(&self, n: usize) -> Vector {
        let [_, _, top] = self.highest();
        let low = self.level.unwrap_or(0.0);
        let Some(Falling { flow, from }) = self.stream else {
            return [0.0, 0.0, low];
        };
        let (high, seen) = match n < STREAM {
            true => (low, from),
            false => (top, (from - self.above).max(0.0)),
        };
        // It leaves the lip slowly, some centimetres a second.
        let speed = (2.0 * GRAVITY * seen + 0.1).sqrt();
        let radius = (flow / (PI * speed)).sqrt();
        let turn = TAU * (n % STREAM) as f64 / STREAM as f64;
        [radius * math::cos(turn), radius * math::sin(turn), high]
    }
}

fn on_ring([radius, high]: [f64; 2], n: usize) -> Vector {
    let turn = TAU * n as f64 / RING as f64;
    [radius * math::cos(turn), radius * math::sin(turn), high]
}

/// How fast a bubble comes up \[m/s\].
fn rises(radius: f64, viscosity: f64) -> f64 {
    let wide = 2.0 * radius;
    let free = (2.14 * TENSION / (WATER * wide) + 0.505 * GRAVITY * wide).sqrt();
    let thick = GRAVITY * WATER * radius * radius / (3.0 * viscosity);
    free.min(thick)
}
