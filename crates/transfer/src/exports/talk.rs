//! What was said, as lines: a thread each, with its replies, reactions and followers.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use base::Millis;
use base::ids::{FileId, PostId};
use conversation::files::save::plain_name;
use node::error::Result;
use wire::channels::Channel;
use wire::files::FileInfo;
use wire::posts::Post as WirePost;
use wire::reactions::Reaction as WireReaction;

use crate::bulk::line::{Attachment, Follower, Line, Post, Reaction, Thread};
use crate::exports::{Export, PAGE_LEN, some};

/// Threads that are read at a time, with all of their replies.
const THREADS_LEN: usize = 100;
/// Ids of one query.
const ASKED_MAX: usize = 1_000;
/// Bytes of text in one line: a thread beyond it goes on in another line, which begins with the same post.
const LINE_TEXT_MAX: usize = 2 << 20;
/// What a reply adds to a line beside its text, about.
const REPLY_BYTES: usize = 512;

/// Where threads belong: the beginning of each line.
#[derive(Clone, Default)]
pub struct Where {
    pub team: String,
    pub channel: String,
    pub people: Vec<String>,
}

/// Everything that hangs on some posts.
#[derive(Default)]
struct Hanging {
    reactions: HashMap<PostId, Vec<WireReaction>>,
    flags: HashMap<PostId, Vec<String>>,
    files: HashMap<FileId, FileInfo>,
    followers: HashMap<PostId, Vec<Follower>>,
}

/// All posts in channels of teams.
pub async fn of_teams(export: &mut Export<'_>) -> Result<()> {
    for (team, name) in export.teams.clone() {
        let mut after = String::new();
        loop {
            let channels = export.app.store.export_channels(team, &after, PAGE_LEN).await?;
            let Some(last) = channels.last() else { break };
            after.clone_from(&last.name);
            for channel in channels {
                if export.takes(&name, &channel) {
                    let place = Where { team: name.clone(), channel: channel.name.clone(), people: Vec::new() };
                    of_channel(export, &channel, &place).await?;
                }
            }
        }
    }
    Ok(())
}

/// All threads of a channel, oldest first.
pub async fn of_channel(export: &mut Export<'_>, channel: &Channel, place: &Where) -> Result<()> {
    let mut after: (Millis, PostId) = (export.options.only.since, PostId::NONE);
    let until = export.options.only.until.unwrap_or(Millis::MAX);
    export.walked.insert(channel.id);
    loop {
        let mut roots = export.app.store.export_roots(channel.id, after, THREADS_LEN).await?;
        roots.retain(|root| root.create_at < until);
        let Some(last) = roots.last() else { return Ok(()) };
        after = (last.create_at, last.id);
        let ids: Vec<PostId> = roots.iter().map(|post| post.id).collect();
        let mut replies: HashMap<PostId, Vec<WirePost>> = HashMap::new();
        for reply in export.app.store.export_replies(channel.id, &ids).await? {
            replies.entry(reply.root_id).or_default().push(reply);
        }
        let hanging = hanging(export, &roots, &replies).await?;
        for root in roots {
            let replies = replies.remove(&root.id).unwrap_or_default();
            thread(export, place, &hanging, &root, &replies).await?;
        }
    }
}

async fn thread(
    export: &mut Export<'_>,
    place: &Where,
    hanging: &Hanging,
    root: &WirePost,
    replies: &[WirePost],
) -> Result<()> {
    let Some(post) = post_line(export, hanging, root).await? else { return Ok(()) };
    let begin = Thread {
        team: place.team.clone(),
        channel: place.channel.clone(),
        channel_members: place.people.clone(),
        root_id: None,
        post,
        replies: Vec::new(),
        thread_followers: Some(hanging.followers.get(&root.id).cloned().unwrap_or_default()),
    };
    let (mut line, mut held, mut is_first) = (begin.clone(), 0, true);
    for reply in replies {
        let Some(reply) = post_line(export, hanging, reply).await? else { continue };
        held += reply.text().len() + REPLY_BYTES;
        line.replies.push(reply);
        if held > LINE_TEXT_MAX {
            send(export, std::mem::replace(&mut line, begin.clone())).await?;
            (held, is_first) = (0, false);
        }
    }
    if !line.replies.is_empty() || is_first {
        send(export, line).await?;
    }
    export.progress.posts.fetch_add(1 + replies.len() as u64, Ordering::Relaxed);
    Ok(())
}

