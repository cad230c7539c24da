//! Metadata: what clients draw around a post without asking again.
//!
//! Files, reactions, custom emoji, priority, confirmations and previews. Each kind is one query
//! for all posts of a page, and none for posts that have nothing of the kind.

use std::collections::HashMap;
use std::sync::Arc;

use base::ids::PostId;
use serde::Deserialize;
use serde_json::Value;
use wire::attachments::Attachment;
use wire::channels::Channel;
use wire::files::FileInfo;
use wire::posts::{EMBED_ATTACHMENT, Embed, PROP_ATTACHMENTS, Post};
use wire::users::User;

use crate::app::App;
use crate::error::Result;

/// Fills in the metadata of posts that are read, for one viewer; `None` is the server itself.
///
/// # Errors
/// When the store does not answer.
pub async fn fill(app: &Arc<App>, _viewer: Option<&User>, posts: &mut [Post]) -> Result<()> {
    for post in posts.iter_mut() {
        let embeds = embeds(post);
        post.metadata.get_or_insert_default().embeds = embeds;
    }
    files(app, posts).await?;
    reactions(app, posts).await?;
    Ok(())
}

/// Fills in the metadata of a post that is about to be stored, and normalises what is stored of it.
///
/// # Errors
/// When the store does not answer.
pub async fn at_creation(
    _app: &Arc<App>,
    _author: &User,
    _channel: &Channel,
    post: &mut Post,
    files: &[FileInfo],
) -> Result<()> {
    normalise_attachments(post);
    let embeds = embeds(post);
    let metadata = post.metadata.get_or_insert_default();
    metadata.embeds = embeds;
    metadata.files = files.to_vec();
    Ok(())
}

fn embeds(post: &Post) -> Vec<Embed> {
    match post.props.contains_key(PROP_ATTACHMENTS) {
        true => vec![Embed { kind: EMBED_ATTACHMENT.into(), ..Embed::default() }],
        false => Vec::new(),
    }
}

/// Attachments are stored with all their fields, as clients expect them; what is none is dropped.
fn normalise_attachments(post: &mut Post) {
    let Some(Value::Array(attachments)) = post.props.get_mut(PROP_ATTACHMENTS) else { return };
    let whole = |value: &Value| serde_json::to_value(Attachment::deserialize(value).ok()?).ok();
    *attachments = attachments.iter().filter_map(whole).collect();
}

async fn files(app: &App, posts: &mut [Post]) -> Result<()> {
    let with: Vec<PostId> = posts.iter().filter(|post| !post.files().is_empty()).map(|post| post.id).collect();
    if with.is_empty() {
        return Ok(());
    }
    let mut found: HashMap<PostId, Vec<FileInfo>> = HashMap::new();
    for file in app.store.files_of_posts(&with).await? {
        found.entry(file.post_id).or_default().push(file);
    }
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
    let mut found: HashMap<PostId, Vec<wire::reactions::Reaction>> = HashMap::new();
    for reaction in app.store.reactions_of_posts(&with).await? {
        found.entry(reaction.post_id).or_default().push(reaction);
    }
    for post in posts {
        if let Some(reactions) = found.remove(&post.id) {
            post.metadata.get_or_insert_default().reactions = reactions;
        }
    }
    Ok(())
}
