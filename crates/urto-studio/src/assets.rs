//! The files of the page, as they were when the command was built.

/// One file of the page.
#[derive(Debug)]
pub struct Asset {
    /// Its path without a leading slash: `engine/engine.js`.
    pub path: &'static str,
    /// What it is, for the browser.
    pub mime: &'static str,
    /// A fingerprint of its bytes, by which a browser knows that it has the newest.
    pub tag: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

/// All files, in order of their paths.
pub fn assets() -> &'static [Asset] {
    FILES
}

/// The file that a request's path names; `/` is the page itself.
///
/// Only whole names of the list are found, so there is no way out of the page's folder.
pub fn find(path: &str) -> Option<&'static Asset> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    let place = FILES.binary_search_by(|asset| asset.path.cmp(name));
    place.ok().map(|place| &FILES[place])
}

/// Made by the build script.
static FILES: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_found_and_nothing_else() {
        for asset in assets() {
            let found = find(&format!("/{}", asset.path)).unwrap();
            assert_eq!(found.tag, asset.tag);
            assert!(!asset.bytes.is_empty(), "{}", asset.path);
        }
        assert_eq!(find("/").unwrap().path, "index.html");
        for wrong in [
            "",
            "index.html",
            "//",
            "/..",
            "/../Cargo.toml",
            "/engine/../index.html",
            "/%2e%2e/Cargo.toml",
            "/./index.html",
            "/index.html/",
            "/\\index.html",
            "/engine",
        ] {
            assert!(find(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn the_module_of_the_engine_is_webassembly_without_imports() {
        let module = find("/engine/urto.wasm").unwrap();
        assert_eq!(module.mime, "application/wasm");
        assert_eq!(&module.bytes[..4], b"\0asm");
        assert!(sections(module.bytes).all(|(id, _)| id != IMPORTS));
    }

    /// The solver's module is small beside the engine's: it has no faer.
    #[test]
    fn the_module_of_the_solver_is_small() {
        let module = find("/engine/modes.wasm").unwrap();
        assert_eq!(&module.bytes[..4], b"\0asm");
        assert!(module.bytes.len() < 1_500_000, "{}", module.bytes.len());
    }

    /// Number of the section that lists what a module needs from its host.
    const IMPORTS: u8 = 2;

    /// Walks over a module's sections: number and length of each.
    fn sections(module: &[u8]) -> impl Iterator<Item = (u8, usize)> {
        let mut at = 8;
        std::iter::from_fn(move || {
            let id = *module.get(at)?;
            let (mut length, mut shift) = (0usize, 0);
            loop {
                at += 1;
                let byte = *module.get(at)?;
                length |= usize::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    break;
                }
            }
            at += 1 + length;
            Some((id, length))
        })
    }
}
