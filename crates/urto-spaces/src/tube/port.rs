//! A place in the mesh where a sound goes in or an ear listens, between the cells.
//!
//! A port is a line of some admittance tied to the nine cells around its place by ideal
//! transformers, whose ratios are a quadratic spline. These hold no energy and lose none, at any
//! moment and whatever their ratios, so a port may move as it likes: what goes in and what comes out
//! balances in every step. The spline has no kinks, so that nothing clicks from cell to cell.

/// The sum of the squared shares of a spline whose middle is on a cell: 0.75² + 2·0.125².
const ON_A_CELL: f64 = 0.593_75;

/// Ratios along one axis: the first of three cells, and their shares, which sum up to 1.
#[derive(Clone, Copy, Default)]
struct Spread {
    first: usize,
    shares: [f64; 3],
}

impl Spread {
    /// Around a place \[cells\] of an axis of so many. What would lie beyond a wall lies before it.
    fn new(place: f64, cells: usize) -> Self {
        let place = (place - 0.5).clamp(0.0, (cells - 1) as f64);
        let middle = ((place + 0.5) as usize).min(cells - 1);
        let aside = place - middle as f64;
        let (near, far) = (0.5 - aside, 0.5 + aside);
        let [before, own, after] = [0.5 * near * near, 0.75 - aside * aside, 0.5 * far * far];
        match (middle == 0, middle == cells - 1) {
            (true, true) => Self::of(0, [1.0, 0.0, 0.0]),
            (true, false) => Self::of(0, [before + own, after, 0.0]),
            (false, true) => Self::of(middle - 1, [before, own + after, 0.0]),
            (false, false) => Self::of(middle - 1, [before, own, after]),
        }
    }

    fn of(first: usize, shares: [f64; 3]) -> Self {
        Self { first, shares }
    }

    /// How far two of them share cells.
    fn common(&self, other: &Self) -> f64 {
        let mut sum = 0.0;
        for (n, own) in self.shares.iter().enumerate() {
            let there = (self.first + n).wrapping_sub(other.first);
            sum += own * other.shares.get(there).copied().unwrap_or(0.0);
        }
        sum
    }
}

/// What was pushed into the nine cells at a step.
#[derive(Clone, Copy, Default)]
struct Pushed {
    first: usize,
    along: [f64; 3],
    across: [f64; 3],
}

/// A port at its place.
#[derive(Clone, Copy, Default)]
pub(super) struct Port {
    along: Spread,
    across: Spread,
    /// What it pushed a step and two steps ago.
    pushed: [Pushed; 2],
}

impl Port {
    /// Moves it \[cells\].
    pub fn go(&mut self, [x, y]: [f64; 2], [columns, rows]: [usize; 2]) {
        self.along = Spread::new(x, columns);
        self.across = Spread::new(y, rows);
    }

    pub fn clear(&mut self) {
        self.pushed = [Pushed::default(); 2];
    }

    /// What a flow into one does to the pressure at the other: half of what they share.
    pub fn common(&self, other: &Self) -> f64 {
        0.5 * self.along.common(&other.along) * self.across.common(&other.across)
    }

    /// What a flow does to its own pressure is most on a cell and least between. This much is put in
    /// series with its line, so that together they are always the same, and cells are not heard going by.
    pub fn series(&self, rows: usize) -> f64 {
        let [along, across] = [&self.along, &self.across].map(|own| own.common(own));
        // In a narrow tube a port does not get away from the sides.
        let most = ON_A_CELL * if rows > 2 { ON_A_CELL } else { across };
        0.5 * (most - along * across).max(0.0)
    }

    fn first(&self, stride: usize) -> usize {
        self.across.first * stride + self.along.first
    }

    /// The pressure at its place.
    pub fn hear(&self, cells: &[f64], stride: usize) -> f64 {
        let mut first = self.first(stride);
        let mut sum = 0.0;
        for share in self.across.shares {
            // A share of nothing may lie beyond the mesh.
            if share != 0.0 {
                for (n, along) in self.along.shares.iter().enumerate() {
                    if *along != 0.0 {
                        sum += share * along * cells[first + n];
                    }
                }
            }
            first += stride;
        }
        sum
    }

    /// What was pushed two steps ago is taken off again, as the mesh's law has it.
    pub fn let_go(&mut self, cells: &mut [f64], stride: usize) {
        add(&self.pushed[1], -1.0, cells, stride);
        self.pushed[1] = self.pushed[0];
    }

    /// Pushes its cells.
    pub fn push(&mut self, flow: f64, cells: &mut [f64], stride: usize) {
        self.pushed[0] = Pushed {
            first: self.first(stride),
            along: self.along.shares.map(|share| 0.5 * flow * share),
            across: self.across.shares,
        };
        add(&self.pushed[0], 1.0, cells, stride);
    }
}

fn add(pushed: &Pushed, sign: f64, cells: &mut [f64], stride: usize) {
    let mut first = pushed.first;
    for across in pushed.across {
        if across != 0.0 {
            for (n, along) in pushed.along.iter().enumerate() {
                if *along != 0.0 {
                    cells[first + n] += sign * across * along;
                }
            }
        }
        first += stride;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_whole_everywhere_and_have_their_middle_where_the_port_is() {
        for cells in [1, 2, 3, 40] {
            for n in 0..=100 {
                let place = 0.01 * f64::from(n) * cells as f64;
                let spread = Spread::new(place, cells);
                let whole: f64 = spread.shares.iter().sum();
                assert!((whole - 1.0).abs() < 1e-12);
                let last = spread.shares.iter().rposition(|own| *own != 0.0).unwrap();
                assert!(spread.first + last < cells);
                if (1.5..cells as f64 - 1.5).contains(&place) {
                    let middle = spread.shares.iter().enumerate();
                    let middle: f64 = middle.map(|(n, own)| own * n as f64).sum();
                    assert!((spread.first as f64 + middle + 0.5 - place).abs() < 1e-12);
                }
            }
        }
    }
}
