//! Search: from the text of the search box to posts and files that the caller may read.
//!
//! [`scope`] turns names into ids and the caller's channels into what is looked through; the index
//! finds ids, newest first; the store has the rows, and what was deleted meanwhile is left out.

pub mod files;
pub mod posts;
mod scope;

use base::ids::TeamId;
use http::{HeaderValue, StatusCode, header};
use node::error::{ApiError, Result};
use permissions::Permission;
use search::{Page, SearchScope};
use text::search_query::{Joined, SearchQuery};
use wire::errors::ids;
use wire::search::SearchForm;

use request::query::{PER_PAGE_DEFAULT, PER_PAGE_MAX};
use request::{Call, Reply};

/// What a search asks the index.
struct Asked {
    query: SearchQuery,
    scope: SearchScope,
    page: Page,
}

/// Where a search looks.
#[derive(Clone, Copy)]
enum Place {
    Team(TeamId),
    Everywhere,
}

impl Place {
    /// The team of the path, whose member the caller must be.
    async fn team(call: &Call) -> Result<Place> {
        let team = call.id("team_id")?;
        call.must_in_team(team, Permission::ViewTeam).await?;
        Ok(Place::Team(team))
    }
}

/// Reads the body of a search; `malformed` is the error's id when it is no JSON.
async fn read(call: &mut Call, place: Place, malformed: &'static str) -> Result<Asked> {
    let bytes = call.bytes().await?;
    let form: SearchForm = wire::json::read(&bytes)
        .map_err(|error| ApiError::bad_request(malformed, "The search cannot be read.").because(error))?;
    if form.terms.is_empty() {
        return Err(ApiError::body_param("terms"));
    }
    let joined = if form.is_or_search { Joined::Or } else { Joined::And };
    let query = SearchQuery::parse(&form.terms, joined, form.time_zone_offset);
    let scope = scope::resolve(call, place, &query, form.include_deleted_channels).await?;
    let size = match usize::try_from(form.per_page) {
        Ok(size @ 1..) => size.min(PER_PAGE_MAX),
        _ => PER_PAGE_DEFAULT,
    };
    Ok(Asked { query, scope, page: Page { number: usize::try_from(form.page).unwrap_or(0), size } })
}

/// Searches are turned off.
fn disabled() -> ApiError {
    let text = "Search is turned off on this server.";
    ApiError::new(StatusCode::NOT_IMPLEMENTED, ids::STORE_SQL_POST_SEARCH_DISABLED, text)
}

/// Results are nobody else's business and soon out of date.
fn fresh(reply: Reply) -> Reply {
    reply.with_header(header::CACHE_CONTROL, HeaderValue::from_static("no-cache, no-store, must-revalidate"))
}
