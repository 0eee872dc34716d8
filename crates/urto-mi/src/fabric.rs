//! Masses and links as they are stepped, in one precision.
//!
//! Step:   tile by tile (so that what was just written is still at hand): springs in bands are worked
//!         out and given to their nearer masses, and so are those of the web; then a tile's masses
//!         take what springs that begin at others have for them; then the account's sums are taken and
//!         the step is made, as if no guard were going to act and nobody pushed, beside the state
//!         that was. [`accept`](Fabric::accept) makes it the state; what was pushed is put right
//!         before ([`MassNetwork::end`](crate::MassNetwork::end)).
//! Units:  a step is 1 and the mass of a usual mass of the network is 1, so that f32 has room on both
//!         sides; lengths are in metres, or in f32 in about picometres.
mod live;
mod pass;

use crate::account::Sums;
use crate::band::{self, Band};
use crate::cloud::{Cloud, Column, padded, three};
use crate::contact::{ContactCounts, Contacts};
use crate::joint::Joint;
use crate::lanes::{GROUP, Level, Real};
use crate::model::Mass;
use crate::order::{order, share_out};
use crate::pool::Pool;
use crate::spring::StraightSpring;
use crate::vector::{Vector, difference, dot, masked, scaled, sum};
use crate::web::Web;
use urto::SimdLevel;

/// Groups of a tile: its numbers stay in the inner caches (256 masses with three bands have 40 kB in
/// f32 and twice that in f64).
pub(crate) const TILE: usize = 16;

/// Stiffness and damping, in these units, above which f32 would not be finite; in a network that is
/// right none is above 10.
const STIFFEST: f64 = 1e9;

/// Springs from which on threads are worth while: below, calling them costs what they bring.
const WORTH_SHARING: usize = 12_000;

/// Where a link is kept.
#[derive(Clone, Copy)]
enum Kept {
    /// In a band, at a place.
    Band(usize, usize),
    /// In the web, at a place.
    Web(usize),
    /// Among the joints.
    Joint(usize),
}

#[derive(Clone)]
pub(crate) struct Fabric<R: Real> {
    level: Level,
    h: f64,
    count: usize,
    groups: usize,
    /// Where each mass lies among all: below, masses are numbered by that.
    place: Vec<usize>,
    /// Its unit of mass in kilograms, of force in newtons, and of energy in joules; and the friction
    /// of each free mass.
    unit: f64,
    rub: f64,
    force: f64,
    joules: f64,
    /// Where masses started, if places are kept from there.
    start: Vec<Vector>,
    /// Positions, and what was moved in the last step; and both after the coming one.
    u: Cloud<R>,
    w: Cloud<R>,
    next_u: Cloud<R>,
    next_w: Cloud<R>,
    /// Forces of links and medium; and of joints alone.
    inner: Cloud<R>,
    jointed: Cloud<R>,
    /// Masses that have joints or may touch others.
    joined: Vec<usize>,
    /// One over the mass along each axis, the mass, and its friction: 0 for what no force moves.
    light: Cloud<R>,
    /// Whether forces move all masses along all axes alike: one column of those is enough then.
    alike: bool,
    heavy: Column<R>,
    drag: Column<R>,
    rubs: bool,
    bands: Vec<Band<R>>,
    web: Web<R>,
    joints: Vec<Joint>,
    /// Where each link is kept.
    links: Vec<Kept>,
    contacts: Contacts,
    /// Energy that joints and contacts hold \[J\].
    in_joints: f64,
    /// How far behind another is a mass at most that takes what the other's springs have for it.
    reach: usize,
    /// Sums of each tile: twice the energy of its springs; A, B and C.
    stretched: Column<f64>,
    weighed: Column<[f64; 3]>,
    pool: Option<Pool>,
    noise: f64,
}

