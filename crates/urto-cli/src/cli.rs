//! What can be asked for on the command line.

use crate::completions;
use crate::failure::Failure;
use crate::new::NewArgs;
use crate::play::PlayArgs;
use crate::sample::Bits;
use crate::view::ViewArgs;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use urto::Rate;
use urto::sound::Expression;
use urto_file::MOST_CHANNELS;
use urto_program::modes::ModesArgs;

/// Longest render \[s\].
pub const LONGEST: f64 = 3600.0;
/// Most files of one render.
const MOST_FILES: u32 = 100_000;

const ABOUT: &str = "Makes sound from physics: things strike, rub and ring.";

const LONG_ABOUT: &str = "Makes sound from physics: things strike, rub and ring, and every sound \
is the motion of bodies that push on each other.

Without a command, urto opens the studio: a page in the browser on which every sound can be played.";

const TRY: &str = "Three things to try:
  urto                                          the studio: open a page, touch things, hear them
  urto render impact -p contact.stiffness=1e5   a soft mallet on a steel bar, as impact.wav
  urto render friction --count 8 --vary 25%     eight squeaks, no two alike

'urto list' names the sounds and presets, 'urto show impact' what can be set.";

// To clap {n} is the end of a line; with a code inside that sets nothing it stays {n}.
const RENDER_HELP: &str = "Examples:
  urto render impact                            two seconds of a struck bar, as impact.wav
  urto render \"wine glass\"                      a preset; 'urto list' names them all
  urto render \"church bell\" -p hardness=20      the same bell under a softer clapper
  urto render impact -p strike=0.5 -p velocity=3
  urto render bowed_string --seconds 500ms --rate 96kHz -o short.wav
  urto render impact --count 20 --vary 25% -o hits/    hits/impact-001.wav and so on
  urto render impact --count 30 --vary 25% -o \"knock-{\u{1b}[0mn}.flac\"   knock-001.flac and so on
  urto render footsteps --count 8 -o \"step-{\u{1b}[0mn}.ogg\"   small files for a game
  urto render friction --lufs -20               as loud as asked for
  urto render footsteps -p ground=gravel --count 30 --vary 10% --keep 5 --like footsteps_gravel
                                                the five nearest to real steps on gravel
  urto render bowed_string --pitch 1.5 --pressure 2   a fifth above, pressed twice as hard
  urto render impact -p pickups=1 --channels 2  two pickups, mixed to stereo
  urto render impact --target contact_time=0.8ms --target centroid=1500Hz
  urto render \"wine glass\" --target pitch=880Hz  parameters by what one hears
  urto render my-scene.toml --bits 32f          a scene of your own
  urto render drop.toml                         a contact scene: bodies fall, slide and chatter
  urto render drop.urun -p listen.place=\"[0, -3, 1]\"   what 'urto simulate' kept, from elsewhere
  urto render song.toml --channels 8            a project, for eight loudspeakers
  urto render impact.wav -o again.wav           the same file again, bit for bit

A name that ends in .flac makes a FLAC file (16 or 24 bit), one that ends in .ogg a small Vorbis
file for games, with losses that are hardly heard (never bit for bit the same elsewhere). In a file's name {\u{1b}[0mn} stands for its
number, {seed} for its seed and {sound} for the sound. Every file holds its parameters and seed.
'urto show SOUND' lists what -p can set.";

const SIMULATE_HELP: &str = "Examples:
  urto new contact-scene drop && urto simulate drop.toml -o drop.urun
  urto render drop.urun                         hear it; 'urto render drop.toml' does both at once
  urto render drop.urun -p listen.place=\"[0, -3, 1]\" -p body.marble.damping=5
  urto simulate drop.toml -o drop.jsonl         contacts as lines of JSON, for other programs
  urto simulate drop.toml --animate drop.glb    and see it move, in any program that shows glTF
  urto simulate drop.urun --animate drop.glb    the same of what was moved before

If it is stopped, the same command goes on where it was, a second of work or less before.
docs/contact-scenes.md tells all about contact scenes.";

