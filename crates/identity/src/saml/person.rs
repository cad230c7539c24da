//! Who somebody is by an assertion, in the words of all services: a provider, claims, a person.
//!
//! Attributes are claims here, so what an account, a group or a role becomes of them is decided in one place for all
//! services ([`claims`](crate::claims), [`accounts`](crate::accounts)).

use std::sync::Arc;

use config::{Config, Provider, Saml};
use people::users::guests::turn;
use request::App;
use wire::users::{SYSTEM_ADMIN, SYSTEM_GUEST, SYSTEM_USER, User};

use crate::accounts::{auth_data, noted};
use crate::claims::{self, Claims, Person};
use crate::refusal::{Refusal, Why};
use crate::saml::SERVICE;
use crate::saml::response::Assertion;

/// The name in the subject, among the attributes.
const NAME_ID: &str = "NameID";
/// Stands among the groups of who has the attribute of administrators. No attribute can have this value: XML has no zero.
const ADMINISTRATORS: &str = "\0administrators";

/// Somebody, and what decides about the account.
pub struct Known {
    pub provider: Provider,
    pub person: Person,
}

/// The settings as those of a provider.
fn provider(settings: &Saml) -> Provider {
    let mut roles = settings.roles.clone();
    if settings.enable_admin_attribute {
        roles.push(format!("{ADMINISTRATORS}={SYSTEM_ADMIN}"));
    }
    let subject_claim = match settings.id_attribute.as_str() {
        "" => settings.email_attribute.clone(),
        set => set.to_owned(),
    };
    Provider {
        name: SERVICE.to_owned(),
        issuer: settings.idp_descriptor_url.clone(),
        previous_issuers: settings.previous_descriptor_urls.clone(),
        subject_claim,
        username_claim: settings.username_attribute.clone(),
        email_claim: settings.email_attribute.clone(),
        first_name_claim: settings.first_name_attribute.clone(),
        last_name_claim: settings.last_name_attribute.clone(),
        nickname_claim: settings.nickname_attribute.clone(),
        position_claim: settings.position_attribute.clone(),
        groups_claim: settings.groups_attribute.clone(),
        required_groups: settings.required_groups.clone(),
        required_claims: settings.required_attributes.clone(),
        roles,
        teams: settings.teams.clone(),
        create_accounts: settings.create_accounts,
        // An organisation runs the provider, and signed the address.
        trust_email: true,
        match_by_email: settings.match_by_email,
        ..Provider::default()
    }
}

/// # Errors
/// [`Why::Misconfigured`] when the assertion names no account, [`Why::NotAllowed`] when the person stays out.
pub fn known(config: &Config, assertion: &Assertion) -> Result<Known, Refusal> {
    let provider = provider(&config.saml);
    let mut claims = assertion.attributes.clone();
    claims.insert(NAME_ID.to_owned(), assertion.name_id.clone().into());
    let mut person = claims::person(&provider, &claims).ok_or_else(|| {
        let known: Vec<&str> = claims.keys().map(String::as_str).take(20).collect();
        let detail = format!("the attribute {} names nobody; there are {}", provider.subject_claim, known.join(", "));
        Refusal::new(Why::Misconfigured, detail)
    })?;
    if config.saml.id_attribute.is_empty() {
        person.subject.clone_from(&person.email);
    }
    claims::must_have(&provider, &claims, &person).map_err(|why| Refusal::new(Why::NotAllowed, why))?;
    person.is_guest = has(&config.saml.guest_attribute, &claims);
    if person.is_guest && !config.guests.enable {
        return Err(Refusal::new(Why::NotAllowed, "guests are off on this server"));
    }
    if config.saml.enable_admin_attribute && !person.is_guest && has(&config.saml.admin_attribute, &claims) {
        person.groups.get_or_insert_default().push(ADMINISTRATORS.to_owned());
    }
    Ok(Known { provider, person })
}

/// Whether an attribute has the value of `attribute=value`.
fn has(pair: &str, claims: &Claims) -> bool {
    let Some((name, wanted)) = pair.split_once('=') else { return false };
    match claims.get(name) {
        Some(serde_json::Value::Array(values)) => values.iter().any(|value| value == wanted),
        Some(value) => value == wanted,
        None => false,
    }
}

