//! `.body` files: what is written is read, what is damaged is told, and a body of another size and
//! material follows its laws.

mod common;

use common::{bar, bar_in_air};
use std::sync::Arc;
use urto::body::{Body, BodyKind, BodyParams, Loaded, Maker, MaterialKind, Patch, Remade};
use urto::param::Resource;
use urto_file::{fingerprint, read_body, write_body};

/// A body of the file, with other parameters.
fn body(change: impl Fn(&mut BodyParams)) -> Body {
    let maker: Arc<dyn Maker> = Arc::new(bar());
    let mut params = BodyParams {
        kind: BodyKind::File,
        file: Resource::loaded("bar.body", Arc::new(Loaded(maker))),
        ..BodyParams::default()
    };
    change(&mut params);
    Body::new(&params).unwrap()
}

#[test]
fn what_is_written_is_read() {
    let (bar, bytes) = (bar(), write_body(&bar()));
    let again = read_body("bar.body", &bytes).unwrap();
    assert_eq!(
        (bar.name(), bar.material(), bar.mass()),
        (again.name(), again.material(), again.mass())
    );
    assert_eq!(bar.surface().corners(), again.surface().corners());
    for (one, other) in bar.modes().zip(again.modes()) {
        assert_eq!(
            (one.frequency, one.mass, one.radiated),
            (other.frequency, other.mass, other.radiated)
        );
        let shapes = one.shape.as_flattened().iter();
        for (one, other) in shapes.zip(other.shape.as_flattened()) {
            assert!((one - other).abs() <= 0.6 / 32_767.0, "{one} {other}");
        }
    }
    // Written again, nothing is lost any more.
    assert_eq!(fingerprint(&write_body(&again)), fingerprint(&bytes));
}

/// Named places are kept; without any, the file is as the first versions read it.
#[test]
fn patches_are_kept() {
    let patch = |name: &str, at: [f64; 3]| Patch {
        name: name.to_owned(),
        at,
    };
    let patches = vec![
        patch("end", [0.2, 0.01, 0.005]),
        patch("left side", [0.1, 0.0, 0.001]),
    ];
    let named = bar().with_patches(patches.clone()).unwrap();
    let bytes = write_body(&named);
    assert!(bytes.starts_with(b"urto = \"body/2\""));
    let again = read_body("bar.body", &bytes).unwrap();
    assert_eq!(again.patches(), patches);
    assert_eq!(write_body(&again), bytes);
    assert!(write_body(&bar()).starts_with(b"urto = \"body/1\""));
    for (name, at) in [
        ("end", [0.0; 3]),
        ("vertex 3", [0.0; 3]),
        ("12mm", [0.0; 3]),
        ("", [0.0; 3]),
        ("tip", [f64::NAN; 3]),
    ] {
        let with = [patches.clone(), vec![patch(name, at)]].concat();
        assert!(bar().with_patches(with).is_err(), "{name}");
    }
}

/// Twice as large is an octave lower and eight times as heavy; another material goes with the root of
/// its stiffness over its density; and the file's own counts unless something else is asked for.
#[test]
fn size_and_material_follow_their_laws() {
    let own = body(|_| ());
    let solved = bar().modes().next().unwrap();
    assert_eq!(own.modes()[0].frequency, solved.frequency);
    let ignored = body(|params| params.size = 3.0);
    assert_eq!(own.modes(), ignored.modes());
    let larger = body(|params| {
        params.remade = Remade::Yes;
        params.size = 0.4;
    });
    let glass = body(|params| {
        params.remade = Remade::Yes;
        params.material = MaterialKind::Glass;
    });
    let heavier = body(|params| params.density = 4.0);
    let speed = |kind: MaterialKind| kind.figures().bar_speed();
    let of_glass = speed(MaterialKind::Glass) / speed(MaterialKind::Steel);
    for (index, mode) in own.modes().iter().enumerate() {
        let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-9, "{index}: {a} {b}");
        near(larger.modes()[index].frequency, 0.5 * mode.frequency);
        near(larger.modes()[index].mass, 8.0 * mode.mass);
        near(glass.modes()[index].frequency, of_glass * mode.frequency);
        near(heavier.modes()[index].frequency, 0.5 * mode.frequency);
        // T60 = 13.8/(alpha + beta·w²) of steel.
        let w = core::f64::consts::TAU * mode.frequency;
        near(mode.decay, 2.0 * urto::math::LN_1000 / (5.0 + 3e-8 * w * w));
    }
}

