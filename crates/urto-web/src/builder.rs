//! Building aside of the audio thread: a worker builds what orders say and keeps what was dear
//! about it; the audio thread gets that as flat arrays, and only puts them together.
//!
//! They travel as bytes, little-endian, for each order that builds: the length of its line, the
//! line, the number of results, and these as f64.

use crate::seen;
use std::collections::VecDeque;
use std::sync::Arc;
use urto::{BuildError, Rate};
use urto_engine::{Order, SLOTS, Workshop};
use urto_file::Shelf;

/// Orders whose results wait to be used; more than a project has instances.
const MOST: usize = 2 * SLOTS;

/// Builds in a worker.
pub struct Builder {
    workshop: Workshop,
}

impl Builder {
    /// At this rate \[Hz\].
    pub fn new(rate: f64) -> Result<Self, BuildError> {
        let mut workshop = Workshop::new(Rate::new(rate)?, SLOTS);
        workshop.set_pictures(true);
        Ok(Self { workshop })
    }

    /// Builds what lines of orders say, and gives what was dear about it. What cannot be built is
    /// left out: the player says why.
    pub fn work(&mut self, lines: &str, shelf: &Shelf) -> Vec<u8> {
        self.workshop.set_shelf(shelf.clone());
        let mut bytes = Vec::new();
        for line in lines.lines() {
            let Ok(order) = Order::parse(line) else {
                continue;
            };
            if !order.builds() {
                continue;
            }
            if let Ok(results) = self.workshop.results(&order) {
                bytes.extend((line.len() as u32).to_le_bytes());
                bytes.extend(line.as_bytes());
                bytes.extend((results.len() as u32).to_le_bytes());
                bytes.extend(results.iter().flat_map(|own| own.to_le_bytes()));
            }
        }
        bytes
    }

    /// What the sound of an order looks like, as [`seen::write`] says; nothing if it cannot be
    /// built.
    pub fn form(&mut self, line: &str, shelf: &Shelf) -> Vec<u8> {
        self.workshop.set_shelf(shelf.clone());
        let mut bytes = Vec::new();
        if let Ok(order) = Order::parse(line)
            && let Order::Put { slot, .. } = order
            && let Ok(geometry) = self.workshop.geometry(&order)
        {
            seen::write(&geometry, slot, 0, &mut bytes);
        }
        bytes
    }
}

/// What is known of orders to come.
#[derive(Default)]
pub struct Known(VecDeque<(String, Arc<[f64]>)>);

impl Known {
    /// Takes what a builder gave; bytes that are not whole are left.
    pub fn put(&mut self, mut bytes: &[u8]) {
        while let Some(own) = next(&mut bytes) {
            if self.0.len() == MOST {
                self.0.pop_front();
            }
            self.0.push_back(own);
        }
    }

    /// What is known of an order, once; nothing if that is nothing.
    pub fn take(&mut self, line: &str) -> Arc<[f64]> {
        let at = self.0.iter().position(|(own, _)| own == line);
        let found = at.and_then(|at| self.0.remove(at));
        found.map(|(_, results)| results).unwrap_or_default()
    }
}

fn next(bytes: &mut &[u8]) -> Option<(String, Arc<[f64]>)> {
    let line = String::from_utf8_lossy(part(bytes, 1)?).into_owned();
    let numbers = part(bytes, 8)?.chunks_exact(8);
    let numbers = numbers.filter_map(|own| Some(f64::from_le_bytes(own.try_into().ok()?)));
    Some((line, numbers.collect()))
}

