//! `urto mi haptic`: a device, or what stands in for one, feels a mass of a network over UDP.

use crate::cli::MiHapticArgs;
use crate::failure::Failure;
use crate::{network, output};
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};
use urto::closest;
use urto_mi::Model;
use urto_mi::haptic::{Grip, HandPlace, HapticLoop, TICKS};

/// A tick.
const TICK: Duration = Duration::from_nanos((1e9 / TICKS) as u64);
/// A loop that is later than this goes on from now: it does not run after what it missed.
const LATEST: Duration = Duration::from_millis(20);
/// Greatest stiffness \[N/m\] and force \[N\] that can be asked for.
const STIFFEST: f64 = 1e6;
const STRONGEST: f64 = 1e4;

/// Opens the socket, and lets the loop run.
pub fn run(asked: &MiHapticArgs, as_json: bool) -> Result<(), Failure> {
    let grip = grip(asked)?;
    let file = asked.file.to_string_lossy();
    let opened = network::open(&file, None)?.ok_or_else(|| {
        Failure::usage(format!(
            "'{file}' is not a network of masses; that is a file NAME.mi.toml whose first line is \
             urto = \"mi/1\""
        ))
    })?;
    let model = &opened.file.model;
    let mass = model
        .find(&asked.mass)
        .ok_or_else(|| no_mass(model, &asked.mass))?;
    if model.masses()[mass.index()].is_held() {
        return Err(Failure::usage(format!(
            "'{}' is fixed or driven: no hand moves it; name a mass that can move",
            asked.mass
        )));
    }
    let piece = opened.file.piece().map_err(Failure::other)?;
    let mut felt = HapticLoop::new(&piece, mass, grip).map_err(Failure::other)?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, asked.port));
    let cannot =
        |error: std::io::Error| Failure::other(format!("cannot listen on {address}: {error}"));
    let socket = UdpSocket::bind(address).map_err(cannot)?;
    let address = socket.local_addr().map_err(cannot)?;
    if as_json {
        output::print_json(&json!({ "address": address.to_string(), "mass": asked.mass }))?;
    } else {
        output::print(&format!(
            "'{}' can be felt at {address} (UDP). Ctrl-C ends.\n",
            asked.mass
        ))?;
    }
    let missed = keep_time(&socket, &mut felt, asked.seconds).map_err(Failure::other)?;
    if as_json {
        return Ok(());
    }
    let counts = felt.counts();
    output::print(&format!(
        "{} packets taken, {} late, {} not understood; {missed} ticks missed.\n",
        counts.taken, counts.late, counts.wrong
    ))
}

fn grip(asked: &MiHapticArgs) -> Result<Grip, Failure> {
    let within = |what: &str, value: f64, most: f64, unit: &str| {
        let fits = (0.0..=most).contains(&value) && value > 0.0;
        fits.then_some(value).ok_or_else(|| {
            Failure::usage(format!(
                "--{what} {value} is not possible; give more than 0 and at most {most} {unit}"
            ))
        })
    };
    Ok(Grip {
        stiffness: within("stiffness", asked.stiffness, STIFFEST, "N/m")?,
        force: within("force", asked.force, STRONGEST, "N")?,
    })
}

fn no_mass(model: &Model, name: &str) -> Failure {
    let known = model.masses().iter().map(|mass| mass.name.as_str());
    let known: Vec<&str> = known.filter(|own| !own.is_empty()).collect();
    let hint = match closest(name, known.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("there are {}", known[..known.len().min(8)].join(", ")),
    };
    Failure::usage(format!("there is no mass '{name}'; {hint}"))
}

/// Ticks once a millisecond, hears whoever sends, and answers who sent last; tells how many ticks it
/// missed.
fn keep_time(
    socket: &UdpSocket,
    felt: &mut HapticLoop,
    seconds: Option<f64>,
) -> std::io::Result<u64> {
    let start = Instant::now();
    let (mut next, mut missed) = (start + TICK, 0);
    let mut device = None;
    // Larger than any packet, so that one that is too long is seen to be.
    let mut packet = [0; 2 * HandPlace::BYTES];
    while seconds.is_none_or(|own| start.elapsed().as_secs_f64() < own) {
        while let Some(left) = next.checked_duration_since(Instant::now())
            && !left.is_zero()
        {
            socket.set_read_timeout(Some(left))?;
            // A time that is over, and an answer that nobody took, are no reason to end.
            if let Ok((length, from)) = socket.recv_from(&mut packet)
                && felt.receive(&packet[..length])
            {
                device = Some(from);
            }
        }
        let told = felt.tick();
        if let Some(device) = device {
            // Nobody may be there any more.
            let _ = socket.send_to(&told, device);
        }
        next += TICK;
        let late = Instant::now().saturating_duration_since(next);
        if late > LATEST {
            missed += (late.as_nanos() / TICK.as_nanos()) as u64;
            next = Instant::now();
        }
    }
    Ok(missed)
}
