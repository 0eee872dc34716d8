//! The sound of a plate, said in several ways that must agree.

use crate::bodies::{block, directions, distance};
use urto::math::{cos, exp, sin};
use urto_fem::radiation::{Mode, NormalVelocity, Radiation, Surface, SurfaceSound, Vec3, View};

const SIZE: Vec3 = [0.1, 0.08, 0.006];

fn plate() -> Surface {
    block(SIZE, [12, 10, 1], 0.0)
}

/// A bump on the upper side, around a place.
fn bump(surface: &Surface, middle: [f64; 2], frequency: f64) -> Mode {
    let velocity = |place: Vec3| {
        let (x, y) = (place[0] - middle[0], place[1] - middle[1]);
        let is_above = place[2] > 0.0;
        let width = 0.025;
        let height = exp(-(x * x + y * y) / (width * width));
        [0.0, 0.0, if is_above { height } else { 0.0 }]
    };
    Mode {
        frequency,
        mass: 1.0,
        velocity: NormalVelocity::new(surface, velocity),
    }
}

fn sound<'a>(surface: &'a Surface, mode: &Mode) -> SurfaceSound<'a> {
    (Radiation::default().surface_sound(surface, mode)).expect("a sound")
}

/// ∫p·v over the surface.
fn work(surface: &Surface, sound: &SurfaceSound, mode: &Mode) -> [f64; 2] {
    let pressures: Vec<_> = sound.pressures().collect();
    let mut sum = [0.0; 2];
    for (corners, velocity) in surface.triangles().iter().zip(&mode.velocity.corners) {
        let [a, b, c] = corners.map(|vertex| surface.vertices()[vertex]);
        let (u, v) = (
            [0, 1, 2].map(|x| b[x] - a[x]),
            [0, 1, 2].map(|x| c[x] - a[x]),
        );
        let turn =
            [0, 1, 2].map(|x| u[(x + 1) % 3] * v[(x + 2) % 3] - u[(x + 2) % 3] * v[(x + 1) % 3]);
        let area = turn.iter().map(|x| x * x).sum::<f64>().sqrt() / 2.0;
        for i in 0..3 {
            for (j, speed) in velocity.iter().enumerate() {
                let overlap = area / if i == j { 6.0 } else { 12.0 };
                for part in 0..2 {
                    sum[part] += overlap * pressures[corners[i]][part] * speed;
                }
            }
        }
    }
    sum
}

/// What one bump makes heard at the other is what the other makes heard at it.
#[test]
fn speaking_and_listening_can_change_places() {
    let surface = plate();
    for frequency in [800.0, 3000.0, 6000.0] {
        let one = bump(&surface, [-0.02, 0.01], frequency);
        let other = bump(&surface, [0.025, -0.01], frequency);
        let there = work(&surface, &sound(&surface, &one), &other);
        let back = work(&surface, &sound(&surface, &other), &one);
        let error = distance(&[there], &[back]);
        assert!(error < 0.001, "{frequency} Hz: {error}");
    }
}

/// Terms that together count for no more than a hundredth of the amplitude, far away or at 1.5 radii,
/// are left out; the others are true to a thousandth.
const LEFT_OUT: f64 = 0.011;

/// Multipoles against the far field and, outside, against the representation formula.
#[test]
fn multipoles_say_what_the_surface_says() {
    let surface = plate();
    let radius = surface.radius();
    for frequency in [800.0, 3000.0, 6000.0] {
        let sound = sound(&surface, &bump(&surface, [-0.02, 0.01], frequency));
        let field = sound.multipoles();
        let mut view = View::new(field.order());
        let directions = directions(60);
        let far: Vec<_> = directions.iter().map(|&d| sound.far(d)).collect();
        let told: Vec<_> = (directions.iter())
            .map(|&direction| {
                view.look(direction);
                field.far(&view)
            })
            .collect();
        let error = distance(&told, &far);
        assert!(error < LEFT_OUT, "{frequency} Hz, far: {error}");
        for radii in [1.5, 2.0, 20.0] {
            let places: Vec<Vec3> = (directions.iter())
                .map(|d| d.map(|x| x * radii * radius))
                .collect();
            let exact: Vec<_> = places.iter().map(|&x| sound.pressure_at(x)).collect();
            let heard: Vec<_> = (places.iter())
                .map(|&place| {
                    view.look(place);
                    let [re, im] = field.heard(&view);
                    let phase = field.wave_number * view.distance();
                    let (c, s) = (cos(phase), sin(phase));
                    [re * c - im * s, re * s + im * c]
                })
                .collect();
            let error = distance(&heard, &exact);
            assert!(error < LEFT_OUT, "{frequency} Hz, {radii} radii: {error}");
        }
    }
}

/// Without e^{ikr} half way between two places is heard as the mean of both.
#[test]
fn what_is_heard_moves_slowly_with_the_listener() {
    let surface = plate();
    let field = sound(&surface, &bump(&surface, [0.0, 0.01], 6000.0)).multipoles();
    let mut view = View::new(field.order());
    // A listener who walks past at 2 m/s, heard every 3 ms: an eighth of a wave.
    for step in 0..100 {
        let mut heard = |at: f64| {
            view.look([-0.3 + 0.006 * at, 0.3, 0.2]);
            field.heard(&view)
        };
        let at = f64::from(step);
        let (before, middle, after) = (heard(at), heard(at + 0.5), heard(at + 1.0));
        let mean = [0, 1].map(|part| 0.5 * (before[part] + after[part]));
        assert!(distance(&[mean], &[middle]) < 1e-3);
    }
}