const STUDY_HELP: &str = "Examples:
  urto study                                    the experiments, paper by paper
  urto study table-1.3                          a table of the thesis, computed anew
  urto study impact-wall -p scheme=verlet -p stiffness=1e11 --plot hit.png
  urto study impact-wall --params               what can be set on it
  urto study error-trend --json > errors.json   the same numbers for a program

A plot is an .svg or a .png file. 'urto study NAME' prints a table; with --json it prints every
number in full, and the parameters that gave it.";

const STUDIO_HELP: &str = "Examples:
  urto studio                    opens http://127.0.0.1:7771, for this machine alone
  urto studio --host --no-open   for other machines in the network too, with the token it prints
  urto studio --export site      writes the page as files for any web server

Nothing leaves this machine: the sound is made in the browser. Ctrl-C stops the studio.";

const ANALYSE_HELP: &str = "Examples:
  urto analyse cup.wav
  urto analyse cup.wav --to-modal cup.toml      then: urto render cup.toml
  urto analyse cup.flac --json
  urto analyse cup.wav --plot cup.svg
  urto analyse --like list                      the kinds of real recordings there are
  urto analyse step.wav --like footsteps_gravel how near it is to real steps on gravel
  urto analyse step.wav --like list             which kinds it is nearest to

--like measures 37 things (colour, noise or tone, how events rise, fall and differ) and shows where
real recordings lie, where the file lies, and what that means, the worst first. z counts from the
middle of the real ones: beyond 1.28 on either side lies one in ten of them. Alike means that the
mean |z| is within that of nine in ten real ones; far, half as much again outside. It counts the
first ten seconds. A thing that is meant to differ lies outside with good reason.

In a scene, write kind = \"modal\" and file = \"cup.toml\" to bow what was recorded.";

const PLAY_HELP: &str = "Examples:
  urto play \"wine glass\"
  urto play footsteps --loop                    another walk each time, until Ctrl-C
  urto play impact -p body.kind=bell -p hardness=80
  urto play my-scene.toml

