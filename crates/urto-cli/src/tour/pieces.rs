//! The pieces of the tour: what each is made of and what one hears.

/// What a piece is made of.
pub enum Made {
    /// A sound with some parameters set.
    Of(&'static str, &'static [(&'static str, &'static str)]),
    /// A preset, by the name of its file.
    Preset(&'static str),
    /// A project that comes with urto, by its name.
    Project(&'static str),
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
    /// Material of the body.
    pub made: Made,
}

/// The tour in order: every sound once, some with a word on the physics.
pub const PIECES: &[Piece] = &[
    Piece {
        name: "01-steel-bar",
        title: "Steel bar",
        hear: "A small hammer strikes the end of a steel bar: a bright attack, then each mode dies away in its own time, the high ones first.",
        made: Made::Of("impact", &[]),
    },
    Piece {
        name: "02-struck-at-a-node",
        title: "Struck at a node",
        hear: "The same bar, struck where its lowest mode does not move: that tone is missing, and the bar sounds an octave and a half higher.",
        made: Made::Of("impact", &[("strike", "0.2242")]),
    },
    Piece {
        name: "03-wine-glass",
        title: "Wine glass",
        hear: "A thin glass, tapped at its rim: its wall bends in two, three, four waves around, and little takes the energy away.",
        made: Made::Preset("wine-glass"),
    },
    Piece {
        name: "04-coffee-mug-on-table",
        title: "Coffee mug on a table",
        hear: "Set down, the mug knocks on the table, and the table answers lower and louder than the mug.",
        made: Made::Preset("coffee-mug-on-table"),
    },
    Piece {
        name: "05-pillow-thump",
        title: "Pillow",
        hear: "A fist on feathers: no single contact but a crowd of tiny ones, which is noise under a slow push.",
        made: Made::Preset("pillow-thump"),
    },
    Piece {
        name: "06-creak",
        title: "Creak",
        hear: "Two things pressed hard and moved slowly: they stick and slip, and every slip is heard by itself.",
        made: Made::Of("friction", &[]),
    },
    Piece {
        name: "07-squeaky-hinge",
        title: "Squeaky hinge",
        hear: "The same law in a dry hinge: hundreds of slips a second become a tone that follows the speed.",
        made: Made::Preset("squeaky-hinge"),
    },
    Piece {
        name: "08-bicycle-brake",
        title: "Bicycle brake",
        hear: "The rim is fed by the friction at its own pitch, and squeals until the wheel stands.",
        made: Made::Preset("bicycle-brake"),
    },
    Piece {
        name: "09-chalk-squeal",
        title: "Chalk",
        hear: "Chalk held too upright chatters over the board.",
        made: Made::Preset("chalk-squeal"),
    },
    Piece {
        name: "10-wine-glass-rim",
        title: "Singing glass",
        hear: "A wet finger goes round the rim and drags it along, until the glass takes over.",
        made: Made::Preset("wine-glass-rim"),
    },
    Piece {
        name: "11-creaking-floorboard",
        title: "Floorboard",
        hear: "Someone steps on an old board, and off again: wood rubs on nails, slowly and unevenly.",
        made: Made::Preset("creaking-floorboard"),
    },
    Piece {
        name: "12-bouncing-ball",
        title: "A scene of one's own",
        hear: "A small ball falls on a bar and bounces, sooner and sooner, until it rests: bodies, contacts and a score in a file.",
        made: Made::From(include_str!("bouncing_ball.toml")),
    },
    Piece {
        name: "13-cello-d-string",
        title: "Cello",
        hear: "A bow draws a cello's D string: it sticks to the hair and slips once per period, which gives all harmonics.",
        made: Made::Preset("cello-d-string"),
    },
    Piece {
        name: "14-too-little-pressure",
        title: "Too little pressure",
        hear: "The same bow, pressed too lightly: the string slips twice per period, and the octave comes out.",
        made: Made::Of("bowed_string", &[("bow.normal_force", "0.07N")]),
    },
    Piece {
        name: "15-gravel-path-boots",
        title: "Gravel",
        hear: "Boots on a gravel path: while the weight comes on, stone after stone gives way.",
        made: Made::Preset("gravel-path-boots"),
    },
    Piece {
        name: "16-marble-dropped-on-wood",
        title: "Marble, dropped",
        hear: "A glass marble falls on a table: each rebound keeps the same share of the speed, so the knocks crowd together.",
        made: Made::Preset("marble-dropped-on-wood"),
    },
    Piece {
        name: "17-marble-on-wood",
        title: "Marble, rolling",
        hear: "The same marble rolls: it rides over the bumps of the wood, and knocks a thousand times a second.",
        made: Made::Preset("marble-on-wood"),
    },
    Piece {
        name: "18-scraped-pan",
        title: "Scraped pan",
        hear: "A spatula scrapes a frying pan: a sharp edge follows every scratch, and the pan rings with it.",
        made: Made::Preset("scraped-pan"),
    },
    Piece {
        name: "19-window-breaking",
        title: "Window",
        hear: "A pane bursts, and its pieces fall: many at first, then fewer and fewer.",
        made: Made::Preset("window-breaking"),
    },
    Piece {
        name: "20-crumpled-paper",
        title: "Paper",
        hear: "A sheet is crumpled: facets snap over, a few loudly and many softly, as a power law has it.",
        made: Made::Preset("crumpled-paper"),
    },
    Piece {
        name: "21-plastic-bottle-squeezed",
        title: "Plastic bottle",
        hear: "Squeezed again and again, it crackles only while the force rises.",
        made: Made::Preset("plastic-bottle-squeezed"),
    },
    Piece {
        name: "22-coins-in-a-jar",
        title: "Coins in a jar",
        hear: "Shaken coins meet each other and the glass: each collision is a blow of its own.",
        made: Made::Preset("coins-in-a-jar"),
    },
    Piece {
        name: "23-hammered-wire",
        title: "Hammered wire",
        hear: "A row of masses and springs under a hard little hammer near its end: a wiry knock that sings on.",
        made: Made::Preset("hammered-wire"),
    },
    Piece {
        name: "24-plop",
        title: "Plop",
        hear: "A bubble of air closes under a drop and rings at Minnaert's frequency; its pitch rises as it nears the surface.",
        made: Made::Preset("plop"),
    },
    Piece {
        name: "25-kettle-boiling",
        title: "Kettle",
        hear: "Bubbles by the hundred, each a short sine of its own pitch, grow and collapse at the bottom of a kettle.",
        made: Made::Preset("kettle-boiling"),
    },
    Piece {
        name: "26-tap-dripping",
        title: "Dripping tap",
        hear: "A drop strikes the water with a tick, and the air that it drags under answers with a plink.",
        made: Made::Preset("tap-dripping"),
    },
    Piece {
        name: "27-bottle-filled",
        title: "Bottle, filled",
        hear: "Water falls into a bottle: the column of air above it grows shorter, and its tone climbs.",
        made: Made::Preset("bottle-filled"),
    },
    Piece {
        name: "28-rain-on-a-tin-roof",
        title: "Rain on a tin roof",
        hear: "Every drop is a blow on a thin plate of steel, at a place of its own.",
        made: Made::Preset("rain-on-a-tin-roof"),
    },
    Piece {
        name: "29-sea-on-pebbles",
        title: "Sea on pebbles",
        hear: "A wave breaks into bubbles of all sizes, and draws back hissing through the stones.",
        made: Made::Preset("sea-on-pebbles"),
    },
    Piece {
        name: "30-stone-into-pond",
        title: "Stone into a pond",
        hear: "Three parts: the slap of the entry, the deep gulp of the cavity that closes, and droplets that fall back.",
        made: Made::Preset("stone-into-pond"),
    },
    Piece {
        name: "31-bucket-emptied",
        title: "Bucket, emptied",
        hear: "A few hundred particles of water fall into a vessel: what they strike and close in is what sounds.",
        made: Made::Preset("bucket-emptied"),
    },
    Piece {
        name: "32-vacuum-cleaner",
        title: "Vacuum cleaner",
        hear: "A motor runs up and blows noise through a tube, which has its own pitch.",
        made: Made::Preset("vacuum-cleaner"),
    },
    Piece {
        name: "33-wind-in-a-chimney",
        title: "Wind in a chimney",
        hear: "Gusts blow over the end of a pipe; vortices wake its modes one after the other.",
        made: Made::Preset("wind-in-a-chimney"),
    },
    Piece {
        name: "34-thunder",
        title: "Thunder",
        hear: "A bent channel of sparks, heard part by part: the nearest first, as a crack, the rest as a rumble.",
        made: Made::Preset("thunder"),
    },
    Piece {
        name: "35-camp-fire",
        title: "Camp fire",
        hear: "Flames puff and roar slowly, gas hisses, and wood crackles as chance has it.",
        made: Made::Preset("camp-fire"),
    },
    Piece {
        name: "36-drill",
        title: "Drill",
        hear: "A motor comes to speed: its brushes, its slots and its gears each add a whine.",
        made: Made::Preset("drill"),
    },
    Piece {
        name: "37-old-car-idling",
        title: "Old car, idling",
        hear: "Four cylinders fire in turn into pipes and a muffler; none fires quite as the one before.",
        made: Made::Preset("old-car-idling"),
    },
    Piece {
        name: "38-kitchen-clock",
        title: "Kitchen clock",
        hear: "Real blows of small pallets on a wheel, tick and tock, in a case that answers.",
        made: Made::Preset("kitchen-clock"),
    },
    Piece {
        name: "39-rolling-in-tube",
        title: "A ball in a tube",
        hear: "A steel ball is thrown up an inclined tube: the further it is, the more one hears the tube and the less the ball. The last throw is too hard.",
        made: Made::Project("rolling_in_tube"),
    },
    Piece {
        name: "40-kitchen",
        title: "A kitchen",
        hear: "A minute at work: ten things, each a body of its own, played by a score.",
        made: Made::Project("kitchen"),
    },
];
