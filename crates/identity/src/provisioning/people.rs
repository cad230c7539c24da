//! Accounts as a provisioning program sees and changes them (RFC 7644 §3).
//!
//! It sees all people of this server, so that it finds those who were here before it, by username or by address. It changes
//! nobody with more rights than a member, unless the configuration lets it. What it removes is put out of use: posts stay.

use std::collections::HashMap;
use std::sync::Arc;

use base::ids::UserId;
use http::StatusCode;
use node::change::Change;
use organisation::users::active::switch;
use organisation::users::create::must_be_valid;
use people::users::administrators::must_leave_one;
use people::users::domains::{Kind, domains};
use people::users::{announce_update, later, must_stored};
use request::{Answer, App, Call, Reply};
use rules::users::is_open_username;
use serde_json::{Value, json};
use store::provisioning::Provisioned;
use wire::events::{Broadcast, EventName, NoData};
use wire::provisioning::ProvisioningToken;
use wire::users::{SYSTEM_USER, User};

use crate::gone::Keeper;
use crate::provisioning::filter::Filter;
use crate::provisioning::patch::Patch;
use crate::provisioning::person::{Wanted, names, resource};
use crate::provisioning::reply::{self, Refused, answered, body, location, shown};
use crate::provisioning::{creating, noted, patch, tokens};

/// The part of addresses that stands for accounts.
pub const KIND: &str = "Users";
/// Accounts that are read at a time.
const PAGE_LEN: usize = 500;
/// Accounts that one filter is compared with; filters by name, address or id look at fewer.
const LOOKED_AT_MAX: usize = 200_000;
/// Accounts of one external id.
const SAME_ID_MAX: usize = 10;

/// Somebody, and what the program noted.
pub struct Somebody {
    pub user: User,
    pub noted: Option<Provisioned>,
}

impl Somebody {
    pub fn resource(&self, call: &Call) -> Value {
        let (name, id) = names(&self.user, self.noted.as_ref());
        resource(&self.user, name, id, &location(call, KIND, &self.user.id.to_string()))
    }

    /// The resource, if a filter fits it. Whom nothing is noted of yet has two names: the username and the address.
    fn fitting(&self, call: &Call, filter: &Filter) -> Option<Value> {
        let whole = self.resource(call);
        if filter.fits(&whole) {
            return Some(whole);
        }
        let by_address = json!(self.user.email);
        let mut other = whole.clone();
        other["userName"] = by_address;
        (self.noted.is_none() && filter.fits(&other)).then_some(whole)
    }
}

/// Whom a program sees of these accounts.
async fn seen(app: &App, users: Vec<User>) -> Result<Vec<Somebody>, Refused> {
    let ids: Vec<UserId> = users.iter().map(|user| user.id).collect();
    let rows = app.store.provisioned(&ids).await?;
    let mut rows: HashMap<UserId, Provisioned> = rows.into_iter().map(|row| (row.user_id, row)).collect();
    let is_person = |user: &User| !user.is_bot && user.remote_id.as_deref().unwrap_or_default().is_empty();
    let all = users.into_iter().filter(is_person).map(|user| {
        let noted = rows.remove(&user.id);
        Somebody { user, noted }
    });
    Ok(all.filter(|one| one.noted.as_ref().is_none_or(|noted| !noted.is_removed)).collect())
}

/// The person of an id.
///
/// # Errors
/// 404 for nobody, and for whom the program removed.
pub async fn must_be(app: &Arc<App>, id: &str) -> Result<Somebody, Refused> {
    let missing = || Refused::missing(id);
    let parsed = UserId::parse(id).filter(|id| id.is_some()).ok_or_else(missing)?;
    let Some(_) = app.store.user(parsed).await? else { return Err(missing()) };
    let user = must_stored(app, parsed).await?;
    seen(app, vec![user]).await?.pop().ok_or_else(missing)
}

/// `GET /scim/v2/Users`
pub async fn list(call: Call) -> Answer {
    answered(listed(&call).await)
}

async fn listed(call: &Call) -> Result<Reply, Refused> {
    tokens::must_have(call).await?;
    let wanted = reply::Wanted::of(call)?;
    let store = &call.app.store;
    let Some(filter) = &wanted.filter else {
        let users = store.provisionable(UserId::NONE, wanted.count, wanted.offset).await?;
        let total = usize::try_from(store.provisionable_count().await?).unwrap_or(0);
        let people = seen(&call.app, users).await?;
        return Ok(wanted.page(total, people.iter().map(|one| one.resource(call)).collect()));
    };
    let found: Vec<Value> = match candidates(&call.app, filter).await? {
        Some(people) => people.iter().filter_map(|one| one.fitting(call, filter)).collect(),
        None => all_fitting(call, filter).await?,
    };
    let total = found.len();
    Ok(wanted.page(total, found.into_iter().skip(wanted.offset).take(wanted.count).collect()))
}

