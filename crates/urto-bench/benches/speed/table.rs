//! Tables, for the terminal and for a page.

/// One line of a table.
pub struct Row {
    /// What is in the first column.
    pub name: &'static str,
    /// What it means.
    pub says: &'static str,
    /// The other columns.
    pub cells: Vec<String>,
}

/// A table with a heading.
pub struct Table {
    /// The heading.
    pub title: &'static str,
    /// What all rows have in common.
    pub says: String,
    /// The heads of all columns but the first.
    pub heads: Vec<String>,
    /// The lines.
    pub rows: Vec<Row>,
}

/// A number with three digits; a dash if there is none.
pub fn number(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(x) if x.abs() >= 99.5 => thousands(x),
        Some(x) if x.abs() >= 9.95 => format!("{x:.1}"),
        Some(x) => format!("{x:.2}"),
    }
}

/// A whole number with its thousands parted.
fn thousands(x: f64) -> String {
    let digits = format!("{:.0}", x.abs());
    let mut out = String::from(if x < 0.0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl Table {
    /// A table without lines that have nothing but dashes; `None` if none is left.
    pub fn kept(mut self) -> Option<Self> {
        self.rows.retain(|row| {
            row.cells
                .iter()
                .any(|cell| cell.chars().any(|c| c.is_ascii_digit()))
        });
        (!self.rows.is_empty()).then_some(self)
    }

    fn widths(&self) -> Vec<usize> {
        let wide = |text: &str| text.chars().count();
        let names = self.rows.iter().map(|row| wide(row.name));
        let mut widths = vec![names.max().unwrap_or(0)];
        for (column, head) in self.heads.iter().enumerate() {
            let cells = self.rows.iter().map(|row| wide(&row.cells[column]));
            widths.push(cells.max().unwrap_or(0).max(wide(head)));
        }
        widths
    }

    /// Aligned columns.
    pub fn text(&self) -> String {
        let widths = self.widths();
        let line = |name: &str, cells: &[String]| {
            let mut out = format!("  {name:0$}", widths[0]);
            for (cell, width) in cells.iter().zip(&widths[1..]) {
                out += &format!("  {cell:>width$}");
            }
            out + "\n"
        };
        let mut out = format!("\n{}\n{}", self.title, line("", &self.heads));
        for row in &self.rows {
            out += &line(row.name, &row.cells);
        }
        out
    }

    /// A section of a Markdown page.
    pub fn markdown(&self) -> String {
        let mut out = format!("## {}\n\n{}\n\n|", self.title, self.says);
        for head in std::iter::once("").chain(self.heads.iter().map(String::as_str)) {
            out += &format!(" {head} |");
        }
        out += "\n|---|";
        out += &"---:|".repeat(self.heads.len());
        for row in &self.rows {
            out += &format!("\n| {} | {} |", row.name, row.cells.join(" | "));
        }
        out += "\n\n";
        for row in self.rows.iter().filter(|row| !row.says.is_empty()) {
            out += &format!("- **{}**: {}\n", row.name, row.says);
        }
        out.trim_end().to_owned() + "\n\n"
    }
}
