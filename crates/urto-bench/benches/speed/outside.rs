//! Peers that run in processes of their own: C++ libraries, a build of fundsp for this very CPU,
//! and urto in WebAssembly. Each is built into a temporary folder (or under `target`), prints
//! lines `name modes nanoseconds`, and is run once in every pass, between the other rows.

use crate::clock::{Budget, Race, Times};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the peers' sources are.
const PEERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/peers");
/// Modes in WebAssembly's row.
pub const WASM_MODES: usize = 64;
/// Most modes for which g++ compiles Faust's code in seconds and not minutes: plain loops, and
/// loops to be vectorised.
const FAUST_MOST: [(&str, usize); 2] = [("Scalar", 256), ("Vector", 64)];

/// A program that prints times.
struct Program {
    words: Vec<String>,
}

/// The programs that could be built, and why others could not.
pub struct Outside {
    programs: Vec<Program>,
    /// One line for each that is missing: what, and how to get it.
    pub missing: Vec<String>,
    // Holds what was built until all is over.
    _folder: tempfile::TempDir,
}

impl Outside {
    /// Builds what is asked for and can be built here.
    pub fn build(race: &Race, sizes: &[usize], budget: &Budget) -> std::io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let (at, time) = (folder.path(), budget.outside.to_string());
        type Maker<'a> = Box<dyn Fn() -> Result<Vec<Program>, String> + Send + 'a>;
        let makers: [(&str, Maker); 5] = [
            ("fundsp bank native", Box::new(|| fundsp(sizes, &time))),
            ("stk modal", Box::new(|| stk(at, sizes, &time))),
            ("faust", Box::new(|| faust(at, sizes, &time))),
            ("masses mi.lib", Box::new(|| mi_lib(at, &time))),
            ("wasm", Box::new(|| wasm(&time))),
        ];
        let wanted = makers.into_iter().filter(|(name, _)| race.wants(name));
        let (mut programs, mut missing) = (Vec::new(), Vec::new());
        // Compilers need no quiet: all at once.
        std::thread::scope(|scope| {
            let running: Vec<_> = wanted.map(|(_, make)| scope.spawn(make)).collect();
            for maker in running {
                match maker.join() {
                    Ok(Ok(built)) => programs.extend(built),
                    Ok(Err(why)) => missing.push(why),
                    Err(_) => missing.push("a peer could not be built".to_owned()),
                }
            }
        });
        Ok(Self {
            programs,
            missing,
            _folder: folder,
        })
    }

    /// Runs every program once.
    pub fn run(&mut self, times: &mut Times) {
        for program in &self.programs {
            let mut command = Command::new(&program.words[0]);
            command.args(&program.words[1..]).stderr(Stdio::inherit());
            let printed = match command.output() {
                Ok(output) if output.status.success() => output.stdout,
                _ => {
                    let gone = format!("{} was built but does not run", program.words[0]);
                    if !self.missing.contains(&gone) {
                        self.missing.push(gone);
                    }
                    continue;
                }
            };
            for line in String::from_utf8_lossy(&printed).lines() {
                if let Some((name, modes, ns)) = parse(line) {
                    times.take(name, modes, ns);
                }
            }
        }
    }
}

/// Reads a line `name modes nanoseconds`; the name may have several words.
pub fn parse(line: &str) -> Option<(&str, usize, f64)> {
    let (rest, ns) = line.rsplit_once(' ')?;
    let (name, modes) = rest.rsplit_once(' ')?;
    let ns = ns.parse().ok().filter(|ns: &f64| *ns > 0.0)?;
    Some((name, modes.parse().ok()?, ns))
}

/// Runs a command to its end; its words if it fails.
fn succeed(command: &mut Command) -> Result<(), String> {
    let shown = command.get_program().to_string_lossy().into_owned();
    match command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
    {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(format!(
                "{shown}: {}",
                said.lines().next().unwrap_or("failed")
            ))
        }
        Err(error) => Err(format!("{shown}: {error}")),
    }
}

