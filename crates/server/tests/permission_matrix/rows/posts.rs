//! Posts and what hangs on them: reactions, threads, files, drafts, emoji.

use crate::world::Place;
use permissions::Permission::*;
use wire::endpoints::*;

use crate::asker::{Asker, Row, admin, anyone, known, never, nobody, row};

fn reads(a: &Asker) -> bool {
    a.reads()
}

fn writes(a: &Asker) -> bool {
    a.chan(CreatePost)
}

/// What is done to a post is done by those who read it.
fn touches(a: &Asker, permission: permissions::Permission) -> bool {
    a.reads() && a.chan(permission)
}

/// Posts of the owner: nobody else edits or looks into their history but who may edit others'.
fn edits_others(a: &Asker) -> bool {
    a.chan(EditPost) && a.chan(EditOthersPosts)
}

/// A post that may be read, for an account that the caller may handle.
fn reads_as(a: &Asker) -> bool {
    a.private() && a.reads()
}

/// The whereabouts of a post: for those who read it, or could by joining.
fn reads_or_joins(a: &Asker) -> bool {
    let joins_private = a.place == Place::Cabin && a.team(ManagePrivateChannelMembers);
    a.reads() || joins_private || a.is_open() && a.sys(JoinPrivateTeams)
}

pub const ROWS: &[Row] = &[
    row(CREATE_POST, r#"{"channel_id":"$channel_id","message":"hello"}"#, writes),
    row(
        CREATE_EPHEMERAL_POST,
        r#"{"user_id":"$owner_id","post":{"channel_id":"$channel_id","message":"psst"}}"#,
        |a| a.chan(CreatePostEphemeral),
    ),
    row(GET_POST, "", reads),
    row(GET_POSTS_BY_IDS, r#"["$post_id"]"#, known),
    row(GET_POST_INFO, "", reads_or_joins),
    row(GET_FILE_INFOS_FOR_POST, "", reads),
    row(GET_PINNED_POSTS, "", reads),
    row(GET_POSTS_FOR_CHANNEL, "", reads),
    row(GET_POSTS_FOR_CHANNEL_AROUND_LAST_UNREAD, "?limit_after=30", reads_as),
    row(GET_POST_THREAD, "", reads),
    row(GET_FLAGGED_POSTS_FOR_USER, "", |a| a.private()),
    row(UPDATE_POST, r#"{"id":"$post_id","message":"changed"}"#, edits_others),
    row(PATCH_POST, r#"{"message":"changed"}"#, edits_others),
    never(MOVE_THREAD, r#"{"channel_id":"$channel_id"}"#, |a| a.chan(EditOthersPosts)),
    never(RESTORE_POST_VERSION, "", nobody),
    never(GET_EDIT_HISTORY_FOR_POST, "", nobody),
    row(DELETE_POST, "", |a| touches(a, DeleteOthersPosts)),
    row(PIN_POST, "", |a| touches(a, CreatePost)),
    row(UNPIN_POST, "", |a| touches(a, CreatePost)),
    row(SET_POST_UNREAD, "{}", reads_as),
    row(SET_POST_REMINDER, r#"{"target_time":$soon_s}"#, reads_as),
    // Nobody acknowledges for somebody else.
    row(ACKNOWLEDGE_POST, "", |a| a.me() && a.reads()),
    row(UNACKNOWLEDGE_POST, "", |a| a.me() && a.reads()),
    row(REWRITE_MESSAGE, "{}", known),
    row(REVEAL_POST, "", reads),
    row(BURN_POST, "", reads),
    // Reactions
    row(SAVE_REACTION, r#"{"user_id":"$user_id","post_id":"$post_id","emoji_name":"rocket"}"#, |a| {
        a.me() && touches(a, AddReaction)
    }),
    row(GET_REACTIONS, "", reads),
    row(DELETE_REACTION, "", |a| touches(a, RemoveReaction) && (a.me() || a.chan(RemoveOthersReactions))),
    row(GET_BULK_REACTIONS, r#"["$post_id"]"#, reads),
    // Threads
    row(GET_THREAD_FOR_USER, "", reads_as),
    row(FOLLOW_THREAD_BY_USER, "", reads_as),
    row(UNFOLLOW_THREAD_BY_USER, "", reads_as),
    row(UPDATE_READ_STATE_THREAD_BY_USER, "", reads_as),
    row(SET_UNREAD_THREAD_BY_POST_ID, "", reads_as),
    // Drafts and scheduled posts
    row(UPSERT_DRAFT, r#"{"user_id":"$user_id","channel_id":"$channel_id","message":"dear"}"#, writes),
    row(DELETE_DRAFT, "", |a| a.me()),
    row(DELETE_THREAD_DRAFT, "", |a| a.me()),
    row(
        CREATE_SCHEDULE_POST,
        r#"{"user_id":"$my_id","channel_id":"$channel_id","message":"later","scheduled_at":$soon}"#,
        writes,
    ),
    never(
        UPDATE_SCHEDULED_POST,
        r#"{"id":"$scheduled_post_id","user_id":"$owner_id","channel_id":"$channel_id","message":"later","scheduled_at":$soon}"#,
        nobody,
    ),
    never(DELETE_SCHEDULED_POST, "", nobody),
    // Files
    row(UPLOAD_FILES, "?channel_id=$channel_id&filename=p.png picture", |a| a.chan(UploadFile)),
    row(GET_FILE, "", reads),
    row(GET_FILE_THUMBNAIL, "", reads),
    row(GET_FILE_PREVIEW, "", reads),
    row(GET_FILE_LINK, "", |a| reads(a) && a.chan(GetPublicLink)),
    row(GET_FILE_INFO, "", reads),
    never(GET_PUBLIC_FILE, "?h=guess", nobody),
    never(root::PUBLIC_FILE, "?h=guess", nobody),
    row(CREATE_UPLOAD, r#"{"channel_id":"$channel_id","filename":"p.png","file_size":4}"#, |a| a.chan(UploadFile)),
    never(GET_UPLOAD, "", nobody),
    never(UPLOAD_DATA, "picture", nobody),
    // Emoji
    row(CREATE_EMOJI, r#"multipart emoji={"creator_id":"$my_id","name":"new-$tag"} image=@picture"#, |a| {
        a.sys(CreateEmojis)
    }),
    row(GET_EMOJI_LIST, "", known),
    row(GET_EMOJIS_BY_NAMES, r#"["$emoji_name"]"#, known),
    row(SEARCH_EMOJIS, r#"{"term":"emoji"}"#, known),
    row(AUTOCOMPLETE_EMOJIS, "?name=emoji", known),
    row(DELETE_EMOJI, "", |a| a.sys(DeleteOthersEmojis)),
    row(GET_EMOJI, "", known),
    row(GET_EMOJI_BY_NAME, "", known),
    row(GET_EMOJI_IMAGE, "", known),
    // Off without a provider: see behaviour/gifs.rs.
    never(GET_GIFS, "?q=ahoy", known),
    row(GET_IMAGE, "?url=https://example.test/p.png", known),
    // Recaps, content flagging
    row(CREATE_RECAP, "{}", known),
    row(GET_RECAPS, "", known),
    row(GET_RECAP, "", nobody),
    row(READ_RECAP, "", nobody),
    row(REGENERATE_RECAP, "", nobody),
    row(DELETE_RECAP, "", nobody),
    row(GET_CONTENT_FLAGGING_FLAG_CONFIG, "", known),
    row(GET_CONTENT_FLAGGING_TEAM_STATUS, "", |a| a.team(ViewTeam)),
    row(FLAG_POST, r#"{"reason":"spam"}"#, reads),
    row(GET_CONTENT_FLAGGING_FIELDS, "", known),
    row(GET_CONTENT_FLAGGING_POST_FIELD_VALUES, "", admin),
    row(GET_FLAGGED_POST, "", admin),
    row(REMOVE_FLAGGED_POST, "{}", admin),
    row(KEEP_FLAGGED_POST, "{}", admin),
    row(SEARCH_CONTENT_REVIEWERS, "?term=o", admin),
    row(ASSIGN_FLAGGED_POST_REVIEWER, "", admin),
    row(UPDATE_CONTENT_FLAGGING_CONFIG, "{}", admin),
    row(GET_CONTENT_FLAGGING_CONFIG, "", admin),
    row(MANUAL_TEST, "", anyone),
];
