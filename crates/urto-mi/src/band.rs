//! Springs between masses whose numbers are equally far apart: those of rows and lattices.
//!
//! Law:    straight springs with dampers, pulling and pushing: k·(d - l) + z·(d - d_before)/h.
//! Step:   the n-th spring of a band joins masses first + n and first + n + apart, so that all that it
//!         needs lies in order, and springs are worked out a group at a time. Where none is, there
//!         is one without stiffness. The energy is summed in as many sums as a group has
//!         numbers: the same bits, however wide the machine's vectors are.
//! Limits: which way masses at one place part is chosen: along x.

use crate::cloud::{Cloud, GROUP};
use crate::vector::{SAME_PLACE, difference, length};
use crate::wide;

/// A straight spring.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BandSpring {
    pub stiffness: f64,
    /// Damping over the seconds of a step \[N/m\].
    pub damping: f64,
    pub length: f64,
}

/// Springs side by side.
#[derive(Clone)]
pub(crate) struct Band {
    first: usize,
    apart: usize,
    stiffness: Vec<f64>,
    damping: Vec<f64>,
    length: Vec<f64>,
    /// Distance in the step before \[m\].
    before: Vec<f64>,
    /// What this step's pulls are along each axis \[N\].
    pulls: [Vec<f64>; 3],
}

/// Links that fill less of a band than this are no band.
const FULL: f64 = 0.5;
/// A band has this many links at least: fewer are no faster.
const FEWEST: usize = 2 * GROUP;

/// Divides straight springs into bands and those that are left over.
pub(crate) fn bands(springs: &[([usize; 2], BandSpring)]) -> (Vec<Band>, Vec<usize>) {
    let mut order: Vec<(usize, usize, usize)> = (springs.iter().enumerate())
        .map(|(n, ([a, b], _))| (a.abs_diff(*b), *a.min(b), n))
        .collect();
    order.sort();
    let (mut bands, mut left): (Vec<Band>, Vec<usize>) = (Vec::new(), Vec::new());
    for same in order.chunk_by(|a, b| a.0 == b.0) {
        // Of two between the same masses one is left over.
        let (mut ones, mut more): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
        for own in same {
            let twice = ones
                .last()
                .is_some_and(|last: &&(usize, usize, usize)| last.1 == own.1);
            if twice {
                more.push(own)
            } else {
                ones.push(own)
            }
        }
        left.extend(more.iter().map(|own| own.2));
        let (first, last) = (ones[0].1, ones[ones.len() - 1].1);
        let span = last - first + 1;
        if ones.len() < FEWEST || (ones.len() as f64) < FULL * span as f64 {
            left.extend(ones.iter().map(|own| own.2));
            continue;
        }
        let room = span.next_multiple_of(GROUP);
        let none = vec![0.0; room];
        let mut band = Band {
            first,
            apart: same[0].0,
            stiffness: none.clone(),
            damping: none.clone(),
            length: none.clone(),
            before: none.clone(),
            pulls: [0; 3].map(|_| none.clone()),
        };
        for (_, from, n) in ones {
            let own = springs[*n].1;
            let at = from - first;
            band.stiffness[at] = own.stiffness;
            band.damping[at] = own.damping;
            band.length[at] = own.length;
        }
        bands.push(band);
    }
    (bands, left)
}

