//! The seam between finding contacts and solving them.

/// Where a body is: its centre of mass \[m\], and how it is turned (quaternion w, x, y, z).
///
/// A place of the body's own frame, which has the centre of mass at its origin, is in the world at
/// the pose's place plus the turned place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its centre of mass in the world \[m\].
    pub place: [f64; 3],
    /// How it is turned: quaternion w, x, y, z of length 1.
    pub turn: [f64; 4],
}

impl Default for Pose {
    /// At the origin, not turned.
    fn default() -> Self {
        Self {
            place: [0.0; 3],
            turn: [1.0, 0.0, 0.0, 0.0],
        }
    }
}

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
///
/// The world asks with the poses in the middle of the coming step, and takes the gap at its beginning
/// from the two places, with what modes move them. Touches further apart than bodies can come in a
/// step are left out by the world, so that finding too many costs time and nothing else.
pub trait Collisions {
    /// Writes all touches of bodies at these poses; `into` is empty before.
    fn touches(&mut self, poses: &[Pose], into: &mut Vec<Touch>);

    /// The same for some of the bodies only, where a world steps groups of them apart. What is known
    /// of touches of others stays known.
    fn touches_among(&mut self, poses: &[Pose], members: &[bool], into: &mut Vec<Touch>) {
        self.touches(poses, into);
        into.retain(|own| {
            own.bodies
                .iter()
                .all(|body| members.get(*body) == Some(&true))
        });
    }

    /// Hears how bodies move in the coming step of so many seconds, before touches are asked for.
    fn moving(&mut self, step: f64, motions: &[crate::collide::Motion]) {
        let _ = (step, motions);
    }

    /// Whether it wants to know how a ringing body's surface bends.
    fn bends(&self, body: usize) -> bool {
        let _ = body;
        false
    }

    /// Hears how far the corners of a body's surface are from their places at rest, in the body's
    /// frame \[m\]; nothing is said of them where they have hardly moved since.
    fn displace(&mut self, body: usize, corners: &[[f64; 3]]) {
        let _ = (body, corners);
    }
}
