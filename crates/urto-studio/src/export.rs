//! Writes the page as plain files, for any web server.

use crate::StudioError;
use crate::assets::{Asset, assets};
use crate::response::POLICY;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Says in an export what it is, so that the next one may replace it.
const MARK: &str = "urto-studio.txt";

/// Writes all files of the page into `folder` and gives their number. The files are made in a
/// folder beside it that then takes its place, so a half-written page is never seen. A folder
/// that holds anything but an earlier export is left alone.
pub fn export(folder: &Path) -> Result<usize, StudioError> {
    // A folder that is there is renamed, and `.` cannot be.
    let own = folder.canonicalize();
    let folder = own.as_deref().unwrap_or(folder);
    let parent = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    check(folder)?;
    std::fs::create_dir_all(parent).map_err(|error| failed(parent, &error))?;
    let aside = tempfile::Builder::new()
        .prefix(".urto-export-")
        .tempdir_in(parent)
        .map_err(|error| failed(parent, &error))?;
    let made = aside.path().join("new");
    for asset in assets() {
        write(&made.join(asset.path), &guarded(asset))?;
    }
    let mark = format!(
        "The studio of urto {}, written by 'urto studio --export'. Serve this folder with any web \
         server (browsers play sound only from https or from this machine) and open index.html.\n",
        env!("CARGO_PKG_VERSION")
    );
    write(&made.join(MARK), mark.as_bytes())?;
    // What was there before goes away with the temporary folder.
    let there = folder.symlink_metadata().is_ok();
    if there {
        let old = aside.path().join("old");
        std::fs::rename(folder, &old).map_err(|error| failed(folder, &error))?;
    }
    if let Err(error) = std::fs::rename(&made, folder) {
        if there {
            // Back to how it was; if that fails too, the first error says enough.
            let _ = std::fs::rename(aside.path().join("old"), folder);
        }
        return Err(failed(folder, &error));
    }
    Ok(assets().len())
}

/// A file for servers that send no headers of their own: pages say in their text what they may
/// do.
fn guarded(asset: &Asset) -> Cow<'static, [u8]> {
    let head = "<head>";
    match std::str::from_utf8(asset.bytes) {
        Ok(text) if asset.path.ends_with(".html") && text.contains(head) => {
            let policy = format!(
                "{head}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />"
            );
            Cow::Owned(text.replacen(head, &policy, 1).into_bytes())
        }
        _ => Cow::Borrowed(asset.bytes),
    }
}

/// Refuses a place that holds something else.
fn check(folder: &Path) -> Result<(), StudioError> {
    let foreign = || StudioError::Foreign(folder.to_owned());
    match folder.symlink_metadata() {
        Err(_) => Ok(()),
        Ok(there) if !there.is_dir() => Err(foreign()),
        Ok(_) => {
            let mut inside = std::fs::read_dir(folder).map_err(|error| failed(folder, &error))?;
            let ours = folder.join(MARK).is_file() || inside.next().is_none();
            if ours { Ok(()) } else { Err(foreign()) }
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), StudioError> {
    let done = path
        .parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| std::fs::write(path, bytes));
    done.map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> StudioError {
    StudioError::Write {
        path: PathBuf::from(path),
        why: error.to_string(),
    }
}
