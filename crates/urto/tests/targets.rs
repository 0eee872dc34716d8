//! Sounds by what one hears: contact times, centroids, pitches and slips that were asked for.

use urto::param::{Params, Value};
use urto::rng::Rng;
use urto::sounds;
use urto::target::{TargetError, Wish, measure, reachable, solve, targets};

fn impact() -> Box<dyn Params> {
    (sounds::find("impact").unwrap().make)().params().boxed()
}

fn set(params: &mut dyn Params, key: &str, value: f64) {
    let id = params.table().find(key).unwrap();
    params.assign(&id, &Value::Number(value)).unwrap();
}

/// A hammer on a bar of 16 modes.
fn hammer() -> Box<dyn Params> {
    let mut params = impact();
    set(params.as_mut(), "body.count", 16.0);
    params
}

/// Pairs that are tried; all with URTO_FULL=1.
const PAIRS: usize = 200;

/// What random stiffness and dissipation make is asked for, from another start, and met.
#[test]
fn random_pairs_of_contact_time_and_centroid_are_met() {
    let mut rng = Rng::new(11);
    let mut wrong = Vec::new();
    let mut count = 0;
    for case in 0.. {
        if count == PAIRS {
            break;
        }
        let mut params = hammer();
        set(params.as_mut(), "striker.mass", rng.log_uniform(0.002, 0.2));
        set(params.as_mut(), "velocity", rng.log_uniform(0.2, 5.0));
        set(params.as_mut(), "strike", 0.5 * rng.uniform());
        let mut other = params.boxed();
        set(other.as_mut(), "contact.stiffness", rng.log_uniform(1e6, 1e11));
        set(other.as_mut(), "contact.dissipation", rng.log_uniform(1e-2, 3.0));
        let wishes = ["contact_time", "centroid"]
            .map(|key| Wish::new(key, measure(other.as_ref(), key).unwrap()));
        // A shorter touch has less than five samples of the attack: no rate can carry it.
        if wishes[0].value < 1e-4 {
            continue;
        }
        count += 1;
        let solved = match solve(params.as_ref(), &wishes) {
            Ok(solved) => solved,
            Err(error) => {
                wrong.push(format!("{case}: {error}"));
                continue;
            }
        };
        // Measured anew, with the parameters found.
        let got = ["contact_time", "centroid"]
            .map(|key| measure(solved.params.as_ref(), key).unwrap());
        let (low, high) = reachable(params.as_ref(), "centroid", &wishes[..1]).unwrap();
        let time = got[0] / wishes[0].value - 1.0;
        let centroid = (got[1] - wishes[1].value) / (high - low);
        if time.abs() > 0.01 || centroid.abs() > 0.05 {
            wrong.push(format!("{case}: {time:.1e} {centroid:.1e}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
