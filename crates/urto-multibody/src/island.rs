//! Bodies that touch each other, directly or through others, are solved together.

use crate::body::State;
use crate::bond::{Bonds, Layout};
use crate::contact::{Meeting, Scales};
use crate::forecast::Forecast;
use crate::joint::{Held, Tie};
use crate::passive::{keep_passive, push_out};
use crate::settings::{Rule, Settings};
use crate::solve::{Problem, Solved, solve};
use crate::vector::{Vector, dot, length, plus, scaled, times};
use crate::world::Known;

/// Share of a deep overlap that is pushed out in a step, the fastest that this may be \[m/s\], and the
/// depth up to which there is nothing to push \[m\]. Known contacts never get deeper than a micrometre.
/// What is pushed out keeps its speed: a centimetre a second lets it jump by five micrometres.
const PUSHED: f64 = 0.2;
const PUSHED_FAST: f64 = 0.01;
pub(crate) const SHALLOW: f64 = 1e-6;
/// New contacts that approach faster than this \[m/s\] are blows: they are taken with full lean.
const BLOW: f64 = 1e-4;
/// Slower blows do not bounce \[m/s\]: a body would go on bouncing without an end. A centimetre a second
/// lets it jump by five micrometres.
const BOUNCING: f64 = 0.01;
/// The lean of joined bodies that touch nothing: what swings loses 3e-6 of its energy in a second, and
/// what unrest blows leave in joints is gone in ten milliseconds.
const SWINGING: f64 = 0.501;
/// What changes forces by less than this share of them from step to step is brought to rest, by the
/// full lean, which takes what rings in some tens of milliseconds. It is 70 dB below the load.
const HUSH: f64 = 3e-4;
const HUSHED: f64 = 1.0;

/// Contacts and joints that are solved together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub contacts: Vec<usize>,
    pub joints: Vec<usize>,
}

/// Sorts contacts and joints into groups that share no body which these can move.
pub(crate) fn islands(bodies: &[State], meetings: &[Meeting], joints: &[Held]) -> Vec<Group> {
    let mut leader: Vec<usize> = (0..bodies.len()).collect();
    let movable = |number: usize| bodies[number].freedoms() > 0;
    let held = joints.iter().map(|own| own.bodies);
    for [a, b] in held.chain(meetings.iter().map(|own| own.touch.bodies)) {
        if movable(a) && movable(b) {
            unite(&mut leader, a, b);
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of = vec![usize::MAX; bodies.len()];
    let mut group = |[a, b]: [usize; 2], groups: &mut Vec<Group>| {
        let root = find(&mut leader, if movable(a) { a } else { b });
        if group_of[root] == usize::MAX {
            group_of[root] = groups.len();
            groups.push(Group::default());
        }
        group_of[root]
    };
    for (number, meeting) in meetings.iter().enumerate() {
        let own = group(meeting.touch.bodies, &mut groups);
        groups[own].contacts.push(number);
    }
    for (number, joint) in joints.iter().enumerate() {
        let own = group(joint.bodies, &mut groups);
        groups[own].joints.push(number);
    }
    groups
}

pub(crate) fn unite(leader: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(leader, a), find(leader, b));
    leader[a.max(b)] = a.min(b);
}

pub(crate) fn find(leader: &mut [usize], mut own: usize) -> usize {
    while leader[own] != own {
        leader[own] = leader[leader[own]];
        own = leader[own];
    }
    own
}

/// What came out for a group.
pub(crate) struct Outcome {
    pub solved: Solved,
    /// Impulses with which blows bounce, where they do.
    pub bouncing: Option<Solved>,
    /// Velocities of each contact over the step, along its frame; and those when it bounces.
    pub velocities: Vec<f64>,
    pub bouncing_velocities: Vec<f64>,
    pub lean: f64,
    /// Work that contacts may do for each unit of their normal impulses, to push out what overlapped at
    /// the start \[m/s\].
    pub leave: Vec<f64>,
    /// Whether impulses were made smaller so that no energy comes from nowhere.
    pub scaled: bool,
    pub bonds: Vec<Bonds>,
}

/// A step's bodies as contacts see them.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub bodies: &'a [State],
    pub forecasts: &'a [Forecast],
    pub settings: &'a Settings,
    /// Length of the step \[s\].
    pub h: f64,
    pub joints: &'a [Held],
    /// Of each body the first of those it is joined with.
    pub joined: &'a [usize],
}

