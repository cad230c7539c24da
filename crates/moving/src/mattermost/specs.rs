//! What becomes of the tables of a Mattermost server: for each table of ours, the table there, and for each column of ours
//! where it comes from and how it is read.
//!
//! A column comes from the one of its own name without underscores, unless another is named behind `=`; of several with `|`
//! between them, the first that says something counts. `x` is the table itself, other letters are tables that are joined.
//! Versions differ in what they have: a column that is not there gets what an empty one gets.

use super::threads::OF_POSTS;

/// How a column is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The id of the row or of what it belongs to; without it the row is none.
    Id,
    /// An id, or none where there is no id of our form.
    Ref,
    Int,
    Bool,
    OptBool,
    Text,
    OptText,
    /// Nothing where it is empty.
    Filled,
    /// In lower case, as it is searched.
    Lower,
    /// A JSON object.
    Object,
    /// A JSON object whose values are texts.
    Strings,
    /// A JSON list of texts.
    Texts,
    /// A JSON list of ids.
    Ids,
    /// Any JSON; `null` where there is none.
    Json,
    /// Permissions with blanks between them, as a JSON list.
    Permissions,
    /// The hash of a token.
    Hash,
    /// Roles without those that the flags of a member stand for.
    Explicit,
    /// A flag of a member, or the role of this end in its roles.
    Flag(&'static str),
    /// A JSON list of ids, each behind a blank.
    Participants,
    /// The name of an object in the file store.
    Path(&'static str),
    /// Whether it is empty.
    IsEmpty,
    /// The same in all rows.
    Const(&'static str),
    Zero,
    Null,
}

/// A table of ours, and where its rows come from.
#[derive(Debug)]
pub struct Spec {
    pub table: &'static str,
    pub from: &'static str,
    /// Letter, table and condition of each table that is joined.
    pub joins: &'static [(&'static str, &'static str, &'static str)],
    /// A column that must be there, and the condition on it; of rows for which it does not hold nothing comes.
    pub only: &'static [(&'static str, &'static str)],
    /// Columns of which the latest tells when a row changed; rows of other tables are all read each time.
    pub since: &'static [&'static str],
    /// Columns that are a key there, where they are others than the key here.
    pub page: &'static [&'static str],
    pub columns: &'static [(Kind, &'static str)],
    /// Rows of a page.
    pub page_len: usize,
}

const PLAIN: Spec =
    Spec { table: "", from: "", joins: &[], only: &[], since: &[], page: &[], columns: &[], page_len: 1_000 };
const POST: (&str, &str, &str) = ("p", "posts", "p.id = x.postid");
/// The post must be there.
const OF_POST: (&str, &str) = ("p.id", "p.id IS NOT NULL");
const LIVE: (&str, &str) = ("x.deleteat", "COALESCE(x.deleteat, 0) = 0");

use Kind::{
    Bool, Const, Explicit, Filled, Flag, Hash, Id, Ids, Int, IsEmpty, Json, Lower, Null, Object, OptBool, OptText,
    Participants, Path, Permissions, Ref, Strings, Text, Texts, Zero,
};

