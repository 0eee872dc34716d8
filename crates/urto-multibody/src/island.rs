//! Bodies that touch each other, directly or through others, are solved together.

use crate::body::State;
use crate::contact::{Meeting, Scales};
use crate::forecast::Forecast;
use crate::settings::{Rule, Settings};
use crate::solve::{Problem, Solved, solve};
use crate::vector::{Vec3, dot, times};

/// Share of a deep overlap that is pushed out in a step, the fastest that this may be \[m/s\], and the
/// depth up to which there is nothing to push \[m\]. Pushing out does work: within a micrometre none is
/// done, and known contacts never get that deep. What is pushed out keeps its speed: a centimetre a
/// second lets it jump by five micrometres.
const PUSHED: f64 = 0.2;
const PUSHED_FAST: f64 = 0.01;
pub(crate) const SHALLOW: f64 = 1e-6;
/// New contacts that approach faster than this \[m/s\] are blows: they are taken with full lean.
const BLOW: f64 = 1e-4;

/// Sorts contacts into groups that share no body which contacts can move.
pub(crate) fn islands(bodies: &[State], meetings: &[Meeting]) -> Vec<Vec<usize>> {
    let mut leader: Vec<usize> = (0..bodies.len()).collect();
    fn find(leader: &mut [usize], mut own: usize) -> usize {
        while leader[own] != own {
            leader[own] = leader[leader[own]];
            own = leader[own];
        }
        own
    }
    let movable = |number: usize| bodies[number].freedoms() > 0;
    for meeting in meetings {
        let [a, b] = meeting.touch.bodies;
        if movable(a) && movable(b) {
            let (a, b) = (find(&mut leader, a), find(&mut leader, b));
            leader[a.max(b)] = a.min(b);
        }
    }
    let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut group_of = vec![usize::MAX; bodies.len()];
    for (number, meeting) in meetings.iter().enumerate() {
        let [a, b] = meeting.touch.bodies;
        let root = find(&mut leader, if movable(a) { a } else { b });
        if group_of[root] == usize::MAX {
            group_of[root] = groups.len();
            groups.push((root, Vec::new()));
        }
        groups[group_of[root]].1.push(number);
    }
    groups.into_iter().map(|(_, own)| own).collect()
}

/// What came out for a group.
pub(crate) struct Outcome {
    pub solved: Solved,
    /// Velocities of each contact over the step, along its frame.
    pub velocities: Vec<f64>,
    pub lean: f64,
    /// Work that pushing out may do \[J\].
    pub leave: f64,
    /// Whether impulses were made smaller so that no energy comes from nowhere.
    pub scaled: bool,
}

/// A step's bodies as contacts see them.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub bodies: &'a [State],
    pub forecasts: &'a [Forecast],
    pub settings: &'a Settings,
}

/// Solves a group of contacts, given the last step's impulses of each in the world.
pub(crate) fn solve_island(
    scene: Scene,
    meetings: &[Meeting],
    group: &[usize],
    known: &[Option<Vec3>],
) -> Outcome {
    let Scene {
        bodies,
        forecasts,
        settings,
    } = scene;
    let h = settings.step;
    let end_velocity = settings.rule == Rule::Velocity;
    let lean = if end_velocity || group.iter().any(|&k| struck(scene, &meetings[k], known[k])) {
        1.0
    } else {
        settings.lean
    };
    let mut starts = vec![None; bodies.len()];
    let mut freedoms = 0;
    for &number in group {
        for body in meetings[number].touch.bodies {
            if starts[body].is_none() {
                starts[body] = Some(freedoms);
                freedoms += bodies[body].freedoms();
            }
        }
    }
    let mut problem = Problem::new(freedoms);
    let scales = Scales {
        lean,
        h,
        end_velocity,
    };
    let mut bias_free = Vec::with_capacity(3 * group.len());
    let mut warm = Vec::with_capacity(3 * group.len());
    // Work that pushing out deep overlaps may do, for each unit of normal impulse.
    let mut leave = Vec::with_capacity(group.len());
    let mut rows = Vec::new();
    for &number in group {
        let meeting = &meetings[number];
        let velocity = if end_velocity {
            meeting.end_velocity(bodies, forecasts)
        } else {
            meeting.drift(bodies, forecasts, lean, h)
        };
        let drift = times(&meeting.frame, velocity);
        bias_free.extend(drift);
        warm.extend(known[number].map_or([0.0; 3], |own| times(&meeting.frame, own)));
        rows.clear();
        let [a, b] = meeting.touch.bodies;
        for along in meeting.frame {
            for (side, body) in [a, b].into_iter().enumerate() {
                meeting.row(
                    side,
                    along,
                    &bodies[body],
                    &forecasts[body],
                    &scales,
                    &mut rows,
                );
            }
        }
        let spans = [a, b].map(|body| (starts[body].unwrap_or(0), bodies[body].freedoms()));
        let depth = (-meeting.gap - SHALLOW).max(0.0);
        let out = (PUSHED * depth / h).min(PUSHED_FAST);
        let bias = if end_velocity {
            0.0
        } else {
            meeting.gap.max(0.0) / h - out
        };
        leave.push(out);
        problem.push(
            meeting.pair.friction,
            [drift[0] + bias, drift[1], drift[2]],
            spans,
            &rows,
        );
    }
    problem.close();
    let mut solved = solve(&problem, &warm, settings.tolerance);
    let scaled = !end_velocity && keep_passive(&problem, &bias_free, &leave, &mut solved.impulses);
    let leave = leave_of(&leave, &solved.impulses);
    let mut velocities = problem.velocities(&solved.impulses);
    for (at, own) in velocities.iter_mut().enumerate() {
        *own += bias_free[at] - problem.drift(at);
    }
    Outcome {
        solved,
        velocities,
        lean,
        leave,
        scaled,
    }
}

/// Whether a contact begins with a blow in this step.
fn struck(scene: Scene, meeting: &Meeting, known: Option<Vec3>) -> bool {
    let pressed = known.is_some_and(|own| dot(meeting.frame[0], own) > 0.0);
    if pressed || meeting.opening >= -BLOW {
        return false;
    }
    let h = scene.settings.step;
    let drift = meeting.drift(scene.bodies, scene.forecasts, 1.0, h);
    dot(meeting.frame[0], drift) + meeting.gap / h < 0.0
}

/// Contacts do no work beyond that of pushing out: `r·(b + W·r) <= r·leave`. A solution keeps this by
/// itself; impulses that are not quite one are scaled down until they do.
fn keep_passive(problem: &Problem, drift: &[f64], leave: &[f64], impulses: &mut [f64]) -> bool {
    let velocities = problem.velocities(impulses);
    let own: f64 = (0..impulses.len())
        .map(|k| impulses[k] * (velocities[k] - problem.drift(k)))
        .sum();
    let free: f64 = impulses.iter().zip(drift).map(|(r, b)| r * b).sum();
    let allowed = leave_of(leave, impulses);
    // Rounding of the sums is no work.
    let rounding = 1e-14 * (own.abs() + free.abs());
    if free + own <= allowed + rounding || own <= 0.0 {
        return false;
    }
    let by = ((allowed - free) / own).clamp(0.0, 1.0);
    for own in impulses {
        *own *= by;
    }
    true
}

/// Work of pushing out: what each contact may do for a unit of normal impulse, times that.
fn leave_of(leave: &[f64], impulses: &[f64]) -> f64 {
    let normals = impulses.iter().step_by(3);
    leave.iter().zip(normals).map(|(own, r)| own * r).sum()
}