async fn send(export: &mut Export<'_>, thread: Thread) -> Result<()> {
    let line = match thread.channel_members.is_empty() {
        true => Line { kind: "post".to_owned(), post: Some(thread), ..Line::default() },
        false => Line { kind: "direct_post".to_owned(), direct_post: Some(thread), ..Line::default() },
    };
    export.line(line).await
}

/// A post as a line has it; nothing when its author was removed.
async fn post_line(export: &Export<'_>, hanging: &Hanging, post: &WirePost) -> Result<Option<Post>> {
    let Some(user) = export.name(post.user_id).await? else {
        export.warn();
        return Ok(None);
    };
    let mut reactions = Vec::new();
    for reaction in hanging.reactions.get(&post.id).into_iter().flatten() {
        if let Some(user) = export.name(reaction.user_id).await? {
            let (emoji_name, create_at) = (reaction.emoji_name.clone(), reaction.create_at.max(post.create_at));
            reactions.push(Reaction { user, emoji_name, create_at });
        }
    }
    reactions.sort_by(|one, other| {
        let key = |one: &Reaction| (one.create_at, one.user.clone(), one.emoji_name.clone());
        key(one).cmp(&key(other))
    });
    let files = post.files().iter().filter_map(|id| hanging.files.get(id));
    Ok(Some(Post {
        id: export.id(post.id),
        user,
        kind: some(&post.kind),
        message: Some(post.message.clone()),
        props: (!post.props.is_empty()).then(|| post.props.clone()),
        create_at: post.create_at,
        edit_at: (post.edit_at > 0).then_some(post.edit_at),
        is_pinned: post.is_pinned.then_some(true),
        flagged_by: hanging.flags.get(&post.id).cloned().unwrap_or_default(),
        reactions,
        attachments: files.map(|file| Attachment { path: path_of(file) }).collect(),
    }))
}

/// Where in the zip a file is: its place in the store, and in that its name.
pub fn path_of(file: &FileInfo) -> String {
    format!("{}/{}", file.path, plain_name(&file.name).trim_start_matches('.'))
}

/// Reads what hangs on threads.
async fn hanging(export: &Export<'_>, roots: &[WirePost], replies: &HashMap<PostId, Vec<WirePost>>) -> Result<Hanging> {
    let store = &export.app.store;
    let posts: Vec<&WirePost> = roots.iter().chain(replies.values().flatten()).collect();
    let mut hanging = Hanging::default();
    let reacted: Vec<PostId> = posts.iter().filter(|post| post.has_reactions).map(|post| post.id).collect();
    for asked in reacted.chunks(ASKED_MAX) {
        for reaction in store.reactions_of_posts(asked).await? {
            hanging.reactions.entry(reaction.post_id).or_default().push(reaction);
        }
    }
    let ids: Vec<PostId> = posts.iter().map(|post| post.id).collect();
    for asked in ids.chunks(ASKED_MAX) {
        for flag in store.export_flags(asked).await? {
            if let (Some(post), Some(user)) = (PostId::parse(&flag.name), export.name(flag.user_id).await?) {
                hanging.flags.entry(post).or_default().push(user);
            }
        }
    }
    hanging.flags.values_mut().for_each(|users| users.sort_unstable());
    if export.options.attachments {
        let files: Vec<FileId> = posts.iter().flat_map(|post| post.files()).copied().collect();
        for asked in files.chunks(ASKED_MAX) {
            let live = store.files(asked).await?.into_iter().filter(|file| file.delete_at == 0);
            hanging.files.extend(live.map(|file| (file.id, file)));
        }
    }
    let ids: Vec<PostId> = roots.iter().map(|post| post.id).collect();
    for member in store.export_followers(&ids).await? {
        if let Some(user) = export.name(member.user_id).await? {
            let (last_viewed, unread_mentions) = (member.last_view_at, member.unread_mentions);
            hanging.followers.entry(member.post_id).or_default().push(Follower { user, last_viewed, unread_mentions });
        }
    }
    hanging.followers.values_mut().for_each(|followers| followers.sort_by(|one, other| one.user.cmp(&other.user)));
    Ok(hanging)
}