It is there if urto was built with it (cargo feature 'play', for which Linux needs ALSA's headers).";

const HAPTIC_HELP: &str = "Examples:
  urto mi haptic networks/string.mi.toml --mass string.32
  urto mi haptic cloth.mi.toml --mass cloth.5.5.0 --port 9000 --force 5

A device (or a program that stands in for one) sends where the hand is and gets the force on it
back, once a millisecond. docs/haptics.md tells what the packets look like. Packets that are lost
or late do no harm: after 5 ms of silence the force fades within 50 ms.";

const VIEW_HELP: &str = "Examples:
  urto view impact.wav                          as impact.png
  urto view take.flac -o take.svg

Time runs to the right in seconds; pitch runs up in equal steps, as ears hear it. A sine at full
scale has 0 dB. Each channel is drawn, all to the same scale.";

const NEW_HELP: &str = "Examples:
  urto new scene bells && urto render bells.toml
  urto new preset \"my bowl\"
  urto new project song
  urto new network harp && urto mi check harp.mi.toml
  urto new material oak && urto modes mug --material oak.toml -o mug.body
  urto new contact-scene drop && urto render drop.toml

What is there already is not written over. docs/scenes.md tells all about scenes,
docs/networks.md about networks of masses, docs/bodies.md about materials, docs/contact-scenes.md
about contact scenes.";

const COMPLETIONS_HELP: &str =
    "Where to put it (the shell asks urto itself for sounds and presets, so nothing gets old):
  bash   echo 'source <(urto completions bash)' >> ~/.bashrc
  zsh    echo 'source <(urto completions zsh)' >> ~/.zshrc
  fish   urto completions fish > ~/.config/fish/completions/urto.fish";

const MAN_HELP: &str = "Examples:
  urto man | man -l -                           read it
  urto man ~/.local/share/man/man1              then: man urto, man urto-render";

/// The command.
#[derive(Parser)]
#[command(name = "urto", version, about = ABOUT, long_about = LONG_ABOUT, after_help = TRY)]
pub struct Cli {
    /// What to do; nothing means the studio.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Give the facts as JSON
    #[arg(long, global = true)]
    pub json: bool,
}

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    /// Open the studio: a page in the browser on which every sound can be played
    #[command(after_help = STUDIO_HELP)]
    Studio(StudioArgs),
    /// Name the sounds and presets there are
    #[command(after_help = "Examples:\n  urto list\n  urto list glass")]
    List {
        /// Only those with this in their names, tags or descriptions
        word: Option<String>,
    },
    /// Show what can be set on a sound, or what a body from a mesh is
    #[command(after_help = "Examples:\n  urto show impact\n  urto show mug.body")]
    Show {
        /// A sound (impact, friction, ...), a preset, or a body's file
        sound: String,
        /// Show the experts' parameters too
        #[arg(long)]
        all: bool,
    },
    /// Play a sound, a preset, a scene or a project on the sound card
    #[command(after_help = PLAY_HELP)]
    Play(PlayArgs),
    /// Render a sound, a preset or a scene to a WAV, FLAC or Ogg Vorbis file
    #[command(after_help = RENDER_HELP)]
    Render(Box<RenderArgs>),
    /// Move the bodies of a contact scene, and keep what happened, to be heard with 'urto render'
    #[command(after_help = SIMULATE_HELP)]
    Simulate(SimulateArgs),
    /// Put a project or a preset and the files that it names into one file that plays elsewhere
    #[command(after_help = "Example:\n  urto pack song.toml -o song.urto\n  urto render song.urto")]
    Pack(PackArgs),
    /// Run an experiment of the papers: a table, JSON, a plot
    #[command(after_help = STUDY_HELP)]
    Study(StudyArgs),
    /// Take a recording apart: partials, onset, centroid, loudness; or tell how real it sounds
    #[command(after_help = ANALYSE_HELP)]
    Analyse(AnalyseArgs),
    /// Find how a body rings from its mesh, and write it as a body that every sound takes
    #[command(after_help = urto_program::modes::HELP)]
    Modes(ModesArgs),
    /// Networks of masses and links (FILE.mi.toml): check one before it is played
    #[command(
        after_help = "Examples:\n  urto new network gong.mi.toml\n  urto mi check gong.mi.toml\n  urto render gong.mi.toml"
    )]
    Mi {
        /// What to do
        #[command(subcommand)]
        act: MiCommand,
    },
    /// Draw a WAV, FLAC or Ogg file: waveform and spectrogram as PNG or SVG
    #[command(after_help = VIEW_HELP)]
    View(ViewArgs),
    /// Write a small example with comments, to change: a scene, a preset, a project ...
    #[command(after_help = NEW_HELP)]
    New(NewArgs),
    /// Make the tour: a dozen sounds, and a page with players and pictures
    #[command(after_help = "Example:\n  urto tour --folder my-tour")]
    Tour {
        /// Where to put it
        #[arg(long, value_name = "FOLDER", default_value = crate::tour::FOLDER)]
        folder: PathBuf,
    },
    /// Print what a shell needs to complete commands, sounds, presets and parameters
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        #[arg(value_parser = completions::SHELLS)]
        shell: String,
    },
    /// Print the manual page, or write the pages of all commands
    #[command(after_help = MAN_HELP)]
    Man {
        /// Write urto.1, urto-render.1 and so on into this folder, which is made if need be
        folder: Option<PathBuf>,
    },
}

/// How to open the studio.
#[derive(Args, Default)]
pub struct StudioArgs {
    /// Port to listen on; 0 is any free one [default: 7771 or the next free one]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Let other machines in, at this address of this machine; a token is needed then
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "0.0.0.0")]
    pub host: Option<std::net::IpAddr>,
    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
    /// Write the page as files into this folder instead, for any web server
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["port", "host", "no_open"])]
    pub export: Option<PathBuf>,
}

