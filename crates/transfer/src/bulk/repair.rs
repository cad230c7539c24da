//! A line as other programs write it: read as it is where that works, and repaired where it does not.
//!
//! Programs write bytes of old encodings, halves of surrogate pairs, unescaped control characters and `null` for what
//! they do not have. None of it is a reason to stop, or to lose the rest of the line. Only what does not read at once is
//! looked at a second time, so good files cost nothing.

use std::borrow::Cow;

use node::error::{ApiError, Result};
use serde_json::Value;

use crate::bulk::LINE_BYTES_MAX;
use crate::bulk::line::Line;
use crate::bulk::lower;
use crate::bulk::notes::{Note, Notes};

/// What stands in a text for what cannot stand there.
const REPLACEMENT: char = '\u{fffd}';
/// Windows-1252 from 0x80 on, where it differs from Unicode; bytes that it leaves open stay as they are.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
/// A NUL as JSON writes it. It reads well, but not every database takes it.
const NUL: &str = r"\u0000";
/// Objects of other programs, in which `null` is a value.
const OPAQUE: [&str; 3] = ["props", "info", "custom_status"];

/// The bytes of line `number` as what they say. What had to be repaired is added to `notes`.
///
/// # Errors
/// When they are too many, or no JSON object whatever is repaired.
pub fn read(number: u64, bytes: &[u8], notes: &mut Notes) -> Result<Line> {
    if bytes.len() > LINE_BYTES_MAX {
        let text = "The line is longer than 16 MiB.";
        return Err(ApiError::bad_request("app.import.bulk_import.json_decode.error", text));
    }
    let mut line = match serde_json::from_slice(bytes) {
        Ok(line) if std::str::from_utf8(bytes).is_ok_and(|text| !text.contains(NUL)) => line,
        _ => repaired(bytes, &mut |note| notes.add(note, number))?,
    };
    if lower::names_of(&mut line) {
        notes.add(Note::Capitals, number);
    }
    Ok(line)
}

fn repaired(bytes: &[u8], note: &mut dyn FnMut(Note)) -> Result<Line> {
    let unreadable = |error: serde_json::Error| {
        let text = format!("The line cannot be read as a JSON object: {error}.");
        ApiError::bad_request("app.import.bulk_import.json_decode.error", text)
    };
    let mut noted = 0;
    let mut counted = |one: Note| {
        noted += 1;
        note(one);
    };
    let text = escaped(&utf8(bytes, &mut counted), &mut counted);
    let mut value: Value = serde_json::from_str(&text).map_err(unreadable)?;
    if without_null(&mut value) {
        counted(Note::Null);
    }
    let line = serde_json::from_value(value).map_err(unreadable)?;
    if noted == 0 {
        // Nothing else is forgiven by reading twice.
        note(Note::Repeated);
    }
    Ok(line)
}

/// The bytes as text, whatever their encoding: no byte is lost.
fn utf8<'a>(bytes: &'a [u8], note: &mut dyn FnMut(Note)) -> Cow<'a, str> {
    let (mut text, mut rest) = (String::new(), bytes);
    loop {
        let error = match std::str::from_utf8(rest) {
            Ok(valid) if text.is_empty() => return Cow::Borrowed(valid),
            Ok(valid) => {
                text.push_str(valid);
                return Cow::Owned(text);
            }
            Err(error) => error,
        };
        let (valid, after) = rest.split_at(error.valid_up_to());
        text.push_str(std::str::from_utf8(valid).unwrap_or_default());
        let (character, len, kind) = foreign(after);
        text.push(character);
        note(kind);
        rest = after.get(len..).unwrap_or_default();
    }
}

/// The character that bytes begin with which are no UTF-8, and how many they are.
fn foreign(bytes: &[u8]) -> (char, usize, Note) {
    match bytes {
        // Half of a surrogate pair, encoded as if it were a character.
        [0xed, 0xa0..=0xbf, 0x80..=0xbf, ..] => (REPLACEMENT, 3, Note::Surrogate),
        [byte @ 0x80..=0x9f, ..] => {
            (WINDOWS_1252.chars().nth(usize::from(byte - 0x80)).unwrap_or(REPLACEMENT), 1, Note::Encoding)
        }
        [byte, ..] => (char::from(*byte), 1, Note::Encoding),
        [] => (REPLACEMENT, 1, Note::Encoding),
    }
}

