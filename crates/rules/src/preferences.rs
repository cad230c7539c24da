//! Preferences: what clients remember on the server.

use serde_json::{Map, Value};

use crate::invalid::{Checked, Invalid, ensure};
use crate::text::fits;

pub const CATEGORY_LEN_MAX: usize = 32;
pub const NAME_LEN_MAX: usize = 32;
pub const VALUE_LEN_MAX: usize = 20_000;
/// In one request, to set or to delete.
pub const BATCH_LEN_MAX: usize = 100;

/// Kept for one user. A client keeps a few per conversation and per saved post; the rest is somebody's database.
pub const PER_USER_MAX: usize = 10_000;

const THEME: &str = "theme";
/// What of a theme is no colour: its name, and those of a picture and of the colours of code.
const THEME_NAMES: &[&str] = &["type", "image", "codeTheme"];
/// What stands in a theme for a text that is no colour: clients read one, and those that cannot stop.
const BLANK: &str = "#ffffff";

#[derive(Clone, Copy, Debug)]
pub struct Preference<'a> {
    pub category: &'a str,
    /// May be empty: the theme of all teams is.
    pub name: &'a str,
    pub value: &'a str,
}

impl Preference<'_> {
    /// # Errors
    /// `model.preference.is_valid.<what>.app_error`: `category`, `name`, `value`, `theme` (a theme
    /// is a JSON object of texts).
    pub fn must_be_valid(&self) -> Checked {
        ensure(
            !self.category.is_empty() && self.category.len() <= CATEGORY_LEN_MAX,
            "model.preference.is_valid.category.app_error",
            "A preference's category has 1 to 32 characters.",
        )?;
        ensure(
            self.name.len() <= NAME_LEN_MAX,
            "model.preference.is_valid.name.app_error",
            "A preference's name has at most 32 characters.",
        )?;
        ensure(
            fits(self.value, VALUE_LEN_MAX),
            "model.preference.is_valid.value.app_error",
            "A preference's value has at most 20,000 characters.",
        )?;
        ensure(
            self.category != THEME || is_theme(self.value),
            "model.preference.is_valid.theme.app_error",
            "A theme is a JSON object whose values are texts.",
        )
    }
}

/// What is kept instead of the value. In a theme a text that is no colour becomes a blank one, as in the themes of old clients:
/// whoever has such a theme can go on changing it.
pub fn mended(category: &str, value: &str) -> Option<String> {
    if category != THEME {
        return None;
    }
    let mut theme: Map<String, Value> = serde_json::from_str(value).ok()?;
    let is_kept = |name: &str, value: &Value| THEME_NAMES.contains(&name) || value.as_str().is_some_and(is_colour);
    if theme.iter().all(|(name, value)| is_kept(name, value)) {
        return None;
    }
    for (name, value) in &mut theme {
        if !is_kept(name, value) {
            *value = Value::from(BLANK);
        }
    }
    Some(Value::Object(theme).to_string())
}

/// `#abc`, `#aabbcc` and the like, or `rgb(…)` and `rgba(…)`.
fn is_colour(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    if let Some(digits) = text.strip_prefix('#') {
        return matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    let inner =
        text.strip_prefix("rgba(").or_else(|| text.strip_prefix("rgb(")).and_then(|rest| rest.strip_suffix(')'));
    let is_number = |number: &str| {
        let digits = number.trim().trim_end_matches('%');
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    inner.is_some_and(|numbers| (3..=4).contains(&numbers.split(',').count()) && numbers.split(',').all(is_number))
}

fn is_theme(value: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(value).is_ok_and(|theme| theme.values().all(Value::is_string))
}

/// # Errors
/// `api.context.invalid_body_param.app_error` unless 1..100 preferences come together.
pub fn must_be_batch(len: usize) -> Checked {
    if (1..=BATCH_LEN_MAX).contains(&len) { Ok(()) } else { Err(Invalid::body("preferences")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_refused_with_its_own_id() {
        let good = Preference { category: "display_settings", name: "use_military_time", value: "true" };
        let id = |preference: Preference| preference.must_be_valid().expect_err("invalid").id;
        let (long, longest) = ("c".repeat(33), "v".repeat(20_001));
        assert_eq!(good.must_be_valid(), Ok(()));
        assert_eq!(id(Preference { category: "", ..good }), "model.preference.is_valid.category.app_error");
        assert_eq!(id(Preference { category: &long, ..good }), "model.preference.is_valid.category.app_error");
        assert_eq!(id(Preference { name: &long, ..good }), "model.preference.is_valid.name.app_error");
        assert_eq!(id(Preference { value: &longest, ..good }), "model.preference.is_valid.value.app_error");
    }

    #[test]
    fn a_theme_is_an_object_of_texts() {
        let theme = |value| Preference { category: "theme", name: "", value }.must_be_valid();
        assert_eq!(theme(r##"{"type":"Denim","sidebarBg":"#1e325c"}"##), Ok(()));
        for bad in ["", "Denim", "[]", r#"{"type":1}"#, "null"] {
            let refused = theme(bad).expect_err(bad);
            assert_eq!(refused.id, "model.preference.is_valid.theme.app_error");
        }
    }

    #[test]
    fn what_is_no_colour_in_a_theme_is_blanked() {
        let whole = r##"{"type":"Denim","sidebarBg":"#1e325c","buttonBg":"rgba(1, 2,3,0.5)","codeTheme":"monokai"}"##;
        assert_eq!(mended("theme", whole), None);
        let odd = r##"{"a":"#4c566","b":"url(x)","c":"#FFF"}"##;
        assert_eq!(mended("theme", odd).as_deref(), Some(r##"{"a":"#ffffff","b":"#ffffff","c":"#FFF"}"##));
        assert_eq!(mended("display", odd), None);
        for good in ["#abc", "#AABBCC", "#aabbccdd", "rgb(1,2,3)", "rgba(10%, 20%, 30%, .5)"] {
            assert!(is_colour(good), "{good}");
        }
        for bad in ["", "#", "#12345", "#ggg", "red", "rgba(1,2)", "rgb(1,2,x)", "rgb(1,2,3); x"] {
            assert!(!is_colour(bad), "{bad}");
        }
    }

    #[test]
    fn batches_are_bounded_on_both_sides() {
        assert!(must_be_batch(0).is_err() && must_be_batch(1).is_ok());
        assert!(must_be_batch(100).is_ok() && must_be_batch(101).is_err());
    }
}
