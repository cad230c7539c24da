//! Which picture an emoji that every server has is drawn as, and where it lies in the sheet of all of them.
//!
//! `data/emoji_pictures.txt` has a line for each picture in the order of the sheet: the name of its file, then the
//! names of its emoji. Lines without names are the skin tones of the last one that has some. It is made from the same
//! data set as the names.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{TONES, strip_tone};

/// Codes of the skin tones, as they stand in names of files.
const CODES: [&str; 5] = ["1f3fb", "1f3fc", "1f3fd", "1f3fe", "1f3ff"];
/// Between the name of an emoji and the number of its tone, as other servers write it.
const NUMBERED: &str = "::skin-tone-";

static TABLE: LazyLock<Table> = LazyLock::new(Table::load);

struct Table {
    /// Names of files in the order of the sheet.
    files: Vec<&'static str>,
    /// The line of an emoji without a tone.
    by_name: HashMap<&'static str, usize>,
    by_file: HashMap<&'static str, usize>,
    /// The first name of the emoji of a code, without the sign that asks for a picture.
    by_code: HashMap<String, &'static str>,
}

impl Table {
    fn load() -> Table {
        let (mut files, mut by_name, mut by_file) = (Vec::new(), HashMap::new(), HashMap::new());
        let mut by_code = HashMap::new();
        for (at, line) in include_str!("../../data/emoji_pictures.txt").lines().enumerate() {
            let mut words = line.split(' ');
            let file = words.next().expect("a line has a word");
            files.push(file);
            by_file.insert(file, at);
            let names: Vec<&str> = words.collect();
            if let Some(name) = names.first() {
                by_code.insert(without_variant(file), *name);
            }
            by_name.extend(names.into_iter().map(|name| (name, at)));
        }
        Table { files, by_name, by_file, by_code }
    }

    /// The picture of an emoji in one or two tones.
    fn toned(&self, name: &str, tones: &[&str]) -> Option<&'static str> {
        let base = *self.by_name.get(name)?;
        if tones.is_empty() {
            return Some(self.files[base]);
        }
        // As many as two people have tones, and never those of the next emoji: that has none.
        let follow = self.files[base + 1..].iter().take_while(|file| tones_of(file).next().is_some());
        follow.copied().find(|file| tones_of(file).eq(tones.iter().copied()))
    }
}

/// The variant is written or left out, as programs please.
fn without_variant(code: &str) -> String {
    code.replace("-fe0f", "")
}

fn tones_of(file: &str) -> impl Iterator<Item = &str> {
    file.split('-').filter(|code| CODES.contains(code))
}

/// The name of the file, without its ending, in which a system emoji is drawn: `wave`, `wave_dark_skin_tone` or
/// `wave::skin-tone-6`, with or without colons around it.
pub fn picture(name: &str) -> Option<&'static str> {
    let name = name.trim().trim_matches(':');
    if let Some((name, number)) = name.split_once(NUMBERED) {
        // Numbered from 2, as on the scale that the tones come from.
        let tone = CODES.get(number.parse::<usize>().ok()?.checked_sub(2)?)?;
        return TABLE.toned(name, &[*tone]);
    }
    if let Some(found) = TABLE.toned(name, &[]) {
        return Some(found);
    }
    let mut tones = Vec::new();
    let mut rest = name;
    while let Some(shorter) = strip_tone(rest) {
        tones.insert(0, code(&rest[shorter.len()..])?);
        rest = shorter;
    }
    TABLE.toned(rest, &tones)
}

/// The code of a tone that a name ends in.
fn code(suffix: &str) -> Option<&'static str> {
    let order = ["_light_skin_tone", "_medium_light_skin_tone", "_medium_skin_tone", "_medium_dark_skin_tone"];
    match order.iter().position(|tone| *tone == suffix) {
        Some(at) => Some(CODES[at]),
        None => TONES.contains(&suffix).then_some(CODES[4]),
    }
}

/// The name of the system emoji of these code points: `1f44d` is `+1`, `1f44d-1f3fb` is `+1_light_skin_tone`.
pub fn named(code: &str) -> Option<String> {
    let code = without_variant(&code.to_ascii_lowercase());
    if let Some(name) = TABLE.by_code.get(&code) {
        return Some((*name).to_owned());
    }
    let (code, tone) = code.rsplit_once('-')?;
    let tone = TONES.iter().find(|suffix| self::code(suffix) == Some(tone))?;
    Some(format!("{}{tone}", TABLE.by_code.get(code)?))
}

/// Where the picture of this file lies in the sheet, from 0.
pub fn place(file: &str) -> Option<usize> {
    TABLE.by_file.get(file).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emoji::is_system_name;

    #[test]
    fn code_points_have_a_name() {
        let cases = [("1f44d", "+1"), ("2764", "heart"), ("1F44D-1F3FD", "+1_medium_skin_tone"), ("1f1e9-1f1ea", "de")];
        for (code, name) in cases {
            assert_eq!(named(code).as_deref(), Some(name), "{code}");
            assert!(is_system_name(name), "{name}");
        }
        assert_eq!((named("41"), named(""), named("41-1f3fd")), (None, None, None));
    }

    #[test]
    fn an_emoji_is_found_by_its_names_and_tones() {
        for (name, file) in [
            ("wave", "1f44b"),
            (":wave:", "1f44b"),
            ("thumbsup", "1f44d"),
            ("heart", "2764-fe0f"),
            ("wave_medium_light_skin_tone", "1f44b-1f3fc"),
            (":wave_dark_skin_tone:", "1f44b-1f3ff"),
            (":wave::skin-tone-2:", "1f44b-1f3fb"),
            (":wave::skin-tone-6:", "1f44b-1f3ff"),
            ("handshake_light_skin_tone_dark_skin_tone", "1faf1-1f3fb-200d-1faf2-1f3ff"),
            ("es", "1f1ea-1f1f8"),
        ] {
            assert_eq!(picture(name), Some(file), "{name}");
        }
        for name in
            ["", "::", "nosuch", "heart_dark_skin_tone", "wave::skin-tone-1", "wave::skin-tone-7", "wave::skin-tone-"]
        {
            assert_eq!(picture(name), None, "{name}");
        }
    }

    #[test]
    fn every_system_emoji_but_one_has_a_picture() {
        let names = include_str!("../../data/emoji_names.txt").lines().map(|line| line.trim_end_matches('*'));
        let without: Vec<&str> = names.filter(|name| picture(name).is_none()).collect();
        assert_eq!(without, ["mattermost"]);
        assert!(TABLE.by_name.keys().all(|name| is_system_name(name)));
        assert_eq!(TABLE.by_file.len(), TABLE.files.len());
        assert_eq!(place("1f44b-1f3fb"), place("1f44b").map(|at| at + 1));
        assert_eq!(place("nosuch"), None);
    }
}
