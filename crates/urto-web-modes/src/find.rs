//! From a mesh to the bytes of a body.

use crate::mesh::{BOUND, Form, take as form_of, told as how, unfilled};
use std::ops::ControlFlow;
use urto::body::Material;
use urto_body::{Patch, is_patch_name};
use urto_fem::aired::aired;
use urto_fem::filling::{Filling, FillingError};
use urto_fem::fineness::{FEW, fewest};
use urto_fem::material::Solid;
use urto_fem::mesh::Mesh;
use urto_fem::modes::{Analysis, Modes, Progress, Stage, Wanted};
use urto_fem::radiation::{Quality, Radiation};
use urto_fem::sounding::{sounding, unheard};
use urto_file::rows::number;
use urto_mesh::check::Unit;
use urto_mesh::{Group, read_groups};

/// How carefully it is found how the modes sound in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Air {
    /// Not at all.
    None,
    /// For bodies smaller than the wave.
    Preview,
    /// Within 5 %.
    Normal,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Name of the file.
    pub name: String,
    /// The unit that it is drawn in.
    pub unit: Unit,
    /// The name of what it is made of.
    pub material: String,
    /// How many modes.
    pub count: usize,
    /// Whether the surface is mended.
    pub repair: bool,
    /// See there.
    pub air: Air,
}

impl Asked {
    /// From lines: name, unit, material, count, `repair` or nothing, and `none`, `preview` or `normal`.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let mut next = || lines.next().ok_or("six lines are wanted".to_owned());
        let name = next()?.to_owned();
        let unit = next()?;
        let material = next()?.to_owned();
        let count = next()?;
        let repair = next()? == "repair";
        let air = match next()? {
            "none" => Air::None,
            "preview" => Air::Preview,
            "normal" => Air::Normal,
            other => return Err(format!("'{other}' is none of none, preview and normal")),
        };
        let unit = Unit::ALL.into_iter().find(|own| own.key() == unit);
        let count = count.parse().ok().filter(|count| (1..=200).contains(count));
        Ok(Self {
            name,
            unit: unit.ok_or("the unit is m, cm, mm or in")?,
            material,
            count: count.ok_or("1 to 200 modes can be asked for")?,
            repair,
            air,
        })
    }
}

/// What was found.
#[derive(Debug)]
pub struct Found {
    /// A file: `.body`.
    pub body: Vec<u8>,
    /// What a person should know, a line each; the first says what was solved.
    pub notes: Vec<String>,
}

/// Why nothing was found.
#[derive(Debug, PartialEq)]
pub enum Refused {
    /// It is too large to be solved here; the command can.
    Large(String),
    /// Something is wrong with it.
    Wrong(String),
}

impl From<FillingError> for Refused {
    fn from(error: FillingError) -> Self {
        unfilled(error)
    }
}

/// Where the parts of finding modes begin and end, as shares of it \[0 to 1\]: by their usual times.
fn whole(state: &Progress) -> f64 {
    let (from, to) = match state.stage {
        Stage::Assembling => (0.0, 0.05),
        Stage::Ordering => (0.05, 0.07),
        Stage::Factoring => (0.07, 0.3),
        Stage::Searching => (0.3, 0.75),
        Stage::Checking => (0.75, 1.0),
    };
    from + (to - from) * state.share
}

/// Which share of the search is done when the air's turn comes.
const AIR: f64 = 0.7;
/// Which share of the modes' part is done when a surface's are found for the first time: with finer cells
/// they take longer.
const FIRST: f64 = 0.3;

/// Finds how a body rings. `reach` is told which share of the work is done.
pub fn find(asked: &Asked, bytes: &[u8], reach: &mut dyn FnMut(f64)) -> Result<Found, Refused> {
    let told = |error: String| Refused::Wrong(format!("{}: {error}", asked.name));
    let material = Solid::named(&asked.material).map_err(|error| told(error.to_string()))?;
    let figures = material.figures;
    reach(0.01);
    let in_air = asked.air != Air::None;
    let solved = form_of(asked, bytes).and_then(|(form, notes)| {
        let mut reach = |share: f64| reach(if in_air { AIR * share } else { share });
        solved(form, notes, asked.count, &figures, &mut reach)
    });
    let Solved {
        mesh,
        modes,
        mut notes,
    } = solved.map_err(|refused| match refused {
        Refused::Wrong(why) => told(why),
        large => large,
    })?;
    let name = asked
        .name
        .rsplit_once('.')
        .map_or(&*asked.name, |(stem, _)| stem);
    let body = sounding(name, &mesh, &modes, &figures).map_err(|error| told(error.to_string()))?;
    let body = body.with_patches(patches(asked, bytes));
    let mut body = body.map_err(|error| told(error.to_string()))?;
    if in_air {
        let quality = match asked.air {
            Air::Normal => Quality::Normal,
            _ => Quality::Preview,
        };
        let radiation = Radiation {
            quality,
            threads: 1,
            ..Radiation::default()
        };
        let mut reach = |share| reach(AIR + (1.0 - AIR) * share);
        match aired(&body, &radiation, &mut reach) {
            Ok((heard, _)) => body = heard,
            // It sounds without: as loud as its surface moves.
            Err(why) => notes.push(format!("How it sounds in the air was not found: {why}.")),
        }
    }
    let heard = modes.frequencies.first().copied().unwrap_or(0.0);
    let first = format!(
        "{} unknowns; {} modes from {heard:.0} Hz",
        modes.unknowns,
        modes.frequencies.len()
    );
    notes.insert(0, first);
    Ok(Found {
        body: urto_file::write_body(&body),
        notes,
    })
}

