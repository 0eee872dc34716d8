//! The dozen of the tour: what each is made of and what one hears.

/// What a piece is made of.
pub enum Made {
    /// A sound with some parameters set.
    Of(&'static str, &'static [(&'static str, &'static str)]),
    /// A scene's text.
    From(&'static str),
}

/// One sound of the tour.
pub struct Piece {
    /// Name of its files.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What one hears, and why.
    pub hear: &'static str,
    /// What it is made of.
    pub made: Made,
    /// How long it lasts \[s\].
    pub seconds: f64,
}

/// The tour in order.
pub const PIECES: &[Piece] = &[
    Piece {
        name: "01-steel-bar",
        title: "Steel bar",
        hear: "A small hammer strikes the end of a steel bar: a bright attack, then each mode dies away in its own time, the high ones first.",
        made: Made::Of("impact", &[]),
        seconds: 2.0,
    },
    Piece {
        name: "02-felt-mallet",
        title: "Felt mallet",
        hear: "The same bar, struck with felt: the contact lasts longer than a period of the high modes, so they stay silent.",
        made: Made::Of(
            "impact",
            &[
                ("contact.stiffness", "5e9"),
                ("contact.exponent", "2.5"),
                ("contact.dissipation", "1"),
                ("striker.mass", "30g"),
                ("level", "-4dB"),
            ],
        ),
        seconds: 2.0,
    },
    Piece {
        name: "03-hard-and-fast",
        title: "Hard and fast",
        hear: "A light steel tip at five metres per second: the shortest contact, and the most treble.",
        made: Made::Of(
            "impact",
            &[
                ("velocity", "5m/s"),
                ("striker.mass", "5g"),
                ("contact.stiffness", "1e10"),
                ("contact.dissipation", "0.05"),
                ("level", "6dB"),
            ],
        ),
        seconds: 2.0,
    },
    Piece {
        name: "04-struck-at-a-node",
        title: "Struck at a node",
        hear: "Struck where the lowest mode does not move: its tone is missing, and the bar sounds an octave and a half higher.",
        made: Made::Of("impact", &[("strike", "0.2242")]),
        seconds: 2.0,
    },
    Piece {
        name: "05-two-bodies",
        title: "Two bodies",
        hear: "A steel pin strikes the bar and rings too: its own high tones stand above those of the bar.",
        made: Made::Of(
            "impact",
            &[
                ("striker.kind", "body"),
                ("velocity", "2m/s"),
                ("contact.stiffness", "1e9"),
            ],
        ),
        seconds: 2.0,
    },
    Piece {
        name: "06-rubber",
        title: "Rubber",
        hear: "A heavy, soft body that swallows what strikes it: a thud.",
        made: Made::Of(
            "impact",
            &[
                ("striker.mass", "200g"),
                ("contact.stiffness", "1e6"),
                ("contact.dissipation", "10"),
                ("body.tuning", "0.25"),
                ("body.ringing", "0.04"),
            ],
        ),
        seconds: 0.6,
    },
    Piece {
        name: "07-creak",
        title: "Creak",
        hear: "Two things pressed hard and moved slowly, as in a door: they stick and slip, and every slip is heard by itself.",
        made: Made::Of("friction", &[]),
        seconds: 2.0,
    },
    Piece {
        name: "08-squeak",
        title: "Squeak",
        hear: "Lighter and faster, on a smaller frame: a thousand slips per second become a tone.",
        made: Made::Of(
            "friction",
            &[
                ("velocity", "12cm/s"),
                ("rub.normal_force", "3N"),
                ("second.body.tuning", "3"),
            ],
        ),
        seconds: 2.0,
    },
    Piece {
        name: "09-block-on-a-string",
        title: "Block on a string",
        hear: "The block rubs a string instead: the string's pitch takes over.",
        made: Made::Of(
            "friction",
            &[
                ("second.kind", "string"),
                ("rub.normal_force", "1N"),
                ("rub.noise", "0"),
            ],
        ),
        seconds: 2.0,
    },
    Piece {
        name: "10-bowed-string",
        title: "Bowed string",
        hear: "A bow draws a cello's D string: it sticks to the hair and slips once per period, which gives all harmonics.",
        made: Made::Of("bowed_string", &[]),
        seconds: 3.0,
    },
    Piece {
        name: "11-too-little-pressure",
        title: "Too little pressure",
        hear: "The same bow, pressed too lightly: the string slips twice per period, and the octave comes out.",
        made: Made::Of("bowed_string", &[("bow.normal_force", "0.07N")]),
        seconds: 3.0,
    },
    Piece {
        name: "12-bouncing-ball",
        title: "Bouncing ball",
        hear: "A scene of one's own: a small ball falls on a bar and bounces, sooner and sooner, until it rests.",
        made: Made::From(include_str!("bouncing_ball.toml")),
        seconds: 3.0,
    },
];