/// Six slices of coordinates, springs and pulls, all of one length.
pub(crate) struct Work<'a> {
    pub from: [&'a [f64]; 3],
    pub to: [&'a [f64]; 3],
    pub stiffness: &'a [f64],
    pub damping: &'a [f64],
    pub length: &'a [f64],
    pub before: &'a mut [f64],
    pub pulls: [&'a mut [f64]; 3],
}

/// Works out all pulls; gives the energy of the springs, and whether masses that are joined are at
/// the same place.
#[inline(always)]
pub(crate) fn pull(work: Work) -> (f64, bool) {
    let Work {
        from: [ax, ay, az],
        to: [bx, by, bz],
        stiffness,
        damping,
        length,
        before,
        pulls: [px, py, pz],
    } = work;
    let mut energy = [0.0; GROUP];
    let mut met = false;
    let groups = stiffness.as_chunks::<GROUP>().0.iter();
    let rest = damping.as_chunks::<GROUP>().0.iter();
    let rest = rest.zip(length.as_chunks::<GROUP>().0);
    let rest = rest.zip(before.as_chunks_mut::<GROUP>().0);
    let start = ax.as_chunks::<GROUP>().0.iter();
    let start = start.zip(ay.as_chunks::<GROUP>().0);
    let start = start.zip(az.as_chunks::<GROUP>().0);
    let end = bx.as_chunks::<GROUP>().0.iter();
    let end = end.zip(by.as_chunks::<GROUP>().0);
    let end = end.zip(bz.as_chunks::<GROUP>().0);
    let out = px.as_chunks_mut::<GROUP>().0.iter_mut();
    let out = out.zip(py.as_chunks_mut::<GROUP>().0);
    let out = out.zip(pz.as_chunks_mut::<GROUP>().0);
    for ((((k, ((z, l), old)), ((ax, ay), az)), ((bx, by), bz)), ((px, py), pz)) in
        groups.zip(rest).zip(start).zip(end).zip(out)
    {
        for n in 0..GROUP {
            let (x, y, z_way) = (bx[n] - ax[n], by[n] - ay[n], bz[n] - az[n]);
            let distance = (x * x + y * y + z_way * z_way).sqrt();
            let stretch = distance - l[n];
            let elastic = k[n] * stretch;
            energy[n] += 0.5 * elastic * stretch;
            let tension = elastic + z[n] * (distance - old[n]);
            old[n] = distance;
            let apart = distance > SAME_PLACE;
            met |= !apart & (k[n] + z[n] > 0.0);
            let share = if apart { tension / distance } else { 0.0 };
            px[n] = share * x;
            py[n] = share * y;
            pz[n] = share * z_way;
        }
    }
    (sum(&energy), met)
}

/// Of a group of sums.
pub(crate) fn sum(own: &[f64; GROUP]) -> f64 {
    let [a, b, c, d, e, f, g, h] = own;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

impl Band {
    /// Adds its pulls to forces; gives its energy.
    pub fn act(&mut self, u: &Cloud, forces: &mut Cloud) -> f64 {
        let count = self.stiffness.len();
        let (first, second) = (self.first, self.first + self.apart);
        let part = |from: usize| u.axes.each_ref().map(|axis| &axis[from..from + count]);
        let (energy, near) = wide::pull(Work {
            from: part(first),
            to: part(second),
            stiffness: &self.stiffness,
            damping: &self.damping,
            length: &self.length,
            before: &mut self.before,
            pulls: self.pulls.each_mut().map(|axis| axis.as_mut_slice()),
        });
        for (axis, pulls) in forces.axes.iter_mut().zip(&self.pulls) {
            wide::spread(pulls, axis, first, second);
        }
        if near {
            for n in 0..count {
                let has = self.stiffness[n] + self.damping[n] > 0.0;
                if has && self.before[n] <= SAME_PLACE {
                    let tension = self.stiffness[n] * (self.before[n] - self.length[n]);
                    forces.add(first + n, [tension, 0.0, 0.0]);
                    forces.add(second + n, [-tension, 0.0, 0.0]);
                }
            }
        }
        energy
    }

    /// Makes all springs so many times as stiff, and all dampers so many times as strong.
    pub fn temper(&mut self, stiffer: f64, braked: f64) {
        self.stiffness.iter_mut().for_each(|own| *own *= stiffer);
        self.damping.iter_mut().for_each(|own| *own *= braked);
    }

    /// Takes the distances of the step before from where masses are and how they moved.
    pub fn recall(&mut self, u: &Cloud, w: &Cloud) {
        let then = |n: usize| difference(u.at(n), w.at(n));
        for (n, before) in self.before.iter_mut().enumerate() {
            let (a, b) = (self.first + n, self.first + self.apart + n);
            *before = length(difference(then(b), then(a)));
        }
    }
}
