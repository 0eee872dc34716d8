//! The sound on the surface of a body, and what follows from it around the body.

use super::bessel::regular;
use super::phase::cos_sin;
use super::rules::{Rule, seven};
use super::surface::Surface;
use super::system::Flux;
use super::vector::{Vec3, add, blend, dot, length, scale, sub};
use num_complex::Complex64 as c64;
use std::f64::consts::PI;
use urto_body::playback::{Multipole, Multipoles, Outgoing, index, legendre, legendre_index};

/// Pressure on the surface of a body that moves with one mode at a peak of 1 m/s; time goes as
/// e^{-iωt}.
#[derive(Clone, Debug)]
pub struct SurfaceSound<'a> {
    pub(super) surface: &'a Surface,
    /// ω/c \[rad/m\].
    pub(super) k: f64,
    /// At the vertices \[Pa/(m/s)\].
    pub(super) pressure: Vec<c64>,
    /// iωρ·v at the corners.
    pub(super) flux: Flux,
}

/// A sample on the surface, its weight in p and q.
struct Sample {
    place: Vec3,
    normal: Vec3,
    p: c64,
    q: c64,
}

impl SurfaceSound<'_> {
    /// Pressure at the vertices: real and imaginary part \[Pa/(m/s)\].
    pub fn pressures(&self) -> impl Iterator<Item = [f64; 2]> {
        self.pressure.iter().map(|p| [p.re, p.im])
    }

    fn samples(&self) -> impl Iterator<Item = Sample> {
        let rule: Rule<7> = seven();
        let panels = self.surface.panels().iter();
        (panels.zip(self.surface.triangles()).zip(&self.flux)).flat_map(
            move |((panel, corners), flux)| {
                let (places, weights) = (rule.places, rule.weights);
                let pressures = corners.map(|vertex| self.pressure[vertex]);
                (0..7).map(move |point| {
                    let (mut p, mut q) = (c64::new(0.0, 0.0), c64::new(0.0, 0.0));
                    for corner in 0..3 {
                        let weight = weights[point] * panel.area * places[point][corner];
                        p += pressures[corner] * weight;
                        q += flux[corner] * weight;
                    }
                    Sample {
                        place: blend(&panel.corners, places[point]),
                        normal: panel.normal,
                        p,
                        q,
                    }
                })
            },
        )
    }

    /// Pressure at a place outside the body \[Pa/(m/s)\], by the representation formula
    /// ∫(p ∂G/∂n - G q); the seven points of a triangle want a place some cells away.
    #[must_use]
    pub fn pressure_at(&self, place: Vec3) -> [f64; 2] {
        let mut sum = c64::new(0.0, 0.0);
        for sample in self.samples() {
            let away = sub(place, sample.place);
            let r = length(away);
            let (cos, sin) = cos_sin(self.k * r);
            let wave = c64::new(cos, sin) * (1.0 / (4.0 * PI * r));
            let slope = wave * c64::new(-1.0 / r, self.k) * (-dot(sample.normal, away) / r);
            sum += sample.p * slope - sample.q * wave;
        }
        [sum.re, sum.im]
    }

    /// F in p → F·e^{ikr}/r far away in a direction (a unit vector), r from the body's centre
    /// \[Pa·m/(m/s)\].
    #[must_use]
    pub fn far(&self, direction: Vec3) -> [f64; 2] {
        let centre = self.surface.centre();
        let mut sum = c64::new(0.0, 0.0);
        for sample in self.samples() {
            let (cos, sin) = cos_sin(self.k * dot(direction, sub(sample.place, centre)));
            let facing = c64::new(0.0, -self.k * dot(sample.normal, direction));
            sum += (sample.p * facing - sample.q) * c64::new(cos, -sin);
        }
        [sum.re / (4.0 * PI), sum.im / (4.0 * PI)]
    }

    /// The sound as multipoles around the body's centre: c_nm = ik ∫(p ∂(j_n Y)/∂n - j_n Y q).
    /// Those too small to be heard are left out.
    #[must_use]
    pub fn multipoles(&self) -> Multipoles {
        let radius = self.surface.radius();
        // Two beyond ka suffice for 5 %; a bar's first mode (ka = 1.6) still has 1.5 % in the
        // next two degrees, and more of it near the body.
        let order = (self.k * radius).ceil() as usize + 4;
        let mut strengths = vec![c64::new(0.0, 0.0); (order + 1) * (order + 1)];
        let mut waves = RegularWaves::new(order);
        let centre = self.surface.centre();
        for sample in self.samples() {
            waves.add(
                self.k,
                sub(sample.place, centre),
                sample.normal,
                (sample.p, sample.q),
                &mut strengths,
            );
        }
        let ik = c64::new(0.0, self.k);
        let mut terms = Vec::with_capacity(strengths.len());
        for degree in 0..=order {
            for around in -(degree as isize)..=degree as isize {
                let strength = ik * strengths[index(degree, around)];
                terms.push(Multipole {
                    degree,
                    around,
                    strength: [strength.re, strength.im],
                });
            }
        }
        let mut field = Multipoles {
            wave_number: self.k,
            radius,
            terms,
        };
        leave_out_small(&mut field);
        field
    }
}

