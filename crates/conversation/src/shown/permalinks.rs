//! Permalinks: a post that links to another shows it, to those who may read it.
//!
//! The link is resolved when the post is created; which post it shows is kept in the properties.
//! The preview itself is made anew for each reader, so it shows edits and vanishes with its post.

use std::collections::HashMap;
use std::sync::Arc;

use base::ids::PostId;
use delivery::hub::{Event, Private, Readers};
use node::error::Result;
use request::App;
use serde_json::Value;
use wire::channels::Channel;
use wire::events::EncodedEvent;
use wire::posts::{EMBED_PERMALINK, Embed, PROP_PREVIEWED_POST, Post, PreviewPost};
use wire::users::User;

use crate::shown::metadata;

/// What a post shows of another.
pub struct Preview {
    pub shown: PostId,
    pub embed: Embed,
    /// Where the shown post stands.
    pub channel: Arc<Channel>,
}

/// The preview for a new post, if its first link leads to a post that the author may read.
pub async fn at_creation(app: &Arc<App>, author: &User, post: &Post) -> Result<Option<Preview>> {
    let config = app.config();
    if !config.links.enable_permalink_previews || config.service.site_url.is_empty() || !post.message.contains("/pl/") {
        return Ok(None);
    }
    let links = text::links::links(&post.message);
    let Some(link) = links.links.first().and_then(|link| text::permalinks::permalink(&config.service.site_url, link))
    else {
        return Ok(None);
    };
    drop(config);
    // In a box, as what few posts need.
    let mut previews = Box::pin(previews(app, Some(author), &[link.post_id])).await?;
    Ok(previews.remove(&link.post_id))
}

/// Shows in each post what it links to, as far as `viewer` may read it, or without one everybody in the post's channel,
/// guests included; where not, nothing tells of the link's target.
///
/// # Errors
/// When the store does not answer.
pub async fn fill(app: &Arc<App>, viewer: Option<&User>, posts: &mut [Post]) -> Result<()> {
    let mut wanted: Vec<PostId> = posts.iter().filter_map(previewed).collect();
    if wanted.is_empty() || !app.config().links.enable_permalink_previews {
        return Ok(());
    }
    wanted.sort_unstable();
    wanted.dedup();
    let shown = app.store.posts(&wanted).await?;
    let known: HashMap<PostId, bool> = shown.iter().map(|post| (post.id, post.is_deleted())).collect();
    let previews = previews_of(app, viewer, shown).await?;
    for post in posts {
        let Some(target) = previewed(post) else { continue };
        let Some(here) = app.world.channel(post.channel_id).await? else { continue };
        match previews.get(&target).filter(|shown| viewer.is_some() || shown.channel.id == here.id) {
            Some(preview) => show(post, preview),
            None if known.get(&target) == Some(&false) => drop(post.props.remove(PROP_PREVIEWED_POST)),
            None => {}
        }
    }
    Ok(())
}

/// The preview of one post, for whoever may read it.
///
/// # Errors
/// When the store does not answer.
pub async fn preview(app: &Arc<App>, viewer: Option<&User>, post: PostId) -> Result<Option<Preview>> {
    Ok(previews(app, viewer, &[post]).await?.remove(&post))
}

/// Takes out of a post what only some may see of it.
pub fn strip(post: &mut Post) {
    post.props.remove(PROP_PREVIEWED_POST);
    if let Some(metadata) = &mut post.metadata {
        metadata.embeds.retain(|embed| embed.kind != EMBED_PERMALINK);
    }
}

fn show(post: &mut Post, preview: &Preview) {
    post.props.insert(PROP_PREVIEWED_POST.into(), preview.shown.to_string().into());
    let metadata = post.metadata.get_or_insert_default();
    if metadata.embeds.is_empty() {
        metadata.embeds.push(preview.embed.clone());
    }
}

