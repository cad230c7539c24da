//! Endpoints: posts and what hangs on them.

use super::*;

endpoints! {
    // Posts
    CREATE_POST = createPost: POST "/posts", 1, Session;
    GET_POST = getPost: GET "/posts/{post_id}", 2, Session;
    DELETE_POST = deletePost: DELETE "/posts/{post_id}", 1, Session;
    GET_POSTS_BY_IDS = getPostsByIds: POST "/posts/ids", 2, Session;
    CREATE_EPHEMERAL_POST = createEphemeralPost: POST "/posts/ephemeral", 2, Session;
    GET_EDIT_HISTORY_FOR_POST = getEditHistoryForPost: GET "/posts/{post_id}/edit_history", 2, Session;
    GET_POST_THREAD = getPostThread: GET "/posts/{post_id}/thread", 1, Session;
    GET_POST_INFO = getPostInfo: GET "/posts/{post_id}/info", 2, Session;
    GET_FILE_INFOS_FOR_POST = getFileInfosForPost: GET "/posts/{post_id}/files/info", 2, Session;
    GET_POSTS_FOR_CHANNEL = getPostsForChannel: GET "/channels/{channel_id}/posts", 1, Session;
    GET_FLAGGED_POSTS_FOR_USER = getFlaggedPostsForUser: GET "/users/{user_id}/posts/flagged", 2, Session;
    GET_POSTS_FOR_CHANNEL_AROUND_LAST_UNREAD = getPostsForChannelAroundLastUnread:
        GET "/users/{user_id}/channels/{channel_id}/posts/unread", 1, Session;
    SEARCH_POSTS_IN_TEAM = searchPostsInTeam: POST "/teams/{team_id}/posts/search", 1, Session busy => Search;
    SEARCH_POSTS_IN_ALL_TEAMS = searchPostsInAllTeams: POST "/posts/search", 1, Session busy => Search;
    UPDATE_POST = updatePost: PUT "/posts/{post_id}", 2, Session;
    PATCH_POST = patchPost: PUT "/posts/{post_id}/patch", 1, Session;
    RESTORE_POST_VERSION = restorePostVersion: POST "/posts/{post_id}/restore/{restore_version_id}", 2, Session;
    SET_POST_UNREAD = setPostUnread: POST "/users/{user_id}/posts/{post_id}/set_unread", 2, Session;
    SET_POST_REMINDER = setPostReminder: POST "/users/{user_id}/posts/{post_id}/reminder", 1, Session;
    PIN_POST = pinPost: POST "/posts/{post_id}/pin", 2, Session;
    UNPIN_POST = unpinPost: POST "/posts/{post_id}/unpin", 2, Session;
    ACKNOWLEDGE_POST = acknowledgePost: POST "/users/{user_id}/posts/{post_id}/ack", 1, Session;
    UNACKNOWLEDGE_POST = unacknowledgePost: DELETE "/users/{user_id}/posts/{post_id}/ack", 2, Session;
    MOVE_THREAD = moveThread: POST "/posts/{post_id}/move", 3, Session;
    REWRITE_MESSAGE = rewriteMessage: POST "/posts/rewrite", 3, Session;
    REVEAL_POST = revealPost: GET "/posts/{post_id}/reveal", 3, Session;
    BURN_POST = burnPost: DELETE "/posts/{post_id}/burn", 3, Session;
    // Reactions
    SAVE_REACTION = saveReaction: POST "/reactions", 1, Session;
    GET_REACTIONS = getReactions: GET "/posts/{post_id}/reactions", 2, Session;
    DELETE_REACTION = deleteReaction: DELETE "/users/{user_id}/posts/{post_id}/reactions/{emoji_name}", 2, Session;
    GET_BULK_REACTIONS = getBulkReactions: POST "/posts/ids/reactions", 2, Session;
    // Drafts
    UPSERT_DRAFT = upsertDraft: POST "/drafts", 1, Session;
    GET_DRAFTS = getDrafts: GET "/users/{user_id}/teams/{team_id}/drafts", 1, Session;
    DELETE_THREAD_DRAFT = deleteThreadDraft:
        DELETE "/users/{user_id}/channels/{channel_id}/drafts/{thread_id}", 1, Session;
    DELETE_DRAFT = deleteDraft: DELETE "/users/{user_id}/channels/{channel_id}/drafts", 1, Session;
    // Scheduled posts
    CREATE_SCHEDULE_POST = createSchedulePost: POST "/posts/schedule", 1, Session;
    UPDATE_SCHEDULED_POST = updateScheduledPost: PUT "/posts/schedule/{scheduled_post_id}", 1, Session;
    DELETE_SCHEDULED_POST = deleteScheduledPost: DELETE "/posts/schedule/{scheduled_post_id}", 1, Session;
    GET_TEAM_SCHEDULED_POSTS = getTeamScheduledPosts: GET "/posts/scheduled/team/{team_id}", 1, Session;
    // Recaps
    CREATE_RECAP = createRecap: POST "/recaps", 3, Session;
    GET_RECAPS = getRecaps: GET "/recaps", 3, Session;
    GET_RECAP = getRecap: GET "/recaps/{recap_id}", 3, Session;
    READ_RECAP = readRecap: POST "/recaps/{recap_id}/read", 3, Session;
    REGENERATE_RECAP = regenerateRecap: POST "/recaps/{recap_id}/regenerate", 3, Session;
    DELETE_RECAP = deleteRecap: DELETE "/recaps/{recap_id}", 3, Session;
    // Content flagging
    GET_CONTENT_FLAGGING_FLAG_CONFIG = getContentFlaggingFlagConfig: GET "/content_flagging/flag/config", 3, Session;
    GET_CONTENT_FLAGGING_TEAM_STATUS = getContentFlaggingTeamStatus:
        GET "/content_flagging/team/{team_id}/status", 3, Session;
    FLAG_POST = flagPost: POST "/content_flagging/post/{post_id}/flag", 3, Session;
    GET_CONTENT_FLAGGING_FIELDS = getContentFlaggingFields: GET "/content_flagging/fields", 3, Session;
    GET_CONTENT_FLAGGING_POST_FIELD_VALUES = getContentFlaggingPostFieldValues:
        GET "/content_flagging/post/{post_id}/field_values", 3, Session;
    GET_FLAGGED_POST = getFlaggedPost: GET "/content_flagging/post/{post_id}", 3, Session;
    REMOVE_FLAGGED_POST = removeFlaggedPost: PUT "/content_flagging/post/{post_id}/remove", 3, Session;
    KEEP_FLAGGED_POST = keepFlaggedPost: PUT "/content_flagging/post/{post_id}/keep", 3, Session;
    SEARCH_CONTENT_REVIEWERS = searchContentReviewers:
        GET "/content_flagging/team/{team_id}/reviewers/search", 3, Session;
    ASSIGN_FLAGGED_POST_REVIEWER = assignFlaggedPostReviewer:
        POST "/content_flagging/post/{post_id}/assign/{content_reviewer_id}", 3, Session;
    UPDATE_CONTENT_FLAGGING_CONFIG = updateContentFlaggingConfig: PUT "/content_flagging/config", 3, Session;
    GET_CONTENT_FLAGGING_CONFIG = getContentFlaggingConfig: GET "/content_flagging/config", 3, Session;
    // Files
    UPLOAD_FILES = uploadFiles: POST "/files", 1, Session => Upload;
    GET_FILE = getFile: GET "/files/{file_id}", 2, TrustedSession;
    GET_FILE_THUMBNAIL = getFileThumbnail: GET "/files/{file_id}/thumbnail", 1, TrustedSession;
    GET_FILE_LINK = getFileLink: GET "/files/{file_id}/link", 2, Session;
    GET_FILE_PREVIEW = getFilePreview: GET "/files/{file_id}/preview", 1, TrustedSession;
    GET_FILE_INFO = getFileInfo: GET "/files/{file_id}/info", 2, Session;
    SEARCH_FILES_IN_TEAM = searchFilesInTeam: POST "/teams/{team_id}/files/search", 2, Session busy => Search;
    SEARCH_FILES_IN_ALL_TEAMS = searchFilesInAllTeams: POST "/files/search", 2, Session busy => Search;
    GET_PUBLIC_FILE = getPublicFile: GET "/files/{file_id}/public", 3, Open;
    // Uploads
    CREATE_UPLOAD = createUpload: POST "/uploads", 2, Session => Upload;
    GET_UPLOAD = getUpload: GET "/uploads/{upload_id}", 2, Session;
    UPLOAD_DATA = uploadData: POST "/uploads/{upload_id}", 2, Session;
    // Emoji
    CREATE_EMOJI = createEmoji: POST "/emoji", 1, Session => Upload;
    GET_EMOJI_LIST = getEmojiList: GET "/emoji", 2, Session;
    GET_EMOJIS_BY_NAMES = getEmojisByNames: POST "/emoji/names", 2, Session;
    SEARCH_EMOJIS = searchEmojis: POST "/emoji/search", 2, Session => Search;
    AUTOCOMPLETE_EMOJIS = autocompleteEmojis: GET "/emoji/autocomplete", 2, Session;
    DELETE_EMOJI = deleteEmoji: DELETE "/emoji/{emoji_id}", 2, Session;
    GET_EMOJI = getEmoji: GET "/emoji/{emoji_id}", 2, Session;
    GET_EMOJI_BY_NAME = getEmojiByName: GET "/emoji/name/{emoji_name}", 2, Session;
    GET_EMOJI_IMAGE = getEmojiImage: GET "/emoji/{emoji_id}/image", 2, TrustedSession;
    // Image proxy
    GET_IMAGE = getImage: GET "/image", 2, TrustedSession;
}
