//! How loud a mode is heard from where the listener is: multipoles, evaluated at run time.
//!
//! Law:    p = v·Σ c_nm h_n(kr) Y_nm with real spherical harmonics Y and outgoing waves h; time
//!         goes as e^{-iωt}, v is the speed of the mode.
//! Step:   [`View::look`] once for a listener, [`Multipoles::heard`] for each mode; neither
//!         allocates. e^{ikr} is left out: what remains moves slowly with the listener, so that a
//!         straight line between two places is near the truth, and the delay r/c is the host's.
//! Limits: outside the sphere around the body; a listener further in is heard from its surface.

/// The harmonics in the direction of one listener, for all modes of a body.
#[derive(Clone, Debug)]
pub struct View {
    order: usize,
    distance: f64,
    harmonics: Vec<f64>,
    legendre: Vec<f64>,
}

/// How one mode sounds around its body.
#[derive(Clone, Debug, PartialEq)]
pub struct Multipoles {
    /// ω/c \[rad/m\].
    pub wave_number: f64,
    /// Of the sphere around the body, outside which the sum holds \[m\].
    pub radius: f64,
    /// In the order of [`Multipole::index`].
    pub terms: Vec<Multipole>,
}

/// One term of the sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multipole {
    /// n, from 0.
    pub degree: usize,
    /// m, from -n to n: sines of the angle around z below 0, cosines from 0.
    pub around: isize,
    /// Real and imaginary part of c \[Pa/(m/s)\].
    pub strength: [f64; 2],
}

impl Multipole {
    /// Where the term stands when all are written out: n² + n + m.
    #[must_use]
    pub fn index(&self) -> usize {
        index(self.degree, self.around)
    }
}

/// n² + n + m.
pub fn index(degree: usize, around: isize) -> usize {
    (degree * degree + degree).wrapping_add_signed(around)
}

impl View {
    /// Room for multipoles up to degree `order`.
    #[must_use]
    pub fn new(order: usize) -> Self {
        let mut view = Self {
            order,
            distance: 0.0,
            harmonics: vec![0.0; (order + 1) * (order + 1)],
            legendre: vec![0.0; (order + 1) * (order + 2) / 2],
        };
        view.look([0.0, 0.0, 1.0]);
        view
    }

    /// Turns to a listener at `place`, from the centre of the body, in its own frame \[m\]. A
    /// place that is not a number keeps the last one.
    pub fn look(&mut self, place: [f64; 3]) {
        let largest = place[0].abs().max(place[1].abs()).max(place[2].abs());
        if !place.iter().all(|x| x.is_finite()) {
            return;
        }
        // Scaled before squaring, so that no place overflows; the centre itself sees along z.
        let unit = if largest > 0.0 {
            let scaled = place.map(|x| x / largest);
            let size =
                (scaled[0] * scaled[0] + scaled[1] * scaled[1] + scaled[2] * scaled[2]).sqrt();
            self.distance = (largest * size).min(f64::MAX);
            scaled.map(|x| x / size)
        } else {
            self.distance = 0.0;
            [0.0, 0.0, 1.0]
        };
        legendre(self.order, unit[2], &mut self.legendre);
        let (mut cos, mut sin) = (1.0, 0.0);
        for m in 0..=self.order {
            let size = if m == 0 {
                1.0
            } else {
                std::f64::consts::SQRT_2
            };
            for n in m..=self.order {
                let value = size * self.legendre[legendre_index(n, m)];
                let middle = n * n + n;
                self.harmonics[middle + m] = value * cos;
                if m > 0 {
                    self.harmonics[middle - m] = value * sin;
                }
            }
            (cos, sin) = (cos * unit[0] - sin * unit[1], sin * unit[0] + cos * unit[1]);
        }
    }

    /// From the centre of the body to the listener \[m\].
    #[must_use]
    pub fn distance(&self) -> f64 {
        self.distance
    }

    /// The harmonics, by [`Multipole::index`].
    #[must_use]
    pub fn harmonics(&self) -> &[f64] {
        &self.harmonics
    }
}

impl Multipoles {
    /// The highest degree.
    #[must_use]
    pub fn order(&self) -> usize {
        self.terms.iter().map(|term| term.degree).max().unwrap_or(0)
    }

    /// Pressure at the listener over the mode's speed, without e^{ikr}: real and imaginary part
    /// \[Pa/(m/s)\]. Terms beyond the order of the view are left out.
    #[must_use]
    pub fn heard(&self, view: &View) -> [f64; 2] {
        let x = self.wave_number * view.distance.max(self.radius);
        self.sum(view, Outgoing::new(x))
    }

