//! What is walked on: a floor that answers, a cover that softens, and grains that give way.
//!
//! A floor is a body like any other (boards on joists, a slab). Loose ground is a heap: a bank of
//! dense, strongly damped modes over the range of pitches at which its grains sound, each grain
//! that gives way pushing at another place of it. The figures are of usual grounds; where no
//! measurement is named they were set so that octave bands and decay times agree with
//! recordings of footsteps.
//!
//! Refs: Cremer & Heckl, Structure-Borne Sound (floors); Visell et al. 2009, Turchet 2016 (which
//!       grounds are solid, which aggregate, and what walkers hear of them); Fontana & Bresin
//!       2003 (crumpling under the force of a step).

use crate::body::{Body, BodyKind, BodyParams, MaterialKind};
use crate::error::BuildError;
use crate::gesture::BurstParams;
use crate::math;
use crate::object::{FreeBar, Modal, ModalParams, Mode, NamedPoint, Place};
use crate::rate::Rate;
use crate::rng::Rng;
use crate::texture::CrackleParams;

crate::choice! {
    /// What is walked on.
    pub enum Ground {
        /// Boards on joists.
        Wood = "wood",
        /// Slabs of marble on mortar.
        Marble = "marble",
        /// A concrete floor with a little grit.
        Concrete = "concrete",
        /// A carpet on a floor.
        Carpet = "carpet",
        /// A gravel path.
        Gravel = "gravel",
        /// Dry trodden snow.
        Snow = "snow",
        /// Dry leaves.
        Leaves = "leaves",
        /// Dry sand.
        Sand = "sand",
        /// Wet mud.
        Mud = "mud",
    }
}

/// Grains that give way.
#[derive(Clone)]
pub(super) struct GroundGrains {
    /// How many give way while the foot comes under one body weight.
    pub per_weight: f64,
    /// How many more while it is relieved of it, against that.
    pub lifted: f64,
    /// Their energies.
    pub crackle: CrackleParams,
    /// What a grain weighs \[kg\], and how long its blow lasts \[s\].
    pub mass: f64,
    pub blow: f64,
    /// The range of pitches in which they sound \[Hz\], and for how many periods.
    pub pitches: (f64, f64),
    pub periods: f64,
    /// How far the pitch rises while the foot is lifted: 1 not at all. Suction opens a hole.
    pub rise: f64,
}

/// A ground's figures.
pub(super) struct GroundFigures {
    pub floor: BodyParams,
    /// Stiffness of what covers it \[N/m^1.5\], in series with the sole.
    pub cover: f64,
    /// What is lost in the contact \[s/m\].
    pub dissipation: f64,
    /// The thump and scuff of sole and cover: its force is per newton of body weight.
    pub burst: BurstParams,
    /// Loose grains, if there are any.
    pub grains: Option<GroundGrains>,
}

/// Soil: a few low modes that hardly ring.
fn soil(lowest: f64, mass: f64) -> BodyParams {
    let mode = |ratio: f64| Mode {
        frequency: lowest * ratio,
        decay: 3.0 / (lowest * ratio),
        mass,
    };
    BodyParams {
        kind: BodyKind::Modes,
        modes: [1.0, 1.62, 2.43, 3.77, 5.9].map(mode).to_vec(),
        ..BodyParams::default()
    }
}

fn plate(kind: BodyKind, material: MaterialKind, sides: [f64; 3], damping: f64) -> BodyParams {
    BodyParams {
        kind,
        material,
        size: sides[0],
        width: sides[1],
        thickness: sides[2],
        damping,
        count: 64,
        ..BodyParams::default()
    }
}

fn boards() -> BodyParams {
    // Spruce boards of 24 mm over a bay between joists; nails and neighbours damp them.
    plate(
        BodyKind::ClampedPlate,
        MaterialKind::Wood,
        [3.0, 1.4, 0.024],
        2.5,
    )
}

fn burst(force: f64, press: f64, times: [f64; 4], band: [f64; 2]) -> BurstParams {
    let [attack, decay, hold, release] = times;
    BurstParams {
        force,
        press,
        attack,
        decay,
        sustain: 0.25,
        hold,
        release,
        highpass: band[0],
        lowpass: band[1],
    }
}

fn crackle(energy: f64, exponent: f64, range: f64) -> CrackleParams {
    CrackleParams {
        energy,
        exponent,
        range,
        ..CrackleParams::default()
    }
}

