//! `urto mi frames`: a network in motion, as pictures for programs that draw.

use crate::cli::{FrameFormat, MiFramesArgs};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{network, output};
use serde_json::json;
use urto_mi::export::{self, Encoding, Format, Frames, Shape};

/// Most pictures of a film: an hour of 25 a second, and some.
const MOST: f64 = 1e5;

/// Plays a network and writes where its masses are, again and again.
pub fn run(asked: &MiFramesArgs, as_json: bool) -> Result<(), Failure> {
    let opened = network::needed(&asked.file)?;
    let file = &opened.file;
    let hertz = file.model.hertz();
    let seconds = network::seconds(file, asked.seconds);
    if seconds / asked.every > MOST {
        return Err(Failure::usage(format!(
            "{seconds} s with a picture every {} s are more than {MOST} pictures; give a longer \
             --every or fewer --seconds",
            asked.every
        )));
    }
    if !asked.force {
        network::refuse_unstable(&opened)?;
    }
    let shape = Shape {
        triangles: file.triangles.clone(),
        ..Shape::of(&file.model)
    };
    let format = match asked.format {
        FrameFormat::Obj => Format::Obj,
        FrameFormat::Ply => Format::Ply(Encoding::Binary),
    };
    let film = match asked.force {
        true => Frames::replacing(&asked.out, format, shape, hertz, 1.0 / asked.every),
        false => Frames::new(&asked.out, format, shape, hertz, 1.0 / asked.every),
    };
    let mut film = film.map_err(Failure::other)?;
    let steps = (seconds * hertz).round().max(1.0) as u64;
    let mut played = file.played().map_err(Failure::other)?;
    let progress = Progress::of("writing pictures", steps);
    // Whoever listens to nothing takes steps too.
    let mut heard = vec![[0.0]; file.listeners.len().max(1)];
    for _ in 0..steps {
        let positions = || export::positions(&file.model, played.network());
        film.step(positions).map_err(Failure::other)?;
        let mut parts: Vec<&mut [f64]> = heard.iter_mut().map(|own| own.as_mut_slice()).collect();
        played.render(&mut parts);
        progress.advance(1);
    }
    drop(progress);
    let folder = asked.out.display();
    if as_json {
        return output::print_json(&json!({
            "folder": folder.to_string(),
            "pictures": film.written(),
            "every": asked.every,
            "seconds": seconds,
        }));
    }
    output::print(&format!(
        "{folder}: {} pictures, one every {} s\n",
        film.written(),
        asked.every
    ))
}
