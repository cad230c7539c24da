//! Durations as Go writes them: `90s`, `10m`, `1h30m`; a number alone is seconds.

use base::Millis;

const UNITS: [(&str, Millis); 4] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

/// Reads one.
///
/// # Errors
/// When it is none, or longer than can be counted.
pub fn parse(text: &str) -> Result<Millis, String> {
    let wrong = || format!("`{text}` is no duration: write 90s, 10m or 1h30m");
    if text.is_empty() {
        return Err(wrong());
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse::<Millis>().ok().and_then(|seconds| seconds.checked_mul(1_000)).ok_or_else(wrong);
    }
    let (mut total, mut rest): (Millis, &str) = (0, text);
    while !rest.is_empty() {
        let digits = rest.find(|one: char| !one.is_ascii_digit()).ok_or_else(wrong)?;
        let amount: Millis = rest[..digits].parse().map_err(|_| wrong())?;
        rest = &rest[digits..];
        let (unit, ms) = UNITS.into_iter().find(|(unit, _)| rest.starts_with(unit)).ok_or_else(wrong)?;
        total = amount.checked_mul(ms).and_then(|ms| total.checked_add(ms)).ok_or_else(wrong)?;
        rest = &rest[unit.len()..];
    }
    Ok(total)
}

/// Writes one so that it reads back: `90s`, `1500ms`.
pub fn told(ms: Millis) -> String {
    if ms % 1_000 == 0 { format!("{}s", ms / 1_000) } else { format!("{ms}ms") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_back() {
        for (text, ms) in [("90s", 90_000), ("1h30m", 5_400_000), ("7", 7_000), ("0s", 0), ("1s500ms", 1_500)] {
            assert_eq!(parse(text), Ok(ms), "{text}");
            assert_eq!(parse(&told(ms)), Ok(ms));
        }
        for text in ["", "s", "5x", "-5s", "5s3", "9223372036854775807"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
