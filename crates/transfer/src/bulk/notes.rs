//! What was read otherwise than a file has it: one line of the report for each kind, however many lines of the file.

use std::collections::BTreeMap;
use std::fmt;

/// How a line was read that is not as the format wants it. Nothing is lost by any of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Note {
    ByteOrderMark,
    Blank,
    LineEnd,
    Encoding,
    Surrogate,
    Control,
    Nul,
    Null,
    Repeated,
    Capitals,
}

impl Note {
    fn text(self) -> &'static str {
        match self {
            Note::ByteOrderMark => "begins with a byte order mark, which is passed over",
            Note::Blank => "is blank and passed over",
            Note::LineEnd => "ends with CR LF, which is read as LF",
            Note::Encoding => "is not UTF-8: the other bytes are read as Windows-1252",
            Note::Surrogate => "has half of a surrogate pair, which is read as U+FFFD",
            Note::Control => "has control characters that JSON wants escaped; they are kept",
            Note::Nul => "has NUL characters, which are read as U+FFFD",
            Note::Null => "has null where the format wants a value; it is read as absent",
            Note::Repeated => "has a field twice; the last one counts",
            Note::Capitals => "has names with capital letters or blanks around; they are read as small letters",
        }
    }
}

/// Where a kind was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen {
    first: u64,
    last: u64,
    lines: u64,
}

/// All notes of a file: as many as there are kinds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes(BTreeMap<Note, Seen>);

impl Notes {
    /// Adds a note of a line; lines come in order, and a line counts once.
    pub fn add(&mut self, note: Note, line: u64) {
        let seen = self.0.entry(note).or_insert(Seen { first: line, last: 0, lines: 0 });
        if seen.last != line {
            (seen.last, seen.lines) = (line, seen.lines + 1);
        }
    }

    /// Takes the notes of lines that follow.
    pub fn extend(&mut self, later: Notes) {
        for (note, more) in later.0 {
            match self.0.get_mut(&note) {
                Some(seen) => (seen.last, seen.lines) = (more.last, seen.lines + more.lines),
                None => drop(self.0.insert(note, more)),
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A sentence for each kind.
    pub fn lines(&self) -> Vec<String> {
        self.0.iter().map(|(note, seen)| Line(*note, *seen).to_string()).collect()
    }
}

struct Line(Note, Seen);

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line(note, seen) = self;
        write!(out, "line {} {}", seen.first, note.text())?;
        match seen.lines {
            1 => Ok(()),
            lines => write!(out, " ({} more lines like it)", lines - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_one_line_however_often_it_is_seen() {
        let mut notes = Notes::default();
        notes.add(Note::Capitals, 3);
        notes.add(Note::Capitals, 3);
        notes.add(Note::Blank, 4);
        let mut later = Notes::default();
        later.add(Note::Capitals, 7);
        notes.extend(later);
        let lines = notes.lines();
        assert_eq!(lines[0], "line 4 is blank and passed over");
        assert!(lines[1].starts_with("line 3 has names") && lines[1].ends_with("(1 more lines like it)"), "{lines:?}");
    }
}