/// Those whom a filter can fit, where it names somebody; by their ids.
async fn candidates(app: &Arc<App>, filter: &Filter) -> Result<Option<Vec<Somebody>>, Refused> {
    let store = &app.store;
    for (attribute, text) in filter.must_equal() {
        let lower = text.to_lowercase();
        let (ids, mut users): (Vec<UserId>, Vec<User>) = match (attribute.name.as_str(), attribute.part.as_deref()) {
            ("id", None) => (UserId::parse(text).into_iter().collect(), Vec::new()),
            ("username", None) => {
                let noted = store.provisioned_by_name(text).await?;
                let mut users: Vec<User> = store.user_by_username(&lower).await?.into_iter().collect();
                users.extend(store.user_by_email(&lower).await?);
                (noted.map(|noted| noted.user_id).into_iter().collect(), users)
            }
            ("externalid", None) => {
                let noted = store.provisioned_by_external_id(text, SAME_ID_MAX).await?;
                (noted.into_iter().map(|noted| noted.user_id).collect(), Vec::new())
            }
            ("emails", None | Some("value")) => (Vec::new(), store.user_by_email(&lower).await?.into_iter().collect()),
            _ => continue,
        };
        users.extend(store.users(&ids).await?);
        users.sort_unstable_by_key(|user| user.id);
        users.dedup_by_key(|user| user.id);
        return Ok(Some(seen(app, users).await?));
    }
    Ok(None)
}

async fn all_fitting(call: &Call, filter: &Filter) -> Result<Vec<Value>, Refused> {
    let (mut found, mut after, mut looked_at) = (Vec::new(), UserId::NONE, 0);
    loop {
        let page = call.app.store.provisionable(after, PAGE_LEN, 0).await?;
        let Some(last) = page.last() else { return Ok(found) };
        after = last.id;
        looked_at += page.len();
        if looked_at > LOOKED_AT_MAX {
            let text = "There are too many accounts for this filter. Name a userName, an address or an id.";
            return Err(Refused::new(StatusCode::BAD_REQUEST, "tooMany", text));
        }
        found.extend(seen(&call.app, page).await?.iter().filter_map(|one| one.fitting(call, filter)));
    }
}

/// `GET /scim/v2/Users/{resource_id}`
pub async fn get(call: Call) -> Answer {
    answered(got(&call).await)
}

async fn got(call: &Call) -> Result<Reply, Refused> {
    tokens::must_have(call).await?;
    let wanted = reply::Wanted::of(call)?;
    let somebody = must_be(&call.app, call.text("resource_id")).await?;
    let mut whole = somebody.resource(call);
    if wanted.shows("groups") {
        whole["groups"] = crate::provisioning::groups::of(call, somebody.user.id).await?;
    }
    Ok(shown(&wanted.cut(whole)))
}

/// `POST /scim/v2/Users`
pub async fn create(mut call: Call) -> Answer {
    answered(created(&mut call).await)
}

async fn created(call: &mut Call) -> Result<Reply, Refused> {
    let token = tokens::must_have(call).await?;
    let wanted = Wanted::of(&body(call).await?)?;
    creating::create(call, &token, &wanted).await
}

/// `PUT /scim/v2/Users/{resource_id}`
pub async fn replace(mut call: Call) -> Answer {
    answered(replaced(&mut call).await)
}

async fn replaced(call: &mut Call) -> Result<Reply, Refused> {
    let token = tokens::must_have(call).await?;
    let somebody = must_be(&call.app, call.text("resource_id")).await?;
    let wanted = Wanted::of(&body(call).await?)?;
    save(call, &token, somebody, &wanted).await
}

/// `PATCH /scim/v2/Users/{resource_id}`
pub async fn change(mut call: Call) -> Answer {
    answered(changed(&mut call).await)
}

async fn changed(call: &mut Call) -> Result<Reply, Refused> {
    let token = tokens::must_have(call).await?;
    let somebody = must_be(&call.app, call.text("resource_id")).await?;
    let operations = Patch::of(body(call).await?)?;
    let mut whole = somebody.resource(call);
    patch::apply(&mut whole, &operations)?;
    save(call, &token, somebody, &Wanted::of(&whole)?).await
}

/// `DELETE /scim/v2/Users/{resource_id}`
pub async fn remove(call: Call) -> Answer {
    answered(removed(&call).await)
}

