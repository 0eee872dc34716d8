//! Pictures of the first modes: the body bent in each, coloured by how far it moves.
//!
//! It is seen from far away (all parts to the same scale), a little from above. Triangles that face
//! away cannot be seen; the others are drawn from the farthest to the nearest.

use std::fmt::Write as _;
use urto::math;
use urto_fem::Vec3;
use urto_fem::mesh::Mesh;
use urto_fem::modes::Modes;
use urto_file::rows::number;
use urto_program::draw::canvas::{Canvas, Colour, width_of};
use urto_program::failure::Failure;

/// Modes that are drawn, and how many stand in a row.
const DRAWN: usize = 12;
const COLUMNS: usize = 4;
/// A picture's place, and below it the line for its frequency \[units of SVG\].
const SIDE: f64 = 240.0;
const LINE: f64 = 30.0;
/// Empty space around the body.
const MARGIN: f64 = 14.0;
/// Height of letters.
const LETTERS: f64 = 15.0;
/// A PNG has this many points per unit, so that it is sharp on dense screens.
const DENSE: f64 = 2.0;
/// How far the body is bent at most, as a share of its size: enough to see, too little to confuse.
const BENT: f64 = 0.08;
/// Where it is seen from: turned about the upright axis, and above the horizon \[turns\].
const TURNED: f64 = 0.09;
const ABOVE: f64 = 0.08;
/// With more triangles than this, edges are drawn straight: a file of some megabytes is enough.
const MANY: usize = 6000;
/// How far it moves, from nothing to most: also told apart in grey.
const COLOURS: [Colour; 4] = [
    [226, 231, 238],
    [250, 206, 120],
    [226, 96, 50],
    [116, 12, 40],
];
const INK: Colour = [40, 40, 48];

/// A triangle as it is seen, and its colour.
struct Seen {
    corners: [(f64, f64); 3],
    colour: Colour,
}

/// One mode, drawn around (0, 0).
struct Picture {
    triangles: Vec<Seen>,
    label: String,
}

/// The pictures as an SVG file.
pub fn svg(mesh: &Mesh, modes: &Modes) -> String {
    let pictures = pictures(mesh, modes);
    let (width, height) = sheet(pictures.len());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (index, picture) in pictures.iter().enumerate() {
        let (x, y) = middle(index);
        // Thin lines of the same colour close the gaps that smooth edges leave between neighbours.
        let _ = writeln!(
            text,
            "<g transform=\"translate({x} {y})\" stroke-width=\"0.4\" stroke-linejoin=\"round\">"
        );
        for Seen { corners, colour } in &picture.triangles {
            let [a, b, c] = corners;
            let [red, green, blue] = colour;
            let hex = format!("#{red:02x}{green:02x}{blue:02x}");
            let _ = writeln!(
                text,
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{hex}\" stroke=\"{hex}\"/>",
                a.0, a.1, b.0, b.1, c.0, c.1
            );
        }
        let _ = writeln!(
            text,
            "</g>\n<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{LETTERS}\" \
             fill=\"#282830\">{}</text>",
            y + 0.5 * (SIDE + LINE),
            picture.label
        );
    }
    text + "</svg>\n"
}

/// The pictures as a PNG file.
pub fn png(mesh: &Mesh, modes: &Modes) -> Result<Vec<u8>, Failure> {
    let pictures = pictures(mesh, modes);
    let (width, height) = sheet(pictures.len());
    // Twice as large as it will be, then halved: smooth edges.
    let scale = 2.0 * DENSE;
    let mut canvas = Canvas::new((width * scale) as usize, (height * scale) as usize);
    canvas.fill([255; 3]);
    for (index, picture) in pictures.iter().enumerate() {
        let (x, y) = middle(index);
        for Seen { corners, colour } in &picture.triangles {
            let corners = corners.map(|own| (scale * (x + own.0), scale * (y + own.1)));
            canvas.triangle(corners, *colour);
        }
        // As high as the digits of a font of that size.
        let size = 0.72 * LETTERS;
        let left = x - 0.5 * size * width_of(&picture.label);
        let below = y + 0.5 * (SIDE + LINE) - 0.5 * size;
        canvas.write(
            &picture.label,
            scale * left,
            scale * below,
            scale * size,
            INK,
        );
    }
    canvas.halved().png()
}

/// How large the sheet is.
fn sheet(pictures: usize) -> (f64, f64) {
    let columns = pictures.clamp(1, COLUMNS);
    let rows = pictures.div_ceil(COLUMNS).max(1);
    (SIDE * columns as f64, (SIDE + LINE) * rows as f64)
}

/// The middle of a picture.
fn middle(index: usize) -> (f64, f64) {
    let (row, column) = (index / COLUMNS, index % COLUMNS);
    (
        SIDE * (column as f64 + 0.5),
        (SIDE + LINE) * row as f64 + 0.5 * SIDE,
    )
}

