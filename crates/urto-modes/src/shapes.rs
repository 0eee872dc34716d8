//! The mode shapes as a legacy VTK file: the mesh, and for each mode how its nodes move.
//!
//! Of the formats that hold ten-node tetrahedra and any number of vector fields this is the one that
//! most programs read (ParaView, VisIt, PyVista, meshio), and `urto modes` reads it too.

use urto_fem::mesh::Mesh;
use urto_fem::modes::Modes;
use urto_file::rows::number;

/// What VTK calls a tetrahedron of ten nodes; its order of nodes is ours.
const QUADRATIC_TETRAHEDRON: u32 = 24;

/// The file: places \[m\], and motions \[1/sqrt(kg)\], so that one over the square of a motion is the
/// modal mass there.
pub fn vtk(name: &str, mesh: &Mesh, modes: &Modes) -> Vec<u8> {
    let (nodes, elements) = (mesh.nodes(), mesh.elements());
    // The second line is a title of at most 256 letters.
    let title: String = name
        .chars()
        .filter(|own| !own.is_control())
        .take(60)
        .collect();
    let mut file = format!(
        "# vtk DataFile Version 3.0\nModes of {title}, by urto\nBINARY\n\
         DATASET UNSTRUCTURED_GRID\nPOINTS {} double\n",
        nodes.len()
    )
    .into_bytes();
    // Binary numbers in such files have their highest byte first.
    for along in nodes.as_flattened() {
        file.extend(along.to_be_bytes());
    }
    file.extend(format!("\nCELLS {} {}\n", elements.len(), 11 * elements.len()).bytes());
    for element in elements {
        file.extend(10u32.to_be_bytes());
        for node in element {
            file.extend(node.to_be_bytes());
        }
    }
    file.extend(format!("\nCELL_TYPES {}\n", elements.len()).bytes());
    for _ in elements {
        file.extend(QUADRATIC_TETRAHEDRON.to_be_bytes());
    }
    file.extend(format!("\nPOINT_DATA {}\n", nodes.len()).bytes());
    for (index, (frequency, shape)) in modes.frequencies.iter().zip(&modes.shapes).enumerate() {
        // Names have no spaces; with zeros before them, programs list them in order.
        let field = format!("mode_{:04}_{}_Hz", index + 1, number(*frequency));
        file.extend(format!("VECTORS {field} float\n").bytes());
        for motion in shape.as_flattened() {
            file.extend((*motion as f32).to_be_bytes());
        }
        file.push(b'\n');
    }
    file
}