impl Ground {
    pub(super) fn figures(self) -> GroundFigures {
        match self {
            Ground::Wood => GroundFigures {
                floor: boards(),
                cover: 1e10,
                dissipation: 0.6,
                burst: burst(0.025, 2.5, [0.004, 0.02, 0.02, 0.06], [150.0, 4500.0]),
                grains: None,
            },
            // Mortar under the whole slab leaves only a dull knock.
            Ground::Marble => GroundFigures {
                floor: plate(BodyKind::Plate, MaterialKind::Stone, [0.9, 0.6, 0.03], 35.0),
                cover: 1e11,
                dissipation: 0.3,
                burst: burst(0.02, 2.5, [0.003, 0.015, 0.02, 0.05], [400.0, 6000.0]),
                grains: None,
            },
            Ground::Concrete => GroundFigures {
                floor: plate(BodyKind::Plate, MaterialKind::Stone, [4.0, 3.0, 0.12], 25.0),
                cover: 1e11,
                dissipation: 0.5,
                burst: burst(0.04, 5.0, [0.004, 0.025, 0.03, 0.08], [200.0, 3000.0]),
                // Grit under the sole.
                grains: Some(GroundGrains {
                    per_weight: 150.0,
                    lifted: 0.4,
                    crackle: crackle(2e-10, 1.3, 300.0),
                    mass: 2e-5,
                    blow: 8e-5,
                    pitches: (1800.0, 9000.0),
                    periods: 8.0,
                    rise: 1.0,
                }),
            },
            Ground::Carpet => GroundFigures {
                floor: BodyParams {
                    damping: 8.0,
                    ..boards()
                },
                cover: 3e5,
                dissipation: 2.0,
                burst: burst(0.02, 3.0, [0.012, 0.05, 0.05, 0.15], [100.0, 450.0]),
                grains: Some(GroundGrains {
                    per_weight: 400.0,
                    lifted: 0.7,
                    crackle: crackle(7e-10, 1.2, 30.0),
                    mass: 1e-5,
                    blow: 3e-4,
                    pitches: (500.0, 3500.0),
                    periods: 3.0,
                    rise: 1.0,
                }),
            },
            Ground::Gravel => GroundFigures {
                floor: soil(70.0, 25.0),
                cover: 2e7,
                dissipation: 2.0,
                burst: burst(0.9, 3.0, [0.008, 0.05, 0.05, 0.1], [60.0, 500.0]),
                grains: Some(GroundGrains {
                    per_weight: 450.0,
                    lifted: 0.25,
                    crackle: crackle(1.5e-6, 1.3, 1e3),
                    mass: 3e-3,
                    blow: 1.5e-4,
                    pitches: (500.0, 11_000.0),
                    periods: 10.0,
                    rise: 1.0,
                }),
            },
            Ground::Snow => GroundFigures {
                floor: soil(60.0, 40.0),
                cover: 5e5,
                dissipation: 4.0,
                burst: burst(0.12, 2.0, [0.02, 0.08, 0.08, 0.1], [80.0, 300.0]),
                grains: Some(GroundGrains {
                    per_weight: 1500.0,
                    lifted: 0.1,
                    crackle: crackle(1e-8, 1.2, 100.0),
                    mass: 1e-3,
                    blow: 3e-4,
                    pitches: (300.0, 5000.0),
                    periods: 5.0,
                    rise: 1.0,
                }),
            },
            Ground::Leaves => GroundFigures {
                floor: soil(80.0, 40.0),
                cover: 1e6,
                dissipation: 4.0,
                burst: burst(0.2, 1.5, [0.02, 0.06, 0.05, 0.1], [80.0, 400.0]),
                grains: Some(GroundGrains {
                    per_weight: 350.0,
                    lifted: 0.8,
                    crackle: crackle(1e-7, 1.3, 500.0),
                    mass: 3e-4,
                    blow: 1e-4,
                    pitches: (1200.0, 12000.0),
                    periods: 6.0,
                    rise: 1.0,
                }),
            },
            Ground::Sand => GroundFigures {
                floor: soil(60.0, 40.0),
                cover: 1e6,
                dissipation: 5.0,
                burst: burst(0.08, 2.0, [0.02, 0.08, 0.06, 0.12], [80.0, 300.0]),
                grains: Some(GroundGrains {
                    per_weight: 1500.0,
                    lifted: 0.4,
                    crackle: crackle(3e-7, 1.1, 20.0),
                    mass: 3e-5,
                    blow: 2.5e-4,
                    pitches: (400.0, 7000.0),
                    periods: 2.5,
                    rise: 1.0,
                }),
            },
            Ground::Mud => GroundFigures {
                floor: soil(55.0, 30.0),
                cover: 3e5,
                dissipation: 6.0,
                burst: burst(0.25, 2.0, [0.02, 0.08, 0.08, 0.15], [80.0, 500.0]),
                // Water squeezed out between sole and soil, and air drawn in again: bubbles.
                grains: Some(GroundGrains {
                    per_weight: 90.0,
                    lifted: 1.5,
                    crackle: crackle(1e-6, 1.2, 60.0),
                    mass: 3e-3,
                    blow: 1e-3,
                    pitches: (180.0, 2500.0),
                    periods: 14.0,
                    rise: 1.8,
                }),
            },
        }
    }
}

