//! Packs: a project or a preset and every file that it names, in one file that plays elsewhere.
//!
//! A pack begins with the line `urto-pack/1`. Each part follows as a line `LENGTH HASH NAME` and
//! its bytes; the first part is what plays, the others are what it names. A line `end` is the end.

use crate::resource::fingerprint;

const FIRST: &[u8] = b"urto-pack/1\n";
const LAST: &[u8] = b"end\n";
/// Most parts that are read.
const MOST: usize = 1000;

/// Whether bytes begin like a pack.
pub fn is_pack(bytes: &[u8]) -> bool {
    bytes.starts_with(FIRST)
}

/// Writes a pack of parts, each a name and its bytes. Line breaks in names become spaces.
pub fn write_pack(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut pack = FIRST.to_vec();
    for (name, bytes) in parts {
        let name = name.replace(['\n', '\r'], " ");
        let line = format!("{} {} {name}\n", bytes.len(), fingerprint(bytes));
        pack.extend_from_slice(line.as_bytes());
        pack.extend_from_slice(bytes);
    }
    pack.extend_from_slice(LAST);
    pack
}

/// Reads a pack's parts, or says in one sentence why it cannot; `file` is its name for that.
///
/// ```
/// let parts = vec![("song.toml".to_owned(), b"urto".to_vec())];
/// let mut pack = urto_file::write_pack(&parts);
/// assert_eq!(urto_file::read_pack("song.urto", &pack), Ok(parts));
/// pack.pop();
/// let why = urto_file::read_pack("song.urto", &pack).unwrap_err();
/// assert_eq!(why, "'song.urto' ends too early; copy it again");
/// ```
pub fn read_pack(file: &str, bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let early = || format!("'{file}' ends too early; copy it again");
    let strange = || format!("'{file}' is not a pack of this version of urto");
    let mut rest = bytes.strip_prefix(FIRST).ok_or_else(strange)?;
    let mut parts = Vec::new();
    while rest != LAST {
        let end = rest.iter().position(|byte| *byte == b'\n');
        let (line, after) = rest.split_at(end.ok_or_else(early)?);
        let line = str::from_utf8(line).map_err(|_| strange())?;
        let mut words = line.splitn(3, ' ');
        let length = words.next().and_then(|word| word.parse::<usize>().ok());
        let (Some(length), Some(hash), Some(name)) = (length, words.next(), words.next()) else {
            return Err(strange());
        };
        let after = &after[1..];
        let part = after.get(..length).ok_or_else(early)?;
        if fingerprint(part) != hash {
            return Err(format!(
                "'{name}' in '{file}' is not what was packed; copy it again"
            ));
        }
        if parts.len() == MOST {
            return Err(format!("'{file}' has more than {MOST} parts"));
        }
        parts.push((name.to_owned(), part.to_vec()));
        rest = &after[length..];
    }
    if parts.is_empty() {
        return Err(format!("'{file}' is empty"));
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_pack_is_told_in_one_sentence() {
        let parts = vec![
            ("song.toml".to_owned(), b"a\nb".to_vec()),
            ("a cup.toml".to_owned(), vec![0, 255, 10]),
        ];
        let pack = write_pack(&parts);
        assert_eq!(read_pack("p", &pack).unwrap(), parts);
        for length in FIRST.len()..pack.len() {
            let why = read_pack("p", &pack[..length]).unwrap_err();
            assert!(
                why.contains("ends too early") || why.contains("not a pack"),
                "{length}: {why}"
            );
        }
        let place = pack.iter().position(|byte| *byte == 255).unwrap();
        let mut changed = pack.clone();
        changed[place] = 254;
        assert_eq!(
            read_pack("p", &changed).unwrap_err(),
            "'a cup.toml' in 'p' is not what was packed; copy it again"
        );
        assert!(read_pack("p", b"RIFF").unwrap_err().contains("not a pack"));
    }

    /// Cut, flipped, doubled and swapped bytes: read as something, or refused in one sentence; what
    /// is read is what its hashes say.
    #[test]
    fn broken_packs_do_no_harm() {
        let body = crate::built_in("teacup.toml").unwrap().to_vec();
        let parts = vec![
            (
                "project.toml".to_owned(),
                b"urto = \"project/1\"\n".to_vec(),
            ),
            ("teacup.toml".to_owned(), body),
            ("empty".to_owned(), Vec::new()),
        ];
        let good = write_pack(&parts);
        let rng = &mut urto::rng::Rng::new(5);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let mut bytes = good.clone();
            for _ in 0..1 + rng.below(3) {
                let at = rng.below(bytes.len());
                match rng.below(5) {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes[at] ^= 1 << rng.below(8),
                    2 => bytes[at] = b"\n 0123456789ef"[rng.below(14)],
                    3 if bytes.len() > FIRST.len() => {
                        // Digits of a length, where they harm most.
                        let huge = [&b"18446744073709551615"[..], b"99999999999999999999", b"-1"];
                        let at = FIRST.len();
                        bytes.splice(at..at + 1, huge[rng.below(3)].iter().copied());
                    }
                    _ => {
                        let piece = bytes[at..bytes.len().min(at + rng.below(40))].to_vec();
                        let to = rng.below(bytes.len());
                        bytes.splice(to..to, piece);
                    }
                }
            }
            match read_pack("p", &bytes) {
                Ok(parts) => {
                    read += 1;
                    assert_eq!(write_pack(&parts).len(), bytes.len());
                }
                Err(why) => {
                    refused += 1;
                    assert!(!why.contains('\n') && why.len() < 1000, "{why}");
                }
            }
        }
        assert!(refused > 15_000 && read > 10, "{read} {refused}");
    }
}
