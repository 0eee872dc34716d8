//! A network of masses as the file of a sound.

use crate::mass_network::{NetworkFile, read_network};
use crate::resource::NETWORK;
use std::sync::Arc;
use urto::param::{Held, Resource, ResourceLoader};
use urto_mi::{ModelError, NetworkPiece};

/// The catalogue's line.
pub(crate) const LOADER: ResourceLoader = ResourceLoader {
    sort: NETWORK,
    load,
    flat: |own: &Resource| own.data::<NetworkPiece>().map(NetworkPiece::to_numbers),
    whole: |numbers: &[f64]| NetworkPiece::of_numbers(numbers).map(|own| Arc::new(own) as Held),
};

fn load(name: &str, bytes: &[u8]) -> Result<Held, String> {
    let file = read_network(name, bytes).map_err(|error| error.to_string())?;
    let piece = file.piece().map_err(|error| format!("{name}: {error}"))?;
    Ok(Arc::new(piece))
}

impl NetworkFile {
    /// As the sound `network` plays it.
    pub fn piece(self) -> Result<NetworkPiece, ModelError> {
        let Self {
            model,
            events,
            changes,
            drivers,
            listeners,
            seconds,
            stepping,
            ..
        } = self;
        NetworkPiece::new(model, events, drivers, listeners, seconds)?
            .stepped(stepping)
            .changing(changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(name: &str) -> NetworkFile {
        let bytes = crate::built_in(name).unwrap();
        read_network(name, bytes).unwrap()
    }

    /// What plays without a file is the string that comes with urto.
    #[test]
    fn the_usual_string_is_that_of_its_file() {
        let string = network("string.mi.toml");
        let usual = NetworkPiece::string().unwrap();
        assert_eq!(usual.model().masses(), string.model.masses());
        assert_eq!(usual.events(), &string.events[..]);
        assert_eq!(usual.listeners(), &string.listeners[..]);
        assert_eq!(Some(usual.seconds()), string.seconds);
        // In the order in which it was read, dampers may come first or last.
        let springs = |links: &[urto_mi::Link]| {
            let mut all: Vec<String> = links.iter().map(|own| format!("{own:?}")).collect();
            all.sort();
            all
        };
        assert_eq!(
            springs(usual.model().links()),
            springs(string.model.links())
        );
    }

    /// Those that come with urto come back from their numbers, and are heard: one in five, since each is
    /// played to learn how loud it is; all with `URTO_FULL=1`.
    #[test]
    fn every_network_can_be_played_as_a_sound() {
        let each = if std::env::var_os("URTO_FULL").is_some() {
            1
        } else {
            5
        };
        for (name, _) in crate::NETWORKS.iter().step_by(each) {
            let piece = network(name).piece().unwrap();
            let numbers = piece.to_numbers();
            let back = NetworkPiece::of_numbers(&numbers).unwrap();
            assert!(back.to_numbers() == numbers, "{name}");
            // How loud its score is, the seventh number.
            assert!(numbers[6] > 0.0, "{name}");
        }
    }

    #[test]
    fn what_is_not_heard_is_refused_with_a_reason() {
        let text = b"urto = \"mi/1\"\n[[mass]]\nposition = [0, 0, 0]\n";
        let why = load("one.mi.toml", text).err().unwrap();
        assert!(why.contains("[[listen]]"), "{why}");
    }
}
