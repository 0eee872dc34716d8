//! A listener that moves in the air takes no memory while it sounds.

mod common;

use assert_no_alloc::{AllocDisabler, assert_no_alloc, violation_count};
use urto::Rate;
use urto::param::{Value, leaves};
use urto::sound::Event;
use urto_file::{assign_text, catalogue, load_resources, write_body};

#[global_allocator]
static ALLOCATOR: AllocDisabler = AllocDisabler;

#[test]
fn a_listener_that_moves_takes_no_memory() {
    let catalogue = catalogue();
    let entry = catalogue.sound("impact").unwrap();
    let mut params = (entry.make)().params().boxed();
    for (key, text) in [
        ("body.kind", "file"),
        ("body.file", "bar.body"),
        ("air.at", "air"),
        ("pickups", "[{ air = { at = \"air\", x = 2 } }]"),
        ("space", "head"),
    ] {
        assign_text(params.as_mut(), key, text).unwrap();
    }
    let bytes = write_body(&common::bar_in_air());
    load_resources(params.as_mut(), &mut |_| Ok(bytes.clone())).unwrap();
    let mut sound = (entry.make)();
    for (id, _) in leaves(params.as_ref()) {
        sound.set(&id, &params.value(&id).unwrap());
    }
    sound.prepare(Rate::new(48_000.0).unwrap(), 512);
    let keys = ["air.x", "pickups/0/air.y", "head.azimuth", "head.distance"];
    let keys = keys.map(|key| sound.params().table().find(key).unwrap());
    let (mut left, mut right) = ([0.0; 512], [0.0; 512]);
    let mut loudest = 0.0_f32;
    assert_no_alloc(|| {
        sound.event(0, Event::trigger(1.0));
        for n in 0..40 {
            for key in &keys {
                sound.set(key, &Value::Number(1.0 + f64::from(n) / 8.0));
            }
            sound.render(&[], &mut [&mut left, &mut right]);
            loudest = left.iter().fold(loudest, |most, x| most.max(x.abs()));
        }
    });
    assert_eq!(violation_count(), 0);
    assert!(loudest > 1e-3, "{loudest}");
}