#[rustfmt::skip]
pub const SPECS: &[Spec] = &[
    Spec { table: "schemes", from: "schemes", columns: &[
        (Id, "id"), (Int, "create_at update_at delete_at"),
        (Text, "name display_name description scope default_team_admin_role default_team_user_role default_team_guest_role \
            default_channel_admin_role default_channel_user_role default_channel_guest_role default_playbook_admin_role \
            default_playbook_member_role default_run_admin_role default_run_member_role"),
    ], ..PLAIN },
    Spec { table: "roles", from: "roles", columns: &[
        (Id, "id"), (Int, "create_at update_at delete_at"), (Text, "name display_name description"),
        (Permissions, "permissions"), (Bool, "scheme_managed built_in"), (Ref, "scheme_id"),
    ], ..PLAIN },
    Spec { table: "users", from: "users", columns: &[
        (Id, "id"),
        (Int, "create_at update_at delete_at last_password_update last_picture_update failed_attempts last_login"),
        (Text, "username password_hash=password auth_service email nickname first_name last_name position roles locale \
            mfa_secret"),
        (Filled, "auth_data"), (OptText, "remote_id"),
        (Bool, "email_verified allow_marketing mfa_active disable_welcome_email"),
        (Strings, "props notify_props timezone"),
        (Lower, "nickname_folded=x.nickname first_name_folded=x.firstname last_name_folded=x.lastname"),
    ], ..PLAIN },
    Spec { table: "bots", from: "bots", columns: &[
        (Id, "user_id"), (Text, "description"), (Ref, "owner_id"), (Int, "last_icon_update create_at update_at delete_at"),
    ], ..PLAIN },
    Spec { table: "sessions", from: "sessions", columns: &[
        (Id, "id user_id"), (Hash, "token_hash=x.token"), (Int, "create_at expires_at last_activity_at"),
        (Text, "device_id roles"), (Bool, "is_oauth expired_notify"), (Strings, "props"),
    ], ..PLAIN },
    Spec { table: "user_access_tokens", from: "useraccesstokens", columns: &[
        (Id, "id user_id"), (Hash, "token_hash=x.token"), (Text, "description"), (Bool, "is_active"),
    ], ..PLAIN },
    Spec { table: "statuses", from: "status", columns: &[
        (Id, "user_id"), (Text, "status prev_status"), (Bool, "manual"), (Int, "last_activity_at dnd_end_time"),
    ], ..PLAIN },
    Spec { table: "preferences", from: "preferences", columns: &[(Id, "user_id"), (Text, "category name value")], ..PLAIN },
    Spec { table: "terms_of_service", from: "termsofservice", columns: &[
        (Id, "id"), (Ref, "user_id"), (Int, "create_at"), (Text, "text"),
    ], ..PLAIN },
    Spec { table: "user_terms_of_service", from: "usertermsofservice", columns: &[
        (Id, "user_id terms_of_service_id"), (Int, "create_at"),
    ], ..PLAIN },
    Spec { table: "teams", from: "teams", columns: &[
        (Id, "id"), (Int, "create_at update_at delete_at last_team_icon_update"),
        (Text, "display_name name description email kind=x.type company_name allowed_domains invite_id=x.inviteid|x.id"),
        (Bool, "allow_open_invite cloud_limits_archived"), (Ref, "scheme_id"), (OptBool, "group_constrained"),
        (Lower, "display_name_folded=x.displayname"),
    ], ..PLAIN },
    Spec { table: "team_members", from: "teammembers", columns: &[
        (Id, "team_id user_id"), (Explicit, "explicit_roles=x.roles"), (Int, "create_at delete_at"),
        (Flag("guest"), "scheme_guest"), (Flag("user"), "scheme_user"), (Flag("admin"), "scheme_admin"),
    ], ..PLAIN },
    Spec { table: "channels", from: "channels", columns: &[
        (Id, "id"), (Ref, "team_id creator_id scheme_id"),
        (Int, "create_at update_at delete_at last_post_at last_root_post_at total_msg_count total_msg_count_root \
            extra_update_at"),
        (Text, "kind=x.type display_name name header purpose default_category_name"),
        (Json, "props banner_info"), (OptBool, "group_constrained"),
        (Lower, "display_name_folded=x.displayname purpose_folded=x.purpose"),
    ], ..PLAIN },
    Spec { table: "channel_members", from: "channelmembers", columns: &[
        (Id, "channel_id user_id"), (Explicit, "explicit_roles=x.roles"), (Strings, "notify_props"),
        (Int, "last_viewed_at msg_count msg_count_root mention_count mention_count_root urgent_mention_count last_update_at"),
        (Flag("guest"), "scheme_guest"), (Flag("user"), "scheme_user"), (Flag("admin"), "scheme_admin"),
    ], ..PLAIN },
    Spec { table: "channel_member_history", from: "channelmemberhistory", columns: &[
        (Id, "channel_id user_id"), (Int, "join_time leave_time"),
    ], ..PLAIN },
    Spec { table: "channel_bookmarks", from: "channelbookmarks", columns: &[
        (Id, "id channel_id"), (Ref, "owner_id file_id=x.fileinfoid|x.fileid original_id parent_id"),
        (Int, "create_at update_at delete_at sort_order"), (Text, "display_name link_url image_url emoji kind=x.type"),
    ], ..PLAIN },
    Spec { table: "sidebar_categories", from: "sidebarcategories", columns: &[
        (Id, "user_id team_id"), (Int, "sort_order"), (Text, "id sorting kind=x.type display_name"),
        (Bool, "muted collapsed"),
    ], ..PLAIN },
    Spec { table: "sidebar_channels", from: "sidebarchannels", joins: &[("s", "sidebarcategories", "s.id = x.categoryid")],
        only: &[("s.id", "s.id IS NOT NULL")], page: &["x.channelid", "x.userid", "x.categoryid"], columns: &[
        (Id, "user_id team_id=s.teamid channel_id"), (Text, "category_id"), (Int, "sort_order"),
    ], ..PLAIN },
    Spec { table: "emoji", from: "emoji", columns: &[
        (Id, "id"), (Ref, "creator_id"), (Int, "create_at update_at delete_at"), (Text, "name"),
    ], ..PLAIN },
    // Whatever changes a post sets this time, which has an index there.
    Spec { table: "posts", from: "posts", since: &["updateat"], columns: &[
        (Id, "id user_id channel_id"), (Ref, "root_id original_id"), (Int, "create_at update_at edit_at delete_at"),
        (Bool, "is_pinned has_reactions"), (Text, "message kind=x.type hashtags"), (Object, "props"), (Ids, "file_ids"),
        (OptText, "remote_id"), (Const(""), "message_source pending_post_id"), (Zero, "content_at"),
    ], ..PLAIN },
    Spec { table: "post_priorities", from: "postspriority", columns: &[
        (Id, "post_id channel_id"), (Text, "priority"), (OptBool, "requested_ack persistent_notifications"),
    ], ..PLAIN },
    Spec { table: "persistent_notifications", from: "persistentnotifications", only: &[LIVE], columns: &[
        (Id, "post_id"), (Int, "next_at=x.lastsentat|x.createat sent_count"),
    ], ..PLAIN },
    Spec { table: "post_acknowledgements", from: "postacknowledgements", joins: &[POST],
        only: &[("x.acknowledgedat", "x.acknowledgedat > 0"), OF_POST], columns: &[
        (Id, "post_id user_id channel_id=p.channelid"), (Int, "acknowledged_at"),
    ], ..PLAIN },
    Spec { table: "post_reminders", from: "postreminders", columns: &[(Id, "post_id user_id"), (Int, "target_time")], ..PLAIN },
    Spec { table: "reactions", from: "reactions", joins: &[POST], only: &[LIVE, OF_POST],
        since: &["updateat", "createat", "deleteat"], columns: &[
        (Id, "post_id user_id channel_id=p.channelid"), (Text, "emoji_name"),
        (Int, "create_at update_at=x.updateat|x.createat"),
    ], ..PLAIN },
    // All of them each time: a reply that is deleted leaves no time behind.
    Spec { table: "threads", from: "threads", joins: &[("c", "channels", "c.id = x.channelid")], columns: &[
        (Id, "post_id channel_id"), (Ref, "team_id=c.teamid"), (Int, "reply_count last_reply_at"),
        (Int, "delete_at=x.threaddeleteat|x.deleteat"), (Participants, "participants"),
    ], ..PLAIN },
    Spec { table: "threads", from: OF_POSTS, joins: &[("c", "channels", "c.id = x.channelid")], columns: &[
        (Id, "post_id channel_id"), (Ref, "team_id=c.teamid"), (Int, "reply_count last_reply_at"),
        (Int, "delete_at"), (Participants, "participants"),
    ], ..PLAIN },
    Spec { table: "thread_memberships", from: "threadmemberships", joins: &[
        POST, ("t", "threads", "t.postid = x.postid"), ("c", "channels", "c.id = p.channelid")],
        only: &[OF_POST], since: &["lastupdated", "lastviewed", "p.updateat", "t.lastreplyat"], columns: &[
        (Id, "post_id user_id channel_id=p.channelid"), (Ref, "team_id=c.teamid"), (Bool, "following"),
        (Int, "last_reply_at=t.lastreplyat last_view_at=x.lastviewed last_update_at=x.lastupdated unread_mentions"),
    ], ..PLAIN },
    Spec { table: "file_infos", from: "fileinfo", joins: &[POST], page_len: 100,
        // A file that is attached to a post does not change by that.
        since: &["updateat", "createat", "deleteat", "p.updateat"], columns: &[
        (Id, "id"), (Ref, "user_id=x.creatorid post_id channel_id=p.channelid|x.channelid"),
        (Int, "create_at update_at delete_at size width height"),
        (Text, "name extension mime_type content"), (Bool, "has_preview_image archived"), (Filled, "mini_preview"),
        (Path(""), "path"), (Path("_thumb.jpg"), "thumbnail_path"), (Path("_preview.jpg"), "preview_path"),
        (Zero, "content_at"),
    ], ..PLAIN },
    Spec { table: "drafts", from: "drafts", only: &[LIVE], columns: &[
        (Id, "user_id channel_id"), (Ref, "root_id"), (Int, "create_at update_at"), (Text, "message kind=x.type"),
        (Object, "props"), (Ids, "file_ids"), (Json, "priority"),
    ], ..PLAIN },
    Spec { table: "scheduled_posts", from: "scheduledposts", columns: &[
        (Id, "id user_id channel_id"), (Ref, "root_id"), (Int, "create_at update_at scheduled_at processed_at"),
        (Text, "message kind=x.type error_code"), (Object, "props"), (Ids, "file_ids"), (Json, "priority"),
    ], ..PLAIN },
    Spec { table: "user_groups", from: "usergroups", columns: &[
        (Id, "id"), (Filled, "name"), (OptText, "remote_id"), (Text, "display_name description source"),
        (Int, "create_at update_at delete_at"), (Bool, "allow_reference"), (Lower, "display_name_folded=x.displayname"),
    ], ..PLAIN },
    Spec { table: "group_members", from: "groupmembers", columns: &[
        (Id, "group_id user_id"), (Int, "create_at delete_at"),
    ], ..PLAIN },
    Spec { table: "group_syncables", from: "groupteams", columns: &[
        (Id, "group_id place_id=x.teamid"), (Const("team"), "kind"), (Bool, "auto_add scheme_admin"),
        (Int, "create_at update_at delete_at"),
    ], ..PLAIN },
    Spec { table: "group_syncables", from: "groupchannels", columns: &[
        (Id, "group_id place_id=x.channelid"), (Const("channel"), "kind"), (Bool, "auto_add scheme_admin"),
        (Int, "create_at update_at delete_at"),
    ], ..PLAIN },
    Spec { table: "incoming_webhooks", from: "incomingwebhooks", columns: &[
        (Id, "id"), (Ref, "user_id channel_id team_id"), (Int, "create_at update_at delete_at"),
        (Text, "display_name description username icon_url"), (Bool, "channel_locked"),
    ], ..PLAIN },
    Spec { table: "outgoing_webhooks", from: "outgoingwebhooks", columns: &[
        (Id, "id"), (Ref, "creator_id channel_id team_id"), (Int, "create_at update_at delete_at trigger_when"),
        (Text, "token display_name description content_type username icon_url"), (Texts, "trigger_words callback_urls"),
    ], ..PLAIN },
    Spec { table: "commands", from: "commands", columns: &[
        (Id, "id"), (Ref, "creator_id team_id"), (Int, "create_at update_at delete_at"),
        (Text, "token trigger_word=x.trigger method username icon_url auto_complete_desc auto_complete_hint display_name \
            description url plugin_id"), (Bool, "auto_complete"),
    ], ..PLAIN },
    Spec { table: "oauth_apps", from: "oauthapps", columns: &[
        (Id, "id"), (Ref, "creator_id"), (Int, "create_at update_at"),
        (Text, "client_secret name description icon_url homepage mattermost_app_id"), (Texts, "callback_urls"),
        (Bool, "is_trusted is_dynamically_registered"), (IsEmpty, "is_public=x.clientsecret"),
    ], ..PLAIN },
    Spec { table: "oauth_access_data", from: "oauthaccessdata", page: &["x.token"], columns: &[
        (Hash, "token_hash=x.token refresh_hash=x.refreshtoken|x.token"), (Id, "client_id user_id"),
        (Text, "redirect_uri scope audience"), (Int, "expires_at"), (Null, "family"),
    ], ..PLAIN },
    Spec { table: "audits", from: "audits", since: &["createat"], columns: &[
        (Id, "id"), (Ref, "user_id session_id"), (Int, "create_at"), (Text, "action extra_info ip_address"),
    ], ..PLAIN },
];

