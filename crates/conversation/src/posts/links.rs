//! What a post's first link leads to, and how large the pictures in it are.
//!
//! A post never waits for other sites. What is known of its addresses is shown at once; the rest is
//! asked after the post is durable, and the channel is told when that has come ([`complete_later`]).

use std::collections::HashMap;
use std::sync::Arc;

use base::Id;
use node::error::Result;
use wire::channels::Channel;
use wire::posts::{EMBED_IMAGE, EMBED_LINK, EMBED_OPENGRAPH, Embed, PROP_ATTACHMENTS, PROP_PREVIEWED_POST, Post};

use crate::linked;
use crate::linked::{Known, hash};
use crate::posts::edit;
use request::App;

/// Pictures of one post whose size is asked.
const IMAGES_MAX: usize = 5;

/// The addresses of a post.
struct Addresses {
    /// The one that is previewed, unless something else is.
    link: Option<String>,
    images: Vec<String>,
}

impl Addresses {
    /// Nothing for a text without addresses, which is nearly every text.
    fn of(app: &App, post: &Post) -> Option<Addresses> {
        if !may_have_some(post) {
            return None;
        }
        let found = text::links::links(&post.message);
        let shows_other = post.props.contains_key(PROP_PREVIEWED_POST)
            || post.props.contains_key(PROP_ATTACHMENTS)
            || post.metadata.as_ref().is_some_and(|metadata| !metadata.embeds.is_empty());
        let link = found.links.into_iter().next().filter(|link| !shows_other && linked::may_fetch(app, link));
        let images = found.images.into_iter().filter(|image| linked::may_fetch(app, image)).take(IMAGES_MAX);
        let addresses = Addresses { link, images: images.collect() };
        (addresses.link.is_some() || !addresses.images.is_empty()).then_some(addresses)
    }

    fn all(&self) -> impl Iterator<Item = &String> {
        self.link.iter().chain(&self.images)
    }
}

/// Whether a post has what every address has: nearly none does.
fn may_have_some(post: &Post) -> bool {
    !post.is_system() && (post.message.contains("://") || post.message.contains("www."))
}

/// Adds to posts what is known of their addresses.
///
/// # Errors
/// When the store does not answer.
pub async fn fill(app: &App, posts: &mut [Post]) -> Result<()> {
    if !posts.iter().any(may_have_some) || !app.config().links.enable_previews {
        return Ok(());
    }
    let addresses: Vec<Option<Addresses>> = posts.iter().map(|post| Addresses::of(app, post)).collect();
    let mut wanted: Vec<Id> = addresses.iter().flatten().flat_map(Addresses::all).map(|url| hash(url)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let mut known = linked::known(app, &wanted).await?;
    let pictures: Vec<Id> = known.values().filter_map(Known::picture_of_page).map(hash).collect();
    wanted.clear();
    wanted.extend(pictures.iter().filter(|id| !known.contains_key(id)));
    if !wanted.is_empty() {
        known.extend(linked::known(app, &wanted).await?);
    }
    for (post, addresses) in posts.iter_mut().zip(&addresses) {
        if let Some(addresses) = addresses {
            show(post, addresses, &known);
        }
    }
    Ok(())
}

fn show(post: &mut Post, addresses: &Addresses, known: &HashMap<Id, Known>) {
    let metadata = post.metadata.get_or_insert_default();
    let mut measure = |url: &str| {
        if let Some(size) = known.get(&hash(url)).and_then(Known::picture) {
            metadata.images.insert(url.to_owned(), size);
        }
    };
    addresses.images.iter().for_each(|url| measure(url));
    let Some(url) = &addresses.link else { return };
    let Some(found) = known.get(&hash(url)) else { return };
    measure(url);
    found.picture_of_page().into_iter().for_each(&mut measure);
    let kind = match found.kind.as_str() {
        kind @ (EMBED_IMAGE | EMBED_OPENGRAPH) => kind,
        _ => EMBED_LINK,
    };
    let embed = Embed { kind: kind.to_owned(), url: url.clone(), data: found.page().cloned() };
    metadata.embeds.push(embed);
}

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
