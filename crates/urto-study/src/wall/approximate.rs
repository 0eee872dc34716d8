//! The thesis' approximation of the rebound, (1.8), to any order.
//!
//! v_out ≈ -(1/mu)·(1 - (Σ b_j·u^j)·e^-2u), u = mu·v_in. It is right in both limits: the b_j are
//! the Taylor coefficients of e^2u·(1 + u_out(u)), and the exponential wins for large u. Order 4
//! is (1.9): 1, 1, 2/3, 2/9, 14/135.

use super::closed::other_root;
use urto::math;

/// The approximation of one order.
#[derive(Clone, Debug, PartialEq)]
pub struct Approximation {
    /// b_j of (1.8), as multiples of mu^j.
    pub coefficients: Vec<f64>,
}

impl Approximation {
    /// The highest order that is worth anything in double precision.
    pub const HIGHEST: usize = 20;

    /// The approximation of an order, at most [`Approximation::HIGHEST`].
    pub fn new(order: usize) -> Self {
        let order = order.min(Self::HIGHEST);
        let w = rebound_series(order);
        let mut doubling = vec![1.0; order + 1];
        for n in 1..=order {
            doubling[n] = doubling[n - 1] * 2.0 / n as f64;
        }
        // 1 + u_out
        let left = |n: usize| if n == 0 { 1.0 } else { w[n] };
        let product = |n: usize| (0..=n).map(|j| doubling[n - j] * left(j)).sum();
        Self {
            coefficients: (0..=order).map(product).collect(),
        }
    }

    /// -u_out by this approximation.
    pub fn scaled_rebound(&self, u: f64) -> f64 {
        let sum = self
            .coefficients
            .iter()
            .rev()
            .fold(0.0, |sum, b| sum * u + b);
        1.0 - sum * math::exp(-2.0 * u)
    }

    /// Approximate velocity after the impact \[m/s\].
    pub fn rebound(&self, velocity: f64, dissipation: f64) -> f64 {
        let u = dissipation * velocity;
        // 1 - (...) has no digits left there; the first orders of u_out have them all.
        if u < 1e-5 {
            return -velocity * (1.0 - u * (2.0 / 3.0 - u * (4.0 / 9.0)));
        }
        -self.scaled_rebound(u) / dissipation
    }

    /// Error against the exact rebound \[%\], positive if it is too fast.
    pub fn error(&self, u: f64) -> f64 {
        let exact = -other_root(u).1;
        100.0 * (self.scaled_rebound(u) / exact - 1.0)
    }
}

/// The approximation (1.8) with the coefficients (1.9): velocity after the impact \[m/s\].
pub fn approximate_rebound(velocity: f64, dissipation: f64) -> f64 {
    Approximation::new(4).rebound(velocity, dissipation)
}

/// Taylor coefficients of u_out(u) up to an order: -u + 2u²/3 - 4u³/9 + ...
///
/// From w - ln(1 + w) = u - ln(1 + u): w·w'·(1 + u) = u·(1 + w). The coefficient of u^(n+1) in
/// w·w' is (n + 2)/2·Σ w_i·w_(n+2-i), of which the outermost terms hold w_(n+1).
fn rebound_series(order: usize) -> Vec<f64> {
    let mut w = vec![0.0; order.max(1) + 1];
    w[1] = -1.0;
    // s_n: coefficient of u^n in w²; w·w' = (w²)'/2.
    let mut squares = vec![0.0; order + 3];
    squares[2] = 1.0;
    for n in 2..=order {
        // u^n of ((w²)'/2)·(1 + u) = u + u·w: (n+1)/2·s_(n+1) + n/2·s_n = w_(n-1).
        let needed = (2.0 * w[n - 1] - n as f64 * squares[n]) / (n as f64 + 1.0);
        let known: f64 = (2..n).map(|i| w[i] * w[n + 1 - i]).sum();
        w[n] = (needed - known) / (2.0 * w[1]);
        squares[n + 1] = needed;
    }
    w
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_four_has_the_printed_coefficients() {
        let printed = [1.0, 1.0, 2.0 / 3.0, 2.0 / 9.0, 14.0 / 135.0];
        let own = Approximation::new(4).coefficients;
        for (own, printed) in own.iter().zip(printed) {
            assert!((own - printed).abs() < 1e-15, "{own} {printed}");
        }
        let w = rebound_series(4);
        assert!((w[4] - 44.0 / 135.0).abs() < 1e-15);
    }

    #[test]
    fn higher_orders_are_nearer() {
        for u in [0.2, 0.5] {
            let errors = [4, 6, 8, 10].map(|order| Approximation::new(order).error(u).abs());
            assert!(
                errors.windows(2).all(|pair| pair[1] < pair[0]),
                "{u}: {errors:?}"
            );
        }
    }
}
