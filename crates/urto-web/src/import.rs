//! Files that come in: presets, scenes, projects, packs, and bodies that parameters name.

use crate::desk::Host;
use crate::mesh;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use urto_engine::{Edit, Order, Problem};
use urto_file::Preset;

impl Host {
    /// Takes a file in: its name up to the end of the line, then its bytes. What cannot be used
    /// changes nothing.
    pub fn import(&mut self, named: &[u8]) -> Result<Json, Problem> {
        let end = named.iter().position(|byte| *byte == b'\n');
        let (file, bytes) = match end {
            Some(end) => (&named[..end], &named[end + 1..]),
            None => (named, &[][..]),
        };
        let file = String::from_utf8_lossy(file).into_owned();
        if !urto_file::is_pack(bytes) {
            return self.import_one(&file, bytes, Vec::new());
        }
        let kept = self.desk.shelf().clone();
        let done = self.import_pack(&file, bytes);
        if done.is_err() {
            self.desk.set_shelf(kept);
        }
        done
    }

    /// The first part of a pack is what plays, the others are files that it names.
    fn import_pack(&mut self, file: &str, bytes: &[u8]) -> Result<Json, Problem> {
        let parts = urto_file::read_pack(file, bytes).map_err(Problem::new)?;
        let mut orders = Vec::new();
        for (name, bytes) in &parts[1..] {
            orders.extend(self.desk.shelve(name, bytes)?);
        }
        self.import_one(file, &parts[0].1, orders)
    }

    /// A single file; `orders` are for the player, before those of this file.
    fn import_one(
        &mut self,
        file: &str,
        bytes: &[u8],
        mut orders: Vec<Order>,
    ) -> Result<Json, Problem> {
        let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let ended = stem.rsplit_once('.');
        if mesh::is_mesh(stem) {
            let found = mesh::look(stem, bytes).map_err(Problem::new)?;
            let mesh::Found { about, command, .. } = found;
            let news = self.news(orders);
            return Ok(json!({
                "kind": "mesh", "title": stem, "about": about, "command": command,
                "unit": found.unit.key(), "repair": found.repair, "news": news,
            }));
        }
        let (base, stem) = (stem, ended.map_or(stem, |(stem, _)| stem).to_owned());
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (file, name) = (file.to_owned(), stem.clone());
        let (kind, edit) = match kind_of(&text) {
            Some("preset") => ("preset", Edit::ImportPreset { file, text }),
            Some("scene") => {
                let mut fetch = |name: &str| self.desk.shelf().fetch(name);
                let text = urto_file::gathered(&file, &text, &mut fetch)?;
                ("scene", Edit::AddScene { name, text })
            }
            Some("project") | None if !is_named(bytes) => ("project", Edit::Open { file, text }),
            _ => {
                orders.extend(self.desk.shelve(base, bytes)?);
                let news = self.news(orders);
                let kind = urto_file::sort_of_file(bytes);
                return Ok(json!({ "kind": kind, "title": base, "news": news }));
            }
        };
        let before = self.desk.document().presets.clone();
        orders.extend(self.desk.apply(&edit)?);
        let is_new = |own: &&Arc<Preset>| !before.iter().any(|old| Arc::ptr_eq(old, own));
        let preset = self.desk.document().presets.iter().find(is_new);
        let name = preset.and_then(|preset| preset.name.clone());
        let title = name.filter(|_| kind == "preset").unwrap_or(stem);
        Ok(json!({ "kind": kind, "title": title, "news": self.news(orders) }))
    }

    /// The files that are here besides those that come with urto, and whether anything names them.
    pub(crate) fn files(&self) -> Vec<Json> {
        let named = self.desk.document().files();
        let shelf = self.desk.shelf();
        shelf
            .files()
            .map(|(name, bytes)| {
                json!({
                    "name": name,
                    "hash": shelf.hash(name).unwrap_or_default(),
                    "size": bytes.len(),
                    "named": named.contains(name),
                    "sort": urto_file::sort_of_file(bytes),
                })
            })
            .collect()
    }

    /// The bytes of a file that is here.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        self.desk
            .shelf()
            .get(name)
            .or_else(|| urto_file::built_in(name))
    }

    /// The project and the files that it names, as one file.
    pub fn pack(&self) -> Vec<u8> {
        self.desk.pack()
    }

    /// Lets a file go that nothing names.
    pub(crate) fn forget(&mut self, name: &str) -> Result<Json, Problem> {
        if self.desk.document().files().contains(name) {
            return Err(Problem::new(format!("'{name}' is in use")));
        }
        let mut shelf = self.desk.shelf().clone();
        shelf.retain(|own| own != name);
        self.desk.set_shelf(shelf);
        Ok(self.news(Vec::new()))
    }
}