/// What to render, and how.
#[derive(Args, Clone, Default)]
pub struct RenderArgs {
    /// A sound, a preset, a preset or scene file, or a WAV, FLAC or Ogg file that urto made
    pub what: String,
    /// Set a parameter or a macro (0 to 100); may be given many times; macros come first
    #[arg(short, long = "param", value_name = "KEY=VALUE", value_parser = key_and_value, allow_hyphen_values = true)]
    pub param: Vec<(String, String)>,
    /// Choose parameters so that it is heard so: contact_time=0.8ms, pitch=880Hz; may be given
    /// several times ('urto show SOUND' lists the targets)
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value, allow_hyphen_values = true)]
    pub target: Vec<(String, String)>,
    /// Play it higher or lower: a factor on its frequencies, 2 is an octave above, 0.5 one below
    /// (0.125 to 8)
    #[arg(long, value_name = "FACTOR", value_parser = pitch, allow_hyphen_values = true)]
    pub pitch: Option<f64>,
    /// Press harder or softer: a factor on the force that presses (0 to 10)
    #[arg(long, value_name = "FACTOR", value_parser = pressure, allow_hyphen_values = true)]
    pub pressure: Option<f64>,
    /// Where it is played: from 0, one end of the way, to 1, the other ('urto show SOUND' tells
    /// what a sound's pitch, pressure and place move)
    #[arg(long, value_name = "0..1", value_parser = place, allow_hyphen_values = true)]
    pub place: Option<f64>,
    /// One blow of a preset whose demonstration has several (--count gives one in each file)
    #[arg(long)]
    pub once: bool,
    /// Length: 2, 500ms, 1min (at most 3600 s)
    #[arg(long, value_name = "S", value_parser = seconds, allow_hyphen_values = true)]
    pub seconds: Option<f64>,
    /// Become another preset of the same sound while it plays: --to "church bell"; what rings stays, and
    /// what is done to it passes over. A sound that is not held is struck again and again
    #[arg(long, value_name = "PRESET")]
    pub to: Option<String>,
    /// How long --to takes: 3s, 500ms (0.02 to 3600 s) [default: 3]
    #[arg(long, value_name = "S", value_parser = seconds, allow_hyphen_values = true)]
    pub over: Option<f64>,
    /// How --to goes on in time: even, smooth (slowly at both ends), early or late (most of it at the
    /// beginning, at the end) [default: even]
    #[arg(long, value_name = "CURVE")]
    pub curve: Option<String>,
    /// What rings and is to pass over too with --to: body, support, string; may be given many times
    #[arg(long, value_name = "KEY")]
    pub loosen: Vec<String>,
    /// How many blows with --to, the first before and the last after it (2 to 1000) [default: 8]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    pub blows: Option<u32>,
    /// Sample rate: 48000, 44.1kHz (8000 to 384000 Hz) [default: 48000]
    #[arg(long, value_name = "HZ", value_parser = rate, allow_hyphen_values = true)]
    pub rate: Option<f64>,
    /// Seed of everything random [default: 0]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Make N files, each with the next seed
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    pub count: Option<u32>,
    /// Move every parameter at random by up to this share of its range: 25%, 0.25
    #[arg(long, value_name = "SHARE", value_parser = share, allow_hyphen_values = true)]
    pub vary: Option<f64>,
    /// Tell how near each file is to recordings of the real thing: footsteps_gravel, knock ('urto
    /// analyse --like list' names them, 'urto analyse FILE --like CLASS' says more)
    #[arg(long, value_name = "CLASS")]
    pub like: Option<String>,
    /// Of the files of --count write only the N nearest to --like, nearest first; each is the
    /// file that it is among all
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    pub keep: Option<u32>,
    /// Loudness of each file [LUFS]: its level is chosen so (-60 to -5; greatest momentary
    /// loudness, true peak at most -1 dBFS)
    #[arg(long, value_name = "LUFS", value_parser = lufs, allow_hyphen_values = true)]
    pub lufs: Option<f64>,
    /// File to write (.wav, .flac or .ogg), a pattern (see below), a folder, or - for the standard
    /// output, as WAV [default: NAME.wav here, or NAME-2.wav if that is there]
    #[arg(short, long, value_name = "OUT", allow_hyphen_values = true)]
    pub out: Option<PathBuf>,
    /// Write over files that are there
    #[arg(short, long)]
    pub force: bool,
    /// Sample format: 16, 24 or 32f (not in FLAC) [default: 24]
    #[arg(long, value_parser = bits, allow_hyphen_values = true)]
    pub bits: Option<Bits>,
    /// Mix to N channels, 1 to 16, by pan at constant power [default: a channel for each pickup of
    /// a sound or scene; for a project what it says, or 2]
    #[arg(long, value_name = "N", value_parser = channels, allow_hyphen_values = true)]
    pub channels: Option<usize>,
    /// Folder in which files are looked for that parameters name (body.file=cup.toml), if they do
    /// not lie beside the file that names them
    #[arg(long, value_name = "FOLDER")]
    pub resources: Option<PathBuf>,
    /// Work freely ringing bodies out in 32 bits: faster, within -120 dB, but not bit for bit the
    /// same on every machine
    #[arg(long)]
    pub fast: bool,
    /// Of a contact scene: hear the contacts of this file instead of its own (contact-events/1, JSON
    /// lines from another program's physics)
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,
    /// Of a network of masses (FILE.mi.toml): its listeners as they are, in 32-bit float, without a
    /// level that is chosen for you
    #[arg(long)]
    pub raw: bool,
}

