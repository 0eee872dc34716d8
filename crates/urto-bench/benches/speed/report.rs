//! From times to tables: which rows there are, what they mean, and how they compare.

use crate::clock::Times;
use crate::outside::WASM_MODES;
use crate::table::{Row, Table, number};
use crate::touching::{LAWS, rolling_touches};
use crate::{fundsp::RATE, masses, palette, peak, problems, shares};
use urto::sound::Entry;
use urto_multibody::solve::sample::KINDS;

/// Rows of modes without contact: name in `Times`, name for people, what it computes.
const MODES: &[(&str, &str, &str)] = &[
    (
        "free 128 fast",
        "urto, free, fast, calls of 128",
        "no force acts and none can: the velocity of one point, in f32 from f64 states.",
    ),
    (
        "free 1024 fast",
        "urto, free, fast, calls of 1024",
        "the same in longer calls.",
    ),
    (
        "driven fast",
        "urto, driven, fast",
        "a known force in each sample, calls of 1024: what filter banks do. f32 within a block of 64 samples, f64 from block to block.",
    ),
    (
        "free 128",
        "urto, free, exact, calls of 128",
        "in f64, the same bits on every machine.",
    ),
    ("free 1024", "urto, free, exact, calls of 1024", ""),
    (
        "driven",
        "urto, driven, exact",
        "in f64, the same bits on every machine.",
    ),
    (
        "fundsp bank",
        "fundsp 0.23 `BiquadBank`",
        "full biquads with arbitrary input, f32 in eight lanes, all banks in each sample (the fastest order found); built like urto, for any x86-64.",
    ),
    (
        "fundsp bank native",
        "the same, for this CPU",
        "built with `-C target-cpu=native`, since fundsp takes its registers when it is compiled.",
    ),
    (
        "fundsp bus",
        "fundsp 0.23 `busi(resonator_hz)`",
        "how one would write it: the same biquads one by one, f32.",
    ),
    ("fundsp bus native", "the same, for this CPU", ""),
    (
        "stk modal",
        "STK `Modal`, -O3",
        "full biquads in f64 behind an exciter (a noise file, an envelope, a one-pole filter), sample by sample.",
    ),
    ("stk modal native", "the same, -march=native", ""),
    (
        "stk bank",
        "STK `BiQuad` bank, -O3",
        "its filters alone, f64.",
    ),
    ("stk bank native", "the same, -march=native", ""),
    (
        "faust",
        "Faust `pm.modeFilter`, -O3",
        "full biquads with arbitrary input, f32; the better of plain and `-vec` code, compiled by g++, calls of 128. `-vec` only up to 64 modes; beyond 256 g++ takes minutes.",
    ),
    ("faust native", "the same, -march=native", ""),
];

fn heads(sizes: &[usize]) -> Vec<String> {
    sizes.iter().map(|modes| format!("N={modes}")).collect()
}

fn modes_table(times: &Times, sizes: &[usize]) -> Table {
    let row = |(key, name, says): &(&str, &'static str, &'static str)| Row {
        name,
        says,
        cells: sizes.iter().map(|n| number(times.get(key, *n))).collect(),
    };
    Table {
        title: "N modes, ns per sample",
        says: "STK, Faust and fundsp take arbitrary input: compare them with *driven*. *Free* is what is gained by knowing that nothing pushes. All compute one two-pole filter per mode and their sum; fundsp's bank has exactly the transfer function of urto's modes, from force to velocity. urto's modes also know their displacement and energy, which contacts need.".to_owned(),
        heads: heads(sizes),
        rows: MODES.iter().map(row).collect(),
    }
}

