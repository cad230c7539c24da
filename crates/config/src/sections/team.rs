//! Teams and channels.

use crate::check;
use crate::field::section;
use crate::setting::choice;

choice! {
    /// With whom direct messages can be exchanged.
    DirectMessageScope {
        Any = "any",
        /// Only people who share a team.
        Team = "team",
    }
}
choice! {
    /// How people are called on screen.
    NameDisplay { Username = "username", NicknameFullName = "nickname_full_name", FullName = "full_name" }
}
choice! {
    /// Whether the sidebar gathers unread channels, and who decides.
    UnreadGrouping { Disabled = "disabled", DefaultOn = "default_on", DefaultOff = "default_off" }
}

section! {
    /// Teams and channels.
    Team in team {
        /// What the server is called.
        site_name: String = "Muster" => check(check::not_empty).api("TeamSettings.SiteName").anyone("SiteName");
        /// Shown on the sign-in page below the name.
        description: String = "" => api("TeamSettings.CustomDescriptionText").anyone("CustomDescriptionText");
        /// Shows an own picture and text on the sign-in page.
        enable_brand: bool = false => api("TeamSettings.EnableCustomBrand").anyone("EnableCustomBrand");
        /// That text.
        brand_text: String = "" => api("TeamSettings.CustomBrandText").anyone("CustomBrandText");
        /// Members of a team, at most.
        max_users: u32 = 100_000 => range(1, 10_000_000).api("TeamSettings.MaxUsersPerTeam");
        /// Open channels of a team that are not archived, at most.
        max_channels: u32 = 2000 => range(1, 10_000_000).api("TeamSettings.MaxChannelsPerTeam");
        /// Members of a channel up to which @all, @channel and @here notify.
        max_notifications_per_channel: u32 = 1000
            => range(0, 10_000_000).api("TeamSettings.MaxNotificationsPerChannel").member("MaxNotificationsPerChannel");
        /// Asks before a post notifies a whole channel.
        confirm_channel_notifications: bool = true
            => api("TeamSettings.EnableConfirmNotificationsToChannel").member("EnableConfirmNotificationsToChannel");
        /// With whom direct messages can be exchanged: anybody, or members of a common team.
        direct_messages: DirectMessageScope = DirectMessageScope::Any
            => api("TeamSettings.RestrictDirectMessage").member("RestrictDirectMessage");
        /// Channels that new members join; town-square is always one, and off-topic when the list is empty.
        default_channels: Vec<String> = &[] => api("TeamSettings.ExperimentalDefaultChannels");
        /// Name of the one team that everybody belongs to.
        primary_team: String = "" => api("TeamSettings.ExperimentalPrimaryTeam").member("ExperimentalPrimaryTeam");
        /// Says in a channel who joined and left, unless the channel decides otherwise.
        join_leave_messages: bool = true
            => api("TeamSettings.EnableJoinLeaveMessageByDefault").anyone("EnableJoinLeaveMessageByDefault");
        /// Says so in the default channels, too.
        default_channel_join_leave_messages: bool = true
            => api("ServiceSettings.ExperimentalEnableDefaultChannelLeaveJoinMessages")
                .member("ExperimentalEnableDefaultChannelLeaveJoinMessages");
        /// Lets people find and read archived channels. Administrators always can.
        view_archived_channels: bool = true => api("TeamSettings.ExperimentalViewArchivedChannels");
        /// How people are called on screen unless they choose otherwise.
        name_display: NameDisplay = NameDisplay::Username
            => api("TeamSettings.TeammateNameDisplay").member("TeammateNameDisplay");
        /// Takes that choice from them.
        lock_name_display: bool = false => api("TeamSettings.LockTeammateNameDisplay").member("LockTeammateNameDisplay");
        /// Answers for people who are out of office.
        enable_automatic_replies: bool = false
            => api("TeamSettings.ExperimentalEnableAutomaticReplies").member("ExperimentalEnableAutomaticReplies");
        /// Whether the sidebar gathers unread channels.
        group_unread_channels: UnreadGrouping = UnreadGrouping::DefaultOff
            => api("ServiceSettings.ExperimentalGroupUnreadChannels").member("ExperimentalGroupUnreadChannels");
        /// Lets people search all their teams at once.
        enable_cross_team_search: bool = true
            => api("ServiceSettings.EnableCrossTeamSearch").member("EnableCrossTeamSearch");
        /// Lets an administrator delete a team for good.
        enable_permanent_team_deletion: bool = false => api("ServiceSettings.EnableAPITeamDeletion");
        /// Lets an administrator delete a channel for good.
        enable_permanent_channel_deletion: bool = false => api("ServiceSettings.EnableAPIChannelDeletion");
    }
}
