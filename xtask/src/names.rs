//! One meaning for each name: within a crate no two types are called the same.

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};

    /// Crates whose names are looked at.
    const CRATES: [&str; 2] = ["urto", "urto-mi"];

    fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, into);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                into.push(path);
            }
        }
    }

    /// The type that a line declares, if any.
    fn declared(line: &str) -> Option<&str> {
        let line = line.trim_start();
        let line = match line.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
            Some(rest) => rest.trim_start(),
            None => line,
        };
        let (sort, rest) = line.split_once(' ')?;
        let end = rest.find(|letter: char| !letter.is_alphanumeric())?;
        (end > 0 && ["struct", "enum", "trait"].contains(&sort)).then_some(&rest[..end])
    }

    #[test]
    fn no_type_name_stands_for_several_things() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
        for name in CRATES {
            let mut files = Vec::new();
            sources(&root.join(name).join("src"), &mut files);
            let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for file in files {
                let text = std::fs::read_to_string(&file).unwrap();
                // Tests may call theirs as they like.
                let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
                for own in text.lines().filter_map(declared) {
                    let place = file.strip_prefix(&root).unwrap().display().to_string();
                    types.entry(own.to_owned()).or_default().push(place);
                }
            }
            assert!(types.len() > 50, "{name}: {}", types.len());
            types.retain(|_, places| places.len() > 1);
            assert!(types.is_empty(), "{types:#?}");
        }
    }
}
