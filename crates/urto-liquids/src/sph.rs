//! Smoothed particles: a liquid as small masses that carry its density with them.
//!
//! Law:    density rho_i = sum of m·W(r_ij), W = 15/(pi·h⁶)·(h - r)³. What is denser than at rest holds
//!         U = sum of m·c²/2·((rho_i - rho0)/rho0)², and the forces are exactly -dU/dx: on each pair
//!         -m·(u_i + u_j)·grad W, one way on one and the other way on the other. Viscosity draws the
//!         speeds of a pair together. Walls count as liquid that stands still; they stop what runs
//!         into them and take up its momentum.
//! Step:   speeds, then places, 240 times a second. Then the whole energy, of motion, pressure and
//!         height, is summed up: what it has risen is taken out of the motion about the common
//!         one, v ← V + s·(v - V). If there is not as much, the step is taken back and the next one is half as
//!         long, until steps are short enough for what presses so hard; then they grow again. Should the
//!         shortest not do, the liquid stops: walls take up its motion, without walls all but the common one ends.
//! Stable: so in every step the energy falls or stays: taken out, it is what it was; taken back, all is what it
//!         was; stopped, there is less (Koenig). Mass is that of the particles, which stay; a pair's forces
//!         cancel to the last digit, and taking out about the common motion leaves it as it is: momentum is
//!         kept to rounding.
//! Limits: sound in it runs at a few metres a second, as fast as steps carry it, so it gives way by some percent. No surface
//!         tension.
//! Refs:   Mueller, Charypar & Gross 2003; Monaghan 1992; Papetti 2010, 2.2.5.

mod near;
mod pairs;

use core::f64::consts::PI;
use core::mem;
use near::Near;
use urto::math::GRAVITY;

/// Steps a second.
pub const STEPS: f64 = 240.0;
const STEP: f64 = 1.0 / STEPS;
/// Reach of a particle, in distances between neighbours at rest.
const REACH: f64 = 1.8;
/// Neighbours at rest lie so much further apart than their share of the volume says: at the surface and
/// along walls particles have fewer neighbours and come nearer, so that all together fill their volume.
const LOOSE: f64 = 1.14;
/// Sound runs so much of the reach in a step.
const COURANT: f64 = 0.3;
/// Most particles, and most pairs of each. At rest there are 13 within 1.8 distances.
pub const MOST: usize = 1000;
const PAIRS: usize = 28;
/// What presses hard is too stiff for a whole step: steps get shorter by half, and longer again by so much. The
/// share of a whole one below which the liquid is stopped (water pressed into a millionth of its room asks
/// for twice as much), and the least.
const LONGER: f64 = 1.2;
const STOPPED: f64 = 1.0 / 64.0;
const SHORTEST: f64 = 1e-3;

type Vector = [f64; 3];

/// How it all is at one moment.
struct State {
    places: Vec<Vector>,
    speeds: Vec<Vector>,
    density: Vec<f64>,
    /// How steeply the density grows towards the floor and the wall.
    walls: Vec<[f64; 2]>,
    near: Near,
}

