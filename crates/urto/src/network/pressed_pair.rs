//! One contact and the friction it presses, the commonest island of two, without the general
//! machinery.
//!
//! With N and T the two forces, the contacts' points move by s1 = s1~ - b11·N - b12·T and
//! s2 = s2~ - b12·N - b22·T. The normal law is a cheap function N = F(s1), friction's step T(N) in
//! closed form a dear one, and N depends on T only by b12: mostly little. So N is found first, for
//! friction that keeps its share of the normal force; then friction is worked out once, pressed with
//! that N; then N is solved for anew, against the friction that came out. If that moves N by less
//! than `AGREED`, it is done; else friction is worked out again, at the N where the secant of T(N)
//! leads. Without b12 the two are solved in turn, each by its own step.
//!
//! Passive whatever comes out, as in `pressing`: friction loses in its step for any N >= 0 that it is
//! given, and stores nothing that depends on N; the normal law is solved last, to rounding, for the
//! motion that really comes; and [`Contact::commit`](crate::contact::Contact::commit) of both sees
//! to it that neither stores more than it was given. What is left open, N in friction off by
//! `AGREED`, is a change of the coefficient of friction by that share.

use super::island::Island;
use super::pressing::Tried;
use super::{End, Joint};
use crate::contact::{Contact, ElastoPlastic, Meeting};
use crate::object::{Modal, Object};
use crate::rate::Rate;
use core::any::Any;

/// How well the normal force must agree with the one that friction was pressed with, as a share of
/// it: -140 dB, and a hundredth of what the step itself is off.
const AGREED: f64 = 1e-7;
/// How often friction may be worked out; once is the rule.
const RUBS: usize = 8;
/// How often the normal law may be asked before.
const LOOKS: usize = 6;

/// Which two contacts, if the island is such a pair.
pub(super) struct PressedPair {
    pub is_one: bool,
    /// Which of the two presses, by its place in the island.
    normal: usize,
    /// Points whose bodies may be pushed by themselves, which banks of modes and what does not give
    /// way are not: the ends of both contacts.
    thrusts: [Option<End>; 4],
    /// How well the normal force must agree with what friction was pressed with.
    agreed: f64,
    /// Steps that came to something, and how often friction was worked out in them.
    #[cfg(test)]
    counted: [usize; 2],
}

/// The bodies' part of the equations.
struct PressedAnswers {
    /// Relative displacements under the known forces alone \[m\].
    free: [f64; 2],
    /// What a newton takes from them \[m/N\]: of the normal, of both, of the tangent.
    own: f64,
    cross: f64,
    along: f64,
}

impl PressedAnswers {
    fn moved(&self, normal: f64, rubbed: f64) -> [f64; 2] {
        [
            self.free[0] - (self.own * normal + self.cross * rubbed),
            self.free[1] - (self.cross * normal + self.along * rubbed),
        ]
    }
}

impl Default for PressedPair {
    fn default() -> Self {
        Self {
            is_one: false,
            normal: 0,
            thrusts: [None; 4],
            agreed: AGREED,
            #[cfg(test)]
            counted: [0; 2],
        }
    }
}

fn friction(law: &mut dyn Contact) -> Option<&mut ElastoPlastic> {
    let law: &mut dyn Any = law;
    law.downcast_mut()
}

impl PressedPair {
    /// Whether these contacts of an island are a pair, of which the first presses the second or the
    /// reverse. They touch at different points: what they share gives way as a whole.
    pub fn of(joints: [&Joint; 2], normal: usize, objects: &[Box<dyn Object>]) -> Self {
        let law: &dyn Any = joints[1 - normal].law.as_ref();
        let shared = |end: &End| joints[1].ends.contains(end) && !objects[end.object].is_rigid();
        let thrusts = |end: End| {
            let body: &dyn Any = objects[end.object].as_ref();
            let never = body.is::<Modal>() || objects[end.object].is_rigid();
            (!never).then_some(end)
        };
        let ([a, b], [c, d]) = (joints[0].ends, joints[1].ends);
        Self {
            is_one: law.is::<ElastoPlastic>() && !joints[0].ends.iter().any(shared),
            normal,
            thrusts: [a, b, c, d].map(thrusts),
            ..Self::default()
        }
    }
}

