//! Drop: one drop falls on a liquid, or on what holds it.
//!
//! Law:    a drop of radius a that falls from h meets the surface at sqrt(2·g·h). It presses a cavity
//!         into the liquid; after a capillary time, 2.5·sqrt(rho·a³/sigma), that closes and may leave a
//!         bubble. The clap on the surface is that of its round front; its momentum reaches the floor,
//!         the more slowly the more liquid is above it.
//! Refs:   Pumphrey & Elmore 1990; Longuet-Higgins 1990; Prosperetti & Oguz 1993.

use crate::bank::Start;
use crate::chance::factor;
use crate::later::Later;
use crate::law::{Bubble, TENSION, VISCOSITY, WATER};
use crate::pool::Pool;
use core::f64::consts::PI;
use urto::math::{self, GRAVITY};

urto::params! {
    /// A drop that falls into a liquid.
    pub struct DropParams("drop") {
        /// Diameter of a drop.
        diameter: 4.5e-3, Log(3e-4, 0.05), "m", Block, spread 0.05;
        /// Height of its fall.
        height: 0.3, Log(5e-3, 30.0), "m", Block, spread 0.05;
        /// How deep the liquid is that it falls into; 0 is a dry floor.
        water: 0.05, ZeroLog(1e-3, 5.0), "m", Block, spread 0.05;
        /// Share of drops that leave a bubble.
        entrained: 0.9, Linear(0.0, 1.0), "", Block, spread 0.05;
        /// Radius of that bubble, as a share of the drop's.
        bubble: 0.7, Linear(0.05, 2.0), "", Block, spread 0.08;
        /// By how much of its frequency the bubble's pitch rises while it falls to 37 %.
        rise: 0.12, Linear(0.0, 1.0), "", Block, spread 0.08;
        /// How far it swings when it is closed off, as a share of its radius.
        swing: 0.02, Log(1e-4, 0.2), "", Block, expert, spread 0.05;
        /// How much of the drop's front is heard as it claps on the surface.
        clap: 0.5, Linear(0.0, 2.0), "", Block, spread 0.05;
    }
}

impl DropParams {
    /// How fast a drop is when it lands \[m/s\].
    pub fn speed(&self) -> f64 {
        (2.0 * GRAVITY * self.height).sqrt()
    }

    /// Mass of a drop of a diameter \[kg\].
    pub fn mass(diameter: f64) -> f64 {
        WATER * PI / 6.0 * diameter * diameter * diameter
    }

    /// Whether it falls into a liquid.
    pub fn is_wet(&self) -> bool {
        self.water > 0.0
    }

    /// Momentum that the floor takes up \[N·s\], and in which time \[s\].
    pub fn blow(&self, diameter: f64, speed: f64) -> [f64; 2] {
        let covered = self.water / diameter;
        let momentum = Self::mass(diameter) * speed;
        [momentum, diameter / speed.max(1e-3) * (1.0 + covered)]
    }

    /// The bubble of a drop.
    pub fn start(&self, diameter: f64, strength: f64) -> Start {
        let radius = (0.5 * diameter * self.bubble).clamp(2e-4, 0.1);
        // Its cavity is about as deep as twice the drop.
        let depth = (2.0 * diameter).min(self.water).max(radius);
        Start {
            bubble: Bubble {
                radius,
                depth,
                viscosity: VISCOSITY,
            },
            share: (self.swing * strength).min(0.5),
            rise: self.rise,
            attack: 0.0,
        }
    }

    /// Flow of the clap \[m³/s²\].
    pub fn clap_flow(&self, diameter: f64, speed: f64) -> f64 {
        let radius = 0.5 * diameter;
        0.5 * math::TAU * radius * radius * self.clap * speed * crate::law::SOUND
    }

    /// Lets a drop fall now, so many times as large and as strong.
    pub fn fall(&self, (size, strength): (f64, f64), later: &mut Later, pool: &mut Pool) {
        let diameter = self.diameter * size;
        let speed = self.speed() * strength;
        let [momentum, time] = self.blow(diameter, speed);
        if let Some(solid) = &mut pool.solid {
            solid.strike(momentum, time, &mut pool.rng);
        }
        let lucky = pool.rng.uniform() < self.entrained;
        let vary = factor(0.15, &mut pool.rng);
        match self.is_wet() {
            true => pool.bank.scene.ring([0.0; 2], 0.5 * diameter, 1.0),
            false => pool.bank.scene.mark([0.0; 2], 0.5 * diameter, 1.0),
        }
        if !self.is_wet() || speed <= 0.0 {
            return;
        }
        if self.clap > 0.0 {
            // Half of what falls goes on as motion of the liquid.
            let energy = 0.25 * Self::mass(diameter) * speed * speed;
            pool.bank.knock(
                0.5 * diameter,
                self.clap * speed,
                energy * self.clap.min(1.0),
            );
        }
        if lucky {
            let a = 0.5 * diameter;
            let seconds = 2.5 * (WATER * a * a * a / TENSION).sqrt() * vary;
            let start = self.start(diameter * vary, strength);
            later.put(seconds * pool.rate.hertz(), start);
        }
    }
}