    /// The same far away, times the distance: p → F·e^{ikr}/r \[Pa·m/(m/s)\].
    #[must_use]
    pub fn far(&self, view: &View) -> [f64; 2] {
        let [re, im] = self.sum(view, Outgoing::far());
        [re / self.wave_number, im / self.wave_number]
    }

    fn sum(&self, view: &View, mut wave: Outgoing) -> [f64; 2] {
        let mut sum = [0.0; 2];
        for term in &self.terms {
            let Some(&harmonic) = view.harmonics.get(term.index()) else {
                continue;
            };
            wave.advance_to(term.degree);
            let [re, im] = term.strength;
            let [h_re, h_im] = wave.now;
            sum[0] += (re * h_re - im * h_im) * harmonic;
            sum[1] += (re * h_im + im * h_re) * harmonic;
        }
        // Nothing rather than noise, whatever numbers a body was given.
        if sum.iter().all(|part| part.is_finite()) {
            sum
        } else {
            [0.0; 2]
        }
    }

    /// Power given to the air when the mode moves with a peak of 1 m/s \[W\], from the density
    /// \[kg/m³\] and sound speed \[m/s\] of the air: Σ|c|²/(2ρck²).
    #[must_use]
    pub fn power(&self, density: f64, speed: f64) -> f64 {
        let sum: f64 = (self.terms.iter())
            .map(|term| term.strength[0] * term.strength[0] + term.strength[1] * term.strength[1])
            .sum();
        sum / (2.0 * density * speed * self.wave_number * self.wave_number)
    }
}

/// h_n(x)·e^{-ix} for one n after another: h_{n+1} = (2n+1)/x·h_n - h_{n-1}, which is stable
/// upwards. Far away h_n·x·e^{-ix} = (-i)^{n+1}, which the same recurrence gives with 1/x = 0.
pub struct Outgoing {
    over_x: f64,
    degree: usize,
    /// Real and imaginary part of the present one.
    pub now: [f64; 2],
    next: [f64; 2],
}

impl Outgoing {
    /// For x = kr, at degree 0.
    pub fn new(x: f64) -> Self {
        let over_x = 1.0 / x;
        Self {
            over_x,
            degree: 0,
            now: [0.0, -over_x],
            next: [-over_x, -over_x * over_x],
        }
    }

    fn far() -> Self {
        Self {
            over_x: 0.0,
            degree: 0,
            now: [0.0, -1.0],
            next: [-1.0, 0.0],
        }
    }

    /// Goes up to a degree; one that lies behind changes nothing.
    pub fn advance_to(&mut self, degree: usize) {
        while self.degree < degree {
            let up = (2 * self.degree + 3) as f64 * self.over_x;
            let after = [
                up * self.next[0] - self.now[0],
                up * self.next[1] - self.now[1],
            ];
            self.now = self.next;
            self.next = after;
            self.degree += 1;
        }
    }
}

/// Where degree n and m >= 0 stand in a triangle of numbers.
pub fn legendre_index(n: usize, m: usize) -> usize {
    n * (n + 1) / 2 + m
}

