//! What a channel says about itself: who came and went, what it is called now.
//!
//! Clients draw these posts from kind and properties; the text is for those that do not.

use std::sync::Arc;

use node::error::Result;
use serde_json::Value;
use wire::channels::Channel;
use wire::omit::JsonMap;
use wire::posts;
use wire::users::User;

use conversation::posts::system;
use request::App;

fn props<const N: usize>(pairs: [(&str, &str); N]) -> JsonMap {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), Value::from(value))).collect()
}

fn by(author: &User) -> JsonMap {
    props([("username", &author.username)])
}

/// The user came without anybody's help.
pub async fn joined(app: &Arc<App>, channel: &Channel, user: &User) -> Result<()> {
    let kind = if user.is_guest() { posts::GUEST_JOIN_CHANNEL } else { posts::JOIN_CHANNEL };
    let text = format!("{} joined the channel.", user.username);
    system::post(app, channel, user, kind, text, by(user)).await
}

/// The user was brought in by another.
pub async fn added(app: &Arc<App>, channel: &Channel, user: &User, author: &User) -> Result<()> {
    let kind = if user.is_guest() { posts::ADD_GUEST_TO_CHANNEL } else { posts::ADD_TO_CHANNEL };
    let text = format!("{} added to the channel by {}.", user.username, author.username);
    let props = props([
        ("userId", &author.id.to_string()),
        ("username", &author.username),
        ("addedUserId", &user.id.to_string()),
        ("addedUsername", &user.username),
    ]);
    system::post(app, channel, author, kind, text, props).await
}

pub async fn left(app: &Arc<App>, channel: &Channel, user: &User) -> Result<()> {
    let text = format!("{} left the channel.", user.username);
    system::post(app, channel, user, posts::LEAVE_CHANNEL, text, by(user)).await
}

pub async fn removed(app: &Arc<App>, channel: &Channel, user: &User, author: &User) -> Result<()> {
    let text = format!("{} was removed from the channel.", user.username);
    let props = props([("removedUserId", &user.id.to_string()), ("removedUsername", &user.username)]);
    system::post(app, channel, author, posts::REMOVE_FROM_CHANNEL, text, props).await
}

/// Says which of the channel's texts changed, each in a post of its own.
pub async fn texts_changed(app: &Arc<App>, old: &Channel, new: &Channel, author: &User) -> Result<()> {
    if old.display_name != new.display_name {
        renamed(app, old, new, author).await?;
    }
    if old.header != new.header {
        let text = changed(&author.username, "header", &old.header, &new.header);
        let props = props([("username", &author.username), ("old_header", &old.header), ("new_header", &new.header)]);
        system::post(app, new, author, posts::HEADER_CHANGE, text, props).await?;
    }
    if old.purpose != new.purpose {
        let text = changed(&author.username, "purpose", &old.purpose, &new.purpose);
        let props =
            props([("username", &author.username), ("old_purpose", &old.purpose), ("new_purpose", &new.purpose)]);
        system::post(app, new, author, posts::PURPOSE_CHANGE, text, props).await?;
    }
    Ok(())
}

pub async fn renamed(app: &Arc<App>, old: &Channel, new: &Channel, author: &User) -> Result<()> {
    let text = changed(&author.username, "display name", &old.display_name, &new.display_name);
    let props = props([
        ("username", &author.username),
        ("old_displayname", &old.display_name),
        ("new_displayname", &new.display_name),
    ]);
    system::post(app, new, author, posts::DISPLAY_NAME_CHANGE, text, props).await
}

fn changed(who: &str, what: &str, old: &str, new: &str) -> String {
    match (old.is_empty(), new.is_empty()) {
        (true, _) => format!("{who} updated the channel {what} to: {new}"),
        (false, true) => format!("{who} removed the channel {what} (was: {old})"),
        (false, false) => format!("{who} updated the channel {what} from: {old} to: {new}"),
    }
}

pub async fn privacy_changed(app: &Arc<App>, channel: &Channel, author: &User) -> Result<()> {
    let text = match channel.is_private() {
        true => "This channel has been converted to a private channel.",
        false => "This channel has been converted to a public channel and can be joined by any team member.",
    };
    system::post(app, channel, author, posts::CHANGE_PRIVACY, text.to_owned(), by(author)).await
}

pub async fn archived(app: &Arc<App>, channel: &Channel, author: &User) -> Result<()> {
    let text = format!("{} archived the channel.", author.username);
    system::post(app, channel, author, posts::CHANNEL_DELETED, text, by(author)).await
}

pub async fn restored(app: &Arc<App>, channel: &Channel, author: &User) -> Result<()> {
    let text = format!("{} unarchived the channel.", author.username);
    system::post(app, channel, author, posts::CHANNEL_RESTORED, text, by(author)).await
}

/// Nothing is written into an archived channel, which can be moved all the same.
pub async fn moved(app: &Arc<App>, channel: &Channel, author: &User, from: &str) -> Result<()> {
    if channel.is_archived() {
        return Ok(());
    }
    let text = format!("This channel has been moved to this team from {from}.");
    system::post(app, channel, author, posts::MOVE_CHANNEL, text, by(author)).await
}

pub async fn converted(app: &Arc<App>, channel: &Channel, author: &User) -> Result<()> {
    let text = format!("{} created this channel from a group message.", author.username);
    system::post(app, channel, author, posts::GROUP_TO_CHANNEL, text, by(author)).await
}
