//! A sound that is built a part at a time is the sound that is built at once.

use urto::Rate;
use urto::sound::{Entry, Event, Sound};

/// What a blow or a short gesture of it sounds like, built by `build`.
fn heard(entry: &Entry, build: impl Fn(&mut dyn Sound)) -> Vec<u32> {
    let mut sound = (entry.make)();
    build(sound.as_mut());
    sound.reset(3);
    sound.event(0, Event::trigger(1.0));
    let mut channels = vec![vec![0.0f32; 4096]; sound.channels()];
    let mut outputs: Vec<&mut [f32]> = channels.iter_mut().map(Vec::as_mut_slice).collect();
    sound.render(&[], &mut outputs);
    channels.concat().into_iter().map(f32::to_bits).collect()
}

#[test]
fn parts_make_the_whole() {
    let rate = Rate::new(44_100.0).unwrap();
    let mut most = 0;
    for entry in urto_file::catalogue().sounds() {
        let whole = heard(entry, |sound| sound.prepare(rate, 128));
        let parts = std::cell::Cell::new(1);
        let built = heard(entry, |sound| {
            while !sound.prepare_part(rate, 128) {
                parts.set(parts.get() + 1);
            }
        });
        assert!(whole.iter().any(|sample| f32::from_bits(*sample) != 0.0));
        assert_eq!(whole, built, "{}", entry.key);
        // One that was begun and is then built at once has lost nothing of it.
        let again = heard(entry, |sound| {
            sound.prepare_part(rate, 128);
            sound.prepare(rate, 128);
        });
        assert_eq!(whole, again, "{}", entry.key);
        most = most.max(parts.get());
    }
    // The footsteps' rehearsal takes several.
    assert!(most > 3, "{most}");
}
