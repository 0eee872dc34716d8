//! Drawing: pixels, letters, and colours of levels.

pub mod canvas;
pub mod colour;

use crate::failure::Failure;
use std::path::Path;

/// Whether a picture of this name is an SVG file; else it is a PNG file, or no picture.
pub fn is_svg(path: &Path) -> Result<bool, Failure> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        Some("svg") => Ok(true),
        Some("png") => Ok(false),
        _ => Err(Failure::usage(format!(
            "'{}': a picture is a .png or an .svg file",
            path.display()
        ))),
    }
}
