//! An account as a resource of SCIM, and what a resource says that an account shall be. Pure.

use rules::users::{EMAIL_LEN_MAX, NAME_LEN_MAX, POSITION_LEN_MAX};
use serde_json::{Value, json};
use store::provisioning::Provisioned;
use wire::users::User;

use crate::accounts::cut;
use crate::provisioning::filter::get;
use crate::provisioning::reply::Refused;
use crate::provisioning::time;

pub const SCHEMA: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
/// Characters of `userName` and `externalId`.
const ID_LEN_MAX: usize = 255;

/// The resource of an account. `user_name` is what the program calls it.
pub fn resource(user: &User, user_name: &str, external_id: Option<&str>, location: &str) -> Value {
    let full = format!("{} {}", user.first_name, user.last_name);
    let full = if full.trim().is_empty() { &user.username } else { full.trim() };
    let mut resource = json!({
        "schemas": [SCHEMA],
        "id": user.id,
        "userName": user_name,
        "name": {"givenName": user.first_name, "familyName": user.last_name, "formatted": full},
        "displayName": full,
        "nickName": user.nickname,
        "title": user.position,
        "emails": [{"value": user.email, "type": "work", "primary": true}],
        "active": user.is_active(),
        "meta": {
            "resourceType": "User", "created": time(user.create_at), "lastModified": time(user.update_at),
            "location": location,
        },
    });
    if let Some(id) = external_id {
        resource["externalId"] = json!(id);
    }
    resource
}

/// What a program calls an account: as it said, or by the username while it has said nothing.
pub fn names<'a>(user: &'a User, noted: Option<&'a Provisioned>) -> (&'a str, Option<&'a str>) {
    match noted {
        Some(noted) => (&noted.user_name, noted.external_id.as_deref()),
        None => (&user.username, None),
    }
}

/// What an account shall be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub user_name: String,
    pub external_id: Option<String>,
    /// In lower case.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub nickname: String,
    pub position: String,
    pub is_active: bool,
}

impl Wanted {
    /// # Errors
    /// `invalidValue` without a `userName` or an address.
    pub fn of(resource: &Value) -> Result<Wanted, Refused> {
        let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().trim().to_owned();
        let top = |name: &str| text(get(resource, name));
        let name = get(resource, "name");
        let of_name = |part: &str| text(name.and_then(|name| get(name, part)));
        let (user_name, external_id) = (top("userName"), top("externalId"));
        if user_name.is_empty() || user_name.chars().count() > ID_LEN_MAX || external_id.chars().count() > ID_LEN_MAX {
            return Err(Refused::value(format!(
                "userName has 1 to {ID_LEN_MAX} characters, externalId as many at most."
            )));
        }
        let email = address(resource).unwrap_or_else(|| user_name.clone()).to_lowercase();
        if email.len() > EMAIL_LEN_MAX || !rules::users::is_email(&email) {
            return Err(Refused::value(format!("{email:?} in emails, or else in userName, is no address.")));
        }
        Ok(Wanted {
            user_name,
            external_id: Some(external_id).filter(|id| !id.is_empty()),
            email,
            first_name: cut(&of_name("givenName"), NAME_LEN_MAX),
            last_name: cut(&of_name("familyName"), NAME_LEN_MAX),
            nickname: cut(&top("nickName"), NAME_LEN_MAX),
            position: cut(&top("title"), POSITION_LEN_MAX),
            is_active: truth(get(resource, "active")),
        })
    }
}

/// The primary address, or that of the work, or the first.
fn address(resource: &Value) -> Option<String> {
    let emails = match get(resource, "emails")? {
        Value::Array(values) => values.iter().collect(),
        value => vec![value],
    };
    let of = |one: &Value| {
        let value = if one.is_string() { Some(one) } else { get(one, "value") };
        Some(value?.as_str()?.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let is_primary = |one: &&&Value| get(one, "primary").is_some_and(|primary| truth(Some(primary)));
    let is_work =
        |one: &&&Value| get(one, "type").and_then(Value::as_str).is_some_and(|kind| kind.eq_ignore_ascii_case("work"));
    let best = emails.iter().find(is_primary).or_else(|| emails.iter().find(is_work)).or_else(|| emails.first());
    best.and_then(|one| of(one))
}

/// Some programs write truth as text. Whoever says nothing means an account that is in use.
fn truth(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(truth)) => *truth,
        Some(Value::String(text)) => !text.eq_ignore_ascii_case("false"),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_says_is_what_an_account_shall_be() {
        let wanted = Wanted::of(&json!({
            "username": " Ann@Corp.test ", "externalId": "e-1", "active": "False", "title": "Mate",
            "name": {"GivenName": "Ann", "familyName": null},
            "emails": [{"value": "a@home.test", "type": "home"}, {"value": "Ann@Corp.test", "type": "Work"}],
        }))
        .expect("a person");
        assert_eq!((wanted.user_name.as_str(), wanted.email.as_str()), ("Ann@Corp.test", "ann@corp.test"));
        assert_eq!((wanted.first_name.as_str(), wanted.last_name.as_str()), ("Ann", ""));
        assert_eq!((wanted.external_id.as_deref(), wanted.is_active), (Some("e-1"), false));
        let plain = Wanted::of(&json!({"userName": "ben@corp.test", "emails": ["ben@x.test"]})).expect("a person");
        assert_eq!((plain.email.as_str(), plain.is_active), ("ben@x.test", true));
        for bad in [
            json!({}),
            json!({"userName": ""}),
            json!({"userName": "ann"}),
            json!({"userName": "a@b.test", "emails": [{"value": "no address"}]}),
        ] {
            assert!(Wanted::of(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_an_account_says_is_read_as_the_same() {
        let user = User {
            email: "ann@corp.test".into(),
            first_name: "Ann".into(),
            last_name: "Lee".into(),
            nickname: "A".into(),
            position: "Mate".into(),
            username: "ann".into(),
            ..User::default()
        };
        let noted =
            Provisioned { user_name: "Ann@corp.test".into(), external_id: Some("7".into()), ..Provisioned::default() };
        let (name, id) = names(&user, Some(&noted));
        let wanted = Wanted::of(&resource(&user, name, id, "")).expect("a person");
        assert_eq!((wanted.user_name.as_str(), wanted.external_id.as_deref()), ("Ann@corp.test", Some("7")));
        assert_eq!((wanted.email, wanted.first_name, wanted.position), (user.email, user.first_name, user.position));
    }
}
