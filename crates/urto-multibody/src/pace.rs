//! Longer steps for what is quiet: groups of bodies that touch take steps of 1, 2, 4 or 8 base steps.
//!
//! Law:    all groups meet again after the longest step. A group is what may touch within it, found
//!         with the way that bodies go until then. In a longer step modes that it does not resolve
//!         follow their loads without ringing (quasi-static): they still yield where they are pressed,
//!         and what they held is given up.
//! Step:   a group takes longer steps when it has been quiet and what its modes would lose is small
//!         against the energy at play; shorter ones when it loses more; and a longer step in which a
//!         new contact strikes with energy is taken back, and its time gone through in base steps.
//! Limits: what a group does is judged at the ends of longest steps, strikes at once.
//! Refs:   Zheng & James 2011, section 4, which does it with a queue and rollback.

use crate::body::Motion;
use crate::contact::Contact;
use crate::error::{WorldError, within};
use crate::forecast::Forecast;
use crate::island::{find, unite};
use crate::record::{Statistics, StepLog};
use crate::state::Moving;
use crate::step::Span;
use crate::touch::Collisions;
use crate::vector::dot;
use crate::world::{Known, World};
use std::collections::BTreeMap;
use urto::energy::Health;
use urto::math::exp;

/// When steps become longer and shorter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The longest step is 2 to this power of base steps, at most 3.
    pub longest: u32,
    /// What modes may lose to a longer step, against the energy at play.
    pub dropped: f64,
    /// The energy with which a new contact may strike in a longer step, against that at play.
    pub onset: f64,
    /// Longest steps without either before a step becomes longer.
    pub quiet: u32,
}

impl Default for Pace {
    /// Up to eight base steps; thresholds at which scenes they were not chosen on keep their onsets.
    fn default() -> Self {
        Self {
            longest: 3,
            dropped: 1e-5,
            onset: 1e-7,
            quiet: 2,
        }
    }
}

impl Pace {
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        within(
            "the longest step's power of 2",
            f64::from(self.longest),
            [0.0, 3.0],
        )?;
        within("what modes may lose", self.dropped, [0.0, 1.0])?;
        within(
            "the energy of onsets in longer steps",
            self.onset,
            [0.0, 1.0],
        )?;
        within(
            "the quiet before longer steps",
            f64::from(self.quiet),
            [1.0, 1e6],
        )
    }
}

/// What is remembered of a body's pace.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gait {
    level: u32,
    quiet: u32,
    /// Energy at play, which fades, and the most that it was \[J\].
    energy: f64,
    peak: f64,
}

/// Energy at play fades within this time \[s\], and never below this share of its peak.
const FADES: f64 = 0.1;
const LEAST: f64 = 1e-4;
/// Losses so many times above those at which a step becomes longer make it shorter.
const TOO_MUCH: f64 = 4.0;

/// What a step that is taken back restores.
struct Before {
    moving: Vec<(usize, Moving)>,
    known: BTreeMap<u64, Known>,
    contacts: usize,
    log: StepLog,
    statistics: Statistics,
    health: Health,
    books: [f64; 2],
}

/// Groups that are stepped together, and from when on \[base steps\].
struct Batch {
    groups: Vec<usize>,
    level: u32,
    from: u32,
}

impl World {
    /// Takes one longest step, each group at its own pace.
    pub(crate) fn step_paced(&mut self, collisions: &mut dyn Collisions, pace: Pace) {
        self.gaits.resize(self.bodies.len(), Gait::default());
        let all = 1u32 << pace.longest;
        let (start, h) = (self.time(), self.settings.step);
        let end = start + f64::from(all) * h;
        let groups = self.may_touch(collisions, f64::from(all) * h);
        let mut levels: Vec<u32> = groups
            .iter()
            .map(|own| {
                own.iter()
                    .map(|body| self.gaits[*body].level)
                    .min()
                    .unwrap_or(0)
            })
            .map(|level| level.min(pace.longest))
            .collect();
        for (group, level) in groups.iter().zip(&mut levels) {
            let struck = |own: &crate::world::Blow| {
                group.contains(&own.body) && own.time >= start && own.time < end
            };
            if self.blows.iter().any(struck) {
                *level = 0;
            }
        }
        let mut open: Vec<Batch> = (0..=pace.longest)
            .map(|level| Batch {
                groups: (0..groups.len())
                    .filter(|own| levels[*own] == level)
                    .collect(),
                level,
                from: 0,
            })
            .filter(|own| !own.groups.is_empty())
            .collect();
        if open.is_empty() {
            // Nothing moves by itself; what follows a path does.
            let batch = Batch {
                groups: vec![],
                level: pace.longest,
                from: 0,
            };
            open.push(batch);
        }
        let mut loud = vec![false; groups.len()];
        while let Some(batch) = open.pop() {
            let late = self.run_batch(collisions, &groups, batch, pace, &mut loud);
            open.extend(late);
        }
        for (number, group) in groups.iter().enumerate() {
            self.judge(
                group,
                levels[number],
                loud[number],
                pace,
                f64::from(all) * h,
            );
        }
        self.steps += u64::from(all);
    }

