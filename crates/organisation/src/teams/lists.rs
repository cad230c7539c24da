//! Lists of teams: all that the caller may find, those of a user, and search.

use node::error::ApiError;
use permissions::{Permission, PermissionSet};
use request::query::{PER_PAGE_DEFAULT, PER_PAGE_MAX};
use request::{Answer, Call, Reply};
use store::teams::Listing;
use wire::errors::ids;
use wire::teams::{TeamSearch, TeamsWithCount};

use crate::teams::all_seen_by;
use crate::teams::member_lists::must_be_readable;

/// Teams that a search without pages answers with at most.
const FOUND_LEN_MAX: usize = 1_000;
/// Characters of a search term that count.
const TERM_LEN_MAX: usize = 128;

/// `GET /teams`
pub async fn list(call: Call) -> Answer {
    let insufficient = || {
        let text = "You do not have the right to list teams.";
        ApiError::forbidden(ids::API_TEAM_GET_ALL_TEAMS_INSUFFICIENT_PERMISSIONS, text)
    };
    let listing = listing(call.app.system_rights(call.me())).ok_or_else(insufficient)?;
    let query = call.query();
    let (limit, offset) = (query.per_page(), query.page().saturating_mul(query.per_page()));
    let teams = call.app.store.teams_page(listing, limit, offset).await?;
    let teams = all_seen_by(&call, teams).await?;
    if query.flag("include_total_count") {
        let total_count = call.app.store.teams_count(listing).await?;
        return Ok(Reply::json(&TeamsWithCount { teams, total_count }));
    }
    Ok(Reply::json(&teams))
}

/// `POST /teams/search`: searches teams by name and display name.
pub async fn search(mut call: Call) -> Answer {
    let form: TeamSearch = call.json("team_search").await?;
    let paged = form.page.is_some() && form.per_page.is_some();
    let Some(mut listing) = listing(call.app.system_rights(call.me())) else {
        return answer(&call, vec![], 0, paged).await;
    };
    if form.allow_open_invite == Some(true) && listing == Listing::All {
        listing = Listing::Open;
    }
    let term: String = form.term.trim().trim_matches('*').to_lowercase().chars().take(TERM_LEN_MAX).collect();
    let (limit, offset) = match (form.page, form.per_page) {
        (Some(page), Some(size)) => {
            let size = usize::try_from(size).unwrap_or(PER_PAGE_DEFAULT).min(PER_PAGE_MAX);
            (size, usize::try_from(page).unwrap_or(0).saturating_mul(size))
        }
        _ => (FOUND_LEN_MAX, 0),
    };
    let teams = call.app.store.teams_found(listing, &term, limit, offset).await?;
    let total = if paged { call.app.store.teams_found_count(listing, &term).await? } else { 0 };
    answer(&call, teams, total, paged).await
}

async fn answer(call: &Call, teams: Vec<wire::teams::Team>, total_count: i64, paged: bool) -> Answer {
    let teams = all_seen_by(call, teams).await?;
    Ok(if paged { Reply::json(&TeamsWithCount { teams, total_count }) } else { Reply::json(&teams) })
}

/// `GET /users/{user_id}/teams`
pub async fn of_user(call: Call) -> Answer {
    let user = must_be_readable(&call, Permission::ReadConsoleUserManagementUsers)?;
    let teams = call.app.store.teams_of(user).await?;
    Ok(Reply::json(&all_seen_by(&call, teams).await?))
}

/// Which teams somebody may find: `None` where the rights do not even reach for open ones.
fn listing(rights: PermissionSet) -> Option<Listing> {
    let (open, closed) = (rights.contains(Permission::ListPublicTeams), rights.contains(Permission::ListPrivateTeams));
    match (open, closed) {
        (true, true) => Some(Listing::All),
        (true, false) => Some(Listing::Open),
        (false, true) => Some(Listing::Closed),
        (false, false) => None,
    }
}
