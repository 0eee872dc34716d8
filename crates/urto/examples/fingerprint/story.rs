//! A short story told by every sound, and a fingerprint of its samples.

use urto::Rate;
use urto::catalogue::Catalogue;
use urto::param::{Kind, Update, Value, leaves};
use urto::rng::Rng;
use urto::sound::Event;

/// Fingerprint (FNV-1a over the samples' bits) of a sound that is struck, changed and released.
pub fn fingerprint(index: usize) -> u64 {
    let mut sound = (Catalogue::of_urto().sounds()[index].make)();
    let Ok(rate) = Rate::new(44_100.0) else {
        return 0;
    };
    sound.prepare(rate, 128);
    sound.reset(7);
    let mut rng = Rng::new(7);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut block = [0.0f32; 441];
    for part in 0..100 {
        if part % 25 == 0 {
            sound.event(17, Event::trigger(1.0));
        }
        if part == 80 {
            sound.event(0, Event::Release);
        }
        if part % 20 == 10 {
            let all = leaves(sound.params());
            let (id, spec) = all[rng.below(all.len())];
            if let (Kind::Number(range), false) = (spec.kind, spec.update == Update::Rebuild) {
                sound.set(&id, &Value::Number(range.value_at(rng.uniform())));
            }
        }
        sound.render(&[], &mut [&mut block]);
        for sample in &block {
            hash = (hash ^ u64::from(sample.to_bits())).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}
