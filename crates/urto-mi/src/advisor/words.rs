//! Advice in plain words.

use super::felt::Felt;
use super::krylov::largest;
use super::limit::{self, LIMIT};
use super::matrix::{Matrix, Shares};
use super::{Advice, LOWEST_PITCH};
use crate::contact::steepest;
use crate::model::Model;
use urto::math;
use urto::param::written;

/// Below this margin the highest mode is a third too high or more: asin(x)/x for x = 1/sqrt(margin).
const NEAR: f64 = 1.1;

/// A mass as its file calls it.
fn name(model: &Model, mass: usize) -> String {
    match model.masses()[mass].name.as_str() {
        "" => format!("number {mass}"),
        own => format!("'{own}'"),
    }
}

/// Three digits, rounded down: who follows the advice is on the safe side.
fn at_most(value: f64) -> String {
    if !(value > 0.0 && value.is_finite()) {
        return written(value);
    }
    let digits = math::pow(10.0, math::log10(value).floor() - 2.0);
    let down = (value * (1.0 - 1e-6) / digits).floor();
    // Written as a decimal first, so that no rounding of the product shows.
    let exponent = math::log10(digits).round() as i32;
    let decimal: f64 = format!("{down}e{exponent}").parse().unwrap_or(value);
    written(decimal)
}

/// What to change in a model that is not stable.
pub(super) fn suggested(model: &Model, felt: &Felt, margin: f64) -> String {
    let rate = written(model.hertz());
    let worst = limit::worst(felt);
    let at = worst.map_or(String::new(), |(mass, _)| {
        format!(" The worst place is the mass {}.", name(model, mass))
    });
    if margin == 0.0 {
        return format!(
            "Dampers or friction are too strong for {rate} steps a second: multiply them by {} or \
             less, or make masses heavier, or raise the rate.{at}",
            at_most(limit::damping(felt))
        );
    }
    let mut told = format!(
        "Too stiff for {rate} steps a second: multiply every stiffness by {} or less, or make \
         masses heavier, or raise the rate.{at}",
        at_most(margin)
    );
    if let Some((mass, Some(link))) = worst {
        let tie = &felt.ties[link];
        let other = tie.ends[usize::from(tie.ends[0] == mass)];
        let factor = limit::of_link(felt, link);
        let enough = if factor > 0.0 {
            format!("{} N/m or less is stable", at_most(factor * tie.stiff))
        } else {
            "to soften this one alone is not enough".to_owned()
        };
        told += &format!(
            " Its stiffest link goes to {} with {} N/m: {enough}.",
            name(model, other),
            written(tie.stiff)
        );
    }
    told
}

/// What to change in a contact of many that the steps do not carry.
pub(super) fn softer_contact(model: &Model, contact: usize, margin: f64) -> String {
    let rate = written(model.hertz());
    let stiffness = model.contacts()[contact].spring.stiffness;
    let number = contact + 1;
    if margin == 0.0 {
        return format!(
            "The damping of contact {number} is too strong for {rate} steps a second, where its \
             lightest masses touch: lower it, or make them heavier, or raise the rate."
        );
    }
    format!(
        "Contact {number} is too stiff for {rate} steps a second, where its lightest masses touch: {} \
         N/m or less is stable. Or make them heavier, or raise the rate.",
        at_most(margin * stiffness)
    )
}

/// Contacts that are played softer than they are written.
fn softened_contacts(model: &Model) -> Vec<String> {
    let all = model.contacts().iter().zip(steepest(model)).enumerate();
    let softer = all.filter(|(_, (own, most))| own.spring.stiffness > *most);
    softer
        .map(|(n, (_, most))| {
            format!(
                "Contact {} is played with {} N/m: what is harder would be too stiff for the step \
                 where its lightest mass touches several others at once.",
                n + 1,
                at_most(most)
            )
        })
        .collect()
}

/// One or many.
fn counted(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    }
}

