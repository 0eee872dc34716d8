//! Footsteps: cadence, heel and toe, what grounds, soles and weights do.

use urto::Rate;
use urto::math;
use urto::param::{Kind, Value};
use urto::sound::{Event, Sound};

const RATE: f64 = 48_000.0;

/// Someone who sets off, with settings written as `key=value`.
fn steps(settings: &str) -> Box<dyn Sound> {
    let mut sound = (urto::sounds::find("footsteps").unwrap().make)();
    for setting in settings.split_whitespace() {
        let (key, value) = setting.split_once('=').unwrap();
        let table = sound.params().table();
        let id = table.find(key).unwrap();
        let value = match table.spec_of(&id).unwrap().kind {
            Kind::Choice { options, .. } => {
                Value::Choice(options.iter().position(|o| o.key == value).unwrap())
            }
            _ => Value::Number(value.parse().unwrap()),
        };
        sound.set(&id, &value);
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.event(0, Event::trigger(1.0));
    sound
}

fn render(sound: &mut dyn Sound, seconds: f64) -> Vec<f64> {
    let mut out = vec![0.0f32; (seconds * RATE) as usize];
    sound.render(&[], &mut [&mut out]);
    out.into_iter().map(f64::from).collect()
}

fn walk(settings: &str, seconds: f64) -> Vec<f64> {
    render(steps(settings).as_mut(), seconds)
}

fn power(signal: &[f64]) -> f64 {
    signal.iter().map(|x| x * x).sum()
}

/// Half the rate times the share of the first difference in the energy: a measure of
/// brightness, the RMS frequency, 2·sin(pi·f/rate) written backwards.
fn brightness(signal: &[f64]) -> f64 {
    let steeper: f64 = signal
        .windows(2)
        .map(|w| (w[1] - w[0]) * (w[1] - w[0]))
        .sum();
    (steeper / power(signal)).sqrt() * RATE / math::TAU
}

/// Times at which something hard strikes \[s\]: 2 ms louder than four times the 20 ms before.
fn onsets(signal: &[f64]) -> Vec<f64> {
    let hop = (0.002 * RATE) as usize;
    let powers: Vec<f64> = signal.chunks(hop).map(power).collect();
    let most = powers.iter().copied().fold(0.0, f64::max);
    let mut found: Vec<f64> = Vec::new();
    for n in 0..powers.len() {
        let before = &powers[n.saturating_sub(10)..n];
        let before = before.iter().copied().fold(0.0, f64::max);
        let time = n as f64 * 0.002;
        if powers[n] > 16.0 * before
            && powers[n] > 1e-3 * most
            && found.last().is_none_or(|last| time - last > 0.03)
        {
            found.push(time);
        }
    }
    found
}

/// Walking at 1.3 m/s takes 110 steps a minute, each with a heel and a toe 0.16 of the time on
/// the ground later; running is faster; both by the walk ratio, within 2 %.
#[test]
fn steps_come_in_time_with_heel_and_toe() {
    for (gait, speed, duty, gap) in [("walk", 1.3, 0.62, 0.16), ("run", 3.0, 0.35, 0.2)] {
        let settings =
            format!("ground=marble gait={gait} speed={speed} variation=0 scuff=0 sole=1e9");
        let found = onsets(&walk(&settings, 4.0));
        let interval = (60.0f64 * 0.0065 / speed).sqrt();
        println!("{gait}: {found:?}");
        let heels: Vec<f64> = found.iter().copied().step_by(2).collect();
        let mean = (heels[heels.len() - 1] - heels[0]) / (heels.len() - 1) as f64;
        assert!(
            (mean / interval - 1.0).abs() < 0.02,
            "{gait}: {mean} s, not {interval}"
        );
        let toe = gap * 2.0 * duty * interval;
        for pair in found.chunks_exact(2) {
            assert!(
                (pair[1] - pair[0] - toe).abs() < 0.006,
                "{gait}: {pair:?}, not {toe}"
            );
        }
    }
}

/// Without variation one heel sounds like the other; with it, no two do.
#[test]
fn steps_vary_when_asked_to() {
    let difference = |variation: &str| {
        let settings = format!("ground=marble scuff=0 sole=1e9 variation={variation}");
        let out = walk(&settings, 4.0);
        let heels: Vec<usize> = onsets(&out)
            .into_iter()
            .step_by(2)
            .map(|time| (time * RATE) as usize)
            .collect();
        let peak = |from: &usize| {
            let stretch = &out[*from..out.len().min(from + 1000)];
            stretch.iter().fold(0.0f64, |most, x| most.max(x.abs()))
        };
        // Every other step is of the same foot.
        let peaks: Vec<f64> = heels.iter().skip(1).step_by(2).map(peak).collect();
        let (least, most) = peaks
            .iter()
            .fold((f64::MAX, 0.0f64), |(least, most), peak| {
                (least.min(*peak), most.max(*peak))
            });
        most / least
    };
    let (steady, natural) = (difference("0"), difference("0.3"));
    println!("{steady} {natural}");
    assert!(steady < 1.05);
    assert!(natural > 1.1);
}

/// Carpet is duller than boards, these than marble under a hard heel; leaves rustle above
/// gravel, and gravel above snow.
#[test]
fn grounds_are_told_apart() {
    let bright = |ground: &str| {
        let found = brightness(&walk(&format!("ground={ground} sole=1e9 heel=0.1"), 2.0));
        println!("{ground}: {found:.0} Hz");
        found
    };
    let [carpet, wood, marble] = ["carpet", "wood", "marble"].map(bright);
    assert!(1.5 * carpet < wood && 1.5 * wood < marble);
    let [mud, snow, gravel, leaves] = ["mud", "snow", "gravel", "leaves"].map(bright);
    assert!(1.5 * mud < snow && 1.2 * snow < gravel && 1.2 * gravel < leaves);
}

/// A harder sole knocks shorter and brighter.
#[test]
fn hard_soles_are_bright() {
    let bright = |sole: &str| brightness(&walk(&format!("ground=marble scuff=0 sole={sole}"), 1.0));
    let found = ["1e6", "1e8", "1e10"].map(bright);
    println!("{found:?}");
    assert!(found[0] < 0.8 * found[1] && found[1] < 0.8 * found[2]);
}

/// Twice as loose, twice as many grains give way: twice the work, within a factor of 1.5. And
/// they only give way under a foot: after the last step there is silence.
#[test]
fn grains_give_way_under_the_foot() {
    // The knocks are made so light that the grains do nearly all the work.
    let work = |loose: &str| {
        let mut sound = steps(&format!(
            "scuff=0 stamp=0.1 heel=0.02 variation=0 loose={loose}"
        ));
        render(sound.as_mut(), 3.0);
        sound.ledger().injected
    };
    let ratio = work("2") / work("1");
    println!("{ratio}");
    assert!((1.33..3.0).contains(&ratio));
    let mut sound = steps("ground=gravel");
    sound.event((1.0 * RATE) as usize, Event::Release);
    assert!(power(&render(sound.as_mut(), 1.5)) > 0.0);
    let seconds = sound.tail();
    render(sound.as_mut(), seconds);
    let rest = render(sound.as_mut(), 0.5);
    assert!(rest.iter().all(|x| x.abs() < 1e-3));
}

/// With all of nature's dynamics a heavy walker is louder than a child.
#[test]
fn weight_is_heard() {
    let loud = |weight: &str| power(&walk(&format!("dynamics=1 weight={weight}"), 2.0)).sqrt();
    let (child, man) = (loud("20"), loud("100"));
    println!("{child} {man}");
    assert!(man > 2.5 * child);
}
