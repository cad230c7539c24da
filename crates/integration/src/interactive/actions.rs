//! Clicks on buttons and choices from menus under posts.

use std::sync::Arc;

use base::ids::PostId;
use conversation::interactive::Key;
use conversation::interactive::trigger;
use conversation::posts::{edit, ephemeral};
use node::error::{ApiError, Result};
use organisation::channels;
use outward::outbound::Request;
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use serde::Deserialize;
use serde_json::Value;
use url::Url;
use wire::attachments::{ActionAnswer, ActionCall, ActionDone, ActionForm, Attachment, PostAction};
use wire::channels::Channel;
use wire::errors::ids;
use wire::omit::JsonMap;
use wire::posts::{PROP_ATTACHMENTS, PROP_OVERRIDE_ICON_EMOJI, PROP_OVERRIDE_ICON_URL, PROP_OVERRIDE_USERNAME, Post};

use crate::webhooks::slack;

/// Under which name a post speaks stays what it was, whatever an update says; so does where it comes from, at the edit.
const KEPT_PROPS: &[&str] = &[PROP_OVERRIDE_USERNAME, PROP_OVERRIDE_ICON_URL, PROP_OVERRIDE_ICON_EMOJI];

const SELECTED: &str = "selected_option";

/// Where a click happened.
struct Clicked {
    /// None for posts that are not stored.
    post: Option<Post>,
    post_id: PostId,
    root_id: PostId,
    channel: Arc<Channel>,
    action: PostAction,
}

/// `POST /posts/{post_id}/actions/{action_id}`
pub async fn act(mut call: Call) -> Answer {
    let form: ActionForm = call.json_or_default("body").await?;
    let clicked = find(&call, &form).await?;
    let trigger = trigger::new(&call.app, call.my_id(), clicked.channel.id);
    let answer = ask(&call, &clicked, &form, trigger.text).await?;
    if let (Some(update), Some(post)) = (answer.update, &clicked.post) {
        rewrite(&call.app, &clicked.channel, post, update).await?;
    }
    if !answer.ephemeral_text.is_empty() {
        let mut text = answer.ephemeral_text;
        if !answer.skip_slack_parsing {
            slack::translate(&call.app, &mut text, &mut []).await?;
        }
        let post = Post {
            channel_id: clicked.channel.id,
            root_id: clicked.root_id,
            user_id: call.my_id(),
            message: text,
            ..Post::default()
        };
        ephemeral::send(&call.app, call.my_id(), post).await?;
    }
    Ok(Reply::json(&ActionDone { status: "OK".into(), trigger_id: trigger.name }))
}

async fn find(call: &Call, form: &ActionForm) -> Result<Clicked> {
    let post_id: PostId = call.id("post_id")?;
    let name = call.text("action_id").to_owned();
    let unknown = || ApiError::not_found(ids::API_POST_DO_ACTION_ACTION_ID, "The post has no such button.");
    if let Some(post) = call.app.store.post(post_id).await?.filter(|post| !post.is_deleted()) {
        call.must_in_channel(post.channel_id, Permission::ReadChannelContent).await?;
        let channel = channels::find(&call.app, post.channel_id).await?;
        let action = action_of(&post, &name).ok_or_else(unknown)?;
        let root_id = if post.is_root() { post.id } else { post.root_id };
        return Ok(Clicked { post_id, root_id, channel, action, post: Some(post) });
    }
    if form.cookie.is_empty() {
        return Err(ApiError::permissions());
    }
    let cookie = call.app.of::<Key>().open(&form.cookie).filter(|cookie| cookie.post_id == post_id);
    let cookie = cookie.filter(|cookie| cookie.action.id == name).ok_or_else(unknown)?;
    call.must_in_channel(cookie.channel_id, Permission::ReadChannelContent).await?;
    let channel = channels::find(&call.app, cookie.channel_id).await?;
    Ok(Clicked { post: None, post_id, root_id: cookie.root_id, channel, action: cookie.action })
}

fn action_of(post: &Post, name: &str) -> Option<PostAction> {
    let Some(Value::Array(attachments)) = post.props.get(PROP_ATTACHMENTS) else { return None };
    let attachments = attachments.iter().filter_map(|value| Attachment::deserialize(value).ok());
    let mut actions = attachments.flat_map(|attachment| attachment.actions);
    actions.find(|action| action.id == name && action.integration.is_some())
}

/// Tells the program of the click and reads what it answers.
async fn ask(call: &Call, clicked: &Clicked, form: &ActionForm, trigger_id: String) -> Result<ActionAnswer> {
    let integration = clicked.action.integration.clone().unwrap_or_default();
    let mut context = integration.context;
    if !form.selected_option.is_empty() {
        context.insert(SELECTED.into(), form.selected_option.clone().into());
    }
    let team = call.app.world.team(clicked.channel.team_id).await?;
    let told = ActionCall {
        user_id: call.my_id(),
        user_name: call.me().username.clone(),
        channel_id: clicked.channel.id,
        channel_name: clicked.channel.name.clone(),
        team_id: clicked.channel.team_id,
        team_domain: team.map(|team| team.name.clone()).unwrap_or_default(),
        post_id: clicked.post_id,
        trigger_id,
        kind: clicked.action.kind.clone(),
        data_source: clicked.action.data_source.clone(),
        context,
    };
    let body = post_json(&call.app, &integration.url, &told).await?;
    if body.is_empty() {
        return Ok(ActionAnswer::default());
    }
    wire::json::read_loose(&body).map_err(failed)
}

/// Posts JSON to a program; its answer's body.
///
/// # Errors
/// 400 when the program cannot be reached or refuses.
pub async fn post_json<T: serde::Serialize>(app: &Arc<App>, address: &str, told: &T) -> Result<bytes::Bytes> {
    let url = Url::parse(address).map_err(failed)?;
    let body = serde_json::to_string(told).expect("wire types are JSON");
    let request = Request::post(url, "application/json", body, app.integration_timeout())
        .with(http::header::ACCEPT, "application/json");
    let answered = app.call_out(request).await.map_err(failed)?;
    if answered.status != http::StatusCode::OK {
        return Err(failed(format!("status {}", answered.status)));
    }
    Ok(answered.body)
}

fn failed(cause: impl ToString) -> ApiError {
    let text = "The program behind this did not answer as it should.";
    ApiError::bad_request("api.post.do_action.action_integration.app_error", text).because(cause)
}

/// What an update says of a post.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Update {
    message: Option<String>,
    props: Option<JsonMap>,
}

/// Replaces text and properties of a post as its program says.
async fn rewrite(app: &Arc<App>, channel: &Channel, old: &Post, update: Value) -> Result<()> {
    let update: Update = wire::json::from_value(&update).map_err(failed)?;
    let mut new = old.clone();
    if let Some(mut message) = update.message {
        slack::translate(app, &mut message, &mut []).await?;
        new.message = message;
    }
    if let Some(mut props) = update.props {
        for name in KEPT_PROPS {
            props.remove(*name);
            if let Some(value) = old.props.get(*name) {
                props.insert((*name).to_owned(), value.clone());
            }
        }
        new.props = props;
    }
    conversation::interactive::name_actions(&mut new);
    edit::by_server(app, channel, old, new).await
}
