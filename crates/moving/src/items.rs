//! JSON values one at a time, from a file of any size: those of a list, those of lists with names (the tables of a
//! database), or those that follow each other. No more than one is in memory, and one that is too long is passed over.

use std::io::{self, BufRead, BufReader, Read};

/// The longest item, in bytes.
pub const ITEM_BYTES_MAX: usize = 8 << 20;
const BUFFER_BYTES: usize = 256 << 10;

/// What stands next in a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// The items that follow are those of the table whose name is in the buffer of the caller.
    Table,
    /// The bytes of an item, in the buffer of the caller.
    Item,
    /// An item of more than [`ITEM_BYTES_MAX`] bytes, which is passed over.
    TooLong,
    /// The file ends here.
    End,
    /// What is read has another form, or it breaks off.
    Broken,
}

/// Where in a file the reader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Before its first byte: a list, or an object of lists.
    Start,
    /// Before its first byte: a list, or values without one.
    StartOfValues,
    List,
    /// Between the tables of an object.
    Tables,
    Table,
    Values,
}

/// A file being read.
pub struct Items<R> {
    from: BufReader<R>,
    inside: Inside,
    /// Bytes that were read.
    pub read: u64,
}

impl<R: Read> Items<R> {
    /// Reads a list, or an object whose values are lists: its tables. Other values of such an object are passed over.
    pub fn new(from: R) -> Items<R> {
        Items { from: BufReader::with_capacity(BUFFER_BYTES, from), inside: Inside::Start, read: 0 }
    }

    /// Reads values that follow each other, one a line say, or a list.
    pub fn values(from: R) -> Items<R> {
        Items { inside: Inside::StartOfValues, ..Items::new(from) }
    }

    /// Reads the next item, or the name of the next table, into `item`. Whether it is JSON inside is the caller's question.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next(&mut self, item: &mut Vec<u8>) -> io::Result<Next> {
        item.clear();
        if matches!(self.inside, Inside::Start | Inside::StartOfValues) {
            self.pass_mark()?;
        }
        loop {
            let byte = match self.byte()? {
                Some(byte) if byte.is_ascii_whitespace() => continue,
                Some(byte) => byte,
                None if matches!(self.inside, Inside::Values | Inside::StartOfValues) => return Ok(Next::End),
                None => return Ok(Next::Broken),
            };
            match (self.inside, byte) {
                (Inside::Start | Inside::StartOfValues, b'[') => self.inside = Inside::List,
                (Inside::Start, b'{') => self.inside = Inside::Tables,
                (Inside::Start, _) => return Ok(Next::Broken),
                (Inside::List | Inside::Tables | Inside::Table, b',') => {}
                (Inside::List, b']') | (Inside::Tables, b'}') => return Ok(Next::End),
                (Inside::Table, b']') => self.inside = Inside::Tables,
                (Inside::Tables, b'"') => match self.table(item)? {
                    Some(next) => return Ok(next),
                    None => item.clear(),
                },
                (Inside::Tables, _) => return Ok(Next::Broken),
                (Inside::StartOfValues, _) => {
                    self.inside = Inside::Values;
                    return self.rest(byte, item);
                }
                (Inside::List | Inside::Table | Inside::Values, _) => return self.rest(byte, item),
            }
        }
    }

    /// Passes over a byte order mark.
    fn pass_mark(&mut self) -> io::Result<()> {
        if self.from.fill_buf()?.first() == Some(&0xef) {
            for _ in 0..3 {
                self.byte()?;
            }
        }
        Ok(())
    }

    /// Reads the name of a value of an object, whose first quote is read, into `name`. Nothing when the value is no list:
    /// then it is passed over.
    fn table(&mut self, name: &mut Vec<u8>) -> io::Result<Option<Next>> {
        if self.rest(b'"', name)? != Next::Item {
            return Ok(Some(Next::Broken));
        }
        // A name with escapes is none that anybody looks for.
        let named = name[1..name.len() - 1].to_vec();
        let mut is_named = false;
        loop {
            match self.byte()? {
                Some(byte) if byte.is_ascii_whitespace() => {}
                Some(b':') if !is_named => is_named = true,
                Some(b'[') if is_named => {
                    self.inside = Inside::Table;
                    *name = named;
                    return Ok(Some(Next::Table));
                }
                Some(byte) if is_named => {
                    name.clear();
                    let passed = self.rest(byte, name)?;
                    return Ok((passed == Next::Broken).then_some(Next::Broken));
                }
                _ => return Ok(Some(Next::Broken)),
            }
        }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let first = self.from.fill_buf()?.first().copied();
        if first.is_some() {
            self.took(1);
        }
        Ok(first)
    }

    fn took(&mut self, len: usize) {
        self.from.consume(len);
        self.read += len as u64;
    }

    /// Reads to the end of the item that begins with `first`.
    fn rest(&mut self, first: u8, item: &mut Vec<u8>) -> io::Result<Next> {
        item.clear();
        item.push(first);
        let mut state = State::default();
        state.take(first);
        let mut is_long = false;
        while !state.is_over() {
            let buffer = self.from.fill_buf()?;
            if buffer.is_empty() {
                // Outside of a list a plain value ends with the file.
                let is_whole = self.inside == Inside::Values && state.is_plain();
                return Ok(if is_whole { Next::Item } else { Next::Broken });
            }
            let len = state.take_all(buffer);
            is_long |= item.len() + len > ITEM_BYTES_MAX;
            if !is_long {
                item.extend_from_slice(&buffer[..len]);
            }
            self.took(len);
        }
        if is_long {
            item.clear();
            return Ok(Next::TooLong);
        }
        Ok(Next::Item)
    }
}

