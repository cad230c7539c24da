//! Custom profile attributes: what a field may be called, what its settings may say, and what fits into it.

use serde_json::{Map, Value};

use crate::invalid::{Checked, Invalid, ensure};
use crate::text::{fits, is_http_url, looks_like_id};
use crate::users;

/// Fields that a server has at most; clients show all of them on every profile.
pub const FIELDS_MAX: usize = 20;
pub const NAME_LEN_MAX: usize = 255;
pub const OPTIONS_MAX: usize = 200;
pub const OPTION_NAME_LEN_MAX: usize = 128;
pub const OPTION_COLOR_LEN_MAX: usize = 128;
/// Characters of a text in a profile, and of the attribute's name in a directory.
pub const TEXT_LEN_MAX: usize = 64;
/// People that one value may name.
pub const PEOPLE_MAX: usize = 50;

const KINDS: &[&str] = &["text", "select", "multiselect", "date", "user", "multiuser"];
const VISIBILITIES: &[&str] = &["always", "when_set", "hidden"];
const FIELD_INVALID: &str = "app.custom_profile_attributes.property_field_is_invalid.app_error";
const VALUE_INVALID: &str = "app.custom_profile_attributes.validate_value.app_error";

fn field(valid: bool, message: &'static str) -> Checked {
    ensure(valid, FIELD_INVALID, message).map_err(|invalid| Invalid { status: 422, ..invalid })
}

/// # Errors
/// 422 `app.custom_profile_attributes.property_field_is_invalid.app_error` for a name or a type that cannot be.
pub fn must_be_field(name: &str, kind: &str) -> Checked {
    field(!name.is_empty() && fits(name, NAME_LEN_MAX), "A field's name has 1 to 255 characters.")?;
    field(KINDS.contains(&kind), "A field is text, select, multiselect, date, user or multiuser.")
}

/// The settings as they are kept: what is known of them, each with a value. `new_id` names options that are new.
///
/// # Errors
/// 422 `app.custom_profile_attributes.property_field_is_invalid.app_error` for a setting that cannot be.
pub fn settle_attrs(
    kind: &str,
    given: &Map<String, Value>,
    new_id: impl FnMut() -> String,
) -> Result<Map<String, Value>, Invalid> {
    let text = |name: &str| given.get(name).and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    let visibility = match text("visibility") {
        empty if empty.is_empty() => "when_set".to_owned(),
        other => other,
    };
    field(VISIBILITIES.contains(&visibility.as_str()), "A field is shown always, when_set, or is hidden.")?;
    let value_type = if kind == "text" { text("value_type") } else { String::new() };
    field(matches!(value_type.as_str(), "" | "email" | "url" | "phone"), "A text is an email, a url or a phone.")?;
    let managed = text("managed");
    field(matches!(managed.as_str(), "" | "admin"), "A field is managed by admin or by its user.")?;
    let sort_order = given.get("sort_order").cloned().unwrap_or_else(|| Value::from(0));
    field(sort_order.is_number(), "The place of a field is a number.")?;
    let mut attrs = Map::new();
    attrs.insert("visibility".into(), visibility.into());
    attrs.insert("sort_order".into(), sort_order);
    attrs.insert("value_type".into(), value_type.into());
    attrs.insert("managed".into(), managed.into());
    for directory in ["ldap", "saml"] {
        let name = text(directory);
        field(fits(&name, TEXT_LEN_MAX), "The name in a directory has at most 64 characters.")?;
        attrs.insert(directory.into(), name.into());
    }
    if matches!(kind, "select" | "multiselect") {
        attrs.insert("options".into(), options(given.get("options"), new_id)?);
    }
    Ok(attrs)
}

fn options(given: Option<&Value>, mut new_id: impl FnMut() -> String) -> Result<Value, Invalid> {
    let empty = Vec::new();
    let given = given.and_then(Value::as_array).unwrap_or(&empty);
    field(!given.is_empty() && given.len() <= OPTIONS_MAX, "A choice has 1 to 200 options.")?;
    let (mut names, mut ids, mut out) = (Vec::new(), Vec::new(), Vec::with_capacity(given.len()));
    for option in given {
        let text = |name: &str| option.get(name).and_then(Value::as_str).unwrap_or_default().trim().to_owned();
        let (name, color) = (text("name"), text("color"));
        let id = Some(text("id")).filter(|id| looks_like_id(id)).unwrap_or_else(&mut new_id);
        let named = !name.is_empty() && fits(&name, OPTION_NAME_LEN_MAX) && fits(&color, OPTION_COLOR_LEN_MAX);
        field(named && !names.contains(&name) && !ids.contains(&id), "Each option has a name of its own.")?;
        out.push(serde_json::json!({ "id": id, "name": name, "color": color }));
        names.push(name);
        ids.push(id);
    }
    Ok(Value::Array(out))
}

