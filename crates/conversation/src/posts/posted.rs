//! The event `posted`: what everybody in the channel is told, and what some are told beyond that.

use std::collections::HashMap;

use base::ids::UserId;
use delivery::hub::{Event, Personal};
use metrics::{NotificationPlatform, NotificationType};
use node::error::Result;
use request::App;
use wire::channels::Channel;
use wire::events::{Broadcast, EncodedEvent, EventName, Extra, ForRecipient, JsonText, Posted};
use wire::files::FileInfo;
use wire::posts::{PROP_OVERRIDE_USERNAME, Post};
use wire::users::User;

use crate::mentions::Called;
use crate::posts::new::SetOnline;
use crate::shown::permalinks;
use crate::shown::permalinks::Preview;

/// How clients are told that the server speaks.
const SYSTEM_SENDER: &str = "System";

/// What the event tells of.
pub struct Telling<'a> {
    pub post: &'a Post,
    pub json: &'a str,
    pub author: &'a User,
    pub channel: &'a Channel,
    pub files: &'a [FileInfo],
    pub set_online: SetOnline,
}

/// The event for the channel.
pub fn event(app: &App, telling: &Telling<'_>, called: &Called, followers: &[UserId]) -> Event {
    let encoded = encode(app, telling, telling.json.to_owned());
    let personal = personal(telling.post, called, followers);
    if app.config().metrics.enable_notification_metrics {
        let others = personal.len() - usize::from(personal.contains_key(&telling.post.user_id));
        let label = (NotificationType::Websocket, NotificationPlatform::None);
        app.metrics.content.notifications.add(label, others as u64);
    }
    Event { personal, shown_to: Some(app.world.keyword_index.want_all()), ..Event::plain(encoded) }
}

/// Leaves what the post shows of another channel to those who may read that. Administrators and others who may read
/// without belonging to the team see it on reading the post.
///
/// # Errors
/// When the store does not answer.
pub async fn keep_preview_private(
    app: &App,
    telling: &Telling<'_>,
    preview: &Preview,
    event: &mut Event,
) -> Result<()> {
    if preview.channel.id == telling.channel.id {
        return Ok(());
    }
    let mut bare = telling.post.clone();
    permalinks::strip(&mut bare);
    event.encoded = encode(app, telling, json(&bare));
    let encode = |fuller: &Post| encode(app, telling, json(fuller));
    permalinks::show_to_readers(app, telling.channel, event, (&bare, preview), encode).await
}

fn json(post: &Post) -> String {
    serde_json::to_string(post).expect("wire types are JSON")
}

fn encode(app: &App, telling: &Telling<'_>, json: String) -> EncodedEvent {
    let data = data(app, telling, json);
    EncodedEvent::new(EventName::Posted, &data, Broadcast::to_channel(telling.channel.id))
}

/// What clients are told of a post; `json` is the post as they may see it.
pub fn data(app: &App, telling: &Telling<'_>, json: String) -> Posted {
    let Telling { post, author, channel, files, set_online, .. } = *telling;
    let flag = |yes: bool| if yes { "true".to_owned() } else { String::new() };
    let sender = format!("@{}", author.username);
    Posted {
        channel_type: channel.kind.clone(),
        channel_display_name: if channel.is_direct() { sender.clone() } else { channel.display_name.clone() },
        channel_name: channel.name.clone(),
        sender_name: if channel.is_direct() && !post.is_system() { sender } else { sender_name(app, post, sender) },
        team_id: channel.team_id,
        set_online: set_online == SetOnline::Yes,
        post: JsonText(json),
        other_file: flag(!files.is_empty()),
        image: flag(files.iter().any(|file| file.mime_type.starts_with("image/"))),
    }
}

fn sender_name(app: &App, post: &Post, sender: String) -> String {
    if post.is_system() {
        return SYSTEM_SENDER.to_owned();
    }
    let name = post.prop(PROP_OVERRIDE_USERNAME);
    if post.is_from_webhook() && !name.is_empty() && app.config().integrations.enable_username_override {
        return name.to_owned();
    }
    sender
}

/// What those are told whom the post calls, or who follow its thread.
fn personal(post: &Post, called: &Called, followers: &[UserId]) -> HashMap<UserId, Personal> {
    let author = post.user_id;
    let mut told: HashMap<UserId, ForRecipient> = HashMap::new();
    for &user in &called.users {
        let one = told.entry(user).or_default();
        *one = std::mem::take(one).mentioned(user);
    }
    for &user in followers.iter().filter(|&&user| user != author || post.is_from_webhook()) {
        let one = told.entry(user).or_default();
        *one = std::mem::take(one).following(user);
    }
    told.into_iter()
        .map(|(user, one)| {
            let extra = Extra::of(&one);
            let extra_to_ack = Extra::of(&ForRecipient { should_ack: user != author, ..one });
            (user, Personal { extra, extra_to_ack })
        })
        .collect()
}
