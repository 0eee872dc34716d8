//! A table with every kind of parameter, for tests: the sounds do not have them all.

use urto::param::{Curve, Resource};

urto::choice! {
    /// A colour.
    pub enum Colour {
        /// Like blood.
        Red = "red",
        /// Like grass.
        Green = "green",
    }
}

urto::params! {
    /// An item.
    pub struct Item("item") {
        /// Its weight.
        weight: 1.0, Log(0.1, 10.0), "kg", Block;
        /// How it grows.
        growth: Curve::constant(0.25), Curve(0.0, 1.0), "", Event;
    }
}

urto::params! {
    /// Every kind of parameter.
    pub struct All("all") {
        /// A number.
        size: 2.0, Linear(-1.0, 5.0), "m", Sample;
        /// A count.
        count: 3, Integer(1, 9), "", Rebuild;
        /// A colour.
        colour: Colour::Green, Choice(Colour), "", Event;
        /// One item.
        item: Item::default(), Table(Item), "", Block;
        /// Several items.
        items: vec![Item { weight: 9.0, ..Item::default() }; 2], List(Item, 2, 4), "", Rebuild;
        /// A swell.
        swell: Curve::constant(0.5), Curve(0.0, 1.0), "m/s", Event;
        /// A file.
        file: Resource::default(), Resource("the path of a file"), "", Rebuild;
        /// It had another name once.
        renamed: Item::default(), Table(Item), "", Block, formerly "older";
    }
    macros {
        /// How large it is.
        bulk: size(-1.0, 5.0), item.weight(0.1, 10.0);
    }
}
