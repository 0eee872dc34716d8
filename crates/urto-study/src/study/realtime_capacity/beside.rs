//! What runs beside the steps of a network: pictures of it, and a hand's device.

use crate::StudyError;
use std::hint::black_box;
use std::net::{Ipv4Addr, UdpSocket};
use std::time::{Duration, Instant};
use urto_mi::haptic::{ForceOnHand, Grip, HandPlace, HapticLoop, SimulatedHand};
use urto_mi::{Heard, Listener, Mass, MassId, MassNetwork, Model, NetworkPiece};

/// Pictures a second: a screen's.
pub const PICTURES: f64 = 60.0;

/// Least time of some calls \[s\]: what disturbs one does not disturb all.
fn least(calls: usize, mut call: impl FnMut()) -> f64 {
    let times = (0..calls).map(|_| {
        let begun = Instant::now();
        call();
        begun.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Time to tell a screen where all masses are and how fast, in single precision as it takes them \[s\].
/// The way to the screen is not in it: in the page a browser hands the frame to a graphics processor,
/// which draws it.
pub fn picture(network: &MassNetwork, masses: &[MassId]) -> f64 {
    let mut frame = vec![[0.0_f32; 6]; masses.len()];
    least(10, || {
        for (point, mass) in frame.iter_mut().zip(masses) {
            let ([x, y, z], [u, v, w]) = (network.position(*mass), network.velocity(*mass));
            *point = [x, y, z, u, v, w].map(|own| own as f32);
        }
        black_box(&frame);
    })
}

/// A mass between two walls.
fn smallest() -> Result<(NetworkPiece, MassId), StudyError> {
    let mut model = Model::new(44_100.0)?;
    let walls = [[-0.1, 0.0, 0.0], [0.1, 0.0, 0.0]];
    let mass = model.add(Mass::at([0.0; 3]).of(1e-3))?;
    for at in walls {
        let wall = model.add(Mass::at(at).fixed())?;
        model.join([wall, mass], model.discrete(0.05, 1e-4))?;
    }
    let ear = Listener::new(mass, [0.0, 0.0, 1.0], Heard::Velocity);
    let piece = NetworkPiece::new(model, Vec::new(), Vec::new(), vec![ear], None)?;
    Ok((piece, mass))
}

/// Time that a hand's device takes in each of its ticks \[s\]: a packet goes out, the network is pulled,
/// and a packet comes back, over a socket of this machine.
///
/// The network is the smallest, so that its own steps hardly count.
pub fn device_tick() -> Result<f64, StudyError> {
    let no_socket = |error: std::io::Error| {
        StudyError::Refused(format!(
            "a hand's device talks over UDP, which this machine refuses: {error}; allow it on 127.0.0.1"
        ))
    };
    let socket = || {
        let own = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        own.set_read_timeout(Some(Duration::from_secs(1)))?;
        Ok(own)
    };
    let (device, urto) = (socket().map_err(no_socket)?, socket().map_err(no_socket)?);
    device
        .connect(urto.local_addr().map_err(no_socket)?)
        .map_err(no_socket)?;
    urto.connect(device.local_addr().map_err(no_socket)?)
        .map_err(no_socket)?;
    let (piece, mass) = smallest()?;
    let mut felt = HapticLoop::new(&piece, mass, Grip::default())?;
    let mut hand = SimulatedHand::towards([0.0, 0.0, 0.005]);
    let mut force = [0.0; 3];
    let mut failed = None;
    let mut sequence = 0;
    let mut exchange = || -> std::io::Result<()> {
        sequence += 1;
        let position = hand.feel(force);
        device.send(&HandPlace { sequence, position }.to_bytes())?;
        let mut packet = [0; 2 * HandPlace::BYTES];
        let length = urto.recv(&mut packet)?;
        felt.receive(&packet[..length]);
        urto.send(&felt.tick())?;
        let mut answer = [0; ForceOnHand::BYTES];
        device.recv(&mut answer)?;
        if let Some(told) = ForceOnHand::of_bytes(&answer) {
            force = told.force;
        }
        Ok(())
    };
    let tick = least(100, || {
        if let Err(error) = exchange() {
            failed = Some(error);
        }
    });
    match failed {
        Some(error) => Err(no_socket(error)),
        None => Ok(tick),
    }
}
