//! Channels, their members and bookmarks.

use crate::world::Place;
use permissions::Permission::*;
use wire::endpoints::*;

use crate::asker::{Asker, Row, admin, known, never, private, row};

fn sees(a: &Asker) -> bool {
    a.sees()
}

/// Properties of a channel of a team; in a direct channel its two members change the header.
fn keeps_up(a: &Asker) -> bool {
    a.chan_by_kind(ManagePublicChannelProperties, ManagePrivateChannelProperties)
}

fn manages_members(a: &Asker) -> bool {
    a.chan_by_kind(ManagePublicChannelMembers, ManagePrivateChannelMembers)
}

/// Oneself into an open channel, or by those who manage the members.
fn joins(a: &Asker) -> bool {
    a.me() && a.is_open() && a.team(JoinPublicChannels) || manages_members(a)
}

fn leaves_or_removes(a: &Asker) -> bool {
    a.me() && a.in_channel() || manages_members(a)
}

fn bookmarks(a: &Asker, open: permissions::Permission, private: permissions::Permission) -> bool {
    a.chan(ReadChannelContent) && a.chan_by_kind(open, private)
}

pub const ROWS: &[Row] = &[
    row(CREATE_CHANNEL, r#"{"team_id":"$team_id","name":"new-$tag","display_name":"New","type":"P"}"#, |a| {
        a.team(CreatePrivateChannel)
    }),
    row(CREATE_DIRECT_CHANNEL, r#"["$my_id","$owner_id"]"#, |a| a.sys(CreateDirectChannel)),
    row(CREATE_GROUP_CHANNEL, r#"["$my_id","$owner_id","$friend_id"]"#, |a| a.sys(CreateGroupChannel)),
    row(GET_CHANNEL, "", sees),
    row(GET_CHANNEL_BY_NAME, "", |a| a.place != Place::Direct && sees(a)),
    row(GET_CHANNEL_BY_NAME_FOR_TEAM_NAME, "", |a| a.place != Place::Direct && sees(a)),
    row(GET_CHANNEL_SEEN, "", |a| a.chan(ReadChannel)),
    row(GET_CHANNEL_STATS, "", |a| a.chan(ReadChannel)),
    row(GET_CHANNELS_MEMBER_COUNT, r#"["$channel_id"]"#, |a| {
        a.chan(ReadChannel) || a.is_open() && a.team(ListTeamChannels)
    }),
    row(GET_CHANNEL_MEMBERS_TIMEZONES, "", |a| a.chan(ReadChannel)),
    row(ADD_CHANNEL_MEMBER, r#"{"user_id":"$user_id"}"#, joins),
    row(REMOVE_CHANNEL_MEMBER, "", leaves_or_removes),
    row(GET_ALL_CHANNELS, "", |a| a.sys(ReadConsoleUserManagementChannels)),
    row(GET_CHANNELS_FOR_USER, "", private),
    row(GET_CHANNELS_FOR_TEAM_FOR_USER, "", |a| a.private() && a.team(ViewTeam)),
    row(GET_PUBLIC_CHANNELS_FOR_TEAM, "", |a| a.team(ListTeamChannels)),
    row(GET_PRIVATE_CHANNELS_FOR_TEAM, "", admin),
    row(GET_DELETED_CHANNELS_FOR_TEAM, "", |a| a.team(ListTeamChannels)),
    row(GET_PUBLIC_CHANNELS_BY_IDS_FOR_TEAM, r#"["$channel_id"]"#, |a| a.team(ViewTeam)),
    row(SEARCH_ALL_CHANNELS, r#"?system_console=false {"term":"secret"}"#, known),
    row(SEARCH_GROUP_CHANNELS, r#"{"term":"owner"}"#, known),
    row(SEARCH_CHANNELS_FOR_TEAM, r#"{"term":"secret"}"#, |a| a.team(ListTeamChannels) || a.team(ViewTeam)),
    row(AUTOCOMPLETE_CHANNELS_FOR_TEAM, "?name=secret", |a| a.team(ListTeamChannels)),
    row(AUTOCOMPLETE_CHANNELS_FOR_TEAM_FOR_SEARCH, "?name=secret", known),
    row(
        UPDATE_CHANNEL,
        r#"{"id":"$channel_id","team_id":"$team_id","name":"$channel_name","display_name":"D","type":"O"}"#,
        keeps_up,
    ),
    row(PATCH_CHANNEL, r#"{"header":"h"}"#, keeps_up),
    row(UPDATE_CHANNEL_PRIVACY, r#"{"privacy":"P"}"#, |a| {
        a.chan_by_kind(ConvertPublicChannelToPrivate, ConvertPublicChannelToPrivate)
    }),
    row(DELETE_CHANNEL, "", |a| a.chan_by_kind(DeletePublicChannel, DeletePrivateChannel)),
    row(RESTORE_CHANNEL, "", |a| a.place != Place::Direct && a.team(ManageTeam)),
    row(MOVE_CHANNEL, r#"{"team_id":"$team_id","force":true}"#, admin),
    never(
        CONVERT_GROUP_MESSAGE_TO_CHANNEL,
        r#"{"channel_id":"$channel_id","team_id":"$team_id","name":"c-$tag","display_name":"C"}"#,
        |a| a.team(CreatePrivateChannel) && a.in_channel(),
    ),
    never(GET_GROUP_MESSAGE_MEMBERS_COMMON_TEAMS, "", |a| a.chan(ReadChannel)),
    row(GET_CHANNEL_MODERATIONS, "", |a| a.sys(ReadConsoleUserManagementChannels)),
    row(PATCH_CHANNEL_MODERATIONS, r#"[{"name":"create_post","roles":{"members":false}}]"#, |a| {
        a.sys(WriteConsoleUserManagementChannels)
    }),
    row(UPDATE_CHANNEL_SCHEME, r#"{"scheme_id":""}"#, admin),
    row(GET_CHANNEL_MEMBER_COUNTS_BY_GROUP, "", |a| a.chan(ReadChannel)),
    row(GET_CHANNEL_MEMBERS_MINUS_GROUP_MEMBERS, "?group_ids=$group_id", |a| a.sys(ReadConsoleUserManagementChannels)),
    row(GET_CHANNEL_ACCESS_CONTROL_ATTRIBUTES, "", |a| a.chan(ReadChannel)),
    row(GET_CHANNEL_MEMBERS, "", |a| a.chan(ReadChannel)),
    row(GET_CHANNEL_MEMBERS_BY_IDS, r#"["$owner_id"]"#, |a| a.chan(ReadChannel)),
    row(GET_CHANNEL_MEMBER, "", |a| a.chan(ReadChannel)),
    row(GET_CHANNEL_MEMBERS_FOR_TEAM_FOR_USER, "", |a| a.team(ViewTeam) && (a.me() || a.admin())),
    row(GET_CHANNEL_MEMBERS_FOR_USER, "", private),
    row(UPDATE_CHANNEL_MEMBER_ROLES, r#"{"roles":"channel_user"}"#, |a| a.chan(ManageChannelRoles)),
    row(UPDATE_CHANNEL_MEMBER_SCHEME_ROLES, r#"{"scheme_user":true,"scheme_admin":true}"#, |a| {
        a.chan(ManageChannelRoles)
    }),
    row(UPDATE_CHANNEL_MEMBER_NOTIFY_PROPS, r#"{"mark_unread":"mention"}"#, private),
    row(UPDATE_CHANNEL_MEMBER_AUTOTRANSLATION, r#"{"disabled":true}"#, private),
    row(VIEW_CHANNEL, r#"{"channel_id":"$channel_id"}"#, private),
    row(READ_MULTIPLE_CHANNELS, r#"["$channel_id"]"#, private),
    row(GET_CHANNEL_UNREAD, "", |a| a.private() && a.chan(ReadChannel)),
    // Bookmarks
    row(LIST_CHANNEL_BOOKMARKS_FOR_CHANNEL, "", |a| a.chan(ReadChannelContent)),
    row(CREATE_CHANNEL_BOOKMARK, r#"{"display_name":"b","link_url":"https://example.test","type":"link"}"#, |a| {
        bookmarks(a, AddBookmarkPublicChannel, AddBookmarkPrivateChannel)
    }),
    row(UPDATE_CHANNEL_BOOKMARK, r#"{"display_name":"c"}"#, |a| {
        bookmarks(a, EditBookmarkPublicChannel, EditBookmarkPrivateChannel)
    }),
    row(UPDATE_CHANNEL_BOOKMARK_SORT_ORDER, "0", |a| {
        bookmarks(a, OrderBookmarkPublicChannel, OrderBookmarkPrivateChannel)
    }),
    row(DELETE_CHANNEL_BOOKMARK, "", |a| bookmarks(a, DeleteBookmarkPublicChannel, DeleteBookmarkPrivateChannel)),
];
