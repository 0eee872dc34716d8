//! Scores: written at the desk, kept in projects, and played as orders.

use urto::Rate;
use urto_engine::{Desk, Edit, Order, lanes};

fn edit(desk: &mut Desk, line: &str) -> Result<Vec<Order>, urto_engine::Problem> {
    desk.apply(&Edit::parse(line)?)
}

fn score(text: &str) -> String {
    let text = Some(text.to_owned());
    Edit::Score { text }.to_string()
}

const LANE: &str = "length = 4\n[[lane]]\nslot = 1\nevents = '''\n0.5 1 -\n'''\n\
                    [[lane.curve]]\nkey = 'velocity'\npoints = [[0, 1], [1, 2]]";

/// The example in docs/score.md is what the page says: it reads, and its orders do.
#[test]
fn the_example_of_the_page_plays() {
    let page = include_str!("../../../../docs/score.md");
    let text = page.split("```toml\n").nth(1).unwrap();
    let text = text.split("```").next().unwrap();
    let project = urto_file::read_project("score.md", text.as_bytes()).unwrap();
    let score = project.score.unwrap();
    let rate = Rate::new(48_000.0).unwrap();
    let orders = lanes::orders(&score, 0.0, score.length, rate);
    let count = |start: &str| {
        let lines = orders.iter().map(|(_, order)| order.to_string());
        lines.filter(|line| line.starts_with(start)).count()
    };
    // Eight times two steps of four, and five seconds of a curve.
    assert_eq!((count("trigger 0"), count("trigger 1")), (2, 16));
    assert_eq!(count("gain 0"), 5 * 750);
    // Through the desk and back.
    let mut desk = Desk::new();
    let open = Edit::Open {
        file: "score.md".to_owned(),
        text: text.to_owned(),
    };
    desk.apply(&open).unwrap();
    let again = urto_file::read_project("again", desk.project_text().as_bytes()).unwrap();
    assert_eq!(again.score, Some(score));
}

#[test]
fn a_score_is_written_undone_and_goes_with_its_instance() {
    let mut desk = Desk::new();
    let nothing = desk.project_text();
    edit(&mut desk, "add impact").unwrap();
    edit(&mut desk, "add \"wine glass\"").unwrap();
    let without = desk.project_text();
    // Writing tells the player nothing: it is told when the score is played.
    assert_eq!(edit(&mut desk, &score(LANE)), Ok(Vec::new()));
    assert_eq!(desk.undo_label(), Some("Edit score"));
    let with = desk.project_text();
    assert!(with.contains("[[score.lane]]"), "{with}");
    edit(&mut desk, "undo").unwrap();
    assert_eq!(desk.project_text(), without);
    edit(&mut desk, "redo").unwrap();
    assert_eq!(desk.project_text(), with);
    // What a curve moved goes back to what the document says.
    let back = lanes::back(desk.document());
    assert!(matches!(&back[..], [Order::Set { slot: 1, key, .. }] if key == "velocity"));
    for wrong in [
        LANE.replace("slot = 1", "slot = 7"),
        LANE.replace("velocity", "no.such.number"),
        LANE.replace("velocity", "body.kind"),
        LANE.replace("0.5 1", "half past"),
    ] {
        assert!(edit(&mut desk, &score(&wrong)).is_err(), "{wrong}");
        assert_eq!(desk.project_text(), with);
    }
    let id = desk.document().instances[1].id;
    edit(&mut desk, &format!("remove {id}")).unwrap();
    let left = desk.document().score.as_ref().unwrap();
    assert!(
        left.lanes.is_empty(),
        "whatever comes next is another thing"
    );
    edit(&mut desk, "undo").unwrap();
    assert_eq!(desk.project_text(), with);
    while desk.undo_label().is_some() {
        edit(&mut desk, "undo").unwrap();
    }
    assert_eq!(desk.project_text(), nothing);
}

#[test]
fn the_page_keeps_texts_with_a_project() {
    let mut desk = Desk::new();
    edit(&mut desk, "keep hands \"[1, \\\"two\\\"]\\nthree\"").unwrap();
    edit(&mut desk, "keep layers x").unwrap();
    let project = urto_file::read_project("p", desk.project_text().as_bytes()).unwrap();
    let kept = [("hands", "[1, \"two\"]\nthree"), ("layers", "x")];
    let kept = kept.map(|(name, text)| (name.to_owned(), text.to_owned()));
    assert_eq!(project.page, kept);
    edit(&mut desk, "keep layers -").unwrap();
    assert!(!desk.project_text().contains("layers"));
    for wrong in [
        "keep Hands x".to_owned(),
        "keep \"a b\" x".to_owned(),
        format!("keep big {}", "x".repeat(300_000)),
    ] {
        assert!(edit(&mut desk, &wrong).is_err());
    }
}
