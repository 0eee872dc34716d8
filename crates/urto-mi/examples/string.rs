//! A string of forty masses is plucked; prints the pitch that it plays.
//!
//! `cargo run -p urto-mi --example string`

use std::error::Error;
use urto_mi::{Drive, Event, Heard, Listener, Model, Played, Row, Spring};

/// Plucks the string and gives its pitch \[Hz\].
pub fn pitch() -> Result<f64, Box<dyn Error>> {
    let mut model = Model::new(44_100.0)?;
    let row = Row {
        count: 40,
        to: [0.65, 0.0, 0.0],
        mass: 1e-4,
        // Stretched: its links would like to be a tenth shorter than they are.
        spring: Spring {
            stiffness: 7.4e4,
            damping: 1e-3,
            length: Some(0.9 * 0.65 / 39.0),
            ..Spring::default()
        },
        ..Row::default()
    };
    let string = row.build(&mut model, "string")?;
    let drive = Drive::Force {
        mass: string[9],
        newtons: [0.0, 0.1, 0.0],
        steps: 200,
    };
    // Listening to all masses, each as much as the lowest mode moves it, leaves out the overtones.
    let shape = |n: usize| urto::math::sin(n as f64 / 39.0 * core::f64::consts::PI);
    let mut ear = Listener::new(string[0], [0.0, 1.0, 0.0], Heard::Position);
    ear.masses = (0..40).map(|n| (string[n], shape(n))).collect();
    let mut played = Played::new(&model, &[Event { at: 0.0, drive }], &[ear])?;
    let mut heard = vec![0.0; 2 * 44_100];
    played.render(&mut [&mut heard]);

    // From the first to the last time that it swings up through rest once it is let go.
    let pairs = heard.windows(2).enumerate().skip(200);
    let rises = pairs.filter(|(_, w)| w[0] < 0.0 && w[1] >= 0.0);
    let times: Vec<f64> = rises
        .map(|(n, w)| n as f64 - w[0] / (w[1] - w[0]))
        .collect();
    let (first, last) = times.first().zip(times.last()).ok_or("it is silent")?;
    Ok(model.hertz() * (times.len() - 1) as f64 / (last - first))
}

/// Prints it.
pub fn main() -> Result<(), Box<dyn Error>> {
    println!("the string plays {:.2} Hz", pitch()?);
    Ok(())
}
