//! How large a drawing (SVG) says that it is. Nothing of it is drawn.

use crate::charset::{self, Wording};

/// Bytes from the beginning in which the size stands.
pub const HEAD_BYTES_MAX: usize = 64 * 1024;
/// Longest side that is believed, in pixels.
const SIDE_MAX: f64 = 65_535.0;
/// Pixels of each unit (CSS). Shares of the place that a drawing is shown in, and sizes of letters, are no units here.
const PIXELS: &[(&str, f64)] = &[
    ("px", 1.0),
    ("pt", 4.0 / 3.0),
    ("pc", 16.0),
    ("in", 96.0),
    ("cm", 96.0 / 2.54),
    ("mm", 96.0 / 25.4),
    ("q", 96.0 / 101.6),
    ("", 1.0),
];

/// Width and height in pixels: those of the drawing's own attributes, else of its `viewBox`; one that is missing follows
/// from the other by the shape of the `viewBox`. `None` when `start`, the beginning of a file, is no drawing, or it
/// does not say.
pub fn size(start: &[u8]) -> Option<(u32, u32)> {
    let start = &start[..start.len().min(HEAD_BYTES_MAX)];
    let text = charset::decode(start, None, Wording::Markup);
    let attributes = root(&text)?;
    let attribute = |wanted: &str| attributes.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
    let width = attribute("width").and_then(length);
    let height = attribute("height").and_then(length);
    let shape = attribute("viewBox").and_then(view_box);
    let (width, height) = match (width, height, shape) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some((w, h))) => (width, width * h / w),
        (None, Some(height), Some((w, h))) => (height * w / h, height),
        (None, None, Some(shape)) => shape,
        _ => return None,
    };
    Some((side(width)?, side(height)?))
}

fn side(pixels: f64) -> Option<u32> {
    let pixels = pixels.round();
    (1.0..=SIDE_MAX).contains(&pixels).then_some(pixels as u32)
}

/// A length in pixels, unless it is a share of something.
fn length(text: &str) -> Option<f64> {
    let text = text.trim();
    let end = text.find(|c: char| c.is_ascii_alphabetic() && !is_exponent(text, c) || c == '%').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let pixels = PIXELS.iter().find(|(name, _)| unit.eq_ignore_ascii_case(name))?.1;
    positive(number.trim()).map(|number| number * pixels)
}

/// `1e3` is a number, `1em` is not.
fn is_exponent(text: &str, c: char) -> bool {
    matches!(c, 'e' | 'E')
        && text.split_once(c).is_some_and(|(_, rest)| {
            rest.trim_start_matches(['-', '+']).starts_with(|digit: char| digit.is_ascii_digit())
        })
}

fn positive(number: &str) -> Option<f64> {
    number.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0)
}

/// The size of `min-x min-y width height`.
fn view_box(text: &str) -> Option<(f64, f64)> {
    let mut numbers = text.split(|c: char| c.is_whitespace() || c == ',').filter(|number| !number.is_empty()).skip(2);
    let shape = (positive(numbers.next()?)?, positive(numbers.next()?)?);
    numbers.next().is_none().then_some(shape)
}

/// The attributes of the first element, if that is `svg`.
fn root(text: &str) -> Option<Vec<(&str, &str)>> {
    let mut rest = text.trim_start();
    loop {
        rest = rest.trim_start().strip_prefix('<')?;
        rest = if let Some(comment) = rest.strip_prefix("!--") {
            &comment[comment.find("-->")? + 3..]
        } else if let Some(instruction) = rest.strip_prefix('?') {
            &instruction[instruction.find("?>")? + 2..]
        } else if rest.starts_with('!') {
            behind_doctype(rest)?
        } else {
            break;
        };
    }
    let name_end = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))?;
    let (name, rest) = rest.split_at(name_end);
    (name.rsplit(':').next() == Some("svg")).then(|| attributes(rest))
}

/// What follows a document type, whose own declarations stand in brackets.
fn behind_doctype(text: &str) -> Option<&str> {
    let end = text.find('>')?;
    match text.find('[').filter(|open| *open < end) {
        Some(open) => {
            let close = open + text[open..].find(']')?;
            Some(&text[close + text[close..].find('>')? + 1..])
        }
        None => Some(&text[end + 1..]),
    }
}

fn attributes(mut rest: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start();
        let Some(end) = rest.find('=') else { return found };
        let (name, value) = (rest[..end].trim_end(), rest[end + 1..].trim_start());
        if name.contains(['>', '<']) {
            return found;
        }
        let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return found };
        let Some((value, behind)) = value[1..].split_once(quote) else { return found };
        found.push((name, value));
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(attributes: &str) -> Option<(u32, u32)> {
        size(format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}><path d='M0 0'/></svg>").as_bytes())
    }

    #[test]
    fn a_drawing_says_its_size() {
        assert_eq!(of("width=\"100\" height=\"50\""), Some((100, 50)));
        assert_eq!(of("width='120.4px' height='80PX' viewBox='0 0 1 1'"), Some((120, 80)));
        assert_eq!(of("width=\"1in\" height=\"2.54cm\""), Some((96, 96)));
        assert_eq!(of("width=\"75pt\" height=\"1e2\""), Some((100, 100)));
        assert_eq!(of("viewBox=\"0 0 300 150\""), Some((300, 150)));
        assert_eq!(of("viewBox='-10,-10 , 32,16'"), Some((32, 16)));
        assert_eq!(of("width=\"100%\" height=\"100%\" viewBox=\"0 0 24 24\""), Some((24, 24)));
        assert_eq!(of("width=\"48\" viewBox=\"0 0 24 12\""), Some((48, 24)));
        assert_eq!(of("height=\"2em\" viewBox=\"0 0 24 12\""), Some((24, 12)));
    }

    #[test]
    fn what_says_no_size_has_none() {
        for attributes in [
            "",
            "width='10'",
            "width='0' height='10'",
            "viewBox='0 0 0 5'",
            "viewBox='0 0 5'",
            "width='-4' height='4'",
            "width='1e9' height='1'",
            "width='NaN' height='inf'",
        ] {
            assert_eq!(of(attributes), None, "{attributes}");
        }
        assert_eq!(size(b"<html><svg width='1' height='1'/></html>"), None);
        assert_eq!(size(b""), None);
    }

    #[test]
    fn what_comes_before_the_drawing_is_passed_over() {
        let text = "<?xml version='1.0'?>\n<!-- <svg width='9' height='9'> -->\n<!DOCTYPE svg [ <!ENTITY a \"b>\"> ]>\n\
                    <svg:svg xmlns:svg='http://www.w3.org/2000/svg' width='7' height='8'/>";
        assert_eq!(size(text.as_bytes()), Some((7, 8)));
        assert_eq!(size(b"\xef\xbb\xbf<!DOCTYPE svg PUBLIC 'x' 'y'><svg width='7' height='8'>"), Some((7, 8)));
        let wide: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain("<svg width='7' height='8'>".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        assert_eq!(size(&wide), Some((7, 8)));
    }

    proptest! {
        #[test]
        fn any_bytes_are_fine(bytes in proptest::collection::vec(any::<u8>(), 0..300), text in "[<svg =\"'0-9a-z!>\\[\\]?-]{0,80}") {
            size(&bytes);
            size(text.as_bytes());
            size(format!("<svg {text}").as_bytes());
        }
    }
}