fn ratios_table(times: &Times, sizes: &[usize]) -> Table {
    let against = |key: &str, modes: usize| {
        let ratio = |own: &str| Some(times.get(key, modes)? / times.get(own, modes)?);
        match (ratio("driven fast"), ratio("free 1024 fast")) {
            (None, None) => number(None),
            (driven, free) => format!("{} / {}", number(driven), number(free)),
        }
    };
    let peers = MODES.iter().filter(|row| !row.1.starts_with("urto"));
    let row = |(key, name, _): &(&str, &'static str, &'static str)| Row {
        name,
        says: "",
        cells: sizes.iter().map(|n| against(key, *n)).collect(),
    };
    Table {
        title: "Time of a peer over urto's (fast): driven / free",
        says: "Above 1 urto is faster. The first figure compares like with like.".to_owned(),
        heads: heads(sizes),
        rows: peers.map(row).collect(),
    }
}

/// Rows in contact: name in `Times`, name for people, what it is.
const CONTACT: &[(&str, &str)] = &[
    (
        "impact `dg_phi`",
        "a hammer of 20 g during a long soft blow, x^1.5.",
    ),
    (
        "impact `dg_phi`, x^2.3",
        "with an exponent that has no short form.",
    ),
    ("impact `dg_a`", "the cheaper scheme, x^1.5."),
    ("linear", "spring and damper, in closed form."),
    ("felt", "with memory, x^2.5."),
    (
        "friction",
        "elasto-plastic bristles under a hand that moves at 0.2 m/s.",
    ),
];

fn contact_tables(times: &Times, sizes: &[usize]) -> [Table; 3] {
    let cells = |value: &dyn Fn(usize) -> Option<f64>| {
        sizes.iter().map(|n| number(value(*n))).collect::<Vec<_>>()
    };
    let mut whole = vec![Row {
        name: "the modes alone",
        says: "driven by a force that is known beforehand, exact, as above.",
        cells: cells(&|n| times.get("driven", n)),
    }];
    let mut beyond = Vec::new();
    let mut alone = Vec::new();
    for (law, (name, says)) in LAWS.iter().zip(CONTACT) {
        whole.push(Row {
            name,
            says,
            cells: cells(&|n| times.get(law.row, n)),
        });
        beyond.push(Row {
            name,
            says: "",
            cells: cells(&|n| Some(times.get(law.row, n)? - times.get("driven", n)?)),
        });
        alone.push(Row {
            name,
            says: "",
            cells: vec![number(times.get(law.alone, 0))],
        });
    }
    whole.push(Row {
        name: "impact `dg_phi` that presses friction",
        says: "two contacts on one body, solved together in each sample.",
        cells: cells(&|n| times.get("contact pressed", n)),
    });
    whole.push(Row {
        name: "the same, over the dearer of the two alone",
        says: "a ratio: 1.6 and less was asked for.",
        cells: cells(&|n| {
            let dearer = times.get(LAWS[0].row, n)?.max(times.get(LAWS[5].row, n)?);
            Some(times.get("contact pressed", n)? / dearer)
        }),
    });
    [
        Table {
            title: "N modes in contact, ns per sample",
            says: "A whole step of a network of two bodies and one contact (or three and two), all in f64; in every sample the contacts are closed and their forces are solved for.".to_owned(),
            heads: heads(sizes),
            rows: whole,
        },
        Table {
            title: "Contact beyond a driven bank, ns per sample",
            says: "The differences: the law, its solver, the hammer, the network, and that every sample needs the one before.".to_owned(),
            heads: heads(sizes),
            rows: beyond,
        },
        Table {
            title: "The law alone, ns per step",
            says: "Between a hammer and a wall, or a block on a spring and a moving hand, without a network. Each step needs the one before: this is how long the chain of a law's roots, quotients and series takes, and a step cannot take less.".to_owned(),
            heads: vec![String::new()],
            rows: alone,
        },
    ]
}

