//! A freely ringing body as a WebAssembly module, for the bench: `strike(modes)`, then
//! `ring(blocks)`.

use std::cell::RefCell;
use urto::Rate;
use urto::network::{Motion, Network, NetworkBuilder, Quality};
use urto::object::{BLOCK, Modal, ModalParams, Mode, Point};

/// Frames per block.
const FRAMES: usize = 128;

thread_local! {
    static NETWORK: RefCell<Option<Network>> = const { RefCell::new(None) };
}

/// Makes a body of this many modes and strikes it. Tells whether there is one.
// Unsafe only in name, here and below: the symbol must keep its name so that the host finds it,
// and no other symbol of this module has it.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn strike(modes: u32) -> bool {
    let Ok(network) = network(modes) else {
        return false;
    };
    NETWORK.set(Some(network));
    true
}

/// Lets it ring for some blocks of 128 frames; returns the loudest first sample of them.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ring(blocks: u32) -> f64 {
    let mut loudest: f64 = 0.0;
    NETWORK.with_borrow_mut(|network| {
        let Some(network) = network else { return };
        for _ in 0..blocks {
            let mut left = FRAMES;
            while left > 0 {
                let rang = network.ring(left);
                if rang == 0 {
                    return;
                }
                loudest = loudest.max(network.rang(0).at(0).abs());
                left -= rang;
            }
        }
    });
    loudest
}

/// A body that was struck. Modes from 80 Hz to 18 kHz, evenly on a log scale.
fn network(modes: u32) -> Result<Network, urto::BuildError> {
    let mode = |index| Mode {
        frequency: 80.0 * urto::math::pow(225.0, (f64::from(index) + 0.5) / f64::from(modes)),
        decay: 3.0,
        mass: f64::from(modes),
    };
    let params = ModalParams {
        modes: (0..modes).map(mode).collect(),
        ..ModalParams::default()
    };
    let rate = Rate::new(48_000.0)?;
    let mut network = NetworkBuilder::new(rate);
    let body = network.add("body", Box::new(Modal::new(&params, &[], rate)?))?;
    network.listen("body", Motion::Ringing)?;
    let mut network = network.build(0);
    network.set_quality(Quality::Fast);
    network.push(body, Point(0), 1e4);
    (0..BLOCK).for_each(|_| network.step());
    Ok(network)
}
