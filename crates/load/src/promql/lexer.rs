//! A query's text cut into tokens. The parser takes them one by one.

use base::Millis;

use super::parser::ParseError;

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Name(String),
    Number(f64),
    Text(String),
    Duration(Millis),
    Sign(&'static str),
    End,
}

/// Longer signs first, so that `=~` is not read as `=`.
const SIGNS: &[&str] = &[
    "==", "!=", "=~", "!~", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "%", "^", "(", ")", "{", "}", "[", "]", ",",
    "@", ":",
];

/// A query is a line that a person wrote; longer than this it is a mistake.
pub const QUERY_BYTES_MAX: usize = 64 * 1024;

/// Tokens with the byte at which each begins; the last is [`Token::End`].
pub fn tokens(text: &str) -> Result<Vec<(usize, Token)>, ParseError> {
    if text.len() > QUERY_BYTES_MAX {
        return Err(ParseError::new(QUERY_BYTES_MAX, "the query is too long"));
    }
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at = skip_blanks(text, at);
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else {
            found.push((at, Token::End));
            return Ok(found);
        };
        let (token, len) = if first.is_ascii_digit() || (first == '.' && begins_digit(&rest[1..])) {
            number(rest, at)?
        } else if is_name_start(first) {
            let len = rest.find(|one: char| !is_name_part(one)).unwrap_or(rest.len());
            (Token::Name(rest[..len].to_owned()), len)
        } else if matches!(first, '"' | '\'' | '`') {
            quoted(rest, at, first)?
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| ParseError::new(at, format!("`{first}` has no meaning here")))?;
            (Token::Sign(sign), sign.len())
        };
        found.push((at, token));
        at += len;
    }
}

fn skip_blanks(text: &str, mut at: usize) -> usize {
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if !text[at..].starts_with('#') {
            return at;
        }
        at += text[at..].find('\n').unwrap_or(text.len() - at);
    }
}

fn begins_digit(text: &str) -> bool {
    text.starts_with(|one: char| one.is_ascii_digit())
}

fn is_name_start(one: char) -> bool {
    one.is_ascii_alphabetic() || one == '_'
}

/// Recorded series have colons in their names.
fn is_name_part(one: char) -> bool {
    one.is_ascii_alphanumeric() || one == '_' || one == ':'
}

/// A number, or a duration when a unit follows: `5m`, `1h30m`, `250ms`.
fn number(rest: &str, at: usize) -> Result<(Token, usize), ParseError> {
    let digits = rest.find(|one: char| !one.is_ascii_digit()).unwrap_or(rest.len());
    if rest[digits..].starts_with(|one: char| "smhdwy".contains(one)) {
        return duration(rest, at);
    }
    let mut len = digits;
    if rest[len..].starts_with('.') {
        len += 1 + rest[len + 1..].find(|one: char| !one.is_ascii_digit()).unwrap_or(rest.len() - len - 1);
    }
    if rest[len..].starts_with(['e', 'E']) {
        let signed = len + 1 + usize::from(rest[len + 1..].starts_with(['+', '-']));
        if begins_digit(&rest[signed..]) {
            len = signed + rest[signed..].find(|one: char| !one.is_ascii_digit()).unwrap_or(rest.len() - signed);
        }
    }
    if rest[len..].starts_with(is_name_start) {
        return Err(ParseError::new(at, "this is neither a number nor a duration"));
    }
    let value = rest[..len].parse().map_err(|_| ParseError::new(at, "this is no number"))?;
    Ok((Token::Number(value), len))
}

fn duration(rest: &str, at: usize) -> Result<(Token, usize), ParseError> {
    const UNITS: &[(&str, Millis)] = &[
        ("ms", 1),
        ("s", 1_000),
        ("m", 60_000),
        ("h", 3_600_000),
        ("d", 86_400_000),
        ("w", 604_800_000),
        ("y", 31_536_000_000),
    ];
    let wrong = || ParseError::new(at, "durations read like 5m or 1h30m");
    let (mut total, mut len): (Millis, usize) = (0, 0);
    while begins_digit(&rest[len..]) {
        let digits = rest[len..].find(|one: char| !one.is_ascii_digit()).ok_or_else(wrong)?;
        let amount: Millis = rest[len..len + digits].parse().map_err(|_| wrong())?;
        len += digits;
        let (unit, ms) = UNITS.iter().find(|(unit, _)| rest[len..].starts_with(unit)).ok_or_else(wrong)?;
        total = amount.checked_mul(*ms).and_then(|ms| total.checked_add(ms)).ok_or_else(wrong)?;
        len += unit.len();
    }
    match rest[len..].starts_with(|one: char| is_name_part(one) && one != ':') {
        true => Err(wrong()),
        false => Ok((Token::Duration(total), len)),
    }
}

fn quoted(rest: &str, at: usize, quote: char) -> Result<(Token, usize), ParseError> {
    let mut text = String::new();
    let mut characters = rest.char_indices().skip(1);
    while let Some((offset, one)) = characters.next() {
        match one {
            _ if one == quote => return Ok((Token::Text(text), offset + 1)),
            '\\' if quote != '`' => {
                let (_, escaped) = characters.next().ok_or_else(|| ParseError::new(at, "the text has no end"))?;
                text.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    '\\' | '"' | '\'' => escaped,
                    _ => return Err(ParseError::new(at + offset, format!("`\\{escaped}` is no escape"))),
                });
            }
            _ => text.push(one),
        }
    }
    Err(ParseError::new(at, "the text has no end"))
}
