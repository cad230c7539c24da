//! What a command answers, made into posts: for the whole channel, or for the caller alone.

use std::sync::Arc;

use base::ids::{ChannelId, PostId};
use conversation::posts::create;
use conversation::posts::ephemeral;
use conversation::posts::new::{NewPost, SetOnline};
use conversation::source::Source;
use node::error::Result;
use permissions::Permission;
use request::App;
use request::permit::allowed;
use serde_json::Value;
use wire::commands::{Command, CommandResponse, IN_CHANNEL};
use wire::omit::JsonMap;
use wire::posts::{PROP_FROM_WEBHOOK, PROP_OVERRIDE_ICON_URL, PROP_OVERRIDE_USERNAME, Post};
use wire::users::User;

use crate::commands::execute::Caller;
use crate::webhooks::{slack, voice};

/// Answers of one command that become posts.
const EXTRA_MAX: usize = 20;

/// Where an answer goes, and to whom.
pub struct Place {
    pub user: Arc<User>,
    pub channel_id: ChannelId,
    pub root_id: PostId,
}

/// Shows the answer of a command that was just run. `command` is none for those of the server.
///
/// # Errors
/// When an answer names a channel in which the caller may not write, or makes no post.
pub async fn show(caller: &Caller<'_>, command: Option<&Command>, response: &CommandResponse) -> Result<()> {
    let place = Place { user: caller.call.me().clone(), channel_id: caller.channel.id, root_id: caller.root_id };
    show_at(&caller.call.app, &place, command, response).await
}

/// Shows an answer and those that come with it.
///
/// # Errors
/// As [`show`].
pub async fn show_at(
    app: &Arc<App>,
    place: &Place,
    command: Option<&Command>,
    response: &CommandResponse,
) -> Result<()> {
    let extra = response.extra_responses.iter().flatten().take(EXTRA_MAX);
    for one in std::iter::once(response).chain(extra) {
        show_one(app, place, command, one).await?;
    }
    Ok(())
}

async fn show_one(app: &Arc<App>, place: &Place, command: Option<&Command>, response: &CommandResponse) -> Result<()> {
    let mut attachments = response.attachments.clone().unwrap_or_default();
    if response.text.is_empty() && attachments.is_empty() {
        return Ok(());
    }
    let mut message = response.text.clone();
    if command.is_some() && !response.skip_slack_parsing {
        slack::translate(app, &mut message, &mut attachments).await?;
    }
    let mut post = Post {
        channel_id: place.channel_id,
        root_id: place.root_id,
        kind: response.kind.clone(),
        props: props(app, command, response),
        message,
        ..Post::default()
    };
    if response.channel_id.is_some() && response.channel_id != place.channel_id {
        let rights = app.channel_rights(&place.user, response.channel_id).await?;
        allowed(rights.contains(Permission::CreatePost))?;
        (post.channel_id, post.root_id) = (response.channel_id, PostId::NONE);
    }
    voice::attach(&mut post, attachments);
    if response.response_type.eq_ignore_ascii_case(IN_CHANNEL) {
        let author = place.user.clone();
        let new = NewPost { author, post, source: Source::Command, set_online: SetOnline::Yes };
        create::create(app, new).await?;
    } else {
        Source::Command.admit(app, &place.user, &mut post)?;
        post.user_id = place.user.id;
        ephemeral::send(app, place.user.id, post).await?;
    }
    Ok(())
}

fn props(app: &App, command: Option<&Command>, response: &CommandResponse) -> JsonMap {
    let config = app.config();
    let mut props = response.props.clone().unwrap_or_default();
    let mut set = |name: &str, value: &str| drop(props.insert(name.to_owned(), Value::from(value)));
    let first =
        |own: Option<&String>, given: &str| own.filter(|own| !own.is_empty()).map_or(given.to_owned(), Clone::clone);
    if command.is_some() {
        set(PROP_FROM_WEBHOOK, "true");
        let name = first(command.map(|command| &command.username), &response.username);
        if config.integrations.enable_username_override && !name.is_empty() {
            set(PROP_OVERRIDE_USERNAME, &name);
        }
    }
    if config.integrations.enable_icon_override {
        // Clients take the empty address for the word that there is no other picture.
        set(PROP_OVERRIDE_ICON_URL, &first(command.map(|command| &command.icon_url), &response.icon_url));
    }
    props
}
