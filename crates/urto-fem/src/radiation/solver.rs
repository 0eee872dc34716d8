//! From a surface and its modes to multipoles, on all cores.

use super::error::RadiationError;
use super::sound::SurfaceSound;
use super::surface::Surface;
use super::system::{Flux, Geometry};
use super::velocity::NormalVelocity;
use num_complex::Complex64 as c64;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use urto::math::TAU;
use urto_body::playback::Multipoles;

/// What the sound goes through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    /// \[kg/m³\]
    pub density: f64,
    /// Speed of sound \[m/s\].
    pub speed: f64,
}

impl Default for Air {
    fn default() -> Self {
        Self {
            density: 1.2,
            speed: 343.0,
        }
    }
}

/// How carefully to work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// As if the air did not resist compression: one solution for all modes. For bodies smaller
    /// than the wave (ka < 0.7) within 5 % on bars and plates and 11 % (0.6 dB) on a pulsating
    /// ball, the worst; beyond within about 6 dB.
    Preview,
    /// About 1000 triangles: within 5 %; modes whose parts nearly cancel (a plate's saddle) up to
    /// 8 % on uneven triangles.
    #[default]
    Normal,
    /// About 2000 triangles: within 2 %.
    High,
}

impl Quality {
    /// How many triangles the surface should have.
    #[must_use]
    pub fn panels(self) -> usize {
        match self {
            Self::Preview => 500,
            Self::Normal => 1000,
            Self::High => 2000,
        }
    }

    /// Triangles closer than this many edges are integrated exactly. From 2 to 1.2 moves the
    /// sound by 0.1 to 0.4 % and saves up to a third of the time.
    fn reach(self) -> f64 {
        match self {
            Self::Preview | Self::Normal => 1.2,
            Self::High => 2.0,
        }
    }
}

/// One mode of the body.
#[derive(Clone, Debug)]
pub struct Mode {
    /// \[Hz\]
    pub frequency: f64,
    /// Modal mass \[kg\], for the same peak speed as `velocity`.
    pub mass: f64,
    /// When the mode moves with a peak of 1 m/s.
    pub velocity: NormalVelocity,
}

/// How a mode sounds.
#[derive(Clone, Debug)]
pub struct Radiated {
    /// The sound around the body.
    pub field: Multipoles,
    /// Given to the air at a peak of 1 m/s \[W\].
    pub power: f64,
    /// What the air takes from the mode's amplitude \[1/s\]: power over modal mass.
    pub damping: f64,
    /// Why it may be less exact than hoped.
    pub warnings: Vec<Warning>,
}

/// Why a mode's sound may be less exact than the quality promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Warning {
    /// The waves in the air are short against the triangles.
    CoarseForAir {
        /// Cells in one wavelength.
        cells: f64,
    },
    /// The mode bends more finely than the triangles.
    CoarseForMode {
        /// What straight functions on the triangles miss of its motion.
        misfit: f64,
    },
    /// A preview of a body that is not small against the wave.
    LargeForPreview {
        /// 2π · radius / wavelength.
        ka: f64,
    },
}

/// Modes that are worked on in one go, so that it can be told how far the work is: a multiple of how many
/// threads there usually are.
const AT_ONCE: usize = 8;

/// Below this many cells per wavelength the error passes 5 %.
const LEAST_CELLS: f64 = 5.0;
/// What the best straight line on each fifth of a sine's period misses: (2π/5)²/√720.
const MOST_MISFIT: f64 = 0.06;
/// Up to here a preview is within 0.6 dB.
const PREVIEW_KA: f64 = 0.7;
/// Beyond this ka the sum of multipoles alone would take minutes.
const HIGHEST_KA: f64 = 500.0;

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CoarseForAir { cells } => write!(
                f,
                "{cells:.1} cells per wavelength in air, {LEAST_CELLS} are wanted: take a finer surface or a higher quality"
            ),
            Self::CoarseForMode { misfit } => write!(
                f,
                "the surface misses {:.0} % of how this mode bends: take a finer surface or a higher quality",
                100.0 * misfit
            ),
            Self::LargeForPreview { ka } => write!(
                f,
                "a preview holds only for ka (2π · radius / wavelength) below {PREVIEW_KA}, and this is {ka:.2}: its loudness may be 6 dB off; take normal quality"
            ),
        }
    }
}

