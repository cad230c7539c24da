//! What the directory is asked: filters (RFC 4515) that are put together from settings and from what people type.
//!
//! Whatever people type, or a directory calls somebody, is escaped here and nowhere else: it is a value and never a part
//! of the filter.

use config::Ldap;
use ldap3::ldap_escape;

/// Classes that groups of known directories have.
const GROUP_CLASSES: &[&str] = &["group", "groupOfNames", "groupOfUniqueNames", "posixGroup", "groupOfMembers"];
/// The attribute of Active Directory whose values are 16 bytes.
const BINARY: &[&str] = &["objectguid", "objectsid", "msds-consistencyguid"];

/// Everybody who may have an account.
pub fn people(settings: &Ldap) -> String {
    and(&[&present(&settings.id_attribute), &settings.user_filter])
}

/// Who signs in with this name.
pub fn of_login(settings: &Ldap, name: &str) -> String {
    and(&[&equals(&settings.login_id_attribute, name), &people(settings)])
}

/// The person whom an account is known by.
pub fn of_id(settings: &Ldap, id: &str) -> String {
    and(&[&is(&settings.id_attribute, id), &people(settings)])
}

/// Guests, and administrators; `None` where nobody is one.
pub fn guests(settings: &Ldap) -> Option<String> {
    (!settings.guest_filter.trim().is_empty()).then(|| and(&[&people(settings), &settings.guest_filter]))
}

pub fn administrators(settings: &Ldap) -> Option<String> {
    (settings.enable_admin_filter && !settings.admin_filter.trim().is_empty())
        .then(|| and(&[&people(settings), &settings.admin_filter]))
}

/// All groups.
pub fn groups(settings: &Ldap) -> String {
    match settings.group_filter.trim() {
        "" => {
            let classes: String = GROUP_CLASSES.iter().map(|class| equals("objectClass", class)).collect();
            format!("(|{classes})")
        }
        filter => filter.to_owned(),
    }
}

/// Groups with this part in their names.
pub fn groups_called(settings: &Ldap, part: &str) -> String {
    let part = part.trim().trim_matches('*');
    if part.is_empty() {
        return groups(settings);
    }
    let named = format!("({}=*{}*)", group_name(settings), ldap_escape(part));
    and(&[&groups(settings), &named])
}

/// The group that is known by an id.
pub fn group_of_id(settings: &Ldap, id: &str) -> String {
    and(&[&groups(settings), &is(&settings.group_id_attribute, id)])
}

/// The attribute of a group's name.
pub fn group_name(settings: &Ldap) -> &str {
    match settings.group_display_name_attribute.as_str() {
        "" => "cn",
        name => name,
    }
}

fn present(attribute: &str) -> String {
    format!("({attribute}=*)")
}

fn equals(attribute: &str, value: &str) -> String {
    format!("({attribute}={})", ldap_escape(value))
}

/// As [`equals`], for what [`id_text`] made.
fn is(attribute: &str, id: &str) -> String {
    if is_escaped(id) { format!("({attribute}={id})") } else { equals(attribute, id) }
}

fn and(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [one] => (*one).to_owned(),
        several => format!("(&{})", several.concat()),
    }
}

/// The value that an account or a group is known by, as text. Bytes that are no plain text stand as a filter has them,
/// `\1f\00…`: so does a text with a backslash, and no two values have one form.
pub fn id_text(attribute: &str, value: &[u8]) -> String {
    let is_binary = BINARY.contains(&attribute.to_ascii_lowercase().as_str());
    match std::str::from_utf8(value) {
        Ok(text) if !is_binary && !text.contains('\\') && !text.chars().any(char::is_control) => text.to_owned(),
        _ => value.iter().map(|byte| format!("\\{byte:02x}")).collect(),
    }
}

/// Whether a text is nothing but bytes as [`id_text`] writes them.
fn is_escaped(id: &str) -> bool {
    let bytes = id.as_bytes();
    let is_byte = |part: &[u8]| matches!(part, [b'\\', a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit());
    !bytes.is_empty() && bytes.len().is_multiple_of(3) && bytes.chunks(3).all(is_byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Ldap {
        Ldap {
            id_attribute: "entryUUID".into(),
            login_id_attribute: "uid".into(),
            group_id_attribute: "entryUUID".into(),
            user_filter: "(objectClass=person)".into(),
            ..Ldap::default()
        }
    }

    #[test]
    fn what_people_type_is_a_value_and_no_part_of_the_filter() {
        for (typed, escaped) in [
            ("ann", "ann"),
            ("*", "\\2a"),
            ("ann)(uid=*", "ann\\29\\28uid=\\2a"),
            ("*)(|(objectClass=*", "\\2a\\29\\28|\\28objectClass=\\2a"),
            ("a\\2a", "a\\5c2a"),
            ("a\0b", "a\\00b"),
            ("admin)(!(&(1=0", "admin\\29\\28!\\28&\\281=0"),
            ("é", "é"),
        ] {
            let filter = of_login(&settings(), typed);
            assert_eq!(filter, format!("(&(uid={escaped})(&(entryUUID=*)(objectClass=person)))"), "{typed}");
            assert!(ldap3::parse_filter(&filter).is_ok(), "{filter}");
            let by_id = of_id(&settings(), typed);
            assert!(by_id.starts_with(&format!("(&(entryUUID={escaped})")), "{by_id}");
            let called = groups_called(&settings(), typed);
            assert!(ldap3::parse_filter(&called).is_ok() && !called.contains("(uid=*"), "{called}");
        }
    }

    #[test]
    fn an_id_has_one_form_and_is_found_again_by_it() {
        for (attribute, value, text) in [
            ("entryUUID", &b"ann-1"[..], "ann-1"),
            ("objectGUID", &[0x1f, 0, b'a'][..], "\\1f\\00\\61"),
            ("entryUUID", &[0xff, 0xfe][..], "\\ff\\fe"),
            ("uid", &b"\\1f"[..], "\\5c\\31\\66"),
            ("uid", &b"a\nb"[..], "\\61\\0a\\62"),
        ] {
            assert_eq!(id_text(attribute, value), text);
        }
        assert!(of_id(&settings(), "\\1f\\00").contains("(entryUUID=\\1f\\00)"));
        for not in ["\\1f\\0", "\\1f)(\\", "\\zz", ""] {
            assert!(!is_escaped(not), "{not}");
        }
    }

    #[test]
    fn who_is_a_guest_or_an_administrator_is_somebody_who_may_sign_in() {
        assert_eq!((guests(&settings()), administrators(&settings())), (None, None));
        let settings = Ldap { guest_filter: "(a=b)".into(), admin_filter: "(c=d)".into(), ..settings() };
        assert_eq!(guests(&settings).as_deref(), Some("(&(&(entryUUID=*)(objectClass=person))(a=b))"));
        assert_eq!(administrators(&settings), None, "enable_admin_filter is off");
        assert!(ldap3::parse_filter(groups(&settings)).is_ok());
    }
}
