//! Asking what a post's links lead to.
//!
//! A post never waits for other sites. What is known of its addresses is shown at once ([`crate::shown::links`]); the
//! rest is asked after the post is durable, and the channel is told when that has come.

use std::sync::Arc;

use base::Id;
use node::error::Result;
use request::App;
use wire::channels::Channel;
use wire::posts::Post;

use crate::linked;
use crate::linked::{Known, hash};
use crate::posts::edit;
use crate::shown::links::{Addresses, may_have_some};

/// Asks what the addresses of a durable post lead to, where that is not known, and then tells the channel.
pub fn complete_later(app: &Arc<App>, channel: &Arc<Channel>, post: &Post) {
    if !may_have_some(post) || !app.config().links.enable_previews {
        return;
    }
    let bare = Post { metadata: None, ..post.clone() };
    let Some(addresses) = Addresses::of(app, &bare) else { return };
    let (app, channel, id) = (app.clone(), channel.clone(), post.id);
    base::tasks::spawn("link-preview", async move {
        if let Err(error) = complete(&app, &channel, id, addresses).await {
            tracing::warn!(post.id = %id, error = %error.message, "the links of a post could not be followed");
        }
    });
}

async fn complete(app: &Arc<App>, channel: &Channel, id: base::ids::PostId, addresses: Addresses) -> Result<()> {
    let hashes: Vec<Id> = addresses.all().map(|url| hash(url)).collect();
    let (known, now) = (linked::known(app, &hashes).await?, app.clock.now());
    let mut asked = false;
    for url in addresses.all() {
        let mut found = known.get(&hash(url)).filter(|known| known.is_fresh(now)).cloned();
        if found.is_none() {
            found = linked::fetch(app, url).await?;
            asked |= found.is_some();
        }
        if let Some(picture) = found.as_ref().and_then(Known::picture_of_page)
            && linked::may_fetch(app, picture)
            && linked::known(app, &[hash(picture)]).await?.values().all(|known| !known.is_fresh(now))
        {
            asked |= linked::fetch(app, picture).await?.is_some();
        }
    }
    // Edited or deleted since: the edit asked for its own addresses.
    let Some(post) = app.live_post(id).await?.filter(|_| asked) else { return Ok(()) };
    tell(app, channel, post).await
}

async fn tell(app: &Arc<App>, channel: &Channel, mut post: Post) -> Result<()> {
    let now = app.clock.now();
    let files = app.store.files_of_posts(&[post.id]).await?;
    let mut change = app.change();
    // Whoever asks for what is new since a time gets the post again.
    change.write(store::posts::touch_unedited(&post, now));
    post.update_at = post.update_at.max(now);
    edit::announce(app, &mut change, channel, post, &files).await?;
    match change.commit().await {
        // Whoever edited it in between told the channel, and asks for the links of what it says now.
        Ok(_) | Err(store::Error::Unmet { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
