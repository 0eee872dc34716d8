//! fundsp's two ways to run many resonators side by side, in f32. Shared by the bench, where it
//! is built like everything else, and by the example that is built for this very machine:
//! fundsp takes its registers when it is compiled, urto when it runs.

use fundsp::prelude32::*;
use urto::math;

/// Frames per call: fundsp's own block.
pub const BLOCK: usize = 64;

/// Sample rate \[Hz\].
pub const RATE: f64 = 48_000.0;
/// Decay of every mode \[s\].
pub const T60: f64 = 3.0;

/// Frequency of a mode \[Hz\]: from 80 Hz to 18 kHz, evenly on a log scale.
pub fn hertz(mode: usize, modes: usize) -> f64 {
    80.0 * math::pow(225.0, (mode as f64 + 0.5) / modes as f64)
}

/// Something that filters a block of [`BLOCK`] samples.
pub trait Filter {
    /// Filters.
    fn filter(&mut self, input: &[f32; BLOCK], output: &mut [f32; BLOCK]);
}

/// `BiquadBank`s of eight lanes each, all fed with the same input and summed.
pub struct Banks(Vec<BiquadBank<fundsp::F32x>>);

impl Banks {
    /// The modes' velocity under a force, each with a modal mass \[kg\]: the same transfer
    /// function as urto's modes, b·(1 - z⁻¹)/(1 - 2·r·cos(w)·z⁻¹ + r²·z⁻²).
    pub fn new(modes: usize, mass: f64) -> Self {
        let mut banks = vec![BiquadBank::new(); modes.div_ceil(8)];
        for mode in 0..modes {
            let w = math::TAU * hertz(mode, modes);
            let step = 1.0 / RATE;
            let r = math::exp(-math::LN_1000 / T60 * step);
            let gain = r * math::sin(w * step) / (w * mass);
            let setting = Setting::biquad(
                (-2.0 * r * math::cos(w * step)) as f32,
                (r * r) as f32,
                gain as f32,
                -gain as f32,
                0.0,
            );
            banks[mode / 8].set(setting.index(mode % 8));
        }
        Self(banks)
    }
}

impl Filter for Banks {
    // The fastest of several orders that were tried. Bank by bank over a block, each would wait
    // for its own last sample; sums of single lanes go through memory.
    fn filter(&mut self, input: &[f32; BLOCK], output: &mut [f32; BLOCK]) {
        for (x, out) in input.iter().zip(output) {
            let x = Frame::splat(*x);
            let mut sums = fundsp::F32x::ZERO;
            for bank in &mut self.0 {
                sums += <fundsp::F32x as fundsp::Float>::from_frame(&bank.tick(&x));
            }
            *out = sums.reduce_add();
        }
    }
}

/// A bus of `resonator_hz`: how a fundsp user would write it.
pub struct Bus {
    node: Box<dyn AudioUnit>,
    input: BufferVec,
    output: BufferVec,
}

impl Bus {
    /// The bus, for the numbers of modes that the bench knows.
    pub fn new(modes: usize) -> Option<Self> {
        fn bus<N: Size<f32> + Size<Resonator<f32, U1>>>() -> Box<dyn AudioUnit> {
            let modes = <N as typenum::Unsigned>::USIZE;
            Box::new(busi::<N, _, _>(|mode| {
                let hertz = hertz(mode as usize, modes);
                // Centre over bandwidth, which is 2·sigma/(2·pi).
                let q = 0.5 * math::TAU * hertz * T60 / math::LN_1000;
                resonator_hz(hertz as f32, q as f32)
            }))
        }
        let mut node = match modes {
            4 => bus::<U4>(),
            16 => bus::<U16>(),
            64 => bus::<U64>(),
            256 => bus::<typenum::U256>(),
            1024 => bus::<typenum::U1024>(),
            _ => return None,
        };
        node.set_sample_rate(RATE);
        node.allocate();
        Some(Self {
            node,
            input: BufferVec::new(1),
            output: BufferVec::new(1),
        })
    }
}

impl Filter for Bus {
    fn filter(&mut self, input: &[f32; BLOCK], output: &mut [f32; BLOCK]) {
        self.input.channel_f32_mut(0).copy_from_slice(input);
        let mut out = self.output.buffer_mut();
        self.node.process(BLOCK, &self.input.buffer_ref(), &mut out);
        output.copy_from_slice(self.output.channel_f32(0));
    }
}