impl<R: Real> Fabric<R> {
    pub fn new(
        all: &[Mass],
        h: f64,
        friction: f64,
        (joints, contacts): (Vec<Joint>, Contacts),
        threads: usize,
    ) -> Self {
        let count = all.len();
        let unit = usual(all);
        let stiff = unit / (h * h);
        let force = stiff * R::METRES;
        let (mut joints, mut contacts) = (joints, contacts);
        let (mut springs, mut others) = (Vec::new(), vec![true; joints.len()]);
        for (link, joint) in joints.iter().enumerate() {
            if let Some(own) = joint.straight(h) {
                others[link] = false;
                springs.push(StraightSpring {
                    link,
                    stiffness: (own.stiffness / stiff).min(STIFFEST),
                    damping: (own.damping / stiff).min(STIFFEST),
                    length: own.length / R::METRES,
                    ..own
                });
            }
        }
        let mut masses: Vec<&Mass> = all.iter().collect();
        let mut place: Vec<usize> = (0..count).collect();
        let places = |masses: &[&Mass]| -> Vec<Vector> {
            let places = masses.iter();
            places
                .map(|mass| scaled(mass.position, 1.0 / R::METRES))
                .collect()
        };
        let mut start = places(&masses);
        let pool = match springs.len() < WORTH_SHARING {
            true => None,
            false => Pool::new(threads),
        };
        let (mut bands, mut left) = band::bands(&springs, &start, pool.is_none());
        if 2 * left.len() > springs.len() {
            // They do not lie in order: masses are put so that springs of any kind are quick.
            (bands, left) = (Vec::new(), springs.clone());
            let order = order(count, &mut left, TILE * GROUP);
            (order.iter().enumerate()).for_each(|(to, from)| place[*from] = to);
            masses = order.iter().map(|from| masses[*from]).collect();
            start = places(&masses);
            for ends in (left.iter_mut().map(|own| &mut own.ends))
                .chain(joints.iter_mut().map(|own| &mut own.ends))
            {
                *ends = ends.map(|end| place[end]);
            }
            contacts.renumber(&place);
        } else {
            share_out(count, &mut left, |mass| mass / (TILE * GROUP));
        }
        let far = masses.iter().flat_map(|mass| mass.position);
        // Places are rounded where they are written, if not again here.
        let rounded = f64::EPSILON * far.fold(0.0, |far: f64, own| far.max(own.abs()));
        let stiffness: f64 = springs.iter().map(|own| own.stiffness * stiff).sum();
        let (mut web, left) = Web::new(&start, &left);
        // Loops over groups go beyond the last mass.
        start.resize(padded(count), [0.0; 3]);
        left.iter().for_each(|own| others[own.link] = true);
        let links = kept(&mut bands, &mut web, &others);
        let joints = joints.into_iter().zip(others);
        let joints: Vec<Joint> = joints
            .filter(|(_, by_itself)| *by_itself)
            .map(|(own, _)| own)
            .collect();
        let of_free = |own: &dyn Fn(&Mass) -> f64| {
            let mut column = Column::new(padded(count));
            for (place, mass) in column.all_mut().iter_mut().zip(&masses) {
                *place = R::of(if mass.is_held() { 0.0 } else { own(mass) });
            }
            column
        };
        let light = Cloud {
            axes: three(|axis| of_free(&|mass| mass.freedom.mask()[axis] * unit / mass.mass)),
        };
        let alike = masses.iter().all(|mass| is_alike(mass.freedom.mask()));
        let mut joined: Vec<usize> = joints.iter().flat_map(|own| own.ends).collect();
        joined.extend(contacts.masses());
        joined.sort_unstable();
        joined.dedup();
        let groups = count.div_ceil(GROUP);
        let tiles = groups.div_ceil(TILE);
        let none = Cloud::new(count);
        let mut fabric = Self {
            noise: stiffness * rounded * rounded,
            level: Level::new(SimdLevel::allowed()),
            h,
            count,
            groups,
            place,
            unit,
            rub: friction / h / stiff,
            force,
            joules: force * R::METRES,
            start: match R::FROM_START {
                true => start,
                false => vec![[0.0; 3]; padded(count)],
            },
            u: none.clone(),
            w: none.clone(),
            next_u: none.clone(),
            next_w: none.clone(),
            inner: none.clone(),
            jointed: none,
            joined,
            light,
            alike,
            heavy: of_free(&|mass| mass.mass / unit),
            drag: of_free(&|_| friction / h / stiff),
            rubs: friction > 0.0,
            reach: bands
                .iter()
                .map(|band: &Band<R>| band.apart)
                .fold(web.reach, usize::max),
            bands,
            web,
            joints,
            links,
            contacts,
            in_joints: 0.0,
            stretched: Column::new(tiles),
            weighed: Column::new(tiles),
            pool,
        };
        for (n, mass) in all.iter().enumerate() {
            fabric.put(n, mass.position);
            if !mass.is_held() {
                let moved = scaled(masked(mass.velocity, mass.freedom.mask()), h);
                fabric.put_moved(n, moved);
            }
        }
        fabric.recall();
        fabric
    }

