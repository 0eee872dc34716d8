//! `.body` files that mean harm: a line, in bounded memory, whatever they say.

mod common;

use miniz_oxide::deflate::compress_to_vec_zlib;
use peak_alloc::PeakAlloc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use urto::body::Maker as _;
use urto_body::MeshBody;
use urto_file::{LARGEST_BODY, body_fits, read_body, write_body};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;
/// Tests that measure go one at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

const MIB: usize = 1 << 20;

/// Why a body is refused, and the most memory that was held beside its file.
fn refused(bytes: &[u8]) -> (String, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let told = read_body("bar.body", bytes)
        .expect_err("refused")
        .to_string();
    assert!(
        told.starts_with("bar.body") && told.lines().count() == 1,
        "{told}"
    );
    (told, MEMORY.peak_usage() - before)
}

/// The text of a bar's file, with these counts, before these numbers.
fn with(vertices: &str, triangles: &str, modes: &str, numbers: &[u8]) -> Vec<u8> {
    let bytes = write_body(&common::bar());
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let head = text.split("---\n").next().unwrap();
    let told = |line: &str| match line.split_once(" = ") {
        Some(("vertices", _)) => format!("vertices = {vertices}\n"),
        Some(("triangles", _)) => format!("triangles = {triangles}\n"),
        Some(("modes", _)) => format!("modes = {modes}\n"),
        _ => format!("{line}\n"),
    };
    let mut bytes: Vec<u8> = head.lines().map(told).collect::<String>().into_bytes();
    bytes.extend(b"---\n");
    bytes.extend(numbers);
    bytes
}

/// Counts that no file of a few hundred bytes can have cost nothing.
#[test]
fn counts_alone_take_no_memory() {
    let _alone = alone();
    let packed = compress_to_vec_zlib(&[0; 1000], 6);
    for (vertices, triangles, modes) in [
        ("1000000000000000000", "4", "1"),
        ("4", "1e18", "1"),
        ("4", "4", "1e18"),
        ("200000", "400000", "4096"),
        ("200000", "4", "20"),
        ("4", "400000", "1"),
        ("1e308", "1e308", "1e308"),
        ("-1", "4", "1"),
        ("nan", "4", "1"),
    ] {
        let bytes = with(vertices, triangles, modes, &packed);
        let (told, most) = refused(&bytes);
        assert!(
            most < MIB,
            "{vertices} {triangles} {modes}: {most} bytes for '{told}'"
        );
    }
    let (told, _) = refused(&with("200000", "400000", "4096", &packed));
    assert!(told.contains("more than 64 MiB"), "{told}");
}

/// 256 MiB of zeros in a quarter of one: no more is unpacked than the counts say, and what they may say
/// takes five times 64 MiB at most.
#[test]
fn a_bomb_is_not_unpacked() {
    let _alone = alone();
    let bomb = compress_to_vec_zlib(&vec![0; 256 * MIB], 1);
    let (told, most) = refused(&with("164", "324", "8", &bomb));
    assert!(told.contains("damaged"), "{told}");
    assert!(most < MIB, "{most} bytes");
    // 200,000 vertices of 50 modes are 60 MiB, all of them zero: a body without a mass.
    let numbers = 200_000 * 12 + 4 * 12 + 50 * (32 + 6 * 200_000);
    let zeros = compress_to_vec_zlib(&vec![0; numbers], 1);
    let most_that_fits = with("200000", "4", "50", &zeros);
    assert!(body_fits(&most_that_fits, LARGEST_BODY));
    let (told, most) = refused(&most_that_fits);
    assert!(told.contains("frequency"), "{told}");
    assert!(most < 5 * 64 * MIB, "{most} bytes");
}

/// A body as a row of 64-bit floats, as the page passes it on: any of them may claim to be a count.
#[test]
fn counts_in_a_row_of_numbers_take_no_memory() {
    let _alone = alone();
    let flat = common::bar().flat().unwrap();
    let bytes: Vec<u8> = flat.iter().flat_map(|own| own.to_le_bytes()).collect();
    // Read once as numbers, once as a body, and once more while its surface is sorted.
    let allowed = 8 * bytes.len();
    let mut refused = 0;
    for (place, huge) in (0..flat.len())
        .step_by(7)
        .zip([1e18, f64::INFINITY, 1e6].into_iter().cycle())
    {
        let mut own = bytes.clone();
        own[8 * place..8 * place + 8].copy_from_slice(&f64::to_le_bytes(huge));
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        refused += usize::from(MeshBody::from_flat(&own).is_none());
        let most = MEMORY.peak_usage() - before;
        assert!(most < allowed, "number {place}: {most} bytes");
    }
    assert!(refused > 100, "{refused}");
}
