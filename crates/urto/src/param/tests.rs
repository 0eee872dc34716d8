//! Tables with everything in them.

use crate::param::*;

crate::choice! {
    /// A colour.
    pub enum Colour {
        /// Like blood.
        Red = "red",
        /// Like grass.
        Green = "green",
    }
}

crate::params! {
    /// An item.
    pub struct Item("item") {
        /// Its weight.
        weight: 1.0, Log(0.1, 10.0), "kg", Block;
    }
}

crate::params! {
    /// Everything at once.
    pub struct All("all") {
        /// A number.
        size: 2.0, Linear(-1.0, 5.0), "m", Sample, spread 0.5;
        /// A count.
        count: 3, Integer(1, 9), "", Rebuild, expert;
        /// Loss or none.
        loss: 0.0, ZeroLog(1e-3, 1.0), "", Block, expert, spread 0.0;
        /// A colour.
        colour: Colour::Green, Choice(Colour), "", Event;
        /// One item.
        item: Item::default(), Table(Item), "", Block;
        /// Several items.
        items: vec![Item::default(); 2], List(Item, 1, 4), "", Rebuild;
        /// A swell.
        swell: Curve::constant(0.5), Curve(0.0, 1.0), "", Event;
        /// A file.
        file: Resource::default(), Resource("the path of a file"), "", Rebuild;
        /// It had another name once.
        renamed: Item::default(), Table(Item), "", Block, formerly "older";
    }
}

#[test]
fn every_kind_is_found_set_and_read() {
    let mut all = All::default();
    let mut set = |key: &str, value: Value| {
        let id = All::TABLE.find(key).unwrap();
        assert_eq!(All::TABLE.key_of(&id).unwrap(), key);
        all.assign(&id, &value).unwrap();
        assert_eq!(all.value(&id), Some(value));
    };
    set("size", Value::Number(-0.5));
    set("count", Value::Number(7.0));
    set("loss", Value::Number(0.1));
    set("colour", Value::Choice(0));
    set("item.weight", Value::Number(3.0));
    set("items", Value::Count(3));
    set("items/2/weight", Value::Number(4.0));
    set(
        "swell",
        Value::Curve(Curve::new([(0.0, 0.0), (1.0, 1.0)]).unwrap()),
    );
    set("file", Value::Resource(Resource::named("a.wav")));
    assert_eq!((all.count, all.colour), (7, Colour::Red));
    assert_eq!(all.items[2].weight, 4.0);
    assert_eq!(
        All::TABLE.find("items.2.weight"),
        All::TABLE.find("items/2/weight")
    );
}

#[test]
fn what_is_not_allowed_is_refused_and_changes_nothing() {
    let mut all = All::default();
    let before = all.clone();
    for (key, value) in [
        ("size", Value::Number(5.1)),
        ("size", Value::Number(f64::NAN)),
        ("size", Value::Resource(Resource::named("x"))),
        ("count", Value::Number(2.5)),
        ("loss", Value::Number(1e-4)),
        ("colour", Value::Choice(2)),
        ("items", Value::Count(0)),
        ("items", Value::Count(5)),
        ("items/3/weight", Value::Number(1.0)),
        ("swell", Value::Curve(Curve::new([(0.0, 2.0)]).unwrap())),
    ] {
        let id = All::TABLE.find(key).unwrap();
        assert!(all.assign(&id, &value).is_err(), "{key} {value:?}");
        assert_eq!(all, before);
    }
    assert_eq!(
        All::TABLE.find("weight").unwrap_err().suggestion.as_deref(),
        Some("item.weight")
    );
    assert_eq!(
        All::TABLE.find("colr").unwrap_err().suggestion.as_deref(),
        Some("colour")
    );
    for key in [
        "",
        ".",
        "items/9/weight",
        "items/x/weight",
        "items/1",
        "size.x",
    ] {
        assert!(All::TABLE.find(key).is_err(), "{key}");
    }
}

#[test]
fn a_former_key_is_understood_and_the_present_one_is_written() {
    let (by_old, by_new) = (
        All::TABLE.find("older.weight"),
        All::TABLE.find("renamed.weight"),
    );
    assert!(by_old.is_ok() && by_old == by_new);
    assert_eq!(
        All::TABLE.key_of(&by_old.unwrap()).unwrap(),
        "renamed.weight"
    );
    let keys = All::TABLE.keys();
    assert!(!keys.iter().any(|(key, _)| key.contains("older")));
}

#[test]
fn modifiers_reach_the_table() {
    let spec = |key: &str| All::TABLE.locate(key).unwrap().1;
    assert_eq!((spec("size").tier, spec("size").spread), (Tier::Basic, 0.5));
    assert_eq!(
        (spec("count").tier, spec("count").spread),
        (Tier::Expert, 1.0)
    );
    assert_eq!(
        (spec("loss").tier, spec("loss").spread),
        (Tier::Expert, 0.0)
    );
    assert_eq!(spec("size").about, "A number.");
    assert_eq!(leaves(&All::default()).len(), 11);
}

#[test]
fn variation_stays_in_range_and_respects_spread() {
    let mut rng = crate::rng::Rng::new(1);
    for _ in 0..1000 {
        let mut all = All::default();
        vary(&mut all, 0.25, &mut rng);
        let range = Range {
            default: 2.0,
            min: -1.0,
            max: 5.0,
            scale: Scale::Linear,
        };
        assert!((range.position(all.size) - 0.5).abs() <= 0.125 + 1e-12);
        assert_eq!(all.loss, 0.0);
    }
}
