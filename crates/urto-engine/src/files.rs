//! The files that a document's parameters name: kept beside it, looked for before anything changes.

use crate::Problem;
use crate::document::{Document, Instance};
use std::sync::Arc;
use urto_file::{LARGEST_RESOURCE, Project, ProjectResource, Shelf};

/// All files together have at most N bytes.
const MOST: usize = 2 * LARGEST_RESOURCE;

/// Files that parameters may name.
#[derive(Default)]
pub(crate) struct Files {
    shelf: Shelf,
}

impl Files {
    pub fn new(shelf: Shelf) -> Self {
        Self { shelf }
    }

    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// Takes the file of a body or a network in; tells whether it is another than before.
    pub fn put(&mut self, name: &str, bytes: &[u8]) -> Result<bool, Problem> {
        let others = self.shelf.files().filter(|(own, _)| *own != name);
        let others: usize = others.map(|(_, bytes)| bytes.len()).sum();
        if bytes.len() > LARGEST_RESOURCE {
            return Err(Problem::new(format!("'{name}' is larger than 64 MiB")));
        }
        if others + bytes.len() > MOST {
            return Err(Problem::new(format!(
                "there is no room for '{name}': all files together have at most 128 MiB"
            )));
        }
        urto_file::check_file(name, bytes).map_err(Problem::new)?;
        if self.shelf.get(name) == Some(bytes) {
            return Ok(false);
        }
        self.shelf.put(name, bytes);
        Ok(true)
    }

    /// Refuses a document that names a file which is not here, or, where it says which it was made
    /// with, another one. What has not changed is not looked at.
    pub fn check(&self, before: &Document, after: &Document) -> Result<(), Problem> {
        let old = |own: &Arc<Instance>| before.instances.iter().any(|old| Arc::ptr_eq(old, own));
        for own in after.instances.iter().filter(|own| !old(own)) {
            self.check_instance(own)?;
        }
        if before.resources == after.resources {
            return Ok(());
        }
        for own in &after.resources {
            if self
                .shelf
                .hash(&own.name)
                .is_ok_and(|hash| hash != own.hash)
            {
                return Err(Problem::new(format!(
                    "'{}' is not the file that the project was made with: its bytes differ",
                    own.name
                )));
            }
        }
        Ok(())
    }

    /// Refuses an instance that names a file which is not here.
    pub fn check_instance(&self, own: &Instance) -> Result<(), Problem> {
        own.files()
            .try_for_each(|name| self.shelf.hash(&name).map(drop).map_err(Problem::new))
    }

    /// Notes in a project which files it was made with.
    pub fn note(&self, document: &Document, project: &mut Project) {
        let hash = |name: &String| {
            let now = self.shelf.hash(name).ok();
            let then = document.resources.iter().find(|own| own.name == *name);
            now.or_else(|| then.map(|own| own.hash.clone()))
        };
        let files = document.files().into_iter();
        let noted = files.filter_map(|name| {
            let hash = hash(&name)?;
            Some(ProjectResource { name, hash })
        });
        project.resources = noted.collect();
    }

    /// A project's text and the files that it names, as one file.
    pub fn pack(&self, document: &Document, text: String) -> Vec<u8> {
        let mut parts = vec![("project.toml".to_owned(), text.into_bytes())];
        let files = document.files().into_iter();
        parts.extend(files.filter_map(|name| Some((name.clone(), self.shelf.fetch(&name).ok()?))));
        urto_file::write_pack(&parts)
    }
}
