//! Modes as bytes, so that what took long need not be found twice.

use super::{Analysis, Modes, Wanted};
use crate::vector::Vec3;

/// What is hashed before anything else: changes when the solver gives other modes, or other bytes.
const VERSION: u64 = 1;

/// FNV-1a of 128 bits: tells one request from another, and damaged bytes from whole ones. It guards
/// against mistakes, not against malice.
#[derive(Clone, Copy)]
struct Hash(u128);

impl Hash {
    const START: Self = Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

    fn bytes(mut self, bytes: &[u8]) -> Self {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(Self::PRIME);
        }
        self
    }

    fn number(self, number: f64) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    fn count(self, count: u64) -> Self {
        self.bytes(&count.to_le_bytes())
    }
}

impl Analysis<'_> {
    /// What tells this request from any other: the same mesh, material, wanted modes and fixed nodes
    /// give the same number, whatever the number of threads.
    pub fn fingerprint(&self) -> u128 {
        let mut hash = Hash::START.count(VERSION);
        for list in [
            self.mesh.nodes().len(),
            self.mesh.elements().len(),
            self.fixed.len(),
        ] {
            hash = hash.count(list as u64);
        }
        for along in self.mesh.nodes().as_flattened() {
            hash = hash.number(*along);
        }
        for node in self
            .mesh
            .elements()
            .as_flattened()
            .iter()
            .chain(&self.fixed)
        {
            hash = hash.bytes(&node.to_le_bytes());
        }
        let own = self.material;
        for figure in [
            own.density,
            own.modulus,
            own.poisson,
            own.alpha,
            own.beta,
            own.eta,
        ] {
            hash = hash.number(figure);
        }
        match self.wanted {
            Wanted::Count(count) => hash.count(0).count(count as u64).0,
            Wanted::Below(hertz) => hash.count(1).number(hertz).0,
        }
    }
}

impl Modes {
    /// All of it as bytes, for [`from_bytes`](Modes::from_bytes) of the same version.
    ///
    /// Six counts and figures; then frequencies, decays, residuals and shapes; then a hash of what
    /// stands before. Numbers have 64 bits, lowest byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let nodes = self.shapes.first().map_or(0, Vec::len);
        let mut bytes = Vec::with_capacity(8 * (6 + self.shapes.len() * (3 + 3 * nodes)) + 16);
        for count in [self.frequencies.len(), nodes, self.rigid, self.unknowns] {
            bytes.extend((count as u64).to_le_bytes());
        }
        let lists = [&self.frequencies, &self.decays, &self.residuals]
            .into_iter()
            .flatten();
        let shapes = self.shapes.iter().flat_map(|shape| shape.as_flattened());
        let numbers = [self.orthonormality, self.mass];
        for number in numbers.iter().chain(lists).chain(shapes) {
            bytes.extend(number.to_le_bytes());
        }
        let hash = Hash::START.bytes(&bytes).0;
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    /// What [`to_bytes`](Modes::to_bytes) wrote; `None` if it is not that, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (body, hash) = bytes.split_last_chunk::<16>()?;
        if u128::from_le_bytes(*hash) != Hash::START.bytes(body).0 {
            return None;
        }
        let (words, []) = body.as_chunks::<8>() else {
            return None;
        };
        let (counts, numbers) = words.split_first_chunk::<4>()?;
        let [count, nodes, rigid, unknowns] =
            counts.map(|word| usize::try_from(u64::from_le_bytes(word)).unwrap_or(usize::MAX));
        let expected = nodes
            .checked_mul(3)?
            .checked_add(3)?
            .checked_mul(count)?
            .checked_add(2)?;
        if numbers.len() != expected {
            return None;
        }
        let mut numbers = numbers.iter().map(|word| f64::from_le_bytes(*word));
        let (orthonormality, mass) = (numbers.next()?, numbers.next()?);
        let mut list = || numbers.by_ref().take(count).collect::<Vec<f64>>();
        let (frequencies, decays, residuals) = (list(), list(), list());
        let rest: Vec<f64> = numbers.collect();
        let (rest, _) = rest.as_chunks::<3>();
        let shapes = rest.chunks(nodes.max(1)).map(<[Vec3]>::to_vec).collect();
        Some(Self {
            frequencies,
            decays,
            shapes,
            residuals,
            orthonormality,
            rigid,
            mass,
            unknowns,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::lattice;
    use std::ops::ControlFlow;
    use urto::body::MaterialKind;

    #[test]
    fn what_is_kept_comes_back_bit_for_bit_and_damage_is_seen() {
        let bar = lattice::block([0.1, 0.01, 0.005], [6, 1, 1]).unwrap();
        let bar = bar.quadratic().unwrap();
        let steel = MaterialKind::Steel.figures();
        let modes = Analysis::new(&bar, &steel).wanted(Wanted::Count(4));
        let modes = modes.run(&mut |_| ControlFlow::Continue(())).unwrap();
        let bytes = modes.to_bytes();
        assert_eq!(Modes::from_bytes(&bytes), Some(modes));
        for at in [0, 8, 31, 60, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(Modes::from_bytes(&damaged), None, "{at}");
        }
        assert_eq!(Modes::from_bytes(&bytes[..bytes.len() - 8]), None);
        assert_eq!(Modes::from_bytes(b""), None);
    }

    /// Whatever is asked for otherwise is another request.
    #[test]
    fn every_part_of_a_request_counts() {
        let block = |sides| {
            lattice::block(sides, [4, 1, 1])
                .unwrap()
                .quadratic()
                .unwrap()
        };
        let (bar, other) = (block([0.1, 0.01, 0.005]), block([0.1, 0.01, 0.005000001]));
        let steel = MaterialKind::Steel.figures();
        let mut lossier = steel;
        lossier.eta = 1e-9;
        let of = |mesh, material, wanted, fixed: &[u32]| {
            let asked = Analysis::new(mesh, material).wanted(wanted);
            asked.fixed(fixed.to_vec()).fingerprint()
        };
        let ten = Wanted::Count(10);
        let all = [
            of(&bar, &steel, ten, &[]),
            of(&other, &steel, ten, &[]),
            of(&bar, &lossier, ten, &[]),
            of(&bar, &steel, Wanted::Count(11), &[]),
            of(&bar, &steel, Wanted::Below(10.0), &[]),
            of(&bar, &steel, ten, &[0, 1, 5]),
        ];
        for (index, own) in all.iter().enumerate() {
            assert!(!all[..index].contains(own), "{index}");
        }
        let threads = Analysis::new(&bar, &steel).wanted(ten).threads(7);
        assert_eq!(threads.fingerprint(), all[0]);
    }
}
