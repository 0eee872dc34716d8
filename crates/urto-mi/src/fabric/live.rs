//! A fabric whose masses and links change while it moves, without allocation.

use super::{Fabric, Kept};
use crate::lanes::Real;
use crate::law::Law;
use crate::vector::{Vector, difference};

impl<R: Real> Fabric<R> {
    /// Gives a link another law of its kind.
    pub fn set_link(&mut self, link: usize, law: &Law) {
        let stiff = self.force / R::METRES;
        let numbers = law.plain(self.h).map(|[stiffness, damping, length]| {
            [
                (stiffness / stiff).min(super::STIFFEST),
                (damping / stiff).min(super::STIFFEST),
                length / R::METRES,
            ]
        });
        let start = &self.start;
        let way = |[a, b]: [usize; 2]| difference(start[b], start[a]);
        let recalls = match (self.links[link], numbers) {
            (Kept::Joint(n), _) => {
                self.joints[n].law = *law;
                false
            }
            (Kept::Band(n, place), Some(numbers)) => self.bands[n].set(place, numbers, way),
            (Kept::Web(place), Some(numbers)) => self.web.set(place, numbers, way),
            // Only springs are kept there.
            _ => false,
        };
        if recalls {
            self.recall();
        }
    }

    /// All links have been set to what they were built with.
    pub fn is_as_built(&mut self) {
        self.bands.iter_mut().for_each(|band| band.is_as_built());
        self.web.is_as_built();
    }

    /// Makes a mass so heavy \[kg\] and lets forces move it, where `mask` is 1; `None` holds it.
    pub fn set_mass(&mut self, n: usize, mass: Option<f64>, mask: Vector) {
        let n = self.place[n];
        let [light, heavy, drag] = match mass {
            Some(mass) => [self.unit / mass, mass / self.unit, self.rub],
            None => [0.0; 3],
        };
        self.alike &= light == 0.0 || super::is_alike(mask);
        self.light.put(n, mask.map(|own| own * light));
        self.heavy.all_mut()[n] = R::of(heavy);
        self.drag.all_mut()[n] = R::of(drag);
        if mass.is_none() {
            self.w.put(n, [0.0; 3]);
        }
    }

    /// Takes the place and the motion of a mass of another fabric, in which it has the same number: bit
    /// for bit if it started at the same place.
    pub fn copy_mass(&mut self, n: usize, from: &Self) {
        let (own, other) = (self.place[n], from.place[n]);
        let apart = difference(from.start[other], self.start[own]);
        let kept = from.u.at(other);
        let kept = core::array::from_fn(|axis| match apart[axis] {
            0.0 => kept[axis],
            apart => kept[axis] + apart,
        });
        self.u.put(own, kept);
        self.w.put(own, from.w.at(other));
    }

    /// Takes the stretch of the step before of a link that another fabric has, too.
    pub fn copy_stretch(&mut self, link: usize, from: &Self) {
        let stretch = match from.links[link] {
            Kept::Band(n, place) => from.bands[n].before(place),
            Kept::Web(place) => from.web.before(place),
            Kept::Joint(_) => None,
        };
        match (self.links[link], stretch) {
            (Kept::Band(n, place), Some(own)) => self.bands[n].put_before(place, own),
            (Kept::Web(place), Some(own)) => self.web.put_before(place, own),
            _ => {}
        }
    }
}
