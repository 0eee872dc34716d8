//! Files that mean harm: a sentence, in bounded memory, whatever they say.

use miniz_oxide::deflate::compress_to_vec_zlib;
use peak_alloc::PeakAlloc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use urto_sofa::{SofaError, read};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;
/// Tests that measure go one at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

const MIB: usize = 1 << 20;

/// Why a file is refused, and the most memory that was held beside it.
fn refused(bytes: &[u8]) -> (SofaError, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let error = read(bytes).err().expect("refused");
    let told = error.to_string();
    assert!(!told.contains('\n') && told.len() < 300, "{told}");
    (error, MEMORY.peak_usage() - before)
}

/// An HDF5 file of the oldest sort, put together block by block.
struct Hdf5(Vec<u8>);

/// Where the root's header is told in the first block.
const ROOT: usize = 64;
/// Where it is told how long the file is.
const END: usize = 40;

impl Hdf5 {
    fn new() -> Self {
        let mut own = b"\x89HDF\r\n\x1a\n".to_vec();
        // Versions, addresses and lengths of 8 bytes, sizes of nodes, flags.
        own.extend([0, 0, 0, 0, 0, 8, 8, 0, 4, 0, 16, 0, 0, 0, 0, 0]);
        // Base, free space, end, driver, and the root's name, header and rest.
        own.resize(96, 0);
        Self(own)
    }

    /// Adds a block, and tells where it is.
    fn block(&mut self, bytes: &[u8]) -> u64 {
        let at = self.0.len() as u64;
        self.0.extend(bytes);
        at
    }

    /// A header of these messages.
    fn object(&mut self, messages: &[(u16, Vec<u8>)]) -> u64 {
        let mut all = Vec::new();
        for (kind, bytes) in messages {
            let size = bytes.len().next_multiple_of(8);
            all.extend(kind.to_le_bytes());
            all.extend((size as u16).to_le_bytes());
            all.extend([0; 4]);
            all.extend(bytes);
            all.resize(all.len() + size - bytes.len(), 0);
        }
        let mut head = vec![1, 0, 0, 0, 0, 0, 0, 0];
        head.extend((all.len() as u32).to_le_bytes());
        head.extend([0; 4]);
        head.extend(all);
        self.block(&head)
    }

    /// A tree of one leaf.
    fn tree(&mut self, sort: u8, key: &[u8], child: u64) -> u64 {
        let mut own = b"TREE".to_vec();
        own.extend([sort, 0, 1, 0]);
        own.extend([0xff; 16]);
        own.extend(key);
        own.extend(child.to_le_bytes());
        self.block(&own)
    }

    /// What the root holds: names, each with the address of a header.
    fn names(&mut self, names: &[(u64, u64)], words: &[u8]) -> (u16, Vec<u8>) {
        let words_at = self.block(words);
        let mut heap = b"HEAP\0\0\0\0".to_vec();
        for number in [words.len() as u64, 0, words_at] {
            heap.extend(number.to_le_bytes());
        }
        let heap = self.block(&heap);
        let mut table = b"SNOD\x01\0".to_vec();
        table.extend((names.len() as u16).to_le_bytes());
        for (word, header) in names {
            table.extend(word.to_le_bytes());
            table.extend(header.to_le_bytes());
            table.extend([0; 24]);
        }
        let table = self.block(&table);
        let tree = self.tree(0, &[0; 8], table);
        (0x11, [tree.to_le_bytes(), heap.to_le_bytes()].concat())
    }

    /// The file, with this root.
    fn whole(mut self, root: &[(u16, Vec<u8>)]) -> Vec<u8> {
        let root = self.object(root);
        self.0[ROOT..ROOT + 8].copy_from_slice(&root.to_le_bytes());
        let end = self.0.len() as u64;
        self.0[END..END + 8].copy_from_slice(&end.to_le_bytes());
        self.0
    }
}

/// How many values there are along each dimension.
fn dataspace(sizes: &[u64]) -> Vec<u8> {
    let mut own = vec![1, sizes.len() as u8, 0, 0, 0, 0, 0, 0];
    own.extend(sizes.iter().flat_map(|size| size.to_le_bytes()));
    own
}

/// An attribute that is a text.
fn attribute(name: &str, text: &str) -> (u16, Vec<u8>) {
    let mut own = vec![1, 0];
    for size in [name.len() + 1, 8, 8] {
        own.extend((size as u16).to_le_bytes());
    }
    own.extend(name.as_bytes());
    own.resize(8 + (name.len() + 1).next_multiple_of(8), 0);
    own.extend([0x13, 0, 0, 0]);
    own.extend((text.len() as u32).to_le_bytes());
    own.extend(dataspace(&[]));
    own.extend(text.as_bytes());
    (0x0c, own)
}

