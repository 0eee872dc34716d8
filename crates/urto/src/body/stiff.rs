//! A body too small and stiff to ring in what is heard: it still gives way where it is pressed.
//!
//! Law:    a mode far above the force's own frequencies goes along with the force: its place moves
//!         by f/(m·w²), whatever its own pitch. So the lowest mode is put where hearing ends, with
//!         a mass that keeps m·w², and damped: what is heard is the blow, a tick without a tone.
//! Limits: only where not one mode can be heard; else those that can are heard louder.

use crate::object::Mode;

/// Above this \[Hz\] next to nobody hears a tone, and every usual rate plays it.
const HIGHEST: f64 = 18_000.0;
/// How long the mode may ring there \[s\]: as short as a mode can.
const DEAD: f64 = 1e-3;

/// Puts the lowest mode where it can be played, if it lies above all that is heard; `tuning` and
/// `ringing` are the factors that modes get later.
pub(super) fn keep_one_heard(modes: &mut [Mode], tuning: f64, ringing: f64) {
    let by_pitch = |a: &&mut Mode, b: &&mut Mode| a.frequency.total_cmp(&b.frequency);
    let Some(lowest) = modes.iter_mut().min_by(by_pitch) else {
        return;
    };
    let above = lowest.frequency * tuning / HIGHEST;
    if above > 1.0 {
        lowest.mass *= above * above;
        lowest.frequency /= above;
        lowest.decay = lowest.decay.min(DEAD / ringing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_way_as_before_and_does_not_ring() {
        let mode = |frequency| Mode {
            frequency,
            decay: 0.5,
            mass: 0.02,
        };
        let stiffness = |mode: &Mode| mode.mass * mode.frequency * mode.frequency;
        let mut modes = [mode(60_000.0), mode(45_000.0)];
        keep_one_heard(&mut modes, 2.0, 0.1);
        assert_eq!(modes[0], mode(60_000.0));
        assert_eq!(modes[1].frequency * 2.0, HIGHEST);
        assert_eq!(modes[1].decay * 0.1, DEAD);
        let kept = stiffness(&modes[1]) / stiffness(&mode(45_000.0));
        assert!((kept - 1.0).abs() < 1e-12, "{kept}");
        // As long as one is heard, nothing changes.
        let heard = || [mode(900.0), mode(45_000.0)];
        let mut modes = heard();
        keep_one_heard(&mut modes, 2.0, 0.1);
        assert_eq!(modes, heard());
    }
}
