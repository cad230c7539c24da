//! What the directory answers: entries, and who somebody is by one.

use std::collections::HashMap;

use config::Ldap;
use ldap3::SearchEntry;
use organisation::users::names;

use crate::claims::Person;
use crate::ldap::filter;

/// Bytes of what an account is known by (facts: user).
const ID_LEN_MAX: usize = 128;
/// Attributes that name who is in a group, by their names or by what they sign in with.
const BY_NAME: &[&str] = &["member", "uniquemember"];
const BY_LOGIN: &str = "memberuid";

/// An entry, with the names of attributes in lower case: a directory may write them as it likes.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    pub dn: String,
    values: HashMap<String, Vec<Vec<u8>>>,
}

impl From<SearchEntry> for Entry {
    fn from(found: SearchEntry) -> Entry {
        let texts = found
            .attrs
            .into_iter()
            .map(|(name, values)| (name, values.into_iter().map(String::into_bytes).collect::<Vec<Vec<u8>>>()));
        let mut values: HashMap<String, Vec<Vec<u8>>> = HashMap::new();
        for (name, more) in texts.chain(found.bin_attrs) {
            values.entry(name.to_ascii_lowercase()).or_default().extend(more);
        }
        Entry { dn: found.dn, values }
    }
}

impl Entry {
    /// The first value of an attribute, as it is.
    pub fn bytes(&self, attribute: &str) -> Option<&[u8]> {
        let values = self.values.get(&attribute.to_ascii_lowercase())?;
        values.first().map(Vec::as_slice).filter(|value| !value.is_empty())
    }

    /// The first value of an attribute as text; empty where there is none.
    pub fn text(&self, attribute: &str) -> &str {
        let text = self.bytes(attribute).and_then(|value| std::str::from_utf8(value).ok());
        text.map(str::trim).unwrap_or_default()
    }

    /// What the entry is known by, if it says so.
    pub fn id(&self, attribute: &str) -> Option<String> {
        let id = self.bytes(attribute).map(|value| filter::id_text(attribute, value))?;
        (id.len() <= ID_LEN_MAX).then_some(id)
    }

    /// The names of those that the entry lists as its members.
    pub fn members(&self) -> impl Iterator<Item = Member> {
        let texts = |values: &Vec<Vec<u8>>| -> Vec<String> {
            values.iter().filter_map(|value| String::from_utf8(value.clone()).ok()).collect()
        };
        let mut members = Vec::new();
        for (name, values) in &self.values {
            let plain = name.split(';').next().unwrap_or_default();
            if BY_NAME.contains(&plain) {
                members.extend(texts(values).iter().map(|dn| Member::Entry(same_dn(dn))));
            } else if plain == BY_LOGIN {
                members.extend(texts(values).into_iter().map(Member::Login));
            }
        }
        members.into_iter()
    }

    /// Where the next part of a long list of members begins: Active Directory lists 1,500 at a time, under
    /// `member;range=0-1499`.
    pub fn members_left(&self) -> Option<String> {
        let ranges = self.values.keys().filter_map(|name| name.strip_prefix("member;range="));
        let last = ranges.filter_map(|range| range.split_once('-')?.1.parse::<u64>().ok()).max()?;
        Some(format!("member;range={}-*", last + 1))
    }
}

/// Somebody in a group.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Member {
    /// By the name of the entry, which may be a group itself.
    Entry(String),
    /// By what he or she signs in with, as groups of Unix do.
    Login(String),
}

/// One form of the name of an entry, so that two that mean the same are the same: without letters' cases and spaces beside
/// commas and equal signs.
pub fn same_dn(dn: &str) -> String {
    let mut out = String::with_capacity(dn.len());
    let mut chars = dn.trim().chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next().into_iter().flat_map(char::to_lowercase));
            }
            ',' | '=' | '+' => {
                while out.ends_with(' ') && !out.ends_with("\\ ") {
                    out.pop();
                }
                out.push(c);
                while chars.peek() == Some(&' ') {
                    chars.next();
                }
            }
            c => out.extend(c.to_lowercase()),
        }
    }
    out
}

