//! Reads a scene (bodies, contacts, a score, listening points) from text and plays it.

use urto::Rate;
use urto::sound::Sound;
use urto_examples::{Outcome, RATE, save};

const SCENE: &str = r#"urto = "scene/1"
[object.bar]
kind = "modal"
modes = [{ frequency = 440, decay = 1.2, mass = 0.02 }, { frequency = 1210, decay = 0.7, mass = 0.02 }]
points = { end = [1.0, -0.8], middle = [0.2, 0.9] }
[object.bow]
kind = "driven"
[contact.rub]
between = ["bow", "bar@end"]
law = "friction"
normal_force = 1.5
[[score]]
at = 0.1
drive = { object = "bow", velocity = 0.2 }
[listen]
at = ["bar@end"]
"#;

fn main() -> Outcome {
    // A mistake is an error that names the line and what is allowed there.
    let scene = urto_file::read_scene("bar.toml", SCENE.as_bytes())?;
    let mut player = scene.build(Rate::new(RATE)?)?;
    let mut channels = vec![vec![0.0; 2 * RATE as usize]; player.channels()];
    let mut outputs: Vec<&mut [f32]> = channels.iter_mut().map(Vec::as_mut_slice).collect();
    player.render(&[], &mut outputs);
    println!("health: {:?}", player.health());
    save("scene_from_toml", &channels, None)
}