    /// Relative rounding of its sums, and energy that the rounding of places makes \[J\].
    pub fn rounding(&self) -> [f64; 2] {
        [R::ROUNDING, self.noise]
    }

    /// Makes all links so many times as stiff, and all that brakes so many times as strong.
    pub fn temper(&mut self, stiffer: f64, braked: f64) {
        for band in &mut self.bands {
            band.temper(stiffer, braked);
        }
        self.web.temper(stiffer, braked);
        for joint in &mut self.joints {
            joint.law.temper(stiffer, braked);
        }
        self.rub *= braked;
        self.contacts.temper(stiffer, braked);
        for own in self.drag.all_mut() {
            *own = R::of(own.double() * braked);
        }
    }

    /// Takes the stretches of the step before from where masses are and how they moved.
    pub fn recall(&mut self) {
        let then = |n: usize| difference(place(&self.start, &self.u, n), self.w.at(n));
        for band in &mut self.bands {
            band.recall(then);
        }
        self.web.recall(then);
        self.contacts.forget();
    }

    /// Energy that contacts hold where masses are \[J\].
    pub fn held_by_contacts(&mut self) -> f64 {
        self.contacts.act(
            |n| scaled(place(&self.start, &self.u, n), R::METRES),
            |_| [0.0; 3],
            self.h,
            |_, _| (),
        )
    }

    pub fn contact_counts(&self) -> ContactCounts {
        self.contacts.counts()
    }

    /// Works out forces and the coming step; gives the account's sums \[J\], if they are asked for.
    pub fn work(&mut self, weighs: bool) -> Sums {
        self.in_joints = self.join();
        match weighs {
            true => self.share::<true>(),
            false => self.share::<false>(),
        }
        if !weighs {
            return Sums::default();
        }
        let (mut stretched, mut sums) = (0.0, [0.0; 3]);
        let tiles = self.tiles();
        for (own, weighed) in self.stretched.all()[..tiles].iter().zip(self.weighed.all()) {
            stretched += own;
            sums.iter_mut()
                .zip(weighed)
                .for_each(|(sum, own)| *sum += own);
        }
        let springs = 0.5 * stretched;
        if !(springs + sums[0] + sums[1] + sums[2]).is_finite() {
            let (springs, sums) = self.weigh_carefully();
            return self.sums(springs, sums);
        }
        self.sums(springs, sums)
    }

    fn sums(&self, springs: f64, [a, b, c]: [f64; 3]) -> Sums {
        Sums {
            a: self.joules * a,
            b: self.joules * b,
            c: self.joules * c,
            potential: self.joules * springs + self.in_joints,
            led: 0.0,
        }
    }

    /// The account's sums of the step that was worked out without them \[J\].
    pub fn weigh_late(&self) -> Sums {
        let (springs, sums) = self.weigh_carefully();
        self.sums(springs, sums)
    }

    /// Works out the forces of joints and contacts; gives their energy.
    fn join(&mut self) -> f64 {
        for n in &self.joined {
            self.jointed.put(*n, [0.0; 3]);
        }
        let mut energy = 0.0;
        for joint in &self.joints {
            let (pull, held) = joint.act(
                |n| scaled(place(&self.start, &self.u, n), R::METRES),
                |n| scaled(self.w.at(n), R::METRES),
                self.h,
            );
            energy += held;
            let pull = scaled(pull, 1.0 / self.force);
            self.jointed.add(joint.ends[0], pull);
            self.jointed.add(joint.ends[1], scaled(pull, -1.0));
        }
        let newton = 1.0 / self.force;
        energy += self.contacts.act(
            |n| scaled(place(&self.start, &self.u, n), R::METRES),
            |n| scaled(self.w.at(n), R::METRES),
            self.h,
            |n, push| self.jointed.add(n, scaled(push, newton)),
        );
        energy
    }

