//! How an integration speaks: under the account it belongs to, with a name, a picture and attachments of its own.

use std::sync::Arc;

use base::ids::{ChannelId, PostId};
use conversation::posts::create;
use conversation::posts::new::{NewPost, SetOnline};
use conversation::source::Source;
use conversation::system_emoji;
use node::error::Result;
use request::App;
use serde_json::Value;
use wire::attachments::Attachment;
use wire::omit::JsonMap;
use wire::posts::{
    PROP_ATTACHMENTS, PROP_FROM_WEBHOOK, PROP_OVERRIDE_ICON_EMOJI, PROP_OVERRIDE_ICON_URL, PROP_OVERRIDE_USERNAME,
    PROP_WEBHOOK_DISPLAY_NAME, Post, PostMetadata, Priority, SLACK_ATTACHMENT,
};
use wire::users::User;

use crate::webhooks::slack;

/// The name of webhooks that have none.
pub const DEFAULT_NAME: &str = "webhook";

/// What an integration says.
#[derive(Debug, Clone, Default)]
pub struct Said {
    pub channel_id: ChannelId,
    pub root_id: PostId,
    pub text: String,
    pub kind: String,
    pub props: JsonMap,
    pub attachments: Vec<Attachment>,
    pub priority: Option<Priority>,
}

/// Under what name it says it. Empty texts leave the account's own.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mask<'a> {
    pub username: &'a str,
    pub icon_url: &'a str,
    pub icon_emoji: &'a str,
    /// The webhook's name, for those who ask what posted this.
    pub display_name: &'a str,
}

/// Puts the mask into a post's properties, as far as the configuration lets integrations wear one. An emoji goes before
/// a picture, and brings the address of its own.
async fn wear(app: &App, props: &mut JsonMap, mask: Mask<'_>) -> Result<()> {
    let config = app.config();
    let mut set = |name: &str, value: &str| drop(props.insert(name.to_owned(), Value::from(value)));
    if config.integrations.enable_username_override && !mask.username.is_empty() {
        set(PROP_OVERRIDE_USERNAME, mask.username);
    }
    if !config.integrations.enable_icon_override {
        return Ok(());
    }
    if !mask.icon_url.is_empty() {
        set(PROP_OVERRIDE_ICON_URL, mask.icon_url);
    }
    if !mask.icon_emoji.is_empty() {
        set(PROP_OVERRIDE_ICON_EMOJI, mask.icon_emoji);
        if let Some(address) = system_emoji::address(app, mask.icon_emoji).await? {
            set(PROP_OVERRIDE_ICON_URL, &address);
        }
    }
    Ok(())
}

/// The properties of a webhook's post: what it gave, without what only the server says, under its mask.
///
/// # Errors
/// When the store does not answer.
pub async fn props(app: &App, given: &JsonMap, mask: Mask<'_>) -> Result<JsonMap> {
    let mut props = given.clone();
    props.insert(PROP_FROM_WEBHOOK.into(), "true".into());
    props.insert(PROP_WEBHOOK_DISPLAY_NAME.into(), mask.display_name.into());
    wear(app, &mut props, mask).await?;
    Ok(props)
}

/// Posts what a webhook says, as several posts when the text is too long for one; attachments come with the last.
///
/// # Errors
/// As [`create::create`].
pub async fn say(app: &Arc<App>, author: &Arc<User>, mut said: Said) -> Result<()> {
    slack::translate(app, &mut said.text, &mut said.attachments).await?;
    let text = std::mem::take(&mut said.text);
    let mut parts = split(&text, rules::posts::MESSAGE_LEN_MAX);
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let post = Post { message: part.to_owned(), ..post(&said) };
        write(app, author, post).await?;
    }
    let mut post = Post { message: last.to_owned(), ..post(&said) };
    attach(&mut post, said.attachments);
    write(app, author, post).await
}

fn post(said: &Said) -> Post {
    Post {
        channel_id: said.channel_id,
        root_id: said.root_id,
        kind: said.kind.clone(),
        props: said.props.clone(),
        metadata: Some(Box::new(PostMetadata { priority: said.priority.clone(), ..PostMetadata::default() })),
        ..Post::default()
    }
}

/// Hangs attachments under a post, which makes it one of theirs.
pub fn attach(post: &mut Post, attachments: Vec<Attachment>) {
    if attachments.is_empty() {
        return;
    }
    let value = serde_json::to_value(attachments).expect("wire types are JSON");
    post.props.insert(PROP_ATTACHMENTS.into(), value);
    if post.kind.is_empty() {
        post.kind = SLACK_ATTACHMENT.into();
    }
}

async fn write(app: &Arc<App>, author: &Arc<User>, post: Post) -> Result<()> {
    let new = NewPost { author: author.clone(), post, source: Source::Webhook, set_online: SetOnline::No };
    create::create(app, new).await?;
    app.metrics.content.webhook_posts.inc();
    Ok(())
}

/// Cuts a text into pieces of at most `len_max` characters, at the end of a line or between words where there is one
/// in the second half of the piece. At least one piece, which may be empty.
pub fn split(text: &str, len_max: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((end, _)) = rest.char_indices().nth(len_max) {
        let piece = &rest[..end];
        let at = [piece.rfind('\n'), piece.rfind(' ')].into_iter().flatten().find(|at| *at > end / 2).unwrap_or(end);
        parts.push(&rest[..at]);
        rest = if at < end { &rest[at + 1..] } else { &rest[at..] };
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_words() {
        assert_eq!(split("", 5), [""]);
        assert_eq!(split("abcde", 5), ["abcde"]);
        assert_eq!(split("abc defgh", 5), ["abc", "defgh"]);
        assert_eq!(split("abcdefgh", 5), ["abcde", "fgh"]);
        assert_eq!(split("ééééééé", 5), ["ééééé", "éé"]);
    }
}
