//! The published table of actions and frequencies, both mixes in one.
//!
//! A frequency is relative to one created post. Names are the published ones, which is also what `inject` takes; four
//! are spelt there as nobody would spell them, and [`Action::named`] knows both spellings.

use super::Version;

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub action: Action,
    pub name: &'static str,
    pub frequency: f64,
    /// The first server version that has what it asks.
    pub since: Version,
    pub is_in_ceiling_v2: bool,
}

impl Row {
    /// The frequency in units of the least one, 0.0001.
    pub fn weight(&self) -> u32 {
        (self.frequency * 10_000.0).round() as u32
    }
}

/// Something a user does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    SwitchChannel,
    SwitchTeam,
    ScrollChannel,
    OpenDirectOrGroupChannel,
    UnreadCheck,
    CreatePost,
    JoinChannel,
    SearchChannels,
    AddReaction,
    FullReload,
    CreateDirectChannel,
    LogoutLogin,
    SearchUsers,
    SearchPosts,
    CreatePostReminder,
    EditPost,
    DeletePost,
    UpdateCustomStatus,
    RemoveCustomStatus,
    CreateSidebarCategory,
    UpdateSidebarCategory,
    SearchGroupChannels,
    CreateGroupChannel,
    CreatePrivateChannel,
    CreatePublicChannel,
    ViewGlobalThreads,
    FollowThread,
    UnfollowThread,
    ViewThread,
    MarkAllThreadsInTeamAsRead,
    UpdateThreadRead,
    CreateAckPost,
    AckToPost,
    CreatePersistentNotificationPost,
    ClickUserProfile,
    ClickPermalink,
    ReconnectWebSocket,
    GenerateUserReport,
    SearchPostsAllTeams,
    UpdateCustomAttribute,
    UpsertDraft,
    GetDrafts,
    DeleteDraft,
    AddChannelBookmark,
    UpdateOrAddChannelBookmark,
    UpdateChannelBookmarkSortOrder,
    DeleteChannelBookmark,
    CreateScheduledPost,
    UpdateScheduledPost,
    DeleteScheduledPost,
    SendScheduledPost,
    PostMessage,
    PostSmallFile,
    /// Of no mix: only injected.
    Reload,
}

/// Names of [`Action`] that the reference tool spells in its own way.
const OTHER_SPELLINGS: &[(&str, Action)] = &[
    ("CreateAclPost", Action::CreateAckPost),
    ("UpdateOrAddChannelBookark", Action::UpdateOrAddChannelBookmark),
    ("UpdateChannelBookarkSortOrder", Action::UpdateChannelBookmarkSortOrder),
    ("DeleteChannelBookark", Action::DeleteChannelBookmark),
];

impl Action {
    /// As published, and as the results name it.
    pub fn name(self) -> &'static str {
        rows().find(|row| row.action == self).map_or("Reload", |row| row.name)
    }

    /// The action of a name, in either spelling.
    pub fn named(name: &str) -> Option<Action> {
        let row = rows().find(|row| row.name == name).map(|row| row.action);
        let other = || OTHER_SPELLINGS.iter().find(|(other, _)| *other == name).map(|(_, action)| *action);
        row.or_else(other).or((name == "Reload").then_some(Action::Reload))
    }
}

fn rows() -> impl Iterator<Item = &'static Row> {
    TABLE.iter().chain(SMALL_SERVER)
}

/// Of the recipe for small servers: a message every 5 s and a file every 120 s, so 24 of 25 actions are messages.
pub const SMALL_SERVER: &[Row] = &[
    newer(Action::PostMessage, "PostMessage", 24.0, Version(7, 8)),
    newer(Action::PostSmallFile, "PostSmallFile", 1.0, Version(7, 8)),
];

/// Between two actions of that recipe: 25 of them in 120 s.
pub const SMALL_SERVER_PAUSE_MS: u64 = 4_800;

/// In both mixes.
const fn both(action: Action, name: &'static str, frequency: f64, since: Version) -> Row {
    Row { action, name, frequency, since, is_in_ceiling_v2: true }
}

/// Not in the older mix.
const fn newer(action: Action, name: &'static str, frequency: f64, since: Version) -> Row {
    Row { action, name, frequency, since, is_in_ceiling_v2: false }
}