    /// Bodies that may touch each other within a time, each movable body in one group.
    fn may_touch(&mut self, collisions: &mut dyn Collisions, long: f64) -> Vec<Vec<usize>> {
        let (time, gravity) = (self.time(), self.settings.gravity);
        let forecasts: Vec<Forecast> = self
            .bodies
            .iter()
            .map(|body| Forecast::new(body, time, long, gravity))
            .collect();
        let members = vec![true; self.bodies.len()];
        let span = Span {
            members: &members,
            time,
            h: long,
        };
        self.show(collisions, &forecasts, span);
        self.poses.clear();
        self.poses.extend(forecasts.iter().map(|own| own.start));
        self.touches.clear();
        collisions.touches(&self.poses, &mut self.touches);
        let mut leader: Vec<usize> = (0..self.bodies.len()).collect();
        let movable = |own: usize| self.bodies[own].freedoms() > 0;
        let touching = self.touches.iter().map(|own| own.bodies);
        for [a, b] in touching.chain(self.joints.iter().map(|own| own.bodies)) {
            if a.max(b) < self.bodies.len() && movable(a) && movable(b) {
                unite(&mut leader, a, b);
            }
        }
        let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut place = vec![usize::MAX; self.bodies.len()];
        for body in (0..self.bodies.len()).filter(|own| movable(*own)) {
            let first = find(&mut leader, body);
            if place[first] == usize::MAX {
                place[first] = groups.len();
                groups.push((first, Vec::new()));
            }
            groups[place[first]].1.push(body);
        }
        groups.into_iter().map(|own| own.1).collect()
    }

    /// Steps groups to the end of the longest step; gives those that must be gone through in base
    /// steps from some time on.
    fn run_batch(
        &mut self,
        collisions: &mut dyn Collisions,
        groups: &[Vec<usize>],
        mut batch: Batch,
        pace: Pace,
        loud: &mut [bool],
    ) -> Vec<Batch> {
        let (base, start) = (self.settings.step, self.time());
        let (long, all) = (1u32 << batch.level, 1u32 << pace.longest);
        let mut late = Vec::new();
        let mut now = batch.from;
        self.follow_paths(start + f64::from(now) * base);
        while now < all {
            let mut members: Vec<bool> =
                self.bodies.iter().map(|own| own.freedoms() == 0).collect();
            for body in batch.groups.iter().flat_map(|own| &groups[*own]) {
                members[*body] = true;
            }
            let span = Span {
                members: &members,
                time: start + f64::from(now) * base,
                h: f64::from(long) * base,
            };
            if batch.level == 0 {
                self.strike_between(span);
            }
            let before = (batch.level > 0).then(|| self.before(&members));
            let contacts = self.contacts.len();
            self.go(collisions, span);
            let strikes: Vec<usize> = batch
                .groups
                .iter()
                .copied()
                .filter(|own| self.onset(&groups[*own], contacts, pace))
                .collect();
            for own in &strikes {
                loud[*own] = true;
            }
            if let (Some(before), false) = (before, strikes.is_empty()) {
                self.restore(before);
                self.statistics.taken_back += strikes.len() as u64;
                batch.groups.retain(|own| !strikes.contains(own));
                late.push(Batch {
                    groups: strikes,
                    level: 0,
                    from: now,
                });
                if batch.groups.is_empty() {
                    break;
                }
                // The others go through it again without them.
                continue;
            }
            let count: usize = batch.groups.iter().map(|own| groups[*own].len()).sum();
            self.statistics.paces[batch.level as usize] += count as u64;
            now += long;
        }
        late
    }

    fn follow_paths(&mut self, time: f64) {
        for body in &mut self.bodies {
            if let Motion::Scripted(script) = &body.motion {
                let pose = script.pose(time);
                let sane = pose
                    .place
                    .iter()
                    .chain(&pose.turn)
                    .all(|own| own.is_finite());
                if sane && time > 0.0 {
                    body.place = pose.place;
                    body.turn = crate::vector::unit(pose.turn);
                }
            }
        }
    }

    fn before(&self, members: &[bool]) -> Before {
        let moving = self.bodies.iter().enumerate().filter(|own| members[own.0]);
        Before {
            moving: moving.map(|(n, body)| (n, Moving::of(body))).collect(),
            known: self.known.clone(),
            contacts: self.contacts.len(),
            log: self.log,
            statistics: self.statistics,
            health: self.health,
            books: [self.injected, self.dissipated],
        }
    }

