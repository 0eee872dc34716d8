//! A shape from an OBJ text becomes a body that is hit, and three pictures of it are written.
//!
//! `cargo run -p urto-mi --example mesh`

use std::error::Error;
use urto_mi::export::{self, Format, Frames, Shape};
use urto_mi::{Held, MassNetwork, Model, Spring, Surface, SurfaceMesh};

/// Six points, and a triangle in each of the eight corners of space.
fn octahedron() -> String {
    let points = ["1 0 0", "0 1 0", "0 0 1", "-1 0 0", "0 -1 0", "0 0 -1"];
    let mut text: String = points.map(|point| format!("v {point}\n")).concat();
    for corner in 0..8u32 {
        let [x, y, z] = [0, 1, 2].map(|k| k + 1 + 3 * (corner >> k & 1));
        // Seen from outside, all turn to the left.
        text += &match corner.count_ones() % 2 {
            0 => format!("f {x} {y} {z}\n"),
            _ => format!("f {x} {z} {y}\n"),
        };
    }
    text
}

/// Builds, hits and draws it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let spring = Spring {
        stiffness: 2e5,
        damping: 0.05,
        ..Spring::default()
    };
    let mesh = SurfaceMesh {
        mass: 0.02,
        spring,
        bracing: Some(spring),
        hold: Held::below(-0.01),
        scale: 0.01,
        ..SurfaceMesh::of(Surface::from_obj(&octahedron())?)
    };
    let mut model = Model::new(44_100.0)?;
    let masses = mesh.build(&mut model, "stone")?;
    let mut network = MassNetwork::new(&model)?;
    network.push(masses[0], [-2000.0, 500.0, 0.0]);
    let folder = std::env::temp_dir().join(format!("urto-mesh-{}", std::process::id()));
    let shape = Shape::of(&model).with_surface(&mesh.surface, &masses);
    let mut film = Frames::replacing(&folder, Format::Obj, shape, model.hertz(), 1000.0)?;
    while film.written() < 3 {
        film.step(|| export::positions(&model, &network))?;
        network.step();
    }
    let links = model.links().len();
    println!("{} masses, {links} links, pictures in", masses.len());
    println!("{}", folder.display());
    Ok(())
}
