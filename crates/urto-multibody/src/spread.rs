//! The impulses of a step as they are heard: spread over the places of each body that sounds.

use crate::contact::Contact;
use crate::redistribute::{Push, Shares};
use crate::run::{Side, Told};
use crate::scene::{Drive, Form, Scene, Voice};
use crate::vector::{Vector, matrix, plus, scaled, times, times_transposed};
use crate::world::World;
use std::sync::Arc;
use urto_body::MeshBody;

/// A body that bends.
struct Felt {
    mesh: Arc<MeshBody>,
    /// Its modes that the motion feels, and one over the root of the mass of each.
    modes: Vec<(usize, f64)>,
    centre: Vector,
}

/// What of the last step is known of each body.
pub(crate) struct Spreader {
    /// Whether a body can be heard at all.
    heard: Vec<bool>,
    shares: Vec<Shares>,
    /// Of bodies that bend, the modes that the motion feels.
    felt: Vec<Option<Felt>>,
    /// Of each body what pressed on it when it was last spread in this step, and what came of it.
    done: Vec<[Vec<Push>; 2]>,
}

impl Spreader {
    pub fn new(scene: &Arc<Scene>) -> Self {
        let felt =
            scene
                .bodies
                .iter()
                .enumerate()
                .map(|(number, own)| match (&own.form, own.flexible) {
                    (Form::Mesh(mesh), Some(highest)) => {
                        let modes = mesh.modes().enumerate();
                        let modes = modes.filter(|(_, own)| own.frequency <= highest);
                        let modes = modes.map(|(n, own)| (n, 1.0 / own.mass.sqrt()));
                        Some(Felt {
                            mesh: Arc::clone(mesh),
                            modes: modes.collect(),
                            centre: scene.centre(number),
                        })
                    }
                    _ => None,
                });
        let heard = scene.bodies.iter().map(|own| {
            let rings = matches!(own.form, Form::Mesh(_)) || matches!(own.voice, Voice::Named(_));
            let moves = matches!(own.drive, Drive::Free) && !matches!(own.form, Form::Plane);
            rings || moves
        });
        Self {
            heard: heard.collect(),
            shares: vec![Shares::default(); scene.bodies.len()],
            felt: felt.collect(),
            done: vec![Default::default(); scene.bodies.len()],
        }
    }

    /// A step begins: what is done again within it is kept, and nothing is taken over from those before,
    /// which nobody saves.
    pub fn begin(&mut self) {
        self.done.iter_mut().for_each(|own| own[0].clear());
    }

    /// The contacts of a step, each as those bodies hear it that can be heard.
    pub fn spread<'a>(&mut self, world: &World, contacts: &'a [Contact]) -> Vec<Told<'a>> {
        let mut of_bodies: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.heard.len()];
        for (n, contact) in contacts.iter().enumerate() {
            for (side, body) in contact.bodies.into_iter().enumerate() {
                of_bodies[body].push((n, side));
            }
        }
        let mut told = Vec::new();
        for (body, own) in of_bodies.iter().enumerate() {
            if own.is_empty() || !self.heard[body] {
                continue;
            }
            let turn = world
                .pose(body)
                .map_or([1.0, 0.0, 0.0, 0.0], |own| own.turn);
            let axes = matrix(turn);
            let mut pushes: Vec<Push> = Vec::new();
            for &(n, side) in own {
                let contact = &contacts[n];
                let sign = if side == 1 { 1.0 } else { -1.0 };
                pushes.push(Push {
                    identity: contact.identity,
                    place: contact.places[side],
                    normal: times_transposed(&axes, scaled(contact.normal, sign)),
                    friction: contact.friction,
                    impulse: times_transposed(&axes, scaled(contact.impulse, sign)),
                    shapes: self.shapes(body, contact.surfaces[side]),
                });
            }
            // One place is told apart from no other; and of what presses as it did, what came of it is
            // the nearest to itself.
            let [raw, spread] = &mut self.done[body];
            if pushes.len() < 2 {
                self.shares[body] = Shares::default();
                raw.clear();
            } else if *raw == pushes {
                pushes.clone_from(spread);
            } else {
                raw.clone_from(&pushes);
                self.shares[body].spread(&mut pushes);
                spread.clone_from(&pushes);
            }
            for (&(n, side), push) in own.iter().zip(&pushes) {
                let sign = if side == 1 { 1.0 } else { -1.0 };
                told.push(Told {
                    contact: &contacts[n],
                    side: if side == 1 { Side::Second } else { Side::First },
                    places: [0, 1].map(|own| self.unbent(&contacts[n], own)),
                    impulse: scaled(times(&axes, push.impulse), sign),
                });
            }
        }
        told
    }

    /// Where a contact is on one of its bodies when that is not bent. Thin things bend by more than
    /// they are thick: by where it is bent to, a place above would be taken for one below, and
    /// friction would bend it the other way.
    fn unbent(&self, contact: &Contact, side: usize) -> Vector {
        let felt = self.felt[contact.bodies[side]].as_ref();
        let (Some(felt), Some((triangle, shares))) = (felt, contact.surfaces[side]) else {
            return contact.places[side];
        };
        let surface = felt.mesh.surface();
        let Some(corners) = surface.corners().get(triangle) else {
            return contact.places[side];
        };
        let all = corners.iter().zip(shares);
        all.fold(scaled(felt.centre, -1.0), |sum, (corner, share)| {
            plus(sum, surface.vertices()[*corner], share)
        })
    }

    fn shapes(&self, body: usize, surface: Option<(usize, [f64; 3])>) -> Vec<Vector> {
        let Some(Felt { mesh, modes, .. }) = &self.felt[body] else {
            return Vec::new();
        };
        let place = surface.and_then(|(triangle, shares)| {
            let corners = mesh.surface().corners().get(triangle)?;
            Some((*corners, shares))
        });
        let Some((corners, shares)) = place else {
            return vec![[0.0; 3]; modes.len()];
        };
        let moved = |&(mode, unit): &(usize, f64)| {
            let shape = &mesh.surface().shapes()[mode];
            let all = corners.into_iter().zip(shares);
            let sum = all.fold([0.0; 3], |sum, (corner, share)| {
                plus(sum, shape[corner], share)
            });
            scaled(sum, unit)
        };
        modes.iter().map(moved).collect()
    }

    /// What it needs to go on.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        for own in &self.shares {
            let known = own.known();
            bytes.extend((known.len() as u32).to_le_bytes());
            for (identity, impulse) in known {
                bytes.extend(identity.to_le_bytes());
                impulse
                    .iter()
                    .for_each(|own| bytes.extend(own.to_le_bytes()));
            }
        }
    }

    /// Goes on; gives what follows in the bytes, or none if they cannot be.
    pub fn read<'a>(&mut self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let mut rest = bytes;
        for own in &mut self.shares {
            let (count, after) = rest.split_first_chunk()?;
            rest = after;
            let mut known = Vec::new();
            for _ in 0..u32::from_le_bytes(*count) {
                let (row, after) = rest.split_first_chunk::<32>()?;
                rest = after;
                let [a, b, c, d] = *row.as_chunks::<8>().0 else {
                    return None;
                };
                let impulse = [b, c, d].map(f64::from_le_bytes);
                known.push((u64::from_le_bytes(a), impulse));
            }
            *own = Shares::from_known(known);
        }
        Some(rest)
    }
}