/// That it is a SOFA file of measured ears.
fn sofa() -> Vec<(u16, Vec<u8>)> {
    vec![
        attribute("Conventions", "SOFA"),
        attribute("SOFAConventions", "SimpleFreeFieldHRIR"),
    ]
}

/// Numbers of 32 bits, as IEEE 754 has them.
fn floats() -> (u16, Vec<u8>) {
    let mut own = vec![0x11, 0x20, 0x1f, 0];
    own.extend(4_u32.to_le_bytes());
    own.extend([0, 0, 32, 0, 23, 8, 0, 23, 127, 0, 0, 0]);
    (0x03, own)
}

/// A file whose answers have these sizes, in one packed chunk of those.
fn answers(sizes: [u64; 3], chunk: [u32; 3], packed: &[u8]) -> Vec<u8> {
    let mut file = Hdf5::new();
    let data = file.block(packed);
    let mut key = (packed.len() as u32).to_le_bytes().to_vec();
    key.extend([0; 4 + 4 * 8]);
    let tree = file.tree(1, &key, data);
    let mut layout = vec![3, 2, 4];
    layout.extend(tree.to_le_bytes());
    layout.extend(chunk.iter().chain(&[4]).flat_map(|size| size.to_le_bytes()));
    let deflate = vec![2, 1, 1, 0, 0, 0, 1, 0, 9, 0, 0, 0];
    let messages = [
        (0x01, dataspace(&sizes)),
        floats(),
        (0x08, layout),
        (0x0b, deflate),
    ];
    let header = file.object(&messages);
    let names = file.names(&[(0, header)], b"Data.IR\0");
    file.whole(&[sofa(), vec![names]].concat())
}

/// The builder makes files that are read: sound answers get as far as the rate that is not there.
#[test]
fn what_is_put_together_here_is_read() {
    let _alone = alone();
    let zeros = compress_to_vec_zlib(&[0; 4 * 2 * 8 * 4], 6);
    let (error, _) = refused(&answers([4, 2, 8], [4, 2, 8], &zeros));
    assert_eq!(error, SofaError::Missing("Data.SamplingRate"));
}

/// Sizes that no file of a few hundred bytes can have cost nothing.
#[test]
fn sizes_alone_take_no_memory() {
    let _alone = alone();
    let zeros = compress_to_vec_zlib(&[0; 256], 6);
    let huge = [u64::MAX, 1 << 60, 1 << 24, 1 << 20];
    for size in huge {
        for sizes in [[size, 2, 8], [4, 2, size], [size, 2, size]] {
            let (error, most) = refused(&answers(sizes, [4, 2, 8], &zeros));
            assert!(most < MIB, "{sizes:?}: {most} bytes for '{error}'");
        }
    }
    for size in [u32::MAX, 1 << 24] {
        for chunk in [[size, 2, 8], [4, 2, size], [size; 3]] {
            let (error, most) = refused(&answers([4, 2, 8], chunk, &zeros));
            assert_eq!(error, SofaError::Damaged("the chunks of a variable"));
            assert!(most < MIB, "{chunk:?}: {most} bytes");
        }
    }
}

/// 256 MiB of zeros in a quarter of one: no more is unpacked than the chunk may have.
#[test]
fn a_bomb_is_not_unpacked() {
    let _alone = alone();
    let bomb = compress_to_vec_zlib(&vec![0; 256 * MIB], 1);
    for (sizes, chunk) in [([4, 2, 8], [4, 2, 8]), ([1024, 2, 512], [1024, 2, 512])] {
        let (error, most) = refused(&answers(sizes, chunk, &bomb));
        assert_eq!(error, SofaError::Damaged("packed numbers"));
        let answered = sizes.iter().product::<u64>() as usize;
        // As 64-bit numbers, and the chunk while it grows.
        let allowed = 8 * answered + 3 * 4 * answered + MIB;
        assert!(most < allowed, "{sizes:?}: {most} bytes, not {allowed}");
    }
    // The largest that may be: all answers in one chunk, for which 64 MiB are unpacked.
    let zeros = compress_to_vec_zlib(&vec![0; 64 * MIB], 1);
    let (error, most) = refused(&answers([32_768, 2, 256], [32_768, 2, 256], &zeros));
    assert_eq!(error, SofaError::Missing("Data.SamplingRate"));
    assert!(most < 320 * MIB, "{most} bytes");
}

/// Four thousand names that are all the same half megabyte.
#[test]
fn names_over_each_other_take_no_memory() {
    let _alone = alone();
    let mut file = Hdf5::new();
    let header = file.object(&[]);
    let names = file.names(&vec![(0, header); 4000], &vec![b'a'; MIB / 2]);
    let bytes = file.whole(&[sofa(), vec![names]].concat());
    let (error, most) = refused(&bytes);
    assert_eq!(error, SofaError::Missing("Data.IR"));
    assert!(most < 16 * MIB, "{most} bytes");
}