/// Solves a group, given the last step's impulses of each contact in the world, and which contacts are
/// between bodies that somebody placed within each other.
pub(crate) fn solve_island(
    scene: Scene,
    meetings: &[Meeting],
    group: &Group,
    known: &[Option<Known>],
    placed: impl Fn(usize) -> bool,
) -> Outcome {
    let Scene {
        bodies,
        forecasts,
        settings,
        h,
        ..
    } = scene;
    let end_velocity = settings.rule == Rule::Velocity;
    let contacts = &group.contacts;
    let blow = contacts
        .iter()
        .any(|&k| struck(scene, &meetings[k], known[k]));
    let mut layout = lay_out(scene, meetings, group);
    let ties = all_ties(scene, group);
    let unrest = ties.iter().flatten().map(unrest).fold(0.0, f64::max);
    let lean = if end_velocity || blow || unrest > BLOW {
        1.0
    } else if contacts.is_empty() {
        settings.lean.min(SWINGING)
    } else if hushed(contacts, known) {
        settings.lean.max(HUSHED)
    } else {
        settings.lean
    };
    let scales = Scales {
        lean,
        h,
        end_velocity,
    };
    let bonds: Vec<Bonds> = ties
        .into_iter()
        .filter_map(|own| Bonds::new(own, &layout, scene, &scales))
        .collect();
    let mut problem = Problem::new(core::mem::take(&mut layout.freedoms));
    let mut bias_free = Vec::with_capacity(3 * contacts.len());
    let mut warm = Vec::with_capacity(3 * contacts.len());
    let mut leave = Vec::with_capacity(contacts.len());
    // How fast contacts are to be pushed out besides, if something pays for it.
    let mut out = Vec::with_capacity(contacts.len());
    // What velocity blows come back with, where any does.
    let mut returns = vec![0.0; contacts.len()];
    let mut rows = Vec::new();
    for (at, &number) in contacts.iter().enumerate() {
        let meeting = &meetings[number];
        let velocity = if end_velocity {
            meeting.end_velocity(bodies, forecasts)
        } else {
            meeting.drift(bodies, forecasts, lean, h)
        };
        let mut drift = times(&meeting.frame, velocity);
        warm.extend(
            known[number].map_or([0.0; 3], |own| times(&meeting.frame, scaled(own.force, h))),
        );
        rows.clear();
        let spans = layout.spans(meeting.touch.bodies);
        for (way, direction) in meeting.frame.into_iter().enumerate() {
            let mut row = layout.row(meeting, direction, scene, &scales);
            for own in &bonds {
                drift[way] += own.project(spans, &mut row);
            }
            rows.extend(row);
        }
        bias_free.extend(drift);
        let depth = (-meeting.gap - SHALLOW).max(0.0);
        let fast = match end_velocity {
            true => 0.0,
            false => (PUSHED * depth / h).min(PUSHED_FAST),
        };
        let [free, paid] = match placed(number) {
            true => [fast, 0.0],
            false => [0.0, fast],
        };
        let bias = if end_velocity {
            0.0
        } else {
            meeting.gap.max(0.0) / h - free
        };
        leave.push(free);
        out.push(paid);
        let back = -meeting.pair.restitution * meeting.opening;
        if meeting.opening < -BOUNCING && back > 0.0 && struck(scene, meeting, known[number]) {
            returns[at] = back + bias;
        }
        problem.push(
            friction_of(meeting, known[number].as_ref()),
            [drift[0] + bias, drift[1], drift[2]],
            spans,
            &rows,
        );
    }
    problem.close();
    let mut solved = solve(&problem, &warm, settings.tolerance);
    if out.iter().any(|own| *own > 0.0) {
        let goal = settings.tolerance;
        push_out(&problem, &bias_free, &leave, &out, goal, &mut solved);
    }
    let scaled = !end_velocity && keep_passive(&problem, &bias_free, &leave, &mut solved.impulses);
    let without_bias = |problem: &Problem, impulses: &[f64]| {
        let mut velocities = problem.velocities(impulses);
        for (at, own) in velocities.iter_mut().enumerate() {
            *own += bias_free[at] - problem.drift(at);
        }
        velocities
    };
    let velocities = without_bias(&problem, &solved.impulses);
    let mut bouncing = None;
    let mut bouncing_velocities = Vec::new();
    if returns.iter().any(|own| *own > 0.0) {
        for (at, back) in returns.iter().enumerate() {
            problem.lower(3 * at, *back);
        }
        let own = solve(&problem, &solved.impulses, settings.tolerance);
        bouncing_velocities = without_bias(&problem, &own.impulses);
        bouncing = Some(own);
    }
    Outcome {
        solved,
        bouncing,
        velocities,
        bouncing_velocities,
        lean,
        leave,
        scaled,
        bonds,
    }
}

