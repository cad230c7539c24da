//! Metadata: what clients draw around a post without asking again.
//!
//! Files, reactions, custom emoji, priority, confirmations and previews. Each kind is one query
//! for all posts of a page, and none for posts that have nothing of the kind.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use base::ids::PostId;
use node::error::Result;
use request::App;
use serde_json::Value;
use store::post_priorities::Marks;
use wire::attachments::Attachment;
use wire::emoji::Emoji;
use wire::files::FileInfo;
use wire::posts::{Acknowledgement, EMBED_ATTACHMENT, Embed, PROP_ATTACHMENTS, PROP_PREVIEWED_POST, Post, Priority};
use wire::reactions::Reaction;
use wire::users::User;

use crate::interactive;
use crate::shown::links;
use crate::shown::permalinks;
use crate::shown::permalinks::Preview;

/// Fills in the metadata of posts that are read, for one viewer; `None` is everybody in the channel.
///
/// # Errors
/// When the store does not answer.
pub async fn fill(app: &Arc<App>, viewer: Option<&User>, posts: &mut [Post]) -> Result<()> {
    fill_without_previews(app, posts).await?;
    permalinks::fill(app, viewer, posts).await?;
    links::fill(app, posts).await
}

/// As [`fill`], but of other posts nothing is shown.
pub async fn fill_without_previews(app: &Arc<App>, posts: &mut [Post]) -> Result<()> {
    for post in posts.iter_mut() {
        interactive::hide(post);
        let embeds = embeds(post);
        post.metadata.get_or_insert_default().embeds = embeds;
    }
    files(app, posts).await?;
    reactions(app, posts).await?;
    emoji(app, posts).await?;
    labels(app, posts).await
}

/// Fills in the metadata of a post that is about to be stored, and normalises what is stored of it. Returns what it
/// shows of another post.
///
/// # Errors
/// When the store does not answer.
pub async fn at_creation(
    app: &Arc<App>,
    author: &User,
    post: &mut Post,
    files: &[FileInfo],
) -> Result<Option<Preview>> {
    normalise_attachments(post);
    interactive::name_actions(post);
    let mut embeds = embeds(post);
    let preview = if embeds.is_empty() { permalinks::at_creation(app, author, post).await? } else { None };
    if let Some(preview) = &preview {
        let shown = preview.embed.data.as_ref().and_then(|data| data.get("post_id")).cloned();
        post.props.insert(PROP_PREVIEWED_POST.into(), shown.unwrap_or_default());
        embeds.push(preview.embed.clone());
    }
    let metadata = post.metadata.get_or_insert_default();
    metadata.embeds = embeds;
    metadata.files = files.to_vec();
    links::fill(app, std::slice::from_mut(post)).await?;
    emoji(app, std::slice::from_mut(post)).await?;
    Ok(preview)
}

fn embeds(post: &Post) -> Vec<Embed> {
    match post.props.contains_key(PROP_ATTACHMENTS) {
        true => vec![Embed { kind: EMBED_ATTACHMENT.into(), ..Embed::default() }],
        false => Vec::new(),
    }
}

/// Attachments are stored with all their fields, as clients expect them; what is none is dropped, and what is no list
/// is `null`.
pub fn normalise_attachments(post: &mut Post) {
    let Some(value) = post.props.get_mut(PROP_ATTACHMENTS) else { return };
    let Value::Array(attachments) = value else {
        *value = Value::Null;
        return;
    };
    let whole = |value: &Value| serde_json::to_value(wire::json::from_value::<Attachment>(value).ok()?).ok();
    *attachments = attachments.iter().filter(|value| !value.is_null()).filter_map(whole).collect();
}

async fn files(app: &App, posts: &mut [Post]) -> Result<()> {
    let with: Vec<PostId> = posts.iter().filter(|post| !post.files().is_empty()).map(|post| post.id).collect();
    if with.is_empty() {
        return Ok(());
    }
    let found = app.store.files_of_posts(&with).await?;
    let mut found = by_post(found, |file: &FileInfo| file.post_id);
    for post in posts {
        if let Some(files) = found.remove(&post.id) {
            post.metadata.get_or_insert_default().files = files;
        }
    }
    Ok(())
}

async fn reactions(app: &App, posts: &mut [Post]) -> Result<()> {
    let with: Vec<PostId> = posts.iter().filter(|post| post.has_reactions).map(|post| post.id).collect();
    if with.is_empty() {
        return Ok(());
    }
    let found = app.store.reactions_of_posts(&with).await?;
    let mut found = by_post(found, |reaction: &Reaction| reaction.post_id);
    for post in posts {
        if let Some(reactions) = found.remove(&post.id) {
            post.metadata.get_or_insert_default().reactions = reactions;
        }
    }
    Ok(())
}

/// The server's own emoji that the text names or people reacted with.
async fn emoji(app: &App, posts: &mut [Post]) -> Result<()> {
    if !app.config().emoji.enable_custom {
        return Ok(());
    }
    let named: Vec<Vec<String>> = posts.iter().map(emoji_of).collect();
    let wanted: BTreeSet<String> = named.iter().flatten().cloned().collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let known = crate::emoji::named(app, wanted.iter().map(String::as_str)).await?;
    let known: HashMap<&str, &Emoji> = known.iter().map(|emoji| (emoji.name.as_str(), emoji)).collect();
    for (post, names) in posts.iter_mut().zip(named) {
        let emojis = names.iter().filter_map(|name| known.get(name.as_str()).map(|emoji| (*emoji).clone()));
        post.metadata.get_or_insert_default().emojis = emojis.collect();
    }
    Ok(())
}

fn emoji_of(post: &Post) -> Vec<String> {
    let mut names = text::emoji::emoji_names(&post.message);
    for reaction in post.metadata.iter().flat_map(|metadata| &metadata.reactions) {
        if !names.contains(&reaction.emoji_name) {
            names.push(reaction.emoji_name.clone());
        }
    }
    names.retain(|name| !rules::emoji::is_system_name(name));
    names
}

/// Labels, and who confirmed what asks for it.
async fn labels(app: &App, posts: &mut [Post]) -> Result<()> {
    let roots: Vec<PostId> =
        posts.iter().filter(|post| post.is_root() && !post.is_system()).map(|post| post.id).collect();
    if roots.is_empty() {
        return Ok(());
    }
    let Marks { labels, acknowledgements } = app.store.marks_of_posts(&roots).await?;
    if labels.is_empty() && acknowledgements.is_empty() {
        return Ok(());
    }
    let mut labels: HashMap<PostId, Priority> = labels.into_iter().map(|one| (one.post, one.label)).collect();
    let mut confirmed = by_post(acknowledgements, |one: &Acknowledgement| one.post_id);
    for post in posts {
        let metadata = post.metadata.get_or_insert_default();
        metadata.priority = labels.remove(&post.id);
        metadata.acknowledgements = confirmed.remove(&post.id).unwrap_or_default();
    }
    Ok(())
}

fn by_post<T>(all: Vec<T>, post: impl Fn(&T) -> PostId) -> HashMap<PostId, Vec<T>> {
    let mut found: HashMap<PostId, Vec<T>> = HashMap::new();
    for one in all {
        found.entry(post(&one)).or_default().push(one);
    }
    found
}