/// Whether it is a file that parameters name: a network of masses, measured ears, or what a loader of
/// the catalogue knows.
fn is_named(bytes: &[u8]) -> bool {
    if urto_file::sort_of_file(bytes) != "body" {
        return true;
    }
    let mut loaders = urto_file::catalogue().bodies().iter();
    loaders.any(|loader| (loader.fits)(bytes))
}

/// What a file's first line says that it is, after comments.
fn kind_of(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let value = first.strip_prefix("urto")?.trim_start().strip_prefix('=')?;
    let (kind, _) = value.trim_start().trim_start_matches('"').split_once('/')?;
    Some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUP: &str = "urto = \"modal/1\"\nmodes = [{ frequency = 1320, decay = 0.4 }]\n";

    fn asked(host: &mut Host, question: &str) -> Json {
        serde_json::from_str(&host.ask(question)).unwrap()
    }

    fn taken(host: &mut Host, name: &str, bytes: &[u8]) -> Result<Json, String> {
        let named = [name.as_bytes(), b"\n", bytes].concat();
        host.import(&named).map_err(|why| why.to_string())
    }

    /// A host with a struck cup, from a file.
    fn host() -> Host {
        let mut host = Host::default();
        asked(&mut host, "edit add impact");
        let cup = taken(&mut host, "dir/cup.toml", CUP.as_bytes()).unwrap();
        assert_eq!(
            (&cup["kind"], &cup["title"]),
            (&json!("body"), &json!("cup.toml"))
        );
        let used = asked(&mut host, "edit use 1 body.file cup.toml");
        let orders = used["orders"].as_str().unwrap();
        assert!(
            orders.contains("cup.toml") && orders.contains("file"),
            "{orders}"
        );
        assert_eq!(used["small"]["files"][0]["named"], true);
        host
    }

    #[test]
    fn a_pack_brings_its_files_and_goes_out_again() {
        let pack = host().pack();
        let mut other = Host::default();
        let opened = taken(&mut other, "song.urto", &pack).unwrap();
        assert_eq!(opened["kind"], "project");
        assert_eq!(opened["news"]["small"]["files"][0]["name"], "cup.toml");
        assert_eq!(other.file("cup.toml"), Some(CUP.as_bytes()));
        assert_eq!(other.pack(), pack);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_one_sentence_and_changes_nothing() {
        let mut home = host();
        let pack = home.pack();
        let project = asked(&mut home, "project")["text"].clone();
        let project = project.as_str().unwrap().as_bytes();
        let mut away = Host::default();
        asked(&mut away, "edit add rolling");
        let before = asked(&mut away, "state");
        let mut refused = |name: &str, bytes: &[u8], why: &str| {
            let told = taken(&mut away, name, bytes).unwrap_err();
            assert!(told.contains(why) && !told.contains('\n'), "{told}");
            assert_eq!(asked(&mut away, "state"), before);
        };
        refused("song.toml", project, "no file 'cup.toml' here");
        refused("song.urto", &pack[..pack.len() - 9], "ends too early");
        let mut flipped = pack.clone();
        let last = flipped.len() - 9;
        flipped[last] ^= 1;
        refused("song.urto", &flipped, "is not what was packed");
        refused("cup.toml", &CUP.as_bytes()[..CUP.len() - 5], "cup.toml:2");
        refused("cup.wav", b"RIFF\0\0\0\0WAVE", "cup.wav");

        let other = CUP.replace("1320", "1321");
        taken(&mut away, "cup.toml", other.as_bytes()).unwrap();
        let told = taken(&mut away, "song.toml", project).unwrap_err();
        assert!(told.contains("its bytes differ"), "{told}");
        taken(&mut away, "cup.toml", CUP.as_bytes()).unwrap();
        taken(&mut away, "song.toml", project).unwrap();
    }

    #[test]
    fn another_file_of_a_name_is_heard_where_the_name_is_used() {
        let mut host = host();
        let again = taken(&mut host, "cup.toml", CUP.as_bytes()).unwrap();
        assert_eq!(again["news"]["orders"], "");
        let other = CUP.replace("1320", "1321");
        let news = taken(&mut host, "cup.toml", other.as_bytes()).unwrap();
        let orders = news["news"]["orders"].as_str().unwrap();
        assert!(orders.starts_with("put 0 impact"), "{orders}");
        let used = asked(&mut host, "forget cup.toml");
        assert_eq!(used["error"], "'cup.toml' is in use");
        asked(&mut host, "edit remove 1");
        let gone = asked(&mut host, "forget cup.toml");
        assert_eq!(gone["small"]["files"], json!([]));
    }
}
