//! TOML as a tree that knows its lines. The one file that knows the TOML crate's reader.

use core::cell::Cell;
use toml_edit::{InlineTable, Item, Table, TomlError, Value};

/// A value and where it stands.
pub(crate) struct Node {
    /// Line of its key, or of itself inside a list; from 1.
    pub line: usize,
    pub data: Data,
}

/// What a value is, however it was written: `[object.bar]` and `bar = { ... }` are both tables.
pub(crate) enum Data {
    Number(f64),
    Integer(i64),
    Text(String),
    Flag(bool),
    /// As it was written.
    Date(String),
    List(Vec<Node>),
    /// Keys and values in the order of the file.
    Table(Vec<(String, Node)>),
}

/// A text that is not TOML.
pub(crate) struct Malformed {
    pub line: usize,
    pub message: String,
}

impl Data {
    /// What it is, in words.
    pub fn sort(&self) -> &'static str {
        match self {
            Data::Number(_) | Data::Integer(_) => "a number",
            Data::Text(_) => "text",
            Data::Flag(_) => "true or false",
            Data::Date(_) => "a date",
            Data::List(_) => "a list",
            Data::Table(_) => "a table",
        }
    }
}

thread_local! {
    static READ: Cell<u64> = const { Cell::new(0) };
}

/// How many texts this thread has read so far: an audio thread should read none.
pub fn texts_read() -> u64 {
    READ.get()
}

/// Reads a whole file.
pub(crate) fn parse(text: &str) -> Result<Node, Malformed> {
    READ.set(READ.get() + 1);
    let lines = Lines::of(text);
    let document =
        toml_edit::Document::parse(text).map_err(|error| malformed(text, &lines, &error))?;
    Ok(Node {
        line: 1,
        data: lines.table(document.as_table(), 1),
    })
}

/// Reads a single value, such as a list.
pub(crate) fn parse_inline(text: &str) -> Result<Node, Malformed> {
    READ.set(READ.get() + 1);
    let lines = Lines::of(text);
    let value = text
        .trim()
        .parse::<Value>()
        .map_err(|error| malformed(text, &lines, &error))?;
    Ok(lines.value(&value, 1))
}

fn malformed(text: &str, lines: &Lines, error: &TomlError) -> Malformed {
    let span = error.span().unwrap_or(0..0);
    let line = lines.line_at(span.start);
    let there = text.get(span.clone()).unwrap_or_default();
    let message = if error.message().starts_with("duplicate key") {
        format!("'{there}' is there twice; names and keys must differ")
    } else {
        let column = span.start - lines.start_of(line).min(span.start) + 1;
        format!("not valid TOML at column {column}: {}", error.message())
    };
    Malformed { line, message }
}

/// Where the lines of a text start \[bytes\].
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = breaks.map(|(at, _)| at + 1);
        Self(std::iter::once(0).chain(starts).collect())
    }

    fn line_at(&self, offset: usize) -> usize {
        self.0.partition_point(|start| *start <= offset)
    }

    fn start_of(&self, line: usize) -> usize {
        self.0.get(line.wrapping_sub(1)).copied().unwrap_or(0)
    }

    fn line_of(&self, span: Option<std::ops::Range<usize>>) -> Option<usize> {
        span.map(|span| self.line_at(span.start))
    }

    fn table(&self, table: &Table, line: usize) -> Data {
        let entries = table.iter().map(|(name, item)| {
            let key = table.key(name).and_then(|key| key.span());
            let line = self.line_of(key.or(item.span())).unwrap_or(line);
            (name.to_owned(), self.item(item, line))
        });
        Data::Table(entries.collect())
    }

    fn inline_table(&self, table: &InlineTable, line: usize) -> Data {
        let entries = table.iter().map(|(name, value)| {
            let key = table.key(name).and_then(|key| key.span());
            let line = self.line_of(key.or(value.span())).unwrap_or(line);
            (name.to_owned(), self.value(value, line))
        });
        Data::Table(entries.collect())
    }

    fn item(&self, item: &Item, line: usize) -> Node {
        let data = match item {
            Item::Value(value) => return self.value(value, line),
            Item::Table(table) => self.table(table, line),
            Item::ArrayOfTables(tables) => Data::List(
                tables
                    .iter()
                    .map(|table| {
                        let line = self.line_of(table.span()).unwrap_or(line);
                        Node {
                            line,
                            data: self.table(table, line),
                        }
                    })
                    .collect(),
            ),
            Item::None => Data::Table(Vec::new()),
        };
        Node { line, data }
    }

    fn value(&self, value: &Value, line: usize) -> Node {
        let data = match value {
            Value::String(text) => Data::Text(text.value().clone()),
            Value::Integer(number) => Data::Integer(*number.value()),
            Value::Float(number) => Data::Number(*number.value()),
            Value::Boolean(flag) => Data::Flag(*flag.value()),
            Value::Datetime(date) => Data::Date(date.value().to_string()),
            Value::InlineTable(table) => self.inline_table(table, line),
            Value::Array(array) => Data::List(
                array
                    .iter()
                    .map(|entry| self.value(entry, self.line_of(entry.span()).unwrap_or(line)))
                    .collect(),
            ),
        };
        Node { line, data }
    }
}
