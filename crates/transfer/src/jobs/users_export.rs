//! The report on users as a file: one line each, sent to the administrator who asked for it.

use std::fmt::Write;
use std::sync::Arc;

use base::ids::UserId;
use bytes::Bytes;
use conversation::files::save::{NewFile, Saving};
use conversation::posts::create;
use conversation::posts::new::{NewPost, SetOnline};
use conversation::posts::system_bot;
use conversation::source::Source;
use http::StatusCode;
use node::error::{ApiError, Result};
use organisation::channels;
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use store::user_reports::{Column, From, Way};
use store::users_list::{Activity, Filter};
use wire::omit::StringMap;
use wire::posts::Post;
use wire::users::User;

use crate::jobs::csv::cell;
use crate::jobs::manage;
use crate::runner::{Jobs, Running, stopped};

pub const KIND: &str = "export_users_to_csv";
/// Who gets the file.
pub const REQUESTED_BY: &str = "requesting_user_id";
/// Which accounts are reported: all, or those that are or are not active.
const ACTIVITY: &str = "activity";
const TEAM: &str = "team_filter";

/// Accounts that are read at a time.
const BATCH_LEN: usize = 500;
const HEADER: &str = "id,username,email,create_at,name,last_login,roles,delete_at\n";

/// `POST /reports/users/export`
pub async fn begin(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let query = call.query();
    let kind = call.app.of::<Arc<Jobs>>().kind(KIND);
    let kind = kind.ok_or_else(|| ApiError::not_built("The export of users"))?;
    let activity = match (query.flag("hide_active"), query.flag("hide_inactive")) {
        (false, false) => "",
        (false, true) => "active",
        (true, false) => "inactive",
        (true, true) => return Err(ApiError::url_param("hide_active")),
    };
    let team: base::ids::TeamId = query.id("team_filter")?;
    let data = StringMap::from([
        (REQUESTED_BY.to_owned(), call.my_id().to_string()),
        (ACTIVITY.to_owned(), activity.to_owned()),
        (TEAM.to_owned(), team.to_string()),
    ]);
    match manage::start(&call, kind, data).await {
        Ok(_) => Ok(Reply::ok()),
        Err(error) if error.id == "app.job.save.already_running.app_error" => {
            let text = "An export of the users is under way already.";
            Err(ApiError::new(StatusCode::BAD_REQUEST, "app.report.start_users_batch_export.job_exists", text))
        }
        Err(error) => Err(error),
    }
}

/// Writes the file and sends it.
///
/// # Errors
/// When the store or the files do not answer, when nobody is there to get it, and when the job is to stop.
pub async fn run(app: Arc<App>, mut running: Running) -> Result<StringMap> {
    let missing = || ApiError::bad_request("app.report.no_recipient", "The user who asked for it is not active.");
    let to = UserId::parse(running.text(REQUESTED_BY)).filter(|id| id.is_some()).ok_or_else(missing)?;
    let to = app.world.user(to).await?.filter(|user| user.is_active()).ok_or_else(missing)?;
    let filter = Filter {
        activity: match running.text(ACTIVITY) {
            "active" => Activity::Active,
            "inactive" => Activity::Inactive,
            _ => Activity::Any,
        },
        in_team: base::ids::TeamId::parse(running.text(TEAM)).filter(|team| team.is_some()),
        ..Filter::default()
    };
    let bot = system_bot::find(&app).await?;
    let channel = channels::direct::open(&app, bot.id, to.id).await?;
    let name = format!("users_{}.csv", running.job.id);
    let mut file = Saving::begin(&app, NewFile { channel: channel.id, user: bot.id, name }).await?;
    file.write(Bytes::from_static(HEADER.as_bytes())).await?;
    let total = app.store.users_count(&filter).await?.max(1);
    let (mut written, mut from) = (0usize, None);
    loop {
        // Each page begins behind the last one, so that nobody is left out who stays while others come and go.
        let users = app.store.users_report(&filter, (Column::Username, Way::Up), from.as_ref(), BATCH_LEN);
        let users = store::from_replica(users).await?;
        from = users.last().map(|user| From { value: user.username.clone(), id: user.id });
        file.write(Bytes::from(lines(&users))).await?;
        written += users.len();
        running.reached(100 * i64::try_from(written).unwrap_or(total) / total).await?;
        if users.len() < BATCH_LEN {
            break;
        }
    }
    let file = file.finish().await?;
    let mut change = app.change();
    change.write(store::files::insert(&file, app.clock.now()));
    change.commit().await?;
    let message = format!("Here is the report on {written} users that you asked for.");
    let post = Post { channel_id: channel.id, message, file_ids: Some(vec![file.id]), ..Post::default() };
    let new = NewPost { author: bot, post, source: Source::Server, set_online: SetOnline::No };
    let found = [("users", written.to_string()), ("file_id", file.id.to_string())];
    let found = StringMap::from(found.map(|(name, value)| (name.to_owned(), value)));
    // The post and the job's end are one change, so that it is sent once, whatever ends the node in between; and not at
    // all when another node has begun the job again, and will send its own.
    create::write_if(&app, new, vec![running.finish(&found)]).await?.ok_or_else(stopped)?;
    Ok(found)
}

fn lines(users: &[User]) -> String {
    let mut out = String::with_capacity(users.len() * 128);
    for user in users {
        let name = format!("{} {}", user.first_name, user.last_name);
        let texts = [user.username.as_str(), &user.email].map(cell);
        let name = cell(name.trim());
        let roles = cell(&user.roles);
        let (create, login, delete) = (user.create_at, user.last_login, user.delete_at);
        writeln!(out, "{},{},{},{create},{name},{login},{roles},{delete}", user.id, texts[0], texts[1])
            .expect("memory does not fail to write");
    }
    out
}
