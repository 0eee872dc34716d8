//! Routes at the desk: made, changed, told to the player, read from and written to projects.

use crate::document::{Document, Instance};
use crate::order::Order;
use crate::{Problem, route};
use std::sync::Arc;
use urto_file::{Kept, MOST_MOVED, MOST_ROUTES, Measure, Project, ProjectRoute, Source, routable};

/// What moves a parameter of an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Connection {
    /// Its number, 0 to 63.
    pub number: usize,
    /// Where it begins; a tapped instance is named by its number.
    pub source: Source,
    /// Number of the instance that is moved.
    pub id: u32,
    /// The parameter's key.
    pub key: String,
    /// What a source of 1 adds to the parameter.
    pub amount: f64,
    /// What is added anyway.
    pub offset: f64,
    /// What both are measured in.
    pub measure: Measure,
    /// What its file said that is not known here.
    pub kept: Vec<Kept>,
}

impl Connection {
    /// Whether it begins or ends at an instance.
    pub fn touches(&self, id: u32) -> bool {
        self.id == id || matches!(self.source, Source::Tap { instance, .. } if instance == id)
    }
}

/// Adds a route; its number is the lowest that is free, whatever it says.
pub(crate) fn connect(document: &mut Document, new: Connection) -> Result<(), Problem> {
    route::check(&new.source, new.amount, new.offset)?;
    if let Source::Tap { instance, .. } = new.source {
        document.existing(instance)?;
    }
    let table = document.existing(new.id)?.values.table();
    routable(table, &new.key).map_err(Problem::new)?;
    let mut moved: Vec<&str> = (document.routes.iter())
        .filter(|own| own.id == new.id)
        .map(|own| own.key.as_str())
        .collect();
    moved.sort_unstable();
    moved.dedup();
    if moved.len() >= MOST_MOVED && !moved.contains(&new.key.as_str()) {
        return Err(Problem::new(format!(
            "routes move at most {MOST_MOVED} parameters of one instance"
        )));
    }
    let taken = |number: &usize| document.routes.iter().any(|own| own.number == *number);
    let free = (0..MOST_ROUTES).find(|number| !taken(number));
    let full = || {
        Problem::new(format!(
            "there are {MOST_ROUTES} routes, the most there can be"
        ))
    };
    let number = free.ok_or_else(full)?;
    document.routes.push(Arc::new(Connection { number, ..new }));
    Ok(())
}

/// Another amount and offset.
pub(crate) fn change(
    document: &mut Document,
    number: usize,
    [amount, offset]: [f64; 2],
) -> Result<(), Problem> {
    let place = place(document, number)?;
    let own = Arc::make_mut(&mut document.routes[place]);
    route::check(&own.source, amount, offset)?;
    (own.amount, own.offset) = (amount, offset);
    Ok(())
}

/// A route goes.
pub(crate) fn disconnect(document: &mut Document, number: usize) -> Result<(), Problem> {
    let place = place(document, number)?;
    document.routes.remove(place);
    Ok(())
}

fn place(document: &Document, number: usize) -> Result<usize, Problem> {
    let found = document.routes.iter().position(|own| own.number == number);
    found.ok_or_else(|| Problem::new(format!("there is no route {number}")))
}

/// What moves an instance moves its copy too.
pub(crate) fn duplicate(document: &mut Document, id: u32, copy: u32) -> Result<(), Problem> {
    let all = document.routes.iter().filter(|own| own.id == id);
    let all: Vec<Connection> = all.map(|own| own.as_ref().clone()).collect();
    for own in all {
        connect(document, Connection { id: copy, ..own })?;
    }
    Ok(())
}

/// The order that makes a route, and the table that its key belongs to.
fn order(document: &Document, own: &Connection) -> Option<(Order, &'static str)> {
    let slot = |id: u32| document.instance(id).map(|own| own.slot);
    let source = match own.source {
        Source::Tap { instance, point } => Source::Tap {
            instance: slot(instance)? as u32,
            point,
        },
        ref other => other.clone(),
    };
    let target: &Instance = document.instance(own.id)?;
    let order = Order::Route {
        number: own.number,
        source,
        slot: target.slot,
        key: own.key.clone(),
        amount: own.amount,
        offset: own.offset,
        measure: own.measure,
    };
    Some((order, target.values.table().key))
}

/// The routes that end between one document and the next.
pub(crate) fn ended(from: &Document, to: &Document) -> Vec<Order> {
    let gone = |own: &&Arc<Connection>| !to.routes.iter().any(|new| new.number == own.number);
    let gone = from.routes.iter().filter(gone);
    gone.map(|own| Order::Unroute { number: own.number })
        .collect()
}

/// The routes that begin between one document and the next, or change.
pub(crate) fn begun(from: &Document, to: &Document) -> Vec<Order> {
    let mut all = Vec::new();
    for new in &to.routes {
        let old = from.routes.iter().find(|old| old.number == new.number);
        let before = old.and_then(|old| order(from, old));
        let after = order(to, new);
        if before != after {
            all.extend(after.map(|(order, _)| order));
        }
    }
    all
}

/// A document's routes as a project has them.
pub(crate) fn written(document: &Document) -> Vec<ProjectRoute> {
    let written = |own: &Arc<Connection>| match order(document, own)?.0 {
        Order::Route {
            number,
            source,
            slot,
            key,
            amount,
            offset,
            measure,
        } => Some(ProjectRoute {
            number,
            source,
            slot,
            key,
            amount,
            offset,
            measure,
            kept: own.kept.clone(),
        }),
        _ => None,
    };
    document.routes.iter().filter_map(written).collect()
}

/// A project's routes, between instances that were read.
pub(crate) fn read(project: &Project, instances: &[Arc<Instance>]) -> Vec<Arc<Connection>> {
    let id = |slot: usize| {
        let found = instances.iter().find(|own| own.slot == slot);
        found.map(|own| own.id)
    };
    let read = |own: &ProjectRoute| {
        let source = match own.source {
            Source::Tap { instance, point } => Source::Tap {
                instance: id(instance as usize)?,
                point,
            },
            ref other => other.clone(),
        };
        Some(Arc::new(Connection {
            number: own.number,
            source,
            id: id(own.slot)?,
            key: own.key.clone(),
            amount: own.amount,
            offset: own.offset,
            measure: own.measure,
            kept: own.kept.clone(),
        }))
    };
    project.routes.iter().filter_map(read).collect()
}
