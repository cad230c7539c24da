//! Teams, their members and invitations.

use crate::world::Place;
use permissions::Permission::*;
use wire::endpoints::*;

use crate::asker::{Asker, Row, anyone, known, never, row};

fn views(a: &Asker) -> bool {
    a.team(ViewTeam)
}

fn manages(a: &Asker) -> bool {
    a.team(ManageTeam)
}

fn manages_and_invites(a: &Asker) -> bool {
    a.team(ManageTeam) && a.team(InviteUser)
}

/// Oneself into a closed team, or somebody else by those who may add.
fn adds(a: &Asker) -> bool {
    // Who is there already is told so.
    a.team(AddUserToTeam) || a.me() && (a.sys(JoinPrivateTeams) || a.team(ViewTeam))
}

fn leaves_or_removes(a: &Asker) -> bool {
    let is_member = a.me() && views(a) && !a.admin();
    is_member || a.team(RemoveUserFromTeam)
}

pub const ROWS: &[Row] = &[
    row(CREATE_TEAM, r#"{"name":"new-$tag","display_name":"New","type":"O"}"#, |a| a.sys(CreateTeam)),
    row(GET_TEAM, "", views),
    row(GET_TEAM_BY_NAME, "", views),
    row(TEAM_EXISTS, "", known),
    row(GET_TEAM_STATS, "", views),
    row(GET_TEAM_MEMBERS, "", views),
    row(GET_TEAM_MEMBERS_BY_IDS, r#"["$owner_id"]"#, views),
    row(GET_TEAM_MEMBER, "", |a| views(a) && a.sees_user()),
    row(GET_TEAM_MEMBERS_FOR_USER, "", |a| a.me() || a.sys(ReadOtherUsersTeams)),
    row(ADD_TEAM_MEMBER, r#"{"team_id":"$team_id","user_id":"$user_id"}"#, adds),
    row(ADD_TEAM_MEMBERS, r#"[{"team_id":"$team_id","user_id":"$owner_id"}]"#, |a| a.team(AddUserToTeam)),
    row(REMOVE_TEAM_MEMBER, "", leaves_or_removes),
    row(UPDATE_TEAM_MEMBER_ROLES, r#"{"roles":"team_user"}"#, |a| a.team(ManageTeamRoles)),
    row(UPDATE_TEAM_MEMBER_SCHEME_ROLES, r#"{"scheme_user":true,"scheme_admin":true}"#, |a| a.team(ManageTeamRoles)),
    row(GET_ALL_TEAMS, "", |a| a.sys(ListPublicTeams)),
    row(SEARCH_TEAMS, r#"{"term":"secret"}"#, known),
    row(GET_TEAMS_FOR_USER, "", |a| a.me() || a.sys(ReadConsoleUserManagementUsers)),
    row(GET_TEAMS_UNREAD_FOR_USER, "", |a| a.me() || a.admin()),
    row(GET_TEAM_UNREAD, "", |a| a.private() && views(a)),
    row(UPDATE_TEAM, r#"{"id":"$team_id","name":"$team_name","display_name":"D","type":"I"}"#, manages),
    row(PATCH_TEAM, r#"{"display_name":"D"}"#, manages),
    row(UPDATE_TEAM_PRIVACY, r#"{"privacy":"O"}"#, manages_and_invites),
    row(REGENERATE_TEAM_INVITE_ID, "", manages_and_invites),
    row(DELETE_TEAM, "", manages),
    row(RESTORE_TEAM, "", manages),
    row(GET_INVITE_INFO, "", anyone),
    row(INVITE_USERS_TO_TEAM, r#"["new@example.test"]"#, |a| a.team(InviteUser) && a.team(AddUserToTeam)),
    row(INVITE_GUESTS_TO_CHANNELS, r#"{"emails":["g@example.test"],"channels":["$channel_id"]}"#, |a| {
        // Channels of the team, which conversations are not.
        a.place != Place::Direct && a.team(InviteGuest)
    }),
    row(INVALIDATE_ALL_EMAIL_INVITES, "", |a| a.sys(InvalidateEmailInvite)),
    row(ADD_USER_TO_TEAM_FROM_INVITE, "?invite_id=$invite_id", |a| a.sys(JoinPublicTeams)),
    row(GET_TEAM_ICON, "", views),
    row(SET_TEAM_ICON, "multipart image=@picture", manages),
    row(REMOVE_TEAM_ICON, "", manages),
    row(GET_TEAM_MEMBERS_MINUS_GROUP_MEMBERS, "?group_ids=$group_id", |a| a.sys(ReadConsoleUserManagementGroups)),
    row(UPDATE_TEAM_SCHEME, r#"{"scheme_id":""}"#, |a| a.sys(WriteConsoleUserManagementPermissions)),
    row(IMPORT_TEAM, "multipart file=x", |a| a.team(ImportTeam)),
    // What a user has in a team
    row(GET_CATEGORIES_FOR_TEAM_FOR_USER, "", |a| a.private() && views(a)),
    row(
        CREATE_CATEGORY_FOR_TEAM_FOR_USER,
        r#"{"user_id":"$user_id","team_id":"$team_id","display_name":"mine"}"#,
        |a| a.private() && views(a),
    ),
    row(
        UPDATE_CATEGORIES_FOR_TEAM_FOR_USER,
        r#"[{"id":"$category_id","user_id":"$user_id","team_id":"$team_id","display_name":"x","type":"custom"}]"#,
        |a| a.owners() && views(a),
    ),
    row(GET_CATEGORY_ORDER_FOR_TEAM_FOR_USER, "", |a| a.private() && views(a)),
    // An order that is not of all categories is refused.
    never(UPDATE_CATEGORY_ORDER_FOR_TEAM_FOR_USER, r#"["$category_id"]"#, |a| a.owners() && views(a)),
    row(GET_CATEGORY_FOR_TEAM_FOR_USER, "", |a| a.owners() && views(a)),
    row(
        UPDATE_CATEGORY_FOR_TEAM_FOR_USER,
        r#"{"id":"$category_id","user_id":"$user_id","team_id":"$team_id","display_name":"x","type":"custom"}"#,
        |a| a.owners() && views(a),
    ),
    row(DELETE_CATEGORY_FOR_TEAM_FOR_USER, "", |a| a.owners() && views(a)),
    // One's own, whoever the path names.
    row(GET_DRAFTS, "", views),
    row(GET_TEAM_SCHEDULED_POSTS, "?includeDirectChannels=true", views),
    row(GET_THREADS_FOR_USER, "", |a| a.private() && views(a)),
    row(UPDATE_READ_STATE_ALL_THREADS_BY_USER, "", |a| a.private() && views(a)),
    row(LIST_AUTOCOMPLETE_COMMANDS, "", views),
    row(LIST_COMMAND_AUTOCOMPLETE_SUGGESTIONS, "?user_input=/&channel_id=$channel_id", views),
    row(GET_PRODUCT_NOTICES, "?client=web&clientVersion=1.0.0&locale=en", known),
    row(SEARCH_POSTS_IN_TEAM, r#"{"terms":"secretcontent*","is_or_search":true}"#, views),
    row(SEARCH_FILES_IN_TEAM, r#"{"terms":"secretcontent*","is_or_search":true}"#, views),
    row(SEARCH_POSTS_IN_ALL_TEAMS, r#"{"terms":"secretcontent*","is_or_search":true}"#, known),
    row(SEARCH_FILES_IN_ALL_TEAMS, r#"{"terms":"secretcontent*","is_or_search":true}"#, known),
];