    fn restore(&mut self, before: Before) {
        for (number, moving) in &before.moving {
            moving.give(&mut self.bodies[*number]);
        }
        self.known = before.known;
        self.contacts.truncate(before.contacts);
        self.log = before.log;
        self.statistics = before.statistics;
        self.health = before.health;
        [self.injected, self.dissipated] = before.books;
    }

    /// Whether new contacts of a group, among those from a number on, strike with energy.
    fn onset(&self, group: &[usize], from: usize, pace: Pace) -> bool {
        let own =
            |contact: &&Contact| contact.fresh && contact.bodies.iter().any(|n| group.contains(n));
        let struck: f64 = self.contacts[from..]
            .iter()
            .filter(own)
            .map(|own| dot(own.normal, own.impulse) * (-own.opening).max(0.0))
            .sum();
        struck > pace.onset * self.at_play(group)
    }

    fn at_play(&self, group: &[usize]) -> f64 {
        group.iter().map(|own| self.gaits[*own].energy).sum()
    }

    /// Decides on the next longest step's pace.
    fn judge(&mut self, group: &[usize], level: u32, loud: bool, pace: Pace, long: f64) {
        for number in group {
            let body = &self.bodies[*number];
            // What rings, or, of what cannot, what moves.
            let now = body
                .ring
                .as_ref()
                .map_or_else(|| body.moving(), |own| own.energy());
            let gait = &mut self.gaits[*number];
            gait.peak = gait.peak.max(now);
            gait.energy = now
                .max(gait.energy * exp(-long / FADES))
                .max(LEAST * gait.peak);
        }
        let base = self.settings.step;
        let limit = |level: u32| resolved(base * f64::from(1u32 << level));
        let rings = |number: &&usize| {
            self.bodies[**number]
                .ring
                .as_ref()
                .map(|own| (own, **number))
        };
        let all: Vec<_> = group.iter().filter_map(|own| rings(&own)).collect();
        let allowed = pace.dropped * self.at_play(group);
        let losing: f64 = all.iter().map(|own| own.0.dropped).sum();
        let about_to: f64 = all
            .iter()
            .map(|own| {
                own.0.above(
                    limit(level + 1),
                    if level == 0 {
                        f64::INFINITY
                    } else {
                        limit(level)
                    },
                )
            })
            .sum();
        let (next, quiet) = if loud {
            (0, 0)
        } else if level > 0 && losing > TOO_MUCH * allowed {
            (level - 1, 0)
        } else if about_to <= allowed {
            let quiet = self.gaits[group[0]].quiet + 1;
            if quiet >= pace.quiet && level < pace.longest {
                (level + 1, 0)
            } else {
                (level, quiet)
            }
        } else {
            (level, 0)
        };
        for number in group {
            let gait = &mut self.gaits[*number];
            (gait.level, gait.quiet) = (next, quiet);
        }
    }

    /// How many modes of a body ring in steps of this length \[s\], which a [`Contact`] tells; the
    /// others follow their loads.
    pub fn ringing_modes(&self, body: usize, step: f64) -> usize {
        let ring = self.bodies.get(body).and_then(|own| own.ring.as_ref());
        ring.map_or(0, |own| own.ringing(step))
    }

    /// What decides on the length of coming steps, for saving.
    pub(crate) fn pace_state(&self) -> Vec<u64> {
        let one = |own: &Gait| {
            [
                u64::from(own.level) << 32 | u64::from(own.quiet),
                own.energy.to_bits(),
                own.peak.to_bits(),
            ]
        };
        self.gaits.iter().flat_map(one).collect()
    }

    pub(crate) fn set_pace_state(&mut self, own: &[u64]) {
        let (gaits, _) = own.as_chunks::<3>();
        self.gaits = gaits
            .iter()
            .map(|[both, energy, peak]| Gait {
                level: ((both >> 32) as u32).min(3),
                quiet: *both as u32,
                energy: f64::from_bits(*energy),
                peak: f64::from_bits(*peak),
            })
            .collect();
    }

    /// Strikes what is to be struck within a step of some bodies.
    fn strike_between(&mut self, span: Span) {
        let until = span.time + span.h;
        let due = |own: &&crate::world::Blow| {
            own.time >= span.time && own.time < until && span.members[own.body]
        };
        for own in self.blows.iter().filter(due).copied().collect::<Vec<_>>() {
            // It was looked at when it was taken.
            let _ = self.strike(own.body, own.place, own.surface, own.impulse);
        }
    }
}

/// The highest frequency that a step resolves \[Hz\]: six and a half steps in a period.
pub(crate) fn resolved(h: f64) -> f64 {
    1.0 / (6.5 * h)
}