    /// Sums in f64, one by one: also of what is too large for f32. They are finite since coordinates are
    /// bounded.
    fn weigh_carefully(&self) -> (f64, [f64; 3]) {
        let at = |n| place(&self.start, &self.u, n);
        let bands = self.bands.iter().map(|own| own.twice_held(at));
        let springs = 0.5 * (bands.sum::<f64>() + self.web.twice_held(at));
        let mut sums = [0.0; 3];
        for n in 0..self.count {
            let heavy = self.heavy.all()[n].double();
            let (w, force) = (self.w.at(n), self.inner.at(n));
            let light = self.light.at(n);
            let kick = core::array::from_fn(|axis| light[axis] * force[axis]);
            sums[0] += heavy * dot(w, w);
            sums[1] += heavy * dot(w, kick);
            sums[2] += heavy * dot(kick, kick);
        }
        (springs, sums)
    }

    /// Makes the step that was worked out the state.
    pub fn accept(&mut self) {
        core::mem::swap(&mut self.u, &mut self.next_u);
        core::mem::swap(&mut self.w, &mut self.next_w);
    }

    /// Where a mass is after the coming step \[m\], and what it moves.
    pub fn put_next(&mut self, n: usize, u: Vector, w: Vector) {
        let n = self.place[n];
        let kept = difference(scaled(u, 1.0 / R::METRES), self.start[n]);
        self.next_u.put(n, bounded::<R>(kept));
        self.next_w.put(n, bounded::<R>(scaled(w, 1.0 / R::METRES)));
    }

    /// Where a mass is \[m\].
    pub fn position(&self, n: usize) -> Vector {
        let n = self.place[n];
        scaled(place(&self.start, &self.u, n), R::METRES)
    }

    /// What a mass moved in the last step \[m\].
    pub fn moved(&self, n: usize) -> Vector {
        let n = self.place[n];
        scaled(self.w.at(n), R::METRES)
    }

    /// Force of links and medium \[N\].
    pub fn force(&self, n: usize) -> Vector {
        let n = self.place[n];
        scaled(self.inner.at(n), self.force)
    }

    /// Friction of the medium on it, for each metre of a step \[N/m\].
    pub fn drag(&self, n: usize) -> f64 {
        let n = self.place[n];
        self.drag.all()[n].double() * self.force / R::METRES
    }

    pub fn mask_force(&mut self, n: usize, mask: Vector) {
        let n = self.place[n];
        let own = masked(self.inner.at(n), mask);
        self.inner.put(n, own);
    }

    pub fn put(&mut self, n: usize, to: Vector) {
        let n = self.place[n];
        let to = scaled(to, 1.0 / R::METRES);
        self.u.put(n, difference(to, self.start[n]));
    }

    pub fn put_moved(&mut self, n: usize, moved: Vector) {
        let n = self.place[n];
        self.w.put(n, bounded::<R>(scaled(moved, 1.0 / R::METRES)));
    }
}

/// Whether what moves a mass along one axis moves it along all.
fn is_alike(mask: Vector) -> bool {
    mask == [mask[0]; 3]
}

/// Where a mass is, in the unit of what is kept.
#[inline(always)]
fn place<R: Real>(start: &[Vector], u: &Cloud<R>, n: usize) -> Vector {
    sum(start[n], u.at(n))
}

/// A way, in the unit of what is kept, no longer along each axis than masses may go: springs and
/// dampers multiply it, and what they make of more is too large for f32.
fn bounded<R: Real>(way: Vector) -> Vector {
    way.map(|own| own.clamp(-R::FARTHEST, R::FARTHEST))
}

/// Where each link is kept, of which these are joints.
fn kept<R: Real>(bands: &mut [Band<R>], web: &mut Web<R>, joints: &[bool]) -> Vec<Kept> {
    let mut before = 0;
    let joint = |by_itself: &bool| {
        let own = Kept::Joint(before);
        before += usize::from(*by_itself);
        own
    };
    let mut links: Vec<Kept> = joints.iter().map(joint).collect();
    for (n, band) in bands.iter_mut().enumerate() {
        for (link, place) in core::mem::take(&mut band.numbers) {
            links[link] = Kept::Band(n, place);
        }
    }
    for (link, place) in core::mem::take(&mut web.numbers) {
        links[link] = Kept::Web(place);
    }
    links
}

/// The mass that is 1: between the lightest and the heaviest that forces move \[kg\].
fn usual(masses: &[Mass]) -> f64 {
    let free = masses
        .iter()
        .filter(|mass| !mass.is_held())
        .map(|mass| mass.mass);
    let [least, most] = free.fold([f64::INFINITY, 0.0], |[low, high], own| {
        [own.min(low), own.max(high)]
    });
    match most > 0.0 {
        true => (least * most).sqrt(),
        false => 1.0,
    }
}
