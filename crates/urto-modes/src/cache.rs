//! What was found once is kept: modes, what the air takes from them, and how they sound around.
//!
//! It lies in the system's folder for such things, one file for each request, named by what was asked
//! for. Files come whole or not at all; damaged ones are found again. What was not used for longest
//! goes when the folder gets too large.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use urto_body::playback::{Multipole, Multipoles};
use urto_fem::modes::Modes;
use urto_program::save;

/// Most that is kept \[bytes\]: some thirty bodies of 36,000 unknowns and 100 modes.
const MOST: u64 = 1 << 30;
/// Largest share of that for one file, so that one body does not drive out all others.
const LARGEST: u64 = 4;
/// How files with modes and with what the air takes end.
const MODES: &str = "modes";
const AIR: &str = "air";

/// A folder in which answers are kept.
pub struct Cache {
    folder: PathBuf,
    /// Most that is kept \[bytes\].
    most: u64,
}

impl Cache {
    /// The user's, if the system has a place for it.
    pub fn of_user() -> Option<Self> {
        let folder = folder(|name| std::env::var_os(name))?;
        Some(Self { folder, most: MOST })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The modes of a request.
    pub fn modes(&self, request: u128) -> Option<Modes> {
        Modes::from_bytes(&self.read(&format!("{request:032x}.{MODES}"))?)
    }

    /// Keeps the modes of a request.
    pub fn keep_modes(&self, request: u128, modes: &Modes) {
        self.write(&format!("{request:032x}.{MODES}"), &modes.to_bytes());
    }

    /// What the air takes from the modes of a request, found with such care.
    pub fn air(&self, request: u128, care: &str) -> Option<Air> {
        let bytes = self.read(&format!("{request:032x}-{care}.{AIR}"))?;
        Air::from_text(str::from_utf8(&bytes).ok()?)
    }

    /// Keeps what the air takes.
    pub fn keep_air(&self, request: u128, care: &str, air: &Air) {
        self.write(
            &format!("{request:032x}-{care}.{AIR}"),
            air.text().as_bytes(),
        );
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.folder.join(name);
        if path.metadata().ok()?.len() > self.most / LARGEST {
            return None;
        }
        let bytes = std::fs::read(&path).ok()?;
        // Used now; if that cannot be noted it only goes sooner.
        let file = File::options().append(true).open(&path);
        let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
        Some(bytes)
    }

    /// A full disk or a folder that may not be written to is no trouble: it is found again next time.
    fn write(&self, name: &str, bytes: &[u8]) {
        if bytes.len() as u64 > self.most / LARGEST
            || std::fs::create_dir_all(&self.folder).is_err()
        {
            return;
        }
        self.make_room(bytes.len() as u64);
        let _ = save::save(&self.folder.join(name), bytes);
    }

    /// Takes away what was not used for longest, until so many bytes fit.
    fn make_room(&self, bytes: u64) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else {
            return;
        };
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .flatten()
            .filter(|entry| {
                let path = entry.path();
                let ending = path.extension().and_then(|own| own.to_str());
                matches!(ending, Some(MODES | AIR))
            })
            .filter_map(|entry| {
                let about = entry.metadata().ok().filter(|own| own.is_file())?;
                Some((about.modified().ok()?, about.len(), entry.path()))
            })
            .collect();
        files.sort();
        let mut total: u64 = files.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in files {
            if total + bytes <= self.most {
                return;
            }
            if std::fs::remove_file(path).is_ok() {
                total -= length;
            }
        }
    }
}

/// What the air takes from each mode that is heard, how it sounds around, and what should be said
/// about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Air {
    /// Rates \[1/s\], and fields.
    pub modes: Vec<(f64, Option<Multipoles>)>,
    /// What a person should know.
    pub note: Option<String>,
}

impl Air {
    /// A line for the note, one for each mode, and a hash of both.
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.note.as_deref().unwrap_or_default());
        for (rate, field) in &self.modes {
            // Written so, a number is read back bit for bit.
            text += &format!("{rate:?}");
            if let Some(field) = field {
                text += &format!(" {:?} {:?}", field.wave_number, field.radius);
                for term in &field.terms {
                    let [real, imaginary] = term.strength;
                    let (degree, around) = (term.degree, term.around);
                    text += &format!(" {degree} {around} {real:?} {imaginary:?}");
                }
            }
            text.push('\n');
        }
        let hash = urto_file::fingerprint(text.as_bytes());
        text + &hash
    }

    fn from_text(text: &str) -> Option<Self> {
        let (lines, hash) = text.split_at_checked(text.rfind('\n')? + 1)?;
        if hash != urto_file::fingerprint(lines.as_bytes()) {
            return None;
        }
        let (note, modes) = lines.split_once('\n')?;
        Some(Self {
            modes: modes.lines().map(mode).collect::<Option<_>>()?,
            note: (!note.is_empty()).then(|| note.to_owned()),
        })
    }
}

