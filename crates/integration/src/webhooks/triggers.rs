//! What a post triggers: calls to programs, and what they answer to it.
//!
//! Whether a post triggers anything is decided in memory, on every post; the calls are made beside
//! the request, as many at a time as [`outward::outbound`] lets through. A call that fails
//! is logged and not repeated. A webhook hears what its creator may read by then, says it where the creator may write,
//! and does nothing when that account is out of use.

use std::sync::Arc;

use http::header;
use node::error::{ApiError, Result};
use outward::outbound::Request;
use request::App;
use request::permit::allowed;
use store::secrets::Column;
use url::Url;
use wire::channels::Channel;
use wire::posts::Post;
use wire::users::User;
use wire::webhooks::{OutgoingHook, OutgoingHookAnswer, OutgoingHookCall, RESPONSE_COMMENT, TRIGGER_PREFIX};

use crate::webhooks::voice;
use crate::webhooks::voice::{DEFAULT_NAME, Mask, Said};

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// Calls the programs that listen to a post, beside the request.
///
/// # Errors
/// When the store does not answer.
pub async fn triggered(app: &Arc<App>, author: &Arc<User>, channel: &Arc<Channel>, post: &Post) -> Result<()> {
    let speaks = !author.is_bot && !post.is_from_webhook() && !post.is_system();
    if !speaks || !channel.is_open() || !app.config().integrations.enable_outgoing_webhooks {
        return Ok(());
    }
    let hooks = app.world.outgoing_webhooks(channel.team_id).await?;
    for hook in hooks.0.iter() {
        let Some(word) = trigger(hook, channel, &post.message) else { continue };
        if speaker(app, hook, channel).await?.is_none() {
            continue;
        }
        // Said in the log; the post is there, and other webhooks hear of it.
        let Ok(token) = app.secrets.open(Column::OutgoingWebhook, hook.id, &hook.token) else { continue };
        let call = OutgoingHookCall { token, ..payload(app, author, channel, post, word).await? };
        for address in &hook.callback_urls {
            call_beside(app.clone(), hook.clone(), post.clone(), call.clone(), address.clone());
        }
    }
    Ok(())
}

/// The webhook's creator, who may still read what is said in the channel.
async fn speaker(app: &App, hook: &OutgoingHook, channel: &Channel) -> Result<Option<Arc<User>>> {
    let Some(creator) = app.world.user(hook.creator_id).await?.filter(|user| user.is_active()) else { return Ok(None) };
    Ok(app.can_read(&creator, channel).await?.then_some(creator))
}

/// Makes one call in a task of its own.
fn call_beside(app: Arc<App>, hook: OutgoingHook, post: Post, call: OutgoingHookCall, address: String) {
    base::tasks::spawn("outgoing-webhook", async move {
        if let Err(error) = run(&app, &hook, &post, &call, &address).await {
            let cause = if error.detailed.is_empty() { &error.message } else { &error.detailed };
            tracing::warn!(hook.id = %hook.id, post.id = %post.id, cause, "an outgoing webhook failed");
        }
    });
}

/// The word by which a text triggers a webhook; empty for webhooks that hear everything in their channel.
fn trigger<'h>(hook: &'h OutgoingHook, channel: &Channel, message: &str) -> Option<&'h str> {
    if hook.channel_id.is_some() && hook.channel_id != channel.id {
        return None;
    }
    if hook.trigger_words.is_empty() {
        return hook.channel_id.is_some().then_some("");
    }
    let first = message.split_whitespace().next()?;
    let hears = |word: &&String| match hook.trigger_when {
        TRIGGER_PREFIX => first.starts_with(word.as_str()),
        _ => first == word.as_str(),
    };
    hook.trigger_words.iter().find(hears).map(String::as_str)
}

async fn payload(app: &App, author: &User, channel: &Channel, post: &Post, word: &str) -> Result<OutgoingHookCall> {
    let team_domain = app.world.team(channel.team_id).await?.map(|team| team.name.clone()).unwrap_or_default();
    let files: Vec<String> = post.files().iter().map(ToString::to_string).collect();
    Ok(OutgoingHookCall {
        team_id: channel.team_id,
        team_domain,
        channel_id: channel.id,
        channel_name: channel.name.clone(),
        timestamp: post.create_at,
        user_id: author.id,
        user_name: author.username.clone(),
        post_id: post.id,
        text: post.message.clone(),
        trigger_word: word.to_owned(),
        file_ids: files.join(","),
        ..OutgoingHookCall::default()
    })
}

