//! Figures as data, and their drawing as SVG or PNG.
//!
//! A figure is one or more panels; a panel has two axes with units and several series. Series
//! differ by dash and mark, not by colour alone, so that a figure can be read in black and
//! white. The font is built in: a bare machine draws the same picture.

mod draw;
mod ink;
mod line;
mod picture;
mod scale;

pub use picture::{FONT, png, svg};

/// A picture of one or more panels.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// Panels side by side; 0 and 1 put them below each other.
    pub columns: usize,
}

impl Figure {
    /// Panels below each other.
    pub fn new(panels: impl IntoIterator<Item = Panel>) -> Self {
        Self {
            panels: panels.into_iter().collect(),
            columns: 1,
        }
    }

    /// Panels side by side, N in a row.
    pub fn beside(columns: usize, panels: impl IntoIterator<Item = Panel>) -> Self {
        Self {
            columns,
            ..Self::new(panels)
        }
    }
}

/// Axes and what is drawn between them.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Stands above it.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// What is drawn, the first below the others.
    pub series: Vec<Series>,
    /// Greys below all of it.
    pub shade: Option<Shade>,
}

/// Cells in greys, between straight ends of both axes: a spectrogram.
#[derive(Clone, Debug)]
pub struct Shade {
    /// Cells from bottom to top.
    pub rows: usize,
    /// From where to where, left and right.
    pub x: [f64; 2],
    /// From where to where, bottom and top.
    pub y: [f64; 2],
    /// From 0 (white) to 1 (black), column by column from the left, each from bottom to top.
    pub values: Vec<f64>,
}

impl Panel {
    /// An empty panel.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self {
            title: title.into(),
            x,
            y,
            series: Vec::new(),
            shade: None,
        }
    }

    /// With greys below all else.
    pub fn shaded(mut self, shade: Shade) -> Self {
        self.shade = Some(shade);
        self
    }

    /// One more series.
    pub fn with(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }
}

/// An axis. Without a range it takes in all of its series.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it counts.
    pub name: String,
    /// In which unit; empty for a pure number.
    pub unit: String,
    /// Whether equal steps are equal ratios; what is not positive is left out.
    pub log: bool,
    /// Whether it runs from large to small.
    pub reversed: bool,
    /// Its ends.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// Equal steps.
    pub fn linear(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            unit: unit.into(),
            log: false,
            reversed: false,
            range: None,
        }
    }

    /// Equal ratios.
    pub fn log(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self {
            log: true,
            ..Self::linear(name, unit)
        }
    }

    /// With these ends.
    pub fn over(mut self, low: f64, high: f64) -> Self {
        self.range = Some((low, high));
        self
    }

    /// From large to small.
    pub fn reversed(mut self) -> Self {
        self.reversed = true;
        self
    }
}

/// How a series is drawn. Dash, mark and colour follow from its place among those drawn alike,
/// unless [`Series::styled`] says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A line.
    Line,
    /// Marks at the points.
    Marks,
    /// A thin line with marks at the points.
    LineAndMarks,
    /// A thin dotted line: a limit, an axis, a bound.
    Guide,
}

/// Points that belong together. A point that is not finite breaks the line.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend; empty for none.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
    /// How it is drawn.
    pub look: Look,
    /// Number of its dash, mark and colour; counted up where `None`.
    pub style: Option<usize>,
}

impl Series {
    fn new(
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
        look: Look,
    ) -> Self {
        Self {
            name: name.into(),
            points: points.into_iter().collect(),
            look,
            style: None,
        }
    }

    /// A line through the points.
    pub fn line(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self::new(name, points, Look::Line)
    }

    /// Marks at the points.
    pub fn marks(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self::new(name, points, Look::Marks)
    }

    /// A thin line with marks at the points.
    pub fn marked_line(
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        Self::new(name, points, Look::LineAndMarks)
    }

    /// A thin dotted line.
    pub fn guide(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self::new(name, points, Look::Guide)
    }

    /// With the dash, mark and colour of this number.
    pub fn styled(mut self, style: usize) -> Self {
        self.style = Some(style);
        self
    }
}