/// Modes, of which elements, and what a person should know of them.
struct Solved {
    mesh: Mesh,
    modes: Modes,
    notes: Vec<String>,
}

/// The modes of elements, or of a surface that is filled by the same rule as `urto modes` has, with as many
/// cells as can be solved here.
fn solved(
    form: Form,
    mut notes: Vec<String>,
    count: usize,
    figures: &Material,
    reach: &mut dyn FnMut(f64),
) -> Result<Solved, Refused> {
    let (mesh, modes) = match form {
        Form::Solid(mesh) => {
            let modes = modes_of(&mesh, count, figures, [0.05, 1.0], reach)?;
            (mesh, modes)
        }
        Form::Hollow(shell) => {
            let filling = Filling::new(&shell, figures, BOUND);
            let mut part = [0.05, FIRST];
            let done = filling.found(
                None,
                |filled| {
                    let modes = modes_of(&filled.meshed.mesh, count, figures, part, reach);
                    part = [FIRST, 1.0];
                    modes
                },
                |modes| modes.frequencies.last().copied(),
            );
            let (filled, modes) = done?;
            notes.push(how(&filled));
            (filled.meshed.mesh, modes)
        }
    };
    if let (_, Some(first)) = fewest(&mesh, &modes.shapes) {
        notes.push(format!(
            "From {} Hz on there are less than {FEW} elements in a wave, too few for its frequency to be within 1 to 2 %.",
            number(modes.frequencies[first])
        ));
    }
    notes.extend(modes.rounded().map(|own| own.to_string()));
    notes.extend(unheard(&modes));
    Ok(Solved { mesh, modes, notes })
}

/// The modes of these elements, as that part of the work.
fn modes_of(
    mesh: &Mesh,
    count: usize,
    figures: &Material,
    [from, to]: [f64; 2],
    reach: &mut dyn FnMut(f64),
) -> Result<Modes, Refused> {
    // A coarse mesh has fewer modes than one may wish for.
    let most = (mesh.nodes().len()).saturating_sub(6).max(1);
    let analysis = Analysis::new(mesh, figures)
        .wanted(Wanted::Count(count.min(most)))
        .threads(1);
    let mut reached = 0.0_f64;
    let modes = analysis.run(&mut |state| {
        // Checking may come before the search ends.
        reached = reached.max(whole(&state));
        reach(from + (to - from) * reached);
        ControlFlow::Continue(())
    });
    modes.map_err(|error| Refused::Wrong(error.to_string()))
}

