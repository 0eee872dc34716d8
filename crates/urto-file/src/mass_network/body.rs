//! `[body]`: where a network is touched when it is the body of a sound; and the loader of such bodies.

use super::score::masses;
use super::{NetworkFile, read_network};
use crate::cursor::Cursor;
use crate::error::FileError;
use std::sync::Arc;
use urto::body::BodyLoader;
use urto_mi::{Listener, Model, NetworkMaker, Touch, Unfit, is_flat_network};

/// What `[body]` says. Without an axis the first listener's counts: what one wants to hear is what
/// one touches.
pub(super) fn touch(
    model: &Model,
    listeners: &[Listener],
    root: &Cursor,
) -> Result<Touch, FileError> {
    let heard = listeners.first().map(|own| own.axis);
    let Some(field) = root.get("body") else {
        return Ok(Touch {
            masses: Vec::new(),
            along: heard,
        });
    };
    field.only(&["masses", "group", "axis"])?;
    let named = ["masses", "group"]
        .iter()
        .any(|key| field.get(key).is_some());
    let line = match named {
        true => masses(model, &field)?,
        false => Vec::new(),
    };
    if named && line.is_empty() {
        return Err(field.fail("a line has one mass at least; for example masses = [\"a\", \"b\"]"));
    }
    let along = match field.get("axis") {
        None => heard,
        Some(own) => {
            let axis = own.three("")?;
            if axis == [0.0; 3] {
                return Err(own.fail("an axis is not zero; for example axis = [0, 0, 1]"));
            }
            Some(axis)
        }
    };
    Ok(Touch {
        masses: line,
        along,
    })
}

/// The catalogue's line: networks of masses are bodies for every sound.
pub(crate) static LOADER: BodyLoader = BodyLoader {
    key: "network",
    fits: |bytes| is_flat_network(bytes) || str::from_utf8(bytes).is_ok_and(crate::is_network),
    load: |name, bytes| {
        if let Some(maker) = NetworkMaker::of_bytes(name, bytes) {
            return Ok(Arc::new(maker));
        }
        let file = read_network(name, bytes).map_err(|error| error.to_string())?;
        let maker = file.maker(name);
        let unfit = |why| format!("the network '{name}' cannot be a body: {why}");
        Ok(Arc::new(maker.map_err(unfit)?))
    },
};

impl NetworkFile {
    /// The network as a body for every sound; `name` is for messages.
    pub fn maker(&self, name: &str) -> Result<NetworkMaker, Unfit> {
        NetworkMaker::new(name, &self.model, &self.touch)
    }
}