/// A count, and as many pieces of a size.
fn part<'a>(bytes: &mut &'a [u8], size: usize) -> Option<&'a [u8]> {
    let (count, rest) = bytes.split_first_chunk()?;
    let length = (u32::from_le_bytes(*count) as usize).checked_mul(size)?;
    let (part, rest) = rest.split_at_checked(length)?;
    *bytes = rest;
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Telling, WebPlayer};
    use urto::tape::worked_out;
    use urto_file::texts_read;

    /// Orders, as lines, to play sounds and presets, scenes, and a body from a file, and the files
    /// that they name.
    fn all_sorts() -> (Vec<String>, Shelf) {
        let mut lines: Vec<String> = Vec::new();
        for entry in urto_file::catalogue().sounds() {
            lines.push(format!("put 0 {} 1 2 {{}}\ntrigger 0 1 -", entry.key));
        }
        let put = |sound: &str, params: String| {
            let quoted = params.replace('\\', "\\\\").replace('"', "\\\"");
            format!("put 0 {sound} 1 1 \"{quoted}\"\ntrigger 0 1 -")
        };
        for preset in urto_file::library().unwrap().iter().step_by(7) {
            let params = urto_file::write_params(preset.params.as_ref(), None);
            lines.push(put(&preset.sound, params));
        }
        let mut shelf = Shelf::default();
        let cup = "urto = \"modal/1\"\nmodes = [{ frequency = 1320, decay = 0.4, mass = 0.02 }, \
                   { frequency = 2960, decay = 0.3, mass = 0.03 }]\n[points]\nrim = [1.0, -0.5]\n\
                   foot = [0.2, 0.9]\n";
        shelf.put("cup.toml", cup.as_bytes());
        for (sound, file) in [("impact", "cup"), ("rolling", "cup"), ("impact", "teacup")] {
            let params = format!("{{ body = {{ kind = \"file\", file = \"{file}.toml\" }} }}");
            lines.push(put(sound, params));
        }
        // Networks as bodies: one that comes with urto, and one of the user's own.
        let own = "urto = \"mi/1\"\n[[row]]\nname = \"wire\"\ncount = 9\nfrom = [0, 0, 0]\n\
                   to = [0.4, 0, 0]\nmass = 1e-3\nstiffness = 4e4\nlength = 0.045\ndamping = 0.01\n";
        shelf.put("mine.mi.toml", own.as_bytes());
        for (sound, file) in [
            ("impact", "mine"),
            ("friction", "mine"),
            ("impact", "string"),
        ] {
            let body = format!("body = {{ kind = \"file\", file = \"{file}.mi.toml\" }}");
            let params = match sound {
                "friction" => format!("{{ second = {{ {body} }} }}"),
                _ => format!("{{ {body} }}"),
            };
            lines.push(put(sound, params));
        }
        // Of those that come with urto, three; all with `URTO_FULL=1`. Whether steps carry the bell and
        // the gong is dear to know.
        let few = ["bell.mi.toml", "gong.mi.toml", "chain.mi.toml"];
        let all = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
        for (file, _) in urto_file::NETWORKS {
            if all || few.contains(file) {
                lines.push(put("network", format!("{{ file = \"{file}\" }}")));
            }
        }
        for name in ["impact", "body", "surface", "string", "friction"] {
            let file = format!("../urto-file/tests/data/good/{name}.toml");
            let text = std::fs::read_to_string(file).unwrap();
            let (slot, seed, gain) = (0, 1, 0.5);
            let scene = Order::Scene {
                slot,
                seed,
                gain,
                text,
            };
            lines.push(format!("{scene}\ntrigger 0 1 -"));
        }
        (lines, shelf)
    }

    /// Every sound, preset, body from a file and scene that a builder built is put together by the
    /// player without work, without reading its text and without its file, and sounds the same to
    /// the bit as one that the player built itself.
    #[test]
    fn the_player_works_nothing_out() {
        let (lines, shelf) = all_sorts();
        let mut all = 0;
        for lines in lines {
            let played = |known: Option<&[u8]>| {
                let mut player = WebPlayer::new(48_000.0).unwrap();
                match known {
                    Some(known) => player.know(known),
                    None => *player.shelf() = shelf.clone(),
                }
                player.tell(Telling::Orders, &lines);
                let before = worked_out() + texts_read();
                let mut heard = Vec::new();
                let mut began = false;
                for _ in 0..400 {
                    player.render(128);
                    let left = &player.out[0][..128];
                    began |= left.iter().any(|sample| *sample != 0.0);
                    if began {
                        heard.extend_from_slice(left);
                    }
                    if heard.len() > 6000 {
                        break;
                    }
                }
                assert_eq!(player.problem(), None, "{lines}");
                (worked_out() + texts_read() - before, heard)
            };
            let mut builder = Builder::new(48_000.0).unwrap();
            let known = builder.work(&lines, &shelf);
            assert!(!known.is_empty());
            let (worked, heard) = played(Some(&known));
            assert_eq!(worked, 0, "{lines}");
            let (worked, alone) = played(None);
            assert!(!heard.is_empty(), "{lines}");
            all += worked;
            let common = heard.len().min(alone.len());
            assert!(heard[..common] == alone[..common], "{lines}");
        }
        // Else there would be nothing to save.
        assert!(all > 100, "{all}");
    }

    /// A scene of many objects is put together in parts, over several blocks, to the same samples.
    #[test]
    fn a_large_scene_is_put_together_in_parts() {
        let mut text = String::from("urto = \"scene/1\"\n");
        for n in 0..40 {
            let hertz = 200 + 37 * n;
            text += &format!(
                "[object.bar{n}]\nkind = \"modal\"\nmodes = [{{ frequency = {hertz} }}]\n\
                 [object.hammer{n}]\nkind = \"mass\"\n[contact.hit{n}]\nlaw = \"impact\"\n\
                 between = [\"hammer{n}\", \"bar{n}\"]\n[[score]]\nat = 0\n\
                 throw = {{ object = \"hammer{n}\", velocity = 1 }}\n"
            );
        }
        text += "[listen]\nat = [\"bar3\"]\n";
        let scene = Order::Scene {
            slot: 0,
            seed: 1,
            gain: 0.5,
            text,
        };
        let line = scene.to_string();
        let played = |known: &[u8]| {
            let mut player = WebPlayer::new(48_000.0).unwrap();
            player.know(known);
            player.tell(Telling::Orders, &line);
            player.tell(Telling::Orders, "trigger 0 1 -");
            let mut heard = Vec::new();
            let mut blocks = 0;
            while heard.len() < 4000 {
                blocks += 1;
                assert!(blocks < 400);
                player.render(128);
                let left = &player.out[0][..128];
                if !heard.is_empty() || left.iter().any(|sample| *sample != 0.0) {
                    heard.extend_from_slice(left);
                }
            }
            assert_eq!(player.problem(), None);
            (heard, blocks)
        };
        let known = Builder::new(48_000.0)
            .unwrap()
            .work(&line, &Shelf::default());
        let (heard, blocks) = played(&known);
        let (alone, at_once) = played(&[]);
        assert!(heard == alone);
        // 80 objects, of which 24 fit into a silent block.
        assert!(blocks >= at_once + 3, "{blocks} and {at_once} blocks");
    }

    /// A form that is asked for is that of the sound as it would be built: as many points as before
    /// a change of size, in other places.
    #[test]
    fn a_form_follows_the_parameters() {
        let mut builder = Builder::new(48_000.0).unwrap();
        let mut form = |size: &str| {
            let line = format!("put 3 impact 0 1 \"{{ body = {{ size = {size} }} }}\"");
            builder.form(&line, &Shelf::default())
        };
        let (small, large) = (form("0.1"), form("0.4"));
        assert!(small.len() > 1000 && small.len() == large.len());
        assert!(small != large && small == form("0.1"));
        assert!(
            builder
                .form("put 3 nothing 0 1 {}", &Shelf::default())
                .is_empty()
        );
        assert!(builder.form("trigger 3 1 -", &Shelf::default()).is_empty());
    }

    #[test]
    fn what_was_cut_or_belongs_to_another_order_does_no_harm() {
        let line = "put 0 scraping 1 1 {}";
        let mut builder = Builder::new(48_000.0).unwrap();
        let whole = builder.work(line, &Shelf::default());
        assert!(
            builder
                .work("put 0 nothing 1 1 {}\nnonsense", &Shelf::default())
                .is_empty()
        );
        for length in [0, 3, 4, 20, 30, whole.len() - 1] {
            let mut known = Known::default();
            known.put(&whole[..length]);
            assert!(known.take(line).is_empty(), "{length}");
        }
        let mut known = Known::default();
        for _ in 0..2 * MOST {
            known.put(&whole);
        }
        assert_eq!(known.0.len(), MOST);
        assert!(known.take("put 1 scraping 1 1 {}").is_empty());
        assert!(!known.take(line).is_empty());
    }
}
