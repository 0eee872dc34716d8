//! The tour's page: one file that asks for nothing from elsewhere.

use super::pieces::Piece;
use crate::meter::{Levels, decibels};
use std::fmt::Write;
use urto_file::rows::number;

/// One sound on the page.
pub struct Card {
    /// The sound.
    pub piece: &'static Piece,
    /// The command that makes it.
    pub command: String,
    /// How long it lasts \[s\].
    pub seconds: f64,
    /// How loud it is.
    pub levels: Levels,
}

/// Whether a page is one that the tour made: it says so, or (before it did) has its title.
pub fn is_ours(page: &str) -> bool {
    let template = include_str!("page.html");
    let title = |text: &str| {
        let rest = text.split_once("<title>")?.1;
        Some(rest.split_once("</title>")?.0.to_owned())
    };
    page.contains(r#"content="urto tour""#)
        || title(page).is_some_and(|own| title(template) == Some(own))
}

/// The page.
pub fn page(cards: &[Card]) -> String {
    let cards: String = cards.iter().map(card).collect();
    include_str!("page.html").replace("@CARDS@\n", &cards)
}

fn card(card: &Card) -> String {
    let Piece {
        name, title, hear, ..
    } = card.piece;
    let (title, hear) = (escaped(title), escaped(hear));
    let mut facts = format!(
        "{} s, peak {}",
        number(card.seconds),
        decibels(card.levels.peak)
    );
    if let Some(lufs) = card.levels.lufs {
        let _ = write!(facts, ", {lufs:.1} LUFS");
    }
    format!(
        "<article>\n\
         <h2>{title}</h2>\n\
         <p>{hear}</p>\n\
         <img src=\"{name}-wave.png\" width=\"880\" height=\"84\" alt=\"\" loading=\"lazy\">\n\
         <img src=\"{name}-spectrum.png\" width=\"880\" height=\"440\" alt=\"Spectrogram of {title}\" loading=\"lazy\">\n\
         <audio controls preload=\"none\" src=\"{name}.wav\" aria-label=\"{title}\"></audio>\n\
         <p class=\"facts\">{facts}</p>\n\
         <pre><code>{}</code></pre>\n\
         </article>\n",
        command(&card.command)
    )
}

/// A command that breaks between its options, not inside them.
fn command(command: &str) -> String {
    let mut parts = command.split(" -p ");
    let first = escaped(parts.next().unwrap_or_default());
    let options = parts.map(|option| format!(" <span>-p {}</span>", escaped(option)));
    first + &options.collect::<String>()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_asked_for_from_elsewhere() {
        let cards: Vec<Card> = super::super::pieces::PIECES
            .iter()
            .map(|piece| Card {
                piece,
                command: "urto render x<y".to_owned(),
                seconds: 1.0,
                levels: Levels {
                    peak: 0.5,
                    rms: 0.1,
                    lufs: None,
                },
            })
            .collect();
        let page = page(&cards);
        assert_eq!(page.matches("<audio").count(), cards.len());
        assert!(!page.contains("//") && !page.contains("@import"));
        assert!(page.contains("x&lt;y"));
    }
}
