//! What a device and a network tell each other, as bytes: docs/haptics.md says how they lie.

/// What every packet begins with: the protocol and its version.
const BEGINS: [u8; 4] = *b"urh1";

/// What a device tells: where the hand is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandPlace {
    /// Counts packets; after the largest number comes 0.
    pub sequence: u32,
    /// From where the mass started \[m\].
    pub position: [f64; 3],
}

/// What a device is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForceOnHand {
    /// Number of the newest packet that was taken.
    pub sequence: u32,
    /// On the hand \[N\].
    pub force: [f64; 3],
    /// Of the mass, from where it started \[m\].
    pub position: [f64; 3],
}

impl HandPlace {
    /// Length of a packet.
    pub const BYTES: usize = 32;

    /// As a packet.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        written(self.sequence, &self.position)
    }

    /// From a packet; nothing if it is none, or has a number that is not finite.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (sequence, position) = read::<{ Self::BYTES }, 3>(bytes)?;
        Some(Self { sequence, position })
    }
}

impl ForceOnHand {
    /// Length of a packet.
    pub const BYTES: usize = 56;

    /// As a packet.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let ([a, b, c], [d, e, f]) = (self.force, self.position);
        written(self.sequence, &[a, b, c, d, e, f])
    }

    /// From a packet; nothing if it is none, or has a number that is not finite.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (sequence, [a, b, c, d, e, f]) = read::<{ Self::BYTES }, 6>(bytes)?;
        Some(Self {
            sequence,
            force: [a, b, c],
            position: [d, e, f],
        })
    }
}

fn written<const BYTES: usize>(sequence: u32, numbers: &[f64]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    bytes[..4].copy_from_slice(&BEGINS);
    bytes[4..8].copy_from_slice(&sequence.to_le_bytes());
    for (place, own) in bytes[8..].chunks_exact_mut(8).zip(numbers) {
        place.copy_from_slice(&own.to_le_bytes());
    }
    bytes
}

fn read<const BYTES: usize, const N: usize>(bytes: &[u8]) -> Option<(u32, [f64; N])> {
    let bytes: &[u8; BYTES] = bytes.try_into().ok()?;
    let (head, rest) = bytes.split_at(8);
    let sequence = u32::from_le_bytes(head[4..].try_into().ok()?);
    let mut numbers = [0.0; N];
    for (own, place) in numbers.iter_mut().zip(rest.chunks_exact(8)) {
        *own = f64::from_le_bytes(place.try_into().ok()?);
    }
    let fine = head[..4] == BEGINS && numbers.iter().all(|own| own.is_finite());
    fine.then_some((sequence, numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_come_back_and_others_are_none() {
        let told = HandPlace {
            sequence: 0xfeed_0001,
            position: [1.5, -2e-9, 0.0],
        };
        let bytes = told.to_bytes();
        assert_eq!(HandPlace::of_bytes(&bytes), Some(told));
        // As docs/haptics.md has them.
        assert_eq!(&bytes[..8], b"urh1\x01\x00\xed\xfe");
        assert_eq!(&bytes[8..16], &1.5f64.to_le_bytes());
        let felt = ForceOnHand {
            sequence: 7,
            force: [0.1, 0.2, 0.3],
            position: [4.0, 5.0, 6.0],
        };
        assert_eq!(ForceOnHand::of_bytes(&felt.to_bytes()), Some(felt));
        assert_eq!(HandPlace::of_bytes(&felt.to_bytes()), None);
        assert_eq!(HandPlace::of_bytes(&bytes[..31]), None);
        assert_eq!(HandPlace::of_bytes(&[]), None);
        let mut other = bytes;
        other[3] = b'2';
        assert_eq!(HandPlace::of_bytes(&other), None);
        let wild = HandPlace {
            position: [f64::NAN, 0.0, 0.0],
            ..told
        };
        assert_eq!(HandPlace::of_bytes(&wild.to_bytes()), None);
    }
}