/// What a line tells of a mode.
fn mode(line: &str) -> Option<(f64, Option<Multipoles>)> {
    let mut words = line.split(' ');
    let rate = words.next()?.parse().ok()?;
    let Some(wave_number) = words.next() else {
        return Some((rate, None));
    };
    let mut field = Multipoles {
        wave_number: wave_number.parse().ok()?,
        radius: words.next()?.parse().ok()?,
        terms: Vec::new(),
    };
    while let Some(degree) = words.next() {
        let around = words.next()?.parse().ok()?;
        let [real, imaginary] = [words.next()?, words.next()?];
        field.terms.push(Multipole {
            degree: degree.parse().ok()?,
            around,
            strength: [real.parse().ok()?, imaginary.parse().ok()?],
        });
    }
    Some((rate, Some(field)))
}

/// Where the system wants such files, by its variables: `XDG_CACHE_HOME` (an absolute path) or
/// `~/.cache`, `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows.
fn folder(var: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| var(name).map(PathBuf::from).filter(|own| own.is_absolute());
    let caches = if cfg!(windows) {
        path("LOCALAPPDATA")?
    } else if let Some(own) = path("XDG_CACHE_HOME") {
        own
    } else if cfg!(target_os = "macos") {
        path("HOME")?.join("Library/Caches")
    } else {
        path("HOME")?.join(".cache")
    };
    Some(caches.join("urto").join("modes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_air_takes_comes_back_and_damage_is_seen() {
        let field = Multipoles {
            wave_number: 0.3,
            radius: 0.1,
            terms: vec![Multipole {
                degree: 1,
                around: -1,
                strength: [0.7, -1e-9],
            }],
        };
        let air = Air {
            modes: vec![(0.1 + 0.2, Some(field)), (1e-300, None), (5.0, None)],
            note: Some("less exact".to_owned()),
        };
        assert_eq!(Air::from_text(&air.text()), Some(air.clone()));
        let plain = Air { note: None, ..air };
        let text = plain.text();
        assert_eq!(Air::from_text(&text), Some(plain));
        assert_eq!(Air::from_text(&text.replace("5.0", "6.0")), None);
        assert_eq!(Air::from_text(&text[..text.len() - 4]), None);
        assert_eq!(Air::from_text(""), None);
    }

    /// What was used last stays.
    #[test]
    fn the_folder_does_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache {
            folder: folder.path().to_owned(),
            most: 1000,
        };
        let names: Vec<PathBuf> = (0..6)
            .map(|n| folder.path().join(format!("{n}.{MODES}")))
            .collect();
        for (age, name) in names.iter().enumerate() {
            let file = File::create(name).unwrap();
            file.set_len(200).unwrap();
            let then = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000 + age as u64);
            file.set_modified(then).unwrap();
        }
        let other = folder.path().join("mine.txt");
        std::fs::write(&other, "not ours").unwrap();
        // The oldest is read, so that it is the newest.
        assert!(cache.read(&format!("0.{MODES}")).is_some());
        cache.make_room(100);
        let there: Vec<bool> = names.iter().map(|name| name.exists()).collect();
        assert_eq!(there, [true, false, false, true, true, true]);
        assert!(other.exists());
    }

    #[test]
    fn the_folder_is_where_the_system_wants_it() {
        if cfg!(windows) {
            return;
        }
        let vars = |xdg: &'static str| {
            move |name: &str| match name {
                "XDG_CACHE_HOME" => Some(OsString::from(xdg)),
                "HOME" => Some(OsString::from("/home/ada")),
                _ => None,
            }
        };
        let own = folder(vars("/var/c")).unwrap();
        assert_eq!(own, Path::new("/var/c/urto/modes"));
        // A relative one does not count, as its specification says.
        assert!(folder(vars("c")).unwrap().starts_with("/home/ada"));
        assert_eq!(folder(|_| None), None);
    }
}