async fn removed(call: &Call) -> Result<Reply, Refused> {
    let token = tokens::must_have(call).await?;
    let Somebody { user, noted: before } = must_be(&call.app, call.text("resource_id")).await?;
    must_be_touchable(&call.app, &user)?;
    let (name, id) = names(&user, before.as_ref());
    let row = Provisioned {
        user_id: user.id,
        user_name: name.to_owned(),
        external_id: id.map(str::to_owned),
        is_removed: true,
    };
    let mut change = call.app.change();
    change.write(store::provisioning::save(&row));
    change.write(noted(call, &token, user.id, "removed"));
    set_active(&mut change, &call.app, user, Use::Ends).await?;
    change.commit().await?;
    Ok(Reply::empty(StatusCode::NO_CONTENT))
}

/// # Errors
/// 403 for accounts with more rights than a member has, unless the configuration lets programs change them.
pub fn must_be_touchable(app: &App, user: &User) -> Result<(), Refused> {
    let table = app.roles.load();
    let is_plain = table.system_set(&user.roles).is_subset(table.system_set(SYSTEM_USER));
    if is_plain || app.config().provisioning.manage_administrators {
        return Ok(());
    }
    let text = "The account has more rights than a member. See provisioning.manage_administrators.";
    Err(Refused::new(StatusCode::FORBIDDEN, "", text))
}

/// Whether an account is put out of use, or taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Begins,
    Ends,
}

/// Adds what puts an account out of use, with its sessions on all nodes, or takes it back.
///
/// # Errors
/// When the store does not answer.
pub async fn set_active(change: &mut Change, app: &Arc<App>, user: User, to: Use) -> Result<User, Refused> {
    let is_active = to == Use::Begins;
    if user.is_active() == is_active {
        return Ok(user);
    }
    if !is_active {
        must_leave_one(change, &user);
    }
    let user = switch(change, app, user, is_active).await?;
    match to {
        Use::Begins => Keeper::Program.forget(change, user.id),
        Use::Ends => Keeper::Program.note(change, &user),
    }
    announce_update(change, &user);
    change.announce(EventName::UserActivationStatusChange, &NoData {}, Broadcast::everyone());
    Ok(user)
}

/// Makes an account what a resource says. What somebody here put out of use stays so: programs repeat `active` of all their
/// people, and know nothing of it.
///
/// # Errors
/// 409 for a name or an address that another account has, and 403 as [`must_be_touchable`].
pub async fn save(
    call: &Call,
    token: &ProvisioningToken,
    somebody: Somebody,
    wanted: &Wanted,
) -> Result<Reply, Refused> {
    let app = &call.app;
    let Somebody { user: old, noted: before } = somebody;
    let mut new = old.clone();
    new.first_name.clone_from(&wanted.first_name);
    new.last_name.clone_from(&wanted.last_name);
    new.nickname.clone_from(&wanted.nickname);
    new.position.clone_from(&wanted.position);
    set_address(app, &mut new, &wanted.email)?;
    set_username(app, &mut new, names(&old, before.as_ref()).0, &wanted.user_name).await?;
    let row = Provisioned {
        user_id: old.id,
        user_name: wanted.user_name.clone(),
        external_id: wanted.external_id.clone(),
        is_removed: false,
    };
    let is_active = wanted.is_active && (old.is_active() || Keeper::Program.may_bring_back(app, &old).await?);
    let to = if is_active { Use::Begins } else { Use::Ends };
    let is_same = new == old && before.as_ref() == Some(&row) && old.is_active() == is_active;
    let now = match is_same {
        true => Somebody { user: old, noted: before },
        false => {
            must_be_touchable(app, &old)?;
            must_be_valid(&new)?;
            let mut change = app.change();
            if new != old {
                new.update_at = later(app, old.update_at);
                change.write(store::users::update(&new, old.update_at));
                change.user_changed(new.id);
                announce_update(&mut change, &new);
            }
            change.write(store::provisioning::save(&row));
            change.write(noted(call, token, new.id, &format!("changed active={is_active}")));
            let user = set_active(&mut change, app, new, to).await?;
            change.commit().await?;
            Somebody { user, noted: Some(row) }
        }
    };
    Ok(shown(&reply::Wanted::of(call)?.cut(now.resource(call))))
}

/// The organisation vouches for the addresses of its people.
fn set_address(app: &App, user: &mut User, email: &str) -> Result<(), Refused> {
    if user.email == email {
        return Ok(());
    }
    if !rules::users::is_of_domain(email, &domains(app, Kind::of(user))) {
        return Err(Refused::value("Accounts on this server have addresses of other domains."));
    }
    (user.email, user.email_verified) = (email.to_owned(), true);
    Ok(())
}

/// A new `userName` is a new username where it can be one that nobody has.
async fn set_username(app: &App, user: &mut User, before: &str, wanted: &str) -> Result<(), Refused> {
    let username = wanted.to_lowercase();
    if before.eq_ignore_ascii_case(wanted) || user.username == username || !is_open_username(&username) {
        return Ok(());
    }
    if app.store.user_by_username(&username).await?.is_none() {
        user.username = username;
    }
    Ok(())
}
