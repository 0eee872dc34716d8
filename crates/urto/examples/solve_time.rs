use std::time::Instant;
use urto::param::Value;
use urto::target::*;
fn main() {
    let mut params = (urto::sounds::find("impact").unwrap().make)().params().boxed();
    let id = params.table().find("body.count").unwrap();
    params.assign(&id, &Value::Number(16.0)).unwrap();
    let pairs = [(0.8e-3, 1500.0), (0.5e-3, 3000.0), (0.3e-3, 4000.0), (1.5e-3, 1500.0)];
    for (t, c) in pairs {
        println!("{:?}", reachable(params.as_ref(), "centroid", &[Wish::new("contact_time", t)]));
        let mut least = f64::INFINITY;
        let mut met = String::new();
        for _ in 0..20 {
            let start = Instant::now();
            let solved = solve(params.as_ref(), &[Wish::new("contact_time", t), Wish::new("centroid", c)]);
            least = least.min(start.elapsed().as_secs_f64());
            met = match solved { Ok(s) => format!("{:?} {:?}", s.met, s.set), Err(e) => e.to_string() };
        }
        println!("{:.2} ms {met}", 1e3 * least);
    }
    for key in ["contact_time", "centroid", "restitution"] {
        let mut least = f64::INFINITY;
        for _ in 0..20 {
            let start = Instant::now();
            let _ = measure(params.as_ref(), key);
            least = least.min(start.elapsed().as_secs_f64());
        }
        println!("{key} {:.2} ms {:?} {:?}", 1e3 * least, measure(params.as_ref(), key), reachable(params.as_ref(), key, &[]));
    }
}
