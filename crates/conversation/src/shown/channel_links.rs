//! `~channel` in a post: what clients need to make links of the names.

use std::sync::Arc;

use node::error::Result;
use serde_json::{Map, Value, json};
use wire::channels::Channel;
use wire::posts::{PROP_CHANNEL_MENTIONS, Post};

use request::App;

/// Notes in the properties which of the named channels are open ones of the team that the author may read.
///
/// # Errors
/// When the store does not answer.
pub async fn fill(app: &Arc<App>, channel: &Channel, post: &mut Post) -> Result<()> {
    post.props.remove(PROP_CHANNEL_MENTIONS);
    if channel.is_direct_or_group() || post.is_system() {
        return Ok(());
    }
    let names = text::channel_links::channel_links(&post.message);
    if names.is_empty() {
        return Ok(());
    }
    Box::pin(link(app, channel, post, &names)).await
}

async fn link(app: &Arc<App>, channel: &Channel, post: &mut Post, names: &[String]) -> Result<()> {
    let named = app.store.channels_by_names(channel.team_id, names).await?;
    let Some(team) = app.world.team(channel.team_id).await? else { return Ok(()) };
    let Some(author) = app.world.user(post.user_id).await? else { return Ok(()) };
    let mut links = Map::<String, Value>::new();
    for one in named.into_iter().filter(|one| one.is_open() && one.delete_at == 0) {
        if app.can_read(&author, &one).await? {
            let link = json!({"display_name": one.display_name, "team_name": team.name, "id": one.id});
            links.insert(one.name, link);
        }
    }
    if !links.is_empty() {
        post.props.insert(PROP_CHANNEL_MENTIONS.into(), Value::Object(links));
    }
    Ok(())
}
