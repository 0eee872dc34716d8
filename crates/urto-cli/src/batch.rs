//! Several files of one recipe: the next seed each, on all cores.

use crate::cli::RenderArgs;
use crate::drawn::drawn;
use crate::failure::Failure;
use crate::loudness;
use crate::make::{FileMaker, Made};
use crate::progress::Progress;
use crate::recipe::{Matter, Recipe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use urto::param::{Params, vary};
use urto::rng::Rng;

/// What files are asked for.
pub struct Batch<'a> {
    /// How they differ.
    pub asked: &'a RenderArgs,
    /// Where they go.
    pub paths: &'a [PathBuf],
    /// Whether what was drawn for them is told.
    pub drawn: bool,
    /// Whether their loudness is measured.
    pub loudness: bool,
    /// Shows how far the work is.
    pub progress: &'a Progress,
}

/// A file, and why it could not be as loud as asked for.
type Done = (Made, Option<String>);

impl Batch<'_> {
    /// One file per path: the next seed each, its own variation, and its own gain where a loudness
    /// is asked for. Tells also which files could not be so loud.
    pub fn make(&self, recipe: &mut Recipe) -> Result<(Vec<Made>, Vec<String>), Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let copies: Option<Vec<Recipe>> = (0..cores.min(self.paths.len()))
            .map(|_| recipe.again())
            .collect();
        let next = AtomicUsize::new(0);
        let done: Vec<Done> = match copies {
            Some(copies) if copies.len() > 1 => self.side_by_side(copies, &next)?,
            _ => {
                let work = self.work(recipe, &next, &AtomicBool::new(false));
                work.into_iter()
                    .map(|(_, done)| done)
                    .collect::<Result<_, _>>()?
            }
        };
        let (mades, quieter): (Vec<Made>, Vec<Option<String>>) = done.into_iter().unzip();
        Ok((mades, quieter.into_iter().flatten().collect()))
    }

    /// On one core for each of the recipes, which are all the same.
    fn side_by_side(&self, recipes: Vec<Recipe>, next: &AtomicUsize) -> Result<Vec<Done>, Failure> {
        let (failed, all) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for mut recipe in recipes {
                let (failed, all) = (&failed, &all);
                scope.spawn(move || {
                    let own = self.work(&mut recipe, next, failed);
                    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                    all.extend(own);
                });
            }
        });
        let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        all.sort_by_key(|(index, _)| *index);
        all.into_iter().map(|(_, done)| done).collect()
    }

    /// Makes the file that is next, until there is none or one has failed.
    fn work(
        &self,
        recipe: &mut Recipe,
        next: &AtomicUsize,
        failed: &AtomicBool,
    ) -> Vec<(usize, Result<Done, Failure>)> {
        let first = recipe.seed;
        let base = match &recipe.matter {
            Matter::Sound(preset) => Some(preset.params.boxed()),
            Matter::Scene(_) | Matter::Project(_) => None,
        };
        let mut maker = FileMaker::new(self.loudness);
        let mut done = Vec::new();
        while !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = self.paths.get(index) else {
                break;
            };
            recipe.seed = first + index as u64;
            let mut made = self.one(recipe, base.as_deref(), path, &mut maker);
            if let (true, Ok((made, _))) = (self.drawn, &mut made) {
                made.drawn = Some(drawn(recipe, base.as_deref()));
            }
            failed.fetch_or(made.is_err(), Ordering::Relaxed);
            done.push((index, made));
        }
        done
    }

    fn one(
        &self,
        recipe: &mut Recipe,
        base: Option<&dyn Params>,
        path: &Path,
        maker: &mut FileMaker,
    ) -> Result<Done, Failure> {
        let (varied, wanted) = (self.asked.vary, self.asked.lufs);
        if base.is_some() && varied.is_none() && wanted.is_none() {
            let made = maker.make_next(recipe, path, self.progress)?;
            return Ok((made, None));
        }
        if let (Matter::Sound(preset), Some(base), Some(amount)) =
            (&mut recipe.matter, base, varied)
        {
            preset.params = base.boxed();
            vary(preset.params.as_mut(), amount, &mut Rng::new(recipe.seed));
        }
        let mut quieter = None;
        if let Some(wanted) = wanted {
            let missed = loudness::settle(recipe, wanted, self.progress)?;
            quieter = missed.map(|why| format!("{}: {why}", path.display()));
        }
        let made = maker.make(recipe, path, self.progress, |_| {})?;
        Ok((made, quieter))
    }
}
