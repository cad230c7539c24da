//! Endpoints: teams, channels, bookmarks.

use super::*;

endpoints! {
    // Teams
    CREATE_TEAM = createTeam: POST "/teams", 1, Session;
    GET_ALL_TEAMS = getAllTeams: GET "/teams", 1, Session;
    UPDATE_TEAM_SCHEME = updateTeamScheme: PUT "/teams/{team_id}/scheme", 3, Session;
    SEARCH_TEAMS = searchTeams: POST "/teams/search", 2, Session busy => Search;
    GET_TEAMS_FOR_USER = getTeamsForUser: GET "/users/{user_id}/teams", 1, Session;
    GET_TEAMS_UNREAD_FOR_USER = getTeamsUnreadForUser: GET "/users/{user_id}/teams/unread", 1, Session;
    GET_TEAM = getTeam: GET "/teams/{team_id}", 2, Session;
    UPDATE_TEAM = updateTeam: PUT "/teams/{team_id}", 1, Session;
    DELETE_TEAM = deleteTeam: DELETE "/teams/{team_id}", 2, Session;
    PATCH_TEAM = patchTeam: PUT "/teams/{team_id}/patch", 2, Session;
    RESTORE_TEAM = restoreTeam: POST "/teams/{team_id}/restore", 2, Session;
    UPDATE_TEAM_PRIVACY = updateTeamPrivacy: PUT "/teams/{team_id}/privacy", 2, Session;
    GET_TEAM_STATS = getTeamStats: GET "/teams/{team_id}/stats", 1, Session;
    REGENERATE_TEAM_INVITE_ID = regenerateTeamInviteId: POST "/teams/{team_id}/regenerate_invite_id", 2, Session;
    GET_TEAM_ICON = getTeamIcon: GET "/teams/{team_id}/image", 2, TrustedSession;
    SET_TEAM_ICON = setTeamIcon: POST "/teams/{team_id}/image", 2, Session => Upload;
    REMOVE_TEAM_ICON = removeTeamIcon: DELETE "/teams/{team_id}/image", 2, Session;
    GET_TEAM_MEMBERS = getTeamMembers: GET "/teams/{team_id}/members", 2, Session;
    GET_TEAM_MEMBERS_BY_IDS = getTeamMembersByIds: POST "/teams/{team_id}/members/ids", 2, Session;
    GET_TEAM_MEMBERS_FOR_USER = getTeamMembersForUser: GET "/users/{user_id}/teams/members", 1, Session;
    ADD_TEAM_MEMBER = addTeamMember: POST "/teams/{team_id}/members", 1, Session;
    ADD_USER_TO_TEAM_FROM_INVITE = addUserToTeamFromInvite: POST "/teams/members/invite", 2, Session;
    ADD_TEAM_MEMBERS = addTeamMembers: POST "/teams/{team_id}/members/batch", 2, Session;
    REMOVE_TEAM_MEMBER = removeTeamMember: DELETE "/teams/{team_id}/members/{user_id}", 2, Session;
    GET_TEAM_UNREAD = getTeamUnread: GET "/users/{user_id}/teams/{team_id}/unread", 2, Session;
    GET_TEAM_BY_NAME = getTeamByName: GET "/teams/name/{team_name}", 2, Session;
    GET_TEAM_MEMBER = getTeamMember: GET "/teams/{team_id}/members/{user_id}", 1, Session;
    TEAM_EXISTS = teamExists: GET "/teams/name/{team_name}/exists", 2, Session;
    UPDATE_TEAM_MEMBER_ROLES = updateTeamMemberRoles: PUT "/teams/{team_id}/members/{user_id}/roles", 2, Session;
    UPDATE_TEAM_MEMBER_SCHEME_ROLES = updateTeamMemberSchemeRoles:
        PUT "/teams/{team_id}/members/{user_id}/schemeRoles", 2, Session;
    IMPORT_TEAM = importTeam: POST "/teams/{team_id}/import", 3, Session;
    INVITE_USERS_TO_TEAM = inviteUsersToTeam: POST "/teams/{team_id}/invite/email", 2, Session => Invitation;
    INVITE_GUESTS_TO_CHANNELS = inviteGuestsToChannels: POST "/teams/{team_id}/invite-guests/email", 3, Session => Invitation;
    INVALIDATE_ALL_EMAIL_INVITES = invalidateAllEmailInvites: DELETE "/teams/invites/email", 3, Session;
    GET_INVITE_INFO = getInviteInfo: GET "/teams/invite/{invite_id}", 2, Open;
    GET_TEAM_MEMBERS_MINUS_GROUP_MEMBERS = getTeamMembersMinusGroupMembers:
        GET "/teams/{team_id}/members_minus_group_members", 3, Session;
    // Channels
    GET_ALL_CHANNELS = getAllChannels: GET "/channels", 2, Session;
    CREATE_CHANNEL = createChannel: POST "/channels", 1, Session;
    CREATE_DIRECT_CHANNEL = createDirectChannel: POST "/channels/direct", 1, Session;
    SEARCH_ALL_CHANNELS = searchAllChannels: POST "/channels/search", 1, Session busy => Search;
    SEARCH_GROUP_CHANNELS = searchGroupChannels: POST "/channels/group/search", 1, Session busy => Search;
    CREATE_GROUP_CHANNEL = createGroupChannel: POST "/channels/group", 1, Session;
    VIEW_CHANNEL = viewChannel: POST "/channels/members/{user_id}/view", 1, Session;
    READ_MULTIPLE_CHANNELS = readMultipleChannels: POST "/channels/members/{user_id}/mark_read", 2, Session;
    UPDATE_CHANNEL_SCHEME = updateChannelScheme: PUT "/channels/{channel_id}/scheme", 3, Session;
    GET_CHANNELS_MEMBER_COUNT = getChannelsMemberCount: POST "/channels/stats/member_count", 2, Session;
    GET_PUBLIC_CHANNELS_FOR_TEAM = getPublicChannelsForTeam: GET "/teams/{team_id}/channels", 1, Session;
    GET_DELETED_CHANNELS_FOR_TEAM = getDeletedChannelsForTeam: GET "/teams/{team_id}/channels/deleted", 2, Session;
    GET_PRIVATE_CHANNELS_FOR_TEAM = getPrivateChannelsForTeam: GET "/teams/{team_id}/channels/private", 2, Session;
    GET_PUBLIC_CHANNELS_BY_IDS_FOR_TEAM = getPublicChannelsByIdsForTeam:
        POST "/teams/{team_id}/channels/ids", 2, Session;
    SEARCH_CHANNELS_FOR_TEAM = searchChannelsForTeam: POST "/teams/{team_id}/channels/search", 1, Session busy => Search;
    AUTOCOMPLETE_CHANNELS_FOR_TEAM = autocompleteChannelsForTeam:
        GET "/teams/{team_id}/channels/autocomplete", 2, Session;
    AUTOCOMPLETE_CHANNELS_FOR_TEAM_FOR_SEARCH = autocompleteChannelsForTeamForSearch:
        GET "/teams/{team_id}/channels/search_autocomplete", 1, Session;
    GET_CHANNELS_FOR_TEAM_FOR_USER = getChannelsForTeamForUser:
        GET "/users/{user_id}/teams/{team_id}/channels", 1, Session;
    GET_CHANNELS_FOR_USER = getChannelsForUser: GET "/users/{user_id}/channels", 1, Session;
    GET_CATEGORIES_FOR_TEAM_FOR_USER = getCategoriesForTeamForUser:
        GET "/users/{user_id}/teams/{team_id}/channels/categories", 1, Session;
    CREATE_CATEGORY_FOR_TEAM_FOR_USER = createCategoryForTeamForUser:
        POST "/users/{user_id}/teams/{team_id}/channels/categories", 1, Session;
    UPDATE_CATEGORIES_FOR_TEAM_FOR_USER = updateCategoriesForTeamForUser:
        PUT "/users/{user_id}/teams/{team_id}/channels/categories", 1, Session;
    GET_CATEGORY_ORDER_FOR_TEAM_FOR_USER = getCategoryOrderForTeamForUser:
        GET "/users/{user_id}/teams/{team_id}/channels/categories/order", 2, Session;
    UPDATE_CATEGORY_ORDER_FOR_TEAM_FOR_USER = updateCategoryOrderForTeamForUser:
        PUT "/users/{user_id}/teams/{team_id}/channels/categories/order", 2, Session;
    GET_CATEGORY_FOR_TEAM_FOR_USER = getCategoryForTeamForUser:
        GET "/users/{user_id}/teams/{team_id}/channels/categories/{category_id}", 2, Session;
    UPDATE_CATEGORY_FOR_TEAM_FOR_USER = updateCategoryForTeamForUser:
        PUT "/users/{user_id}/teams/{team_id}/channels/categories/{category_id}", 2, Session;
    DELETE_CATEGORY_FOR_TEAM_FOR_USER = deleteCategoryForTeamForUser:
        DELETE "/users/{user_id}/teams/{team_id}/channels/categories/{category_id}", 2, Session;
    GET_CHANNEL = getChannel: GET "/channels/{channel_id}", 1, Session;
    UPDATE_CHANNEL = updateChannel: PUT "/channels/{channel_id}", 2, Session;
    PATCH_CHANNEL = patchChannel: PUT "/channels/{channel_id}/patch", 2, Session;
    UPDATE_CHANNEL_PRIVACY = updateChannelPrivacy: PUT "/channels/{channel_id}/privacy", 2, Session;
    RESTORE_CHANNEL = restoreChannel: POST "/channels/{channel_id}/restore", 2, Session;
    DELETE_CHANNEL = deleteChannel: DELETE "/channels/{channel_id}", 2, Session;
    GET_CHANNEL_STATS = getChannelStats: GET "/channels/{channel_id}/stats", 1, Session;
    GET_PINNED_POSTS = getPinnedPosts: GET "/channels/{channel_id}/pinned", 2, Session;
    GET_CHANNEL_MEMBERS_TIMEZONES = getChannelMembersTimezones: GET "/channels/{channel_id}/timezones", 2, Session;
    GET_CHANNEL_MEMBERS_MINUS_GROUP_MEMBERS = getChannelMembersMinusGroupMembers:
        GET "/channels/{channel_id}/members_minus_group_members", 3, Session;
    MOVE_CHANNEL = moveChannel: POST "/channels/{channel_id}/move", 2, Session;
    GET_CHANNEL_MEMBER_COUNTS_BY_GROUP = getChannelMemberCountsByGroup:
        GET "/channels/{channel_id}/member_counts_by_group", 2, Session;
    GET_GROUP_MESSAGE_MEMBERS_COMMON_TEAMS = getGroupMessageMembersCommonTeams:
        GET "/channels/{channel_id}/common_teams", 2, Session;
    CONVERT_GROUP_MESSAGE_TO_CHANNEL = convertGroupMessageToChannel:
        POST "/channels/{channel_id}/convert_to_channel", 2, Session;
    GET_CHANNEL_ACCESS_CONTROL_ATTRIBUTES = getChannelAccessControlAttributes:
        GET "/channels/{channel_id}/access_control/attributes", 3, Session;
    GET_CHANNEL_UNREAD = getChannelUnread: GET "/users/{user_id}/channels/{channel_id}/unread", 1, Session;
    GET_CHANNEL_BY_NAME = getChannelByName: GET "/teams/{team_id}/channels/name/{channel_name}", 2, Session;
    GET_CHANNEL_BY_NAME_FOR_TEAM_NAME = getChannelByNameForTeamName:
        GET "/teams/name/{team_name}/channels/name/{channel_name}", 2, Session;
    GET_CHANNEL_MEMBERS = getChannelMembers: GET "/channels/{channel_id}/members", 1, Session;
    GET_CHANNEL_MEMBERS_BY_IDS = getChannelMembersByIds: POST "/channels/{channel_id}/members/ids", 2, Session;
    ADD_CHANNEL_MEMBER = addChannelMember: POST "/channels/{channel_id}/members", 1, Session;
    GET_CHANNEL_MEMBERS_FOR_TEAM_FOR_USER = getChannelMembersForTeamForUser:
        GET "/users/{user_id}/teams/{team_id}/channels/members", 1, Session;
    GET_CHANNEL_MEMBER = getChannelMember: GET "/channels/{channel_id}/members/{user_id}", 1, Session;
    REMOVE_CHANNEL_MEMBER = removeChannelMember: DELETE "/channels/{channel_id}/members/{user_id}", 1, Session;
    UPDATE_CHANNEL_MEMBER_ROLES = updateChannelMemberRoles:
        PUT "/channels/{channel_id}/members/{user_id}/roles", 2, Session;
    UPDATE_CHANNEL_MEMBER_SCHEME_ROLES = updateChannelMemberSchemeRoles:
        PUT "/channels/{channel_id}/members/{user_id}/schemeRoles", 2, Session;
    UPDATE_CHANNEL_MEMBER_NOTIFY_PROPS = updateChannelMemberNotifyProps:
        PUT "/channels/{channel_id}/members/{user_id}/notify_props", 2, Session;
    UPDATE_CHANNEL_MEMBER_AUTOTRANSLATION = updateChannelMemberAutotranslation:
        PUT "/channels/{channel_id}/members/{user_id}/autotranslation", 3, Session;
    GET_CHANNEL_MODERATIONS = getChannelModerations: GET "/channels/{channel_id}/moderations", 2, Session;
    PATCH_CHANNEL_MODERATIONS = patchChannelModerations: PUT "/channels/{channel_id}/moderations/patch", 3, Session;
    // Channel bookmarks
    CREATE_CHANNEL_BOOKMARK = createChannelBookmark: POST "/channels/{channel_id}/bookmarks", 1, Session;
    UPDATE_CHANNEL_BOOKMARK = updateChannelBookmark: PATCH "/channels/{channel_id}/bookmarks/{bookmark_id}", 1, Session;
    UPDATE_CHANNEL_BOOKMARK_SORT_ORDER = updateChannelBookmarkSortOrder:
        POST "/channels/{channel_id}/bookmarks/{bookmark_id}/sort_order", 1, Session;
    DELETE_CHANNEL_BOOKMARK = deleteChannelBookmark:
        DELETE "/channels/{channel_id}/bookmarks/{bookmark_id}", 1, Session;
    LIST_CHANNEL_BOOKMARKS_FOR_CHANNEL = listChannelBookmarksForChannel:
        GET "/channels/{channel_id}/bookmarks", 1, Session;
}
