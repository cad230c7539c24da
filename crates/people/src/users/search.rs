//! Finding accounts by any part of a name.

use std::collections::HashSet;

use base::Id;
use base::ids::{ChannelId, GroupId, TeamId, UserId};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::{Answer, Call, Reply};
use store::post_pages::Page;
use store::users_list::{Activity, Fields, Filter, Meets};
use wire::users::{User, UserAutocomplete, UserSearch};

use crate::users::lists::{must_see_places, restrict};
use crate::users::{listed, privacy};

/// Accounts found when the caller does not say, and at most.
const LIMIT_DEFAULT: usize = 100;
const LIMIT_MAX: usize = 1_000;
/// Words of a search that count.
const WORDS_MAX: usize = 8;
/// Bytes of a search; nobody has a longer name.
const TERM_LEN_MAX: usize = 512;

/// `POST /users/search`
pub async fn search(mut call: Call) -> Answer {
    let form: UserSearch = call.json("user_search").await?;
    if form.term.is_empty() {
        return Err(ApiError::body_param("term"));
    }
    if form.not_in_channel_id.is_some() && form.team_id.is_none() {
        return Err(ApiError::body_param("team_id"));
    }
    let limit = match form.limit {
        0 => LIMIT_DEFAULT,
        limit => usize::try_from(limit)
            .ok()
            .filter(|limit| *limit <= LIMIT_MAX)
            .ok_or_else(|| ApiError::body_param("limit"))?,
    };
    let mut filter = Filter {
        in_team: optional(form.team_id),
        not_in_team: optional(form.not_in_team_id),
        in_channel: optional(form.in_channel_id),
        not_in_channel: optional(form.not_in_channel_id),
        in_group: group(&form.in_group_id, "in_group_id")?,
        not_in_groups: group(&form.not_in_group_id, "not_in_group_id")?.into_iter().collect(),
        without_team: form.without_team,
        activity: if form.allow_inactive { Activity::Any } else { Activity::Active },
        team_roles: form.team_roles.clone(),
        channel_roles: form.channel_roles.clone(),
        ..named(&call, &form.term)
    };
    filter.roles = form.roles.iter().chain(Some(&form.role)).filter(|role| !role.is_empty()).cloned().collect();
    must_be_few(&filter)?;
    must_see_places(&call, &filter).await?;
    restrict(&call, &mut filter);
    Ok(Reply::json(&find(&call, &form.term, &filter, limit).await?))
}

fn group(text: &str, name: &str) -> Result<Option<GroupId>> {
    let id = GroupId::parse(text).ok_or_else(|| ApiError::body_param(name))?;
    Ok((!id.is_none()).then_some(id))
}

/// Roles that one search may ask for.
const ROLES_MAX: usize = 20;

fn must_be_few(filter: &Filter) -> Result<()> {
    let most = filter.roles.len().max(filter.team_roles.len()).max(filter.channel_roles.len());
    if most <= ROLES_MAX { Ok(()) } else { Err(ApiError::body_param("roles")) }
}

/// `GET /users/autocomplete`: completes a mention or a name, in a team or a channel. It searches no email addresses.
pub async fn autocomplete(call: Call) -> Answer {
    let query = call.query();
    let (team, channel): (Option<TeamId>, Option<ChannelId>) = (query.place("in_team"), query.place("in_channel"));
    let limit = match query.int("limit") {
        Some(limit) if limit > 0 => usize::try_from(limit).unwrap_or(LIMIT_MAX).min(LIMIT_MAX),
        _ => LIMIT_DEFAULT,
    };
    let term = query.text("name");
    let mut filter = Filter { in_channel: channel, in_team: team, activity: Activity::Active, ..named(&call, term) };
    filter.fields.email = false;
    must_see_places(&call, &filter).await?;
    restrict(&call, &mut filter);
    // A channel's members are asked for without the team: guests and those who left it are there, too.
    let inside = Filter { in_team: if channel.is_some() { None } else { team }, ..filter.clone() };
    let users = complete(&call, term, &inside, limit).await?;
    let out_of_channel = match (team, channel) {
        (Some(_), Some(_)) => {
            complete(&call, term, &Filter { in_channel: None, not_in_channel: channel, ..filter }, limit).await?
        }
        _ => Vec::new(),
    };
    Ok(Reply::json(&UserAutocomplete { users, out_of_channel }))
}

/// Those who are meant most likely: when more are found than asked for, whose names begin with the term go before others.
/// In any case they come by username.
async fn complete(call: &Call, term: &str, filter: &Filter, limit: usize) -> Result<Vec<User>> {
    let found = find(call, term, filter, limit).await?;
    if found.len() < limit || filter.terms.is_empty() {
        return Ok(found);
    }
    let beginning = Filter { meets: Meets::Beginning, ..filter.clone() };
    let mut chosen = find(call, term, &beginning, limit).await?;
    let begun: HashSet<UserId> = chosen.iter().map(|user| user.id).collect();
    chosen.extend(found.into_iter().filter(|user| !begun.contains(&user.id)));
    chosen.truncate(limit);
    chosen.sort_unstable_by(|one, other| one.username.cmp(&other.username));
    Ok(chosen)
}

async fn find(call: &Call, term: &str, filter: &Filter, limit: usize) -> Result<Vec<User>> {
    if term.len() > TERM_LEN_MAX {
        return Ok(Vec::new());
    }
    let found = call.app.store.users_list(filter, Page { limit, offset: 0 }).await?;
    Ok(listed(call, found))
}

/// The names that the caller may look at: those that privacy hides are not searched either.
pub fn searched_fields(call: &Call) -> Fields {
    let is_admin = call.can(Permission::ManageSystem);
    let shown = privacy(&call.app);
    Fields { nickname: true, full_name: shown.show_full_name || is_admin, email: shown.show_email || is_admin }
}

fn named(call: &Call, term: &str) -> Filter {
    Filter { terms: words(term), fields: searched_fields(call), ..Filter::default() }
}

/// What is looked for: `@` begins a mention, and `*` stands for the rest of a name, which is found without it.
pub fn words(term: &str) -> Vec<String> {
    let words = term.split_whitespace().map(|word| word.trim_start_matches('@').replace(['*', '\0'], ""));
    words.filter(|word| !word.is_empty()).take(WORDS_MAX).collect()
}

fn optional<T: Into<Id> + Copy>(id: T) -> Option<T> {
    (!id.into().is_none()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_words_without_the_signs_that_are_no_part_of_a_name() {
        assert_eq!(words(" @ann  lee* *c*t "), ["ann", "lee", "ct"]);
        assert!(words("@ @ *").is_empty());
    }
}
