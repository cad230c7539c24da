//! The items of a JSON list, one at a time, from a file of any size: no more than one of them is in memory, and one that is
//! too long is passed over without being held.

use std::io::{self, BufRead, BufReader, Read};

/// The longest item, in bytes.
pub const ITEM_BYTES_MAX: usize = 8 << 20;
const BUFFER_BYTES: usize = 256 << 10;

/// What stands next in a list.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// The bytes of an item, in the buffer of the caller.
    Item,
    /// An item of more than [`ITEM_BYTES_MAX`] bytes, which is passed over.
    TooLong,
    /// The list ends here.
    End,
    /// What is read is no list, or it breaks off.
    Broken,
}

/// A list being read.
pub struct Items<R> {
    from: BufReader<R>,
    began: bool,
    /// Bytes that were read.
    pub read: u64,
}

impl<R: Read> Items<R> {
    pub fn new(from: R) -> Items<R> {
        Items { from: BufReader::with_capacity(BUFFER_BYTES, from), began: false, read: 0 }
    }

    /// Reads the next item into `item`. Whether it is JSON inside is the caller's question.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next(&mut self, item: &mut Vec<u8>) -> io::Result<Next> {
        item.clear();
        if !self.began {
            self.began = true;
            let mut first = self.byte()?;
            if first == Some(0xef) {
                // A byte order mark.
                self.byte()?;
                self.byte()?;
                first = self.byte()?;
            }
            while first.is_some_and(|byte| byte.is_ascii_whitespace()) {
                first = self.byte()?;
            }
            match first {
                Some(b'[') => {}
                _ => return Ok(Next::Broken),
            }
        }
        loop {
            match self.byte()? {
                Some(b',') => {}
                Some(byte) if byte.is_ascii_whitespace() => {}
                Some(b']') => return Ok(Next::End),
                Some(byte) => {
                    item.push(byte);
                    return self.rest(item);
                }
                None => return Ok(Next::Broken),
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

    /// Reads to the end of the item that begins with the byte in `item`.
    fn rest(&mut self, item: &mut Vec<u8>) -> io::Result<Next> {
        let mut state = State::default();
        state.take(item[0]);
        let mut is_long = false;
        while !state.is_over() {
            let buffer = self.from.fill_buf()?;
            if buffer.is_empty() {
                return Ok(Next::Broken);
            }
            let mut len = 0;
            while len < buffer.len() && !state.is_over() {
                if state.is_text {
                    // Most of a file is text: what ends it is looked for at once.
                    match memchr::memchr2(b'"', b'\\', &buffer[len..]) {
                        Some(at) => len += at,
                        None => {
                            len = buffer.len();
                            break;
                        }
                    }
                }
                // A plain value ends before what ends it.
                if state.depth == 0 && !state.is_text && matches!(buffer[len], b',' | b']') {
                    state.is_over_before = true;
                    break;
                }
                if state.is_text && buffer[len] == b'\\' {
                    state.is_escaped = true;
                    len += 1;
                    if len == buffer.len() {
                        break;
                    }
                }
                state.take(buffer[len]);
                len += 1;
            }
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
    is_escaped: bool,
    /// Something with an end of its own was there: braces, brackets or quotes.
    is_closed: bool,
    is_over_before: bool,
}

impl State {
    fn take(&mut self, byte: u8) {
        if self.is_escaped {
            self.is_escaped = false;
            return;
        }
        match byte {
            b'"' => self.is_text = !self.is_text,
            _ if self.is_text => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => return,
        }
        self.is_closed = self.depth == 0 && !self.is_text;
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
        let (mut items, mut item, mut found) = (Items::new(text), Vec::new(), Vec::new());
        loop {
            match items.next(&mut item).expect("memory") {
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
    fn what_breaks_off_or_is_no_list_is_said() {
        for text in ["", "{}", "[{\"a\":1}", "[{", "[\"", "\u{feff}", "[1"] {
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
            prop_assert_eq!(end, Next::End);
            let found: Vec<serde_json::Value> = found.iter().map(|one| serde_json::from_str(one).expect("JSON")).collect();
            prop_assert_eq!(found, values);
        }

        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            all(&bytes);
            all(&[b"[", &bytes[..]].concat());
        }
    }
}
