//! Numbers that count what is done with them, so that a method's cost is measured, not guessed.
//!
//! A number is a literal, lies in memory (it was given, or kept under a name), or is what an
//! operation just gave. Using one that lies in memory is a read, keeping one is a write.
//! Absolute values and changes of sign are bits of the number and count as nothing.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, Sub};
use urto::math;

/// What the methods need of a number.
pub(crate) trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// A literal.
    fn of(value: f64) -> Self;
    /// A number that lies in memory from the start.
    fn given(value: f64) -> Self;
    /// The same number, kept under a name.
    fn kept(self) -> Self;
    fn value(self) -> f64;
    /// A half and the double, by shifting bits.
    fn half(self) -> Self;
    fn twice(self) -> Self;
    /// Its size, and itself with the other sign.
    fn size(self) -> Self;
    fn negative(self) -> Self;
    /// `self^exponent` for what is positive.
    fn power(self, exponent: Self) -> Self;
    fn exp(self) -> Self;
    fn log(self) -> Self;
    fn atanh(self) -> Self;
    fn root(self) -> Self;

    /// The larger of two.
    fn or_more(self, other: Self) -> Self {
        if self < other { other } else { self }
    }
}

impl Real for f64 {
    fn of(value: f64) -> Self {
        value
    }
    fn given(value: f64) -> Self {
        value
    }
    fn kept(self) -> Self {
        self
    }
    fn value(self) -> f64 {
        self
    }
    fn half(self) -> Self {
        0.5 * self
    }
    fn twice(self) -> Self {
        2.0 * self
    }
    fn size(self) -> Self {
        self.abs()
    }
    fn negative(self) -> Self {
        -self
    }
    fn power(self, exponent: Self) -> Self {
        math::power(self, exponent)
    }
    fn exp(self) -> Self {
        math::exp(self)
    }
    fn log(self) -> Self {
        math::log(self)
    }
    fn atanh(self) -> Self {
        math::atanh(self)
    }
    fn root(self) -> Self {
        self.sqrt()
    }
}

/// Operations done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Operations {
    /// Numbers kept.
    pub writes: f64,
    /// Uses of numbers that lie in memory.
    pub reads: f64,
    /// Numbers that were read at least once. Only the first 64 are told apart: it means something
    /// for a formula, not for a run.
    pub variables: f64,
    /// Additions and subtractions.
    pub sums: f64,
    /// Multiplications.
    pub products: f64,
    /// Divisions.
    pub quotients: f64,
    /// Halves and doubles.
    pub shifts: f64,
    /// Powers and exponentials.
    pub powers: f64,
    /// Logarithms, atanh among them.
    pub logs: f64,
    /// Square roots.
    pub roots: f64,
    /// Comparisons.
    pub comparisons: f64,
}

impl Operations {
    /// All but reads and writes, each as one.
    pub fn total(&self) -> f64 {
        self.sums
            + self.products
            + self.quotients
            + self.shifts
            + self.powers
            + self.logs
            + self.roots
            + self.comparisons
    }

    /// With reads and writes.
    pub fn with_memory(&self) -> f64 {
        self.total() + self.reads + self.writes
    }

    /// Each number of both, put together.
    fn with(self, other: Self, put: fn(f64, f64) -> f64) -> Self {
        Self {
            writes: put(self.writes, other.writes),
            reads: put(self.reads, other.reads),
            variables: put(self.variables, other.variables),
            sums: put(self.sums, other.sums),
            products: put(self.products, other.products),
            quotients: put(self.quotients, other.quotients),
            shifts: put(self.shifts, other.shifts),
            powers: put(self.powers, other.powers),
            logs: put(self.logs, other.logs),
            roots: put(self.roots, other.roots),
            comparisons: put(self.comparisons, other.comparisons),
        }
    }

    /// So many times fewer.
    pub fn per(self, count: f64) -> Self {
        let all = Self {
            writes: count,
            reads: count,
            variables: count,
            sums: count,
            products: count,
            quotients: count,
            shifts: count,
            powers: count,
            logs: count,
            roots: count,
            comparisons: count,
        };
        self.with(all, |own, count| own / count)
    }
}

impl AddAssign for Operations {
    fn add_assign(&mut self, other: Self) {
        *self = self.with(other, |a, b| a + b);
    }
}

