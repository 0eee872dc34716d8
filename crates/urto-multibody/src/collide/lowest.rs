//! Where along a line or a circle a distance is least.
//!
//! Step:   the slope of a distance is the share of its normal along the way; where it turns from
//!         falling to rising the distance is least. The place is bracketed and found by false
//!         position with the Illinois weight, to rounding: a search for the least value itself
//!         would stop at the root of that, and the place would shake.

/// Rounds of a search; halving alone would come to rounding in these.
const ROUNDS: usize = 60;

/// The place between 0 and 1 where a slope changes from negative to positive, if it does.
pub(crate) fn lowest(mut slope: impl FnMut(f64) -> Option<f64>) -> Option<f64> {
    let ends = [slope(0.0)?, slope(1.0)?];
    if ends[1] == 0.0 {
        return None;
    }
    between([0.0, 1.0], ends, slope)
}

/// The same between two places whose slopes are known; the second of them, too, may be it.
pub(crate) fn between(
    places: [f64; 2],
    slopes: [f64; 2],
    mut slope: impl FnMut(f64) -> Option<f64>,
) -> Option<f64> {
    let ([mut low, mut high], [mut falls, mut rises]) = (places, slopes);
    if !(falls < 0.0 && rises >= 0.0) {
        return None;
    }
    let close = 1e-15 * (low.abs() + high.abs());
    let mut kept = 0;
    for round in 0..ROUNDS {
        // Every second round halves, so that a kink, where false position creeps, is found too.
        let share = match round % 2 {
            1 => 0.5,
            _ => falls / (falls - rises),
        };
        let middle = low + share * (high - low);
        let own = slope(middle)?;
        if own == 0.0 || high - low <= close {
            return Some(middle);
        }
        if own < 0.0 {
            (low, falls) = (middle, own);
            if kept == -1 {
                rises *= 0.5;
            }
            kept = -1;
        } else {
            (high, rises) = (middle, own);
            if kept == 1 {
                falls *= 0.5;
            }
            kept = 1;
        }
    }
    Some(0.5 * (low + high))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lowest place of (x - a)² and of |x - a|, and nothing where there is none inside.
    #[test]
    fn finds_smooth_and_sharp_places() {
        for n in 1..100 {
            let a = f64::from(n) / 100.0 + 1e-3 / f64::from(n);
            let smooth = lowest(|x| Some(2.0 * (x - a))).unwrap();
            assert!((smooth - a).abs() < 1e-14, "{a}: {smooth}");
            let sharp = lowest(|x| Some(if x < a { -1.0 } else { 0.3 })).unwrap();
            assert!((sharp - a).abs() < 1e-8, "{a}: {sharp}");
            assert!(lowest(|x| Some(x + a)).is_none());
        }
    }
}
