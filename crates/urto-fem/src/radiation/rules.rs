//! Where on a triangle to sample, and how much each sample weighs.

/// Places as shares of the three corners, and weights that sum to 1.
pub(super) struct Rule<const N: usize> {
    pub places: [[f64; 3]; N],
    pub weights: [f64; N],
}

/// Three points, exact for squares: for triangles that are far apart. The hat of a corner is
/// 1/6 at each point and 1/2 more at its own.
pub(super) const THREE: Rule<3> = Rule {
    places: [
        [2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0],
        [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0],
    ],
    weights: [1.0 / 3.0; 3],
};

/// Seven points, exact to the fifth power (Radon 1948): for triangles that are near.
pub(super) fn seven() -> Rule<7> {
    let root = 15.0_f64.sqrt();
    let mut rule = Rule {
        places: [[1.0 / 3.0; 3]; 7],
        weights: [9.0 / 40.0; 7],
    };
    let rings = [
        ((6.0 - root) / 21.0, (155.0 - root) / 1200.0),
        ((6.0 + root) / 21.0, (155.0 + root) / 1200.0),
    ];
    for (ring, (share, weight)) in rings.into_iter().enumerate() {
        for corner in 0..3 {
            let at = 1 + 3 * ring + corner;
            rule.places[at] = [share; 3];
            rule.places[at][corner] = 1.0 - 2.0 * share;
            rule.weights[at] = weight;
        }
    }
    rule
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of `x^a y^b` over the triangle (0,0), (1,0), (0,1) is `2 a! b! / (a+b+2)!`.
    fn check<const N: usize>(rule: &Rule<N>, degree: u32) {
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        let power = |x: f64, n: u32| (0..n).fold(1.0, |product, _| product * x);
        for a in 0..=degree {
            for b in 0..=degree - a {
                let sampled: f64 = (rule.places.iter().zip(rule.weights))
                    .map(|(place, weight)| weight * power(place[1], a) * power(place[2], b))
                    .sum();
                let exact = 2.0 * factorial(a) * factorial(b) / factorial(a + b + 2);
                assert!(
                    (sampled - exact).abs() < 1e-15,
                    "x^{a} y^{b}: {sampled} against {exact}"
                );
            }
        }
    }

    #[test]
    fn rules_are_exact_to_their_degree() {
        check(&THREE, 2);
        check(&seven(), 5);
    }
}