/// Builds for any CPU, and for this one.
const BUILDS: [(&str, &[&str]); 2] = [("", &["-O3"]), (" native", &["-O3", "-march=native"])];

fn compile(source: &str, folder: &Path, to: &Path, flags: &[&str]) -> Command {
    let mut command = Command::new("g++");
    command
        .args(flags)
        .arg("-std=c++17")
        .args(["-I", PEERS, "-I"])
        .arg(folder)
        .arg(format!("{PEERS}/{source}"))
        .arg("-o")
        .arg(to);
    command
}

fn words(program: &Path, rest: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut words = vec![program.to_string_lossy().into_owned()];
    words.extend(rest);
    words
}

fn stk(folder: &Path, sizes: &[usize], time: &str) -> Result<Vec<Program>, String> {
    let mut programs = Vec::new();
    for (index, (suffix, flags)) in BUILDS.into_iter().enumerate() {
        let to = folder.join(format!("stk{index}"));
        succeed(compile("stk.cpp", folder, &to, flags).arg("-lstk"))
            .map_err(|why| format!("STK: apt install g++ libstk-dev ({why})"))?;
        let start = [&folder.to_string_lossy(), suffix, time].map(str::to_owned);
        let sizes = sizes.iter().map(usize::to_string);
        programs.push(Program {
            words: words(&to, start.into_iter().chain(sizes)),
        });
    }
    Ok(programs)
}

/// One program with a class per number of modes and per way of compiling: plain loops, and
/// loops that g++ can vectorise. Both print under one name, so the faster one counts.
fn faust(folder: &Path, sizes: &[usize], time: &str) -> Result<Vec<Program>, String> {
    let how = "Faust: apt install g++ faust";
    let source = fs::read_to_string(format!("{PEERS}/faust.dsp")).map_err(|e| e.to_string())?;
    let mut banks = String::new();
    let mut list = String::from("#define BANKS(X)");
    for (way, most) in FAUST_MOST {
        for modes in sizes.iter().filter(|modes| **modes <= most) {
            let class = format!("{way}{modes}");
            let dsp = folder.join(format!("{class}.dsp"));
            fs::write(&dsp, source.replace("MODES", &modes.to_string()))
                .map_err(|e| e.to_string())?;
            let header = folder.join(format!("{class}.h"));
            let mut command = Command::new("faust");
            command.args(["-lang", "cpp", "-cn", &class]);
            if way == "Vector" {
                command.args(["-vec", "-lv", "1"]);
            }
            succeed(command.arg("-o").arg(&header).arg(&dsp))
                .map_err(|why| format!("{how} ({why})"))?;
            banks += &format!("#include \"{class}.h\"\n");
            list += &format!(" X({class}, {modes})");
        }
    }
    fs::write(folder.join("banks.h"), banks + &list + "\n").map_err(|e| e.to_string())?;
    let mut programs = Vec::new();
    for (index, (suffix, flags)) in BUILDS.into_iter().enumerate() {
        let to = folder.join(format!("faust{index}"));
        succeed(&mut compile("faust.cpp", folder, &to, flags))
            .map_err(|why| format!("{how} ({why})"))?;
        programs.push(Program {
            words: words(&to, [suffix.to_owned(), time.to_owned()]),
        });
    }
    Ok(programs)
}