#[derive(Default)]
struct State {
    depth: u64,
    is_text: bool,
    /// The next byte of a text means nothing.
    is_escaped: bool,
    /// Something with an end of its own was there: braces, brackets or quotes.
    is_closed: bool,
    is_over_before: bool,
}

impl State {
    /// Takes bytes up to the end of the item; how many those were.
    fn take_all(&mut self, buffer: &[u8]) -> usize {
        let mut len = 0;
        while len < buffer.len() && !self.is_over() {
            if self.is_text && !self.is_escaped {
                // Most of a file is text: what ends it is looked for at once.
                match memchr::memchr2(b'"', b'\\', &buffer[len..]) {
                    Some(at) => len += at,
                    None => return buffer.len(),
                }
            }
            // A plain value ends before what ends it.
            if self.is_plain() && matches!(buffer[len], b',' | b']' | b'}' | b'\n') {
                self.is_over_before = true;
                return len;
            }
            self.take(buffer[len]);
            len += 1;
        }
        len
    }

    fn take(&mut self, byte: u8) {
        if self.is_escaped {
            self.is_escaped = false;
            return;
        }
        match byte {
            b'\\' if self.is_text => self.is_escaped = true,
            b'"' => self.is_text = !self.is_text,
            _ if self.is_text => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => return,
        }
        self.is_closed = self.depth == 0 && !self.is_text;
    }

    /// A number, or a word without quotes.
    fn is_plain(&self) -> bool {
        self.depth == 0 && !self.is_text
    }

