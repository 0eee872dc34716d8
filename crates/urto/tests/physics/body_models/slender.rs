//! Bars, tubes, blocks, strings and rings.

use super::eigen::{Square, vibrations};
use super::{modes, nearest, steel};
use urto::body::{BodyKind, MaterialKind};
use urto::math::{self, TAU};

/// A beam of cubic elements: bending stiffness \[N·m²\], pull \[N\], mass per length \[kg/m\].
struct Beam {
    bends: f64,
    pull: f64,
    heavy: f64,
    length: f64,
    elements: usize,
}

impl Beam {
    /// Stiffness and mass; each node has a deflection and a slope.
    fn parts(&self) -> (Square, Square) {
        let size = 2 * (self.elements + 1);
        let (mut stiff, mut mass) = (Square::zero(size), Square::zero(size));
        let l = self.length / self.elements as f64;
        let bent = [
            [12.0, 6.0 * l, -12.0, 6.0 * l],
            [6.0 * l, 4.0 * l * l, -6.0 * l, 2.0 * l * l],
            [-12.0, -6.0 * l, 12.0, -6.0 * l],
            [6.0 * l, 2.0 * l * l, -6.0 * l, 4.0 * l * l],
        ];
        let pulled = [
            [36.0, 3.0 * l, -36.0, 3.0 * l],
            [3.0 * l, 4.0 * l * l, -3.0 * l, -l * l],
            [-36.0, -3.0 * l, 36.0, -3.0 * l],
            [3.0 * l, -l * l, -3.0 * l, 4.0 * l * l],
        ];
        let moved = [
            [156.0, 22.0 * l, 54.0, -13.0 * l],
            [22.0 * l, 4.0 * l * l, 13.0 * l, -3.0 * l * l],
            [54.0, 13.0 * l, 156.0, -22.0 * l],
            [-13.0 * l, -3.0 * l * l, -22.0 * l, 4.0 * l * l],
        ];
        for element in 0..self.elements {
            for i in 0..4 {
                for j in 0..4 {
                    let (row, column) = (2 * element + i, 2 * element + j);
                    let k = self.bends / (l * l * l) * bent[i][j]
                        + self.pull / (30.0 * l) * pulled[i][j];
                    stiff.add(row, column, k);
                    mass.add(row, column, self.heavy * l / 420.0 * moved[i][j]);
                }
            }
        }
        (stiff, mass)
    }

    /// Frequencies \[Hz\] and what each mode weighs at a place of the model \[kg\], without places
    /// that are held.
    fn rings(&self, held: &[usize], place: usize) -> Vec<(f64, f64)> {
        let (stiff, mass) = self.parts();
        let (all, shapes) = vibrations(&stiff.without(held), &mass.without(held));
        let weighs = |shape: &Vec<f64>| 1.0 / (shape[place] * shape[place]);
        all.iter()
            .map(|w| w / TAU)
            .zip(shapes.iter().map(weighs))
            .collect()
    }
}

/// Free and clamped bars: pitch within a part in ten thousand, mass at the free end within a
/// thousandth.
#[test]
fn bars_ring_as_beam_elements_do() {
    let (length, width, thick) = (0.3, 0.04, 0.004);
    let figures = MaterialKind::Steel.figures();
    let beam = Beam {
        bends: figures.modulus * width * thick * thick * thick / 12.0,
        pull: 0.0,
        heavy: figures.density * width * thick,
        length,
        elements: 40,
    };
    // Two rigid motions come first.
    let free = beam.rings(&[], 0).split_off(2);
    let held = beam.rings(&[80, 81], 0);
    for (kind, model) in [(BodyKind::Bar, free), (BodyKind::ClampedBar, held)] {
        let own = modes(&steel(kind, length, width, thick));
        for (n, (hertz, weighs)) in model.iter().take(6).enumerate() {
            let off = (own[n].frequency / hertz - 1.0, own[n].mass / weighs - 1.0);
            println!("{kind:?} {n}: {hertz:.1} Hz {off:?}");
            assert!(
                off.0.abs() < 1e-4 && off.1.abs() < 1e-3,
                "{kind:?} {n} {off:?}"
            );
        }
    }
}

