use std::time::Instant;
use urto::param::{Params, Value};
use urto::rng::Rng;
use urto::target::*;
fn set(p: &mut dyn Params, k: &str, v: f64) {
    let id = p.table().find(k).unwrap();
    p.assign(&id, &Value::Number(v)).unwrap();
}
fn main() {
    let mut rng = Rng::new(11);
    let mut times = Vec::new();
    let usual = (urto::sounds::find("impact").unwrap().make)().params().boxed();
    let wishes = [Wish::new("contact_time", 0.8e-3), Wish::new("centroid", 1500.0)];
    match solve(usual.as_ref(), &wishes) { Ok(s) => println!("{:?} {:?}", s.met, s.set), Err(e) => println!("{e}") }
    println!("{:?}", reachable(usual.as_ref(), "centroid", &wishes));
    for _ in 0..100 {
        let mut params = (urto::sounds::find("impact").unwrap().make)().params().boxed();
        set(params.as_mut(), "body.count", 16.0);
        set(params.as_mut(), "striker.mass", rng.log_uniform(0.002, 0.2));
        set(params.as_mut(), "velocity", rng.log_uniform(0.2, 5.0));
        set(params.as_mut(), "strike", 0.5 * rng.uniform());
        let mut other = params.boxed();
        set(other.as_mut(), "contact.stiffness", rng.log_uniform(1e6, 1e11));
        set(other.as_mut(), "contact.dissipation", rng.log_uniform(1e-2, 3.0));
        let wishes = ["contact_time", "centroid"].map(|key| Wish::new(key, measure(other.as_ref(), key).unwrap()));
        let mut least = f64::INFINITY;
        for _ in 0..5 {
            let start = Instant::now();
            let _ = solve(params.as_ref(), &wishes);
            least = least.min(start.elapsed().as_secs_f64());
        }
        times.push(1e3 * least);
    }
    times.sort_by(f64::total_cmp);
    for q in [0, 10, 25, 50, 75, 90, 99] { print!("{q}%: {:.2} ms  ", times[q]); }
    println!();
}