/// Makes a guest of a member, or a member of a guest, when the provider says so of an account that is there.
///
/// # Errors
/// When the store does not answer, or for the last administrator.
pub async fn set_guest(app: &Arc<App>, settings: &Saml, known: &Known) -> Result<(), Refusal> {
    let data = auth_data(SERVICE, &known.person.subject);
    let found = app.store.user_by_auth(&data, SERVICE).await?;
    let Some(user) = found.filter(|user| decides(settings, user, known.person.is_guest)) else { return Ok(()) };
    let mut change = app.change();
    turn(&mut change, app, &user, if known.person.is_guest { SYSTEM_GUEST } else { SYSTEM_USER });
    change.write(noted(app, user.id, SERVICE, "another kind of account"));
    match change.commit().await {
        Ok(_) => Ok(()),
        Err(error) if store::users::was_last_administrator(&error) => {
            tracing::warn!(user.id = %user.id, "the last administrator stays one, whatever the provider says");
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

fn decides(settings: &Saml, user: &User, is_guest: bool) -> bool {
    !settings.guest_attribute.is_empty() && user.is_active() && user.is_guest() != is_guest
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn known_by(more: &str, attributes: serde_json::Value) -> Result<Known, Refusal> {
        let text = format!(
            "[saml]\nenable = true\nidp_url = \"https://id.test/sso\"\nidp_descriptor_url = \"https://id.test\"\n\
             username_attribute = \"urn:oid:0.9\"\nemail_attribute = \"mail\"\nfirst_name_attribute = \"given\"\n\
             groups_attribute = \"groups\"\n{more}"
        );
        let attributes = attributes.as_object().expect("attributes").clone();
        known(
            &config::parse(&text).expect("a configuration"),
            &Assertion { name_id: "G-1".into(), attributes, ..Assertion::default() },
        )
    }

    #[test]
    fn attributes_become_a_person_as_claims_do() {
        let attributes =
            json!({"urn:oid:0.9": "Ann", "mail": "Ann@Example.Test", "given": "Ann", "groups": ["/ops", "crew"]});
        let known = known_by("", attributes.clone()).unwrap_or_else(|_| panic!("a person"));
        assert_eq!((known.person.username.as_str(), known.person.email.as_str()), ("ann", "ann@example.test"));
        assert_eq!(known.person.groups, Some(vec!["ops".to_owned(), "crew".to_owned()]));
        assert_eq!(
            known.person.subject, "ann@example.test",
            "accounts are known by the address unless an attribute is set"
        );
        let known = known_by("id_attribute = \"NameID\"\n", attributes.clone()).unwrap_or_else(|_| panic!("a person"));
        assert_eq!(known.person.subject, "G-1");
        let refusal = known_by("id_attribute = \"uid\"\n", attributes.clone()).err().expect("nobody");
        assert_eq!(refusal.why, Why::Misconfigured);
        assert!(refusal.detail.contains("urn:oid:0.9"), "{}", refusal.detail);
        let refusal = known_by("required_groups = [\"other\"]\n", attributes).err().expect("stays out");
        assert_eq!(refusal.why, Why::NotAllowed);
    }

    #[test]
    fn a_provider_cannot_name_the_group_of_administrators() {
        let settings =
            "enable_admin_attribute = true\nadmin_attribute = \"admin=yes\"\nguest_attribute = \"kind=guest\"\n";
        let of = |attributes| known_by(settings, attributes);
        let admin = of(json!({"mail": "a@b.test", "admin": ["no", "yes"]})).unwrap_or_else(|_| panic!("a person"));
        assert_eq!(claims::given(&admin.provider.roles, &admin.person.groups.unwrap_or_default()), [SYSTEM_ADMIN]);
        let other = of(json!({"mail": "a@b.test", "admin": "no"})).unwrap_or_else(|_| panic!("a person"));
        assert!(claims::given(&other.provider.roles, &other.person.groups.unwrap_or_default()).is_empty());
        assert_eq!(
            of(json!({"mail": "a@b.test", "kind": "guest"})).err().map(|refusal| refusal.why),
            Some(Why::NotAllowed)
        );
    }
}
