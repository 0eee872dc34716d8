//! Vectors, 3 x 3 matrices and turns (quaternions w, x, y, z) as plain numbers.

pub(crate) use urto_mesh::vector::{Vector, cross, difference, dot, length, scaled, sum};

/// Rows of a matrix.
pub(crate) type Mat3 = [Vector; 3];
pub(crate) type Turn = [f64; 4];

/// `a + b·by`
#[inline]
pub(crate) fn plus(a: Vector, b: Vector, by: f64) -> Vector {
    sum(a, scaled(b, by))
}

#[inline]
pub(crate) fn times(m: &Mat3, v: Vector) -> Vector {
    [dot(m[0], v), dot(m[1], v), dot(m[2], v)]
}

/// The transposed matrix times a vector.
pub(crate) fn times_transposed(m: &Mat3, v: Vector) -> Vector {
    plus(plus(plus([0.0; 3], m[0], v[0]), m[1], v[1]), m[2], v[2])
}

/// The normal and two tangents, all of length 1 and at right angles.
pub(crate) fn frame(normal: Vector) -> Mat3 {
    // Any axis that is not nearly the normal will do; 0.6 < 1/sqrt(2) leaves one for sure.
    let aside = if normal[0].abs() < 0.6 {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 1.0, 0.0]
    };
    let along = cross(normal, aside);
    let along = scaled(along, 1.0 / length(along));
    [normal, along, cross(normal, along)]
}

/// First `b`, then `a`.
pub(crate) fn after(a: Turn, b: Turn) -> Turn {
    let ([aw, ax, ay, az], [bw, bx, by, bz]) = (a, b);
    [
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    ]
}

pub(crate) fn back(turn: Turn) -> Turn {
    [turn[0], -turn[1], -turn[2], -turn[3]]
}

/// The turn of length 1; no turn at all where there is none to be made of it.
pub(crate) fn unit(turn: Turn) -> Turn {
    let squared: f64 = turn.iter().map(|x| x * x).sum();
    if squared > 0.0 && squared.is_finite() {
        turn.map(|x| x / squared.sqrt())
    } else {
        [1.0, 0.0, 0.0, 0.0]
    }
}

/// The matrix of a turn of length 1.
pub(crate) fn matrix(turn: Turn) -> Mat3 {
    let [w, x, y, z] = turn;
    [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
        ],
        [
            2.0 * (x * y + w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - w * x),
        ],
        [
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ]
}

/// The mean of two matrices.
pub(crate) fn mean(a: &Mat3, b: &Mat3) -> Mat3 {
    [0, 1, 2].map(|row| scaled(sum(a[row], b[row]), 0.5))
}

/// Cayley's map of a small turn `a` (axis times angle): what the midpoint rule turns exactly by.
/// Its axis stays where it is, so that `a` is the same seen before and after.
pub(crate) fn cayley(a: Vector) -> Turn {
    unit([1.0, 0.5 * a[0], 0.5 * a[1], 0.5 * a[2]])
}

/// The inverse of a symmetric matrix, and its lower factor `l` with `l·l^T` equal to that inverse;
/// `None` unless all its squares are positive.
pub(crate) fn inverse_and_factor(m: &Mat3) -> Option<(Mat3, Mat3)> {
    let columns = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])];
    let determinant = dot(m[0], columns[0]);
    if !(determinant > 0.0 && determinant.is_finite()) {
        return None;
    }
    // Symmetric, so that columns are rows.
    let inverse = columns.map(|column| scaled(column, 1.0 / determinant));
    let mut factor = [[0.0; 3]; 3];
    for row in 0..3 {
        for column in 0..=row {
            let known: f64 = (0..column)
                .map(|k| factor[row][k] * factor[column][k])
                .sum();
            let rest = inverse[row][column] - known;
            if row == column {
                if !(rest > 0.0 && rest.is_finite()) {
                    return None;
                }
                factor[row][row] = rest.sqrt();
            } else {
                factor[row][column] = rest / factor[column][column];
            }
        }
    }
    Some((inverse, factor))
}
