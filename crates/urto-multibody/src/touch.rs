//! What collisions tell the dynamics.

/// Two bodies near each other at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Which bodies; the normal goes from the first to the second.
    pub bodies: [usize; 2],
    /// The place on each body, in its own frame at rest \[m\].
    pub places: [[f64; 3]; 2],
    /// On a body with a surface: its triangle and the shares of its corners (for modes).
    pub surfaces: [Option<(usize, [f64; 3])>; 2],
    /// In the world, of length 1.
    pub normal: [f64; 3],
    /// Distance along the normal; negative where they overlap \[m\].
    pub gap: f64,
    /// The same from step to step as long as it is the same contact.
    pub identity: u64,
}

/// Finds touches for poses (and, for ringing bodies, displaced surfaces).
pub trait Collisions {
    /// Puts all touches of bodies with these poses into a list, which it empties first.
    fn touches(&mut self, poses: &[Pose], into: &mut Vec<Touch>);
}

/// Where a body is: its centre of mass \[m\], and how it is turned (quaternion w, x, y, z).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its centre of mass \[m\].
    pub place: [f64; 3],
    /// How it is turned: a quaternion w, x, y, z.
    pub turn: [f64; 4],
}
