//! Hearth: what a fire looks like: flames that puff on a round of embers, and sparks where it crackles.
//!
//! See:    flames as high as the fire is strong, to scale; they rise and fall as the roar does; a spark
//!         for every crackle, the brighter the louder, carried up by the gas.
//! Law:    a wood fire gives 500 kW for each square metre, and sounds with a fixed share of its power, so
//!         that its power goes with the square of the roar; flames reach 0.235·Q^(2/5) - 1.02·D, Q in kW.
//!         Gas in them rises at 6.8·sqrt(z) m/s.
//! Limits: where a spark leaves the wood is drawn by chance, of which no sample knows.
//! Refs:   Heskestad 1984 (height of flames); McCaffrey 1979 (speed of their gas); Drysdale 2011
//!         (power of wood fires).

use super::{FireParams, PopShape};
use core::f64::consts::PI;
use urto::Rate;
use urto::math::{self, TAU};
use urto::picture::{
    Course, Frame, Geometry, PicturePart, Role, Sketch, Speck, SpeckKind, Specks, Vector,
};

/// Power of a wood fire \[kW/m²\].
const POWER: f64 = 500.0;
/// A roar of which that power sounds.
const USUAL_ROAR: f64 = 0.7;
/// Flames that are drawn, and which of them is inside the others: how far from the middle each stands,
/// and how wide it is, as shares of the fire's diameter; its height against that of all; and how much
/// later it puffs \[turns\].
const FLAMES: [(&str, [f64; 4]); 4] = [
    ("flame", [0.0, 0.5, 1.0, 0.0]),
    ("second flame", [0.24, 0.3, 0.72, 0.15]),
    ("third flame", [-0.24, 0.3, 0.62, -0.12]),
    ("heart", [0.0, 0.3, 0.5, 0.05]),
];
/// How wide a flame is at shares of its height; it ends in a point.
const OUTLINE: [[f64; 2]; 5] = [
    [0.0, 0.85],
    [0.12, 1.0],
    [0.35, 0.82],
    [0.6, 0.48],
    [0.82, 0.2],
];
/// Points around a flame, and around the embers.
const AROUND: usize = 12;
/// Most sparks of a picture.
const MOST: usize = 128;
/// Radius of the ember of a usual crackle \[m\].
const EMBER: f64 = 1.5e-3;
/// How fast gas rises in flames, at a metre \[m/s\], and by how much embers lag behind it.
const RISES: f64 = 6.8;
const LAG: f64 = 0.5;
/// A crackle throws its ember at this speed \[m/s\].
const THROWN: f64 = 0.8;
/// How fast an ember goes out \[1/s\].
const FADES: f64 = 4.0;

/// What there is to be seen of a fire.
pub struct Hearth {
    sparks: Specks,
    diameter: f64,
    /// Roar as it is set, how far it flickers, and how far the fire has risen.
    roar: f64,
    flicker: f64,
    risen: f64,
    /// Where in a puff it is \[turns\].
    puff: f64,
}

impl Hearth {
    pub fn new(rate: Rate) -> Self {
        Self {
            sparks: Specks::new(rate),
            diameter: 1.0,
            roar: 0.0,
            flicker: 0.0,
            risen: 0.0,
            puff: 0.0,
        }
    }

    pub fn reset(&mut self, params: &FireParams) {
        self.sparks.reset();
        self.follow(params, 0.0, 0.0);
    }

    /// A sample has passed.
    pub fn pass(&mut self) {
        self.sparks.pass(1);
    }

    /// How the fire burns now.
    pub fn follow(&mut self, params: &FireParams, risen: f64, puff: f64) {
        (self.diameter, self.roar, self.flicker) = (params.size, params.roar, params.flicker);
        (self.risen, self.puff) = (risen, puff);
    }