/// Adds to an event of `here` the version with `preview`, for those alone who may read what it shows. The event itself
/// must show nothing of it; `bare` is the post that it tells of.
///
/// # Errors
/// When the store does not answer.
pub async fn show_to_readers(
    app: &App,
    here: &Channel,
    event: &mut Event,
    (bare, preview): (&Post, &Preview),
    encode: impl FnOnce(&Post) -> EncodedEvent,
) -> Result<()> {
    let mut fuller = bare.clone();
    show(&mut fuller, preview);
    let readers = readers(app, here, &preview.channel).await?;
    let fuller =
        Event { personal: event.personal.clone(), shown_to: event.shown_to.clone(), ..Event::plain(encode(&fuller)) };
    event.private = Some(Private { channel: preview.channel.id, readers, fuller: Arc::new(fuller) });
    Ok(())
}

/// Who of those in `here` may read what is said `there`.
async fn readers(app: &App, here: &Channel, there: &Channel) -> Result<Readers> {
    if there.is_archived() && !app.config().team.view_archived_channels {
        return Ok(Readers::Administrators);
    }
    let is_open = there.is_open() && there.team_id == here.team_id && app.members_read_open(there).await?;
    Ok(if is_open { Readers::AllButGuests } else { Readers::Members })
}

/// The preview of the post that a stored post links to, if it shows one of another channel; which readers may see it is
/// still to be asked.
///
/// # Errors
/// When the store does not answer.
pub async fn elsewhere(app: &Arc<App>, post: &Post) -> Result<Option<Preview>> {
    let Some(target) = previewed(post).filter(|_| app.config().links.enable_permalink_previews) else {
        return Ok(None);
    };
    Ok(preview(app, None, target).await?.filter(|preview| preview.channel.id != post.channel_id))
}

fn previewed(post: &Post) -> Option<PostId> {
    PostId::parse(post.props.get(PROP_PREVIEWED_POST)?.as_str()?).filter(|id| id.is_some())
}

async fn previews(app: &Arc<App>, viewer: Option<&User>, posts: &[PostId]) -> Result<HashMap<PostId, Preview>> {
    let shown = app.store.posts(posts).await?;
    previews_of(app, viewer, shown).await
}

async fn previews_of(app: &Arc<App>, viewer: Option<&User>, shown: Vec<Post>) -> Result<HashMap<PostId, Preview>> {
    let mut places = HashMap::new();
    let mut readable = Vec::new();
    for post in shown.into_iter().filter(|post| !post.is_deleted()) {
        let Some(channel) = app.world.channel(post.channel_id).await? else { continue };
        if may_read(app, viewer, &channel).await? {
            places.insert(post.id, channel);
            readable.push(post);
        }
    }
    metadata::fill_without_previews(app, &mut readable).await?;
    let mut previews = HashMap::with_capacity(readable.len());
    for mut post in readable {
        let Some(channel) = places.remove(&post.id) else { continue };
        strip(&mut post);
        let id = post.id;
        previews.insert(id, Preview { shown: id, embed: embed(app, &channel, post).await?, channel });
    }
    Ok(previews)
}

/// Whether a user may read what is said in a channel; the server itself may.
async fn may_read(app: &App, viewer: Option<&User>, channel: &Channel) -> Result<bool> {
    match viewer {
        Some(viewer) => app.can_read(viewer, channel).await,
        None => Ok(true),
    }
}

async fn embed(app: &App, channel: &Channel, post: Post) -> Result<Embed> {
    let team_name = match channel.team_id {
        team if team.is_some() => app.world.team(team).await?.map(|team| team.name.clone()).unwrap_or_default(),
        _ => String::new(),
    };
    let data = PreviewPost {
        post_id: post.id,
        post,
        team_name,
        channel_display_name: channel.display_name.clone(),
        channel_type: channel.kind.clone(),
        channel_id: channel.id,
    };
    let data: Value = serde_json::to_value(data).expect("wire types are JSON");
    Ok(Embed { kind: EMBED_PERMALINK.into(), data: Some(data), ..Embed::default() })
}