/// How to work out the sound of bodies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Radiation {
    /// What the sound goes through.
    pub air: Air,
    /// How carefully to work.
    pub quality: Quality,
    /// How many frequencies to work on at once; 0 for as many as there are cores. The result is
    /// the same, bit for bit.
    pub threads: usize,
}

impl Radiation {
    /// The sound of each mode. The surface should have about [`Quality::panels`] triangles.
    ///
    /// # Errors
    /// Says which mode is at fault, or that the surface cannot be solved.
    pub fn of(&self, surface: &Surface, modes: &[Mode]) -> Result<Vec<Radiated>, RadiationError> {
        self.told(surface, modes, &mut |_| ())
    }

    /// The same; `reach` is told now and then which share of the work is done.
    ///
    /// # Errors
    /// As [`Radiation::of`].
    pub fn told(
        &self,
        surface: &Surface,
        modes: &[Mode],
        reach: &mut dyn FnMut(f64),
    ) -> Result<Vec<Radiated>, RadiationError> {
        self.check(surface, modes)?;
        // What no frequency changes is worked out once for all modes.
        let geometry = Geometry::new(surface, self.quality.reach())?;
        let still = self.still_pressures(&geometry, modes)?;
        let mut radiated = Vec::with_capacity(modes.len());
        for some in modes.chunks(AT_ONCE) {
            let first = radiated.len();
            let sound = |at: usize| {
                self.sound(&geometry, surface, &some[at], still.get(first + at))
                    .map(|sound| self.radiated(surface, &some[at], &sound))
            };
            radiated.extend(self.shared(some, &sound)?);
            reach(radiated.len() as f64 / modes.len() as f64);
        }
        Ok(radiated)
    }

