//! Commands that programs answer: the call, and the address at which they may answer later.

use std::collections::BTreeMap;

use base::Millis;
use base::ids::HookId;
use conversation::interactive::trigger;
use form_urlencoded::Serializer;
use http::{HeaderValue, header};
use node::error::{ApiError, Result};
use outward::outbound::{Answered, Request};
use request::call::media;
use request::permit::Begun;
use request::permit::application;
use request::{Answer, Call, Reply};
use store::commands::ResponseHook;
use store::secrets::Column;
use text::mentions::readings;
use url::Url;
use wire::commands::{Command, CommandResponse, METHOD_GET};
use wire::errors::ids;

use crate::commands::execute;
use crate::commands::execute::Caller;
use crate::commands::respond;
use crate::commands::respond::Place;
use crate::webhooks::secret_id;

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";
/// How long, and how often, a program may answer after its call (as other servers of this kind let it).
const LATER_MS: Millis = 30 * 60 * 1000;
const LATER_USES_MAX: i64 = 5;

/// Calls the program behind a command and reads its answer.
///
/// # Errors
/// `failed_resp` when the program cannot be reached, refuses, or answers what is no answer.
pub async fn call(caller: &Caller<'_>, command: &Command, args: &str) -> Result<CommandResponse> {
    let app = &caller.call.app;
    let token = app.secrets.open(Column::Command, command.id, &command.token)?;
    let command = &Command { token, ..command.clone() };
    let trigger = trigger::new(app, caller.call.my_id(), caller.channel.id);
    let hook = later(caller, command).await?;
    let form = form(caller, command, args, &trigger.text, hook).await?;
    let mut url = Url::parse(&command.url).map_err(|error| failed(command, error))?;
    let request = if command.method == METHOD_GET {
        let query = url.query().filter(|query| !query.is_empty()).map(|query| format!("{query}&{form}"));
        url.set_query(Some(query.as_deref().unwrap_or(&form)));
        Request::get(url, app.integration_timeout())
    } else {
        Request::post(url, FORM, form, app.integration_timeout())
    };
    let request = request.with(header::ACCEPT, JSON).with(header::AUTHORIZATION, &format!("Token {}", command.token));
    let answered = app.call_out(request).await.map_err(|error| failed(command, error))?;
    if !answered.status.is_success() {
        return Err(failed(command, format!("status {}", answered.status)));
    }
    let mut response = read(&answered).map_err(|error| failed(command, error))?;
    if response.trigger_id.is_empty() {
        response.trigger_id = trigger.name;
    }
    Ok(response)
}

/// JSON, where the program says that it is; else words for the caller.
fn read(answered: &Answered) -> Result<CommandResponse, serde_json::Error> {
    let kind = answered.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    read_as(kind, &answered.body)
}

fn read_as(kind: &str, body: &[u8]) -> Result<CommandResponse, serde_json::Error> {
    if media(kind) != JSON || body.is_empty() {
        return Ok(CommandResponse { text: String::from_utf8_lossy(body).into_owned(), ..CommandResponse::default() });
    }
    wire::json::read_loose(body)
}

/// What the program is told.
async fn form(caller: &Caller<'_>, command: &Command, args: &str, trigger_id: &str, hook: HookId) -> Result<String> {
    let me = caller.call.me();
    let users = users_named(caller, args).await?;
    let channels = channels_named(caller, command, args).await?;
    let mut form = Serializer::new(String::new());
    form.append_pair("token", &command.token)
        .append_pair("team_id", &command.team_id.to_string())
        .append_pair("team_domain", caller.team.as_ref().map_or("", |team| &team.name))
        .append_pair("channel_id", &caller.channel.id.to_string())
        .append_pair("channel_name", &caller.channel.name)
        .append_pair("user_id", &me.id.to_string())
        .append_pair("user_name", &me.username)
        .append_pair("command", &format!("/{}", command.trigger))
        .append_pair("text", args)
        .append_pair("trigger_id", trigger_id)
        .append_pair("root_id", &caller.root_id.to_string())
        .append_pair("response_url", &format!("{}/hooks/commands/{hook}", caller.site));
    for (name, id) in users {
        form.append_pair("user_mentions", &name).append_pair("user_mentions_ids", &id);
    }
    for (name, id) in channels {
        form.append_pair("channel_mentions", &name).append_pair("channel_mentions_ids", &id);
    }
    Ok(form.finish())
}

