//! Prints a fingerprint of each story of contacts, to compare machines: the lines must be the same on
//! every CPU, on any number of threads and in WebAssembly (`cargo xtask test` does that).

mod story;

/// What works on a sound at once: not one, and not as many as there are bodies.
const THREADS: usize = 2;

fn main() {
    for (index, name) in story::NAMES.iter().enumerate() {
        let told = story::fingerprint(index, THREADS);
        assert_ne!(told, 0, "{name} cannot be told");
        println!("{name} {told:016x}");
    }
}