impl Island {
    /// The whole step of a pressed pair. If it comes to nothing, nothing was moved; but known forces
    /// were drawn.
    #[inline(never)]
    pub(super) fn solve_pressed_pair(
        &mut self,
        joints: &mut [Joint],
        objects: &mut [Box<dyn Object>],
        rate: Rate,
    ) -> Tried {
        let normal = self.pressed_pair.normal;
        let [first, second] = self.joints[..] else {
            return Tried::Not;
        };
        let pair = match normal {
            0 => [first, second],
            _ => [second, first],
        };
        let Ok([touch, rub]) = joints.get_disjoint_mut(pair) else {
            return Tried::Not;
        };
        if touch.apart || rub.apart {
            return Tried::Not;
        }
        touch.bias = touch.law.begin();
        rub.bias = rub.law.begin();
        let coast = |end: End| objects[end.object].coast(end.point);
        touch.coast(touch.ends.map(coast), rate);
        rub.coast(rub.ends.map(coast), rate);
        let mut answers = PressedAnswers {
            free: [touch.free, rub.free],
            own: self.compliance[normal * 3],
            cross: self.compliance[1],
            along: self.compliance[(1 - normal) * 3],
        };
        let mut thrusts = self.pressed_pair.thrusts.iter().flatten();
        let thrust = thrusts.any(|end| objects[end.object].thrust(end.point) != 0.0);
        if thrust || touch.bias != 0.0 || rub.bias != 0.0 {
            let [there, along] = self.known_moves([touch, rub], normal, objects);
            answers.free[0] += there[0];
            answers.free[1] += along[0];
            touch.after += there[1];
        }
        if !touch.law.acts(answers.free[0]) {
            return Tried::Begun;
        }
        let (Some(rubs), [press]) = (friction(rub.law.as_mut()), &mut self.presses[..]) else {
            return Tried::Begun;
        };
        let found = if answers.cross == 0.0 {
            let force = touch.law.alone(&Meeting {
                gained: answers.free[0],
                before: touch.before,
                after: touch.after,
                compliance: answers.own,
                mobility: self.mobility[normal],
            });
            rubs.expect(force);
            let rubbed = rubs.pressed(force, false, answers.free[1], answers.along);
            Some([force, rubbed])
        } else if let Some(guess) = press.guess() {
            rubs.expect(guess.0);
            touch.law.freeze(answers.free[0], answers.own, None);
            let found = find(
                touch.law.as_ref(),
                rubs,
                &answers,
                guess,
                self.pressed_pair.agreed,
            );
            #[cfg(test)]
            if let Some((_, rubs)) = found {
                self.pressed_pair.counted[1] += rubs;
            }
            found.map(|(forces, _)| forces)
        } else {
            return Tried::Begun;
        };
        let Some([force, rubbed]) = found else {
            return Tried::InVain;
        };
        let moved = answers.moved(force, rubbed);
        if !(touch.holds(force * moved[0]) && rub.holds(rubbed * moved[1])) {
            return Tried::InVain;
        }
        #[cfg(test)]
        {
            self.pressed_pair.counted[0] += 1;
        }
        press.remember(force, rubbed);
        touch.give(force, moved[0], objects);
        rub.give(rubbed, moved[1], objects);
        Tried::Solved
    }

    /// How far known forces, the bodies' thrust and the laws' bias, move the two contacts \[m\], and
    /// what velocity they give them \[m/s\].
    #[inline(never)]
    fn known_moves(
        &self,
        pair: [&Joint; 2],
        normal: usize,
        objects: &[Box<dyn Object>],
    ) -> [[f64; 2]; 2] {
        let sides = [self.sides[normal], self.sides[1 - normal]];
        let count = self.ports.len();
        let mut moves = [[0.0; 2]; 2];
        for (port, end) in self.ports.iter().enumerate() {
            let mut known = objects[end.object].thrust(end.point);
            for (joint, [a, b]) in pair.iter().zip(sides) {
                if port == a {
                    known -= joint.bias;
                }
                if port == b {
                    known += joint.bias;
                }
            }
            if known == 0.0 {
                continue;
            }
            for (moves, [a, b]) in moves.iter_mut().zip(sides) {
                let (a, b) = (a * count + port, b * count + port);
                moves[0] += (self.response[a] - self.response[b]) * known;
                moves[1] += (self.velocity_response[a] - self.velocity_response[b]) * known;
            }
        }
        moves
    }
}

impl Joint {
    /// Pushes its bodies, and moves on.
    fn give(&mut self, force: f64, moved: f64, objects: &mut [Box<dyn Object>]) {
        self.force = force;
        self.displacement = moved;
        let newtons = force + self.bias;
        let [a, b] = self.ends;
        objects[a.object].push(a.point, -newtons);
        objects[b.object].push(b.point, newtons);
        self.move_on();
    }
}

/// The two forces, from a guess of the normal force and of friction's share in it, and how often
/// friction was worked out.
#[inline]
fn find(
    normal: &dyn Contact,
    rubs: &mut ElastoPlastic,
    answers: &PressedAnswers,
    (guess, share): (f64, f64),
    agreed: f64,
) -> Option<([f64; 2], usize)> {
    let PressedAnswers {
        free,
        own,
        cross,
        along,
    } = *answers;
    let mut newtons = guess;
    let yields = own + cross * share;
    for _ in 0..LOOKS {
        let (force, slope) = normal.law(free[0] - yields * newtons);
        let steep = slope * yields;
        let change = (force - newtons) / (1.0 + steep);
        // Friction that outweighs what presses it may have several solutions, or a far one.
        if !(steep > -0.75 && change.abs() <= newtons) {
            return None;
        }
        newtons += change;
        // Newton's next step, for a law that is a power of the overlap.
        if (steep * change) * (steep * change) <= agreed * (newtons * newtons) * (1.0 + steep) {
            break;
        }
    }
    let mut before: Option<[f64; 2]> = None;
    for step in 0..RUBS {
        let rubbed = rubs.pressed(newtons, step > 0, free[1] - cross * newtons, along);
        let (force, slope) = normal.law(free[0] - own * newtons - cross * rubbed);
        let missing = force - newtons;
        let change = missing / (1.0 + slope * own);
        if change.abs() <= agreed * newtons {
            return Some(([newtons + change, rubbed], step + 1));
        }
        let rise = match before {
            Some([other, pulled]) if other != newtons => (rubbed - pulled) / (newtons - other),
            _ => rubbed / newtons,
        };
        before = Some([newtons, rubbed]);
        let steep = slope * (own + cross * rise);
        let change = missing / (1.0 + steep);
        if !(steep > -0.75 && change.abs() <= newtons) {
            return None;
        }
        newtons += change;
    }
    None
}

#[cfg(test)]
mod tests;