fn pictures(mesh: &Mesh, modes: &Modes) -> Vec<Picture> {
    let surface = mesh.surface();
    let places = surface.places(mesh);
    let triangles = match surface.flat() {
        flat if flat.len() <= MANY => flat,
        _ => surface
            .triangles()
            .iter()
            .map(|own| [own[0], own[1], own[2]])
            .collect(),
    };
    let eye = Eye::before(mesh, &places);
    let shown = modes.frequencies.iter().zip(&modes.shapes).take(DRAWN);
    shown
        .map(|(frequency, shape)| {
            let motion: Vec<Vec3> = surface
                .nodes()
                .iter()
                .map(|own| shape[*own as usize])
                .collect();
            Picture {
                triangles: eye.sees(&places, &motion, &triangles),
                label: format!("{} Hz", number(*frequency)),
            }
        })
        .collect()
}

/// From where and how large a body is seen.
struct Eye {
    right: Vec3,
    up: Vec3,
    /// Towards the eye.
    near: Vec3,
    middle: Vec3,
    size: f64,
    scale: f64,
}

impl Eye {
    /// So that the body fills its place, bent or not.
    fn before(mesh: &Mesh, places: &[Vec3]) -> Self {
        let (low, high) = mesh.bounds();
        let sides = [0, 1, 2].map(|axis| high[axis] - low[axis]);
        let size = sides.into_iter().fold(0.0, f64::max);
        let (cos, sin) = (math::cos(math::TAU * TURNED), math::sin(math::TAU * TURNED));
        let (flat, lift) = (math::cos(math::TAU * ABOVE), math::sin(math::TAU * ABOVE));
        let (right, up) = ([cos, sin, 0.0], [-sin * lift, cos * lift, flat]);
        let near = [sin * flat, -cos * flat, lift];
        let middle = [0, 1, 2].map(|axis| 0.5 * (low[axis] + high[axis]));
        let reach = |way: Vec3| {
            let far = places.iter().map(|own| dot(away(*own, middle), way).abs());
            far.fold(0.0, f64::max) + BENT * size
        };
        let widest = reach(right).max(reach(up)).max(f64::MIN_POSITIVE);
        Self {
            right,
            up,
            near,
            middle,
            size,
            scale: (0.5 * SIDE - MARGIN) / widest,
        }
    }

    /// What can be seen of a bent body, the farthest first.
    fn sees(&self, places: &[Vec3], motion: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Seen> {
        let far: Vec<f64> = motion.iter().map(|own| dot(*own, *own).sqrt()).collect();
        let most = far
            .iter()
            .fold(f64::MIN_POSITIVE, |most, own| most.max(*own));
        let bend = BENT * self.size / most;
        let bent: Vec<Vec3> = places
            .iter()
            .zip(motion)
            .map(|(place, way)| {
                [0, 1, 2].map(|axis| place[axis] - self.middle[axis] + bend * way[axis])
            })
            .collect();
        let mut seen: Vec<(f64, Seen)> = Vec::new();
        for triangle in triangles {
            let corners = triangle.map(|own| bent[own as usize]);
            let out = cross(away(corners[1], corners[0]), away(corners[2], corners[0]));
            let facing = dot(out, self.near) / dot(out, out).sqrt().max(f64::MIN_POSITIVE);
            // It faces away, or is only a line.
            if facing <= 0.0 {
                continue;
            }
            let depth: f64 = corners.iter().map(|own| dot(*own, self.near)).sum();
            let share = triangle.iter().map(|own| far[*own as usize]).sum::<f64>() / (3.0 * most);
            let flat = |own: Vec3| {
                (
                    self.scale * dot(own, self.right),
                    -self.scale * dot(own, self.up),
                )
            };
            let seen_so = Seen {
                corners: corners.map(flat),
                colour: shaded(coloured(share), facing),
            };
            seen.push((depth, seen_so));
        }
        seen.sort_by(|one, other| one.0.total_cmp(&other.0));
        seen.into_iter().map(|(_, own)| own).collect()
    }
}

/// The colour of a share of the largest motion.
fn coloured(share: f64) -> Colour {
    let place = share.clamp(0.0, 1.0) * (COLOURS.len() - 1) as f64;
    let step = (place as usize).min(COLOURS.len() - 2);
    let rest = place - step as f64;
    std::array::from_fn(|n| {
        let (a, b) = (f64::from(COLOURS[step][n]), f64::from(COLOURS[step + 1][n]));
        (a + rest * (b - a)).round() as u8
    })
}

/// Darker where it turns away from who looks, as if lit from there.
fn shaded(colour: Colour, facing: f64) -> Colour {
    colour.map(|own| (f64::from(own) * (0.62 + 0.38 * facing)).round() as u8)
}

fn away(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
