//! Previews a sign-in: the account, roles and teams that a person would get, or why not. It writes nothing and checks no
//! password.

use std::sync::Arc;

use config::Provider;
use node::error::{ApiError, Result};
use people::sessions::login::must_be_admitted;
use permissions::Permission;
use request::{Answer, App, Call, Reply};
use serde::Deserialize;
use wire::omit::JsonMap;
use wire::trials::Preview;
use wire::users::{SYSTEM_ADMIN, SYSTEM_GUEST, SYSTEM_USER, User};

use crate::accounts::{Place, place};
use crate::claims::{Claims, Person, given, must_have, person};
use crate::ldap::sign_in::named;
use crate::refusal::{Refusal, Why};
use crate::saml::response::Assertion;
use crate::{ldap, saml};

/// Characters of a name that somebody signs in by.
const NAME_LEN_MAX: usize = 256;
/// Stands among the attributes for the name in the subject.
const NAME_ID: &str = "NameID";

/// Body of `POST /sign_in/{service}/preview`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PreviewForm {
    /// Claims of a token, or attributes of an assertion.
    claims: JsonMap,
    /// What somebody of a directory types.
    login_id: String,
}

/// `POST /sign_in/{service}/preview`
pub async fn preview(mut call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let form: PreviewForm = call.json("claims").await?;
    let service = call.text("service").to_owned();
    let app = &call.app;
    let shown = match service.as_str() {
        ldap::SERVICE => of_directory(app, form.login_id.trim()).await?,
        saml::SERVICE => of_saml(app, form.claims).await,
        name => match crate::provider(app, name) {
            Ok(provider) => of_provider(app, &provider, &form.claims).await,
            Err(refusal) => Err(refusal),
        },
    };
    let shown = shown.or_else(|refusal| match refusal.why {
        Why::Unknown => Err(super::absent(&refusal)),
        _ => Ok(refused(Preview::default(), &refusal)),
    })?;
    Ok(Reply::json(&shown))
}

async fn of_provider(app: &Arc<App>, provider: &Provider, claims: &Claims) -> std::result::Result<Preview, Refusal> {
    let person = person(provider, claims).ok_or_else(|| {
        let detail = format!("the claim {} names nobody", provider.subject_claim);
        Refusal::new(Why::Misconfigured, detail)
    })?;
    let allowed = must_have(provider, claims, &person).map_err(|why| Refusal::new(Why::NotAllowed, why));
    of_person(app, provider, &person, allowed).await
}

async fn of_saml(app: &Arc<App>, mut attributes: Claims) -> std::result::Result<Preview, Refusal> {
    let config = saml::configured(app)?;
    let name_id = attributes.remove(NAME_ID).and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default();
    let known = saml::person::known(&config, &Assertion { name_id, attributes, ..Assertion::default() })?;
    of_person(app, &known.provider, &known.person, Ok(())).await
}

/// The preview for a person whose claims are given.
async fn of_person(
    app: &Arc<App>,
    provider: &Provider,
    person: &Person,
    allowed: std::result::Result<(), Refusal>,
) -> std::result::Result<Preview, Refusal> {
    let groups = person.groups.as_deref().unwrap_or_default();
    let table = app.roles.load();
    let roles = given(&provider.roles, groups).into_iter().filter(|role| table.get(role).is_some());
    let own = if person.is_guest { SYSTEM_GUEST } else { SYSTEM_USER };
    let mut roles: Vec<String> = std::iter::once(own).chain(roles).map(str::to_owned).collect();
    roles.dedup();
    let teams = given(&provider.teams, groups).into_iter().map(str::to_owned).collect();
    let shown = Preview { roles, teams, ..shown(person) };
    let found = match allowed {
        Ok(()) => place(app, provider, person).await,
        Err(refusal) => Err(refusal),
    };
    placed(app, shown, found)
}

async fn of_directory(app: &Arc<App>, name: &str) -> Result<std::result::Result<Preview, Refusal>> {
    let config = app.config().clone();
    if !config.ldap.is_used() {
        return Ok(Err(Refusal::new(Why::Unknown, ldap::SERVICE)));
    }
    if name.is_empty() || name.len() > NAME_LEN_MAX {
        return Err(ApiError::body_param("login_id"));
    }
    let (person, standing) = match named(&config.ldap, name).await {
        Ok(found) => found,
        Err(fault) if fault.is_of_one() => {
            return Ok(Ok(refused(Preview::default(), &Refusal::new(Why::NotAllowed, fault))));
        }
        Err(fault) => return Err(fault.into()),
    };
    let own = if standing.is_guest { SYSTEM_GUEST } else { SYSTEM_USER };
    let roles = [own].into_iter().chain(standing.is_admin.then_some(SYSTEM_ADMIN)).map(str::to_owned).collect();
    let found = ldap::accounts::place(app, &config.ldap, &person, standing).await;
    Ok(placed(app, Preview { roles, is_vouched: true, ..shown(&person) }, found))
}

fn shown(person: &Person) -> Preview {
    Preview {
        subject: person.subject.clone(),
        username: person.username.clone(),
        email: person.email.clone(),
        is_vouched: person.is_vouched,
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
        nickname: person.nickname.clone().unwrap_or_default(),
        position: person.position.clone().unwrap_or_default(),
        groups: person.groups.clone().unwrap_or_default(),
        ..Preview::default()
    }
}

/// Adds which account it is.
fn placed(
    app: &App,
    shown: Preview,
    found: std::result::Result<Place, Refusal>,
) -> std::result::Result<Preview, Refusal> {
    let with = |outcome: &str, user: User| Preview {
        outcome: outcome.to_owned(),
        account: user.username,
        account_id: user.id,
        ..shown.clone()
    };
    let admitted = |outcome: &str, user: User| match must_be_admitted(app, &user) {
        Ok(()) => with(outcome, user),
        Err(error) => refused(with("", user), &error.into()),
    };
    Ok(match found {
        Ok(Place::New) => Preview { outcome: "new".to_owned(), ..shown },
        Ok(Place::Known(user)) => admitted("known", user),
        Ok(Place::TakenOver(user)) => admitted("taken_over", user),
        Err(refusal) if refusal.why == Why::Failed => return Err(refusal),
        Err(refusal) => refused(shown, &refusal),
    })
}

fn refused(shown: Preview, refusal: &Refusal) -> Preview {
    let (why, text) = (refusal.why.id().to_owned(), refusal.detail.clone());
    Preview { outcome: "refused".to_owned(), why, text, ..shown }
}
