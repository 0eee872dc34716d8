//! What the fuzzer and the corpus test do with a file.

use crate::{Desk, Edit, Engine, Offline, Order, SLOTS, Take, Workshop};
use urto_file::Shelf;

/// Frames that are rendered.
const FRAMES: usize = 256;
/// Instances beyond this are opened but not built, to keep fuzzing fast.
const MOST: usize = 4;

/// Opens a file at a desk, whatever it is, saves it and opens that; builds what it holds, and
/// renders its take for a moment. Panics where a promise is broken: a document that changes on
/// its way, a sample that is not finite.
pub fn exercise(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let (file, text) = ("fuzz.toml".to_owned(), text.to_owned());
    let mut desk = Desk::new();
    let preset = Edit::ImportPreset {
        file: file.clone(),
        text: text.clone(),
    };
    if desk.apply(&preset).is_ok() {
        let name = desk.document().presets[0].name.clone();
        let name = name.unwrap_or_default();
        let added = desk.apply(&Edit::Add { name });
        build(&added.unwrap_or_else(|why| panic!("{why}")));
    }
    if desk.apply(&Edit::Open { file, text }).is_ok() {
        let saved = desk.project_text();
        let (file, text) = ("again.toml".to_owned(), saved.clone());
        let mut again = Desk::new();
        let opened = again.apply(&Edit::Open { file, text });
        opened.unwrap_or_else(|why| panic!("{why} in {saved}"));
        assert_eq!(saved, again.project_text());
        if desk.document().instances.len() <= MOST {
            build(&desk.start_orders());
        }
    }
    render(bytes);
}

/// Every order is a line of text and back, and can be built.
fn build(orders: &[Order]) {
    let rate = urto::Rate::new(48_000.0).expect("this rate is allowed");
    let mut workshop = Workshop::new(rate, SLOTS + 1);
    for order in orders {
        let line = order.to_string();
        assert_eq!(Order::parse(&line).as_ref(), Ok(order), "{line}");
        // A scene may have been written for another rate; that is an error, not a panic.
        let _ = workshop.command(order);
    }
}

fn render(bytes: &[u8]) {
    let Ok(project) = urto_file::read_project("fuzz", bytes) else {
        return;
    };
    let Ok(Some(take)) = Take::of(&project) else {
        return;
    };
    if project.instances.len() > MOST {
        return;
    }
    let take = Take {
        frames: FRAMES as u64,
        ..take
    };
    let Ok(mut offline) = Offline::of(&take, Shelf::default()) else {
        return;
    };
    let mut outputs = vec![[0.0; FRAMES]; offline.channels()];
    let mut slices: Vec<&mut [f32]> = outputs.iter_mut().map(|out| &mut out[..]).collect();
    offline.render(&mut slices);
    for sample in outputs.iter().flatten() {
        assert!(sample.is_finite() && sample.abs() <= 1.0, "sample {sample}");
    }
}

/// Lines beyond this are not read, and sounds beyond [`MOST`] not built.
const LINES: usize = 48;

/// Follows every line as an edit at a desk or, where it is none, as an order of a player, and
/// plays what comes of it; then takes all of it back. Panics where a promise is broken: a line
/// that changes on its way, a sample that is not finite, a step that is not undone.
pub fn exercise_lines(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let rate = urto::Rate::new(48_000.0).expect("this rate is allowed");
    let (mut desk, mut built) = (Desk::new(), 0);
    let mut engine = Engine::new(rate, SLOTS + 1);
    let mut workshop = Workshop::new(rate, SLOTS + 1);
    let nothing = desk.project_text();
    for line in text.lines().take(LINES) {
        let mut orders = Vec::new();
        if let Ok(edit) = Edit::parse(line) {
            assert_eq!(Edit::parse(&edit.to_string()).as_ref(), Ok(&edit));
            let before = desk.project_text();
            match desk.apply(&edit) {
                Ok(told) => orders = told,
                Err(_) => assert_eq!(before, desk.project_text(), "{line}"),
            }
        } else {
            orders.extend(Order::parse(line));
        }
        for order in orders {
            let again = Order::parse(&order.to_string());
            assert_eq!(again.as_ref(), Ok(&order));
            built += usize::from(order.builds());
            if order.builds() && built > MOST {
                continue;
            }
            if let Ok(command) = workshop.command(&order) {
                // What finds no room is not done.
                let _ = engine.tell(engine.frame(), command);
            }
        }
        let (mut left, mut right) = ([0.0; 64], [0.0; 64]);
        engine.render(&mut [&mut left, &mut right]);
        while engine.take_retired().is_some() {}
        for sample in left.iter().chain(&right) {
            assert!(sample.is_finite() && sample.abs() <= 1.0, "sample {sample}");
        }
    }
    let opened = text
        .lines()
        .any(|line| line.trim_start().starts_with("open"));
    while desk.undo_label().is_some() {
        let undone = desk.apply(&Edit::Undo);
        assert!(undone.is_ok());
    }
    // What an empty desk is filled with at first is where one starts.
    let quality = text.lines().any(|line| line.contains("quality"));
    assert!(opened || quality || desk.project_text() == nothing);
}
