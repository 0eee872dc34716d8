//! Where files go: names, numbers and patterns.

use crate::cli::RenderArgs;
use crate::failure::Failure;
use crate::format::Format;
use crate::recipe::Matter;
use crate::resolve::Found;
use crate::save;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Where the files go; every place is checked before any sound is made. `seed` is the first
/// file's.
pub fn places(found: &Found, asked: &RenderArgs, seed: u64) -> Result<Vec<PathBuf>, Failure> {
    let usual = PathBuf::from(format!("{}.wav", found.name));
    let named = |path: PathBuf| match asked.count {
        None if !asked.force => vec![free(path)],
        count => numbered(&path, count),
    };
    let paths = match &asked.out {
        None => named(usual),
        Some(out) if save::is_stdout(out) => return to_stdout(asked),
        Some(out) if out.is_dir() => named(out.join(usual)),
        Some(out) if out.as_os_str().to_string_lossy().ends_with('/') => {
            return Err(Failure::other(format!(
                "there is no folder '{}'; make it first",
                out.display()
            )));
        }
        Some(out) => patterned(out, asked.count, seed, sound_of(found))?,
    };
    for path in &paths {
        if asked.out.is_none() && found.path.as_deref().is_some_and(|from| same(from, path)) {
            return Err(Failure::usage(format!(
                "this would overwrite '{}' itself; say where to write with -o",
                path.display()
            )));
        }
    }
    if let Some(path) = paths.first() {
        Format::of(path)?;
        save::check(path)?;
    }
    for path in &paths {
        save::check_free(path, asked.force)?;
    }
    Ok(paths)
}

/// The standard output takes one file, and no words besides.
fn to_stdout(asked: &RenderArgs) -> Result<Vec<PathBuf>, Failure> {
    if asked.count.is_some() {
        return Err(Failure::usage(
            "--count makes several files, and -o - writes one",
        ));
    }
    if std::io::stdout().is_terminal() {
        return Err(Failure::usage(
            "a terminal cannot play a WAV file; after -o - goes a pipe: urto render impact -o - | aplay",
        ));
    }
    Ok(vec![save::STDOUT.into()])
}

/// `impact.wav`, or else `impact-2.wav` and so on, the first that is not there.
pub fn free(path: PathBuf) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let others = (2..).map(|n: u32| path.with_file_name(format!("{stem}-{n}.{ending}")));
    let mut all = std::iter::once(path.clone()).chain(others);
    all.find(|path| !path.exists()).unwrap_or(path.clone())
}

/// The sound's key; a scene has none but its file's name.
fn sound_of(found: &Found) -> &str {
    match &found.matter {
        Matter::Sound(preset) => &preset.sound,
        Matter::Scene(_) | Matter::Project(_) => &found.name,
    }
}

fn same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// `impact.wav` becomes `impact-001.wav` and so on, if there is a count.
fn numbered(path: &Path, count: Option<u32>) -> Vec<PathBuf> {
    let Some(count) = count else {
        return vec![path.to_owned()];
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let name = |n| path.with_file_name(format!("{stem}-{}.{ending}", padded(n, count)));
    (1..=count).map(name).collect()
}

/// A number with zeros before it, so that names sort as numbers do.
fn padded(number: u32, count: u32) -> String {
    let digits = count.to_string().len().max(3);
    format!("{number:0digits$}")
}

/// Fills in what stands in braces in the file's name; numbers the files if that does not tell
/// them apart.
fn patterned(
    path: &Path,
    count: Option<u32>,
    seed: u64,
    sound: &str,
) -> Result<Vec<PathBuf>, Failure> {
    // A name without braces stays as it is, even if it is not text.
    let Some(pattern) = path.file_name().and_then(|name| name.to_str()) else {
        return Ok(numbered(path, count));
    };
    let many = count.unwrap_or(1);
    let filled = |index: u32| {
        fill(pattern, |word| match word {
            "n" => Some(padded(index + 1, many)),
            "seed" => Some((seed + u64::from(index)).to_string()),
            "sound" => Some(sound.to_owned()),
            _ => None,
        })
        .map(|name| path.with_file_name(name))
    };
    if pattern.contains("{n}") || pattern.contains("{seed}") {
        (0..many).map(filled).collect()
    } else {
        Ok(numbered(&filled(0)?, count))
    }
}

/// Replaces every word in braces by what `of` says.
fn fill(pattern: &str, of: impl Fn(&str) -> Option<String>) -> Result<String, Failure> {
    let mut name = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let closed = after.split_once('}');
        let Some((value, after)) = closed.and_then(|(word, after)| Some((of(word)?, after))) else {
            let end = after.find('}').map_or(after.len(), |end| end + 1);
            return Err(Failure::usage(format!(
                "'{{{}' in the name '{pattern}' means nothing; there are {{n}} (the number), \
                 {{seed}} and {{sound}}",
                &after[..end]
            )));
        };
        name += before;
        name += &value;
        rest = after;
    }
    Ok(name + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(pattern: &str, count: Option<u32>) -> Vec<String> {
        let paths = patterned(Path::new(pattern), count, 9, "impact").unwrap();
        let names = paths.iter().map(|path| path.to_string_lossy().into_owned());
        names.collect()
    }

    #[test]
    fn braces_are_filled_in() {
        assert_eq!(names("a.wav", None), ["a.wav"]);
        assert_eq!(names("a-{n}.wav", None), ["a-001.wav"]);
        assert_eq!(names("{sound}-{seed}.wav", None), ["impact-9.wav"]);
        assert_eq!(names("{seed}.flac", Some(2)), ["9.flac", "10.flac"]);
        assert_eq!(names("d/{n}{n}.wav", Some(1)), ["d/001001.wav"]);
        assert_eq!(names("k-{n}.wav", Some(1000))[41], "k-0042.wav");
    }

    #[test]
    fn files_that_would_be_one_are_numbered() {
        assert_eq!(names("a.wav", Some(2)), ["a-001.wav", "a-002.wav"]);
        assert_eq!(names("{sound}.flac", Some(1)), ["impact-001.flac"]);
        // Braces in a folder's name are the folder's.
        assert_eq!(names("{x}/a.wav", Some(1)), ["{x}/a-001.wav"]);
    }

    #[test]
    fn unknown_braces_are_refused() {
        for wrong in ["{x}.wav", "{n}{}.wav", "{n.wav", "{ n }.wav", "{N}.wav"] {
            let told = patterned(Path::new(wrong), Some(2), 0, "impact").unwrap_err();
            assert!(told.to_string().contains("{seed} and {sound}"), "{told}");
        }
        assert_eq!(names("a}.wav", None), ["a}.wav"]);
    }
}
