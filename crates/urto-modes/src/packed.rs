//! A body as a file that can be read again, however large it is.

use urto::body::Maker as _;
use urto_body::MeshBody;
use urto_fem::thinned::{lowest, thinned};
use urto_file::{LARGEST_BODY, body_fits, write_body};
use urto_program::failure::Failure;

/// How much a file may hold.
#[derive(Clone, Copy)]
pub struct Room {
    /// At most, packed or unpacked \[bytes\].
    pub bytes: usize,
    /// Triangles to which a body is thinned that takes more: what is coarser yet loses modes instead.
    pub triangles: usize,
}

impl Room {
    /// What is read again; with so many triangles, modes of a wave in a hundredth of its size are still
    /// told apart.
    pub const IN_FILE: Self = Self {
        bytes: LARGEST_BODY,
        triangles: 16_000,
    };
}

/// With fewer triangles if that is asked for or it would be too large, and with fewer modes if that is not
/// enough. What was left out is told.
pub fn packed(
    mut body: MeshBody,
    triangles: Option<usize>,
    room: Room,
    notes: &mut Vec<String>,
) -> Result<Vec<u8>, Failure> {
    let (of_triangles, of_modes) = (body.surface().triangles(), body.count());
    if let Some(wanted) = triangles {
        body = thinned(&body, wanted).map_err(Failure::other)?;
    }
    let mut bytes = write_body(&body);
    while !body_fits(&bytes, room.bytes) {
        body = smaller(&body, room)?;
        bytes = write_body(&body);
    }
    let told = |what: &str, now: usize, before: usize| {
        (now < before).then(|| format!("Written with {now} of {before} {what}."))
    };
    notes.extend(told("triangles", body.surface().triangles(), of_triangles));
    notes.extend(told("modes", body.count(), of_modes));
    Ok(bytes)
}

/// With fewer triangles, or else with three quarters of its modes.
fn smaller(body: &MeshBody, room: Room) -> Result<MeshBody, Failure> {
    let (triangles, modes) = (body.surface().triangles(), body.count());
    let thin = match triangles > room.triangles {
        true => thinned(body, room.triangles).ok(),
        false => None,
    };
    match thin.filter(|own| own.surface().triangles() < triangles) {
        Some(thin) => Ok(thin),
        None if modes > 1 => lowest(body, modes - modes.div_ceil(4)).map_err(Failure::other),
        None => Err(Failure::other(format!(
            "even with one mode it is larger than the {} MiB that a body may have; \
             --triangles 4000 writes a coarser one",
            room.bytes >> 20
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::body::MaterialKind;
    use urto_body::MeshMode;
    use urto_fem::mesh::ball;

    /// A ball of 5 cm with so many modes, of which each shape is another polynomial.
    fn body(modes: usize) -> MeshBody {
        let mesh = ball(0.05, 2).unwrap();
        let surface = mesh.surface();
        let places = surface.places(&mesh);
        let corners = surface.flat().into_iter();
        let corners = corners
            .map(|own| own.map(|corner| corner as usize))
            .collect();
        let modes = (0..modes).map(|mode| {
            let way = |place: &[f64; 3]| {
                let power = 1 + mode as i32 % 7;
                let along = 20.0 * place[mode % 3];
                [0.0, 0.0, (0..power).map(|_| along).product()]
            };
            MeshMode {
                frequency: 100.0 * (1 + mode) as f64,
                mass: 1e-3,
                radiated: 0.1,
                air: None,
                shape: places.iter().map(way).collect(),
            }
        });
        let steel = MaterialKind::Steel.figures();
        let modes = modes.collect();
        MeshBody::new("ball", steel, 1.0, places.clone(), corners, modes).unwrap()
    }

    fn written(body: &MeshBody, triangles: Option<usize>, room: Room) -> (MeshBody, Vec<String>) {
        let mut notes = Vec::new();
        let bytes = packed(body.clone(), triangles, room, &mut notes).unwrap();
        assert!(body_fits(&bytes, room.bytes));
        (urto_file::read_body("ball.body", &bytes).unwrap(), notes)
    }

    fn frequencies(body: &MeshBody) -> Vec<f64> {
        body.modes().map(|mode| mode.frequency).collect()
    }

    /// What fits is written as it is; what does not is first thinned, then loses its highest modes, and
    /// that is told.
    #[test]
    fn what_is_too_large_loses_triangles_then_modes() {
        let body = body(40);
        let (triangles, vertices) = (body.surface().triangles(), body.surface().vertices().len());
        let whole = 12 * (triangles + vertices) + 40 * (32 + 6 * vertices);
        let room = |bytes, triangles| Room { bytes, triangles };
        let (same, notes) = written(&body, None, room(whole, 100));
        assert_eq!(same.surface().triangles(), triangles);
        assert!(notes.is_empty() && same.count() == 40, "{notes:?}");

        let (thin, notes) = written(&body, None, room(whole - 1, 400));
        let now = thin.surface().triangles();
        assert!((200..=400).contains(&now), "{now}");
        assert_eq!(
            notes,
            [format!("Written with {now} of {triangles} triangles.")]
        );
        assert_eq!(frequencies(&thin), frequencies(&body));

        // No thinner than it may get: three quarters of the modes, and again.
        let (fewer, notes) = written(&body, None, room(7 * whole / 10, triangles));
        assert_eq!(fewer.surface().triangles(), triangles);
        assert_eq!(notes, ["Written with 22 of 40 modes."]);
        assert_eq!(frequencies(&fewer), frequencies(&body)[..22]);

        let (both, notes) = written(&body, None, room(whole / 4, 400));
        assert!(notes.len() == 2 && both.count() < 40, "{notes:?}");
    }

    /// Asked for, triangles go where everything would fit.
    #[test]
    fn fewer_triangles_may_be_asked_for() {
        let body = body(4);
        let (thin, notes) = written(&body, Some(300), Room::IN_FILE);
        let now = thin.surface().triangles();
        assert!((150..=300).contains(&now), "{now}");
        assert!(
            notes[0].contains("triangles") && notes.len() == 1,
            "{notes:?}"
        );
        assert_eq!(thin.count(), 4);
        let (same, notes) = written(&body, Some(1_000_000), Room::IN_FILE);
        assert!(same.surface().triangles() == body.surface().triangles() && notes.is_empty());
    }

    /// Where nothing can be left out any more, it is refused with a remedy.
    #[test]
    fn what_never_fits_is_refused() {
        let room = Room {
            bytes: 1000,
            triangles: usize::MAX,
        };
        let refused = packed(body(3), None, room, &mut Vec::new()).unwrap_err();
        assert!(refused.to_string().contains("--triangles"), "{refused}");
    }
}
