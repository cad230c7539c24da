//! Lists of accounts: by ids, by names, by where they belong.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::Id;
use base::ids::{ChannelId, UserId};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::{Answer, Call, Query, Reply};
use sha2::{Digest, Sha256};
use store::post_pages::Page;
use store::users_list::{Activity, Filter, Order};
use wire::channels::GROUP;
use wire::users::{User, UserStats};

use crate::users::{KNOWN_MAX, listed, privacy};

/// Accounts that one call may name; the body's limit would allow some ten thousand.
const NAMED_MAX: usize = 10_000;
/// Group channels that one call may ask about, and members told of each: a group has eight.
const GROUPS_MAX: usize = 200;
const GROUP_MEMBERS_MAX: usize = 16;

/// `GET /users`
pub async fn list(call: Call) -> Answer {
    let query = call.query();
    let mut filter = places(&query)?;
    must_see_places(&call, &filter).await?;
    filter.order = order(&query, &filter)?;
    filter.activity = match (query.flag("active"), query.flag("inactive")) {
        (true, false) => Activity::Active,
        (false, true) => Activity::Inactive,
        (false, false) => Activity::Any,
        (true, true) => return Err(ApiError::url_param("inactive")),
    };
    read_roles(&query, &mut filter)?;
    filter.roles.extend(names(query.text("role")));
    filter.after = optional(query.id("cursor_id")?);
    if filter.after.is_some() && filter.order != Order::Username {
        // A place in the list is named by a username; other orders change under the reader.
        return Err(ApiError::url_param("cursor_id"));
    }
    restrict(&call, &mut filter);
    let (page, limit) = (query.page(), query.per_page());
    let users = call.app.store.users_list(&filter, Page { limit, offset: page.saturating_mul(limit) }).await?;
    let reply = Reply::json(&listed(&call, users));
    let of_team = filter.in_team.is_some() || filter.not_in_team.is_some();
    if of_team && filter.not_in_channel.is_none() && filter.in_channel.is_none() && filter.order == Order::Username {
        return Ok(with_etag(&call, reply));
    }
    Ok(reply)
}

/// The places that the query names.
fn places(query: &Query) -> Result<Filter> {
    let filter = Filter {
        in_team: query.place("in_team"),
        not_in_team: query.place("not_in_team"),
        in_channel: query.place("in_channel"),
        not_in_channel: query.place("not_in_channel"),
        in_group: query.place("in_group"),
        not_in_groups: query.place("not_in_group").into_iter().collect(),
        without_team: query.flag("without_team"),
        ..Filter::default()
    };
    if filter.not_in_channel.is_some() && filter.in_team.is_none() {
        return Err(ApiError::url_param("team_id"));
    }
    Ok(filter)
}

/// # Errors
/// 403 when one of the places is closed to the caller.
pub async fn must_see_places(call: &Call, filter: &Filter) -> Result<()> {
    if filter.without_team {
        call.must(Permission::ListUsersWithoutTeam)?;
    }
    for team in [filter.in_team, filter.not_in_team].into_iter().flatten() {
        call.must_in_team(team, Permission::ViewTeam).await?;
    }
    for channel in [filter.in_channel, filter.not_in_channel].into_iter().flatten() {
        call.must_in_channel(channel, Permission::ReadChannel).await?;
    }
    Ok(())
}

fn order(query: &Query, filter: &Filter) -> Result<Order> {
    let order = match query.text("sort") {
        "" | "username" => Order::Username,
        "create_at" if filter.in_team.is_some() => Order::Newest,
        "last_activity_at" if filter.in_team.is_some() => Order::LastActivity,
        "status" if filter.in_channel.is_some() => Order::Status,
        "admin" if filter.in_channel.is_some() => Order::Admins,
        "display_name" if filter.in_group.is_some() => Order::DisplayName,
        _ => return Err(ApiError::url_param("sort")),
    };
    Ok(order)
}

/// Guests find only those with whom they share a channel.
pub fn restrict(call: &Call, filter: &mut Filter) {
    if !call.can(Permission::ViewMembers) {
        filter.seen_by = Some(call.my_id());
    }
}

/// The roles that the query names.
///
/// # Errors
/// 400 for a list with a name that no role can have.
fn read_roles(query: &Query, filter: &mut Filter) -> Result<()> {
    let lists = [
        ("roles", &mut filter.roles),
        ("team_roles", &mut filter.team_roles),
        ("channel_roles", &mut filter.channel_roles),
    ];
    for (name, list) in lists {
        *list = names(query.text(name)).collect();
        if !list.iter().all(|role| rules::roles::is_name(role)) {
            return Err(ApiError::body_param(name));
        }
    }
    Ok(())
}

fn names(text: &str) -> impl Iterator<Item = String> {
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).take(ROLES_MAX).map(str::to_owned)
}

