//! Meshes that are dropped on the page: what they are, and which command finds how they ring.

use urto_mesh::check::{Fault, Unit, examine};
use urto_mesh::{holds_volume, read_surface, read_volume};

/// Endings of files that hold a mesh.
const ENDINGS: [&str; 7] = ["obj", "stl", "ply", "gltf", "glb", "msh", "vtk"];
/// Surfaces of more triangles are counted here and checked by the command: the page waits meanwhile.
const CHECKED: usize = 200_000;

/// A mesh, and what to do with it.
#[derive(Debug, PartialEq)]
pub struct Found {
    /// What it is, in words.
    pub about: String,
    /// The command that finds how it rings.
    pub command: String,
    /// The unit that it is drawn in, by its size.
    pub unit: Unit,
    /// Whether its surface must be mended first.
    pub repair: bool,
}

/// Whether a file is a mesh, as its name says.
pub fn is_mesh(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.iter().any(|own| own.eq_ignore_ascii_case(ending))
}

/// Reads and checks a mesh; says in one sentence what is wrong with it, if something is.
pub fn look(name: &str, bytes: &[u8]) -> Result<Found, String> {
    let told = |why: String| format!("{name}: {why}");
    if holds_volume(name, bytes) {
        let mesh = read_volume(name, bytes).map_err(|why| told(why.to_string()))?;
        let count = mesh.tetrahedra.len();
        return Ok(Found {
            about: format!("{name} is a mesh of {count} tetrahedra"),
            command: command(name, ""),
            unit: Unit::Metre,
            repair: false,
        });
    }
    let surface = read_surface(name, bytes).map_err(|why| told(why.to_string()))?;
    let count = surface.triangles.len();
    if count > CHECKED {
        return Ok(Found {
            about: format!("{name} is a surface of {count} triangles"),
            command: command(name, ""),
            unit: Unit::Metre,
            repair: false,
        });
    }
    let (mut unit, mut repair, mut size) = (Unit::Metre, "", surface.size());
    for fault in examine(&surface, Unit::Metre).faults {
        match &fault {
            Fault::Size { advice, .. } => {
                let asked = advice
                    .rsplit_once("use --unit ")
                    .map(|(_, key)| key.parse());
                let Some(Ok(meant)) = asked else {
                    return Err(told(fault.to_string()));
                };
                unit = meant;
                size *= unit.metres();
            }
            _ if fault.to_string().contains("--repair") => repair = " --repair",
            _ => return Err(told(fault.to_string())),
        }
    }
    let named = match unit {
        Unit::Metre => String::new(),
        other => format!(" --unit {other}"),
    };
    let state = if repair.is_empty() {
        "closed"
    } else {
        "damaged"
    };
    Ok(Found {
        about: format!(
            "{name} is a {state} surface of {count} triangles, {:.3} m long",
            size
        ),
        command: command(name, &(named + repair)),
        unit,
        repair: !repair.is_empty(),
    })
}

/// The line to type.
fn command(name: &str, more: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let plain = |own: &str| {
        own.chars()
            .all(|c| c.is_alphanumeric() || "._-".contains(c))
    };
    let quoted = |own: String| match plain(&own) {
        true => own,
        false => format!("'{}'", own.replace('\'', "'\\''")),
    };
    let (from, to) = (quoted(name.to_owned()), quoted(format!("{stem}.body")));
    format!("urto modes {from}{more} -o {to}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corner of a cube of 90, and what is left of it without its last side.
    const CORNER: &str = "v 0 0 0\nv 90 0 0\nv 0 90 0\nv 0 0 90\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";

    #[test]
    fn a_mesh_is_told_with_the_command_that_solves_it() {
        assert!(
            is_mesh("Cup.STL") && is_mesh("a.b.glb") && !is_mesh("cup.toml") && !is_mesh("obj")
        );
        let closed = format!("{CORNER}f 2 3 4\n");
        let found = look("my cup.obj", closed.as_bytes()).unwrap();
        assert_eq!(
            found.about,
            "my cup.obj is a closed surface of 4 triangles, 0.090 m long"
        );
        assert_eq!(
            found.command,
            "urto modes 'my cup.obj' --unit mm -o 'my cup.body'"
        );
        let open = look("cup.obj", CORNER.as_bytes()).unwrap();
        assert_eq!(
            open.command,
            "urto modes cup.obj --unit mm --repair -o cup.body"
        );
        assert!(open.repair && !found.repair && open.unit == Unit::Millimetre);
        let wrong = look("cup.obj", b"v 0 0 0\nf 1 2 3\n").unwrap_err();
        assert!(
            wrong.starts_with("cup.obj: ") && !wrong.contains('\n'),
            "{wrong}"
        );
        let far = closed.replace("90", "1e9");
        let wrong = look("cup.obj", far.as_bytes()).unwrap_err();
        assert!(wrong.contains("km"), "{wrong}");
    }
}
