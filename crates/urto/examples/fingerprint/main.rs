//! Prints a fingerprint of every sound, to compare machines: the lines must be the same on every
//! CPU and in WebAssembly (`cargo xtask test` does that).

mod story;

fn main() {
    for (index, entry) in urto::catalogue::Catalogue::of_urto()
        .sounds()
        .iter()
        .enumerate()
    {
        println!("{} {:016x}", entry.key, story::fingerprint(index));
    }
}
