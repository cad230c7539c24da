//! Groups as a provisioning program sees and changes them. They give teams and channels their members as groups of a
//! directory do, by the same links, at once: there is no job to wait for.

use std::collections::HashSet;
use std::sync::Arc;

use base::ids::{GroupId, UserId};
use http::{StatusCode, header};
use organisation::groups::settle;
use people::groups::{PROVISIONED, announce};
use request::{Answer, App, Call, Reply};
use rules::groups::DISPLAY_NAME_LEN_MAX;
use serde_json::{Value, json};
use wire::groups::Group;
use wire::provisioning::ProvisioningToken;

use crate::ldap::groups::{difference, follow};
use crate::provisioning::filter::{Filter, get as value_of};
use crate::provisioning::patch::Patch;
use crate::provisioning::people::KIND as PEOPLE;
use crate::provisioning::reply::{Refused, Wanted, answered, body, location, shown};
use crate::provisioning::{noted, patch, time, tokens};

/// The part of addresses that stands for groups.
pub const KIND: &str = "Groups";
pub const SCHEMA: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";
/// Groups of the program, and people of one group.
const GROUPS_MAX: usize = 10_000;
const MEMBERS_MAX: usize = 50_000;
/// Groups of one person that are listed.
const OF_PERSON_MAX: usize = 1_000;
/// Characters of `externalId`.
const ID_LEN_MAX: usize = 255;

/// The resource of a group; with `members` where they are asked for.
fn resource(call: &Call, group: &Group, members: Option<&[UserId]>) -> Value {
    let id = group.id.to_string();
    let mut resource = json!({
        "schemas": [SCHEMA],
        "id": id,
        "displayName": group.display_name,
        "meta": {
            "resourceType": "Group", "created": time(group.create_at), "lastModified": time(group.update_at),
            "location": location(call, KIND, &id),
        },
    });
    if let Some(external) = &group.remote_id {
        resource["externalId"] = json!(external);
    }
    if let Some(members) = members {
        let member =
            |user: &UserId| json!({"value": user, "type": "User", "$ref": location(call, PEOPLE, &user.to_string())});
        resource["members"] = members.iter().map(member).collect();
    }
    resource
}

/// The groups of somebody, as a part of the person's resource.
///
/// # Errors
/// When the store does not answer.
pub async fn of(call: &Call, user: UserId) -> Result<Value, Refused> {
    let groups = call.app.store.groups_of(user, OF_PERSON_MAX).await?;
    let groups = groups.iter().filter(|group| group.source == PROVISIONED);
    Ok(groups.map(|group| json!({"value": group.id, "display": group.display_name, "type": "direct"})).collect())
}

async fn must_be(app: &App, id: &str) -> Result<Group, Refused> {
    let missing = || Refused::missing(id);
    let parsed = GroupId::parse(id).filter(|id| id.is_some()).ok_or_else(missing)?;
    let group = app.store.group(parsed).await?;
    group.filter(|group| group.source == PROVISIONED && group.delete_at == 0).ok_or_else(missing)
}

/// `GET /scim/v2/Groups`
pub async fn list(call: Call) -> Answer {
    answered(listed(&call).await)
}

async fn listed(call: &Call) -> Result<Reply, Refused> {
    tokens::must_have(call).await?;
    let wanted = Wanted::of(call)?;
    let store = &call.app.store;
    let mut groups = store.groups_of_source(PROVISIONED, GROUPS_MAX).await?;
    if let Some(filter) = &wanted.filter {
        let mut fitting = Vec::new();
        for group in groups {
            let members = if is_about_members(filter) { Some(store.group_member_ids(group.id).await?) } else { None };
            if filter.fits(&resource(call, &group, members.as_deref())) {
                fitting.push(group);
            }
        }
        groups = fitting;
    }
    let (total, mut page) = (groups.len(), Vec::new());
    for group in groups.into_iter().skip(wanted.offset).take(wanted.count) {
        let members = if wanted.shows("members") { Some(store.group_member_ids(group.id).await?) } else { None };
        page.push(resource(call, &group, members.as_deref()));
    }
    Ok(wanted.page(total, page))
}

