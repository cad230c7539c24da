//! Dialogs: forms that a program asks a user to fill in.

use base::ids::{ChannelId, TeamId};
use conversation::interactive::trigger;
use conversation::interactive::trigger::Triggered;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use serde::{Deserialize, Serialize};
use wire::attachments::{ActionOption, DialogAnswer, DialogSubmission, OpenDialog};
use wire::events::{Broadcast, DialogData, EventName, JsonText};

use crate::interactive::actions::post_json;

const SUBMISSION: &str = "dialog_submission";
/// A field was chosen on which others depend; nothing is submitted yet.
const REFRESH: &str = "refresh";
const LOOKUP: &str = "dialog_lookup";
/// Fields of one form, and bytes of the whole: they travel in one event.
const ELEMENTS_MAX: usize = 100;
const DIALOG_BYTES_MAX: usize = 64 << 10;
/// Lines of a menu that a lookup answers with.
const ITEMS_MAX: usize = 100;

/// `POST /actions/dialogs/open`: the trigger says for whom. Who may not read any more where he or she clicked could not
/// submit the form, and is shown none.
pub async fn open(mut call: Call) -> Answer {
    let dialog: OpenDialog = call.json("dialog").await?;
    if dialog.url.is_empty() {
        return Err(ApiError::body_param("url"));
    }
    let Triggered { name, user, channel } = trigger::read(&call.app, &dialog.trigger_id)?;
    if dialog.dialog.title.is_empty() || dialog.dialog.elements.as_ref().is_some_and(|all| all.len() > ELEMENTS_MAX) {
        return Err(ApiError::body_param("dialog"));
    }
    allowed(call.app.would_read(user, channel).await?)?;
    let dialog = OpenDialog { trigger_id: name, ..dialog };
    let text = JsonText::of(&dialog);
    if text.0.len() > DIALOG_BYTES_MAX {
        return Err(ApiError::body_param("dialog"));
    }
    let mut change = call.app.change();
    change.announce(EventName::OpenDialog, &DialogData { dialog: text }, Broadcast::to_user(user));
    change.commit().await?;
    Ok(Reply::ok())
}

/// `POST /actions/dialogs/submit`: what the user filled in, on its way to the program; while it is being filled in, too,
/// when the form asks to be refreshed.
pub async fn submit(mut call: Call) -> Answer {
    let form: DialogSubmission = call.json("submit_dialog_request").await?;
    let kind = if form.kind == REFRESH { REFRESH } else { SUBMISSION };
    let body = pass_on(&call, form, kind).await?;
    let answer: DialogAnswer = if body.is_empty() { DialogAnswer::default() } else { read(&body)? };
    Ok(Reply::json(&answer))
}

/// What may be chosen in a field that the program fills.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Found {
    items: Vec<ActionOption>,
}

/// `POST /actions/dialogs/lookup`
pub async fn lookup(mut call: Call) -> Answer {
    let form: DialogSubmission = call.json("lookup_dialog_request").await?;
    let body = pass_on(&call, form, LOOKUP).await?;
    let mut found: Found = if body.is_empty() { Found::default() } else { read(&body)? };
    found.items.truncate(ITEMS_MAX);
    Ok(Reply::json(&found))
}

async fn pass_on(call: &Call, form: DialogSubmission, kind: &str) -> Result<bytes::Bytes> {
    if form.url.is_empty() {
        return Err(ApiError::body_param("url"));
    }
    must_be_there(call, form.channel_id, form.team_id).await?;
    let url = form.url.clone();
    let told = DialogSubmission { kind: kind.to_owned(), url: String::new(), user_id: call.my_id(), ..form };
    post_json(&call.app, &url, &told).await
}

async fn must_be_there(call: &Call, channel: ChannelId, team: TeamId) -> Result<()> {
    call.must_in_channel(channel, Permission::ReadChannelContent).await?;
    if team.is_some() {
        call.must_in_team(team, Permission::ViewTeam).await?;
    }
    Ok(())
}

fn read<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<T> {
    wire::json::read_loose(body).map_err(|error| {
        let text = "The program's answer could not be read.";
        ApiError::bad_request("app.submit_interactive_dialog.json_error", text).because(error)
    })
}