    fn is_over(&self) -> bool {
        self.is_closed || self.is_over_before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(text: &[u8]) -> (Vec<String>, Next) {
        read(Items::new(text))
    }

    fn read(mut items: Items<impl Read>) -> (Vec<String>, Next) {
        let (mut item, mut found) = (Vec::new(), Vec::new());
        loop {
            match items.next(&mut item).expect("memory") {
                Next::Table => found.push(format!("table {}", String::from_utf8_lossy(&item))),
                Next::Item => found.push(String::from_utf8_lossy(&item).trim().to_owned()),
                Next::TooLong => found.push("too long".to_owned()),
                end => return (found, end),
            }
        }
    }

    #[test]
    fn items_are_found_whatever_is_in_them() {
        let text = r#"[ {"a":"]}\"["}, [1,[2]] ,3, "x,\\" ,null]"#;
        let items = [r#"{"a":"]}\"["}"#, "[1,[2]]", "3", r#""x,\\""#, "null"].map(str::to_owned);
        assert_eq!(all(text.as_bytes()), (items.to_vec(), Next::End));
        assert_eq!(all("\u{feff}[]".as_bytes()), (vec![], Next::End));
    }

    #[test]
    fn tables_are_read_by_their_names() {
        let text = r#"{"a": [1, {"b":[2]}], "no list": {"x": [7]}, "n": 5, "c":[], "d" : ["]"]}"#;
        let found = ["table a", "1", r#"{"b":[2]}"#, "table c", "table d", r#""]""#].map(str::to_owned);
        assert_eq!(all(text.as_bytes()), (found.to_vec(), Next::End));
        assert_eq!(all(b"{}"), (vec![], Next::End));
    }

    #[test]
    fn values_follow_each_other_or_are_a_list() {
        let values = |text: &str| read(Items::values(text.as_bytes()));
        let two = (vec!["{\"a\":1}".to_owned(), "2".to_owned()], Next::End);
        for text in ["{\"a\":1}\n2\n", "\u{feff}{\"a\":1} 2", "[{\"a\":1},2]"] {
            assert_eq!(values(text), two, "{text}");
        }
        assert_eq!((values(""), values("{\"a\"").1), ((vec![], Next::End), Next::Broken));
    }

    /// Gives a byte at a time, as a file does at the end of a buffer.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(1).min(self.0.len());
            buffer[..len].copy_from_slice(&self.0[..len]);
            self.0 = &self.0[len..];
            Ok(len)
        }
    }

    #[test]
    fn an_escape_is_one_wherever_the_buffer_ends() {
        let text = r#"["a\\", "b\n\"", 3]"#;
        let items = [r#""a\\""#, r#""b\n\"""#, "3"].map(str::to_owned);
        assert_eq!(read(Items::new(Slow(text.as_bytes()))), (items.to_vec(), Next::End));
    }

    #[test]
    fn what_breaks_off_or_is_no_list_is_said() {
        for text in [
            "",
            "7",
            "{",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":[",
            "{\"a\":[]",
            "{7:[]}",
            "[{\"a\":1}",
            "[{",
            "[\"",
            "\u{feff}",
            "[1",
        ] {
            assert_eq!(all(text.as_bytes()).1, Next::Broken, "{text}");
        }
    }

    #[test]
    fn an_item_that_is_too_long_is_passed_over() {
        let text = format!("[1,\"{}\",{{\"b\":2}}]", "x".repeat(ITEM_BYTES_MAX));
        assert_eq!(
            all(text.as_bytes()),
            (vec!["1".to_owned(), "too long".to_owned(), "{\"b\":2}".to_owned()], Next::End)
        );
    }

    proptest! {
        #[test]
        fn any_list_is_taken_apart(values in prop::collection::vec("[a-c\"\\\\\\[\\]{}, é]{0,8}", 0..6)) {
            let values: Vec<serde_json::Value> = values.into_iter().map(|text| serde_json::json!({"t": [text]})).collect();
            let text = serde_json::to_vec(&values).expect("JSON");
            let (found, end) = all(&text);
            prop_assert_eq!(&end, &Next::End);
            prop_assert_eq!(&read(Items::new(Slow(&text))), &(found.clone(), end));
            let found: Vec<serde_json::Value> = found.iter().map(|one| serde_json::from_str(one).expect("JSON")).collect();
            prop_assert_eq!(found, values);
        }

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            all(&bytes);
            all(&[b"[", &bytes[..]].concat());
            all(&[b"{\"a\":[", &bytes[..]].concat());
            read(Items::values(&bytes[..]));
        }
    }
}
