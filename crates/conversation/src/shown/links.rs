//! What a post's first link leads to, and how large the pictures in it are, as far as that is known.

use std::collections::HashMap;

use base::Id;
use node::error::Result;
use request::App;
use wire::posts::{EMBED_IMAGE, EMBED_LINK, EMBED_OPENGRAPH, Embed, PROP_ATTACHMENTS, PROP_PREVIEWED_POST, Post};

use crate::linked;
use crate::linked::{Known, hash};

/// Pictures of one post whose size is asked.
const IMAGES_MAX: usize = 5;

/// The addresses of a post.
pub struct Addresses {
    /// The one that is previewed, unless something else is.
    pub link: Option<String>,
    pub images: Vec<String>,
}

impl Addresses {
    /// Nothing for a text without addresses, which is nearly every text.
    pub fn of(app: &App, post: &Post) -> Option<Addresses> {
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

    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.link.iter().chain(&self.images)
    }
}

/// Whether a post has what every address has: nearly none does.
pub fn may_have_some(post: &Post) -> bool {
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
