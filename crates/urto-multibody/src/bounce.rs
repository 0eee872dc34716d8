//! Blows that bounce as far as energy allows.

use crate::contact::Meeting;
use crate::island::{Group, Outcome, Scene};
use crate::load::{Found, GroupLoad};
use crate::passive::leave_of;

/// Halvings of the share with which blows bounce: 1e-9 of it is nothing that one could see.
const HALVINGS: usize = 30;

/// Writes impulses and velocities of a group: those of the solution, and a share of what they are when
/// blows bounce.
pub(crate) fn mix(
    outcome: &Outcome,
    meetings: &[Meeting],
    group: &Group,
    share: f64,
    into: &mut [Found],
) {
    for (at, &number) in group.contacts.iter().enumerate() {
        let own = |plain: &[f64], bouncing: Option<&[f64]>| {
            let plain = [0, 1, 2].map(|k| plain[3 * at + k]);
            match bouncing {
                Some(other) if share > 0.0 => {
                    [0, 1, 2].map(|k| plain[k] + share * (other[3 * at + k] - plain[k]))
                }
                _ => plain,
            }
        };
        let bouncing = outcome.bouncing.as_ref();
        let impulse = own(
            &outcome.solved.impulses,
            bouncing.map(|own| own.impulses.as_slice()),
        );
        let velocity = own(
            &outcome.velocities,
            bouncing.map(|_| outcome.bouncing_velocities.as_slice()),
        );
        into[number].impulse = meetings[number].in_world(&impulse);
        into[number].velocity = meetings[number].in_world(&velocity);
    }
}

/// The load of a group whose blows bounce as much as energy allows; `None` where none does. All between
/// the solution that does not bounce and the one that does is allowed by friction and gaps, since
/// their sets are convex, and energy is convex along the way and falls at its beginning: so the
/// farthest point at which it does not rise is found by halving.
pub(crate) fn bounced(
    outcome: &Outcome,
    meetings: &[Meeting],
    group: &Group,
    scene: Scene,
    results: &mut [Found],
) -> Option<GroupLoad> {
    let bouncing = outcome.bouncing.as_ref()?;
    // Work of pushing out is that of the impulses which are larger.
    let leave = leave_of(&outcome.leave, &outcome.solved.impulses)
        .min(leave_of(&outcome.leave, &bouncing.impulses));
    let mut try_share = |share: f64| {
        mix(outcome, meetings, group, share, results);
        let load = GroupLoad::new(
            meetings,
            group,
            results,
            scene,
            outcome.lean,
            &outcome.bonds,
        );
        let gains = load.gains(scene, leave);
        (!gains).then_some(load)
    };
    let (mut low, mut high) = (0.0, 1.0);
    let mut found = try_share(1.0);
    if found.is_none() {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            match try_share(middle) {
                Some(own) => (low, found) = (middle, Some(own)),
                None => high = middle,
            }
        }
        // What was tried last need not be what is kept.
        mix(outcome, meetings, group, low, results);
    }
    let mut found = found?;
    found.bounce();
    Some(found)
}
