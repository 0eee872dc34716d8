//! Numbers that count what is done with them, so that a method's cost is measured, not guessed.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};
use urto::math;

/// What the thesis' methods need of a number.
pub(super) trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    fn of(value: f64) -> Self;
    fn value(self) -> f64;
    /// `self^exponent` for what is positive.
    fn power(self, exponent: Self) -> Self;
}

impl Real for f64 {
    fn of(value: f64) -> Self {
        value
    }
    fn value(self) -> f64 {
        self
    }
    fn power(self, exponent: Self) -> Self {
        math::power(self, exponent)
    }
}

/// Operations done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Operations {
    /// Additions and subtractions.
    pub sums: f64,
    /// Multiplications.
    pub products: f64,
    /// Divisions.
    pub quotients: f64,
    /// Powers.
    pub powers: f64,
    /// Comparisons.
    pub comparisons: f64,
}

impl Operations {
    /// All together, each as one.
    pub fn total(&self) -> f64 {
        self.sums + self.products + self.quotients + self.powers + self.comparisons
    }

    /// So many times fewer.
    pub fn per(self, count: f64) -> Self {
        Self {
            sums: self.sums / count,
            products: self.products / count,
            quotients: self.quotients / count,
            powers: self.powers / count,
            comparisons: self.comparisons / count,
        }
    }
}

thread_local! {
    static DONE: Cell<Operations> = Cell::default();
}

/// What counted numbers did during `work`, and what it gave.
pub(super) fn counted<T>(work: impl FnOnce() -> T) -> (T, Operations) {
    DONE.set(Operations::default());
    let given = work();
    (given, DONE.get())
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

/// A number that counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted(f64);

impl Real for Counted {
    fn of(value: f64) -> Self {
        Self(value)
    }
    fn value(self) -> f64 {
        self.0
    }
    fn power(self, exponent: Self) -> Self {
        count(|done| done.powers += 1.0);
        Self(math::power(self.0, exponent.0))
    }
}

impl Add for Counted {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        a_sum();
        Self(self.0 + other.0)
    }
}

impl Sub for Counted {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        a_sum();
        Self(self.0 - other.0)
    }
}

impl Mul for Counted {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        a_product();
        Self(self.0 * other.0)
    }
}

impl Div for Counted {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        a_quotient();
        Self(self.0 / other.0)
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
        self.0.partial_cmp(&other.0)
    }
}