/// Roles that one call may ask for.
const ROLES_MAX: usize = 20;

fn optional<T: Into<Id> + Copy>(id: T) -> Option<T> {
    (!id.into().is_none()).then_some(id)
}

/// The reply under a name made from what it says, or that the caller has it already.
fn with_etag(call: &Call, reply: Reply) -> Reply {
    let request::reply::Content::Whole(_, bytes) = &reply.content else { return reply };
    let etag = Id(Sha256::digest(bytes)[..16].try_into().expect("a hash has 32 bytes")).to_string();
    if call.has(&etag) { Reply::not_modified(&etag) } else { reply.with_etag(&etag) }
}

/// `POST /users/ids`; with `since` only those that changed after it.
pub async fn by_ids(mut call: Call) -> Answer {
    let texts = call.list().await?;
    if texts.is_empty() || texts.len() > NAMED_MAX {
        return Err(ApiError::body_param("user_ids"));
    }
    let since = call.query().time("since")?;
    let mut ids: Vec<UserId> = texts.iter().filter_map(|text| UserId::parse(text)).filter(|id| id.is_some()).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut users = call.app.world.users_by_ids(&ids).await?;
    users.retain(|user| since <= 0 || user.update_at > since);
    visible(&call, users).await
}

/// `POST /users/usernames`
pub async fn by_usernames(mut call: Call) -> Answer {
    let mut names = call.list().await?;
    if names.is_empty() || names.len() > NAMED_MAX {
        return Err(ApiError::body_param("usernames"));
    }
    names.iter_mut().for_each(|name| *name = name.to_lowercase());
    let mut users: Vec<Arc<User>> = call.app.world.users_by_names(&names).await?.into_values().collect();
    users.sort_unstable_by(|one, other| one.username.cmp(&other.username));
    visible(&call, users).await
}

/// Those of the list that the caller may know of, as the caller may see them.
async fn visible(call: &Call, mut users: Vec<Arc<User>>) -> Answer {
    if !call.can(Permission::ViewMembers) {
        let known = call.app.store.known_users(call.my_id(), KNOWN_MAX).await?;
        users.retain(|user| user.id == call.my_id() || known.binary_search(&user.id).is_ok());
    }
    if call.can(Permission::ManageSystem) {
        return Ok(Reply::json(&listed(call, users.into_iter().map(Arc::unwrap_or_clone).collect())));
    }
    Ok(Reply::json_bytes(call.app.world.listed_users.json(users.iter(), privacy(&call.app)).into()))
}

/// `GET /users/known`: answers with the ids of users who share a channel with the caller.
pub async fn known(call: Call) -> Answer {
    Ok(Reply::json(&call.app.store.known_users(call.my_id(), KNOWN_MAX).await?))
}

/// `GET /users/stats`
pub async fn stats(call: Call) -> Answer {
    let mut filter = Filter { activity: Activity::Active, ..Filter::default() };
    restrict(&call, &mut filter);
    count(&call, &filter).await
}

/// `GET /users/stats/filtered`
pub async fn filtered_stats(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementUsers)?;
    let query = call.query();
    let mut filter = places(&query)?;
    must_see_places(&call, &filter).await?;
    filter.activity = if query.flag("include_deleted") { Activity::Any } else { Activity::Active };
    filter.exclude_bots = !query.flag("include_bots");
    read_roles(&query, &mut filter)?;
    count(&call, &filter).await
}

async fn count(call: &Call, filter: &Filter) -> Answer {
    Ok(Reply::json(&UserStats { total_users_count: call.app.store.users_count(filter).await? }))
}

/// `POST /users/group_channels`: answers with the other members of the caller's group channels.
pub async fn by_group_channels(mut call: Call) -> Answer {
    let texts = call.list().await?;
    if texts.is_empty() || texts.len() > GROUPS_MAX {
        return Err(ApiError::body_param("group_channel_ids"));
    }
    let mine = call.app.world.memberships(call.my_id()).await?;
    let mut groups: BTreeMap<ChannelId, Vec<User>> = BTreeMap::new();
    for id in texts.iter().filter_map(|text| ChannelId::parse(text)) {
        let is_mine = mine.channels.contains_key(&id) && !groups.contains_key(&id);
        if !is_mine || call.app.world.channel(id).await?.is_none_or(|channel| channel.kind != GROUP) {
            continue;
        }
        let filter = Filter { in_channel: Some(id), ..Filter::default() };
        let mut others = call.app.store.users_list(&filter, Page { limit: GROUP_MEMBERS_MAX, offset: 0 }).await?;
        others.retain(|user| user.id != call.my_id());
        groups.insert(id, listed(&call, others));
    }
    Ok(Reply::json(&groups))
}