    /// It crackles: a spark flies.
    pub fn spark(&mut self, pop: &PopShape) {
        let [x, y] = self.sparks.place().map(|own| 0.4 * self.diameter * own);
        let up = LAG * RISES * (0.5 * self.height(self.roar * self.risen)).sqrt();
        let [aside, ahead] = self.sparks.place();
        let thrown = THROWN * (0.5 + self.sparks.chance());
        let size = EMBER * (0.6 + 0.8 * self.sparks.chance());
        let speck = Speck {
            kind: SpeckKind::Spark,
            at: [x, y, size],
            size,
            glow: pop.level.sqrt().clamp(0.3, 1.0),
            ..Speck::default()
        };
        let course = Course {
            velocity: [THROWN * aside, THROWN * ahead, up + thrown],
            fades: FADES,
            ..Course::default()
        };
        self.sparks.put(speck, course);
    }

    /// How high flames of such a roar reach \[m\].
    fn height(&self, roar: f64) -> f64 {
        let area = 0.25 * PI * self.diameter * self.diameter;
        let share = roar / USUAL_ROAR;
        let power = POWER * area * share * share;
        (0.235 * math::pow(power, 0.4) - 1.02 * self.diameter).max(0.0)
    }

    /// A point of a flame.
    fn flame(&self, [aside, wide, high, late]: [f64; 4], n: usize) -> Vector {
        let lick = 1.0 + self.flicker * math::sin(TAU * (self.puff - late));
        let height = high * self.height(self.risen * self.roar * lick);
        // What is hardly there is narrow, too.
        let lit = (height / (0.2 * self.diameter)).min(1.0);
        let x = aside * self.diameter;
        let Some([share, width]) = OUTLINE.get(n / AROUND) else {
            return [x, 0.0, height];
        };
        let radius = lit * width * wide * self.diameter;
        let turn = TAU * (n % AROUND) as f64 / AROUND as f64;
        [
            x + radius * math::cos(turn),
            radius * math::sin(turn),
            share * height,
        ]
    }

    /// A point of the embers' rim; the last one is their middle.
    fn ember(&self, n: usize) -> Vector {
        let radius = if n < AROUND { 0.5 * self.diameter } else { 0.0 };
        let turn = TAU * n as f64 / AROUND as f64;
        [radius * math::cos(turn), radius * math::sin(turn), 0.0]
    }

    /// As high as flames come, so that a picture of them stands still.
    fn highest(&self) -> Vector {
        let most = self.height(self.roar * (1.0 + self.flicker));
        [0.0, 0.0, most.max(0.5 * self.diameter)]
    }

    /// What is to be seen: embers, flames and room for sparks; a fire has no bodies.
    pub fn geometry(&self) -> Geometry {
        let rim = |from: usize, n: usize| [from + n, from + (n + 1) % AROUND];
        let embers = Sketch {
            points: (0..=AROUND).map(|n| self.ember(n)).collect(),
            edges: (0..AROUND)
                .map(|n| rim(0, n).map(|end| end as u32))
                .collect(),
            triangles: (0..AROUND)
                .map(|n| [AROUND, n, (n + 1) % AROUND].map(|own| own as u32))
                .collect(),
            ..Sketch::default()
        };
        let above = Sketch {
            points: vec![self.highest()],
            ..Sketch::default()
        };
        let mut all = Geometry::default()
            .with_specks(MOST)
            .with(PicturePart::scenery(Role::Ground, "hearth", embers))
            .with(PicturePart::scenery(Role::Ground, "above", above));
        let tip = AROUND * OUTLINE.len();
        for (name, form) in FLAMES {
            // Edges name the points of which the outline is drawn.
            let rings = (0..tip).map(|n| rim(n - n % AROUND, n % AROUND));
            let flame = Sketch {
                points: (0..=tip).map(|n| self.flame(form, n)).collect(),
                edges: rings
                    .chain([[tip - 1, tip]])
                    .map(|ends| ends.map(|end| end as u32))
                    .collect(),
                ..Sketch::default()
            };
            all = all.with(PicturePart::scenery(Role::Flame, name, flame));
        }
        all
    }

    /// Where all of that is now.
    pub fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        frame.place(geometry, "hearth", |n, _| self.ember(n));
        frame.place(geometry, "above", |_, _| self.highest());
        for (name, form) in FLAMES {
            frame.place(geometry, name, |n, _| self.flame(form, n));
        }
        self.sparks.tell(frame);
    }
}