/// The groups of a mesh file as names for places, in metres.
fn patches(asked: &Asked, bytes: &[u8]) -> Vec<Patch> {
    let metres = asked.unit.metres();
    let groups = read_groups(bytes).into_iter();
    let groups = groups.filter(|group| is_patch_name(&group.name));
    let patch = |group: Group| Patch {
        name: group.name,
        at: group.at.map(|own| metres * own),
    };
    groups.map(patch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh;
    use urto::body::Maker;
    use urto_mesh::Surface;

    /// A box as an OBJ file, in millimetres.
    fn block([x, y, z]: [f64; 3]) -> String {
        let mut text = "g bar\n".to_owned();
        for corner in 0..8 {
            let at = [0, 1, 2].map(|axis| f64::from(corner >> axis & 1));
            text += &format!("v {} {} {}\n", x * at[0], y * at[1], z * at[2]);
        }
        for [a, b, c, d] in [
            [1, 3, 4, 2],
            [5, 6, 8, 7],
            [1, 2, 6, 5],
            [3, 7, 8, 4],
            [1, 5, 7, 3],
            [2, 4, 8, 6],
        ] {
            text += &format!("f {a} {b} {c} {d}\n");
        }
        text
    }

    fn asked(air: &str) -> Asked {
        Asked::read(&format!("bar.obj\nmm\nsteel\n6\n\n{air}\n")).unwrap()
    }

    /// A bar's first bending as Timoshenko has it, within what 16 cells along it give.
    #[test]
    fn a_bar_from_a_file_rings_as_a_bar_does() {
        let text = block([300.0, 20.0, 10.0]);
        let mut shares = Vec::new();
        let found = find(&asked("preview"), text.as_bytes(), &mut |share| {
            shares.push(share)
        });
        let found = found.unwrap();
        assert!(
            shares.is_sorted() && shares.last() == Some(&1.0),
            "{shares:?}"
        );
        let body = urto_file::read_body("bar.body", &found.body).unwrap();
        let first = body.modes().next().unwrap();
        assert!(
            (first.frequency / 574.2 - 1.0).abs() < 0.01,
            "{}",
            first.frequency
        );
        assert!(first.air.is_some() && body.patches()[0].name == "bar");
        let bare = find(&asked("none"), text.as_bytes(), &mut |_| ()).unwrap();
        let bare = urto_file::read_body("bar.body", &bare.body).unwrap();
        assert!(bare.modes().next().unwrap().air.is_none());
        assert_eq!(bare.modes().next().unwrap().frequency, first.frequency);
    }

    /// Cells follow the rule of `urto modes` (a test of its own compares them): eight in each wave of the
    /// highest mode. What is stout would take too many: it is filled as finely as goes, which is told.
    #[test]
    fn cells_follow_the_waves_as_far_as_goes() {
        let steel = Solid::named("steel").unwrap().figures;
        let filled = |sides: [f64; 3], count: usize| {
            let mut asked = asked("none");
            asked.count = count;
            let (form, notes) = form_of(&asked, block(sides).as_bytes()).unwrap();
            solved(form, notes, count, &steel, &mut |_| ()).unwrap()
        };
        // Six modes of the bar ask for no more than 16 cells along it, fourteen for more.
        let (few, more) = (
            filled([300.0, 20.0, 10.0], 6),
            filled([300.0, 20.0, 10.0], 14),
        );
        assert!(few.notes[0].contains("18.75 mm"), "{:?}", few.notes);
        assert!(4 * few.mesh.nodes().len() < 3 * more.mesh.nodes().len());
        let top = more.modes.frequencies[13];
        let wanted = urto_fem::fineness::bending_wave(top, 0.01, &steel) / 8.0;
        let cell: f64 = {
            let (_, rest) = more.notes[0].split_once("cells of ").unwrap();
            rest.split_once(" mm").unwrap().0.parse().unwrap()
        };
        assert!(cell < 1.01e3 * wanted, "{cell} mm, not {wanted} m");
        assert!(!more.notes[0].contains("command"), "{:?}", more.notes);

        let stout = filled([50.0; 3], 30);
        let unknowns = 3 * stout.mesh.nodes().len();
        assert!(
            (12_000..=mesh::MOST_UNKNOWNS).contains(&unknowns),
            "{unknowns}"
        );
        assert!(
            stout.notes[0].contains("the command takes finer ones"),
            "{:?}",
            stout.notes
        );
    }

    /// What has thin walls is left to the command, before anything is solved.
    #[test]
    fn what_is_too_large_is_told_before_it_is_solved() {
        let asked = asked("none");
        // A hollow box of 2 mm walls.
        let outer = Surface::from_obj(&block([80.0; 3])).unwrap();
        let mut text = block([80.0; 3]);
        for point in &outer.points {
            let inner = point.map(|at| if at > 0.0 { 78.0 } else { 2.0 });
            text += &format!("v {} {} {}\n", inner[0], inner[1], inner[2]);
        }
        for [a, b, c] in &outer.triangles {
            text += &format!("f {} {} {}\n", a + 9, c + 9, b + 9);
        }
        let refused = find(&asked, text.as_bytes(), &mut |_| ()).unwrap_err();
        assert!(
            matches!(&refused, Refused::Large(why) if why.contains("20000")),
            "{refused:?}"
        );
    }

    /// A wire from one corner of a box to the other: few unknowns in a box of many cells. That is told in
    /// words of its own, before any cell is made.
    #[test]
    fn what_fills_little_of_its_box_is_left_to_the_command() {
        let length = 300.0;
        let mut text = String::new();
        for line in block([length, 4.0, 4.0]).lines() {
            let numbers = line.strip_prefix("v ").map(|rest| rest.split(' '));
            match numbers {
                Some(numbers) => {
                    let p: Vec<f64> = numbers.map(|own| own.parse().unwrap()).collect();
                    // Sheared, which does for a diagonal.
                    text += &format!("v {} {} {}\n", p[0], p[0] + p[1], p[0] + p[2]);
                }
                None => text += &format!("{line}\n"),
            }
        }
        let refused = find(&asked("none"), text.as_bytes(), &mut |_| ()).unwrap_err();
        assert!(
            matches!(&refused, Refused::Large(why) if why.contains("the box around it") && why.contains("200000")),
            "{refused:?}"
        );
    }

    #[test]
    fn what_is_wrong_is_told_in_one_line() {
        for (mesh, wanted) in [
            ("v 0 0 0\nf 1 2 3\n", "bar.obj: "),
            ("", "bar.obj: "),
            ("v 0 0 0\nv 90 0 0\nv 0 90 0\nf 1 2 3\n", "closed"),
        ] {
            let refused = find(&asked("none"), mesh.as_bytes(), &mut |_| ()).unwrap_err();
            let Refused::Wrong(why) = refused else {
                panic!("{refused:?}")
            };
            assert!(why.contains(wanted) && !why.contains('\n'), "{why}");
        }
        assert!(Asked::read("a\nmm\nsteel\n0\n\nnone").is_err());
        assert!(Asked::read("a\nmile\nsteel\n5\n\nnone").is_err());
        assert!(Asked::read("a\nmm").is_err());
    }
}