/// The users whom the text names, as a post would call them.
async fn users_named(caller: &Caller<'_>, args: &str) -> Result<BTreeMap<String, String>> {
    let words = text::mentions::named(args);
    let names: Vec<String> = words.iter().flat_map(|word| readings(word)).map(str::to_owned).collect();
    let found = caller.people(&names).await?;
    let named = words.iter().filter_map(|word| readings(word).find_map(|name| found.get_key_value(name)));
    Ok(named.map(|(name, user)| (name.clone(), user.id.to_string())).collect())
}

/// Public channels of the team that the text names.
async fn channels_named(caller: &Caller<'_>, command: &Command, args: &str) -> Result<BTreeMap<String, String>> {
    let names = text::channel_links::channel_links(args);
    if names.is_empty() {
        return Ok(BTreeMap::new());
    }
    let found = caller.call.app.store.channels_by_names(command.team_id, &names).await?;
    Ok(found
        .into_iter()
        .filter(|channel| channel.is_open())
        .map(|channel| (channel.name, channel.id.to_string()))
        .collect())
}

/// Makes the address for late answers.
async fn later(caller: &Caller<'_>, command: &Command) -> Result<HookId> {
    let app = &caller.call.app;
    let hook = ResponseHook {
        id: secret_id(),
        create_at: app.clock.now(),
        command_id: command.id,
        user_id: caller.call.my_id(),
        channel_id: caller.channel.id,
        root_id: caller.root_id,
        oauth_app_id: application(caller.call),
    };
    let mut change = app.change();
    change.write(store::commands::clean_hooks(hook.create_at - LATER_MS));
    change.write(store::commands::insert_hook(&hook));
    change.commit().await?;
    Ok(hook.id)
}

/// `POST /hooks/commands/{hook_id}`: takes a program's delayed answer to a command.
pub async fn answer_later(mut call: Call) -> Answer {
    let id: HookId = call.id("hook_id")?;
    let since = call.app.clock.now() - LATER_MS;
    let unknown = || ApiError::not_found("store.sql_command_webhooks.get.app_error", "There is no such address.");
    let hook = call.app.store.command_hook(id, since).await?.ok_or_else(unknown)?;
    let command = call.app.store.command(hook.command_id).await?.ok_or_else(unknown)?;
    let kind = call.header(header::CONTENT_TYPE.as_str()).to_owned();
    let bytes = call.bytes().await?;
    let response = read_as(&kind, &bytes).map_err(|error| {
        let text = "The answer could not be read.";
        ApiError::bad_request("web.command_webhook.parse.app_error", text).because(error)
    })?;
    call.app.store.write(store::commands::use_hook(id, LATER_USES_MAX)).await.map_err(|error| match error {
        store::Error::Unmet { .. } => {
            let text = "The address was used as often as it may be.";
            ApiError::bad_request("app.command_webhook.try_use.invalid", text)
        }
        error => error.into(),
    })?;
    // Who could not run the command by now has no answer of it shown.
    let user = call.app.must_act(Begun { user: hook.user_id, by: hook.oauth_app_id }).await?;
    execute::must_be_able_to_run(&call.app, &user, hook.channel_id, command.team_id).await?;
    let place = Place { user, channel_id: hook.channel_id, root_id: hook.root_id };
    respond::show_at(&call.app, &place, Some(&command), &response).await?;
    Ok(Reply::bytes(HeaderValue::from_static("text/plain"), "ok"))
}

fn failed(command: &Command, cause: impl ToString) -> ApiError {
    let text = format!("The command /{} failed.", command.trigger);
    ApiError::internal(ids::API_COMMAND_EXECUTE_COMMAND_FAILED_RESP, text).because(cause.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_json_or_words() {
        assert_eq!(read_as("text/plain; charset=utf-8", b"{}").expect("words").text, "{}");
        assert_eq!(read_as("application/json", br#"{"text":"hi"}"#).expect("JSON").text, "hi");
        assert_eq!(read_as("application/json", b"").expect("nothing").text, "");
        assert_eq!(read_as("Application/JSON ; charset=utf-8", br#"{"Text":"hi"}"#).expect("JSON").text, "hi");
        for kind in ["", "text/html", "TEXT/PLAIN", "application/octet-stream"] {
            assert_eq!(read_as(kind, br#"{"text":"hi"}"#).expect("words").text, r#"{"text":"hi"}"#, "{kind}");
        }
        assert!(read_as("application/json", b"{nope").is_err());
    }
}