/// Coulomb's friction of a contact: by how it slid in the last step, or, of places that meet, by how
/// they come.
pub(crate) fn friction_of(meeting: &Meeting, known: Option<&Known>) -> f64 {
    let slip = known.map_or_else(|| along(meeting, meeting.moving), |own| own.slip);
    meeting.pair.friction_at(slip)
}

/// How fast the places of a contact slide with a velocity \[m/s\].
pub(crate) fn along(meeting: &Meeting, velocity: Vector) -> f64 {
    let [normal, ..] = meeting.frame;
    length(plus(velocity, normal, -dot(normal, velocity)))
}

/// Whether the forces of a group hardly change any more.
fn hushed(contacts: &[usize], known: &[Option<Known>]) -> bool {
    let (mut stir, mut load) = (0.0, 0.0);
    for &number in contacts {
        if let Some(own) = known[number] {
            stir += own.stir * own.stir;
            load += dot(own.force, own.force);
        }
    }
    stir <= HUSH * HUSH * load
}

/// Gives the bodies of a group, those that are joined beside each other, their places.
fn lay_out(scene: Scene, meetings: &[Meeting], group: &Group) -> Layout {
    let mut layout = Layout::new(scene.bodies.len());
    let met = group.contacts.iter().map(|k| meetings[*k].touch.bodies);
    let held = group.joints.iter().map(|k| scene.joints[*k].bodies);
    for body in met.chain(held).flatten() {
        if layout.has(body) {
            continue;
        }
        let first = scene.joined[body];
        let together = (0..scene.bodies.len()).filter(|own| scene.joined[*own] == first);
        if scene.bodies[body].freedoms() > 0 {
            layout.place(&together.collect::<Vec<_>>(), scene.bodies);
        }
    }
    layout
}

/// What joints hold, those of joined bodies together.
fn all_ties(scene: Scene, group: &Group) -> Vec<Vec<Tie>> {
    let mut all: Vec<(usize, Vec<Tie>)> = Vec::new();
    for joint in &group.joints {
        let held = &scene.joints[*joint];
        let movable = |own: &&usize| scene.bodies[**own].freedoms() > 0;
        let Some(body) = held.bodies.iter().find(movable) else {
            continue;
        };
        let first = scene.joined[*body];
        let at = all.iter().position(|own| own.0 == first);
        let at = at.unwrap_or_else(|| {
            all.push((first, Vec::new()));
            all.len() - 1
        });
        held.ties(scene.bodies, scene.forecasts, &mut all[at].1);
    }
    all.into_iter().map(|own| own.1).collect()
}

/// How fast what a tie holds moves apart when the step begins \[m/s\].
fn unrest(tie: &Tie) -> f64 {
    let speed = |along: &Vector| dot(*along, tie.meeting.moving).abs();
    tie.along.iter().map(speed).fold(0.0, f64::max)
}

/// Whether a contact begins with a blow in this step.
fn struck(scene: Scene, meeting: &Meeting, known: Option<Known>) -> bool {
    // In the first step of a blow the gap is closed, and only in the next is the approach at its end.
    let pressed = known.is_some_and(|own| !own.fresh && dot(meeting.frame[0], own.force) > 0.0);
    if pressed || meeting.opening >= -BLOW {
        return false;
    }
    let h = scene.h;
    let drift = meeting.drift(scene.bodies, scene.forecasts, 1.0, h);
    dot(meeting.frame[0], drift) + meeting.gap / h < 0.0
}
