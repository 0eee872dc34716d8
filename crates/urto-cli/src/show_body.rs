//! `urto show cup.body`: what a body from a mesh is, and which places on it have names.

use crate::failure::Failure;
use crate::output;
use crate::resources;
use serde_json::json;
use std::fmt::Write as _;
use urto::body::Maker as _;
use urto_body::MeshBody;
use urto_file::Shelf;
use urto_file::rows::number;

/// The body of a file, if there is such a file and it holds one.
pub fn find(name: &str) -> Option<Result<MeshBody, Failure>> {
    let bytes = resources::find(name, &Shelf::default(), None, None).ok()?;
    let body = urto_file::is_body(&bytes).then(|| urto_file::read_body(name, &bytes));
    body.map(|body| body.map_err(Failure::other))
}

/// Shows it.
pub fn run(file: &str, body: &MeshBody, as_json: bool) -> Result<(), Failure> {
    let surface = body.surface();
    let [low, high] = surface.around();
    let sides = [0, 1, 2].map(|axis| high[axis] - low[axis]);
    let frequencies: Vec<f64> = body.modes().map(|mode| mode.frequency).collect();
    if as_json {
        let patch = |own: &urto_body::Patch| json!({ "name": own.name, "at": own.at });
        return output::print_json(&json!({
            "name": body.name(),
            "sides": sides,
            "lowest": low,
            "mass": body.mass(),
            "vertices": surface.vertices().len(),
            "triangles": surface.triangles(),
            "frequencies": frequencies,
            "patches": body.patches().iter().map(patch).collect::<Vec<_>>(),
        }));
    }
    let in_mm = |own: [f64; 3]| own.map(|length| number(1e3 * length));
    let mut text = format!(
        "{}: {} mm, {} g; {} modes from {} Hz on, {} vertices, {} triangles\n",
        body.name(),
        in_mm(sides).join(" x "),
        number(1e3 * body.mass()),
        frequencies.len(),
        number(frequencies[0]),
        surface.vertices().len(),
        surface.triangles()
    );
    let _ = writeln!(
        text,
        "\nx, y and z go from {} to {} mm.",
        in_mm(low).join(", "),
        in_mm(high).join(", ")
    );
    match body.patches() {
        [] => text += "No places have names.\n",
        patches => {
            text += "\nplaces with names\n";
            for patch in patches {
                let at = in_mm(patch.at).join(", ");
                let _ = writeln!(text, "  {:<16} near {at} mm", patch.name);
            }
        }
    }
    let place = body.patches().first().map_or("vertex 12", |own| &own.name);
    let _ = writeln!(
        text,
        "\nTo strike it there: urto render impact -p body.kind=file -p body.file={file} -p strike=\"{place}\""
    );
    output::print(&text)
}
