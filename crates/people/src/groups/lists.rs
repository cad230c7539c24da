//! Which groups there are: all of them, a user's, those of some names; and who is in none of some.

use base::ids::{ChannelId, GroupId, TeamId, UserId};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::Query;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use store::groups::{Filter, Lives};
use store::post_pages::Page;
use store::users_list;
use wire::groups::{ChannelMemberCount, Group, UserWithGroups, UsersWithGroups};

use crate::groups::{CUSTOM, DIRECTORY, OF_USER_MAX, PROVISIONED, count, must_group};
use crate::users;

/// Names and ids in one request.
const NAMES_MAX: usize = 200;
/// Groups whose people in a channel are counted.
const COUNTED_MAX: usize = 1_000;
/// Characters of a search that count.
const TERM_LEN_MAX: usize = 128;

fn filter(query: &Query) -> Result<Filter> {
    let source = query.text("group_source");
    if !matches!(source, "" | CUSTOM | DIRECTORY | PROVISIONED) {
        return Err(ApiError::url_param("group_source"));
    }
    let member: UserId = query.id("filter_has_member")?;
    let lives = match (query.flag("filter_archived"), query.flag("include_archived")) {
        (true, _) => Lives::Archived,
        (false, true) => Lives::Both,
        (false, false) => Lives::Live,
    };
    Ok(Filter {
        term: query.text("q").trim().trim_matches('*').chars().take(TERM_LEN_MAX).collect(),
        source: source.to_owned(),
        referenceable: query.flag("filter_allow_reference"),
        has_member: member.is_some().then_some(member),
        lives,
    })
}

/// `GET /groups`
pub async fn list(call: Call) -> Answer {
    let query = call.query();
    let (filter, limit) = (filter(&query)?, query.per_page());
    if let Some(member) = filter.has_member {
        users::must_see(&call, member).await?;
    }
    for name in ["not_associated_to_team", "not_associated_to_channel"] {
        // No group gives a team or a channel its members, so these leave nothing out.
        let _: base::Id = query.id(name)?;
    }
    let offset = query.page().saturating_mul(limit);
    let mut groups = call.app.store.groups(&filter, Page { limit, offset }).await?;
    if query.flag("include_member_count") {
        count(&call.app, &mut groups).await?;
    }
    Ok(Reply::json(&groups))
}

/// `GET /groups/{group_id}`
pub async fn get(call: Call) -> Answer {
    let mut group = must_group(&call).await?;
    if call.query().flag("include_member_count") {
        count(&call.app, std::slice::from_mut(&mut group)).await?;
    }
    Ok(Reply::json(&group))
}

/// `POST /groups/names`
pub async fn by_names(mut call: Call) -> Answer {
    let names = call.list().await?;
    if names.is_empty() || names.len() > NAMES_MAX {
        return Err(ApiError::body_param("group_names"));
    }
    Ok(Reply::json(&call.app.store.groups_by_names(&names).await?))
}

/// `GET /users/{user_id}/groups`
pub async fn of_user(call: Call) -> Answer {
    let user = call.user_id()?;
    allowed(user == call.my_id() || call.can(Permission::ReadConsoleUserManagementGroups))?;
    let mut groups: Vec<Group> = call.app.store.groups_of(user, OF_USER_MAX).await?;
    if call.query().flag("filter_allow_reference") {
        groups.retain(|group| group.allow_reference);
    }
    Ok(Reply::json(&groups))
}

/// `GET /channels/{channel_id}/member_counts_by_group`
pub async fn counts_in_channel(call: Call) -> Answer {
    let channel: ChannelId = call.id("channel_id")?;
    call.must_in_channel(channel, Permission::ReadChannel).await?;
    let zones = call.query().flag("include_timezones");
    let counts = call.app.store.group_counts_in(channel, COUNTED_MAX).await?;
    let counts = counts.into_iter().map(|(group_id, channel_member_count, timezones)| ChannelMemberCount {
        group_id,
        channel_member_count,
        channel_member_timezones_count: if zones { timezones } else { 0 },
    });
    Ok(Reply::json(&counts.collect::<Vec<_>>()))
}

/// `GET /teams/{team_id}/members_minus_group_members`
pub async fn team_minus(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    call.must(Permission::ReadConsoleUserManagementGroups)?;
    minus(&call, users_list::Filter { in_team: Some(team), ..Default::default() }).await
}

/// `GET /channels/{channel_id}/members_minus_group_members`
pub async fn channel_minus(call: Call) -> Answer {
    let channel: ChannelId = call.id("channel_id")?;
    call.must(Permission::ReadConsoleUserManagementChannels)?;
    minus(&call, users_list::Filter { in_channel: Some(channel), ..Default::default() }).await
}

/// Who of a place would be gone if only the groups' people stayed.
async fn minus(call: &Call, place: users_list::Filter) -> Answer {
    let query = call.query();
    let bad = || ApiError::url_param("group_ids");
    let ids: Vec<GroupId> = query
        .text("group_ids")
        .split(',')
        .map(|text| GroupId::parse(text.trim()).filter(|id| !id.is_none()).ok_or_else(bad))
        .collect::<Result<_>>()?;
    if ids.len() > NAMES_MAX {
        return Err(bad());
    }
    let activity = users_list::Activity::Active;
    let filter = users_list::Filter { not_in_groups: ids, activity, ..place };
    let (limit, page) = (query.per_page(), query.page());
    let store = &call.app.store;
    let found = store.users_list(&filter, Page { limit, offset: page.saturating_mul(limit) }).await?;
    let total_count = store.users_count(&filter).await?;
    let mut shown = Vec::with_capacity(found.len());
    for user in users::listed(call, found) {
        let groups = store.groups_of(user.id, OF_USER_MAX).await?;
        let flags = flags_in(call, &filter, user.id).await?;
        shown.push(UserWithGroups {
            user,
            groups,
            scheme_guest: flags.guest,
            scheme_user: flags.user,
            scheme_admin: flags.admin,
        });
    }
    Ok(Reply::json(&UsersWithGroups { users: shown, total_count }))
}

/// As what somebody belongs to the place of a filter.
async fn flags_in(call: &Call, filter: &users_list::Filter, user: UserId) -> Result<permissions::Flags> {
    let memberships = call.app.world.memberships(user).await?;
    let of_team = filter.in_team.and_then(|team| memberships.teams.get(&team));
    let of_channel = filter.in_channel.and_then(|channel| memberships.channels.get(&channel));
    Ok(of_team.or(of_channel).map(|standing| standing.flags).unwrap_or_default())
}