/// Which contact scene is moved.
#[derive(Args)]
pub struct SimulateArgs {
    /// The scene: NAME.toml whose first line is urto = "contact-scene/1"; for --animate also a run
    /// that is there, NAME.urun
    pub file: PathBuf,
    /// The file to write: NAME.urun, or NAME.jsonl for lines of JSON [default: NAME.urun here]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Change a key of the scene: body.marble.radius=5mm; may be given many times
    #[arg(short, long = "param", value_name = "KEY=VALUE", value_parser = key_and_value, allow_hyphen_values = true)]
    pub param: Vec<(String, String)>,
    /// Folder in which files are looked for that the scene names, if they do not lie beside it
    #[arg(long, value_name = "FOLDER")]
    pub resources: Option<PathBuf>,
    /// Write the bodies in motion, too, as glTF for programs that show it: NAME.glb
    #[arg(long, value_name = "FILE")]
    pub animate: Option<PathBuf>,
    /// How many times as large as it is vibration is drawn (0 to 1e9) [default: so that it is seen]
    #[arg(long, value_name = "FACTOR", requires = "animate", value_parser = enlarge, allow_hyphen_values = true)]
    pub enlarge: Option<f64>,
    /// Write over a file that is there, and begin anew what was stopped before
    #[arg(short, long)]
    pub force: bool,
}

/// What can be done with a network of masses.
#[derive(Subcommand)]
pub enum MiCommand {
    /// Tell whether it is stable, its lowest modes, whether it folds, and what a step takes
    Check(MiCheckArgs),
    /// Write it in motion as numbered pictures (OBJ or PLY) for programs that draw
    #[command(
        after_help = "Example:\n  urto mi frames cloth.mi.toml -o film --every 0.04 --format ply"
    )]
    Frames(MiFramesArgs),
    /// Write it as one file, with all that builders, parts and other files gave: then it can be the
    /// body of a sound
    #[command(after_help = "Example:\n  urto mi flatten bell.mi.toml -o bell-flat.mi.toml")]
    Flatten(MiFlattenArgs),
    /// Make a network of a model of the Mass Interaction Model Scripter (NAME.mdl)
    #[command(after_help = "Example:\n  urto mi import string.mdl -o string.mi.toml")]
    Import(MiImportArgs),
    /// Let a haptic device feel a mass, a thousand times a second: positions in, forces out, over UDP
    #[command(after_help = HAPTIC_HELP)]
    Haptic(MiHapticArgs),
}

