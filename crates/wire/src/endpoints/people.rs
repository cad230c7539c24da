//! Endpoints: accounts, presence, settings, roles, groups.

use super::*;

endpoints! {
    // Users
    CREATE_USER = createUser: POST "/users", 1, Open => Account;
    GET_USERS = getUsers: GET "/users", 1, Session;
    GET_USERS_BY_IDS = getUsersByIds: POST "/users/ids", 1, Session;
    GET_USERS_BY_NAMES = getUsersByNames: POST "/users/usernames", 1, Session;
    GET_KNOWN_USERS = getKnownUsers: GET "/users/known", 2, Session;
    SEARCH_USERS = searchUsers: POST "/users/search", 1, Session busy => Search;
    AUTOCOMPLETE_USERS = autocompleteUsers: GET "/users/autocomplete", 1, Session;
    GET_TOTAL_USERS_STATS = getTotalUsersStats: GET "/users/stats", 2, Session;
    GET_FILTERED_USERS_STATS = getFilteredUsersStats: GET "/users/stats/filtered", 3, Session;
    GET_USERS_BY_GROUP_CHANNEL_IDS = getUsersByGroupChannelIds: POST "/users/group_channels", 2, Session;
    GET_USER = getUser: GET "/users/{user_id}", 1, Session;
    GET_DEFAULT_PROFILE_IMAGE = getDefaultProfileImage: GET "/users/{user_id}/image/default", 2, TrustedSession;
    GET_PROFILE_IMAGE = getProfileImage: GET "/users/{user_id}/image", 1, TrustedSession;
    SET_PROFILE_IMAGE = setProfileImage: POST "/users/{user_id}/image", 2, Session => Upload;
    SET_DEFAULT_PROFILE_IMAGE = setDefaultProfileImage: DELETE "/users/{user_id}/image", 2, Session;
    UPDATE_USER = updateUser: PUT "/users/{user_id}", 2, Session;
    PATCH_USER = patchUser: PUT "/users/{user_id}/patch", 2, Session;
    DELETE_USER = deleteUser: DELETE "/users/{user_id}", 3, Session;
    UPDATE_USER_ROLES = updateUserRoles: PUT "/users/{user_id}/roles", 1, Session;
    UPDATE_USER_ACTIVE = updateUserActive: PUT "/users/{user_id}/active", 3, Session;
    UPDATE_PASSWORD = updatePassword: PUT "/users/{user_id}/password", 2, Session => SignIn;
    PROMOTE_GUEST_TO_USER = promoteGuestToUser: POST "/users/{user_id}/promote", 3, Session;
    DEMOTE_USER_TO_GUEST = demoteUserToGuest: POST "/users/{user_id}/demote", 3, Session;
    CONVERT_USER_TO_BOT = convertUserToBot: POST "/users/{user_id}/convert_to_bot", 3, Session;
    RESET_PASSWORD = resetPassword: POST "/users/password/reset", 2, Open => SignIn;
    SEND_PASSWORD_RESET = sendPasswordReset: POST "/users/password/reset/send", 2, Open => Mail;
    VERIFY_USER_EMAIL = verifyUserEmail: POST "/users/email/verify", 2, Open => SignIn;
    SEND_VERIFICATION_EMAIL = sendVerificationEmail: POST "/users/email/verify/send", 2, Open => Mail;
    VERIFY_USER_EMAIL_WITHOUT_TOKEN = verifyUserEmailWithoutToken:
        POST "/users/{user_id}/email/verify/member", 3, Session;
    SAVE_USER_TERMS_OF_SERVICE = saveUserTermsOfService: POST "/users/{user_id}/terms_of_service", 2, Session;
    GET_USER_TERMS_OF_SERVICE = getUserTermsOfService: GET "/users/{user_id}/terms_of_service", 2, Session;
    RESET_FAILED_ATTEMPTS = resetFailedAttempts: POST "/users/{user_id}/reset_failed_attempts", 3, Session;
    UPDATE_USER_AUTH = updateUserAuth: PUT "/users/{user_id}/auth", 3, Session;
    UPDATE_USER_MFA = updateUserMfa: PUT "/users/{user_id}/mfa", 2, SessionNoMfa;
    GENERATE_MFA_SECRET = generateMfaSecret: POST "/users/{user_id}/mfa/generate", 2, SessionNoMfa;
    LOGIN = login: POST "/users/login", 1, Open(LOGIN_RATE) => SignIn;
    EXCHANGE_SSO_CODE = exchangeSsoCode: POST "/users/login/sso/code-exchange", 3, Open => SignIn;
    LOGIN_WITH_DESKTOP_TOKEN = loginWithDesktopToken:
        POST "/users/login/desktop_token", 2, Open(DESKTOP_TOKEN_RATE) => SignIn;
    SWITCH_ACCOUNT_TYPE = switchAccountType: POST "/users/login/switch", 2, Open => SignIn;
    LOGIN_CWS = loginCws: POST "/users/login/cws", 3, TrustedOpen;
    GET_LOGIN_TYPE = getLoginType: POST "/users/login/type", 2, Open => SignIn;
    LOGOUT = logout: POST "/users/logout", 1, Open;
    GET_USER_BY_USERNAME = getUserByUsername: GET "/users/username/{username}", 2, Session;
    GET_USER_BY_EMAIL = getUserByEmail: GET "/users/email/{email}", 2, Session;
    GET_SESSIONS = getSessions: GET "/users/{user_id}/sessions", 2, Session;
    REVOKE_SESSION = revokeSession: POST "/users/{user_id}/sessions/revoke", 2, Session;
    REVOKE_ALL_SESSIONS_FOR_USER = revokeAllSessionsForUser: POST "/users/{user_id}/sessions/revoke/all", 2, Session;
    REVOKE_ALL_SESSIONS_ALL_USERS = revokeAllSessionsAllUsers: POST "/users/sessions/revoke/all", 3, Session;
    ATTACH_DEVICE_ID = attachDeviceId: PUT "/users/sessions/device", 2, Session;
    GET_USER_AUDITS = getUserAudits: GET "/users/{user_id}/audits", 2, Session;
    CREATE_USER_ACCESS_TOKEN = createUserAccessToken: POST "/users/{user_id}/tokens", 2, Session;
    GET_USER_ACCESS_TOKENS_FOR_USER = getUserAccessTokensForUser: GET "/users/{user_id}/tokens", 2, Session;
    GET_USER_ACCESS_TOKENS = getUserAccessTokens: GET "/users/tokens", 3, Session;
    SEARCH_USER_ACCESS_TOKENS = searchUserAccessTokens: POST "/users/tokens/search", 2, Session;
    GET_USER_ACCESS_TOKEN = getUserAccessToken: GET "/users/tokens/{token_id}", 3, Session;
    REVOKE_USER_ACCESS_TOKEN = revokeUserAccessToken: POST "/users/tokens/revoke", 2, Session;
    DISABLE_USER_ACCESS_TOKEN = disableUserAccessToken: POST "/users/tokens/disable", 2, Session;
    ENABLE_USER_ACCESS_TOKEN = enableUserAccessToken: POST "/users/tokens/enable", 2, Session;
    PUBLISH_USER_TYPING = publishUserTyping: POST "/users/{user_id}/typing", 2, Session busy;
    MIGRATE_AUTH_TO_LDAP = migrateAuthToLdap: POST "/users/migrate_auth/ldap", 3, Session;
    MIGRATE_AUTH_TO_SAML = migrateAuthToSaml: POST "/users/migrate_auth/saml", 3, Session;
    GET_UPLOADS_FOR_USER = getUploadsForUser: GET "/users/{user_id}/uploads", 3, Session;
    GET_CHANNEL_MEMBERS_FOR_USER = getChannelMembersForUser: GET "/users/{user_id}/channel_members", 1, Session;
    GET_USERS_WITH_INVALID_EMAILS = getUsersWithInvalidEmails: GET "/users/invalid_emails", 3, Session;
    GET_THREADS_FOR_USER = getThreadsForUser: GET "/users/{user_id}/teams/{team_id}/threads", 1, Session;
    UPDATE_READ_STATE_ALL_THREADS_BY_USER = updateReadStateAllThreadsByUser:
        PUT "/users/{user_id}/teams/{team_id}/threads/read", 1, Session;
    GET_THREAD_FOR_USER = getThreadForUser: GET "/users/{user_id}/teams/{team_id}/threads/{thread_id}", 2, Session;
    FOLLOW_THREAD_BY_USER = followThreadByUser:
        PUT "/users/{user_id}/teams/{team_id}/threads/{thread_id}/following", 1, Session;
    UNFOLLOW_THREAD_BY_USER = unfollowThreadByUser:
        DELETE "/users/{user_id}/teams/{team_id}/threads/{thread_id}/following", 1, Session;
    UPDATE_READ_STATE_THREAD_BY_USER = updateReadStateThreadByUser:
        PUT "/users/{user_id}/teams/{team_id}/threads/{thread_id}/read/{timestamp}", 1, Session;
    SET_UNREAD_THREAD_BY_POST_ID = setUnreadThreadByPostId:
        POST "/users/{user_id}/teams/{team_id}/threads/{thread_id}/set_unread/{post_id}", 2, Session;
    NOTIFY_ADMIN = notifyAdmin: POST "/users/notify-admin", 2, Session;
    TRIGGER_NOTIFY_ADMIN_POSTS = triggerNotifyAdminPosts: POST "/users/trigger-notify-admin-posts", 3, Session;
    // Status
    GET_USER_STATUS = getUserStatus: GET "/users/{user_id}/status", 1, Session;
    GET_USER_STATUSES_BY_IDS = getUserStatusesByIds: POST "/users/status/ids", 1, Session;
    UPDATE_USER_STATUS = updateUserStatus: PUT "/users/{user_id}/status", 2, Session;
    UPDATE_USER_CUSTOM_STATUS = updateUserCustomStatus: PUT "/users/{user_id}/status/custom", 1, Session;
    REMOVE_USER_CUSTOM_STATUS = removeUserCustomStatus: DELETE "/users/{user_id}/status/custom", 1, Session;
    REMOVE_USER_RECENT_CUSTOM_STATUS = removeUserRecentCustomStatus:
        DELETE "/users/{user_id}/status/custom/recent", 2, Session;
    DELETE_USER_RECENT_CUSTOM_STATUS = deleteUserRecentCustomStatus:
        POST "/users/{user_id}/status/custom/recent/delete", 2, Session;
    // Preferences
    GET_PREFERENCES = getPreferences: GET "/users/{user_id}/preferences", 1, Session;
    UPDATE_PREFERENCES = updatePreferences: PUT "/users/{user_id}/preferences", 1, Session;
    DELETE_PREFERENCES = deletePreferences: POST "/users/{user_id}/preferences/delete", 2, Session;
    GET_PREFERENCES_BY_CATEGORY = getPreferencesByCategory: GET "/users/{user_id}/preferences/{category}", 2, Session;
    GET_PREFERENCE_BY_CATEGORY_AND_NAME = getPreferenceByCategoryAndName:
        GET "/users/{user_id}/preferences/{category}/name/{preference_name}", 2, Session;
    // Bots
    CREATE_BOT = createBot: POST "/bots", 3, Session;
    PATCH_BOT = patchBot: PUT "/bots/{bot_user_id}", 3, Session;
    GET_BOT = getBot: GET "/bots/{bot_user_id}", 3, Session;
    GET_BOTS = getBots: GET "/bots", 3, Session;
    DISABLE_BOT = disableBot: POST "/bots/{bot_user_id}/disable", 3, Session;
    ENABLE_BOT = enableBot: POST "/bots/{bot_user_id}/enable", 3, Session;
    CONVERT_BOT_TO_USER = convertBotToUser: POST "/bots/{bot_user_id}/convert_to_user", 3, Session;
    ASSIGN_BOT = assignBot: POST "/bots/{bot_user_id}/assign/{user_id}", 3, Session;
    // Roles
    GET_ALL_ROLES = getAllRoles: GET "/roles", 3, Session;
    GET_ROLE = getRole: GET "/roles/{role_id}", 3, TrustedSession;
    GET_ROLE_BY_NAME = getRoleByName: GET "/roles/name/{role_name}", 3, TrustedSession;
    GET_ROLES_BY_NAMES = getRolesByNames: POST "/roles/names", 1, TrustedSession;
    PATCH_ROLE = patchRole: PUT "/roles/{role_id}/patch", 3, Session;
    // Permissions
    GET_ANCILLARY_PERMISSIONS = getAncillaryPermissions: POST "/permissions/ancillary", 2, Session;
    // Permission schemes
    GET_SCHEMES = getSchemes: GET "/schemes", 3, Session;
    CREATE_SCHEME = createScheme: POST "/schemes", 3, Session;
    DELETE_SCHEME = deleteScheme: DELETE "/schemes/{scheme_id}", 3, Session;
    GET_SCHEME = getScheme: GET "/schemes/{scheme_id}", 3, TrustedSession;
    PATCH_SCHEME = patchScheme: PUT "/schemes/{scheme_id}/patch", 3, Session;
    GET_SCHEME_TEAMS = getSchemeTeams: GET "/schemes/{scheme_id}/teams", 3, TrustedSession;
    GET_SCHEME_CHANNELS = getSchemeChannels: GET "/schemes/{scheme_id}/channels", 3, TrustedSession;
    // Terms of service
    GET_LATEST_TERMS_OF_SERVICE = getLatestTermsOfService: GET "/terms_of_service", 2, Session;
    CREATE_TERMS_OF_SERVICE = createTermsOfService: POST "/terms_of_service", 3, Session;
    // Reports
    GET_USERS_FOR_REPORTING = getUsersForReporting: GET "/reports/users", 1, Session;
    GET_USER_COUNT_FOR_REPORTING = getUserCountForReporting: GET "/reports/users/count", 3, Session;
    START_USERS_BATCH_EXPORT = startUsersBatchExport: POST "/reports/users/export", 3, Session;
    GET_POSTS_FOR_REPORTING = getPostsForReporting: POST "/reports/posts", 3, Session;
    // Custom profile attributes
    LIST_CPA_FIELDS = listCPAFields: GET "/custom_profile_attributes/fields", 1, Session;
    CREATE_CPA_FIELD = createCPAField: POST "/custom_profile_attributes/fields", 3, Session;
    PATCH_CPA_FIELD = patchCPAField: PATCH "/custom_profile_attributes/fields/{field_id}", 3, Session;
    DELETE_CPA_FIELD = deleteCPAField: DELETE "/custom_profile_attributes/fields/{field_id}", 3, Session;
    LIST_CPA_VALUES = listCPAValues: GET "/users/{user_id}/custom_profile_attributes", 1, Session;
    PATCH_CPA_VALUES = patchCPAValues: PATCH "/custom_profile_attributes/values", 1, Session;
    GET_CPA_GROUP = getCPAGroup: GET "/custom_profile_attributes/group", 3, Session;
    PATCH_CPA_VALUES_FOR_USER = patchCPAValuesForUser: PATCH "/users/{user_id}/custom_profile_attributes", 3, Session;
    // Groups
    GET_GROUPS = getGroups: GET "/groups", 3, Session;
    CREATE_GROUP = createGroup: POST "/groups", 2, Session;
    GET_GROUP = getGroup: GET "/groups/{group_id}", 3, Session;
    PATCH_GROUP = patchGroup: PUT "/groups/{group_id}/patch", 3, Session;
    LINK_GROUP_SYNCABLE = linkGroupSyncable: POST "/groups/{group_id}/{syncable_type}/{syncable_id}/link", 3, Session;
    UNLINK_GROUP_SYNCABLE = unlinkGroupSyncable:
        DELETE "/groups/{group_id}/{syncable_type}/{syncable_id}/link", 3, Session;
    GET_GROUP_SYNCABLE = getGroupSyncable: GET "/groups/{group_id}/{syncable_type}/{syncable_id}", 3, Session;
    GET_GROUP_SYNCABLES = getGroupSyncables: GET "/groups/{group_id}/{syncable_type}", 3, Session;
    PATCH_GROUP_SYNCABLE = patchGroupSyncable: PUT "/groups/{group_id}/{syncable_type}/{syncable_id}/patch", 3, Session;
    GET_GROUP_STATS = getGroupStats: GET "/groups/{group_id}/stats", 3, Session;
    GET_GROUP_MEMBERS = getGroupMembers: GET "/groups/{group_id}/members", 3, Session;
    GET_GROUPS_BY_USER_ID = getGroupsByUserId: GET "/users/{user_id}/groups", 2, Session;
    GET_GROUPS_BY_CHANNEL = getGroupsByChannel: GET "/channels/{channel_id}/groups", 3, Session;
    GET_GROUPS_BY_NAMES = getGroupsByNames: POST "/groups/names", 3, Session;
    GET_TEAM_GROUPS = getTeamGroups: GET "/teams/{team_id}/groups", 3, Session;
    GET_TEAM_GROUPS_BY_CHANNELS = getTeamGroupsByChannels: GET "/teams/{team_id}/groups_by_channels", 3, Session;
    DELETE_GROUP = deleteGroup: DELETE "/groups/{group_id}", 3, Session;
    RESTORE_GROUP = restoreGroup: POST "/groups/{group_id}/restore", 3, Session;
    ADD_GROUP_MEMBERS = addGroupMembers: POST "/groups/{group_id}/members", 3, Session;
    DELETE_GROUP_MEMBERS = deleteGroupMembers: DELETE "/groups/{group_id}/members", 3, Session;
}
