//! How far a point is from many planes, in the mean: the measure by which surfaces are coarsened
//! (Garland & Heckbert 1997).

use super::vector::{Vec3, add, cross, dot, scale};

/// Weighted sum of squared distances from planes, around a fixed origin near the planes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quadric {
    /// Upper half of the matrix: xx, xy, xz, yy, yz, zz.
    matrix: [f64; 6],
    vector: Vec3,
    constant: f64,
    /// Area of the triangles in it \[m²\].
    pub area: f64,
}

impl Quadric {
    /// The plane through `point`, with a weight \[m²\].
    pub fn plane(normal: Vec3, point: Vec3, weight: f64) -> Self {
        let [x, y, z] = normal;
        let offset = -dot(normal, point);
        Self {
            matrix: [x * x, x * y, x * z, y * y, y * z, z * z].map(|entry| weight * entry),
            vector: scale(normal, weight * offset),
            constant: weight * offset * offset,
            area: 0.0,
        }
    }

    pub fn add(&mut self, other: &Self) {
        for (own, added) in self.matrix.iter_mut().zip(other.matrix) {
            *own += added;
        }
        self.vector = add(self.vector, other.vector);
        self.constant += other.constant;
        self.area += other.area;
    }

    /// Mean squared distance at a point \[m²\].
    pub fn distance2(&self, at: Vec3) -> f64 {
        let sum = dot(at, self.times(at)) + 2.0 * dot(self.vector, at) + self.constant;
        // Rounding may leave less than nothing.
        sum.max(0.0) / self.area
    }

    fn times(&self, v: Vec3) -> Vec3 {
        let [xx, xy, xz, yy, yz, zz] = self.matrix;
        [
            xx * v[0] + xy * v[1] + xz * v[2],
            xy * v[0] + yy * v[1] + yz * v[2],
            xz * v[0] + yz * v[1] + zz * v[2],
        ]
    }

    /// The best point, held weakly at `near` where the planes leave it free.
    pub fn best(&self, near: Vec3) -> Option<Vec3> {
        // A millionth of the planes' weight: moves nothing where they decide.
        let hold = 1e-6 * self.area;
        let [xx, xy, xz, yy, yz, zz] = self.matrix;
        let rows = [
            [xx + hold, xy, xz],
            [xy, yy + hold, yz],
            [xz, yz, zz + hold],
        ];
        // Measured from `near`, so that the hold pulls to 0.
        let right = scale(add(self.times(near), self.vector), -1.0);
        solve(rows, right).map(|step| add(near, step))
    }
}

/// Three equations by Cramer's rule.
fn solve(rows: [Vec3; 3], right: Vec3) -> Option<Vec3> {
    let columns = [0, 1, 2].map(|c| [rows[0][c], rows[1][c], rows[2][c]]);
    let determinant = dot(columns[0], cross(columns[1], columns[2]));
    let x = [
        dot(right, cross(columns[1], columns[2])),
        dot(columns[0], cross(right, columns[2])),
        dot(columns[0], cross(columns[1], right)),
    ];
    let solution = x.map(|value| value / determinant);
    solution
        .iter()
        .all(|value| value.is_finite())
        .then_some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::radiation::vector::sub;

    #[test]
    fn three_planes_meet_in_the_best_point() {
        let point = [0.3, -0.2, 0.7];
        let mut all = Quadric::default();
        for normal in [[1.0, 0.0, 0.0], [0.0, 0.6, 0.8], [0.0, 0.8, -0.6]] {
            let mut plane = Quadric::plane(normal, point, 2.0);
            plane.area = 2.0;
            all.add(&plane);
        }
        let best = all.best([0.0; 3]).unwrap();
        let off = sub(best, point);
        assert!(dot(off, off).sqrt() < 1e-5, "{best:?}");
        // One metre from one of three equal planes: a third of a square metre in the mean.
        let aside = add(point, [1.0, 0.0, 0.0]);
        assert!((all.distance2(aside) - 1.0 / 3.0).abs() < 1e-12);
    }
}
