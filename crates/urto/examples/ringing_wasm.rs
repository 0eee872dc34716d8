//! A freely ringing body as a WebAssembly module, for the bench: `strike(modes)`, then
//! `ring(blocks)`.

use std::cell::RefCell;
use urto::Rate;
use urto::object::{Modal, ModalParams, Mode, Object, Point};

/// Frames per block.
const BLOCK: usize = 128;

thread_local! {
    static BODY: RefCell<Option<Modal>> = const { RefCell::new(None) };
}

/// Makes a body of this many modes and strikes it. Tells whether there is one.
// Unsafe only in name, here and below: the symbol must keep its name so that the host finds it,
// and no other symbol of this module has it.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn strike(modes: u32) -> bool {
    let Ok(mut body) = body(modes) else {
        return false;
    };
    body.begin();
    body.push(Point(0), 1e4);
    body.end();
    BODY.set(Some(body));
    true
}

/// Lets it ring for some blocks of 128 frames; returns the loudest first sample of them.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ring(blocks: u32) -> f64 {
    let mut out = [0.0; BLOCK];
    let mut loudest: f64 = 0.0;
    BODY.with_borrow_mut(|body| {
        let Some(body) = body else { return };
        for _ in 0..blocks {
            body.run_free(Point(0), &mut out);
            loudest = loudest.max(out[0].abs());
        }
    });
    loudest
}

/// Modes from 80 Hz to 18 kHz, evenly on a log scale.
fn body(modes: u32) -> Result<Modal, urto::BuildError> {
    let mode = |index| Mode {
        frequency: 80.0 * urto::math::pow(225.0, (f64::from(index) + 0.5) / f64::from(modes)),
        decay: 3.0,
        mass: f64::from(modes),
    };
    let params = ModalParams {
        modes: (0..modes).map(mode).collect(),
        ..ModalParams::default()
    };
    Modal::new(&params, &[], Rate::new(48_000.0)?)
}
