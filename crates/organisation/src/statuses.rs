//! Statuses: whether somebody is there, and what he or she says about it.

use std::fmt;
use std::sync::Arc;

use base::Millis;
use base::ids::UserId;
use conversation::emoji;
use node::change::Change;
use node::error::{ApiError, Result};
use people::presence;
use people::users::{announce_update, known_among, later, must_see, must_stored};
use permissions::Permission;
use request::App;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::events::EventName;
use wire::preferences::{CUSTOM_STATUS, Preference};
use wire::statuses::{self, CustomStatus, NEVER, Status, StatusForm};
use wire::users::{PROP_CUSTOM_STATUS, User};

use crate::preferences;

/// Users whose status one call may ask for.
const ASKED_MAX: usize = 1_000;
/// Statuses changed at a look; the rest follow a minute later.
const DND_ENDED_MAX: usize = 5_000;
/// Times that a custom status is written before the server counts as busy: each fails only when another one won.
const SAY_ATTEMPTS_MAX: usize = 10;
/// Under which a user's last custom statuses are kept among the preferences.
const RECENT: &str = "recent_custom_statuses";

/// A status under the id that was asked for: ids that name nobody are not read as they were written.
#[derive(Serialize)]
struct Asked<'a> {
    user_id: &'a Wanted,
    status: &'a str,
    manual: bool,
    last_activity_at: Millis,
    #[serde(skip_serializing_if = "str::is_empty")]
    active_channel: &'a str,
    dnd_end_time: i64,
}

fn asked<'a>(user_id: &'a Wanted, status: &'a Status) -> Asked<'a> {
    let Status { status, manual, last_activity_at, active_channel, dnd_end_time, .. } = status;
    let (manual, last_activity_at, dnd_end_time) = (*manual, *last_activity_at, *dnd_end_time);
    Asked { user_id, status, manual, last_activity_at, active_channel, dnd_end_time }
}

/// `GET /users/{user_id}/status`: answers with the user's status; offline for a user who was never seen.
pub async fn get(call: Call) -> Answer {
    let user = call.user_id()?;
    must_see(&call, user).await?;
    let status = call.app.world.status(user).await?;
    let id = if user == UserId::UNKNOWN { Wanted::Text(call.text("user_id").to_owned()) } else { Wanted::Id(user) };
    Ok(Reply::json(&asked(&id, &status)))
}

/// A user of the list. Text that is no id of this server is told again as it was written.
enum Wanted {
    Id(UserId),
    Text(String),
}

impl<'de> Deserialize<'de> for Wanted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Wanted, D::Error> {
        deserializer.deserialize_str(WantedVisitor)
    }
}

struct WantedVisitor;

impl Visitor<'_> for WantedVisitor {
    type Value = Wanted;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a string")
    }

    fn visit_str<E>(self, text: &str) -> std::result::Result<Wanted, E> {
        Ok(match UserId::parse(text).filter(|user| user.is_some()) {
            Some(user) => Wanted::Id(user),
            None => Wanted::Text(text.to_owned()),
        })
    }
}