/// How many places of a heap are pushed, and how many modes it has.
pub(super) const PLACES: usize = 12;
const MODES: usize = 48;

/// The modes of a heap, and their shapes at its places and where one listens: alike in no two
/// places.
fn heap(grains: &GroundGrains, size: f64) -> (ModalParams, Vec<Vec<f64>>) {
    // A ground is the same whoever walks on it.
    let mut rng = Rng::new(0x6865_6170);
    let (low, high) = (grains.pitches.0 / size, grains.pitches.1 / size);
    let step = math::log(high / low) / MODES as f64;
    let mode = |n: usize, rng: &mut Rng| {
        let frequency = low * math::exp(step * (n as f64 + rng.uniform()));
        Mode {
            frequency,
            decay: grains.periods / frequency,
            // Of so many modes each is a small part of the heap.
            mass: 0.05,
        }
    };
    let modes = ModalParams {
        modes: (0..MODES).map(|n| mode(n, &mut rng)).collect(),
        ..ModalParams::default()
    };
    // A grain sounds around a pitch of its own: modes within about an octave of it.
    let mut shapes: Vec<Vec<f64>> = (0..PLACES)
        .map(|place| {
            let middle = (place as f64 + rng.uniform()) / PLACES as f64 * MODES as f64;
            let octave = core::f64::consts::LN_2 / step;
            (0..MODES)
                .map(|n| {
                    let away = (n as f64 + 0.5 - middle) / octave;
                    let near = math::exp(-0.5 * away * away);
                    near * rng.signed()
                })
                .collect()
        })
        .collect();
    shapes.push(far_off(MODES));
    (modes, shapes)
}

/// How far-off ears hear modes: each as loudly as the other, but with signs of its own.
fn far_off(modes: usize) -> Vec<f64> {
    let mut rng = Rng::new(0x0065_6172);
    (0..modes).map(|_| rng.signed().signum()).collect()
}

fn named(name: &str, place: Place) -> NamedPoint {
    NamedPoint {
        name: name.to_owned(),
        place,
    }
}

/// The floor, where heel and toe come down and where it is heard from.
pub(super) fn floor_of(
    body: &Body,
    figures: &GroundFigures,
    stands: [f64; 2],
    rate: Rate,
) -> Result<Modal, BuildError> {
    let points = [
        named("heel", Place::Along(stands[0])),
        named("toe", Place::Along(stands[1])),
        named("ear", Place::Shape(far_off(body.modes().len()))),
    ];
    body.bank(&figures.floor, &points, rate)
}

/// The heap of grains, with its places and where it is heard from.
pub(super) fn heap_of(grains: &GroundGrains, size: f64, rate: Rate) -> Result<Modal, BuildError> {
    let (modes, shapes) = heap(grains, size);
    let name = |index: usize| match index {
        PLACES => "ear".to_owned(),
        _ => format!("grain{index}"),
    };
    let points: Vec<NamedPoint> = shapes
        .into_iter()
        .enumerate()
        .map(|(index, shape)| named(&name(index), Place::Shape(shape)))
        .collect();
    Modal::of_modes(modes, Box::new(FreeBar), &points, rate)
}

/// Grains of another size: mass with the cube, blows longer with the size.
pub(super) fn sized(mut grains: GroundGrains, size: f64) -> GroundGrains {
    grains.mass *= size * size * size;
    grains.blow *= size;
    grains
}