    /// What `sound` makes of each mode, by its number, on all threads.
    fn shared(
        &self,
        modes: &[Mode],
        sound: &(dyn Fn(usize) -> Result<Radiated, RadiationError> + Sync),
    ) -> Result<Vec<Radiated>, RadiationError> {
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<Option<Result<Radiated, RadiationError>>>> =
            Mutex::new(modes.iter().map(|_| None).collect());
        // A thread takes a frequency at a time and works on it alone, so that their number
        // changes nothing.
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= modes.len() {
                    break;
                }
                let result = sound(at);
                if let Ok(mut done) = done.lock() {
                    done[at] = Some(result);
                }
            }
        };
        match self.thread_count(modes.len()) {
            // A browser's worker cannot start any.
            0 | 1 => work(),
            threads => std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(work);
                }
            }),
        }
        (done
            .into_inner()
            .unwrap_or_else(|broken| broken.into_inner())
            .into_iter())
        .zip(modes)
        .map(|(result, mode)| result.unwrap_or(Err(RadiationError::Unsolved(mode.frequency))))
        .collect()
    }

    /// The pressure on the surface for one mode, for those who want more than multipoles.
    ///
    /// # Errors
    /// As [`Radiation::of`].
    pub fn surface_sound<'a>(
        &self,
        surface: &'a Surface,
        mode: &Mode,
    ) -> Result<SurfaceSound<'a>, RadiationError> {
        self.check(surface, std::slice::from_ref(mode))?;
        let geometry = Geometry::new(surface, self.quality.reach())?;
        let still = self.still_pressures(&geometry, std::slice::from_ref(mode))?;
        self.sound(&geometry, surface, mode, still.first())
    }

    fn thread_count(&self, modes: usize) -> usize {
        let wanted = if self.threads == 0 {
            std::thread::available_parallelism().map_or(1, usize::from)
        } else {
            self.threads
        };
        wanted.min(modes)
    }

    /// For previews one solution serves all modes; else none is needed.
    fn still_pressures(
        &self,
        geometry: &Geometry,
        modes: &[Mode],
    ) -> Result<Vec<Vec<c64>>, RadiationError> {
        if self.quality != Quality::Preview || modes.is_empty() {
            return Ok(Vec::new());
        }
        let fluxes: Vec<Flux> = modes.iter().map(|mode| self.flux(mode)).collect();
        let fluxes: Vec<&Flux> = fluxes.iter().collect();
        (geometry.still_pressures(&fluxes)).ok_or(RadiationError::Unsolved(modes[0].frequency))
    }

    fn sound<'a>(
        &self,
        geometry: &Geometry,
        surface: &'a Surface,
        mode: &Mode,
        still: Option<&Vec<c64>>,
    ) -> Result<SurfaceSound<'a>, RadiationError> {
        let k = self.wave_number(mode);
        let flux = self.flux(mode);
        let pressure = match still {
            Some(pressure) => pressure.clone(),
            None => (geometry.pressures(k, &[&flux]))
                .and_then(|mut pressures| pressures.pop())
                .ok_or(RadiationError::Unsolved(mode.frequency))?,
        };
        Ok(SurfaceSound {
            surface,
            k,
            pressure,
            flux,
        })
    }

    fn radiated(&self, surface: &Surface, mode: &Mode, sound: &SurfaceSound) -> Radiated {
        let field = sound.multipoles();
        let power = field.power(self.air.density, self.air.speed);
        Radiated {
            field,
            power,
            // The mode's energy is m/2·v² and falls by twice this rate.
            damping: power / mode.mass,
            warnings: self.warnings(surface, mode),
        }
    }

    fn warnings(&self, surface: &Surface, mode: &Mode) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let cells = self.air.speed / mode.frequency / surface.cell();
        if cells < LEAST_CELLS {
            warnings.push(Warning::CoarseForAir { cells });
        }
        let misfit = mode.velocity.misfit;
        if misfit > MOST_MISFIT {
            warnings.push(Warning::CoarseForMode { misfit });
        }
        let ka = self.wave_number(mode) * surface.radius();
        if self.quality == Quality::Preview && ka > PREVIEW_KA {
            warnings.push(Warning::LargeForPreview { ka });
        }
        warnings
    }

    fn wave_number(&self, mode: &Mode) -> f64 {
        TAU * mode.frequency / self.air.speed
    }

    /// iωρ·v
    fn flux(&self, mode: &Mode) -> Flux {
        let factor = TAU * mode.frequency * self.air.density;
        (mode.velocity.corners.iter())
            .map(|corners| corners.map(|v| c64::new(0.0, factor * v)))
            .collect()
    }

    fn check(&self, surface: &Surface, modes: &[Mode]) -> Result<(), RadiationError> {
        let Air { density, speed } = self.air;
        let is_usable = |x: f64| x.is_finite() && x > 0.0;
        if !is_usable(density) || !is_usable(speed) {
            return Err(RadiationError::Air { density, speed });
        }
        let highest = HIGHEST_KA * speed / (TAU * surface.radius());
        for (number, mode) in modes.iter().enumerate() {
            let (given, wanted) = (mode.velocity.corners.len(), surface.triangles().len());
            if given != wanted {
                return Err(RadiationError::Count {
                    mode: number,
                    given,
                    wanted,
                });
            }
            if !is_usable(mode.frequency) || mode.frequency > highest {
                return Err(RadiationError::Frequency {
                    frequency: mode.frequency,
                    highest,
                });
            }
            let velocities = mode.velocity.corners.iter().flatten();
            if !is_usable(mode.mass) || velocities.clone().any(|v| !v.is_finite()) {
                return Err(RadiationError::Mode(number));
            }
        }
        Ok(())
    }
}
