//! Where bodies touch: against closed forms, against brute force, and from step to step.

mod common;
mod many;
mod meshes;
mod names;
mod pairs;
mod smooth;
mod sweep;

#[global_allocator]
static ALLOCATOR: assert_no_alloc::AllocDisabler = assert_no_alloc::AllocDisabler;