impl Serialize for Wanted {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Wanted::Id(user) => user.serialize(serializer),
            Wanted::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl Wanted {
    /// The user that is meant; `None` for text that can be no id.
    fn user(&self) -> Option<UserId> {
        match self {
            Wanted::Id(user) => Some(*user),
            Wanted::Text(text) => UserId::parse(text).filter(|user| !user.is_none()),
        }
    }
}

/// `POST /users/status/ids`
pub async fn by_ids(mut call: Call) -> Answer {
    let wanted: Vec<Wanted> = call.list_of().await?;
    if wanted.is_empty() || wanted.len() > ASKED_MAX {
        return Err(ApiError::body_param("user_ids"));
    }
    let users: Option<Vec<UserId>> = wanted.iter().map(Wanted::user).collect();
    let users = users.ok_or_else(|| ApiError::body_param("user_ids"))?;
    let known = known_among(&call.app, call.me(), users.clone()).await?;
    let found = call.app.world.statuses_of(&known).await?;
    // Those that the caller may know of are some of those that were asked for, in the same order.
    let mut found = found.iter().peekable();
    let asked = wanted.iter().zip(&users).filter_map(|(wanted, user)| {
        let status = found.next_if(|status| status.user_id == *user)?;
        Some(asked(wanted, status))
    });
    Ok(Reply::json(&asked.collect::<Vec<Asked>>()))
}

/// `PUT /users/{user_id}/status`
pub async fn set(mut call: Call) -> Answer {
    let user = call.user_id()?;
    let form: StatusForm = call.json_part::<Status, _>("status").await?;
    if form.user_id != user {
        return Err(ApiError::body_param("user_id"));
    }
    rules::statuses::must_be_status(&form.status)?;
    call.must_act_on(Part::Profile).await?;
    call.app.must_user(user).await?;
    let old = call.app.world.status(user).await?;
    let status = chosen(&old, &form, call.app.clock.now());
    presence::save(&call.app, status.clone()).await?;
    Ok(Reply::json(&status))
}

/// The status that the user asks for. Online is what activity makes of it; everything else stays until changed.
pub fn chosen(old: &Status, form: &StatusForm, now: Millis) -> Status {
    let is_dnd = form.status == statuses::DND;
    // Do-not-disturb upon do-not-disturb gives way to what was before both.
    let before = if old.status == statuses::DND { &old.prev_status } else { &old.status };
    Status {
        user_id: old.user_id,
        status: form.status.clone(),
        manual: form.status != statuses::ONLINE,
        last_activity_at: if form.status == statuses::ONLINE { now } else { old.last_activity_at },
        dnd_end_time: if is_dnd { rules::statuses::dnd_end_seconds(form.dnd_end_time) } else { 0 },
        prev_status: if is_dnd { before.clone() } else { String::new() },
        ..Status::default()
    }
}

/// `PUT /users/{user_id}/status/custom`
pub async fn set_custom(mut call: Call) -> Answer {
    let id = call.user_id()?;
    let form = read_custom(&mut call).await?;
    call.must_act_on(Part::Profile).await?;
    must_be_on(&call)?;
    keep_custom(&call, id, form).await
}

/// Sets what the caller says of itself, or ends it when there is nothing to say.
///
/// # Errors
/// 400 for a status that cannot be.
pub async fn say_custom(call: &Call, custom: Option<CustomStatus>) -> Result<()> {
    let id = call.my_id();
    match custom {
        Some(custom) => keep_custom(call, id, custom).await.map(drop),
        None => say(call, id, None).await.map(drop),
    }
}

async fn keep_custom(call: &Call, id: UserId, form: CustomStatus) -> Answer {
    must_be_valid(&form, call.app.clock.now())?;
    let name = rules::statuses::without_colons(&form.emoji);
    if !name.is_empty() && !emoji::exists(&call.app, name).await? {
        let text = "There is no such emoji.";
        return Err(ApiError::bad_request("api.custom_status.set_custom_statuses.emoji_not_found", text));
    }
    say(call, id, Some(&complete(form))).await
}

/// `DELETE /users/{user_id}/status/custom`
pub async fn remove_custom(call: Call) -> Answer {
    let id = call.must_act_on(Part::Profile).await?;
    must_be_on(&call)?;
    say(&call, id, None).await
}

/// Writes what the user says into the account and among the recent ones, or that it is over. The account may change at
/// the same moment, as when two clients of the user do the same: then it is read and written again.
async fn say(call: &Call, id: UserId, custom: Option<&CustomStatus>) -> Answer {
    for _ in 0..SAY_ATTEMPTS_MAX {
        let mut change = call.app.change();
        if let Some(custom) = custom {
            let mut recent = recents(call, id).await?;
            recent.retain(|one| one.text != custom.text || one.emoji != custom.emoji);
            recent.insert(0, custom.clone());
            recent.truncate(rules::statuses::CUSTOM_RECENT_MAX);
            save_recents(&mut change, id, &recent);
        }
        let old = must_stored(&call.app, id).await?;
        let mut user = User { update_at: later(&call.app, old.update_at), ..old.clone() };
        user.props.insert(PROP_CUSTOM_STATUS.to_owned(), custom.map(json).unwrap_or_default());
        change.write(store::users::update(&user, old.update_at));
        change.user_changed(id);
        announce_update(&mut change, &user);
        match change.commit().await {
            Ok(_) => return Ok(Reply::ok()),
            Err(store::Error::Unmet { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(ApiError::busy())
}

/// `DELETE /users/{user_id}/status/custom/recent` and `POST …/status/custom/recent/delete`
pub async fn forget_recent(mut call: Call) -> Answer {
    let id = call.user_id()?;
    let form = read_custom(&mut call).await?;
    call.must_act_on(Part::Profile).await?;
    must_be_on(&call)?;
    let gone = complete(form);
    let mut recent = recents(&call, id).await?;
    recent.retain(|one| one.text != gone.text || one.emoji != gone.emoji || one.duration != gone.duration);
    let mut change = call.app.change();
    save_recents(&mut change, id, &recent);
    change.commit().await?;
    Ok(Reply::ok())
}

async fn read_custom(call: &mut Call) -> Result<CustomStatus> {
    let form: CustomStatus = call.json("custom_status").await?;
    // An end that is no time is refused also where it would not count.
    if !form.expires_at.is_empty() && form.expires_at.parse::<jiff::Timestamp>().is_err() {
        return Err(ApiError::body_param("custom_status"));
    }
    Ok(form)
}

fn must_be_on(call: &Call) -> Result<()> {
    if call.app.config().accounts.enable_custom_statuses {
        return Ok(());
    }
    let text = "Custom statuses are turned off on this server.";
    Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, "api.custom_status.disabled", text))
}

fn must_be_valid(form: &CustomStatus, now: Millis) -> Result<()> {
    let expires_at = form.expires_at.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond);
    let status =
        rules::statuses::CustomStatus { emoji: &form.emoji, text: &form.text, duration: &form.duration, expires_at };
    Ok(status.must_be_valid(now)?)
}

/// The status as it is kept: cut to its length, and with an end even if that is never. A text alone has no emoji.
fn complete(mut form: CustomStatus) -> CustomStatus {
    form.text = rules::statuses::clip_custom_text(&form.text).to_owned();
    if form.expires_at.is_empty() || form.duration.is_empty() {
        form.expires_at = NEVER.to_owned();
    }
    form
}

async fn recents(call: &Call, user: UserId) -> Result<Vec<CustomStatus>> {
    let kept = call.app.store.preference(user, CUSTOM_STATUS, RECENT).await?;
    // Clients can write anything under this name; what is no list counts as none.
    Ok(kept.and_then(|kept| serde_json::from_str(&kept.value).ok()).unwrap_or_default())
}

fn save_recents(change: &mut Change, user: UserId, recent: &[CustomStatus]) {
    let value = json(recent);
    let preference = Preference { user_id: user, category: CUSTOM_STATUS.into(), name: RECENT.into(), value };
    change.write(store::preferences::save(&preference));
    preferences::announce(change, EventName::PreferencesChanged, user, &[preference]);
}

fn json<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("statuses are JSON")
}

/// Gives back the statuses that do-not-disturb took the place of, where its time is over. Looked for each minute:
/// ends are whole minutes (facts, data model §1.7).
///
/// # Errors
/// When the store does not answer.
pub async fn end_dnd(app: Arc<App>) -> Result<()> {
    let now_s = app.clock.now() / 1000;
    for ended in app.store.statuses_dnd_ended(now_s, DND_ENDED_MAX).await? {
        let connected = app.is_connected(ended.user_id).await;
        presence::save(&app, after_dnd(&ended, connected)).await?;
    }
    Ok(())
}

/// What do-not-disturb gives way to. Who has no connection is not there, whatever was before.
fn after_dnd(ended: &Status, connected: bool) -> Status {
    let before = match ended.prev_status.as_str() {
        "" | statuses::ONLINE if connected => statuses::ONLINE,
        "" | statuses::ONLINE => statuses::OFFLINE,
        before => before,
    };
    let manual = !matches!(before, statuses::ONLINE | statuses::OFFLINE);
    let status = before.to_owned();
    Status { status, manual, dnd_end_time: 0, prev_status: String::new(), ..ended.clone() }
}

/// `POST /users/{user_id}/typing`
pub async fn typing(mut call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let form: wire::users::TypingForm = call.json("typing").await?;
    call.must_in_channel(form.channel_id, Permission::CreatePost).await?;
    people::presence::announce_typing(&call.app, user, &form).await?;
    Ok(Reply::ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(status: &str, dnd_end_time: i64) -> StatusForm {
        StatusForm { status: status.into(), dnd_end_time, ..StatusForm::default() }
    }

    #[test]
    fn do_not_disturb_remembers_what_was_before_it() {
        let away = Status { status: "away".into(), last_activity_at: 5, ..Status::default() };
        let first = chosen(&away, &form("dnd", 0), 9);
        let second = chosen(&first, &form("dnd", 3_900_000_059), 9);
        assert_eq!((second.prev_status.as_str(), second.dnd_end_time), ("away", 3_900_000_000));
        assert_eq!(second.last_activity_at, 5, "setting a status is no activity");
    }

    #[test]
    fn after_do_not_disturb_comes_what_was_before_it() {
        let dnd =
            |prev: &str| Status { status: "dnd".into(), manual: true, prev_status: prev.into(), ..Status::default() };
        let after = |prev: &str, connected: bool| {
            let status = after_dnd(&dnd(prev), connected);
            (status.status, status.manual)
        };
        assert_eq!(after("away", true), ("away".into(), true));
        assert_eq!(after("online", true), ("online".into(), false));
        assert_eq!(after("", false), ("offline".into(), false));
    }

    #[test]
    fn online_is_left_to_activity_again() {
        let online = chosen(&Status { manual: true, ..Status::default() }, &form("online", 60), 9);
        assert_eq!((online.manual, online.last_activity_at, online.dnd_end_time), (false, 9, 0));
    }

    #[test]
    fn a_custom_status_without_end_never_ends() {
        let kept = complete(CustomStatus { text: "meeting".into(), ..CustomStatus::default() });
        assert_eq!((kept.emoji.as_str(), kept.expires_at.as_str()), ("", NEVER));
    }
}
