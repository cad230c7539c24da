//! Numbers as people read them: grouped thousands, three digits that matter, round ticks.

/// A count: `12,345`.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// About three digits that matter: `0.0123`, `4.57`, `381`, `12,345`.
pub fn short(value: f64) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    // The last digit of a number may change when it is read again from JSON: the billionth part decides no rounding.
    let size = if value.abs() < 100.0 { (value.abs() * 1e9).round() / 1e9 } else { value.abs() };
    if size >= 100.0 || size == 0.0 {
        let sign = if value < 0.0 && size.round() > 0.0 { "−" } else { "" };
        return format!("{sign}{}", count(size.round() as u64));
    }
    let places = match size {
        10.0.. => 1,
        1.0.. => 2,
        0.1.. => 3,
        _ => 4,
    };
    let text = format!("{size:.places$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text.is_empty() { "0" } else { text };
    if value < 0.0 && text != "0" { format!("−{text}") } else { text.to_owned() }
}

/// The same with a sign in any case: `+4.57`.
pub fn signed(value: f64) -> String {
    if value > 0.0 { format!("+{}", short(value)) } else { short(value) }
}

/// `1 h 5 min`, `3 min 20 s`, `45 s`.
pub fn duration(ms: i64) -> String {
    let seconds = ms.max(0) / 1_000;
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, 0) => format!("{minutes} min"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, 0, _) => format!("{hours} h"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// `1.5 GB`, `310 MB`.
pub fn bytes(value: f64) -> String {
    const UNITS: [&str; 5] = ["B", "KB", "MB", "GB", "TB"];
    let (mut size, mut unit) = (value, 0);
    while size >= 1_024.0 && unit + 1 < UNITS.len() {
        size /= 1_024.0;
        unit += 1;
    }
    format!("{} {}", short(size), UNITS[unit])
}

/// `2026-11-20 21:34:05 UTC`.
pub fn moment(at: i64) -> String {
    let (days, seconds) = (at.div_euclid(86_400_000), at.rem_euclid(86_400_000) / 1_000);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

/// Year, month and day of a day since 1970: counted in eras of 400 years that begin on the first of March.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Round values from at or below `from` to at or above `to`, about `wanted` of them.
pub fn ticks(from: f64, to: f64, wanted: usize) -> Vec<f64> {
    if !from.is_finite() || !to.is_finite() || to <= from {
        return vec![from.max(0.0), from.max(0.0) + 1.0];
    }
    let rough = (to - from) / wanted as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0) * power;
    let (first, last) = ((from / step).floor() as i64, (to / step).ceil() as i64);
    (first..=last).map(|at| at as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_easily() {
        let read: Vec<String> = [0.0, 0.01234, 0.5, 4.567, 38.12, 381.4, 12_345.0, -4.5, f64::NAN].map(short).into();
        assert_eq!(read, ["0", "0.0123", "0.5", "4.57", "38.1", "381", "12,345", "−4.5", "–"]);
        assert_eq!(short(9.725 + 1e-14), short(9.725 - 1e-14));
        assert_eq!((count(0), count(999), count(1_000_000)), ("0".into(), "999".into(), "1,000,000".into()));
    }

    #[test]
    fn durations_and_sizes_have_units() {
        assert_eq!((duration(45_000), duration(200_000)), ("45 s".into(), "3 min 20 s".into()));
        assert_eq!((duration(3_900_000), bytes(1_610_612_736.0)), ("1 h 5 min".into(), "1.5 GB".into()));
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(moment(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(moment(951_782_400_000), "2000-02-29 00:00:00 UTC");
        assert_eq!(moment(1_700_000_000_000), "2023-11-14 22:13:20 UTC");
    }

    #[test]
    fn ticks_are_round_and_hold_the_values() {
        assert_eq!(ticks(0.0, 9.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(0.0, 1_234.0, 5), [0.0, 250.0, 500.0, 750.0, 1_000.0, 1_250.0]);
        assert_eq!(ticks(3.0, 3.0, 5).len(), 2);
    }
}