fn is_about_members(filter: &Filter) -> bool {
    match filter {
        Filter::Compare(attribute, ..) | Filter::Present(attribute) | Filter::One(attribute, _) => {
            attribute.name == "members"
        }
        Filter::Not(filter) => is_about_members(filter),
        Filter::All(filters) | Filter::Any(filters) => filters.iter().any(is_about_members),
    }
}

/// `GET /scim/v2/Groups/{resource_id}`
pub async fn get(call: Call) -> Answer {
    answered(got(&call).await)
}

async fn got(call: &Call) -> Result<Reply, Refused> {
    tokens::must_have(call).await?;
    let group = must_be(&call.app, call.text("resource_id")).await?;
    answer(call, &group).await
}

async fn answer(call: &Call, group: &Group) -> Result<Reply, Refused> {
    let wanted = Wanted::of(call)?;
    let members = match wanted.shows("members") {
        true => Some(call.app.store.group_member_ids(group.id).await?),
        false => None,
    };
    Ok(shown(&wanted.cut(resource(call, group, members.as_deref()))))
}

/// What a resource says that a group shall be.
struct Asked {
    name: String,
    external_id: Option<String>,
    members: HashSet<UserId>,
}

/// # Errors
/// `invalidValue` without a name, and for members who are nobody here.
async fn asked(app: &App, resource: &Value) -> Result<Asked, Refused> {
    let text = |name: &str| value_of(resource, name).and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    let (name, external_id) = (text("displayName"), text("externalId"));
    let len = name.chars().count();
    if len == 0 || len > DISPLAY_NAME_LEN_MAX || external_id.chars().count() > ID_LEN_MAX {
        return Err(Refused::value(format!(
            "displayName has 1 to {DISPLAY_NAME_LEN_MAX} characters, externalId {ID_LEN_MAX} at most."
        )));
    }
    let listed = match value_of(resource, "members") {
        Some(Value::Array(values)) => values.as_slice(),
        _ => &[],
    };
    if listed.len() > MEMBERS_MAX {
        return Err(Refused::value(format!("A group has at most {MEMBERS_MAX} members.")));
    }
    let mut members = HashSet::new();
    for one in listed {
        let value = value_of(one, "value").and_then(Value::as_str).unwrap_or_default();
        let id = UserId::parse(value).filter(|id| id.is_some());
        members.insert(id.ok_or_else(|| Refused::value(format!("The member {value:?} is nobody here.")))?);
    }
    must_be_people(app, &members).await?;
    Ok(Asked { name, external_id: Some(external_id).filter(|id| !id.is_empty()), members })
}

/// Accounts that are looked up at a time.
const LOOKED_UP: usize = 500;

async fn must_be_people(app: &App, members: &HashSet<UserId>) -> Result<(), Refused> {
    let members: Vec<UserId> = members.iter().copied().collect();
    for part in members.chunks(LOOKED_UP) {
        let known: HashSet<UserId> =
            app.store.users(part).await?.into_iter().filter(|user| !user.is_bot).map(|user| user.id).collect();
        if let Some(nobody) = part.iter().find(|id| !known.contains(id)) {
            return Err(Refused::value(format!("The member {:?} is nobody here.", nobody.to_string())));
        }
    }
    Ok(())
}

/// `POST /scim/v2/Groups`
pub async fn create(mut call: Call) -> Answer {
    answered(created(&mut call).await)
}

async fn created(call: &mut Call) -> Result<Reply, Refused> {
    let token = tokens::must_have(call).await?;
    let whole = body(call).await?;
    let asked = asked(&call.app, &whole).await?;
    must_be_free(&call.app, &asked.name, None).await?;
    let now = call.app.clock.now();
    let group = Group {
        id: call.app.ids.next(),
        display_name: asked.name.clone(),
        source: PROVISIONED.to_owned(),
        remote_id: asked.external_id.clone(),
        create_at: now,
        update_at: now,
        ..Group::default()
    };
    let mut change = call.app.change();
    change.write(store::groups::insert(&group));
    announce(&mut change, &group);
    change.write(noted(call, &token, UserId::NONE, &format!("group={} made", group.id)));
    change.commit().await?;
    set_members(&call.app, &group, &asked.members).await?;
    let address = location(call, KIND, &group.id.to_string());
    let reply = answer(call, &group).await?;
    Ok(reply.with_status(StatusCode::CREATED).with_text_header(header::LOCATION, &address))
}

