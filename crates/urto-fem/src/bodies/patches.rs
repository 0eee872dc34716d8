//! Names for places on the bodies made by code.

use crate::mesh::Mesh;
use urto_body::Patch;

/// Places by shares of the box around a body, from the lowest x, y and z to the highest: the nearest
/// places of its surface are meant.
type InBox = &'static [(&'static str, [f64; 3])];

/// Straight things, the longest side along x; a fork stands along y, a spoon lies with its bowl at 0.
const STRAIGHT: &[(&str, InBox)] = &[
    (
        "bar",
        &[("middle", [0.5, 0.5, 1.0]), ("end", [0.98, 0.5, 1.0])],
    ),
    (
        "plate",
        &[
            ("middle", [0.5, 0.5, 1.0]),
            ("edge", [0.98, 0.5, 1.0]),
            ("corner", [0.98, 0.98, 1.0]),
        ],
    ),
    (
        "ruler",
        &[("middle", [0.5, 0.5, 1.0]), ("end", [0.98, 0.5, 1.0])],
    ),
    (
        "fork",
        &[
            ("left prong", [0.0, 0.95, 0.5]),
            ("right prong", [1.0, 0.95, 0.5]),
            ("stem", [0.5, 0.05, 1.0]),
        ],
    ),
    (
        "spoon",
        &[
            ("bowl", [0.16, 0.5, 0.0]),
            ("handle", [0.7, 0.5, 1.0]),
            ("end", [0.98, 0.5, 1.0]),
        ],
    ),
];

/// Round things about z: places by shares of the largest radius and of the height.
type Round = &'static [(&'static str, [f64; 2])];

const ROUND: &[(&str, Round)] = &[
    ("ring", &[("outside", [1.0, 0.5]), ("top", [0.93, 1.0])]),
    ("mug", VESSEL),
    ("bowl", VESSEL),
    (
        "glass",
        &[
            ("rim", [0.83, 1.0]),
            ("side", [1.0, 0.76]),
            ("stem", [0.1, 0.25]),
            ("foot", [0.6, 0.0]),
        ],
    ),
    (
        "bell",
        &[
            ("rim", [1.0, 0.0]),
            ("waist", [0.7, 0.4]),
            ("crown", [0.0, 1.0]),
        ],
    ),
    (
        "bottle",
        &[
            ("rim", [0.37, 1.0]),
            ("neck", [0.45, 0.9]),
            ("side", [1.0, 0.35]),
            ("bottom", [0.0, 0.0]),
        ],
    ),
    (
        "pan",
        &[
            ("rim", [1.0, 1.0]),
            ("side", [0.95, 0.5]),
            ("bottom", [0.0, 0.0]),
        ],
    ),
    ("pipe", &[("rim", [1.0, 1.0]), ("side", [1.0, 0.5])]),
];
const VESSEL: Round = &[
    ("rim", [1.0, 1.0]),
    ("side", [1.0, 0.5]),
    ("bottom", [0.0, 0.0]),
];

/// How much longer than broad a round thing is that has a handle.
const WITH_HANDLE: f64 = 1.1;

/// The named places of a body by its key, on its mesh.
pub(super) fn patches(key: &str, mesh: &Mesh) -> Vec<Patch> {
    let (low, high) = mesh.bounds();
    let along = |axis: usize, share: f64| low[axis] + share * (high[axis] - low[axis]);
    let patch = |name: &str, at: [f64; 3]| Patch {
        name: name.to_owned(),
        at,
    };
    let mut patches = Vec::new();
    if let Some((_, places)) = STRAIGHT.iter().find(|(own, _)| *own == key) {
        let places = places.iter();
        patches.extend(places.map(|(name, at)| patch(name, [0, 1, 2].map(|n| along(n, at[n])))));
    }
    if let Some((_, places)) = ROUND.iter().find(|(own, _)| *own == key) {
        // Across any handle, which sticks out along x.
        let radius = high[1];
        for (name, [out, up]) in *places {
            patches.push(patch(name, [0.0, out * radius, along(2, *up)]));
        }
        if high[0] - low[0] > WITH_HANDLE * (high[1] - low[1]) {
            let end = if high[0] > -low[0] { high[0] } else { low[0] };
            patches.push(patch("handle", [end, 0.0, along(2, 0.5)]));
        }
    }
    patches
}