/// Which pictures of which network.
#[derive(Args)]
pub struct MiFramesArgs {
    /// The network: NAME.mi.toml
    pub file: PathBuf,
    /// The folder to write to; it is made if need be
    #[arg(short, long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Time from picture to picture: 0.01, 40ms
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "0.04", allow_hyphen_values = true)]
    pub every: f64,
    /// Files that every program reads, or smaller ones
    #[arg(long, value_enum, default_value_t = FrameFormat::Obj)]
    pub format: FrameFormat,
    /// Length: 2, 500ms, 1min [default: what the network says, or 4]
    #[arg(long, value_name = "S", value_parser = seconds, allow_hyphen_values = true)]
    pub seconds: Option<f64>,
    /// Write over pictures that are there, and soften links that the steps cannot carry
    #[arg(short, long)]
    pub force: bool,
}

/// Sorts of pictures.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum FrameFormat {
    /// Text: points, lines and faces.
    Obj,
    /// Binary: a third of the size.
    Ply,
}

/// Which model becomes which network.
#[derive(Args)]
pub struct MiImportArgs {
    /// The model: NAME.mdl
    pub file: PathBuf,
    /// The file to write, or - for the standard output
    #[arg(short, long, value_name = "FILE")]
    pub out: PathBuf,
    /// Steps a second; such a model does not say
    #[arg(long, value_name = "HZ", default_value_t = 44_100.0)]
    pub rate: f64,
    /// Write over a file that is there
    #[arg(short, long)]
    pub force: bool,
}

/// Which network goes where.
#[derive(Args)]
pub struct MiFlattenArgs {
    /// The network: NAME.mi.toml
    pub file: PathBuf,
    /// The file to write, or - for the standard output
    #[arg(short, long, value_name = "FILE")]
    pub out: PathBuf,
    /// Write over a file that is there
    #[arg(short, long)]
    pub force: bool,
}

/// Which network.
#[derive(Args)]
pub struct MiCheckArgs {
    /// The network: NAME.mi.toml
    pub file: PathBuf,
    /// At most N modes
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub modes: usize,
}

/// Which mass of which network is felt, and how.
#[derive(Args)]
pub struct MiHapticArgs {
    /// The network: NAME.mi.toml
    pub file: PathBuf,
    /// The mass that the hand holds, by its name
    #[arg(long, value_name = "NAME")]
    pub mass: String,
    /// Port of this machine to listen on (UDP); 0 is any free one
    #[arg(long, value_name = "PORT", default_value_t = 7772)]
    pub port: u16,
    /// The hand's spring is no stiffer than this [N/m]
    #[arg(long, value_name = "N/M", default_value_t = 1000.0)]
    pub stiffness: f64,
    /// No force is greater than this [N]
    #[arg(long, value_name = "NEWTONS", default_value_t = 10.0)]
    pub force: f64,
    /// End after this long [s]; without it, Ctrl-C ends
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub seconds: Option<f64>,
}

/// What to pack.
#[derive(Args)]
pub struct PackArgs {
    /// A project or a preset
    pub what: String,
    /// File to write [default: NAME.urto here]
    #[arg(short, long, value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Folder in which files are looked for that parameters name, if they do not lie beside it
    #[arg(long, value_name = "FOLDER")]
    pub resources: Option<PathBuf>,
}

/// Which experiment, and how.
#[derive(Args)]
pub struct StudyArgs {
    /// The experiment; without one, all are listed
    pub name: Option<String>,
    /// Set a parameter; may be given many times
    #[arg(short, long = "param", value_name = "KEY=VALUE", value_parser = key_and_value, allow_hyphen_values = true)]
    pub param: Vec<(String, String)>,
    /// Draw it: FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Show what can be set on it, and run nothing
    #[arg(long)]
    pub params: bool,
}

/// What to take apart.
#[derive(Args)]
pub struct AnalyseArgs {
    /// A WAV, FLAC or Ogg file of something that was struck; several channels are mixed
    #[arg(required_unless_present = "like")]
    pub file: Option<PathBuf>,
    /// Tell instead how near it is to recordings of the real thing: knock, footsteps_gravel
    /// ('list' names them)
    #[arg(long, value_name = "CLASS")]
    pub like: Option<String>,
    /// Write a modal object that can be struck again
    #[arg(long, value_name = "OUT.toml")]
    pub to_modal: Option<PathBuf>,
    /// Draw the spectrum with its partials, and the centroid over time (.svg or .png)
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}

