//! What a body is made of: how heavy, how stiff, and how fast it loses sound.
//!
//! Hear:   stiffer is higher, denser is lower; the losses tell wood from metal.
//! Law:    T60(f) = 13.8/(alpha + eta·w + beta·w²) with w = 2·pi·f: alpha is lost at every
//!         pitch alike (support, radiation), eta per cycle (the loss factor of handbooks), beta
//!         faster the higher (Rayleigh damping).
//! Limits: isotropic; losses of a hand-sized thing that is held lightly. Wood, cardboard and ice
//!         vary by a factor of two from piece to piece; use the factors of the body's table.
//! Refs:   Zheng & James 2011, table 1 (Z); Ashby, Materials Selection in Mechanical Design (A);
//!         Cremer & Heckl, Structure-Borne Sound (C); Petrenko & Whitworth, Physics of Ice (P);
//!         Nashif, Jones & Henderson, Vibration Damping (N); Niskanen, Paper Physics (K). A
//!         handbook gives ranges; the figure here lies inside, where hand-sized things of the
//!         stuff ring as long as one expects.

use crate::math::{LN_1000, TAU};

crate::choice! {
    /// What a body is made of.
    pub enum MaterialKind {
        /// A hard wood, along the grain: dry and short.
        Wood = "wood",
        /// Window or drinking glass: clear.
        Glass = "glass",
        /// Steel: bright and long.
        Steel = "steel",
        /// Brass, and about bronze too: mellow and longest.
        Brass = "brass",
        /// Stoneware and porcelain: clear, shorter than glass.
        Ceramic = "ceramic",
        /// A hard plastic (polystyrene): light and short.
        Plastic = "plastic",
        /// A filled rubber: a thud.
        Rubber = "rubber",
        /// Granite: hard and dry.
        Stone = "stone",
        /// Ice well below freezing.
        Ice = "ice",
        /// Solid board: a flap.
        Cardboard = "cardboard",
    }
}

/// The figures of a material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Density \[kg/m³\].
    pub density: f64,
    /// Young's modulus \[Pa\].
    pub modulus: f64,
    /// Poisson's ratio: how much thinner it gets when it is stretched.
    pub poisson: f64,
    /// Loss at every pitch alike \[1/s\].
    pub alpha: f64,
    /// Loss that grows with the square of the frequency \[s\].
    pub beta: f64,
    /// Loss factor: loss that grows with the frequency.
    pub eta: f64,
}

impl MaterialKind {
    /// Its figures, each with its source (see the head of this file).
    pub fn figures(self) -> Material {
        let (density, modulus, poisson, [alpha, beta, eta]) = match self {
            // All figures Z.
            MaterialKind::Wood => (750.0, 1.1e10, 0.25, [60.0, 2e-6, 0.0]),
            // Soda-lime glass, A; eta 6e-4 to 2e-3, C; alpha: a glass held at its foot rings
            // for some seconds.
            MaterialKind::Glass => (2500.0, 7.0e10, 0.23, [1.0, 0.0, 8e-4]),
            // All figures Z.
            MaterialKind::Steel => (7850.0, 2.0e11, 0.29, [5.0, 3e-8, 0.0]),
            // A; eta 2e-4 to 1e-3, C; alpha as of a small bell.
            MaterialKind::Brass => (8500.0, 1.0e11, 0.34, [1.5, 0.0, 4e-4]),
            // All figures Z.
            MaterialKind::Ceramic => (2700.0, 7.4e10, 0.19, [6.0, 1e-7, 0.0]),
            // Polystyrene; all figures Z.
            MaterialKind::Plastic => (1050.0, 3.5e9, 0.34, [30.0, 8e-7, 0.0]),
            // Filled rubber. At audio frequencies it is ten times as stiff as when pulled
            // slowly: 10 to 100 MPa and eta 0.1 to 1, N; density A. Poisson's ratio kept below
            // 0.5, where plates would become rigid.
            MaterialKind::Rubber => (1100.0, 5e7, 0.48, [300.0, 0.0, 0.3]),
            // Granite, A; eta 1e-3 to 5e-3, C (its "stone" and "brick").
            MaterialKind::Stone => (2700.0, 5.5e10, 0.25, [10.0, 0.0, 3e-3]),
            // Polycrystalline ice at -10 °C, P; eta of order 1e-2 to 1e-3 there.
            MaterialKind::Ice => (917.0, 9.1e9, 0.33, [40.0, 0.0, 5e-3]),
            // Solid board, K: 2 to 4 GPa in its plane, eta 0.02 to 0.1.
            MaterialKind::Cardboard => (700.0, 3.0e9, 0.3, [100.0, 0.0, 5e-2]),
        };
        Material {
            density,
            modulus,
            poisson,
            alpha,
            beta,
            eta,
        }
    }
}

impl Material {
    /// Time in which a vibration at a frequency dies away by 60 dB \[s\].
    ///
    /// ```
    /// use urto::body::MaterialKind;
    /// let ratio = MaterialKind::Steel.figures().decay(300.0) / MaterialKind::Wood.figures().decay(300.0);
    /// assert!(ratio > 10.0);
    /// ```
    pub fn decay(&self, hertz: f64) -> f64 {
        let w = TAU * hertz;
        2.0 * LN_1000 / (self.alpha + self.eta * w + self.beta * w * w)
    }

    /// Speed of stretching waves in a thin bar \[m/s\].
    pub fn bar_speed(&self) -> f64 {
        (self.modulus / self.density).sqrt()
    }

    /// Speed of stretching waves in a plate \[m/s\].
    pub fn plate_speed(&self) -> f64 {
        (self.modulus / (self.density * (1.0 - self.poisson * self.poisson))).sqrt()
    }

    /// Speed of shear waves \[m/s\].
    pub fn shear_speed(&self) -> f64 {
        (self.modulus / (2.0 * (1.0 + self.poisson) * self.density)).sqrt()
    }
}
