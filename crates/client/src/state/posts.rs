//! Posts by events: written, edited, deleted, reacted to, acknowledged; and drafts of them.

use wire::events::{AcknowledgementData, DraftData, Event, EventName, PostData, PostDeleted, Posted, ReactionData};
use wire::posts::{Acknowledgement, Post, URGENT};
use wire::reactions::Reaction;

use super::{Need, State};

type Applied = Result<Vec<Need>, serde_json::Error>;

impl State {
    pub(super) fn posted(&mut self, event: &Event) -> Applied {
        let data: Posted = event.read()?;
        let post: Post = data.post.parse()?;
        let mut needs = Vec::new();
        if !self.channels.contains_key(&post.channel_id) {
            needs.push(Need::Channel(post.channel_id));
        }
        self.count(&post, event.data.contains_key("mentions"));
        if let Some(root) = self.posts.get_mut(&post.root_id) {
            root.reply_count += 1;
            root.last_reply_at = root.last_reply_at.max(post.create_at);
            root.update_at = root.update_at.max(post.create_at);
        }
        if self.watched.contains(&post.channel_id) {
            self.posts.insert(post.id, post);
        }
        Ok(needs)
    }

    /// Counters of the channel and of the own membership.
    fn count(&mut self, post: &Post, mentions_me: bool) {
        let Some(channel) = self.channels.get_mut(&post.channel_id) else { return };
        // Who joins and leaves is told, and nothing that could be unread.
        let count = i64::from(!post.is_join_leave());
        channel.total_msg_count += count;
        channel.last_post_at = channel.last_post_at.max(post.create_at);
        if post.is_root() {
            channel.total_msg_count_root += count;
            channel.last_root_post_at = channel.last_root_post_at.max(post.create_at);
        }
        let Some(member) = self.members.get_mut(&post.channel_id) else { return };
        if post.user_id == self.me.id && post.is_root() && !post.is_from_webhook() && !post.is_system() {
            // Who writes has read, and the event about that may come before this one; who renames a channel wrote
            // nothing.
            member.msg_count = channel.total_msg_count;
            member.msg_count_root = channel.total_msg_count_root;
            member.last_viewed_at = channel.last_post_at;
        }
        if mentions_me && post.user_id != self.me.id {
            member.mention_count += 1;
            if post.is_root() {
                member.mention_count_root += 1;
            }
            if is_urgent(post) {
                member.urgent_mention_count += 1;
            }
        }
    }

    pub(super) fn post_edited(&mut self, event: &Event) -> Applied {
        let data: PostData = event.read()?;
        let post: Post = data.post.parse()?;
        if let Some(channel) = self.channels.get_mut(&post.channel_id) {
            channel.last_post_at = channel.last_post_at.max(post.edit_at);
        }
        if self.watched.contains(&post.channel_id) {
            self.posts.insert(post.id, post);
        }
        Ok(Vec::new())
    }

    pub(super) fn post_deleted(&mut self, event: &Event) -> Applied {
        let data: PostDeleted = event.read()?;
        let deleted: Post = data.post.parse()?;
        self.posts.remove(&deleted.id);
        self.posts.retain(|_, post| post.root_id != deleted.id || deleted.id.is_none());
        if let Some(root) = self.posts.get_mut(&deleted.root_id) {
            root.reply_count -= 1;
        }
        if deleted.is_root() {
            self.drafts.remove(&(deleted.channel_id, deleted.id));
        }
        // No list has a thread that is gone with its root or its last reply.
        let ends_thread = deleted.is_root() || deleted.reply_count <= 1;
        Ok(if ends_thread { vec![Need::Threads] } else { Vec::new() })
    }

    pub(super) fn reaction(&mut self, event: &Event, name: EventName) -> Applied {
        let data: ReactionData = event.read()?;
        let reaction: Reaction = data.reaction.parse()?;
        let Some(post) = self.posts.get_mut(&reaction.post_id) else { return Ok(Vec::new()) };
        let metadata = post.metadata.get_or_insert_default();
        let same = |one: &Reaction| one.user_id == reaction.user_id && one.emoji_name == reaction.emoji_name;
        metadata.reactions.retain(|one| !same(one));
        if name == EventName::ReactionAdded {
            metadata.reactions.push(reaction);
        }
        post.has_reactions = !metadata.reactions.is_empty();
        Ok(Vec::new())
    }

    pub(super) fn acknowledgement(&mut self, event: &Event, name: EventName) -> Applied {
        let data: AcknowledgementData = event.read()?;
        let acknowledgement: Acknowledgement = data.acknowledgement.parse()?;
        let Some(post) = self.posts.get_mut(&acknowledgement.post_id) else { return Ok(Vec::new()) };
        let all = &mut post.metadata.get_or_insert_default().acknowledgements;
        all.retain(|one| one.user_id != acknowledgement.user_id);
        if name == EventName::PostAcknowledgementAdded {
            all.push(acknowledgement);
        }
        Ok(Vec::new())
    }

    pub(super) fn draft_saved(&mut self, event: &Event) -> Applied {
        let data: DraftData = event.read()?;
        let mut draft: wire::drafts::Draft = data.draft.parse()?;
        let key = (draft.channel_id, draft.root_id);
        // When it was begun stays, whatever is saved in its place.
        draft.create_at = self.drafts.get(&key).map_or(draft.create_at, |known| known.create_at);
        self.drafts.insert(key, draft);
        Ok(Vec::new())
    }

    pub(super) fn draft_deleted(&mut self, event: &Event) -> Applied {
        let data: DraftData = event.read()?;
        let draft: wire::drafts::Draft = data.draft.parse()?;
        self.drafts.remove(&(draft.channel_id, draft.root_id));
        Ok(Vec::new())
    }
}

fn is_urgent(post: &Post) -> bool {
    let label = post.metadata.as_ref().and_then(|metadata| metadata.priority.as_ref());
    label.is_some_and(|label| label.priority.as_deref() == Some(URGENT))
}
