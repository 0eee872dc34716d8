//! The ledger: what was put in, what is held, what was lost; and counters of trouble.

/// Energy bookkeeping since the start \[J\].
///
/// What was there at first plus what was injected equals what is stored plus what was
/// dissipated; the difference is rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Held when the clock started.
    pub initial: f64,
    /// Work done from outside: driven points, external forces, thrown bodies, moved offsets,
    /// surface noise, changed parameters. May be negative.
    pub injected: f64,
    /// Lost in bodies and contacts.
    pub dissipated: f64,
    /// Held now, in bodies and contacts.
    pub stored: f64,
}

impl Ledger {
    /// What does not add up; rounding only, if all is well.
    pub fn error(&self) -> f64 {
        self.initial + self.injected - self.dissipated - self.stored
    }
}

impl core::ops::AddAssign for Ledger {
    fn add_assign(&mut self, other: Self) {
        self.initial += other.initial;
        self.injected += other.injected;
        self.dissipated += other.dissipated;
        self.stored += other.stored;
    }
}

/// What one body or contact has been given from outside and has lost \[J\], since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Books {
    /// Work done by the outside.
    pub injected: f64,
    /// Turned into heat.
    pub dissipated: f64,
}

/// What the audio path had to put up with. It never fails: it clamps, counts and reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// Values out of range that were clamped, and samples that were limited.
    pub clamped: u64,
    /// Impacts shorter than the sample rate can carry, played softer (see `contact::HuntCrossley`).
    pub softened: u64,
    /// Steps in which several contacts did not agree on their forces and energy was given up.
    pub unconverged: u64,
    /// Numbers that were not finite and were replaced by silence.
    pub non_finite: u64,
    /// Modes left out because one core could not play them all live (see `Sound::set_live`).
    pub shed: u64,
    /// Whether anything was played at fast quality: bodies that ring freely within -120 dB of exact,
    /// networks of masses with an account of energy that closes at every sixteenth step.
    pub fast: bool,
}

impl Health {
    /// Whether nothing had to be mended. Fast quality is what was asked for; softened impacts are a limit of the rate, and modes that are
    /// left out one of the machine: no faults.
    pub fn is_good(&self) -> bool {
        self.clamped == 0 && self.unconverged == 0 && self.non_finite == 0
    }
}

impl core::ops::AddAssign for Health {
    fn add_assign(&mut self, other: Self) {
        self.clamped += other.clamped;
        self.softened += other.softened;
        self.unconverged += other.unconverged;
        self.non_finite += other.non_finite;
        self.shed += other.shed;
        self.fast |= other.fast;
    }
}