/// A tube bends by its section's second moment, here summed over rings, and breathes as a frame of
/// straight pieces does.
#[test]
fn a_tube_bends_by_its_section_and_breathes_as_a_frame() {
    let (length, wide, wall) = (0.8, 0.05, 0.002);
    let figures = MaterialKind::Steel.figures();
    let (mut area, mut second) = (0.0, 0.0);
    let (inner, count) = (0.5 * wide - wall, 1000);
    for n in 0..count {
        let thin = wall / f64::from(count);
        let radius = inner + (f64::from(n) + 0.5) * thin;
        area += TAU * radius * thin;
        // The mean of y² on a circle is half its radius squared.
        second += TAU * radius * thin * 0.5 * radius * radius;
    }
    let beam = Beam {
        bends: figures.modulus * second,
        pull: 0.0,
        heavy: figures.density * area,
        length,
        elements: 40,
    };
    let own = modes(&steel(BodyKind::Tube, length, wide, wall));
    for (hertz, weighs) in beam.rings(&[], 0).split_off(2).iter().take(4) {
        let (mode, off) = nearest(&own, *hertz);
        println!("tube {hertz:.1} Hz {off:e}");
        assert!(off.abs() < 2e-4 && (mode.mass / weighs - 1.0).abs() < 1e-3);
    }
    // Long, it is bent under plane strain: E/(1 - nu²) for E.
    let stiff = figures.modulus / (1.0 - figures.poisson * figures.poisson);
    let frame = frame(
        0.5 * (wide - wall),
        length * wall,
        wall,
        stiff,
        figures.density,
    );
    for (n, (hertz, weighs)) in frame {
        let (mode, off) = nearest(&own, hertz);
        println!("tube breathes {n}: {hertz:.1} Hz {off:e}");
        assert!(
            off.abs() < 6e-3 && (mode.mass / weighs - 1.0).abs() < 0.01,
            "{n} {off}"
        );
    }
}

/// A ring of straight pieces that bend and stretch, in its plane: waves around, frequency \[Hz\], and
/// mass \[kg\] where the radial motion is greatest. The area of its section \[m²\] and its height.
fn frame(
    radius: f64,
    area: f64,
    high: f64,
    modulus: f64,
    density: f64,
) -> Vec<(usize, (f64, f64))> {
    let count = 64;
    let (mut stiff, mut mass) = (Square::zero(3 * count), Square::zero(3 * count));
    let step = TAU / count as f64;
    let l = 2.0 * radius * math::sin(0.5 * step);
    // Straight pieces are shorter than the arc: their mass is the arc's.
    let heavy = density * area * radius * step / l;
    let bends = modulus * area * high * high / 12.0;
    let along = modulus * area / l;
    let b = bends / (l * l * l);
    let mut local = [[0.0; 6]; 6];
    let mut moved = [[0.0; 6]; 6];
    let bent = [
        [12.0, 6.0 * l, -12.0, 6.0 * l],
        [6.0 * l, 4.0 * l * l, -6.0 * l, 2.0 * l * l],
        [-12.0, -6.0 * l, 12.0, -6.0 * l],
        [6.0 * l, 2.0 * l * l, -6.0 * l, 4.0 * l * l],
    ];
    let swung = [
        [156.0, 22.0 * l, 54.0, -13.0 * l],
        [22.0 * l, 4.0 * l * l, 13.0 * l, -3.0 * l * l],
        [54.0, 13.0 * l, 156.0, -22.0 * l],
        [-13.0 * l, -3.0 * l * l, -22.0 * l, 4.0 * l * l],
    ];
    let across = [1, 2, 4, 5];
    for i in 0..4 {
        for j in 0..4 {
            local[across[i]][across[j]] = b * bent[i][j];
            moved[across[i]][across[j]] = heavy * l / 420.0 * swung[i][j];
        }
    }
    for (i, j, sign, share) in [
        (0, 0, 1.0, 2.0),
        (0, 3, -1.0, 1.0),
        (3, 0, -1.0, 1.0),
        (3, 3, 1.0, 2.0),
    ] {
        local[i][j] = sign * along;
        moved[i][j] = heavy * l / 6.0 * share;
    }
    for piece in 0..count {
        let angle = step * (piece as f64 + 0.5) + 0.25 * TAU;
        let (s, c) = (math::sin(angle), math::cos(angle));
        let mut turn = [[0.0; 6]; 6];
        for end in [0, 3] {
            turn[end][end] = c;
            turn[end][end + 1] = s;
            turn[end + 1][end] = -s;
            turn[end + 1][end + 1] = c;
            turn[end + 2][end + 2] = 1.0;
        }
        let place = |i: usize| 3 * ((piece + i / 3) % count) + i % 3;
        for i in 0..6 {
            for j in 0..6 {
                let (mut k, mut m) = (0.0, 0.0);
                for a in 0..6 {
                    for z in 0..6 {
                        k += turn[a][i] * local[a][z] * turn[z][j];
                        m += turn[a][i] * moved[a][z] * turn[z][j];
                    }
                }
                stiff.add(place(i), place(j), k);
                mass.add(place(i), place(j), m);
            }
        }
    }
    let (all, shapes) = vibrations(&stiff, &mass);
    // Three rigid motions, then pairs with two and more waves.
    (2..6)
        .map(|n| {
            let index = 3 + 2 * (n - 2);
            let most = (0..count).fold(0.0f64, |most, node| {
                // Both of the pair, so that the crest lies on no node by chance.
                let radial = |shape: &Vec<f64>| {
                    let angle = step * node as f64;
                    let (s, c) = (math::sin(angle), math::cos(angle));
                    shape[3 * node] * c + shape[3 * node + 1] * s
                };
                let (a, b) = (radial(&shapes[index]), radial(&shapes[index + 1]));
                most.max((a * a + b * b).sqrt())
            });
            (n, (all[index] / TAU, 1.0 / (most * most)))
        })
        .collect()
}