#[rustfmt::skip]
pub const TABLE: &[Row] = &[
    both(Action::SwitchChannel, "SwitchChannel", 6.5219, Version(7, 8)),
    both(Action::SwitchTeam, "SwitchTeam", 0.0001, Version(7, 8)),
    both(Action::ScrollChannel, "ScrollChannel", 1.9873, Version(7, 8)),
    both(Action::OpenDirectOrGroupChannel, "OpenDirectOrGroupChannel", 0.9843, Version(7, 8)),
    both(Action::UnreadCheck, "UnreadCheck", 1.0000, Version(7, 8)),
    both(Action::CreatePost, "CreatePost", 1.0000, Version(7, 8)),
    both(Action::JoinChannel, "JoinChannel", 0.0049, Version(7, 8)),
    both(Action::SearchChannels, "SearchChannels", 0.0150, Version(7, 8)),
    both(Action::AddReaction, "AddReaction", 0.1306, Version(7, 8)),
    both(Action::FullReload, "FullReload", 0.0008, Version(7, 8)),
    both(Action::CreateDirectChannel, "CreateDirectChannel", 0.0055, Version(7, 8)),
    both(Action::LogoutLogin, "LogoutLogin", 0.0006, Version(7, 8)),
    both(Action::SearchUsers, "SearchUsers", 0.0320, Version(7, 8)),
    both(Action::SearchPosts, "SearchPosts", 0.0218, Version(7, 8)),
    both(Action::CreatePostReminder, "CreatePostReminder", 0.0005, Version(7, 8)),
    both(Action::EditPost, "EditPost", 0.0400, Version(7, 8)),
    both(Action::DeletePost, "DeletePost", 0.0049, Version(7, 8)),
    both(Action::UpdateCustomStatus, "UpdateCustomStatus", 0.0028, Version(7, 8)),
    both(Action::RemoveCustomStatus, "RemoveCustomStatus", 0.0026, Version(7, 8)),
    both(Action::CreateSidebarCategory, "CreateSidebarCategory", 0.0001, Version(7, 8)),
    both(Action::UpdateSidebarCategory, "UpdateSidebarCategory", 0.0040, Version(7, 8)),
    both(Action::SearchGroupChannels, "SearchGroupChannels", 0.0204, Version(7, 8)),
    both(Action::CreateGroupChannel, "CreateGroupChannel", 0.0029, Version(7, 8)),
    both(Action::CreatePrivateChannel, "CreatePrivateChannel", 0.0002, Version(7, 8)),
    both(Action::CreatePublicChannel, "CreatePublicChannel", 0.0001, Version(7, 8)),
    both(Action::ViewGlobalThreads, "ViewGlobalThreads", 0.6023, Version(7, 8)),
    both(Action::FollowThread, "FollowThread", 0.0005, Version(7, 8)),
    both(Action::UnfollowThread, "UnfollowThread", 0.0050, Version(7, 8)),
    both(Action::ViewThread, "ViewThread", 0.2841, Version(7, 8)),
    both(Action::MarkAllThreadsInTeamAsRead, "MarkAllThreadsInTeamAsRead", 0.0001, Version(7, 8)),
    both(Action::UpdateThreadRead, "UpdateThreadRead", 0.3236, Version(7, 8)),
    both(Action::CreateAckPost, "CreateAckPost", 0.0001, Version(8, 0)),
    both(Action::AckToPost, "AckToPost", 0.0001, Version(8, 0)),
    both(Action::CreatePersistentNotificationPost, "CreatePersistentNotificationPost", 0.0001, Version(8, 0)),
    both(Action::ClickUserProfile, "ClickUserProfile", 0.0300, Version(7, 8)),
    both(Action::ClickPermalink, "ClickPermalink", 0.3000, Version(7, 8)),
    both(Action::ReconnectWebSocket, "ReconnectWebSocket", 0.1440, Version(7, 8)),
    both(Action::GenerateUserReport, "GenerateUserReport", 0.0001, Version(8, 0)),
    newer(Action::SearchPostsAllTeams, "SearchPostsAllTeams", 0.0109, Version(10, 7)),
    newer(Action::UpdateCustomAttribute, "UpdateCustomAttribute", 0.0040, Version(10, 9)),
    newer(Action::UpsertDraft, "UpsertDraft", 0.5040, Version(7, 8)),
    newer(Action::GetDrafts, "GetDrafts", 0.0370, Version(7, 8)),
    newer(Action::DeleteDraft, "DeleteDraft", 1.4100, Version(7, 8)),
    newer(Action::AddChannelBookmark, "AddChannelBookmark", 0.0003, Version(10, 0)),
    newer(Action::UpdateOrAddChannelBookmark, "UpdateOrAddChannelBookmark", 0.0002, Version(10, 0)),
    newer(Action::UpdateChannelBookmarkSortOrder, "UpdateChannelBookmarkSortOrder", 0.0002, Version(10, 0)),
    newer(Action::DeleteChannelBookmark, "DeleteChannelBookmark", 0.0001, Version(10, 0)),
    newer(Action::CreateScheduledPost, "CreateScheduledPost", 0.0010, Version(10, 3)),
    newer(Action::UpdateScheduledPost, "UpdateScheduledPost", 0.0010, Version(10, 3)),
    newer(Action::DeleteScheduledPost, "DeleteScheduledPost", 0.0010, Version(10, 3)),
    newer(Action::SendScheduledPost, "SendScheduledPost", 0.0010, Version(10, 3)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_published_one() {
        // Name and weight as published, in the published order; checked by eye against the documentation once, and
        // by this against a slip of the hand.
        let published = include_str!("published.txt").lines().map(|line| line.split_once(' ').expect("name weight"));
        let table = TABLE.iter().map(|row| (row.name, row.weight()));
        for ((name, weight), (ours, our_weight)) in published.clone().zip(table) {
            assert_eq!((Action::named(name).map(Action::name), weight), (Some(ours), &*our_weight.to_string()));
        }
        assert_eq!(published.count(), TABLE.len());
    }

    #[test]
    fn every_action_is_found_by_its_name() {
        for row in rows() {
            assert_eq!(Action::named(row.action.name()), Some(row.action));
        }
        assert_eq!(Action::named("CreateAclPost"), Some(Action::CreateAckPost));
        assert_eq!(Action::named("Reload"), Some(Action::Reload));
        assert_eq!(Action::named("NoSuchAction"), None);
    }
}