/// What a person should know.
pub(super) fn remarks(model: &Model, felt: &Felt, advice: &Advice, more: bool) -> Vec<String> {
    let mut told = Vec::new();
    let moving = (0..felt.places.len()).filter(|mass| felt.moves(*mass));
    if moving.clone().next().is_none() {
        told.push(match felt.places.len() {
            0 => "There are no masses: add some, and join them with links.".to_owned(),
            _ => "Nothing can move: all masses are held. Leave some free.".to_owned(),
        });
        return told;
    }
    if advice.zero_modes > 0 {
        let least = if more { "at least " } else { "" };
        let ways = counted(advice.zero_modes, "way", "ways");
        told.push(format!(
            "It folds: there {} {least}{ways} to move it that no link resists. That is how cloth \
             and chains are; what is to keep its form collapses. For that, join masses across its \
             squares, give what is flat a second layer, or stretch links by a length below the \
             distance of their masses.",
            if advice.zero_modes == 1 { "is" } else { "are" },
        ));
    }
    if advice.buckling > 0 {
        let ways = counted(advice.buckling, "way", "ways");
        told.push(format!(
            "It buckles: it gives way by itself in {ways}, because links push, as a ruler does that \
             is pressed at its ends. Make their lengths shorter, or brace it."
        ));
    }
    told.extend(unlinked(model, felt));
    told.extend(unbalanced(model, felt));
    told.extend(slack(felt));
    told.extend(softened_contacts(model));
    if advice.stable && advice.margin < NEAR {
        told.push(format!(
            "It is near the limit of its step (margin {:.3}): its highest modes are far out of tune. \
             A higher rate brings them back.",
            advice.margin
        ));
    }
    if !advice.modes_found {
        told.push(format!(
            "Only {} could be told well: it is too large for more, or has too many modes near each \
             other.",
            counted(advice.modes.len(), "mode", "modes")
        ));
    }
    if advice.modes.is_empty() {
        told.push("Nothing rings: no motion has a frequency that the step can play.".to_owned());
    } else if advice.pitch.is_none() {
        told.push(format!(
            "No mode told is as high as {LOWEST_PITCH} Hz: it moves, but has no pitch. Make it \
             stiffer or lighter."
        ));
    }
    told
}

fn unlinked(model: &Model, felt: &Felt) -> Option<String> {
    let mut linked = vec![false; felt.places.len()];
    for end in felt.ties.iter().flat_map(|tie| tie.ends) {
        linked[end] = true;
    }
    for (mass, _) in model.contacts().iter().flat_map(|own| own.touched()) {
        linked[mass.index()] = true;
    }
    let alone = |mass: &usize| felt.moves(*mass) && !linked[*mass];
    let first = (0..linked.len()).find(alone)?;
    let count = (0..linked.len()).filter(alone).count();
    Some(format!(
        "{} no link (such as {}): it flies where it is thrown.",
        counted(count, "mass has", "masses have"),
        name(model, first)
    ))
}

fn unbalanced(model: &Model, felt: &Felt) -> Option<String> {
    let (mass, force) = felt.unbalanced(model.gravity())?;
    Some(format!(
        "It is not at rest as placed: the mass {} is pulled with {force:.3e} N, and moves before \
         anything strikes it. Modes are told for where masses are placed.",
        name(model, mass),
    ))
}

fn slack(felt: &Felt) -> Option<String> {
    let count = felt.ties.iter().filter(|tie| tie.slack).count();
    if count == 0 {
        return None;
    }
    let links = counted(count, "link does", "links do");
    let every = Shares {
        slack: true,
        ..Shares::ALL
    };
    let stiffest = largest(&Matrix::new(felt, &every)).value;
    let but = if stiffest >= LIMIT {
        " Once they act, all together would be too stiff for the step."
    } else {
        ""
    };
    Some(format!(
        "{links} nothing as placed: slack ropes, or balls that do not touch. They are left out \
         here.{but}"
    ))
}
