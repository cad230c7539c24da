//! Finding channels by a part of their name.

use base::ids::{ChannelId, TeamId};
use node::error::{ApiError, Result};
use people::users::search::searched_fields;
use permissions::Permission;
use request::permit::allowed;
use request::query::{PER_PAGE_DEFAULT, PER_PAGE_MAX};
use request::{Answer, Call, Reply};
use store::channel_search::{Filter, Lives, Seen};
use wire::channels::{Channel, ChannelSearch, ChannelsWithCount, OPEN, PRIVATE};
use wire::errors::ids;

use crate::channels::lists::{default_names, with_teams};

/// Channels that a completion or a search without pages answers with.
const FOUND_MAX: usize = 50;
/// Channels that a search of a team answers with.
const FOUND_IN_TEAM_MAX: usize = 100;
/// Words of a search for groups that are looked at; a group has eight people at most.
const TERMS_MAX: usize = 8;
/// Characters of a search term; longer than any name.
const TERM_CHARS_MAX: usize = 128;

/// What is looked for: `~` begins a link, and a `*` stands for the rest of a name, which is found without it.
fn term_of(text: &str) -> String {
    text.trim().trim_start_matches('~').trim_matches('*').chars().filter(|c| *c != '\0').take(TERM_CHARS_MAX).collect()
}

/// Searches a team: its public channels and the caller's private ones.
pub async fn in_team(mut call: Call) -> Answer {
    let form: ChannelSearch = call.json("channel_search").await?;
    let team: TeamId = call.id("team_id")?;
    let (store, me, term) = (&call.app.store, call.my_id(), term_of(&form.term));
    if !call.can_in_team(team, Permission::ListTeamChannels).await? {
        must_be_in_team(&call, team).await?;
        return Ok(shown(&call, store.channels_search_own(team, me, &term, FOUND_IN_TEAM_MAX).await?));
    }
    let found = match term.is_empty() {
        true => store.channels_open(team, FOUND_IN_TEAM_MAX).await?,
        false => store.channels_search(team, me, &term, FOUND_IN_TEAM_MAX).await?,
    };
    Ok(shown(&call, found))
}

/// Those of the channels that the caller may know of.
fn shown(call: &Call, mut found: Vec<Channel>) -> Reply {
    if !call.app.sees_archived(call.me()) {
        found.retain(|channel| !channel.is_archived());
    }
    Reply::json(&found)
}

async fn must_be_in_team(call: &Call, team: TeamId) -> Result<()> {
    if call.app.world.memberships(call.my_id()).await?.teams.contains_key(&team) {
        return Ok(());
    }
    Err(ApiError::not_found(ids::APP_TEAM_GET_MEMBER_MISSING, "You are not a member of that team."))
}

/// Completes the name of a channel that the caller may know.
pub async fn autocomplete(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    call.must_in_team(team, Permission::ListTeamChannels).await?;
    let term = term_of(call.query().text("name"));
    Ok(shown(&call, call.app.store.channels_search(team, call.my_id(), &term, FOUND_MAX).await?))
}

/// Completes the name of one of the caller's channels, as a search for posts needs it.
pub async fn autocomplete_own(call: Call) -> Answer {
    let team: TeamId = call.id("team_id")?;
    let term = term_of(call.query().text("name"));
    Ok(shown(&call, call.app.store.channels_complete(team, call.my_id(), &term, FOUND_MAX).await?))
}

/// Searches all teams: for administrators, or with `system_console=false` the caller's own teams.
pub async fn all(mut call: Call) -> Answer {
    let form: ChannelSearch = call.json("channel_search").await?;
    let for_console = call.query().get("system_console").is_none() || call.query().flag("system_console");
    let filter = match for_console {
        true => console_filter(&call, &form)?,
        false => own_filter(&call, &form).await?,
    };
    let size = |number: Option<i64>| number.and_then(|number| usize::try_from(number).ok());
    let paged = form.page.is_some() && form.per_page.is_some();
    let (limit, page) = match (paged && for_console, size(form.per_page)) {
        (true, per_page) => (per_page.unwrap_or(PER_PAGE_DEFAULT).min(PER_PAGE_MAX), size(form.page).unwrap_or(0)),
        (false, _) if for_console => (PER_PAGE_MAX, 0),
        (false, _) => (FOUND_MAX, 0),
    };
    let found = call.app.store.channels_filtered(&filter, limit, page.saturating_mul(limit)).await?;
    let channels = with_teams(&call.app, found).await?;
    if !(paged && for_console) {
        return Ok(Reply::json(&channels));
    }
    let total_count = call.app.store.channels_filtered_count(&filter).await?;
    Ok(Reply::json(&ChannelsWithCount { channels, total_count }))
}

fn console_filter(call: &Call, form: &ChannelSearch) -> Result<Filter> {
    let rights = [
        Permission::ReadConsoleUserManagementChannels,
        Permission::WriteConsoleUserManagementGroups,
        Permission::ReadConsoleComplianceDataRetentionPolicy,
    ];
    allowed(call.app.system_rights(call.me()).contains_any(&rights))?;
    let mut filter = filter_of(form);
    filter.lives = match (form.deleted, form.include_deleted) {
        (true, _) => Lives::Archived,
        (false, true) => Lives::Both,
        (false, false) => Lives::Live,
    };
    if form.exclude_default_channels {
        filter.without_names = default_names(&call.app);
    }
    Ok(filter)
}

async fn own_filter(call: &Call, form: &ChannelSearch) -> Result<Filter> {
    let mut filter = filter_of(form);
    let memberships = call.app.world.memberships(call.my_id()).await?;
    filter.teams = memberships.teams.keys().copied().collect();
    // Somebody without a team finds nothing: an empty list would mean all teams.
    if filter.teams.is_empty() {
        filter.teams.push(TeamId::UNKNOWN);
    }
    if !form.team_ids.is_empty() {
        filter.teams.retain(|team| form.team_ids.contains(team));
        filter.teams.push(TeamId::UNKNOWN);
    }
    let mut listed = Vec::with_capacity(memberships.teams.len());
    for team in memberships.teams.keys() {
        if call.can_in_team(*team, Permission::ListTeamChannels).await? {
            listed.push(*team);
        }
    }
    filter.seen_by = Some(Seen { user: call.my_id(), listed });
    Ok(filter)
}

fn filter_of(form: &ChannelSearch) -> Filter {
    let kinds = match (form.public, form.private) {
        (true, false) => vec![OPEN.to_owned()],
        (false, true) => vec![PRIVATE.to_owned()],
        _ => vec![OPEN.to_owned(), PRIVATE.to_owned()],
    };
    let term = term_of(&form.term);
    let id = ChannelId::parse(&term).filter(|id| form.include_search_by_id && id.is_some());
    Filter { term, id, kinds, teams: form.team_ids.clone(), ..Filter::default() }
}

/// Searches the caller's group channels for people in them.
pub async fn groups(mut call: Call) -> Answer {
    let form: ChannelSearch = call.json("channel_search").await?;
    let (term, fields) = (form.term.replace([',', '\0'], " "), searched_fields(&call));
    let mut found: Option<Vec<Channel>> = None;
    for word in term.split_whitespace().take(TERMS_MAX) {
        let word = word.trim_start_matches('@').trim_matches('*');
        let with = call.app.store.group_channels_search(call.my_id(), word, fields, FOUND_IN_TEAM_MAX).await?;
        found = Some(match found {
            None => with,
            Some(found) => found.into_iter().filter(|one| with.iter().any(|other| other.id == one.id)).collect(),
        });
    }
    Ok(Reply::json(&found.unwrap_or_default()))
}