/// Faust's mass-interaction library: a string of 32 masses, printed as the first of `masses::MODELS`.
fn mi_lib(folder: &Path, time: &str) -> Result<Vec<Program>, String> {
    let how = "mi.lib: apt install g++ faust";
    let folder = folder.join("mi.lib");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut command = Command::new("faust");
    command.args(["-lang", "cpp", "-cn", "Masses", "-o"]);
    command.arg(folder.join("Masses.h"));
    succeed(command.arg(format!("{PEERS}/masses.dsp"))).map_err(|why| format!("{how} ({why})"))?;
    let list = "#include \"Masses.h\"\n#define BANKS(X) X(Masses, 0)\n";
    fs::write(folder.join("banks.h"), list).map_err(|e| e.to_string())?;
    let mut programs = Vec::new();
    for (index, (suffix, flags)) in BUILDS.into_iter().enumerate() {
        let to = folder.join(format!("masses{index}"));
        let mut command = compile("faust.cpp", &folder, &to, flags);
        succeed(command.arg("-DNAME=\"masses mi.lib\"")).map_err(|why| format!("{how} ({why})"))?;
        programs.push(Program {
            words: words(&to, [suffix.to_owned(), time.to_owned()]),
        });
    }
    Ok(programs)
}

/// The workspace's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Builds an example in release, with these flags and into a folder of its own, so that the
/// workspace's own build stays fresh.
fn example(package: &str, name: &str, flags: &str, more: &[&str]) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = root().join("target/bench-peers");
    let mut command = Command::new(cargo);
    command
        .current_dir(root())
        .env("RUSTFLAGS", flags)
        .args(["build", "--quiet", "--release", "--locked"])
        .args(["--package", package, "--example", name])
        .args(more)
        .arg("--target-dir")
        .arg(&target);
    succeed(&mut command).map(|()| target)
}

fn fundsp(sizes: &[usize], time: &str) -> Result<Vec<Program>, String> {
    let target = example("urto-bench", "fundsp_native", "-C target-cpu=native", &[])
        .map_err(|why| format!("fundsp for this CPU: {why}"))?;
    let sizes = sizes.iter().map(usize::to_string);
    let rest = [time.to_owned()].into_iter().chain(sizes);
    let program = target.join("release/examples/fundsp_native");
    Ok(vec![Program {
        words: words(&program, rest),
    }])
}

/// Times a WebAssembly module in node, with the same pieces as everywhere.
const RUN_WASM: &str = r#"
const [file, modes, milliseconds] = process.argv.slice(1);
const bytes = require("fs").readFileSync(file);
const module = new WebAssembly.Module(bytes);
const { strike, ring } = new WebAssembly.Instance(module, {}).exports;
const blocks = 187, piece = 128 * blocks;
let best = Infinity;
const begun = performance.now();
// At least a few, since node compiles for speed only what has run for a while.
for (let i = 0; i < 20 || performance.now() - begun < 5 * Number(milliseconds); i++) {
  if (!strike(Number(modes))) process.exit(1);
  const start = performance.now();
  const heard = ring(blocks);
  best = Math.min(best, (performance.now() - start) * 1e6 / piece);
  if (!(heard > 0)) process.exit(1);
}
console.log(`wasm ${modes} ${best}`);
"#;

fn wasm(time: &str) -> Result<Vec<Program>, String> {
    let how = "WebAssembly: install node and `rustup target add wasm32-unknown-unknown`";
    succeed(Command::new("node").arg("--version")).map_err(|why| format!("{how} ({why})"))?;
    let target = "wasm32-unknown-unknown";
    let flags = "-C target-feature=+simd128";
    let folder = example("urto", "ringing_wasm", flags, &["--target", target])
        .map_err(|why| format!("{how} ({why})"))?;
    let module = folder
        .join(target)
        .join("release/examples/ringing_wasm.wasm");
    let node = [
        "node".to_owned(),
        "-e".to_owned(),
        RUN_WASM.to_owned(),
        module.to_string_lossy().into_owned(),
        WASM_MODES.to_string(),
        time.to_owned(),
    ];
    let mut programs = vec![Program { words: node.into() }];
    // The same loop here, at the level that every x86-64 has: the bench calls itself.
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    programs.push(Program {
        words: words(&own, ["--plain".to_owned(), time.to_owned()]),
    });
    Ok(programs)
}