/// Legendre functions of u = cos θ, normalised for the sphere and without their sin^m θ, so that
/// nothing is special at the poles. `out` has room for all up to `order`, by [`legendre_index`].
pub fn legendre(order: usize, u: f64, out: &mut [f64]) {
    let mut corner = 0.5 / std::f64::consts::PI.sqrt(); // Y of degree 0
    for m in 0..=order {
        if m > 0 {
            let m = m as f64;
            corner *= ((2.0 * m + 1.0) / (2.0 * m)).sqrt();
        }
        out[legendre_index(m, m)] = corner;
        let square = (m * m) as f64;
        let (mut before, mut now, mut ratio) = (0.0, corner, 0.0);
        for n in m + 1..=order {
            let n2 = (n * n) as f64;
            let next_ratio = ((n2 - square) / (4.0 * n2 - 1.0)).sqrt();
            let next = (u * now - ratio * before) / next_ratio;
            (before, now, ratio) = (now, next, next_ratio);
            out[legendre_index(n, m)] = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::{atan2, cos, sin};

    /// Places spread over the sphere by the golden angle: nearly equal areas.
    fn spread(count: usize) -> impl Iterator<Item = [f64; 3]> {
        let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
        (0..count).map(move |i| {
            let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
            let s = (1.0 - z * z).sqrt();
            [s * cos(golden * i as f64), s * sin(golden * i as f64), z]
        })
    }

    #[test]
    fn harmonics_are_orthonormal() {
        let order = 4;
        let count = 20_000;
        let mut view = View::new(order);
        let size = (order + 1) * (order + 1);
        let mut products = vec![0.0; size * size];
        for place in spread(count) {
            view.look(place);
            for a in 0..size {
                for b in 0..size {
                    products[a * size + b] += view.harmonics()[a] * view.harmonics()[b];
                }
            }
        }
        for a in 0..size {
            for b in 0..size {
                let mean = products[a * size + b] * 4.0 * std::f64::consts::PI / count as f64;
                let wanted = if a == b { 1.0 } else { 0.0 };
                assert!((mean - wanted).abs() < 1e-3, "{a} {b}: {mean}");
            }
        }
    }

    #[test]
    fn outgoing_waves_agree_with_closed_forms() {
        for x in [0.05, 0.7, 3.0, 40.0] {
            let mut wave = Outgoing::new(x);
            wave.advance_to(2);
            // h_2 = e^{ix}·(i/x³)(x² + 3ix - 3)
            let wanted = [-3.0 / (x * x), (x * x - 3.0) / (x * x * x)];
            for part in 0..2 {
                assert!((wave.now[part] - wanted[part]).abs() < 1e-13 * wanted[1].abs().max(1.0));
            }
        }
    }

    /// j_n by its power series, for small x.
    fn regular(n: usize, x: f64) -> f64 {
        let mut term = (1..=n).fold(1.0, |term, m| term * x / (2 * m + 1) as f64);
        let mut sum = 0.0;
        for s in 1..30 {
            sum += term;
            term *= -x * x / (2 * s * (2 * n + 2 * s + 1)) as f64;
        }
        sum
    }

    /// A source beside the centre, as a sum of multipoles around the centre: what is heard with
    /// e^{ikr} put back must be e^{ikd}/d. The sum converges well beyond the source.
    #[test]
    fn a_source_beside_the_centre_is_heard_where_it_is() {
        let (k, beside): (f64, f64) = (8.0, 0.2);
        let order = 24;
        // e^{ikd}/d = 4πik Σ j_n(k·beside) h_n(kr) Y(source) Y(listener)
        let mut view = View::new(order);
        view.look([0.0, 0.0, beside]);
        let mut terms = Vec::new();
        for degree in 0..=order {
            for around in -(degree as isize)..=degree as isize {
                let size = 4.0 * std::f64::consts::PI * k * regular(degree, k * beside);
                let strength = [0.0, size * view.harmonics()[index(degree, around)]];
                terms.push(Multipole {
                    degree,
                    around,
                    strength,
                });
            }
        }
        let field = Multipoles {
            wave_number: k,
            radius: beside,
            terms,
        };
        for place in [[0.5, 0.3, 0.1], [0.0, 0.0, 1.0], [-2.0, 0.4, -3.0]] {
            view.look(place);
            let [re, im] = field.heard(&view);
            let d = (place[0] * place[0]
                + place[1] * place[1]
                + (place[2] - beside) * (place[2] - beside))
                .sqrt();
            let size = (re * re + im * im).sqrt();
            assert!((size * d - 1.0).abs() < 1e-9, "{size} at {d}");
            let phase = atan2(im, re) + k * (view.distance() - d);
            assert!(sin(phase).abs() < 1e-9 && cos(phase) > 0.0);
        }
    }

    #[test]
    fn any_place_gives_a_finite_number() {
        let field = Multipoles {
            wave_number: 0.01,
            radius: 0.05,
            terms: vec![Multipole {
                degree: 3,
                around: -2,
                strength: [1e-20, 1e-20],
            }],
        };
        let mut view = View::new(3);
        for place in [
            [0.0; 3],
            [f64::NAN, 0.0, 0.0],
            [f64::INFINITY, 1.0, 0.0],
            [f64::MAX; 3],
            [f64::MIN_POSITIVE, 0.0, 0.0],
        ] {
            view.look(place);
            let heard = field.heard(&view);
            assert!(heard.iter().all(|x| x.is_finite()), "{place:?}: {heard:?}");
        }
        let broken = Multipoles {
            wave_number: 0.0,
            ..field
        };
        assert_eq!(broken.heard(&view), [0.0; 2]);
    }
}