/// The attributes that are asked of a person.
pub fn asked(settings: &Ldap) -> Vec<&str> {
    let all = [
        &settings.id_attribute,
        &settings.login_id_attribute,
        &settings.username_attribute,
        &settings.email_attribute,
        &settings.first_name_attribute,
        &settings.last_name_attribute,
        &settings.nickname_attribute,
        &settings.position_attribute,
    ];
    let mut asked: Vec<&str> = all.into_iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    asked.sort_unstable();
    asked.dedup();
    asked
}

/// Who somebody is by an entry; nothing when it does not say what an account is known by.
pub fn person(settings: &Ldap, entry: &Entry) -> Option<Person> {
    let subject = entry.id(&settings.id_attribute)?;
    let email = entry.text(&settings.email_attribute).to_lowercase();
    let optional = |name: &str| (!name.is_empty()).then(|| entry.text(name).to_owned());
    Some(Person {
        subject,
        username: names::of(entry.text(&settings.username_attribute), &email),
        // Whoever keeps the directory sets the addresses in it.
        is_vouched: !email.is_empty(),
        email,
        first_name: optional(&settings.first_name_attribute).unwrap_or_default(),
        last_name: optional(&settings.last_name_attribute).unwrap_or_default(),
        nickname: optional(&settings.nickname_attribute),
        position: optional(&settings.position_attribute),
        picture: String::new(),
        groups: None,
        is_guest: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(pairs: &[(&str, &[&str])]) -> Entry {
        let attrs = pairs
            .iter()
            .map(|(name, values)| ((*name).to_owned(), values.iter().map(|value| (*value).to_owned()).collect()));
        SearchEntry { dn: "uid=ann,dc=x".into(), attrs: attrs.collect(), bin_attrs: HashMap::new() }.into()
    }

    #[test]
    fn an_entry_says_who_somebody_is() {
        let settings = Ldap {
            id_attribute: "entryUUID".into(),
            username_attribute: "uid".into(),
            email_attribute: "mail".into(),
            last_name_attribute: "sn".into(),
            position_attribute: "title".into(),
            ..Ldap::default()
        };
        let ann =
            entry(&[("ENTRYuuid", &["1-2"]), ("uid", &["Ann"]), ("Mail", &["Ann@Corp.test", "x"]), ("sn", &["Lee"])]);
        let person = person(&settings, &ann).expect("a person");
        assert_eq!((person.subject.as_str(), person.username.as_str()), ("1-2", "ann"));
        assert_eq!((person.email.as_str(), person.last_name.as_str()), ("ann@corp.test", "Lee"));
        assert_eq!((person.nickname, person.position.as_deref()), (None, Some("")));
        assert!(super::person(&settings, &entry(&[("uid", &["bob"])])).is_none(), "it is known by nothing");
        assert!(super::person(&settings, &entry(&[("entryUUID", &[&"x".repeat(129)])])).is_none());
    }

    #[test]
    fn members_are_told_by_entry_or_by_login_and_in_parts() {
        let group = entry(&[("member;range=0-1", &["UID=Ann, DC=x", "cn=Ops,dc=x"]), ("memberUid", &["bob"])]);
        let mut members: Vec<String> = group.members().map(|member| format!("{member:?}")).collect();
        members.sort();
        assert_eq!(members, ["Entry(\"cn=ops,dc=x\")", "Entry(\"uid=ann,dc=x\")", "Login(\"bob\")"]);
        assert_eq!(group.members_left().as_deref(), Some("member;range=2-*"));
        assert_eq!(entry(&[("member;range=2-*", &["uid=c,dc=x"])]).members_left(), None);
    }

    #[test]
    fn names_of_entries_that_mean_the_same_are_the_same() {
        assert_eq!(same_dn("UID = Ann ,  DC=Corp"), "uid=ann,dc=corp");
        assert_eq!(same_dn("cn=a\\, b,dc=x"), "cn=a\\, b,dc=x");
        assert_ne!(same_dn("cn=a b,dc=x"), same_dn("cn=ab,dc=x"));
    }
}