/// The liquid.
pub struct Liquid {
    count: usize,
    /// Mass of a particle \[kg\], its reach \[m\], density of it all at rest, and its speed of sound.
    mass: f64,
    reach: f64,
    rest: f64,
    sound: f64,
    /// Radius of the vessel \[m\]; infinite without one. Whether there is a floor and gravity.
    wall: f64,
    gravity: f64,
    /// Now, and before the last step.
    now: State,
    was: State,
    /// In the order of cells: densities, how much each is pressed, and speeds.
    dense: Vec<f64>,
    pressing: Vec<f64>,
    moving: Vec<Vector>,
    /// What pairs give them of speed.
    gained: Vec<Vector>,
    energy: f64,
    /// What the walls took up in the last step \[N·s\].
    taken: Vector,
    hits: f64,
    /// How long the next step is, as a share of a whole one, and how long the last one was \[s\].
    pace: f64,
    passed: f64,
    held_back: u64,
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl Liquid {
    /// Steps a second.
    pub const STEPS: f64 = STEPS;

    /// Room for so many particles. Allocates.
    pub fn new(count: usize) -> Self {
        let count = count.clamp(2, MOST);
        let vectors = || vec![[0.0; 3]; count];
        let state = || State {
            places: vectors(),
            speeds: vectors(),
            density: vec![0.0; count],
            walls: vec![[0.0; 2]; count],
            near: Near::new(count, count * PAIRS),
        };
        Self {
            count,
            mass: 1e-3,
            reach: 0.02,
            rest: 1.0,
            sound: 1.0,
            wall: f64::INFINITY,
            gravity: GRAVITY,
            now: state(),
            was: state(),
            dense: vec![0.0; count],
            pressing: vec![0.0; count],
            moving: vectors(),
            gained: vectors(),
            energy: 0.0,
            taken: [0.0; 3],
            hits: 0.0,
            pace: 1.0,
            passed: 0.0,
            held_back: 0,
        }
    }

    /// Fills in so much liquid \[m³\], a share of it at rest on the floor, and the rest in a round heap
    /// of a height above that, with a speed downwards. Does not allocate.
    pub fn fill(&mut self, volume: f64, wall: f64, resting: f64, (fall, speed): (f64, f64)) {
        let own = volume / self.count as f64;
        let apart = LOOSE * libm_cbrt(own);
        self.mass = crate::law::WATER * own;
        self.reach = REACH * apart / LOOSE;
        self.wall = wall.max(1.5 * apart);
        self.gravity = GRAVITY;
        self.sound = COURANT * self.reach * STEPS;
        // Density of a simple cubic row of neighbours, itself included.
        self.rest = 0.0;
        for x in -2i32..=2 {
            for y in -2i32..=2 {
                for z in -2i32..=2 {
                    let r = apart * f64::from(x * x + y * y + z * z).sqrt();
                    self.rest += self.mass * self.kernel(r);
                }
            }
        }
        let still = (resting.clamp(0.0, 0.99) * self.count as f64) as usize;
        let top = self.lay(0, still, self.wall, 0.5 * apart, apart);
        let others = self.count - still;
        // As wide as it is tall: others·a³ = pi·r²·2·r.
        let wide = libm_cbrt(others as f64 / (2.0 * PI)) * apart;
        let wide = wide.max(0.6 * apart).min(self.wall);
        self.lay(still, self.count, wide, top + fall, apart);
        for (n, own) in self.now.speeds.iter_mut().enumerate() {
            *own = [0.0, 0.0, if n < still { 0.0 } else { -speed }];
        }
        self.start();
    }

    /// Lays particles in layers within a radius; tells where the next layer would lie.
    fn lay(&mut self, from: usize, to: usize, radius: f64, bottom: f64, apart: f64) -> f64 {
        let mut next = from;
        let mut z = bottom;
        let across = (radius / apart) as i32 + 1;
        while next < to {
            let layer = next;
            for x in -across..=across {
                for y in -across..=across {
                    // A little off, so that nothing stands on its point for ever.
                    let tilt = 0.02 * f64::from((7 * x + 3 * y).rem_euclid(5) - 2);
                    let at = [(f64::from(x) + tilt) * apart, (f64::from(y) - tilt) * apart];
                    let inside = at[0] * at[0] + at[1] * at[1] <= radius * radius;
                    if inside && next < to {
                        self.now.places[next] = [at[0], at[1], z];
                        next += 1;
                    }
                }
            }
            z += apart;
            if next == layer {
                // Too narrow for a row: one above the other.
                self.now.places[next] = [0.0, 0.0, z];
                next += 1;
            }
        }
        z
    }

    fn start(&mut self) {
        self.held_back = 0;
        self.pace = 1.0;
        self.passed = 0.0;
        self.weigh();
        self.was.density.copy_from_slice(&self.now.density);
        self.energy = self.sum();
    }

    /// The reach's sixth power.
    fn reach_6(&self) -> f64 {
        let cube = self.reach * self.reach * self.reach;
        cube * cube
    }

    fn kernel(&self, r: f64) -> f64 {
        let left = (self.reach - r).max(0.0);
        15.0 / (PI * self.reach_6()) * left * left * left
    }

    /// Finds pairs and densities.
    fn weigh(&mut self) {
        self.now.near.find(&self.now.places, self.reach);
        let itself = self.mass * self.kernel(0.0);
        for m in 0..self.count {
            let n = usize::from(self.now.near.order[m]);
            let [[floor, floor_steep], [wall, wall_steep]] = self.missing(self.now.places[n]);
            self.dense[m] = itself + floor + wall;
            self.now.walls[n] = [floor_steep, wall_steep];
        }
        let light = self.mass * self.steep() / 3.0;
        let pairs = &self.now.near.pairs;
        for m in 0..self.count {
            let row = pairs.row(m);
            let mut own = self.dense[m];
            for (n, left) in pairs.others[row.clone()].iter().zip(&pairs.left[row]) {
                let weight = light * left * left * left;
                own += weight;
                self.dense[usize::from(*n)] += weight;
            }
            self.dense[m] = own;
        }
        for (n, dense) in self.now.near.order.iter().zip(&self.dense) {
            self.now.density[usize::from(*n)] = *dense;
        }
    }

    /// How steep the kernel is, but for the square of what is left of the reach.
    fn steep(&self) -> f64 {
        45.0 / (PI * self.reach_6())
    }

    /// What a particle misses of its neighbours because the floor and the wall are there, and how
    /// steeply that grows towards them: a wall counts as liquid that stands still. The share of a
    /// kernel beyond a plane at a distance d is 1.5·q⁵ - q⁶, q = 1 - d/h.
    fn missing(&self, place: Vector) -> [[f64; 2]; 2] {
        if !self.wall.is_finite() {
            return [[0.0; 2]; 2];
        }
        let away = (place[0] * place[0] + place[1] * place[1]).sqrt();
        let around = self.rest - self.mass * self.kernel(0.0);
        [place[2], self.wall - away].map(|far| {
            let q = (1.0 - far / self.reach).clamp(0.0, 1.0);
            let q4 = q * q * q * q;
            let share = q4 * q * (1.5 - q);
            let steep = q4 * (7.5 - 6.0 * q) / self.reach;
            [around * share, around * steep]
        })
    }

    /// How much denser than at rest that is, as a share; nothing below.
    fn pressed(&self, density: f64) -> f64 {
        (density / self.rest - 1.0).max(0.0)
    }

    /// The whole energy \[J\].
    fn sum(&self) -> f64 {
        let State {
            places,
            speeds,
            density,
            ..
        } = &self.now;
        let mut all = 0.0;
        for n in 0..self.count {
            let square = dot(speeds[n], speeds[n]);
            let pressed = self.pressed(density[n]);
            all += 0.5 * square
                + 0.5 * self.sound * self.sound * pressed * pressed
                + self.gravity * places[n][2];
        }
        self.mass * all
    }

    /// The common motion.
    fn common(&self) -> Vector {
        let mut sum = [0.0; 3];
        for speed in &self.now.speeds {
            for axis in 0..3 {
                sum[axis] += speed[axis];
            }
        }
        sum.map(|own| own / self.count as f64)
    }

    /// A step; `thick` from 0 to 1 is how much speeds are drawn together.
    pub fn step(&mut self, thick: f64) {
        mem::swap(&mut self.now, &mut self.was);
        self.now.places.copy_from_slice(&self.was.places);
        self.now.speeds.copy_from_slice(&self.was.speeds);
        self.taken = [0.0; 3];
        self.hits = 0.0;
        self.passed = self.pace * STEP;
        self.push(thick);
        self.run();
        self.weigh();
        match self.hold_back() {
            true => self.pace = (LONGER * self.pace).min(1.0),
            false => self.take_back(),
        }
    }

    /// Pressure, viscosity and gravity.
    fn push(&mut self, thick: f64) {
        let stiff = self.sound * self.sound / self.rest;
        // Each has some 26 within reach, of weights around a third: no more than half its speed goes, also
        // since all are drawn by what the others' speeds were before.
        let draw = 0.06 * self.pace * thick / self.reach;
        let Near {
            order,
            sorted: [xs, ys, zs],
            pairs,
            ..
        } = &self.was.near;
        for (m, n) in order.iter().enumerate() {
            self.pressing[m] = self.pressed(self.was.density[usize::from(*n)]);
            self.moving[m] = self.was.speeds[usize::from(*n)];
            self.gained[m] = [0.0; 3];
        }
        let hard = self.passed * self.mass * stiff * self.steep();
        for i in 0..self.count {
            let (place, pressed) = ([xs[i], ys[i], zs[i]], self.pressing[i]);
            let (speed, mut own) = (self.moving[i], self.gained[i]);
            let row = pairs.row(i);
            let others = pairs.others[row.clone()].iter();
            for (j, (left, turn)) in
                others.zip(pairs.left[row.clone()].iter().zip(&pairs.turn[row]))
            {
                let j = usize::from(*j);
                let share = draw * left;
                let push = hard * (pressed + self.pressing[j]) * (left * left * turn);
                let way = [xs[j] - place[0], ys[j] - place[1], zs[j] - place[2]];
                let (other, gained) = (self.moving[j], &mut self.gained[j]);
                for axis in 0..3 {
                    let by = share * (other[axis] - speed[axis]) - push * way[axis];
                    own[axis] += by;
                    gained[axis] -= by;
                }
            }
            self.gained[i] = own;
        }
        let down = self.passed * self.gravity;
        for (m, n) in order.iter().enumerate() {
            let n = usize::from(*n);
            let (place, [floor, wall]) = (self.was.places[n], self.was.walls[n]);
            let push = self.passed * stiff * self.pressing[m];
            let away = (place[0] * place[0] + place[1] * place[1]).sqrt().max(1e-9);
            let by = [
                -push * wall * place[0] / away,
                -push * wall * place[1] / away,
                push * floor,
            ];
            let speed = &mut self.now.speeds[n];
            for axis in 0..3 {
                speed[axis] = speed[axis] + self.gained[m][axis] + by[axis];
                self.taken[axis] -= self.mass * by[axis];
            }
            speed[2] -= down;
        }
    }

    /// Places follow speeds; walls stop them.
    fn run(&mut self) {
        let has_walls = self.wall.is_finite();
        let State { places, speeds, .. } = &mut self.now;
        for (place, speed) in places.iter_mut().zip(speeds) {
            let old = *speed;
            for axis in 0..3 {
                place[axis] += self.passed * speed[axis];
            }
            if !has_walls {
                continue;
            }
            if place[2] < 0.0 {
                place[2] = 0.0;
                speed[2] = speed[2].max(0.0);
            }
            let away = (place[0] * place[0] + place[1] * place[1]).sqrt();
            if away > self.wall {
                let out = [place[0] / away, place[1] / away];
                place[0] = self.wall * out[0];
                place[1] = self.wall * out[1];
                let outwards = (speed[0] * out[0] + speed[1] * out[1]).max(0.0);
                speed[0] -= outwards * out[0];
                speed[1] -= outwards * out[1];
            }
            for axis in 0..3 {
                self.taken[axis] += self.mass * (old[axis] - speed[axis]);
            }
            // What the floor takes up of a particle that only rests on it is its weight.
            let hit = (speed[2] - old[2]).max(0.0);
            self.hits += self.mass * (hit - 2.0 * self.passed * self.gravity).max(0.0);
        }
    }

    /// Energy that has come from nowhere goes again, out of the motion about the common one; tells
    /// whether that holds as much.
    fn hold_back(&mut self) -> bool {
        let now = self.sum();
        if now <= self.energy {
            self.energy = now;
            return true;
        }
        self.held_back += 1;
        let common = self.common();
        let mut apart = 0.0;
        for speed in &self.now.speeds {
            for axis in 0..3 {
                let own = speed[axis] - common[axis];
                apart += own * own;
            }
        }
        let apart = 0.5 * self.mass * apart;
        let excess = now - self.energy;
        if excess >= apart {
            return false;
        }
        self.scale(common, (1.0 - excess / apart).sqrt());
        self.energy = self.sum().min(self.energy);
        true
    }

    /// Leaves so much of the motion about a common one.
    fn scale(&mut self, common: Vector, stays: f64) {
        for speed in &mut self.now.speeds {
            for axis in 0..3 {
                speed[axis] = common[axis] + stays * (speed[axis] - common[axis]);
            }
        }
    }

    /// All as it was before the step, and the next one shorter; or no motion, where short ones do not help.
    fn take_back(&mut self) {
        mem::swap(&mut self.now, &mut self.was);
        self.was.density.copy_from_slice(&self.now.density);
        self.taken = [0.0; 3];
        self.hits = 0.0;
        self.passed = 0.0;
        self.pace = (0.5 * self.pace).max(SHORTEST);
        if self.pace < STOPPED {
            let before = self.common();
            let common = match self.wall.is_finite() {
                true => [0.0; 3],
                false => before,
            };
            self.scale(common, 0.0);
            let all = self.mass * self.count as f64;
            self.taken = core::array::from_fn(|axis| all * (before[axis] - common[axis]));
            self.energy = self.sum().min(self.energy);
        }
    }

    /// The whole energy now \[J\].
    pub fn energy(&self) -> f64 {
        self.energy
    }

    /// Number of particles.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Mass of a particle \[kg\].
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Where a particle is \[m\].
    pub fn place(&self, n: usize) -> Vector {
        self.now.places[n]
    }

    /// How fast a particle is \[m/s\].
    pub fn speed(&self, n: usize) -> f64 {
        dot(self.now.speeds[n], self.now.speeds[n]).sqrt()
    }

    /// Whether it is pressed so hard that steps are short: then it is not at rest, however slow.
    pub fn is_pressed(&self) -> bool {
        (STOPPED..1.0).contains(&self.pace)
    }

    /// Momentum that the floor took up in the last step from what struck it \[N·s\].
    pub fn hits(&self) -> f64 {
        self.hits
    }

    /// How much of the density at rest a particle has now, and had before the last step.
    pub fn crowding(&self, n: usize) -> [f64; 2] {
        [&self.was, &self.now].map(|state| state.density[n] / self.rest)
    }
}

fn libm_cbrt(x: f64) -> f64 {
    urto::math::pow(x, 1.0 / 3.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;

    fn momentum(liquid: &Liquid) -> Vector {
        liquid
            .common()
            .map(|own| own * liquid.mass * liquid.count as f64)
    }

    /// A step, in which the exact energy must not rise, and momentum change by weight and walls alone.
    fn stepped(liquid: &mut Liquid, thick: f64, scale: [f64; 2]) {
        let (energy, before) = (liquid.sum(), momentum(liquid));
        liquid.step(thick);
        let (now, after) = (liquid.sum(), momentum(liquid));
        assert!(now <= energy + 1e-12 * scale[0], "{now} {energy}");
        assert!((now - liquid.energy()).abs() <= 1e-12 * scale[0]);
        let weight = liquid.mass * liquid.count as f64 * liquid.gravity;
        for axis in 0..3 {
            let down = if axis == 2 { weight } else { 0.0 };
            let want = -down * liquid.passed - liquid.taken[axis];
            let own = after[axis] - before[axis];
            assert!((own - want).abs() < 1e-12 * scale[1], "{own} {want}");
        }
    }

    /// Without walls and weight: momentum is kept to rounding, energy never rises, however wild.
    #[test]
    fn momentum_is_kept_and_energy_falls() {
        for (seed, speed) in [(1, 0.1), (2, 1.0), (3, 30.0)] {
            let mut rng = Rng::new(seed);
            let mut liquid = Liquid::new(200);
            liquid.fill(2e-4, 1.0, 0.0, (0.1, 0.0));
            liquid.wall = f64::INFINITY;
            liquid.gravity = 0.0;
            for own in &mut liquid.now.speeds {
                *own = [0; 3].map(|_| speed * rng.signed());
            }
            liquid.start();
            let before = momentum(&liquid);
            let scale = liquid.mass * 200.0 * speed;
            for _ in 0..400 {
                let energy = liquid.energy();
                stepped(&mut liquid, 0.2, [energy.abs(), scale]);
            }
            let after = momentum(&liquid);
            for axis in 0..3 {
                assert!((after[axis] - before[axis]).abs() < 1e-13 * scale, "{seed}");
            }
        }
    }

    /// It falls, splashes, and comes to rest in the vessel at the height that its volume asks for, with
    /// all its mass, also when it falls so hard that whole steps are too long; its energy, height
    /// included, summed up anew, never rises; the walls take up what gravity gives.
    #[test]
    fn a_liquid_falls_into_a_vessel_and_rests() {
        for (count, volume, wall, fall) in [
            (100, 3e-4, 0.04, 0.2),
            (500, 1e-3, 0.06, 0.2),
            (1000, 5e-3, 0.09, 0.5),
        ] {
            let mut liquid = Liquid::new(count);
            liquid.fill(volume, wall, 0.3, (fall, 0.0));
            let mass = liquid.mass() * liquid.count() as f64;
            assert!((mass - crate::law::WATER * volume).abs() < 1e-12 * mass);
            let scale = [liquid.energy(), mass * (2.0 * GRAVITY * fall).sqrt()];
            let mut halved = 0;
            for _ in 0..1200 {
                stepped(&mut liquid, 0.3, scale);
                halved += u64::from(liquid.is_pressed());
            }
            let middle = liquid.now.places.iter().map(|own| own[2]).sum::<f64>() / count as f64;
            let want = 0.5 * volume / (PI * wall * wall);
            let held = liquid.held_back;
            println!("{count}: {middle} {want}, {held} held back, {halved} shorter");
            assert!(
                (0.6..1.4).contains(&(middle / want)),
                "{count}: {middle} {want}"
            );
            assert_eq!(halved > 0, count == 1000);
            let fast = (0..count).map(|n| liquid.speed(n)).fold(0.0, f64::max);
            assert!(fast < 0.6, "{count}: {fast}");
        }
    }

    /// Pressed into a millionth of its room it bursts apart in short steps; energy never rises.
    #[test]
    fn what_is_pressed_comes_apart() {
        let mut liquid = Liquid::new(100);
        liquid.fill(3e-4, 0.04, 0.3, (0.2, 0.0));
        for own in &mut liquid.now.places {
            *own = own.map(|x| 0.01 * x);
        }
        liquid.start();
        let scale = [liquid.energy(), liquid.energy()];
        let mut shortest = 1.0f64;
        for _ in 0..1200 {
            stepped(&mut liquid, 0.3, scale);
            shortest = shortest.min(liquid.pace);
        }
        let crowded = (0..100).map(|n| liquid.crowding(n)[1]);
        let crowded = crowded.fold(0.0, f64::max);
        println!("shortest step {shortest}, most crowded {crowded}");
        assert!((STOPPED..0.1).contains(&shortest) && liquid.pace == 1.0);
        assert!(crowded < 2.0);
    }

    /// Where no step is short enough it stops: walls take up its motion, without walls the common one stays.
    #[test]
    fn where_short_steps_do_not_help_it_stops() {
        for wall in [0.04, f64::INFINITY] {
            let mut liquid = Liquid::new(100);
            liquid.fill(3e-4, 0.04, 0.3, (0.2, 1.0));
            liquid.wall = wall;
            liquid.start();
            let (energy, before) = (liquid.sum(), momentum(&liquid)[2]);
            liquid.step(0.3);
            let after = momentum(&liquid)[2];
            for _ in 0..7 {
                mem::swap(&mut liquid.now, &mut liquid.was);
                liquid.take_back();
            }
            let left = momentum(&liquid)[2];
            let kept = if wall.is_finite() { 0.0 } else { 1.0 };
            assert!((left - kept * after).abs() < 1e-12, "{left} {before}");
            assert!((liquid.taken[2] - (after - left)).abs() < 1e-12);
            assert!(liquid.energy() < energy && liquid.pace < STOPPED);
            assert!((liquid.sum() - liquid.energy()).abs() < 1e-12 * energy);
        }
    }

    /// Most that a step costs on a slow core at 2.5 GHz \[s\], measured: for each particle (sorting, walls,
    /// sums of energy), cell, particle looked at, and pair found.
    fn cost(particles: usize, cells: usize, looked: usize, pairs: usize) -> f64 {
        100e-9 * particles as f64
            + 0.7e-9 * cells as f64
            + 2.3e-9 * looked as f64
            + 9.5e-9 * pairs as f64
    }

    /// All work that 1,000 particles ask for is counted, 60 steps a second of four parts each: no second of
    /// what falls softly, hard or wide takes a tenth of a core, nor would as many pairs as there is room for.
    #[test]
    fn a_thousand_particles_are_a_tenth_of_a_core() {
        for (volume, wall, fall) in [
            (1e-3, 0.06, 0.2),
            (1e-3, 0.06, 2.0),
            (5e-3, 0.09, 0.5),
            (5e-2, 0.2, 1.0),
            (5e-4, 0.3, 0.25),
        ] {
            let mut liquid = Liquid::new(1000);
            liquid.fill(volume, wall, 0.3, (fall, 0.0));
            let mut costs = Vec::new();
            let mut most = [0; 3];
            for _ in 0..720 {
                liquid.step(0.3);
                let near = &liquid.now.near;
                let counts = [near.cells(), near.looked, near.pairs.count()];
                most = core::array::from_fn(|n| most[n].max(counts[n]));
                costs.push(cost(1000, counts[0], counts[1], counts[2]));
            }
            let seconds = costs.windows(STEPS as usize);
            let share = seconds.map(|own| own.iter().sum()).fold(0.0, f64::max);
            println!("{volume} {wall} {fall}: {share:.4} of a core, at most {most:?}");
            assert!(share < 0.1, "{share}");
            assert!(most[2] < 1000 * PAIRS, "{most:?}");
        }
        let full = cost(1000, 0, 0, 1000 * PAIRS) * STEPS;
        assert!(full < 0.1, "{full}");
    }
}
