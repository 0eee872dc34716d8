//! Ears in the air: what is heard travels there.
//!
//! A body that knows how its modes radiate is listened to by itself (see
//! [`Radiating`](crate::object::Radiating)); whatever else an ear hears comes from the middle of the
//! body, one metre over the distance as loud. While an ear is in the air, all is stepped sample by
//! sample: no run is foreseen.

use super::{Network, NetworkBuilder, NetworkEar};
use crate::air::AirPath;
use crate::object::{Object, Point};
use crate::rate::Rate;

impl NetworkEar {
    /// Sends what it hears through the air to a place \[m\]. If it is an ear for a body `itself`, and
    /// that can tell, then by its directions. Allocates.
    fn rise(&mut self, objects: &mut [Box<dyn Object>], place: [f64; 3], itself: bool, rate: Rate) {
        let body = objects[self.end.object].radiating();
        let body = body.filter(|_| itself);
        let directed = body.is_some_and(|body| body.listen_in_air(self.end.point, place));
        self.way = Some(Box::new(AirPath::new(rate, place, directed)));
    }
}

impl dyn Object {
    /// The body is listened to from where a way ends.
    fn look_from(&mut self, point: Point, way: &AirPath) {
        if let (true, Some(body)) = (way.is_directed(), self.radiating()) {
            body.move_listener(point, way.place());
        }
    }
}

impl NetworkBuilder {
    /// All ears there are now are in the air, at a place \[m\] from the middle of the body of this
    /// name: its first ear hears the body itself, the others what belongs to it. Allocates.
    pub(crate) fn rise_into_air(&mut self, body: &str, place: [f64; 3]) {
        let body = self.names.iter().position(|own| own == body);
        let first = self.ears.iter();
        let first = first.take_while(|ear| Some(ear.end.object) != body).count();
        for (index, ear) in self.ears.iter_mut().enumerate() {
            ear.rise(&mut self.objects, place, index == first, self.rate);
        }
    }

    /// The same for one that listens aside. Allocates.
    pub(crate) fn rise_aside(&mut self, number: usize, place: [f64; 3]) {
        if let Some(ear) = self.asides.get_mut(number) {
            ear.rise(&mut self.objects, place, true, self.rate);
        }
    }
}

impl Network {
    /// Moves those ears in the air that are no asides, without allocation.
    pub(crate) fn move_ears(&mut self, place: [f64; 3]) {
        for ear in 0..self.ears() {
            self.move_ear(ear, place);
        }
    }

    /// Moves one that listens aside.
    pub(crate) fn move_aside(&mut self, number: usize, place: [f64; 3]) {
        self.move_ear(self.ears() + number, place);
    }

    fn move_ear(&mut self, ear: usize, place: [f64; 3]) {
        let ear = &mut self.ears[ear];
        let Some(way) = &mut ear.way else {
            return;
        };
        if way.go(place) {
            self.objects[ear.end.object].look_from(ear.end.point, way);
        }
    }

    /// From now on ears in the air are a metre away, in the same directions, and hear at once: for
    /// who wants to know how loud the bodies are.
    pub(crate) fn hear_from_a_metre(&mut self) {
        for ear in &mut self.ears {
            if let Some(way) = &mut ear.way
                && way.come_near()
            {
                self.objects[ear.end.object].look_from(ear.end.point, way);
            }
        }
    }

    /// Whether something is still on its way to an ear in the air.
    pub(crate) fn is_on_its_way(&self) -> bool {
        let mut ways = self.ears.iter().filter_map(|ear| ear.way.as_ref());
        ways.any(|way| !way.is_empty())
    }

    /// How long sound travels to the furthest ear in the air \[s\]; 0 if there is none.
    pub(crate) fn travel(&self) -> f64 {
        let ways = self.ears.iter().filter_map(|ear| ear.way.as_ref());
        ways.map(|way| way.seconds()).fold(0.0, f64::max)
    }

    /// Whether any ear is in the air.
    pub(super) fn is_heard_in_air(&self) -> bool {
        self.ears.iter().any(|ear| ear.way.is_some())
    }
}