/// A ring in its plane; pairs lie 0.3 % apart.
#[test]
fn a_ring_rings_as_a_frame_does() {
    let (size, width, thick) = (0.2, 0.01, 0.004);
    let figures = MaterialKind::Steel.figures();
    let own = modes(&steel(BodyKind::Ring, size, width, thick));
    let model = frame(
        0.5 * size,
        width * thick,
        thick,
        figures.modulus,
        figures.density,
    );
    for (n, (hertz, weighs)) in model {
        let (mode, off) = nearest(&own, hertz);
        println!("ring {n}: {hertz:.1} Hz {off:e}, {} {weighs}", mode.mass);
        assert!(off.abs() < 6e-3, "{n} {off}");
        assert!((mode.mass / weighs - 1.0).abs() < 0.01, "{n}");
    }
}

/// A stiff string between pivots: pull, bending and mass by elements.
#[test]
fn a_string_rings_as_a_pulled_beam_does() {
    let (length, thick, strain) = (0.65, 0.002, 3e-3);
    let figures = MaterialKind::Steel.figures();
    let area = 0.125 * TAU * thick * thick;
    let beam = Beam {
        bends: figures.modulus * area * thick * thick / 16.0,
        pull: figures.modulus * area * strain,
        heavy: figures.density * area,
        length,
        elements: 40,
    };
    let own = modes(&steel(BodyKind::String, length, length, thick));
    for (n, (hertz, _)) in beam.rings(&[0, 80], 0).iter().take(8).enumerate() {
        let off = own[n].frequency / hertz - 1.0;
        println!("string {n}: {hertz:.2} Hz {off:e}");
        assert!(off.abs() < 1e-4, "{n} {off}");
        assert!((own[n].mass / (0.5 * beam.heavy * length) - 1.0).abs() < 1e-9);
    }
}

/// Bending with shear and turning inertia (Timoshenko): each node has a deflection and a turn; shear
/// is taken in the middle of an element, so that thin ones do not lock.
fn stout(length: f64, side: f64, modulus: f64, poisson: f64, density: f64) -> Vec<f64> {
    let elements = 80;
    let l = length / f64::from(elements);
    let size = 2 * (elements as usize + 1);
    let (mut stiff, mut mass) = (Square::zero(size), Square::zero(size));
    // Per unit of width.
    let (area, second) = (side, side * side * side / 12.0);
    let shear = 5.0 / 6.0 * modulus / (2.0 * (1.0 + poisson)) * area;
    for element in 0..elements as usize {
        let at = |i: usize| 2 * element + i;
        // Curvature (b - a)/l; shear (w1 - w0)/l - (a + b)/2.
        let curved = [0.0, -1.0 / l, 0.0, 1.0 / l];
        let sheared = [-1.0 / l, -0.5, 1.0 / l, -0.5];
        for i in 0..4 {
            for j in 0..4 {
                let k = l
                    * (modulus * second * curved[i] * curved[j] + shear * sheared[i] * sheared[j]);
                stiff.add(at(i), at(j), k);
                if i % 2 == j % 2 {
                    let own = density * if i % 2 == 0 { area } else { second };
                    let share = if i == j { 2.0 } else { 1.0 };
                    mass.add(at(i), at(j), own * l / 6.0 * share);
                }
            }
        }
    }
    vibrations(&stiff, &mass)
        .0
        .split_off(2)
        .iter()
        .map(|w| w / TAU)
        .collect()
}

