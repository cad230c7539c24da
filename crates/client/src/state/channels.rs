//! Channels and the own memberships of them by events.

use base::ids::TeamId;
use wire::channels::{Channel, ChannelMember};
use wire::events::{
    ChannelData, ChannelDeleted, ChannelMemberData, ChannelRef, ChannelsSeen, ChannelsViewed, Event, PostUnread,
    RemovedFromChannel, UserInTeam,
};

use super::{Need, State};

type Applied = Result<Vec<Need>, serde_json::Error>;

impl State {
    pub(super) fn channel_named(&mut self, event: &Event) -> Applied {
        let data: ChannelRef = event.read()?;
        Ok(vec![Need::Channel(data.channel_id)])
    }

    pub(super) fn channel_updated(&mut self, event: &Event) -> Applied {
        let data: ChannelData = event.read()?;
        let channel: Channel = data.channel.parse()?;
        if self.channels.contains_key(&channel.id) {
            self.channels.insert(channel.id, channel);
        }
        Ok(Vec::new())
    }

    pub(super) fn channel_deleted(&mut self, event: &Event) -> Applied {
        let data: ChannelDeleted = event.read()?;
        if let Some(channel) = self.channels.get_mut(&data.channel_id) {
            channel.delete_at = data.delete_at;
            return Ok(vec![Need::Channel(data.channel_id)]);
        }
        Ok(Vec::new())
    }

    pub(super) fn member_updated(&mut self, event: &Event) -> Applied {
        let data: ChannelMemberData = event.read()?;
        let member: ChannelMember = data.channel_member.parse()?;
        if member.user_id == self.me.id {
            self.members.insert(member.channel_id, member);
            return Ok(self.missing_roles());
        }
        Ok(Vec::new())
    }

    pub(super) fn channels_viewed(&mut self, event: &Event) -> Applied {
        let data: ChannelsViewed = event.read()?;
        for id in data.channel_times.keys() {
            let (Some(channel), Some(member)) = (self.channels.get(id), self.members.get_mut(id)) else { continue };
            member.msg_count = member.msg_count.max(channel.total_msg_count);
            member.msg_count_root = member.msg_count_root.max(channel.total_msg_count_root);
            member.mention_count = 0;
            member.mention_count_root = 0;
            member.urgent_mention_count = 0;
            member.last_viewed_at = member.last_viewed_at.max(channel.last_post_at);
            member.last_update_at = member.last_viewed_at;
        }
        Ok(Vec::new())
    }

    pub(super) fn channels_seen(&mut self, event: &Event) -> Applied {
        let data: ChannelsSeen = event.read()?;
        for (channel, at) in data.channel_times {
            if let Some(seen) = self.seen.get_mut(&channel) {
                seen.insert(data.user_id, at);
            }
        }
        Ok(Vec::new())
    }

    pub(super) fn post_unread(&mut self, event: &Event) -> Applied {
        let data: PostUnread = event.read()?;
        let Some(member) = self.members.get_mut(&event.broadcast.channel_id) else { return Ok(Vec::new()) };
        member.msg_count = data.msg_count;
        member.msg_count_root = data.msg_count_root;
        member.mention_count = data.mention_count;
        member.mention_count_root = data.mention_count_root;
        member.urgent_mention_count = data.urgent_mention_count;
        member.last_viewed_at = data.last_viewed_at;
        Ok(Vec::new())
    }

    pub(super) fn user_added(&mut self, event: &Event) -> Applied {
        let data: UserInTeam = event.read()?;
        let channel = event.broadcast.channel_id;
        Ok(if data.user_id == self.me.id { vec![Need::Channel(channel)] } else { Vec::new() })
    }

    pub(super) fn user_removed(&mut self, event: &Event) -> Applied {
        let to_me: RemovedFromChannel = event.read()?;
        if to_me.channel_id.is_some() {
            self.leave_channel(to_me.channel_id);
            return Ok(vec![Need::Threads, Need::Categories(TeamId::NONE)]);
        }
        Ok(Vec::new())
    }

    /// Forgets a channel that is no longer one's own, with what was begun in it.
    pub(super) fn leave_channel(&mut self, channel: base::ids::ChannelId) {
        self.forget_channel(channel);
        self.drafts.retain(|(of, _), _| *of != channel);
    }

    /// Forgets a channel that is shown no more; what was begun in an archived one stays.
    pub(super) fn forget_channel(&mut self, channel: base::ids::ChannelId) {
        self.channels.remove(&channel);
        self.members.remove(&channel);
        self.watched.remove(&channel);
        self.seen.remove(&channel);
        self.posts.retain(|_, post| post.channel_id != channel);
        self.bookmarks.retain(|_, bookmark| bookmark.channel_id != channel);
        self.scheduled_posts.retain(|_, post| post.channel_id != channel);
    }
}