/// A value as it is kept. Empty text and the empty list stand for none.
///
/// # Errors
/// 422 `app.custom_profile_attributes.validate_value.app_error` when the field does not take it.
pub fn settle_value(kind: &str, attrs: &Map<String, Value>, given: &Value) -> Result<Value, Invalid> {
    let refused = || Invalid { status: 422, ..Invalid::new(VALUE_INVALID, "The field does not take this value.") };
    let is_option = |id: &str| {
        let options = attrs.get("options").and_then(Value::as_array);
        options.is_some_and(|options| options.iter().any(|option| option.get("id").and_then(Value::as_str) == Some(id)))
    };
    let settled = match kind {
        "multiselect" => list(given, OPTIONS_MAX, is_option),
        "multiuser" => list(given, PEOPLE_MAX, looks_like_id),
        "select" => text(given, is_option),
        "user" => text(given, looks_like_id),
        "date" => text(given, |date| fits(date, TEXT_LEN_MAX)),
        _ => {
            let value_type = attrs.get("value_type").and_then(Value::as_str).unwrap_or_default();
            text(given, |text| fits(text, TEXT_LEN_MAX) && is_of(value_type, text))
        }
    };
    settled.ok_or_else(refused)
}

fn is_of(value_type: &str, text: &str) -> bool {
    match value_type {
        "email" => users::is_email(text),
        "url" => is_http_url(text, TEXT_LEN_MAX),
        _ => true,
    }
}

fn text(given: &Value, fits: impl Fn(&str) -> bool) -> Option<Value> {
    let text = match given {
        Value::Null => "",
        Value::String(text) => text.trim(),
        _ => return None,
    };
    (text.is_empty() || fits(text)).then(|| text.into())
}

fn list(given: &Value, len_max: usize, fits: impl Fn(&str) -> bool) -> Option<Value> {
    let Value::Array(items) = given else { return given.is_null().then(|| Value::Array(Vec::new())) };
    let mut out: Vec<Value> = Vec::with_capacity(items.len().min(len_max));
    for item in items {
        let text = item.as_str()?.trim();
        if !text.is_empty() && !out.iter().any(|known| known == text) {
            (fits(text) && out.len() < len_max).then(|| out.push(text.into()))?;
        }
    }
    Some(Value::Array(out))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn map(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap_or_default()
    }

    fn settled(kind: &str, attrs: Value) -> Result<Value, u16> {
        let ids = || "yyyyyyyyyyyyyyyyyyyyyyyyyb".to_owned();
        settle_attrs(kind, &map(attrs), ids).map(Value::Object).map_err(|invalid| invalid.status)
    }

    #[test]
    fn a_field_has_a_name_and_a_known_type() {
        assert_eq!(must_be_field("Team", "text"), Ok(()));
        assert_eq!(must_be_field("", "text").expect_err("no name").status, 422);
        assert!(must_be_field("Team", "colour").is_err());
    }

    #[test]
    fn settings_that_are_missing_have_their_defaults() {
        let attrs = settled("text", json!({"nonsense": 1})).expect("valid");
        let none =
            json!({"visibility": "when_set", "sort_order": 0, "value_type": "", "managed": "", "ldap": "", "saml": ""});
        assert_eq!(attrs, none);
        assert_eq!(settled("text", json!({"visibility": "sometimes"})), Err(422));
        assert_eq!(settled("text", json!({"value_type": "iban"})), Err(422));
    }

    #[test]
    fn options_get_ids_and_have_names_of_their_own() {
        let attrs = settled("select", json!({"options": [{"name": " Red "}]})).expect("valid");
        assert_eq!(attrs["options"], json!([{"id": "yyyyyyyyyyyyyyyyyyyyyyyyyb", "name": "Red", "color": ""}]));
        assert_eq!(settled("select", json!({"options": []})), Err(422));
        let twice = json!({"options": [{"name": "Red"}, {"name": "Red", "id": "nnnnnnnnnnnnnnnnnnnnnnnnnb"}]});
        assert_eq!(settled("multiselect", twice), Err(422));
    }

    #[test]
    fn a_value_fits_its_field() {
        let options = map(json!({"options": [{"id": "a"}, {"id": "b"}]}));
        let none = Map::new();
        let kept = |kind: &str, attrs: &Map<String, Value>, value: Value| settle_value(kind, attrs, &value).ok();
        assert_eq!(kept("text", &none, json!("  hi ")), Some(json!("hi")));
        assert_eq!(kept("text", &none, json!(7)), None);
        assert_eq!(kept("text", &none, json!("x".repeat(65))), None);
        assert_eq!(kept("select", &options, json!("a")), Some(json!("a")));
        assert_eq!(kept("select", &options, json!("c")), None);
        assert_eq!(kept("select", &options, json!("")), Some(json!("")));
        assert_eq!(kept("multiselect", &options, json!(["b", "a", "b"])), Some(json!(["b", "a"])));
        assert_eq!(kept("multiselect", &options, json!(["c"])), None);
        assert_eq!(kept("user", &none, json!("nobody")), None);
        let url = map(json!({"value_type": "url"}));
        assert_eq!(kept("text", &url, json!("https://a.test")), Some(json!("https://a.test")));
        assert_eq!(kept("text", &url, json!("javascript:alert(1)")), None);
    }

    proptest! {
        #[test]
        fn what_was_settled_stays_as_it_is(kind in "text|multiuser|date|multiselect", items in prop::collection::vec("[a-z ]{0,70}", 0..4)) {
            let attrs = map(json!({"options": [{"id": "a"}]}));
            for given in [json!(items), json!(items.join(" "))] {
                if let Ok(value) = settle_value(&kind, &attrs, &given) {
                    prop_assert_eq!(settle_value(&kind, &attrs, &value), Ok(value));
                }
            }
        }
    }
}
