//! Accounts, sessions, statuses, preferences, bots.

use crate::world::Who;
use permissions::Permission::*;
use wire::endpoints::*;

use crate::asker::{Asker, Row, admin, anyone, known, last, mine, never, nobody, private, row};

/// Those who may make, see and end personal access tokens, of an account that they may handle.
fn tokens(a: &Asker, permission: permissions::Permission) -> bool {
    a.sys(permission) && a.mine()
}

fn sees_user(a: &Asker) -> bool {
    a.sees_user()
}

/// Managing accounts, of which system administrators are one's equals at most.
fn manages_users(a: &Asker) -> bool {
    a.sys(WriteConsoleUserManagementUsers)
}

/// The own profile, or others' with the right. A bot's belongs to those who manage it.
fn own_profile(a: &Asker) -> bool {
    let bots = a.me() && a.who == Who::Bot;
    if bots { manages_bots(a) } else { mine(a) }
}

/// The own account of a person: programs make no way in.
fn own_person(a: &Asker) -> bool {
    a.me() && a.who != Who::Bot
}

fn reads_bots(a: &Asker) -> bool {
    a.sys(ReadOthersBots)
}

fn manages_bots(a: &Asker) -> bool {
    a.sys(ManageOthersBots)
}

pub const ROWS: &[Row] = &[
    // Sessions
    never(LOGIN, r#"{"login_id":"nobody-at-all","password":"Wrong-Passw0rd"}"#, nobody),
    row(LOGOUT, "", anyone),
    row(GET_LOGIN_TYPE, r#"{"login_id":"$username"}"#, anyone),
    row(GET_SESSIONS, "", mine),
    row(REVOKE_SESSION, r#"{"session_id":"$session_id"}"#, |a| a.owners()),
    row(REVOKE_ALL_SESSIONS_FOR_USER, "", mine),
    row(ATTACH_DEVICE_ID, r#"{"device_id":"apple_rn-v2:abc$tag"}"#, known),
    row(GET_USER_AUDITS, "", |a| a.me() || a.sys(ReadAudits)),
    row(CREATE_USER_ACCESS_TOKEN, r#"{"description":"mine"}"#, |a| tokens(a, CreateUserAccessToken)),
    row(GET_USER_ACCESS_TOKENS_FOR_USER, "", |a| tokens(a, ReadUserAccessToken)),
    row(GET_USER_ACCESS_TOKENS, "", admin),
    row(SEARCH_USER_ACCESS_TOKENS, r#"{"term":"secret"}"#, admin),
    row(GET_USER_ACCESS_TOKEN, "", |a| a.sys(ReadUserAccessToken) && a.edits()),
    row(REVOKE_USER_ACCESS_TOKEN, r#"{"token_id":"$token_id"}"#, |a| a.sys(RevokeUserAccessToken) && a.edits()),
    row(DISABLE_USER_ACCESS_TOKEN, r#"{"token_id":"$token_id"}"#, |a| a.sys(RevokeUserAccessToken) && a.edits()),
    row(ENABLE_USER_ACCESS_TOKEN, r#"{"token_id":"$token_id"}"#, |a| a.sys(CreateUserAccessToken) && a.edits()),
    never(LOGIN_WITH_DESKTOP_TOKEN, r#"{"token":"nothing","deviceId":""}"#, nobody),
    never(SWITCH_ACCOUNT_TYPE, r#"{"current_service":"email","new_service":"email","email":"$email"}"#, nobody),
    never(EXCHANGE_SSO_CODE, r#"{"login_code":"no","code_verifier":"no","state":"no"}"#, nobody),
    row(LOGIN_CWS, "{}", nobody),
    never(BEGIN_PASSKEY_LOGIN, "{}", anyone),
    never(LOGIN_WITH_PASSKEY, r#"{"credential":{"id":"no"}}"#, nobody),
    // Accounts
    row(CREATE_USER, r#"{"username":"new-$tag-$now","email":"new-$tag@example.test","password":"Passw0rd-1"}"#, anyone),
    row(GET_USER, "", sees_user),
    row(GET_USER_BY_USERNAME, "", sees_user),
    row(GET_USER_BY_EMAIL, "", sees_user),
    row(UPDATE_USER_ROLES, r#"{"roles":"system_user"}"#, |a| a.sys(ManageRoles)),
    // Nobody ends the own account while that is off.
    row(UPDATE_USER_ACTIVE, r#"{"active":false}"#, |a| manages_users(a) && !a.me()),
    row(DELETE_USER, "", |a| a.edits()),
    row(GET_EXPIRY, "", mine),
    // Nobody sets an end to the own account.
    row(UPDATE_EXPIRY, r#"{"expires_at":4000000000000}"#, |a| a.edits() && !a.me()),
    row(GET_USERS, "?in_team=$team_id&in_channel=$channel_id", |a| a.chan(ReadChannel)),
    row(GET_USERS_BY_IDS, r#"["$owner_id","$far_id"]"#, known),
    row(GET_USERS_BY_NAMES, r#"["$username"]"#, known),
    row(GET_USERS_BY_GROUP_CHANNEL_IDS, r#"["$channel_id"]"#, known),
    row(GET_KNOWN_USERS, "", known),
    row(GET_TOTAL_USERS_STATS, "", known),
    row(GET_FILTERED_USERS_STATS, "?in_channel=$channel_id", |a| a.sys(ReadConsoleUserManagementUsers)),
    row(SEARCH_USERS, r#"{"term":"o","team_id":"$team_id"}"#, |a| a.team(ViewTeam)),
    row(AUTOCOMPLETE_USERS, "?in_team=$team_id&in_channel=$channel_id&name=o", |a| {
        a.team(ViewTeam) && a.chan(ReadChannel)
    }),
    row(UPDATE_USER, r#"{"id":"$user_id","username":"$username","email":"$email","nickname":"x"}"#, own_profile),
    row(PATCH_USER, r#"{"nickname":"nick"}"#, own_profile),
    row(UPDATE_PASSWORD, r#"{"current_password":"Wrong-1","new_password":"Passw0rd-2"}"#, |a| {
        a.me() || manages_users(a)
    }),
    row(SEND_PASSWORD_RESET, r#"{"email":"nobody@example.test"}"#, anyone),
    never(RESET_PASSWORD, r#"{"token":"no","new_password":"Passw0rd-2"}"#, nobody),
    row(RESET_FAILED_ATTEMPTS, "", manages_users),
    row(SEND_VERIFICATION_EMAIL, r#"{"email":"nobody@example.test"}"#, anyone),
    never(VERIFY_USER_EMAIL, r#"{"token":"no"}"#, nobody),
    row(VERIFY_USER_EMAIL_WITHOUT_TOKEN, "", admin),
    never(GET_USERS_WITH_INVALID_EMAILS, "", |a| a.sys(ReadConsoleUserManagementUsers)),
    row(GENERATE_MFA_SECRET, "", mine),
    row(UPDATE_USER_MFA, r#"{"activate":false}"#, mine),
    row(GET_PASSKEYS, "", mine),
    // The address of the server under test is a number, for which browsers know no passkeys.
    never(BEGIN_PASSKEY, "{}", own_person),
    never(CREATE_PASSKEY, r#"{"name":"mine","state":"no","credential":{}}"#, own_person),
    never(RENAME_PASSKEY, r#"{"name":"mine"}"#, mine),
    never(DELETE_PASSKEY, "", mine),
    row(GET_BROWSERS, "", mine),
    never(DELETE_BROWSER, "", mine),
    row(GET_RECOVERY_CODES, "", mine),
    never(CREATE_RECOVERY_CODES, "{}", own_person),
    row(UPDATE_USER_AUTH, r#"{"auth_service":"","password":"Passw0rd-2"}"#, |a| a.edits()),
    row(PROMOTE_GUEST_TO_USER, "", |a| a.sys(PromoteGuest)),
    row(DEMOTE_USER_TO_GUEST, "", |a| a.sys(DemoteToGuest)),
    row(CONVERT_USER_TO_BOT, "", admin),
    row(GET_LATEST_TERMS_OF_SERVICE, "", known),
    row(CREATE_TERMS_OF_SERVICE, r#"{"text":"be kind"}"#, admin),
    row(GET_USER_TERMS_OF_SERVICE, "", |a| a.me()),
    row(SAVE_USER_TERMS_OF_SERVICE, r#"{"termsOfServiceId":"$terms_id","accepted":true}"#, |a| a.me()),
    row(GET_USERS_FOR_REPORTING, "", |a| a.sys(ReadConsoleUserManagementUsers)),
    row(GET_USER_COUNT_FOR_REPORTING, "", |a| a.sys(ReadConsoleUserManagementUsers)),
    row(START_USERS_BATCH_EXPORT, "?date_range=all_time", admin),
    row(GET_POSTS_FOR_REPORTING, r#"{"channel_id":"$channel_id"}"#, admin),
    row(
        NOTIFY_ADMIN,
        r#"{"required_plan":"professional","required_feature":"mattermost.feature.guest_accounts"}"#,
        known,
    ),
    row(TRIGGER_NOTIFY_ADMIN_POSTS, "{}", admin),
    never(MIGRATE_AUTH_TO_LDAP, r#"{"from":"email","match_field":"email"}"#, admin),
    never(TEST_SIGN_IN, "{}", admin),
    never(PREVIEW_SIGN_IN, "{}", admin),
    never(MIGRATE_AUTH_TO_SAML, r#"{"from":"email","auto":true}"#, admin),
    row(GET_UPLOADS_FOR_USER, "", |a| a.me()),
    row(GET_PROFILE_IMAGE, "", sees_user),
    row(GET_DEFAULT_PROFILE_IMAGE, "", sees_user),
    row(SET_PROFILE_IMAGE, "multipart image=@picture", own_profile),
    row(SET_DEFAULT_PROFILE_IMAGE, "", own_profile),
    // Statuses
    row(GET_USER_STATUS, "", sees_user),
    row(GET_USER_STATUSES_BY_IDS, r#"["$owner_id"]"#, known),
    row(UPDATE_USER_STATUS, r#"{"user_id":"$user_id","status":"away"}"#, mine),
    row(UPDATE_USER_CUSTOM_STATUS, r#"{"emoji":"house","text":"home"}"#, mine),
    row(REMOVE_USER_CUSTOM_STATUS, "", mine),
    row(REMOVE_USER_RECENT_CUSTOM_STATUS, r#"{"emoji":"house","text":"home"}"#, mine),
    row(DELETE_USER_RECENT_CUSTOM_STATUS, r#"{"emoji":"house","text":"home"}"#, mine),
    row(PUBLISH_USER_TYPING, r#"{"channel_id":"$channel_id"}"#, |a| (a.me() || a.admin()) && a.chan(CreatePost)),
    // Preferences
    row(GET_PREFERENCES, "", private),
    row(GET_PREFERENCES_BY_CATEGORY, "", private),
    row(GET_PREFERENCE_BY_CATEGORY_AND_NAME, "", private),
    row(
        UPDATE_PREFERENCES,
        r#"[{"user_id":"$user_id","category":"flagged_post","name":"$post_id","value":"true"}]"#,
        |a| a.mine() && a.reads(),
    ),
    row(DELETE_PREFERENCES, r#"[{"user_id":"$user_id","category":"matrix","name":"$preference","value":""}]"#, mine),
    // Bots
    row(CREATE_BOT, r#"{"username":"robot-$tag","display_name":"x"}"#, |a| a.sys(CreateBot)),
    row(PATCH_BOT, r#"{"display_name":"y"}"#, manages_bots),
    row(GET_BOT, "", reads_bots),
    row(GET_BOTS, "", |a| a.sys(ReadBots)),
    row(DISABLE_BOT, "", manages_bots),
    row(ENABLE_BOT, "", manages_bots),
    row(ASSIGN_BOT, "", |a| a.sys(AssignBot)),
    row(
        CONVERT_BOT_TO_USER,
        r#"{"username":"free-$tag","email":"free-$tag@example.test","password":"Passw0rd-3"}"#,
        admin,
    ),
    // Roles
    row(GET_ALL_ROLES, "", admin),
    row(GET_ROLE, "", known),
    row(GET_ROLE_BY_NAME, "", known),
    row(GET_ROLES_BY_NAMES, r#"["system_user"]"#, known),
    row(PATCH_ROLE, r#"{"permissions":[]}"#, |a| a.sys(WriteConsoleUserManagementPermissions)),
    row(GET_ANCILLARY_PERMISSIONS, r#"["sysconsole_read_user_management_users"]"#, known),
    row(GET_SCHEMES, "", |a| a.sys(ReadConsoleUserManagementPermissions)),
    row(CREATE_SCHEME, r#"{"name":"s_$tag","display_name":"S","scope":"team"}"#, |a| {
        a.sys(WriteConsoleUserManagementPermissions)
    }),
    row(DELETE_SCHEME, "", |a| a.sys(WriteConsoleUserManagementPermissions)),
    row(GET_SCHEME, "", |a| a.sys(ReadConsoleUserManagementPermissions)),
    row(PATCH_SCHEME, r#"{"description":"d"}"#, |a| a.sys(WriteConsoleUserManagementPermissions)),
    row(GET_SCHEME_TEAMS, "", |a| a.sys(ReadConsoleUserManagementTeams)),
    row(GET_SCHEME_CHANNELS, "", |a| a.sys(ReadConsoleUserManagementChannels)),
    // Custom profile attributes
    row(LIST_CPA_FIELDS, "", known),
    row(CREATE_CPA_FIELD, r#"{"name":"f-$tag","type":"text"}"#, admin),
    row(PATCH_CPA_FIELD, r#"{"name":"g-$tag"}"#, admin),
    // All worlds share the field.
    last(DELETE_CPA_FIELD, "", admin),
    row(LIST_CPA_VALUES, "", sees_user),
    row(PATCH_CPA_VALUES, r#"{"$field_id":"larboard"}"#, known),
    row(GET_CPA_GROUP, "", known),
    row(PATCH_CPA_VALUES_FOR_USER, r#"{"$field_id":"larboard"}"#, mine),
    // Groups
    row(GET_GROUPS, "?not_associated_to_channel=$channel_id", known),
    row(
        CREATE_GROUP,
        r#"{"name":"new$tag","display_name":"G","source":"custom","allow_reference":true,"user_ids":["$my_id"]}"#,
        |a| a.sys(CreateCustomGroup),
    ),
    row(GET_GROUP, "", known),
    row(PATCH_GROUP, r#"{"display_name":"H"}"#, |a| a.sys(EditCustomGroup)),
    never(LINK_GROUP_SYNCABLE, "{}", admin),
    never(UNLINK_GROUP_SYNCABLE, "", admin),
    never(GET_GROUP_SYNCABLE, "", admin),
    row(GET_GROUP_SYNCABLES, "", |a| a.sys(ReadConsoleUserManagementGroups)),
    never(PATCH_GROUP_SYNCABLE, "{}", admin),
    row(GET_GROUP_STATS, "", known),
    row(GET_GROUP_MEMBERS, "", known),
    row(GET_GROUPS_BY_USER_ID, "", |a| a.me() || a.sys(ReadConsoleUserManagementGroups)),
    row(GET_GROUPS_BY_CHANNEL, "", |a| {
        a.chan(if a.is_open() { ReadPublicChannelGroups } else { ReadPrivateChannelGroups })
    }),
    row(GET_GROUPS_BY_NAMES, r#"["$group_name"]"#, known),
    row(GET_TEAM_GROUPS, "", |a| a.team(ViewTeam)),
    row(GET_TEAM_GROUPS_BY_CHANNELS, "", |a| a.team(ListTeamChannels) || a.sys(ReadConsoleUserManagementGroups)),
    row(DELETE_GROUP, "", |a| a.sys(DeleteCustomGroup)),
    row(RESTORE_GROUP, "", |a| a.sys(RestoreCustomGroup)),
    row(ADD_GROUP_MEMBERS, r#"{"user_ids":["$my_id"]}"#, |a| a.sys(ManageCustomGroupMembers)),
    row(DELETE_GROUP_MEMBERS, r#"{"user_ids":["$owner_id"]}"#, |a| a.sys(ManageCustomGroupMembers)),
];