fn share_table(times: &Times, sizes: &[usize]) -> Table {
    // The peak's row is the time of the work of 64 modes.
    let share = |key: &str, n: usize| {
        let floor = times.get("fma peak", 64)? * n as f64 / 64.0;
        Some(100.0 * floor / times.get(key, n)?)
    };
    let row = |key, name| Row {
        name,
        says: "",
        cells: sizes.iter().map(|n| number(share(key, *n))).collect(),
    };
    let peak = times
        .get("fma peak", 64)
        .map(|ns| peak::PER_SAMPLE as f64 / ns);
    Table {
        title: "Free ring, % of the peak of multiply-adds",
        says: format!(
            "A mode that rings takes two multiply-adds per sample. This core was measured to do {} of them per ns in f32 ({}).",
            number(peak),
            peak::level()
        ),
        heads: heads(sizes),
        rows: vec![
            row("free 128 fast", "calls of 128"),
            row("free 1024 fast", "calls of 1024"),
        ],
    }
}

fn whole_table(times: &Times) -> Table {
    let per_second = |key| times.get(key, 64).map(|ns| 1e9 / ns);
    let row = |name, says, value| Row {
        name,
        says,
        cells: vec![number(value)],
    };
    let rolling = times.get("rolling", 64).map(|ns| 1e9 / (ns * RATE));
    let touches = if rolling.is_some() {
        format!(
            " The ball touches in {:.0} % of all samples.",
            100.0 * rolling_touches()
        )
    } else {
        String::new()
    };
    let wasm = times.get("wasm", WASM_MODES);
    let plain = times.get("free plain", WASM_MODES);
    Table {
        title: "Whole sounds on one core, 64 modes, 48 kHz",
        says: format!("Through the interfaces that hosts use.{touches}"),
        heads: vec![String::new()],
        rows: vec![
            row(
                "impacts of 1 s, fast, per second",
                "reset, trigger, one second in calls of 1024; all modes ring to the end.",
                per_second("impacts fast"),
            ),
            row("the same with AVX2 only", "", per_second("impacts avx2")),
            row(
                "the same without AVX",
                "SSE2, which every x86-64 has.",
                per_second("impacts plain"),
            ),
            row("the same, exact", "", per_second("impacts")),
            row(
                "fast, at 44.1 kHz",
                "a second of a compact disc.",
                per_second("impacts fast cd"),
            ),
            row(
                "`urto render impact --count 400 --fast --seconds 1`, files per second",
                "24-bit WAV with its recipe, by all cores, the program's start included.",
                per_second("files"),
            ),
            row(
                "the same with `--rate 44100`",
                "a second of a compact disc.",
                per_second("files cd"),
            ),
            row(
                "the same with `--bits 16`",
                "dithered.",
                per_second("files dithered"),
            ),
            row(
                "the same with `--vary 25%`",
                "each sound is another one, and built anew.",
                per_second("files varied"),
            ),
            row(
                "a rolling ball, times real time",
                "50 g on a rough surface: an impact contact (`dg_phi`) whose offset moves in every sample.",
                rolling,
            ),
            row(
                "free, fast, in WebAssembly, ns per sample",
                "simd128 in node, calls of 128.",
                wasm,
            ),
            row(
                "the same here without AVX, ns per sample",
                "the same loop with SSE2 only.",
                plain,
            ),
            row(
                "WebAssembly over native",
                "",
                wasm.zip(plain).map(|(wasm, plain)| wasm / plain),
            ),
        ],
    }
}

fn palette_table(times: &Times) -> Table {
    let row = |entry: &&'static Entry| {
        let ns = times.get(entry.key, palette::OWN);
        Row {
            name: entry.key,
            says: "",
            cells: vec![number(ns.map(|ns| 1e9 / (ns * RATE)))],
        }
    };
    Table {
        title: "Every sound by default, times real time",
        says: "On one core at 48 kHz, exact quality, calls of 512, from 0.1 s after it was triggered on, for a quarter of a second.".to_owned(),
        heads: vec![String::new()],
        rows: urto_file::catalogue().sounds().iter().map(row).collect(),
    }
}