/// Positions go along the bar, from a hundredth of its length to the last.
#[test]
fn positions_lie_along_the_longest_side() {
    let bar = bar();
    for n in 0..=20 {
        let at = f64::from(n) / 20.0;
        let expected = urto::object::free_bar_shape(0, 0.01 + 0.98 * at);
        let found = bar.shape(0, at);
        assert!((found - expected).abs() < 0.01, "{at}: {found} {expected}");
    }
}

/// How it sounds around it is kept too, in 32-bit floats; one without it is written as ever.
#[test]
fn what_is_heard_in_the_air_is_kept() {
    let (bar, bytes) = (bar_in_air(), write_body(&bar_in_air()));
    assert!(bytes.starts_with(b"urto = \"body/2\"\n"));
    let again = read_body("bar.body", &bytes).unwrap();
    assert!(again.is_heard_around());
    for (one, other) in bar.modes().zip(again.modes()) {
        let (one, other) = (one.air.unwrap(), other.air.unwrap());
        assert_eq!(
            (one.wave_number, one.radius, one.terms.len()),
            (other.wave_number, other.radius, other.terms.len())
        );
        for (one, other) in one.terms.iter().zip(&other.terms) {
            assert_eq!((one.degree, one.around), (other.degree, other.around));
            for (one, other) in one.strength.iter().zip(other.strength) {
                assert!((one - other).abs() <= 1e-7 * one.abs(), "{one} {other}");
            }
        }
    }
    assert_eq!(fingerprint(&write_body(&again)), fingerprint(&bytes));
    let plain = write_body(&common::bar());
    assert!(plain.starts_with(b"urto = \"body/1\"\n"));
    assert!(!read_body("bar.body", &plain).unwrap().is_heard_around());
}

/// However it is cut or damaged, it is read or told in a line, and takes no more memory than it says.
#[test]
fn damage_is_told() {
    spoil(&write_body(&bar()), &[]);
    spoil(
        &write_body(&bar_in_air()),
        &[
            ("body/2", "body/1"),
            ("body/2", "body/3"),
            ("multipoles = 16", "multipoles = 15"),
            ("multipoles = 16", "multipoles = 4000000"),
            ("multipoles = 16", "multipoles = 1000000000000"),
        ],
    );
}

fn spoil(bytes: &[u8], more: &[(&str, &str)]) {
    let bytes = bytes.to_vec();
    let check = |bytes: &[u8], must_fail: bool| match read_body("bar.body", bytes) {
        Ok(_) => assert!(!must_fail),
        Err(error) => {
            let error = error.to_string();
            assert!(error.starts_with("bar.body") && error.lines().count() == 1);
        }
    };
    (0..bytes.len()).for_each(|length| check(&bytes[..length], true));
    let mut state = 1_u64;
    for _ in 0..2000 {
        let mut damaged = bytes.clone();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let place = (state >> 33) as usize % damaged.len();
        damaged[place] ^= 1 << (state >> 20 & 7);
        check(&damaged, false);
        urto_file::exercise(&damaged);
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let head = text.split("---").next().unwrap();
    let replaced = [
        ("vertices = 164", "vertices = 1000000000000000000"),
        ("vertices = 164", "vertices = 200000"),
        ("modes = 8", "modes = 4096"),
        ("triangles = 324", "triangles = 325"),
        ("density = 7850.0", "density = nan"),
        ("weight =", "wait ="),
        ("body/", "body/9"),
        ("body/", "scene/"),
    ];
    for (from, to) in replaced.iter().chain(more) {
        assert!(head.contains(*from), "{from} in {head}");
        let mut damaged = head.replace(from, to).into_bytes();
        damaged.extend_from_slice(&bytes[head.len()..]);
        check(&damaged, true);
    }
}

/// A body is no preset and no scene, and who takes it for one is told what to do with it.
#[test]
fn it_is_told_what_a_body_is_for() {
    let refused = urto_file::read("bar.body", &write_body(&bar()));
    let refused = refused.err().unwrap().to_string();
    assert!(refused.contains("body.file"), "{refused}");
}
