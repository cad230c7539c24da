//! What the author of a post is told of names in it that call nobody.

use std::sync::Arc;

use base::ids::UserId;
use node::error::Result;
use request::App;
use wire::channels::Channel;
use wire::posts::Post;
use wire::users::User;

use crate::mentions::Called;
use crate::posts::ephemeral;

/// Tells the author what became of names that call nobody.
///
/// # Errors
/// When the store does not answer.
pub async fn give(app: &Arc<App>, author: &User, channel: &Channel, post: &Post, called: &Called) -> Result<()> {
    if !called.outsiders.is_empty() && !author.is_bot && !post.is_system() {
        ephemeral::send(app, author.id, outsiders_hint(app, channel, post, &called.outsiders)).await?;
    }
    let text = match called.too_many {
        Some(most) => format!("Channel-wide mentions are disabled in channels with more than {most} members."),
        None if called.denied => "Channel-wide mentions are disabled for you in this channel.".to_owned(),
        None => return Ok(()),
    };
    let notice = Post { channel_id: channel.id, root_id: post.root_id, message: text, ..Post::default() };
    ephemeral::send(app, author.id, notice).await?;
    Ok(())
}

/// The hint from which clients offer to add people to the channel.
fn outsiders_hint(app: &App, channel: &Channel, post: &Post, outsiders: &[Arc<User>]) -> Post {
    let id = app.ids.next();
    let names: Vec<&str> = outsiders.iter().map(|user| user.username.as_str()).collect();
    let ids: Vec<UserId> = outsiders.iter().map(|user| user.id).collect();
    let offer = serde_json::json!({
        "post_id": base::ids::PostId::to_string(&id),
        "usernames": names, "not_in_channel_usernames": names,
        "user_ids": ids, "not_in_channel_user_ids": ids,
        "not_in_groups_usernames": [], "not_in_groups_user_ids": [],
    });
    let list: Vec<String> = names.iter().map(|name| format!("@{name}")).collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    let mut hint = Post {
        id,
        channel_id: channel.id,
        root_id: post.root_id,
        message: format!("{} {verb} not in this channel and did not get notified.", list.join(", ")),
        ..Post::default()
    };
    hint.props.insert(wire::posts::PROP_ADD_CHANNEL_MEMBER.into(), offer);
    hint
}
