//! What the page draws: the geometry of the watched instance, told once, as bytes.

use urto::picture::Geometry;

/// Writes a geometry, little-endian:
///
/// - f64: slot, its number, numbers of points, edges, triangles, parts and of specks that there may be;
/// - f32 of each point: x, y, z \[m\];
/// - u32 of each edge: two points; of each triangle: three;
/// - u32 of each part: how many points, places on its line and positions of points it has, how long
///   its name is, and its role (see [`urto::picture::Role`]);
/// - f32 of each part: x, y, z of each place on its line \[m\], then the positions;
/// - the names, one after the other.
pub fn write(geometry: &Geometry, slot: usize, number: u64, into: &mut Vec<u8>) {
    let sketches = || geometry.parts().map(|part| part.sketch());
    let edges: usize = sketches().map(|own| own.edges.len()).sum();
    let triangles: usize = sketches().map(|own| own.triangles.len()).sum();
    let parts = geometry.parts().count();
    into.clear();
    for fact in [
        slot,
        number as usize,
        geometry.points(),
        edges,
        triangles,
        parts,
        geometry.specks(),
    ] {
        into.extend((fact as f64).to_le_bytes());
    }
    for place in sketches().flat_map(|own| own.points.as_flattened()) {
        into.extend((*place as f32).to_le_bytes());
    }
    // Points are numbered through all parts.
    let mut first = 0;
    for own in sketches() {
        let ends = own.edges.as_flattened().iter();
        into.extend(ends.flat_map(|end| (first + end).to_le_bytes()));
        first += own.points.len() as u32;
    }
    first = 0;
    for own in sketches() {
        let corners = own.triangles.as_flattened().iter();
        into.extend(corners.flat_map(|corner| (first + corner).to_le_bytes()));
        first += own.points.len() as u32;
    }
    for part in geometry.parts() {
        let own = part.sketch();
        let counts = [own.points.len(), own.line.len(), own.positions.len()];
        for count in counts
            .into_iter()
            .chain([part.name.len(), part.role as usize])
        {
            into.extend((count as u32).to_le_bytes());
        }
    }
    for own in sketches() {
        let numbers = own.line.as_flattened().iter().chain(&own.positions);
        into.extend(numbers.flat_map(|number| (*number as f32).to_le_bytes()));
    }
    for part in geometry.parts() {
        into.extend(part.name.as_bytes());
    }
}
