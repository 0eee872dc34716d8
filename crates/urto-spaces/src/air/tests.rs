use super::*;
use crate::testing::{Driver, level, loudest, pitch};
use urto::math::{log10, pow};
use urto::rng::Rng;

fn air(settings: &[(&str, f64)], rate: f64) -> Driver {
    Driver::new(&AIR, settings, rate)
}

/// The standard's table 1 \[dB/km\], some of its rows.
#[test]
fn air_takes_what_the_standard_says() {
    for (celsius, humidity, hertz, wanted) in [
        (20.0, 50.0, 1000.0, 4.66),
        (20.0, 50.0, 8000.0, 105.0),
        (10.0, 70.0, 1000.0, 3.66),
        (10.0, 70.0, 4000.0, 32.8),
        (10.0, 70.0, 8000.0, 117.0),
        (20.0, 70.0, 4000.0, 22.9),
        (30.0, 70.0, 4000.0, 23.1),
    ] {
        let found = 1000.0 * air_absorption(hertz, celsius, humidity);
        assert!(
            (found / wanted - 1.0).abs() < 0.03,
            "{celsius} {humidity} {hertz}: {found}"
        );
    }
}

/// A tone at a distance is as loud as 1/r and the standard's formula say, at every rate, within
/// 0.7 dB as long as it has lost less than 20 dB to the air.
#[test]
fn far_tones_are_as_soft_as_they_should_be() {
    for rate in [44_100.0, 48_000.0, 192_000.0] {
        for (metres, hertz) in [
            (2.0, 500.0),
            (40.0, 4000.0),
            (100.0, 1000.0),
            (100.0, 8000.0),
        ] {
            let mut own = air(&[("distance", metres), ("azimuth", 0.0)], rate);
            let [left, right] = own.tone(hertz, 0.6);
            assert!(left == right);
            let found = 20.0 * log10(level(&left[left.len() / 2..], hertz, rate));
            let lost = metres * air_absorption(hertz, 20.0, 50.0);
            let wanted = -20.0 * log10(metres) - lost;
            assert!(
                (found - wanted).abs() < 0.7,
                "{rate} {metres} {hertz}: {found} {wanted}"
            );
        }
    }
}

/// v towards: f/(1 - ...) as the ear hears it, a listener's f·(1 + v/c), within 2 %, and without a click.
#[test]
fn what_moves_bends_its_pitch() {
    let rate = 48_000.0;
    for metres_per_second in [-30.0, -3.0, 10.0, 34.3] {
        let from = 60.0;
        let mut own = air(&[("distance", from), ("azimuth", 0.0)], rate);
        own.tone(1000.0, 0.4);
        let start = own.frame;
        let goes = |n: usize| {
            let time = (n - start) as f64 / rate;
            [("distance", from - metres_per_second * time)]
        };
        let [left, _] = own.moving(1000.0, 0.5, goes);
        let heard = pitch(&left[4800..], rate);
        let wanted = 1000.0 * (1.0 + metres_per_second / SOUND_SPEED);
        assert!(
            (heard / wanted - 1.0).abs() < 0.02,
            "{metres_per_second}: {heard} {wanted}"
        );
        let bend = crate::testing::bend(&left[100..]);
        let calm = pow(1.2 * 0.131, 2.0) * loudest(&left);
        assert!(bend < calm, "{metres_per_second}: {bend} {calm}");
    }
}

/// The same at any speed up to the fastest: the pitch is f·(1 + v/c), and the shift itself is right
/// within 2 % where it is more than a percent.
#[test]
fn any_speed_shifts_the_pitch_by_its_law() {
    let rate = 48_000.0;
    let mut rng = Rng::new(11);
    for _ in 0..12 {
        let hertz = 200.0 + 1800.0 * rng.uniform();
        let towards = 96.0 * rng.signed();
        let from = if towards > 0.0 { 60.0 } else { 20.0 };
        let mut own = air(&[("distance", from), ("azimuth", 0.0)], rate);
        own.tone(hertz, 0.3);
        let start = own.frame;
        let goes = |n: usize| [("distance", from - towards * (n - start) as f64 / rate)];
        let [left, _] = own.moving(hertz, 0.4, goes);
        let wanted = 1.0 + towards / SOUND_SPEED;
        let heard = pitch(&left[2400..], rate) / hertz;
        println!("{towards:.1} m/s, {hertz:.0} Hz: {heard:.4} of {wanted:.4}");
        assert!(
            (heard / wanted - 1.0).abs() < 0.02,
            "{towards}: {heard} {wanted}"
        );
        let shift = (wanted - 1.0).abs();
        if shift > 0.01 {
            assert!(
                (heard - wanted).abs() < 0.02 * shift,
                "{towards}: {heard} {wanted}"
            );
        }
    }
}

#[test]
fn a_sound_on_the_right_is_heard_there_first() {
    let mut own = air(&[("distance", 3.0), ("azimuth", 90.0)], 48_000.0);
    let [left, right] = own.click(4800);
    let peak = |ear: &[f64]| {
        let all = ear.iter().enumerate();
        all.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
            .map(|own| own.0)
    };
    let apart = peak(&left).unwrap() as f64 - peak(&right).unwrap() as f64;
    // 17.5 cm at 343 m/s.
    assert!((apart - 24.5).abs() < 1.5, "{apart}");
    assert!(loudest(&right) > 0.1 && loudest(&left) > 0.1);
}
