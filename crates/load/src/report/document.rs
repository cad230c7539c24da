//! A report as blocks in reading order. What is said is decided here and in [`super::sections`]; how it looks,
//! in [`super::html`] and [`super::markdown`].

use super::chart::Chart;
use super::model::Report;
use super::{faults, found, sections, storm};

/// A part of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Title(String),
    /// The answer in a sentence.
    Verdict(Tone, String),
    Figures(Vec<Figure>),
    Heading(String),
    Text(String),
    List(Vec<String>),
    Table(Table),
    Chart(Box<Chart>),
    Code(String),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    Good,
    Bad,
}

/// A number that is read first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    pub label: String,
    pub value: String,
    pub note: String,
}

/// Rows of text; columns from `numbers_from` on are numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub head: Vec<String>,
    pub rows: Vec<Row>,
    pub numbers_from: usize,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub cells: Vec<String>,
    pub tone: Tone,
}

impl Table {
    pub fn new(head: &[&str]) -> Table {
        Table { head: head.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new(), numbers_from: 1 }
    }

    pub fn push(&mut self, cells: Vec<String>) {
        self.push_toned(cells, Tone::Plain);
    }

    pub fn push_toned(&mut self, cells: Vec<String>, tone: Tone) {
        debug_assert_eq!(cells.len(), self.head.len(), "a row has the cells of its heading");
        self.rows.push(Row { cells, tone });
    }
}

impl Block {
    pub fn heading(text: &str) -> Block {
        Block::Heading(text.to_owned())
    }
}

/// The whole document of a report.
pub fn document(report: &Report) -> Vec<Block> {
    let mut blocks = vec![Block::Title(report.title.clone())];
    blocks.extend(found::verdict(report));
    blocks.extend(sections::complaints(report));
    blocks.extend(sections::figures(report));
    blocks.extend(sections::events(report));
    blocks.extend(sections::levels(report));
    blocks.extend(storm::section(report));
    blocks.extend(faults::section(report));
    blocks.extend(sections::health(report));
    blocks.extend(found::search(report));
    blocks.extend(sections::charts(report));
    blocks.extend(sections::delivery(report));
    blocks.extend(sections::endpoints(report));
    blocks.extend(sections::actions(report));
    blocks.extend(sections::server_times(report));
    blocks.extend(sections::generator(report));
    blocks.extend(sections::setup(report));
    blocks
}
