//! Files that parameters name: put into play, and refused without harm to what sounds.

use urto::Rate;
use urto_engine::{Desk, Edit, Engine, Order, SLOTS, Workshop};
use urto_file::Shelf;

const CUP: &str = "urto = \"modal/1\"\nmodes = [{ frequency = 1320, decay = 2 }]\n";

/// A bell that has been struck, and who built it.
fn ringing() -> (Workshop, Engine) {
    let rate = Rate::new(48_000.0).unwrap();
    let mut workshop = Workshop::new(rate, SLOTS);
    let mut engine = Engine::new(rate, SLOTS);
    for line in ["put 0 impact 0 1 {}", "trigger 0 1 -"] {
        let command = workshop.command(&Order::parse(line).unwrap()).unwrap();
        assert!(engine.tell(0, command).is_ok());
    }
    heard(&mut engine);
    (workshop, engine)
}

fn heard(engine: &mut Engine) -> Vec<f32> {
    let mut left = vec![0.0; 2048];
    engine.render(&mut [&mut left, &mut vec![0.0; 2048]]);
    left
}

/// Missing, none named, of another kind, cut: one sentence each, and what sounds goes on as if
/// nothing had been asked.
#[test]
fn a_bad_file_leaves_what_sounds_alone() {
    let wrong = [
        ("cup.toml", None, "no file 'cup.toml' here"),
        (
            "",
            None,
            "no file is named; name one, or choose another body.kind",
        ),
        ("cup.toml", Some("urto = \"scene/1\"\n"), "holds no body"),
        ("cup.toml", Some(&CUP[..CUP.len() - 9]), "cup.toml:2"),
        ("cup.toml", Some(""), "holds no body"),
    ];
    let (_, mut alone) = ringing();
    let expected = heard(&mut alone);
    assert!(expected.iter().any(|sample| sample.abs() > 1e-3));
    for (name, file, why) in wrong {
        let (mut workshop, mut engine) = ringing();
        let mut shelf = Shelf::default();
        if let Some(text) = file {
            shelf.put(name, text.as_bytes());
        }
        workshop.set_shelf(shelf);
        let put = format!(
            "put 0 impact 0 1 \"{{ body = {{ kind = \\\"file\\\", file = \\\"{name}\\\" }} }}\""
        );
        let refused = workshop.command(&Order::parse(&put).unwrap());
        let told = refused.err().unwrap().to_string();
        assert!(told.contains(why) && !told.contains('\n'), "{told}");
        assert_eq!(heard(&mut engine), expected, "{told}");
    }
}

#[test]
fn a_desk_notes_which_files_it_was_made_with() {
    let mut desk = Desk::new();
    let apply = |desk: &mut Desk, line: &str| {
        let done = desk.apply(&Edit::parse(line).unwrap());
        done.map_err(|why| why.to_string())
    };
    apply(&mut desk, "add impact").unwrap();
    let missing = apply(&mut desk, "use 1 body.file cup.toml").unwrap_err();
    assert!(missing.contains("no file 'cup.toml' here"), "{missing}");
    assert!(!desk.project_text().contains("cup"));
    desk.shelve("cup.toml", CUP.as_bytes()).unwrap();
    apply(&mut desk, "use 1 body.file cup.toml").unwrap();
    let hash = urto_file::fingerprint(CUP.as_bytes());
    assert!(desk.project_text().contains(&hash));
    assert_eq!(desk.undo_label(), Some("Use file"));
    apply(&mut desk, "undo").unwrap();
    assert!(!desk.project_text().contains(&hash));
    // What comes with urto is found by everyone, and noted too.
    apply(&mut desk, "use 1 body.file teacup.toml").unwrap();
    assert!(desk.project_text().contains("teacup.toml"));
    let none = apply(&mut desk, "use 1 velocity teacup.toml").unwrap_err();
    assert!(!none.is_empty());
}

#[test]
fn files_have_their_limits() {
    let mut desk = Desk::new();
    let mut large = CUP.as_bytes().to_vec();
    large.resize((64 << 20) + 1, b'\n');
    let told = desk.shelve("large.toml", &large).unwrap_err().to_string();
    assert_eq!(told, "'large.toml' is larger than 64 MiB");
    // Others fill the room; they need not be bodies for that.
    let mut shelf = Shelf::default();
    shelf.put("a", &large);
    shelf.put("b", &large[..(64 << 20) - 20]);
    desk.set_shelf(shelf);
    let told = desk.shelve("cup.toml", CUP.as_bytes()).unwrap_err();
    assert!(
        told.to_string().contains("no room for 'cup.toml'"),
        "{told}"
    );
}
