//! Writing projects so that they read back bit for bit.

use crate::kept::Kept;
use crate::lanes;
use crate::preset::{DEMONSTRATION, PARAMS, Preset};
use crate::project::{Playing, Project, ProjectInstance, ProjectTake};
use crate::route::{write_curve, write_route};
use crate::write::{dotted, number, quoted, seed};
use urto::param::Params;
use urto::scene::SceneParams;

/// Writes a project: parameters that differ from their sounds' own, and keys that were kept.
pub fn write_project(project: &Project) -> String {
    let mut text = "urto = \"project/1\"\n".to_owned();
    if let Some(version) = &project.version {
        line(&mut text, "version", quoted(version));
    }
    line(&mut text, "master", number(project.master));
    if project.channels != 2 {
        line(&mut text, "channels", project.channels.to_string());
    }
    let quality = if project.fast { "fast" } else { "exact" };
    line(&mut text, "quality", quoted(quality));
    keep(&mut text, &project.kept);
    for instance in &project.instances {
        text.push_str("\n[[instance]]\n");
        write_instance(&mut text, instance);
    }
    for route in &project.routes {
        text.push_str("\n[[route]]\n");
        write_route(&mut text, route);
    }
    for preset in &project.presets {
        text.push_str("\n[[preset]]\n");
        write_own_preset(&mut text, preset);
    }
    for own in &project.resources {
        text.push_str("\n[[resource]]\n");
        line(&mut text, "name", quoted(&own.name));
        line(&mut text, "hash", quoted(&own.hash));
    }
    if !project.page.is_empty() {
        text.push_str("\n[page]\n");
        for (name, own) in &project.page {
            line(&mut text, name, block(own));
        }
    }
    if let Some(score) = &project.score {
        text.push_str("\n[score]\n");
        lanes::write_within(&mut text, score, "score.");
    }
    if let Some(take) = &project.take {
        text.push_str("\n[take]\n");
        write_take(&mut text, take);
    }
    text
}

fn line(text: &mut String, key: &str, value: String) {
    text.push_str(&format!("{key} = {value}\n"));
}

fn keep(text: &mut String, kept: &[Kept]) {
    kept.iter().for_each(|kept| text.push_str(&kept.line()));
}

fn words(all: &[String]) -> String {
    let all: Vec<String> = all.iter().map(|word| quoted(word)).collect();
    format!("[{}]", all.join(", "))
}

fn write_instance(text: &mut String, own: &ProjectInstance) {
    line(text, "slot", own.slot.to_string());
    line(text, "name", quoted(&own.name));
    let plain = match &own.playing {
        Playing::Sound(key) => {
            line(text, "sound", quoted(key));
            plain(key, own.params.as_ref())
        }
        Playing::Scene(scene) => {
            line(text, "scene", block(scene));
            // No gain equals this one, so that it is always written, whatever the scene says.
            SceneParams { gain: -1.0 }.boxed()
        }
    };
    if let Some(preset) = &own.preset {
        line(text, "preset", quoted(preset));
    }
    line(text, "seed", seed(own.seed));
    line(text, "voices", own.voices.to_string());
    line(text, "gain", number(own.gain));
    line(text, "pan", number(own.pan));
    if own.channel != 0 {
        line(text, "channel", own.channel.to_string());
    }
    for (key, on) in [
        ("mute", own.mute),
        ("solo", own.solo),
        ("structure", own.structure),
    ] {
        if on {
            line(text, key, "true".to_owned());
        }
    }
    let [x, y] = own.morph.map(number);
    line(text, "morph", format!("[{x}, {y}]"));
    for (key, all) in [("loose", &own.loose), ("locks", &own.locks)] {
        if !all.is_empty() {
            line(text, key, words(all));
        }
    }
    line(text, "side", own.side.to_string());
    dotted(text, "params.", own.params.as_ref(), plain.as_ref());
    if let Some(other) = &own.other {
        let before = text.len();
        dotted(text, "other.", other.as_ref(), plain.as_ref());
        let inside = own.kept.iter().any(|kept| kept.key.starts_with("other."));
        if text.len() == before && !inside {
            line(text, "other", "{}".to_owned());
        }
    }
    keep(text, &own.kept);
    for corner in &own.corners {
        text.push_str("\n[[instance.corner]]\n");
        line(text, "place", corner.place.to_string());
        line(text, "name", quoted(&corner.name));
        dotted(text, "params.", corner.params.as_ref(), plain.as_ref());
        keep(text, &corner.kept);
    }
}

/// A sound's own values.
fn plain(key: &str, otherwise: &dyn Params) -> Box<dyn Params> {
    match crate::catalogue().sound(key) {
        Ok(entry) => (entry.make)().params().boxed(),
        Err(_) => otherwise.boxed(),
    }
}

fn write_own_preset(text: &mut String, preset: &Preset) {
    line(text, "sound", quoted(&preset.sound));
    let told = [
        ("name", &preset.name),
        ("about", &preset.about),
        ("version", &preset.version),
    ];
    for (key, told) in told {
        if let Some(told) = told {
            line(text, key, quoted(told));
        }
    }
    if !preset.tags.is_empty() {
        line(text, "tags", words(&preset.tags));
    }
    if let Some(own) = preset.seed {
        line(text, "seed", seed(own));
    }
    for (key, told) in [("rate", preset.rate), ("seconds", preset.seconds)] {
        if let Some(told) = told {
            line(text, key, number(told));
        }
    }
    let plain = plain(&preset.sound, preset.params.as_ref());
    let params = preset.params.as_ref();
    dotted(text, PARAMS, params, plain.as_ref());
    if let Some(shown) = &preset.demonstration {
        dotted(text, DEMONSTRATION, shown.as_ref(), params);
    }
    keep(text, &preset.kept);
}

fn write_take(text: &mut String, take: &ProjectTake) {
    line(text, "rate", number(take.rate));
    line(text, "frames", take.frames.to_string());
    let mut score = String::new();
    for (at, order) in &take.score {
        score.push_str(&format!("{at} {order}\n"));
    }
    line(text, "score", block(&score));
    keep(text, &take.kept);
    for track in &take.tracks {
        text.push_str("\n[[take.track]]\n");
        line(text, "slot", track.slot.to_string());
        line(text, "key", quoted(&track.key));
        line(text, "points", write_curve(&track.curve));
        keep(text, &track.kept);
    }
}

/// Text of many lines, as it is where TOML allows that.
fn block(text: &str) -> String {
    let odd = |c: char| c.is_control() && c != '\n' && c != '\t';
    if text.contains("'''") || text.ends_with('\'') || text.contains(odd) {
        quoted(text)
    } else {
        // The first line break belongs to the quotes.
        format!("'''\n{text}'''")
    }
}