/// What all left-out terms together may take of the mean square pressure: 1 % of the amplitude, where
/// the boundary elements themselves are within 2 to 5 %.
const LEFT_OUT: f64 = 1e-4;

/// Leaves out terms that count neither far away nor at 1.5 radii, where high degrees are stronger.
fn leave_out_small(field: &mut Multipoles) {
    let mut near = Outgoing::new(field.wave_number * field.radius * 1.5);
    let mut shares: Vec<[f64; 2]> = Vec::with_capacity(field.terms.len());
    for term in &field.terms {
        near.advance_to(term.degree);
        let [re, im] = term.strength;
        let far = re * re + im * im;
        let here = near.now[0] * near.now[0] + near.now[1] * near.now[1];
        shares.push([far, far * here]);
    }
    let limits = [0, 1].map(|at| {
        let mut own: Vec<f64> = shares.iter().map(|share| share[at]).collect();
        own.sort_by(f64::total_cmp);
        let most = LEFT_OUT * own.iter().sum::<f64>();
        let mut sum = 0.0;
        let counts = own.into_iter().find(|share| {
            sum += share;
            sum > most
        });
        counts.unwrap_or(0.0)
    });
    let mut share = shares.iter();
    field.terms.retain(|_| {
        share
            .next()
            .is_some_and(|share| share[0] >= limits[0] || share[1] >= limits[1])
    });
}
/// j_n(kr)·Y_nm and its slope along a normal, summed with weights.
struct RegularWaves {
    order: usize,
    radial: Vec<f64>,
    legendre: Vec<f64>,
    /// Real and imaginary part of ((x + iy)/r)^m, and its slope.
    around: Vec<[f64; 4]>,
}

impl RegularWaves {
    fn new(order: usize) -> Self {
        Self {
            order,
            radial: vec![0.0; order + 2],
            legendre: vec![0.0; (order + 1) * (order + 2) / 2],
            around: vec![[0.0; 4]; order + 1],
        }
    }

    /// Adds p·∂(jY)/∂n - q·jY at a place from the centre.
    fn add(&mut self, k: f64, place: Vec3, normal: Vec3, (p, q): (c64, c64), into: &mut [c64]) {
        // At the centre itself directions are undefined, and so near it all alike.
        let r = length(place).max(1e-9 / k);
        let unit = if length(place) < r {
            [0.0, 0.0, 1.0]
        } else {
            scale(place, 1.0 / r)
        };
        let outward = dot(normal, unit);
        let aside = add(normal, scale(unit, -outward));
        regular(k * r, &mut self.radial);
        legendre(self.order, unit[2], &mut self.legendre);
        // d(x+iy)^m = m (x+iy)^{m-1} (dx + i dy)
        let (mut cos, mut sin) = (1.0, 0.0);
        self.around[0] = [1.0, 0.0, 0.0, 0.0];
        for m in 1..=self.order {
            let slope = [
                m as f64 * (cos * aside[0] - sin * aside[1]),
                m as f64 * (sin * aside[0] + cos * aside[1]),
            ];
            (cos, sin) = (cos * unit[0] - sin * unit[1], sin * unit[0] + cos * unit[1]);
            self.around[m] = [cos, sin, slope[0], slope[1]];
        }
        for n in 0..=self.order {
            let j = self.radial[n];
            let j_slope = n as f64 / r * j - k * self.radial[n + 1];
            for m in 0..=n {
                let size = if m == 0 {
                    1.0
                } else {
                    std::f64::consts::SQRT_2
                };
                let tall = size * self.legendre[legendre_index(n, m)];
                // The slope of a Legendre function is the next one.
                let tall_slope = if m < n {
                    let step = ((n - m) * (n + m + 1)) as f64;
                    size * step.sqrt() * self.legendre[legendre_index(n, m + 1)] * aside[2]
                } else {
                    0.0
                };
                let [cos, sin, cos_slope, sin_slope] = self.around[m];
                for (at, wave, wave_slope) in [
                    (n * n + n + m, cos, cos_slope),
                    (n * n + n - m, sin, sin_slope),
                ] {
                    let harmonic = tall * wave;
                    let slope = j_slope * outward * harmonic
                        + j / r * (tall_slope * wave + tall * wave_slope);
                    into[at] += p * slope - q * (j * harmonic);
                    if m == 0 {
                        break;
                    }
                }
            }
        }
    }
}