/// Tables that hold nothing to bring along: what a server makes by itself, work under way, codes that live for minutes.
pub const PASSED_OVER: &[&str] = &[
    "schema_migrations",
    "db_migrations",
    "db_migrations_calls",
    "db_lock",
    "clusterdiscovery",
    "jobs",
    "linkmetadata",
    "uploadsessions",
    "tokens",
    "oauthauthdata",
    "publicchannels",
    "productnoticeviewstate",
    "commandwebhooks",
    "desktoptokens",
    "notifyadmin",
    "systems",
    "poststats",
    "posts_by_team_day",
    "bot_posts_by_team_day",
    "file_stats",
    "attributeview",
    "readreceipts",
    "temporaryposts",
];

/// Columns that say nothing of their own: caches, and what another column says too.
pub const PASSED_OVER_COLUMNS: &[(&str, &str)] = &[
    ("posts", "parentid"),
    ("posts", "filenames"),
    ("users", "mfausedtimestamps"),
    ("users", "acceptedtermsofserviceid"),
    ("users", "lastactivityat"),
    ("users", "lastpingat"),
    ("threads", "threadteamid"),
    ("threads", "channelid"),
    ("reactions", "channelid"),
    ("reactions", "deleteat"),
    ("fileinfo", "channelid"),
    ("fileinfo", "remoteid"),
    ("reactions", "remoteid"),
    ("postacknowledgements", "remoteid"),
    ("postacknowledgements", "channelid"),
    ("status", "activechannel"),
    ("drafts", "deleteat"),
    ("persistentnotifications", "deleteat"),
];
