//! Networks drawn at random from extremes: energy never rises without booked work, the ledger
//! closes, nothing becomes infinite, and nothing is cut in silence. Points move, also on surfaces,
//! bodies and contacts come and go, friction is pressed, parameters and offsets change.
//!
//! 2,500 networks by default; `URTO_FULL=1` draws 100,000. As many again go through scene files
//! (`urto-file`, `random_scenes`).

mod draw;
mod quiet;

use draw::{Drawn, change_parts, draw, draw_network};
use urto::object::Point;
use urto::param::{Params, leaves};
use urto::rng::Rng;

/// What was drawn, to look into a failure.
fn describe(drawn: &Drawn) -> String {
    let list = |params: &dyn Params| {
        let table = params.table();
        leaves(params)
            .iter()
            .map(|(id, _)| {
                format!(
                    "{}={:?}",
                    table.key_of(id).unwrap(),
                    params.value(id).unwrap()
                )
            })
            .collect::<Vec<_>>()
            .join(" ")
    };
    let objects = drawn
        .objects
        .iter()
        .map(|body| (body.name.as_str(), list(body.params.as_ref())));
    let contacts = drawn
        .contacts
        .iter()
        .map(|tie| (tie.name.as_str(), list(tie.params.as_ref())));
    let forces: Vec<_> = drawn
        .contacts
        .iter()
        .map(|tie| {
            (
                drawn.network.contact_state(tie.id),
                drawn.network.contact_velocity(tie.id),
            )
        })
        .collect();
    let end = [("forces", format!("{forces:?}"))];
    objects
        .chain(contacts)
        .chain(end)
        .map(|(key, text)| format!("\n  {key}: {text}"))
        .collect()
}

/// Something changes while it plays; tells whether something asked for was not done as it came.
fn disturb(drawn: &mut Drawn, rng: &mut Rng) -> bool {
    if rng.below(8) == 0 && !drawn.contacts.is_empty() {
        change_parts(drawn, rng);
        return false;
    }
    if drawn.contacts.is_empty() {
        return false;
    }
    let network = &mut drawn.network;
    let body = &drawn.objects[rng.below(drawn.objects.len())];
    let tie = &drawn.contacts[rng.below(drawn.contacts.len())];
    let pick = |params: &dyn Params, rng: &mut Rng| {
        let all = leaves(params);
        let (id, _) = all[rng.below(all.len())];
        let key = params.table().key_of(&id).unwrap();
        draw(params, &key, rng).map(|value| (id, value))
    };
    match rng.below(9) {
        0 => {
            if let Some((id, value)) = pick(body.params.as_ref(), rng) {
                return !network.set_object(body.id, &id, &value);
            }
        }
        1 => {
            if let Some((id, value)) = pick(tie.params.as_ref(), rng) {
                return !network.set_contact(tie.id, &id, &value);
            }
        }
        2 => {
            let newtons = rng.log_uniform(1e-6, 1e3);
            if !drawn.pressed.is_empty() {
                network.press(drawn.pressed[rng.below(drawn.pressed.len())], newtons);
            }
        }
        3 => network.offset(tie.id, rng.signed() * rng.log_uniform(1e-9, 1e-4)),
        4 => {
            let speed = rng.signed() * rng.log_uniform(1e-3, 20.0);
            if !drawn.thrown.is_empty() {
                network.throw(drawn.thrown[rng.below(drawn.thrown.len())], speed);
            }
        }
        5 | 6 => {
            if let Some(place) = body.moves.place(rng) {
                network.move_point(body.id, Point(rng.below(2) as u32), place);
            }
        }
        7 => network.restart(body.id),
        _ => network.slide(tie.id, rng.signed()),
    }
    false
}

#[test]
fn energy_never_rises_without_work_and_the_ledger_closes() {
    check(1_700, false, 1e-3);
}

#[test]
fn neither_does_it_where_contacts_press_each_other() {
    // Viscous friction comes and goes with the contact: on one mass with what presses it, there
    // may be no force that agrees.
    check(800, true, 1e-2);
}

/// How many to draw where `usual` are drawn in CI.
fn how_many(usual: usize) -> usize {
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let asked = std::env::var("URTO_COUNT").ok();
    let asked = asked.and_then(|count| count.parse().ok());
    asked.unwrap_or(if full { 40 * usual } else { usual })
}

/// At most a share of the steps may be `unsolved`.
fn check(count: usize, pairs: bool, unsolved: f64) {
    let count = how_many(count);
    let first = std::env::var("URTO_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    let (mut worst_rise, mut worst_ledger) = (0.0f64, 0.0f64);
    let mut unconverged = 0;
    let mut drawn_count = 0;
    let mut seed = first;
    while drawn_count < count {
        let mut rng = Rng::new(seed);
        seed += 1;
        let Some(mut drawn) = draw_network(seed, pairs, &mut rng) else {
            continue;
        };
        drawn_count += 1;
        let still = rng.below(3) == 0;
        let mut last = drawn.network.ledger();
        // The largest energy or work so far.
        let mut largest = last.stored;
        let mut peak = last.stored;
        for step in 0..300 {
            let counted = drawn.network.health().clamped;
            let cut = !still && rng.below(20) == 0 && disturb(&mut drawn, &mut rng);
            let told = drawn.network.health().clamped > counted;
            assert!(
                told || !cut,
                "seed {} step {step}: cut in silence",
                seed - 1
            );
            drawn.network.step();
            let now = drawn.network.ledger();
            let health = drawn.network.health();
            let seen = || {
                let what = describe(&drawn);
                format!(
                    "seed {} step {step}: {now:?} after {last:?}, {health:?}{what}",
                    seed - 1
                )
            };
            let all_finite = [
                now.stored,
                now.injected,
                now.dissipated,
                drawn.network.heard(0),
            ];
            assert!(all_finite.iter().all(|x| x.is_finite()), "{}", seen());
            assert_eq!(health.non_finite, 0, "{}", seen());
            // Work that passes through within a step rounds too.
            peak = peak
                .max(now.stored)
                .max((now.injected - last.injected).abs());
            let rise = (now.stored - last.stored) - (now.injected - last.injected);
            // Totals of all work so far round as well.
            let rounding = 1e-15 * (now.injected.abs() + now.dissipated.abs());
            assert!(
                rise <= 1e-11 * peak + rounding,
                "{}: {rise:e} of {peak:e}",
                seen()
            );
            worst_rise = worst_rise.max((rise - rounding) / peak.max(1e-300));
            largest = largest
                .max(peak)
                .max(now.injected.abs())
                .max(now.dissipated.abs());
            assert!(
                now.error().abs() <= 1e-9 * largest,
                "{}: {:e} of {largest:e}",
                seen(),
                now.error()
            );
            worst_ledger = worst_ledger.max(now.error().abs() / largest.max(1e-300));
            last = now;
        }
        unconverged += drawn.network.health().unconverged;
    }
    println!(
        "{count} networks of 300 steps: worst rise {worst_rise:e} of the peak, ledger within {worst_ledger:e}, {unconverged} steps unconverged"
    );
    assert!(unconverged as f64 <= unsolved * 300.0 * count as f64);
}
