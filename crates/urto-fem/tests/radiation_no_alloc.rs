//! Listening to a body's modes from a moving place allocates nothing.

use assert_no_alloc::{AllocDisabler, assert_no_alloc, violation_count};
use urto_fem::radiation::{Multipole, Multipoles, View};

#[global_allocator]
static ALLOCATOR: AllocDisabler = AllocDisabler;

#[test]
fn listening_allocates_nothing() {
    let field = Multipoles {
        wave_number: 20.0,
        radius: 0.1,
        terms: (0..6)
            .map(|degree| Multipole {
                degree,
                around: -(degree as isize),
                strength: [1.0, -0.5],
            })
            .collect(),
    };
    let mut view = View::new(field.order());
    let before = violation_count();
    assert_no_alloc(|| {
        for step in 0..100 {
            view.look([0.01 * f64::from(step), 0.2, -0.1]);
            std::hint::black_box((field.heard(&view), field.far(&view)));
            std::hint::black_box(field.power(1.2, 343.0));
        }
    });
    assert_eq!(violation_count() - before, 0);
    assert_no_alloc(|| std::hint::black_box(View::new(3)));
    assert!(violation_count() > before, "the guard sees allocations");
}
