//! One body of a run, as it is heard.

use super::air::{Way, head_towards, towards};
use super::bank::{Bank, Row};
use super::click::Click;
use super::force::Pushes;
use super::{BodyAccount, How};
use crate::run::Run;
use crate::scene::{Drive, Form, Scene};
use crate::vector::{Vector, difference, dot, length, matrix, plus, scaled, times_transposed};

/// Samples between looks at poses, losses and directions.
pub(super) const BLOCK: usize = 64;

/// What a body gives to who listens.
#[derive(Default)]
pub(super) struct Sounded {
    pub channels: Vec<Vec<f64>>,
    pub account: BodyAccount,
}

/// Works one body out.
pub(super) fn sound(scene: &Scene, run: &Run, number: usize, frames: usize, how: &How) -> Sounded {
    let own = &scene.bodies[number];
    let h = how.rate.step();
    let mut pushes = Pushes::of(scene, run, number);
    if pushes.is_empty() {
        return Sounded::default();
    }
    let centre = scene.centre(number);
    let mut bank = Bank::new(own, centre, h);
    let free = matches!(own.drive, Drive::Free) && !matches!(own.form, Form::Plane);
    let volume = own.form.volume();
    let radius = urto::math::pow(volume * 0.75 / core::f64::consts::PI, 1.0 / 3.0);
    let mass = own.weight();
    let mut click = free.then(|| Click::new(radius.max(1e-4), h));
    if bank.is_none() && click.is_none() {
        return Sounded::default();
    }
    let mut account = BodyAccount {
        modes: bank.as_ref().map_or(0, Bank::modes),
        ..BodyAccount::default()
    };
    for pushes in &pushes {
        let [blows, entries] = pushes.counts();
        account.blows += blows;
        account.entries += entries;
    }
    let mut rows: Vec<Row> = pushes.iter().map(|_| Row::default()).collect();
    let mut source = vec![0.0; frames];
    let mut way = Way::new(frames);
    let (mut from, mut to) = (Vec::new(), Vec::new());
    let mut heard: Vec<[f64; 2]> = Vec::new();
    let mut looked: Option<Vector> = None;
    let mut active = Vec::new();
    let mut directions = Vec::new();
    for first in (0..frames).step_by(BLOCK) {
        let last = (first + BLOCK).min(frames);
        let [begin, end] = [first, last].map(|n| n as f64 * h);
        // Where one listens, seen along the axes of the body.
        let pose = run.pose(number, end).unwrap_or_default();
        let ear = scene.hearing.path.at(end);
        let away = difference(ear.place, pose.place);
        let place = times_transposed(&matrix(pose.turn), away);
        let distance = length(away).max(radius.clamp(1e-3, 1e3));
        way.reach(last, distance);
        directions.push(towards(&ear, scaled(away, -1.0)));
        let facing = scaled(place, 1.0 / length(place).max(1e-9));
        if let Some(bank) = &mut bank {
            let moved = looked.is_none_or(|old| length(difference(place, old)) > 1e-3 * distance);
            from.clone_from(&to);
            if moved {
                bank.heard(place, &mut to);
                looked = Some(place);
            }
            if from.is_empty() {
                from.clone_from(&to);
            }
        }
        active.clear();
        active.extend((0..pushes.len()).filter(|n| pushes[*n].is_active(begin, end)));
        let still = bank.as_ref().is_none_or(Bank::is_still);
        if active.is_empty() && still && click.as_ref().is_none_or(Click::is_still) {
            bank.iter_mut().for_each(Bank::stop);
            click.iter_mut().for_each(Click::stop);
            continue;
        }
        if let Some(bank) = &mut bank {
            bank.damp(&mut pushes, &active, &mut rows, [begin, end]);
        }
        for (n, source) in source.iter_mut().enumerate().take(last).skip(first) {
            let time = [n as f64 * h, (n + 1) as f64 * h];
            let mut total = [0.0; 3];
            for m in &active {
                let Some(push) = pushes[*m].push(time[0], time[1]) else {
                    continue;
                };
                total = plus(total, push.force, 1.0);
                if let Some(bank) = &mut bank {
                    bank.look(&mut rows[*m], push.place, push.normal);
                    bank.push(&rows[*m], &push);
                }
            }
            let mut pressure = 0.0;
            if let Some(bank) = &mut bank {
                let share = (n + 1 - first) as f64 / (last - first) as f64;
                heard.clear();
                heard.extend(
                    from.iter()
                        .zip(&to)
                        .map(|(from, to)| [0, 1].map(|k| from[k] + share * (to[k] - from[k]))),
                );
                pressure += bank.step(&heard);
            }
            if let Some(click) = &mut click {
                pressure += click.step(dot(total, facing) / mass) / distance;
            }
            *source = own.gain * pressure;
        }
    }
    if let Some(bank) = &bank {
        account.injected = bank.injected;
        account.dissipated = bank.dissipated;
        account.stored = bank.energy();
    }
    let arrived = way.arrived(&source, how.rate.hertz());
    account.peak = arrived
        .iter()
        .fold(0.0, |most: f64, own| most.max(own.abs()));
    let channels = match (how.each, how.space) {
        (true, Some(make)) => head_towards(make().as_mut(), how.rate, &directions, &arrived),
        _ => vec![arrived],
    };
    Sounded { channels, account }
}
