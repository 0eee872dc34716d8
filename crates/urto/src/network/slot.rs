//! Handles of a network's parts. They keep their meaning while other parts come and go: a part
//! stays in its slot, and whoever takes that slot later has another handle.

/// In which change a part came that is not there.
pub(super) const NEVER: u32 = u32::MAX;

macro_rules! handle {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name {
            slot: u32,
            made: u32,
        }

        impl $name {
            pub(super) fn new(slot: usize, made: u32) -> Self {
                Self {
                    slot: slot as u32,
                    made,
                }
            }

            pub(super) fn slot(self) -> usize {
                self.slot as usize
            }

            pub(super) fn made(self) -> u32 {
                self.made
            }
        }
    };
}

handle! {
    /// An object of a network.
    ObjectId
}

handle! {
    /// A contact of a network.
    ContactId
}

impl ContactId {
    /// No contact at all: what a sound shows whose forces all come from outside.
    pub const NONE: Self = Self {
        slot: u32::MAX,
        made: NEVER,
    };
}

/// In which change each object and contact of a network came: 0 for those that it was built with,
/// [`NEVER`] where one was taken out.
#[derive(Default)]
pub(super) struct Slots {
    pub objects: Vec<u32>,
    pub contacts: Vec<u32>,
}

impl Slots {
    /// Where an object is, if it is still there.
    #[inline]
    pub fn object(&self, id: ObjectId) -> Option<usize> {
        let slot = id.slot();
        (id.made != NEVER && self.objects.get(slot) == Some(&id.made)).then_some(slot)
    }

    /// Where a contact is, if it is still there.
    #[inline]
    pub fn contact(&self, id: ContactId) -> Option<usize> {
        let slot = id.slot();
        (id.made != NEVER && self.contacts.get(slot) == Some(&id.made)).then_some(slot)
    }
}
