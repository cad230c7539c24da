//! Reports on users, for administrators.

use node::error::{ApiError, Result};
use permissions::Permission;
use request::{Answer, Call, Query, Reply};
use store::user_reports::{Column, From, Way};
use store::users_list::{Activity, Fields, Filter};
use wire::reports::UserReport;
use wire::users::SYSTEM_GUEST;

use crate::users::search::words;

/// Users of a page when the caller does not say, and at most (facts §5.1).
const PAGE_LEN_DEFAULT: usize = 50;
const PAGE_LEN_MAX: usize = 100;

/// `GET /reports/users`
pub async fn report(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementUsers)?;
    let query = call.query();
    let filter = filter(&query)?;
    let limit = match query.int("page_size").map(usize::try_from) {
        None => PAGE_LEN_DEFAULT,
        Some(Ok(size)) if (1..=PAGE_LEN_MAX).contains(&size) => size,
        Some(_) => return Err(ApiError::url_param("page_size")),
    };
    let backwards = query.text("direction") == "prev";
    let way = match (query.text("sort_direction") == "desc", backwards) {
        (false, false) | (true, true) => Way::Up,
        (false, true) | (true, false) => Way::Down,
    };
    let from = match query.id::<base::ids::UserId>("from_id")? {
        id if id.is_none() => None,
        id => Some(From { value: query.text("from_column_value").to_owned(), id }),
    };
    let mut users = call.app.store.users_report(&filter, (column(&query)?, way), from.as_ref(), limit).await?;
    if backwards {
        users.reverse();
    }
    let ids: Vec<_> = users.iter().map(|user| user.id).collect();
    let statuses = call.app.store.statuses(&ids).await?;
    let rows = users.into_iter().map(|user| {
        let status = statuses.iter().find(|status| status.user_id == user.id);
        UserReport {
            last_status_at: status.map(|status| status.last_activity_at),
            user: user.for_admin(),
            ..UserReport::default()
        }
    });
    Ok(Reply::json(&rows.collect::<Vec<_>>()))
}

/// `GET /reports/users/count`
pub async fn report_count(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementUsers)?;
    let filter = filter(&call.query())?;
    Ok(Reply::json(&call.app.store.users_count(&filter).await?))
}

fn column(query: &Query) -> Result<Column> {
    Ok(match query.text("sort_column") {
        "" | "Username" => Column::Username,
        "CreateAt" => Column::CreateAt,
        "Email" => Column::Email,
        "FirstName" => Column::FirstName,
        "LastName" => Column::LastName,
        "Nickname" => Column::Nickname,
        _ => return Err(ApiError::url_param("sort_column")),
    })
}

fn filter(query: &Query) -> Result<Filter> {
    let activity = match (query.flag("hide_active"), query.flag("hide_inactive")) {
        (false, false) => Activity::Any,
        (true, false) => Activity::Inactive,
        (false, true) => Activity::Active,
        (true, true) => return Err(ApiError::url_param("hide_inactive")),
    };
    let team = query.id("team_filter")?;
    let guests = Some(SYSTEM_GUEST).filter(|_| query.text("guest_filter") == "all");
    let roles = [query.text("role_filter"), guests.unwrap_or_default()];
    Ok(Filter {
        terms: words(query.text("search_term")),
        fields: Fields { nickname: true, full_name: true, email: true },
        in_team: Some(team).filter(|team: &base::ids::TeamId| !team.is_none()),
        without_team: query.flag("has_no_team"),
        activity,
        exclude_bots: true,
        roles: roles.iter().filter(|role| !role.is_empty()).map(|role| (*role).to_owned()).collect(),
        ..Filter::default()
    })
}
