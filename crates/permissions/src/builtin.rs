//! The roles a fresh server has, with what each may do.
//!
//! These are the permissions of a new installation; an administrator may change them later, and
//! then the store's copy counts. Only `system_admin` always holds everything.

use crate::ancillary::with_ancillary;
use crate::permission::Permission::{self, *};
use crate::set::PermissionSet;

/// A role as it is first written to the store.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    pub name: &'static str,
    pub display_name: &'static str,
    pub description: &'static str,
    /// Given through a member's flags (guest, user, admin), never by name.
    pub scheme_managed: bool,
    pub permissions: PermissionSet,
}

macro_rules! roles {
    ($($(#[doc = $description:literal])+ $kind:ident $name:ident ($display_name:literal) = $permissions:expr;)+) => {
        /// In the order they are created.
        pub const BUILT_IN_ROLES: &[BuiltIn] = &[$(BuiltIn {
            name: stringify!($name),
            display_name: $display_name,
            description: concat!($($description),+).trim_ascii(),
            scheme_managed: roles!(@managed $kind),
            permissions: $permissions,
        },)+];
    };
    (@managed scheme) => { true };
    (@managed named) => { false };
}

roles! {
    /// Reads and writes in the channels a guest was invited to.
    scheme channel_guest("Channel guest") = CHANNEL_GUEST;
    /// Reads, writes and keeps up a channel.
    scheme channel_user("Channel member") = CHANNEL_USER;
    /// Runs a channel: its members' roles, banner and access rules.
    scheme channel_admin("Channel administrator") = CHANNEL_ADMIN;
    /// Sees the team.
    scheme team_guest("Team guest") = PermissionSet::of(&[ViewTeam]);
    /// Finds, joins and creates channels and invites others to the team.
    scheme team_user("Team member") = TEAM_USER;
    /// Runs a team: its members, channels and integrations.
    scheme team_admin("Team administrator") = TEAM_ADMIN;
    /// Posts in every channel of the team.
    named team_post_all("Post in team") = POST_ALL;
    /// Posts in every public channel of the team.
    named team_post_all_public("Post in public channels of team") = POST_ALL_PUBLIC;
    /// Opens direct and group messages.
    scheme system_guest("Guest") = PermissionSet::of(&[CreateDirectChannel, CreateGroupChannel]);
    /// Has an account: finds people and teams, makes teams, emoji and groups.
    scheme system_user("Member") = SYSTEM_USER;
    /// Posts in every channel of the server.
    named system_post_all("Post everywhere") = POST_ALL;
    /// Posts in every public channel of the server.
    named system_post_all_public("Post in public channels") = POST_ALL_PUBLIC;
    /// Makes and revokes personal access tokens.
    named system_user_access_token("Personal access tokens") =
        PermissionSet::of(&[CreateUserAccessToken, ReadUserAccessToken, RevokeUserAccessToken]);
    /// Belongs to a custom group.
    named custom_group_user("Group member") = PermissionSet::EMPTY;
    /// Runs all custom groups.
    named system_custom_group_admin("Group administrator") = CUSTOM_GROUPS;
    /// Shares channels with other servers.
    named shared_channel_manager("Shared channel manager") = PermissionSet::of(&[ManageSharedChannels]);
    /// Connects this server to others.
    named secure_connection_manager("Secure connection manager") = PermissionSet::of(&[ManageSecureConnections]);
    /// Runs a playbook.
    scheme playbook_admin("Playbook administrator") = PLAYBOOK_ADMIN;
    /// Sees a playbook, keeps it up and starts runs of it.
    scheme playbook_member("Playbook member") = PLAYBOOK_MEMBER;
    /// Runs a run.
    scheme run_admin("Run administrator") = PermissionSet::of(&[RunManageMembers, RunManageProperties]);
    /// Sees a run.
    scheme run_member("Run member") = PermissionSet::of(&[RunView]);
    /// Manages groups, teams and channels in the administration pages.
    named system_user_manager("User manager") = SYSTEM_USER_MANAGER;
    /// Sees the administration pages and changes nothing.
    named system_read_only_admin("Viewer") = SYSTEM_READ_ONLY_ADMIN;
    /// Runs the server, without authentication, compliance and accounts.
    named system_manager("System manager") = SYSTEM_MANAGER;
    /// May do everything.
    scheme system_admin("System administrator") = PermissionSet::ALL;
}

const BOOKMARKS: &[Permission] = &[
    AddBookmarkPublicChannel,
    EditBookmarkPublicChannel,
    DeleteBookmarkPublicChannel,
    OrderBookmarkPublicChannel,
    AddBookmarkPrivateChannel,
    EditBookmarkPrivateChannel,
    DeleteBookmarkPrivateChannel,
    OrderBookmarkPrivateChannel,
];

/// Who runs a channel or a team may at least take part in it.
const TAKE_PART: &[Permission] = &[
    CreatePost,
    AddReaction,
    RemoveReaction,
    UploadFile,
    UseChannelMentions,
    UseGroupMentions,
    ManagePublicChannelMembers,
    ManagePrivateChannelMembers,
    ReadPublicChannelGroups,
    ReadPrivateChannelGroups,
];

const RUN_CHANNELS: &[Permission] =
    &[ManageChannelRoles, ManagePublicChannelBanner, ManagePrivateChannelBanner, ManageChannelAccessRules];

const CHANNEL_GUEST: PermissionSet = PermissionSet::of(&[
    ReadChannel,
    ReadChannelContent,
    AddReaction,
    RemoveReaction,
    UploadFile,
    EditPost,
    CreatePost,
    UseChannelMentions,
]);

const CHANNEL_USER: PermissionSet = PermissionSet::of(TAKE_PART).with(BOOKMARKS).with(&[
    ReadChannel,
    ReadChannelContent,
    GetPublicLink,
    ManagePublicChannelProperties,
    ManagePrivateChannelProperties,
    DeletePublicChannel,
    DeletePrivateChannel,
    EditPost,
    DeletePost,
]);

const CHANNEL_ADMIN: PermissionSet = PermissionSet::of(TAKE_PART).with(BOOKMARKS).with(RUN_CHANNELS);

const TEAM_USER: PermissionSet = PermissionSet::of(&[
    ViewTeam,
    ListTeamChannels,
    JoinPublicChannels,
    ReadPublicChannel,
    CreatePublicChannel,
    CreatePrivateChannel,
    InviteUser,
    AddUserToTeam,
    PlaybookPublicCreate,
    PlaybookPrivateCreate,
]);

const TEAM_ADMIN: PermissionSet = PermissionSet::of(TAKE_PART).with(BOOKMARKS).with(RUN_CHANNELS).with(&[
    ManageTeam,
    ManageTeamRoles,
    RemoveUserFromTeam,
    ImportTeam,
    ManageIncomingWebhooks,
    ManageOthersIncomingWebhooks,
    ManageOutgoingWebhooks,
    ManageOthersOutgoingWebhooks,
    ManageSlashCommands,
    ManageOthersSlashCommands,
    ConvertPublicChannelToPrivate,
    ConvertPrivateChannelToPublic,
    DeletePost,
    DeleteOthersPosts,
    PlaybookPublicManageRoles,
    PlaybookPrivateManageRoles,
]);

const POST_ALL: PermissionSet = PermissionSet::of(&[CreatePost, UseChannelMentions, UseGroupMentions, UploadFile]);

const POST_ALL_PUBLIC: PermissionSet = PermissionSet::of(&[CreatePostPublic, UseChannelMentions, UseGroupMentions]);

const CUSTOM_GROUPS: PermissionSet = PermissionSet::of(&[
    CreateCustomGroup,
    EditCustomGroup,
    DeleteCustomGroup,
    RestoreCustomGroup,
    ManageCustomGroupMembers,
]);

const SYSTEM_USER: PermissionSet = CUSTOM_GROUPS.with(&[
    ListPublicTeams,
    JoinPublicTeams,
    CreateDirectChannel,
    CreateGroupChannel,
    ViewMembers,
    CreateTeam,
    CreateEmojis,
    DeleteEmojis,
]);

const PLAYBOOK_ADMIN: PermissionSet = PermissionSet::of(&[
    PlaybookPublicManageMembers,
    PlaybookPublicManageRoles,
    PlaybookPublicManageProperties,
    PlaybookPublicMakePrivate,
    PlaybookPrivateManageMembers,
    PlaybookPrivateManageRoles,
    PlaybookPrivateManageProperties,
]);

const PLAYBOOK_MEMBER: PermissionSet = PermissionSet::of(&[
    PlaybookPublicView,
    PlaybookPublicManageMembers,
    PlaybookPublicManageProperties,
    PlaybookPrivateView,
    PlaybookPrivateManageMembers,
    PlaybookPrivateManageProperties,
    RunCreate,
]);

const READ_AUTHENTICATION: PermissionSet = with_ancillary(&[
    ReadConsoleAuthenticationSignup,
    ReadConsoleAuthenticationEmail,
    ReadConsoleAuthenticationPassword,
    ReadConsoleAuthenticationMfa,
    ReadConsoleAuthenticationLdap,
    ReadConsoleAuthenticationSaml,
    ReadConsoleAuthenticationOpenid,
    ReadConsoleAuthenticationGuestAccess,
]);

const READ_REPORTS: PermissionSet = with_ancillary(&[
    ReadConsoleAboutEditionAndLicense,
    ReadConsoleReportingSiteStatistics,
    ReadConsoleReportingTeamStatistics,
    ReadConsoleReportingServerLogs,
]);

const READ_ENVIRONMENT: PermissionSet = with_ancillary(&[
    ReadConsoleEnvironmentWebServer,
    ReadConsoleEnvironmentDatabase,
    ReadConsoleEnvironmentElasticsearch,
    ReadConsoleEnvironmentFileStorage,
    ReadConsoleEnvironmentImageProxy,
    ReadConsoleEnvironmentSmtp,
    ReadConsoleEnvironmentPushNotificationServer,
    ReadConsoleEnvironmentHighAvailability,
    ReadConsoleEnvironmentRateLimiting,
    ReadConsoleEnvironmentLogging,
    ReadConsoleEnvironmentSessionLengths,
    ReadConsoleEnvironmentPerformanceMonitoring,
    ReadConsoleEnvironmentDeveloper,
]);

const WRITE_ENVIRONMENT: PermissionSet = with_ancillary(&[
    WriteConsoleEnvironmentWebServer,
    WriteConsoleEnvironmentDatabase,
    WriteConsoleEnvironmentElasticsearch,
    WriteConsoleEnvironmentFileStorage,
    WriteConsoleEnvironmentImageProxy,
    WriteConsoleEnvironmentSmtp,
    WriteConsoleEnvironmentPushNotificationServer,
    WriteConsoleEnvironmentHighAvailability,
    WriteConsoleEnvironmentRateLimiting,
    WriteConsoleEnvironmentLogging,
    WriteConsoleEnvironmentSessionLengths,
    WriteConsoleEnvironmentPerformanceMonitoring,
    WriteConsoleEnvironmentDeveloper,
]);

const READ_SITE: PermissionSet = with_ancillary(&[
    ReadConsoleSiteCustomization,
    ReadConsoleSiteLocalization,
    ReadConsoleSiteUsersAndTeams,
    ReadConsoleSiteNotifications,
    ReadConsoleSiteAnnouncementBanner,
    ReadConsoleSiteEmoji,
    ReadConsoleSitePosts,
    ReadConsoleSiteFileSharingAndDownloads,
    ReadConsoleSitePublicLinks,
    ReadConsoleSiteNotices,
]);

const WRITE_SITE: PermissionSet = with_ancillary(&[
    WriteConsoleSiteCustomization,
    WriteConsoleSiteLocalization,
    WriteConsoleSiteUsersAndTeams,
    WriteConsoleSiteNotifications,
    WriteConsoleSiteAnnouncementBanner,
    WriteConsoleSiteEmoji,
    WriteConsoleSitePosts,
    WriteConsoleSiteFileSharingAndDownloads,
    WriteConsoleSitePublicLinks,
    WriteConsoleSiteNotices,
]);

const READ_INTEGRATIONS: PermissionSet = with_ancillary(&[
    ReadConsoleIntegrationsIntegrationManagement,
    ReadConsoleIntegrationsBotAccounts,
    ReadConsoleIntegrationsGif,
    ReadConsoleIntegrationsCors,
]);

const WRITE_INTEGRATIONS: PermissionSet = with_ancillary(&[
    WriteConsoleIntegrationsIntegrationManagement,
    WriteConsoleIntegrationsBotAccounts,
    WriteConsoleIntegrationsGif,
    WriteConsoleIntegrationsCors,
]);

const MANAGE_MEMBERSHIPS: PermissionSet = with_ancillary(&[
    ReadConsoleUserManagementGroups,
    WriteConsoleUserManagementGroups,
    ReadConsoleUserManagementTeams,
    WriteConsoleUserManagementTeams,
    ReadConsoleUserManagementChannels,
    WriteConsoleUserManagementChannels,
]);

const SYSTEM_USER_MANAGER: PermissionSet =
    MANAGE_MEMBERSHIPS.union(READ_AUTHENTICATION).with(&[ReadConsoleUserManagementPermissions]);

const SYSTEM_READ_ONLY_ADMIN: PermissionSet = with_ancillary(&[
    ReadConsoleUserManagementUsers,
    ReadConsoleUserManagementGroups,
    ReadConsoleUserManagementTeams,
    ReadConsoleUserManagementChannels,
    ReadConsoleUserManagementPermissions,
    ReadConsoleEnvironmentMobileSecurity,
    ReadConsolePlugins,
    ReadConsoleComplianceDataRetentionPolicy,
    ReadConsoleComplianceComplianceExport,
    ReadConsoleComplianceComplianceMonitoring,
    ReadConsoleComplianceCustomTermsOfService,
    ReadConsoleExperimentalFeatures,
    ReadConsoleExperimentalFeatureFlags,
    ReadConsoleProductsBoards,
])
.union(READ_REPORTS)
.union(READ_ENVIRONMENT)
.union(READ_SITE)
.union(READ_AUTHENTICATION)
.union(READ_INTEGRATIONS);

const SYSTEM_MANAGER: PermissionSet = MANAGE_MEMBERSHIPS
    .union(READ_REPORTS)
    .union(READ_ENVIRONMENT)
    .union(WRITE_ENVIRONMENT)
    .union(READ_SITE)
    .union(WRITE_SITE)
    .union(READ_AUTHENTICATION)
    .union(READ_INTEGRATIONS)
    .union(WRITE_INTEGRATIONS)
    .with(&[
        ReadConsoleUserManagementPermissions,
        WriteConsoleUserManagementPermissions,
        ReadConsolePlugins,
        ReadConsoleProductsBoards,
        WriteConsoleProductsBoards,
        ManageOutgoingOauthConnections,
    ]);

/// The built-in role of this name.
pub fn built_in(name: &str) -> Option<&'static BuiltIn> {
    BUILT_IN_ROLES.iter().find(|role| role.name == name)
}

#[cfg(test)]
#[path = "builtin_tests.rs"]
mod tests;