/// A program finds its groups by their names again.
async fn must_be_free(app: &App, name: &str, besides: Option<GroupId>) -> Result<(), Refused> {
    let groups = app.store.groups_of_source(PROVISIONED, GROUPS_MAX).await?;
    if groups.len() >= GROUPS_MAX && besides.is_none() {
        return Err(Refused::value(format!("There are {GROUPS_MAX} groups already.")));
    }
    let is_taken =
        groups.iter().any(|group| Some(group.id) != besides && group.display_name.eq_ignore_ascii_case(name));
    if is_taken { Err(Refused::taken("A group has this displayName.")) } else { Ok(()) }
}

/// `PUT /scim/v2/Groups/{resource_id}`
pub async fn replace(mut call: Call) -> Answer {
    answered(replaced(&mut call).await)
}

async fn replaced(call: &mut Call) -> Result<Reply, Refused> {
    let token = tokens::must_have(call).await?;
    let group = must_be(&call.app, call.text("resource_id")).await?;
    let whole = body(call).await?;
    save(call, &token, group, &whole).await
}

/// `PATCH /scim/v2/Groups/{resource_id}`
pub async fn change(mut call: Call) -> Answer {
    answered(changed(&mut call).await)
}

async fn changed(call: &mut Call) -> Result<Reply, Refused> {
    let token = tokens::must_have(call).await?;
    let group = must_be(&call.app, call.text("resource_id")).await?;
    let operations = Patch::of(body(call).await?)?;
    let members = call.app.store.group_member_ids(group.id).await?;
    let mut whole = resource(call, &group, Some(&members));
    patch::apply(&mut whole, &operations)?;
    save(call, &token, group, &whole).await
}

async fn save(call: &Call, token: &ProvisioningToken, old: Group, whole: &Value) -> Result<Reply, Refused> {
    let app = &call.app;
    let asked = asked(app, whole).await?;
    let mut group = old.clone();
    if asked.name != old.display_name || asked.external_id != old.remote_id {
        must_be_free(app, &asked.name, Some(old.id)).await?;
        (group.display_name, group.remote_id) = (asked.name.clone(), asked.external_id.clone());
        group.update_at = app.clock.now().max(old.update_at + 1);
        let mut change = app.change();
        change.write(store::groups::update(&group, old.update_at));
        change.write(store::groups::set_remote(group.id, group.remote_id.as_deref(), group.update_at));
        announce(&mut change, &group);
        change.commit().await?;
    }
    let (joined, left) = set_members(app, &group, &asked.members).await?;
    if joined + left > 0 || group != old {
        let extra = format!("group={} changed joined={joined} left={left}", group.id);
        app.store.write(noted(call, token, UserId::NONE, &extra)).await?;
    }
    answer(call, &group).await
}

/// Makes these people the members, and brings them into the group's teams and channels and out of them; how many came and
/// went.
async fn set_members(app: &Arc<App>, group: &Group, members: &HashSet<UserId>) -> Result<(usize, usize), Refused> {
    let before = app.store.group_member_ids(group.id).await?;
    let (joined, left) = difference(members, &before);
    follow(app, group, &joined, &left).await.map_err(|fault| Refused::from(node::error::ApiError::from(fault)))?;
    settle(app, group.id, &joined, &left).await?;
    Ok((joined.len(), left.len()))
}

/// `DELETE /scim/v2/Groups/{resource_id}`
pub async fn remove(call: Call) -> Answer {
    answered(removed(&call).await)
}

async fn removed(call: &Call) -> Result<Reply, Refused> {
    let token = tokens::must_have(call).await?;
    let app = &call.app;
    let old = must_be(app, call.text("resource_id")).await?;
    set_members(app, &old, &HashSet::new()).await?;
    let now = app.clock.now().max(old.update_at + 1);
    let group = Group { delete_at: now, update_at: now, ..old.clone() };
    let mut change = app.change();
    change.write(store::groups::update(&group, old.update_at));
    announce(&mut change, &group);
    change.write(noted(call, &token, UserId::NONE, &format!("group={} removed", group.id)));
    change.commit().await?;
    Ok(Reply::empty(StatusCode::NO_CONTENT))
}