/// A parameter and its value, as `-p` takes them.
pub fn key_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("write key=value, for example velocity=2".to_owned()),
    }
}

/// A length, as `--seconds` takes it.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = urto_file::parse_seconds(text).map_err(|error| error.to_string())?;
    check_seconds(seconds).map_err(|failure| failure.to_string())
}

/// Refuses a length that cannot be rendered.
pub fn check_seconds(seconds: f64) -> Result<f64, Failure> {
    if seconds > 0.0 && seconds <= LONGEST {
        Ok(seconds)
    } else {
        Err(Failure::usage(format!(
            "a length of {seconds} s cannot be rendered; it must be above 0 and at most {LONGEST} s"
        )))
    }
}

fn rate(text: &str) -> Result<f64, String> {
    // 48k is what people say.
    let kilo = text.strip_suffix('k').map(|digits| format!("{digits}kHz"));
    let text = kilo.as_deref().unwrap_or(text);
    let rate = urto_file::parse_rate(text).map_err(|error| error.to_string())?;
    check_rate(rate)
        .map(Rate::hertz)
        .map_err(|failure| failure.to_string())
}

/// Refuses a rate that bodies or files cannot have.
pub fn check_rate(hertz: f64) -> Result<Rate, Failure> {
    let rate = Rate::new(hertz).map_err(Failure::usage)?;
    if hertz == hertz.round() {
        Ok(rate)
    } else {
        Err(Failure::usage(format!(
            "a rate of {hertz} Hz is not a whole number, and a file needs one"
        )))
    }
}

/// A seed, as `--seed` takes it.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|seed| *seed <= crate::recipe::LAST_SEED)
        .ok_or_else(|| {
            format!(
                "a seed is a whole number from 0 to {}",
                crate::recipe::LAST_SEED
            )
        })
}

fn count(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|count| (1..=MOST_FILES).contains(count))
        .ok_or_else(|| format!("a count is a whole number from 1 to {MOST_FILES}"))
}

fn channels(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|channels| (1..=MOST_CHANNELS).contains(channels))
        .ok_or_else(|| format!("a number of channels is a whole number from 1 to {MOST_CHANNELS}"))
}

fn pitch(text: &str) -> Result<f64, String> {
    within(text, Expression::PITCH, "2 for an octave above")
}

fn pressure(text: &str) -> Result<f64, String> {
    within(text, Expression::PRESSURE, "2 for twice as hard")
}

fn place(text: &str) -> Result<f64, String> {
    within(text, Expression::PLACE, "0.5 for the middle")
}

fn within(text: &str, [least, most]: [f64; 2], example: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("write a number from {least} to {most}, for example {example}"))
}

fn share(text: &str) -> Result<f64, String> {
    let (digits, unit) = match text.strip_suffix('%') {
        Some(digits) => (digits.trim(), 0.01),
        None => (text, 1.0),
    };
    let share = digits.parse::<f64>().map(|number| number * unit);
    share
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "a share lies between 0% and 100%: write 25% or 0.25".to_owned())
}

fn enlarge(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|by| (0.0..=1e9).contains(by))
        .ok_or_else(|| "a factor is a number from 0 to 1e9, for example 200".to_owned())
}

fn lufs(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|lufs| (-60.0..=-5.0).contains(lufs))
        .ok_or_else(|| "a loudness is a number from -60 to -5 LUFS, for example -20".to_owned())
}

fn bits(text: &str) -> Result<Bits, String> {
    Bits::from_name(text).ok_or_else(|| "choose 16, 24 or 32f".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn shares_are_percent_or_fractions() {
        assert_eq!(share("25%"), Ok(0.25));
        assert_eq!(share("0.25"), Ok(0.25));
        assert_eq!(share("0"), Ok(0.0));
        for wrong in ["25", "-1%", "101%", "nan", "inf%", "%", ""] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }
}
