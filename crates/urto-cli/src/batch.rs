//! Several files of one recipe: the next seed each, on all cores; or only those nearest to real
//! recordings.

use crate::cli::RenderArgs;
use crate::drawn::drawn;
use crate::failure::Failure;
use crate::likeness::{self, Near};
use crate::loudness;
use crate::make::{self, FileMaker, Made};
use crate::original::Original;
use crate::progress::Progress;
use crate::recipe::{Matter, Recipe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use urto::param::{Params, vary};
use urto::rng::Rng;
use urto_analyse::likeness::Class;

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

/// What is done for one of them: with its recipe, the parameters before any variation, and where
/// its file goes.
type Act<'a, T> = dyn Fn(&mut Recipe, Option<&dyn Params>, &Path, &mut FileMaker) -> Result<T, Failure>
    + Sync
    + 'a;

impl Batch<'_> {
    /// One file per path: the next seed each, its own variation, and its own gain where a loudness
    /// is asked for. Tells also which files could not be so loud.
    pub fn make(&self, recipe: &mut Recipe) -> Result<(Vec<Made>, Vec<String>), Failure> {
        let all: Vec<usize> = (0..self.paths.len()).collect();
        self.write(recipe, &all)
    }

    /// The one file of the recipe that a sound file holds, as it is there; compares them.
    pub fn make_again(
        &self,
        recipe: &Recipe,
        original: &Original,
    ) -> Result<(Vec<Made>, Vec<String>), Failure> {
        let mut comparison = original.compare(recipe.bits, recipe.manner.fast);
        let mut mades = Vec::new();
        if let [path] = self.paths {
            let listen = |block: &[f32]| comparison.hear(block);
            let mut made = make::make(recipe, path, self.progress, listen)?;
            made.again = Some(comparison.finish());
            if self.drawn {
                let base = match &recipe.matter {
                    Matter::Sound(preset) => Some(preset.params.as_ref()),
                    Matter::Scene(_) | Matter::Project(_) => None,
                };
                made.drawn = Some(drawn(recipe, base));
            }
            mades.push(made);
        }
        Ok((mades, Vec::new()))
    }

    /// Hears all of them first, and makes only the files of those that are nearest to a class, the
    /// nearest first. They are the files that they would be among all.
    pub fn make_nearest(
        &self,
        recipe: &mut Recipe,
        class: &'static Class,
        keep: usize,
    ) -> Result<(Vec<Made>, Vec<String>), Failure> {
        let all: Vec<usize> = (0..self.paths.len()).collect();
        let heard = self.each(recipe, &all, &|recipe, base, path, _| {
            self.settle(recipe, base, path)?;
            likeness::hear(recipe, class, self.progress)
        })?;
        let mut heard: Vec<(usize, Near)> = heard.into_iter().enumerate().collect();
        // As they come where they are as near.
        heard.sort_by(|(_, a), (_, b)| a.judged.score.total_cmp(&b.judged.score));
        heard.truncate(keep);
        let nearest: Vec<usize> = heard.iter().map(|(index, _)| *index).collect();
        let (mut mades, quieter) = self.write(recipe, &nearest)?;
        for (made, (_, near)) in mades.iter_mut().zip(heard) {
            made.near = Some(near);
        }
        Ok((mades, quieter))
    }

    /// Makes the files of the chosen ones.
    fn write(
        &self,
        recipe: &mut Recipe,
        chosen: &[usize],
    ) -> Result<(Vec<Made>, Vec<String>), Failure> {
        let one = self.each(recipe, chosen, &|recipe, base, path, maker| {
            self.one(recipe, base, path, maker)
        });
        Ok(told(one?))
    }

    /// Does something for each of the chosen ones, on all cores; gives what it gave, in order.
    fn each<T: Send>(
        &self,
        recipe: &mut Recipe,
        chosen: &[usize],
        act: &Act<T>,
    ) -> Result<Vec<T>, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let copies: Option<Vec<Recipe>> = (0..cores.min(chosen.len()))
            .map(|_| recipe.again())
            .collect();
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = |recipe: &mut Recipe| self.work(recipe, chosen, (&next, &failed), act);
        let mut done = match copies {
            Some(copies) if copies.len() > 1 => side_by_side(copies, work),
            _ => work(recipe),
        };
        done.sort_by_key(|(place, _)| *place);
        done.into_iter().map(|(_, done)| done).collect()
    }

    /// Does it for the one that is next, until there is none or one has failed; leaves the recipe
    /// as it was.
    fn work<T>(
        &self,
        recipe: &mut Recipe,
        chosen: &[usize],
        (next, failed): (&AtomicUsize, &AtomicBool),
        act: &Act<T>,
    ) -> Vec<(usize, Result<T, Failure>)> {
        let first = recipe.seed;
        let base = match &recipe.matter {
            Matter::Sound(preset) => Some(preset.params.boxed()),
            Matter::Scene(_) | Matter::Project(_) => None,
        };
        let mut maker = FileMaker::new(self.loudness);
        let mut done = Vec::new();
        while !failed.load(Ordering::Relaxed) {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(index) = chosen.get(place) else {
                break;
            };
            recipe.seed = first + *index as u64;
            let path = &self.paths[*index];
            let one = act(recipe, base.as_deref(), path, &mut maker);
            failed.fetch_or(one.is_err(), Ordering::Relaxed);
            done.push((place, one));
        }
        recipe.seed = first;
        if let (Matter::Sound(preset), Some(base)) = (&mut recipe.matter, base) {
            preset.params = base;
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
        let (mut made, quieter) = match base.is_some() && varied.is_none() && wanted.is_none() {
            true => (maker.make_next(recipe, path, self.progress)?, None),
            false => {
                let quieter = self.settle(recipe, base, path)?;
                (maker.make(recipe, path, self.progress, |_| {})?, quieter)
            }
        };
        if self.drawn {
            made.drawn = Some(drawn(recipe, base));
        }
        Ok((made, quieter))
    }

    /// Draws a variation and chooses a gain, where they are asked for; tells why it could not be
    /// so loud.
    fn settle(
        &self,
        recipe: &mut Recipe,
        base: Option<&dyn Params>,
        path: &Path,
    ) -> Result<Option<String>, Failure> {
        if let (Matter::Sound(preset), Some(base), Some(amount)) =
            (&mut recipe.matter, base, self.asked.vary)
        {
            preset.params = base.boxed();
            vary(preset.params.as_mut(), amount, &mut Rng::new(recipe.seed));
        }
        let Some(wanted) = self.asked.lufs else {
            return Ok(None);
        };
        let missed = loudness::settle(recipe, wanted, self.progress)?;
        Ok(missed.map(|why| format!("{}: {why}", path.display())))
    }
}

/// On one core for each of the recipes, which are all the same.
fn side_by_side<T: Send>(
    recipes: Vec<Recipe>,
    work: impl Fn(&mut Recipe) -> Vec<T> + Sync,
) -> Vec<T> {
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for mut recipe in recipes {
            let (all, work) = (&all, &work);
            scope.spawn(move || {
                let own = work(&mut recipe);
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.extend(own);
            });
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Files apart from why they could not be as loud.
fn told(done: Vec<Done>) -> (Vec<Made>, Vec<String>) {
    let (mades, quieter): (Vec<Made>, Vec<Option<String>>) = done.into_iter().unzip();
    (mades, quieter.into_iter().flatten().collect())
}