fn shares_table(times: &Times) -> Table {
    let [tube, open_air] = shares::SPACES;
    let row = |name, says, key| {
        let ns = times.get(key, palette::OWN);
        let share = ns.map(|ns| 100.0 * ns * 1e-9 * RATE);
        Row {
            name,
            says,
            cells: vec![number(ns), number(share)],
        }
    };
    Table {
        title: "Particles and spaces",
        says: "Of one core, at 48 kHz; spaces are as they are by default, with noise going in, in calls of 512.".to_owned(),
        heads: vec!["ns per sample".to_owned(), "% of real time".to_owned()],
        rows: vec![
            row(
                "1,000 particles at 60 steps a second",
                "`fluid_particles` without its bubbles, each of the steps in four parts, just after a litre has fallen; less than 10 % was asked for.",
                shares::LIQUID,
            ),
            row("`tube`", "4 m by 0.4 m, 4000 cells of air.", tube),
            row("`open_air`", "at 5 m.", open_air),
        ],
    }
}

/// mi.lib knows one dimension only, and its loops are written out when it is compiled: the string.
const MI_LIB: [(&str, &str, &str); 2] = [
    (
        "masses mi.lib",
        "Faust `mi.lib`, -O3",
        "in one dimension, where no root is to be taken, f32; compiled by g++, calls of 128.",
    ),
    ("masses mi.lib native", "the same, -march=native", ""),
];

fn masses_tables(times: &Times) -> [Table; 3] {
    let own = masses::ROWS.map(|(key, name, says, _)| (key, name, says));
    let all: Vec<_> = own.into_iter().chain(MI_LIB).collect();
    let heads: Vec<String> = masses::MODELS.map(str::to_owned).into();
    let links = |which: usize| masses::model(which).links().len() as f64;
    let links: Vec<f64> = (0..heads.len()).map(links).collect();
    let table = |title, says: &str, cell: &dyn Fn(&str, usize) -> Option<f64>| Table {
        title,
        says: says.to_owned(),
        heads: heads.clone(),
        rows: (all.iter())
            .map(|(key, name, about)| Row {
                name,
                says: if title == NS_PER_LINK { about } else { "" },
                cells: (0..links.len()).map(|n| number(cell(key, n))).collect(),
            })
            .collect(),
    };
    let steps = |key: &str, n: usize| Some(1e9 / times.get(key, n)?);
    [
        table(
            NS_PER_LINK,
            "Masses and links in space, damped springs; a step of everything, divided by its links. Heads have masses/links. In a lattice springs lie in order; in any graph they do not (the lattice with its masses shuffled).",
            &|key, n| Some(times.get(key, n)? / links[n]),
        ),
        table(
            "Masses and links, times real time at 44.1 kHz",
            "",
            &|key, n| Some(steps(key, n)? / masses::RATE),
        ),
        table(
            "Time of the plain loop over that of others",
            "Above 1 the other is faster.",
            &|key, n| Some(times.get("masses loop", n)? / times.get(key, n)?),
        ),
    ]
}

const NS_PER_LINK: &str = "Masses and links, ns per link";

fn problems_table(times: &Times) -> Table {
    let micros = |name, kind| number(times.get(name, kind).map(|ns| ns / 1e3));
    let row = |(kind, name): (usize, &&'static str)| Row {
        name,
        says: "",
        cells: [problems::HALF, problems::MOST]
            .map(|key| micros(key, kind))
            .into(),
    };
    Table {
        title: "Problems of many contacts, µs",
        says: "As contact scenes solve one in each step, drawn at random, each with the impulses of the step before.".to_owned(),
        heads: vec!["median".to_owned(), "99 % within".to_owned()],
        rows: KINDS.iter().enumerate().map(row).collect(),
    }
}

/// All tables that have anything in them.
pub fn tables(times: &Times, sizes: &[usize]) -> Vec<Table> {
    let [whole, beyond, alone] = contact_tables(times, sizes);
    let [masses, real_time, against_loop] = masses_tables(times);
    let all = [
        modes_table(times, sizes),
        ratios_table(times, sizes),
        share_table(times, sizes),
        whole,
        beyond,
        alone,
        whole_table(times),
        palette_table(times),
        shares_table(times),
        masses,
        real_time,
        against_loop,
        problems_table(times),
    ];
    all.into_iter().filter_map(Table::kept).collect()
}