/// Makes one call and posts what it answers.
async fn run(app: &Arc<App>, hook: &OutgoingHook, post: &Post, call: &OutgoingHookCall, address: &str) -> Result<()> {
    let failed =
        |cause: String| ApiError::internal("api.outgoing_webhook.call.app_error", "The call failed.").because(cause);
    let url = Url::parse(address).map_err(|error| failed(error.to_string()))?;
    let (kind, body) = match hook.content_type.as_str() {
        JSON => (JSON, serde_json::to_string(call).expect("wire types are JSON")),
        _ => (FORM, form(call)),
    };
    let request = Request::post(url, kind, body, app.integration_timeout()).with(header::ACCEPT, JSON);
    let answered = app.call_out(request).await.map_err(|error| failed(error.to_string()))?;
    if !answered.status.is_success() {
        return Err(failed(format!("status {}", answered.status)));
    }
    // Programs that have nothing to say answer with nothing, or with words for nobody.
    let Ok(answer) = wire::json::read_loose::<OutgoingHookAnswer>(&answered.body) else { return Ok(()) };
    say(app, hook, post, answer).await
}

async fn say(app: &Arc<App>, hook: &OutgoingHook, post: &Post, answer: OutgoingHookAnswer) -> Result<()> {
    let text = answer.text.unwrap_or_default();
    if text.is_empty() && answer.attachments.is_empty() {
        return Ok(());
    }
    let Some(channel) = app.world.channel(post.channel_id).await? else { return Ok(()) };
    let Some(author) = speaker(app, hook, &channel).await? else { return Ok(()) };
    allowed(app.can_speak(&author, &channel).await?)?;
    rules::posts::must_not_be_system_type(&answer.kind)?;
    let first = |given: &str, own: &str| if given.is_empty() { own.to_owned() } else { given.to_owned() };
    let username = first(&first(&answer.username, &hook.username), DEFAULT_NAME);
    let icon_url = first(&answer.icon_url, &hook.icon_url);
    let mask = Mask { username: &username, icon_url: &icon_url, display_name: &hook.display_name, icon_emoji: "" };
    let comments = answer.response_type.eq_ignore_ascii_case(RESPONSE_COMMENT) && post.is_root();
    let said = Said {
        channel_id: post.channel_id,
        root_id: if comments { post.id } else { post.root_id },
        text,
        kind: answer.kind,
        props: voice::props(app, &answer.props, mask).await?,
        attachments: answer.attachments,
        priority: answer.priority,
    };
    voice::say(app, &author, said).await
}

/// The call as a form, in which the time is in seconds.
fn form(call: &OutgoingHookCall) -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("token", &call.token)
        .append_pair("team_id", &call.team_id.to_string())
        .append_pair("team_domain", &call.team_domain)
        .append_pair("channel_id", &call.channel_id.to_string())
        .append_pair("channel_name", &call.channel_name)
        .append_pair("timestamp", &(call.timestamp / 1000).to_string())
        .append_pair("user_id", &call.user_id.to_string())
        .append_pair("user_name", &call.user_name)
        .append_pair("post_id", &call.post_id.to_string())
        .append_pair("text", &call.text)
        .append_pair("trigger_word", &call.trigger_word)
        .append_pair("file_ids", &call.file_ids);
    form.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hook(words: &[&str], trigger_when: i64) -> OutgoingHook {
        let trigger_words = words.iter().map(|word| (*word).to_owned()).collect();
        OutgoingHook { trigger_words, trigger_when, ..OutgoingHook::default() }
    }

    #[test]
    fn the_first_word_decides() {
        let channel = Channel::default();
        let exact = hook(&["alert", "alarm"], 0);
        assert_eq!(trigger(&exact, &channel, "  alarm the crew"), Some("alarm"));
        assert_eq!(trigger(&exact, &channel, "the alarm"), None);
        assert_eq!(trigger(&exact, &channel, "alarming"), None);
        assert_eq!(trigger(&hook(&["alarm"], 1), &channel, "alarming"), Some("alarm"));
        assert_eq!(trigger(&exact, &channel, " "), None);
    }

    #[test]
    fn without_words_a_webhook_hears_its_own_channel_only() {
        let channel = Channel { id: base::ids::ChannelId(base::Id([7; 16])), ..Channel::default() };
        let own = OutgoingHook { channel_id: channel.id, ..hook(&[], 0) };
        assert_eq!(trigger(&own, &channel, "anything"), Some(""));
        assert_eq!(trigger(&hook(&[], 0), &channel, "anything"), None);
        assert_eq!(trigger(&own, &Channel::default(), "anything"), None);
    }
}