impl Sub for Operations {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

thread_local! {
    static DONE: Cell<Operations> = Cell::default();
    /// Which of the first variables were read, and how many there are.
    static SEEN: Cell<u64> = const { Cell::new(0) };
    static NEXT: Cell<u32> = const { Cell::new(0) };
}

/// What counted numbers did during `work`, and what it gave.
pub(crate) fn counted<T>(work: impl FnOnce() -> T) -> (T, Operations) {
    DONE.set(Operations::default());
    SEEN.set(0);
    NEXT.set(0);
    let given = work();
    let mut done = DONE.get();
    done.variables = f64::from(SEEN.get().count_ones());
    (given, done)
}

/// What has been counted since [`counted`] began.
pub(crate) fn so_far() -> Operations {
    DONE.get()
}

fn count(one: fn(&mut Operations)) {
    let mut done = DONE.get();
    one(&mut done);
    DONE.set(done);
}

fn a_sum() {
    count(|done| done.sums += 1.0);
}

fn a_product() {
    count(|done| done.products += 1.0);
}

fn a_quotient() {
    count(|done| done.quotients += 1.0);
}

/// Where a number is.
#[derive(Clone, Copy, Debug)]
enum Whereabouts {
    /// Just computed, or a literal.
    AtHand,
    /// In memory, as the variable of this number.
    InMemory(u32),
}

/// A number that counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    value: f64,
    place: Whereabouts,
}

impl Counted {
    fn fresh(value: f64) -> Self {
        Self {
            value,
            place: Whereabouts::AtHand,
        }
    }

    fn stored(value: f64) -> Self {
        let next = NEXT.get();
        NEXT.set(next + 1);
        Self {
            value,
            place: Whereabouts::InMemory(next),
        }
    }

    /// Its value, for an operation.
    fn used(self) -> f64 {
        if let Whereabouts::InMemory(variable) = self.place {
            count(|done| done.reads += 1.0);
            if variable < u64::BITS {
                SEEN.set(SEEN.get() | 1 << variable);
            }
        }
        self.value
    }

    fn by(self, one: fn(&mut Operations), function: fn(f64) -> f64) -> Self {
        count(one);
        Self::fresh(function(self.used()))
    }
}

impl Real for Counted {
    fn of(value: f64) -> Self {
        Self::fresh(value)
    }
    fn given(value: f64) -> Self {
        Self::stored(value)
    }
    fn kept(self) -> Self {
        count(|done| done.writes += 1.0);
        Self::stored(self.used())
    }
    fn value(self) -> f64 {
        self.value
    }
    fn half(self) -> Self {
        self.by(|done| done.shifts += 1.0, |x| 0.5 * x)
    }
    fn twice(self) -> Self {
        self.by(|done| done.shifts += 1.0, |x| 2.0 * x)
    }
    fn size(self) -> Self {
        Self {
            value: self.value.abs(),
            ..self
        }
    }
    fn negative(self) -> Self {
        Self {
            value: -self.value,
            ..self
        }
    }
    fn power(self, exponent: Self) -> Self {
        count(|done| done.powers += 1.0);
        Self::fresh(math::power(self.used(), exponent.used()))
    }
    fn exp(self) -> Self {
        self.by(|done| done.powers += 1.0, math::exp)
    }
    fn log(self) -> Self {
        self.by(|done| done.logs += 1.0, math::log)
    }
    fn atanh(self) -> Self {
        self.by(|done| done.logs += 1.0, math::atanh)
    }
    fn root(self) -> Self {
        self.by(|done| done.roots += 1.0, f64::sqrt)
    }
}

impl Add for Counted {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        a_sum();
        Self::fresh(self.used() + other.used())
    }
}

impl Sub for Counted {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        a_sum();
        Self::fresh(self.used() - other.used())
    }
}

impl Mul for Counted {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        a_product();
        Self::fresh(self.used() * other.used())
    }
}

impl Div for Counted {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        a_quotient();
        Self::fresh(self.used() / other.used())
    }
}

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Counted {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        count(|done| done.comparisons += 1.0);
        self.used().partial_cmp(&other.used())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a·x + b is kept, and read again for its half: four variables, four reads, one write.
    #[test]
    fn what_is_done_is_counted() {
        let (y, done) = counted(|| {
            let [a, x, b] = [2.0, 3.0, 4.0].map(Counted::given);
            let y = (a * x + b).kept();
            y.half()
        });
        assert_eq!(y.value(), 5.0);
        let expected = Operations {
            writes: 1.0,
            reads: 4.0,
            variables: 4.0,
            sums: 1.0,
            products: 1.0,
            shifts: 1.0,
            ..Operations::default()
        };
        assert_eq!(done, expected);
        assert_eq!((done.total(), done.with_memory()), (3.0, 8.0));
    }
}