/// Torsional stiffness of a rectangle over its polar inertia, by Prandtl's stress function on a grid:
/// its Laplacian is -2, it is 0 at the edge, and J is twice its integral.
fn twists(width: f64, thick: f64) -> f64 {
    let (m, n) = (96, 48);
    let (dx, dy) = (width / m as f64, thick / n as f64);
    let mut f = vec![vec![0.0f64; n + 1]; m + 1];
    let (ax, ay) = (1.0 / (dx * dx), 1.0 / (dy * dy));
    for _ in 0..4000 {
        let mut most = 0.0f64;
        for i in 1..m {
            for j in 1..n {
                let around = ax * (f[i - 1][j] + f[i + 1][j]) + ay * (f[i][j - 1] + f[i][j + 1]);
                let goal = (around + 2.0) / (2.0 * (ax + ay));
                let step = 1.9 * (goal - f[i][j]);
                most = most.max(step.abs());
                f[i][j] += step;
            }
        }
        if most < 1e-14 * width * thick {
            break;
        }
    }
    let sum: f64 = f.iter().flatten().sum();
    let polar = width * thick * (width * width + thick * thick) / 12.0;
    2.0 * sum * dx * dy / polar
}

/// A block: its bending over both sides within 3.5 % for the first two orders of a stout one, its
/// twisting within 1 %, its stretching exactly.
#[test]
fn a_block_rings_as_a_stout_beam_does() {
    let (length, width, thick) = (0.2, 0.06, 0.03);
    let figures = MaterialKind::Steel.figures();
    let own = modes(&steel(BodyKind::Block, length, width, thick));
    for side in [thick, width] {
        let model = stout(
            length,
            side,
            figures.modulus,
            figures.poisson,
            figures.density,
        );
        for (n, hertz) in model.iter().take(2).enumerate() {
            if *hertz > 19e3 {
                continue;
            }
            let (_, off) = nearest(&own, *hertz);
            println!("block over {side}, {n}: {hertz:.0} Hz {off:e}");
            assert!(off.abs() < 0.035, "{side} {n} {off}");
        }
    }
    let ratio = twists(width, thick);
    let hertz = figures.shear_speed() * ratio.sqrt() / (2.0 * length);
    let (_, off) = nearest(&own, hertz);
    println!("block twists: J/Ip {ratio}, {hertz:.0} Hz {off:e}");
    assert!(off.abs() < 0.01, "{off}");
    let (_, off) = nearest(&own, figures.bar_speed() / (2.0 * length));
    assert!(off.abs() < 1e-9);
}

/// A glass: energy of a wall that bends around and along, its profile a clamped beam's by elements.
#[test]
fn a_glass_rings_by_the_energy_of_its_wall() {
    let (height, wide, wall) = (0.12, 0.08, 0.0015);
    let figures = MaterialKind::Steel.figures();
    let profile = Beam {
        bends: 1.0,
        pull: 0.0,
        heavy: 1.0,
        length: height,
        elements: 40,
    };
    // The lowest eigenvalue is the integral of f''² over that of f².
    let curved = math::pow(TAU * profile.rings(&[80, 81], 0)[0].0, 2.0);
    let radius = 0.5 * wide;
    let own = modes(&steel(BodyKind::Glass, height, wide, wall));
    for n in 2..5 {
        let square = f64::from(n * n);
        let around = math::pow(square - 1.0, 2.0) / math::pow(radius, 4.0);
        let moves = 1.0 + 1.0 / square;
        let bends = figures.modulus * wall * wall / (12.0 * figures.density);
        let hertz = (bends * (around + curved) / moves).sqrt() / TAU;
        let (_, off) = nearest(&own, hertz);
        println!("glass {n}: {hertz:.1} Hz {off:e}");
        // Pairs lie 0.3 % apart.
        assert!((off.abs() - 0.0015).abs() < 1e-4, "{n} {off}");
    }
}