/// JSON whose texts are as JSON wants them: control characters escaped, surrogates in pairs, no NUL.
fn escaped(text: &str, note: &mut dyn FnMut(Note)) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let (mut rest, mut is_inside) = (text, false);
    while let Some(first) = rest.chars().next() {
        let mut taken = first.len_utf8();
        match first {
            '"' => {
                is_inside = !is_inside;
                out.push(first);
            }
            '\\' if is_inside => taken = escape(rest, &mut out, note),
            '\0' if is_inside => {
                note(Note::Nul);
                out.push(REPLACEMENT);
            }
            '\0'..='\u{1f}' if is_inside => {
                note(Note::Control);
                out.push_str(&format!("\\u{:04x}", u32::from(first)));
            }
            _ => out.push(first),
        }
        rest = &rest[taken..];
    }
    out
}

/// Copies the escape that `rest` begins with; how many bytes it has.
fn escape(rest: &str, out: &mut String, note: &mut dyn FnMut(Note)) -> usize {
    const LEN: usize = r"\u0000".len();
    let mut replace = |kind: Note| {
        note(kind);
        out.push(REPLACEMENT);
        LEN
    };
    match code(rest) {
        Some(0) => return replace(Note::Nul),
        Some(0xd800..=0xdbff) => {
            if !rest.get(LEN..).and_then(code).is_some_and(|low| (0xdc00..=0xdfff).contains(&low)) {
                return replace(Note::Surrogate);
            }
            out.push_str(&rest[..2 * LEN]);
            return 2 * LEN;
        }
        Some(0xdc00..=0xdfff) => return replace(Note::Surrogate),
        _ => {}
    }
    let len = rest.chars().take(2).map(char::len_utf8).sum();
    out.push_str(&rest[..len]);
    len
}

/// The number of an escape of the form `\u0000`.
fn code(rest: &str) -> Option<u32> {
    let digits = rest.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|one| one.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

/// Takes `null` away, as if nothing had been said. Whether there was any.
fn without_null(value: &mut Value) -> bool {
    let mut found = false;
    match value {
        Value::Object(fields) => {
            let before = fields.len();
            fields.retain(|_, value| !value.is_null());
            found |= fields.len() < before;
            for (name, value) in fields {
                found |= !OPAQUE.contains(&name.as_str()) && without_null(value);
            }
        }
        Value::Array(values) => {
            let before = values.len();
            values.retain(|value| !value.is_null());
            found |= values.len() < before;
            for value in values {
                found |= without_null(value);
            }
        }
        _ => {}
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(bytes: &[u8]) -> (String, Vec<String>) {
        let mut notes = Notes::default();
        let line = read(7, bytes, &mut notes).unwrap_or_else(|error| panic!("{}", error.message));
        (line.post.and_then(|thread| thread.post.message).unwrap_or_default(), notes.lines())
    }

    fn post(text: &[u8]) -> Vec<u8> {
        [br#"{"type":"post","post":{"user":"ann","message":""#, text, br#""}}"#].concat()
    }

    #[test]
    fn a_good_line_has_no_notes() {
        for (bytes, text) in [(post("räks 🎉".as_bytes()), "räks 🎉"), (post(br"\ud83c\udf89\n"), "🎉\n")] {
            assert_eq!(message(&bytes), (text.to_owned(), vec![]));
        }
    }

    #[test]
    fn what_other_programs_write_is_read_and_noted() {
        let cases: [(&[u8], &str, &str); 10] = [
            (br"a\ud83dz", "a\u{fffd}z", "surrogate"),
            (br"\udf89\ud83c", "\u{fffd}\u{fffd}", "surrogate"),
            (br"\ud83c\u0041", "\u{fffd}A", "surrogate"),
            (b"a\xed\xa0\xbdz", "a\u{fffd}z", "surrogate"),
            (b"r\xe4ks", "räks", "Windows-1252"),
            ("ä \u{80}".as_bytes(), "ä \u{80}", ""),
            (b"\x80 \xc3\xa4", "€ ä", "Windows-1252"),
            (b"a\tb\x01", "a\tb\u{1}", "control"),
            (br"a\u0000b", "a\u{fffd}b", "NUL"),
            (br"\\u0000", r"\u0000", ""),
        ];
        for (bytes, text, noted) in cases {
            let (read, notes) = message(&post(bytes));
            assert_eq!(read, text);
            assert!(notes.len() <= 1 && notes.concat().contains(noted), "{text:?}: {notes:?}");
        }
    }

    #[test]
    fn a_field_that_is_there_twice_counts_once() {
        let (read, notes) = message(br#"{"type":"post","post":{"user":"ann","message":"a","message":"b"}}"#);
        assert_eq!((read.as_str(), notes.len()), ("b", 1));
    }

    #[test]
    fn what_is_no_object_stays_refused() {
        for bytes in [&b"{"[..], b"[1]", b"\xff\xfe", b"{\"type\":1}", b"nonsense"] {
            assert!(read(1, bytes, &mut Notes::default()).is_err(), "{bytes:?}");
        }
    }
}
