-- All tables. ID is 16 bytes and never NULL: zero stands for none. Times are milliseconds, truth values
-- 0 and 1, both BIGINT. Structured values nobody queries are JSON in TEXT. Beside each index stands the
-- query it serves. Tables whose rows are little more than their key have no row id: the key is the table.

CREATE TABLE systems (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Users and signing in

CREATE TABLE users (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    username TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    auth_data TEXT UNIQUE,
    auth_service TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    email_verified BIGINT NOT NULL,
    nickname TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    position TEXT NOT NULL,
    roles TEXT NOT NULL,
    allow_marketing BIGINT NOT NULL,
    props TEXT NOT NULL,
    notify_props TEXT NOT NULL,
    last_password_update BIGINT NOT NULL,
    last_picture_update BIGINT NOT NULL,
    failed_attempts BIGINT NOT NULL,
    locale TEXT NOT NULL,
    timezone TEXT NOT NULL,
    mfa_active BIGINT NOT NULL,
    mfa_secret TEXT NOT NULL,
    remote_id TEXT,
    disable_welcome_email BIGINT NOT NULL,
    last_login BIGINT NOT NULL,
    -- The names in lower case, as they are searched. Folded by the program: databases differ in what they fold.
    nickname_folded TEXT NOT NULL,
    first_name_folded TEXT NOT NULL,
    last_name_folded TEXT NOT NULL
);
-- Beginnings of names; usernames and addresses are in lower case already and have their unique indexes.
CREATE INDEX users_nickname ON users (nickname_folded) WHERE nickname_folded <> '';
CREATE INDEX users_first_name ON users (first_name_folded) WHERE first_name_folded <> '';
CREATE INDEX users_last_name ON users (last_name_folded) WHERE last_name_folded <> '';

CREATE TABLE sessions (
    id ID NOT NULL PRIMARY KEY,
    token_hash BYTES NOT NULL UNIQUE,
    create_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    last_activity_at BIGINT NOT NULL,
    user_id ID NOT NULL,
    device_id TEXT NOT NULL,
    roles TEXT NOT NULL,
    is_oauth BIGINT NOT NULL,
    expired_notify BIGINT NOT NULL,
    props TEXT NOT NULL
);
-- The sessions of a user: listed, revoked, pushed to.
CREATE INDEX sessions_user ON sessions (user_id);
-- Sessions that ended: cleaned, and their devices told.
CREATE INDEX sessions_expiry ON sessions (expires_at) WHERE expires_at > 0;
-- A device belongs to one session.
CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id <> '';

CREATE TABLE user_access_tokens (
    id ID NOT NULL PRIMARY KEY,
    token_hash BYTES NOT NULL UNIQUE,
    user_id ID NOT NULL,
    description TEXT NOT NULL,
    is_active BIGINT NOT NULL
);
CREATE INDEX user_access_tokens_user ON user_access_tokens (user_id);

-- One-time tokens: password recovery, verification, invitations.
CREATE TABLE tokens (
    token_hash BYTES NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    extra TEXT NOT NULL
);
-- Tokens of one kind, and old ones of any: at most two days of them are kept.
CREATE INDEX tokens_kind ON tokens (kind, create_at);

CREATE TABLE bots (
    user_id ID NOT NULL PRIMARY KEY,
    description TEXT NOT NULL,
    owner_id ID NOT NULL,
    last_icon_update BIGINT NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL
);
CREATE INDEX bots_owner ON bots (owner_id);

CREATE TABLE statuses (
    user_id ID NOT NULL PRIMARY KEY,
    status TEXT NOT NULL,
    manual BIGINT NOT NULL,
    last_activity_at BIGINT NOT NULL,
    dnd_end_time BIGINT NOT NULL,
    prev_status TEXT NOT NULL
) WITHOUT ROWID;
-- Do-not-disturb that ended.
CREATE INDEX statuses_dnd ON statuses (dnd_end_time) WHERE dnd_end_time > 0;

CREATE TABLE preferences (
    user_id ID NOT NULL,
    category TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, category, name)
) WITHOUT ROWID;
-- Who saved a post that is being deleted.
CREATE INDEX preferences_flagged ON preferences (name) WHERE category = 'flagged_post';

CREATE TABLE terms_of_service (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    user_id ID NOT NULL,
    text TEXT NOT NULL
);

CREATE TABLE user_terms_of_service (
    user_id ID NOT NULL PRIMARY KEY,
    terms_of_service_id ID NOT NULL,
    create_at BIGINT NOT NULL
) WITHOUT ROWID;

-- Teams

CREATE TABLE teams (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    display_name TEXT NOT NULL,
    name TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    email TEXT NOT NULL,
    kind TEXT NOT NULL,
    company_name TEXT NOT NULL,
    allowed_domains TEXT NOT NULL,
    invite_id TEXT NOT NULL UNIQUE,
    allow_open_invite BIGINT NOT NULL,
    last_team_icon_update BIGINT NOT NULL,
    scheme_id ID NOT NULL,
    group_constrained BIGINT,
    cloud_limits_archived BIGINT NOT NULL,
    -- In lower case, as it is searched.
    display_name_folded TEXT NOT NULL
);
-- Pages of all teams.
CREATE INDEX teams_display_name ON teams (display_name, id);

CREATE TABLE team_members (
    team_id ID NOT NULL,
    user_id ID NOT NULL,
    explicit_roles TEXT NOT NULL,
    create_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    scheme_guest BIGINT NOT NULL,
    scheme_user BIGINT NOT NULL,
    scheme_admin BIGINT NOT NULL,
    PRIMARY KEY (team_id, user_id)
) WITHOUT ROWID;
-- The teams of a user.
CREATE INDEX team_members_user ON team_members (user_id, team_id);

-- Channels

CREATE TABLE channels (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    team_id ID NOT NULL,
    kind TEXT NOT NULL,
    display_name TEXT NOT NULL,
    name TEXT NOT NULL,
    header TEXT NOT NULL,
    purpose TEXT NOT NULL,
    last_post_at BIGINT NOT NULL,
    last_root_post_at BIGINT NOT NULL,
    total_msg_count BIGINT NOT NULL,
    total_msg_count_root BIGINT NOT NULL,
    extra_update_at BIGINT NOT NULL,
    creator_id ID NOT NULL,
    scheme_id ID NOT NULL,
    props TEXT NOT NULL,
    group_constrained BIGINT,
    banner_info TEXT NOT NULL,
    default_category_name TEXT NOT NULL,
    -- In lower case, as they are searched.
    display_name_folded TEXT NOT NULL,
    purpose_folded TEXT NOT NULL,
    -- Also finds a direct or group channel by its name, and lists the channels of a team.
    UNIQUE (team_id, name)
);

CREATE TABLE channel_members (
    channel_id ID NOT NULL,
    user_id ID NOT NULL,
    explicit_roles TEXT NOT NULL,
    last_viewed_at BIGINT NOT NULL,
    msg_count BIGINT NOT NULL,
    msg_count_root BIGINT NOT NULL,
    mention_count BIGINT NOT NULL,
    mention_count_root BIGINT NOT NULL,
    urgent_mention_count BIGINT NOT NULL,
    notify_props TEXT NOT NULL,
    last_update_at BIGINT NOT NULL,
    scheme_guest BIGINT NOT NULL,
    scheme_user BIGINT NOT NULL,
    scheme_admin BIGINT NOT NULL,
    PRIMARY KEY (channel_id, user_id)
) WITHOUT ROWID;
-- The channels of a user, with what is unread in them.
CREATE INDEX channel_members_user ON channel_members (user_id, channel_id);

CREATE TABLE channel_member_history (
    channel_id ID NOT NULL,
    user_id ID NOT NULL,
    join_time BIGINT NOT NULL,
    leave_time BIGINT NOT NULL,
    PRIMARY KEY (channel_id, user_id, join_time)
) WITHOUT ROWID;

CREATE TABLE channel_bookmarks (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    channel_id ID NOT NULL,
    owner_id ID NOT NULL,
    file_id ID NOT NULL,
    display_name TEXT NOT NULL,
    sort_order BIGINT NOT NULL,
    link_url TEXT NOT NULL,
    image_url TEXT NOT NULL,
    emoji TEXT NOT NULL,
    kind TEXT NOT NULL,
    original_id ID NOT NULL,
    parent_id ID NOT NULL
);
-- The bookmarks of a channel, all or those changed since.
CREATE INDEX channel_bookmarks_channel ON channel_bookmarks (channel_id, update_at);

CREATE TABLE sidebar_categories (
    id TEXT NOT NULL PRIMARY KEY,
    user_id ID NOT NULL,
    team_id ID NOT NULL,
    sort_order BIGINT NOT NULL,
    sorting TEXT NOT NULL,
    kind TEXT NOT NULL,
    display_name TEXT NOT NULL,
    muted BIGINT NOT NULL,
    collapsed BIGINT NOT NULL
);
CREATE INDEX sidebar_categories_user ON sidebar_categories (user_id, team_id, sort_order);

-- A channel is in at most one category of a user's team: moving it is an upsert.
CREATE TABLE sidebar_channels (
    user_id ID NOT NULL,
    team_id ID NOT NULL,
    channel_id ID NOT NULL,
    category_id TEXT NOT NULL,
    sort_order BIGINT NOT NULL,
    PRIMARY KEY (user_id, team_id, channel_id)
) WITHOUT ROWID;

-- Posts

-- A new live post enters the key and three indexes (page, thread, feed), all at an edge that is in memory.
CREATE TABLE posts (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    edit_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    is_pinned BIGINT NOT NULL,
    user_id ID NOT NULL,
    channel_id ID NOT NULL,
    root_id ID NOT NULL,
    original_id ID NOT NULL,
    message TEXT NOT NULL,
    message_source TEXT NOT NULL,
    kind TEXT NOT NULL,
    props TEXT NOT NULL,
    hashtags TEXT NOT NULL,
    file_ids TEXT NOT NULL,
    pending_post_id TEXT NOT NULL,
    has_reactions BIGINT NOT NULL,
    remote_id TEXT,
    -- When the text or the deletion last changed, by this server's clock: what the search index follows.
    -- update_at cannot be followed: imports bring old ones, and every reply and reaction moves it.
    content_at BIGINT NOT NULL
);
-- Pages of a channel: newest, before, after, around a time; counts of what is unread.
CREATE INDEX posts_page ON posts (channel_id, create_at, id) WHERE delete_at = 0;
-- Replies of a thread, and pages of root posts (whose root_id is zero).
CREATE INDEX posts_thread ON posts (channel_id, root_id, create_at, id) WHERE delete_at = 0;
-- Posts changed since a time, new ones aside: those are found in posts_page.
CREATE INDEX posts_changed ON posts (channel_id, update_at, id) WHERE update_at > create_at OR delete_at > 0;
CREATE INDEX posts_pinned ON posts (channel_id, create_at, id) WHERE is_pinned = 1 AND delete_at = 0;
-- Old versions of an edited post, which are kept deleted.
CREATE INDEX posts_versions ON posts (original_id, update_at) WHERE delete_at > 0;
-- What the search index has not read yet.
CREATE INDEX posts_feed ON posts (content_at, id);

CREATE TABLE post_priorities (
    post_id ID NOT NULL PRIMARY KEY,
    channel_id ID NOT NULL,
    priority TEXT NOT NULL,
    requested_ack BIGINT,
    persistent_notifications BIGINT
) WITHOUT ROWID;

-- Posts whose notifications repeat until somebody answers.
CREATE TABLE persistent_notifications (
    post_id ID NOT NULL PRIMARY KEY,
    next_at BIGINT NOT NULL,
    sent_count BIGINT NOT NULL
) WITHOUT ROWID;
-- Notifications that are due.
CREATE INDEX persistent_notifications_due ON persistent_notifications (next_at);

CREATE TABLE post_acknowledgements (
    post_id ID NOT NULL,
    user_id ID NOT NULL,
    channel_id ID NOT NULL,
    acknowledged_at BIGINT NOT NULL,
    PRIMARY KEY (post_id, user_id)
) WITHOUT ROWID;

CREATE TABLE post_reminders (
    post_id ID NOT NULL,
    user_id ID NOT NULL,
    -- Seconds.
    target_time BIGINT NOT NULL,
    PRIMARY KEY (post_id, user_id)
) WITHOUT ROWID;
-- Reminders that are due.
CREATE INDEX post_reminders_due ON post_reminders (target_time);

CREATE TABLE reactions (
    post_id ID NOT NULL,
    user_id ID NOT NULL,
    emoji_name TEXT NOT NULL,
    create_at BIGINT NOT NULL,
    -- When it was last added; adding it again changes nothing else.
    update_at BIGINT NOT NULL,
    channel_id ID NOT NULL,
    PRIMARY KEY (post_id, user_id, emoji_name)
) WITHOUT ROWID;

CREATE TABLE threads (
    post_id ID NOT NULL PRIMARY KEY,
    channel_id ID NOT NULL,
    team_id ID NOT NULL,
    reply_count BIGINT NOT NULL,
    last_reply_at BIGINT NOT NULL,
    -- Ids in order of the last reply, newest last, each after a space, so that one statement can move an author to
    -- the end whatever others do meanwhile.
    participants TEXT NOT NULL,
    delete_at BIGINT NOT NULL
) WITHOUT ROWID;

-- last_reply_at and team_id repeat what threads holds, so that a user's newest and unread threads are index ranges.
CREATE TABLE thread_memberships (
    post_id ID NOT NULL,
    user_id ID NOT NULL,
    channel_id ID NOT NULL,
    team_id ID NOT NULL,
    following BIGINT NOT NULL,
    last_reply_at BIGINT NOT NULL,
    last_view_at BIGINT NOT NULL,
    last_update_at BIGINT NOT NULL,
    unread_mentions BIGINT NOT NULL,
    PRIMARY KEY (post_id, user_id)
) WITHOUT ROWID;
-- Pages of a user's threads, newest reply first; all of a user's threads in a channel that is left.
CREATE INDEX thread_memberships_user ON thread_memberships (user_id, last_reply_at, post_id);
-- Pages and totals of what a user has not read.
CREATE INDEX thread_memberships_unread ON thread_memberships (user_id, last_reply_at, post_id)
    WHERE following = 1 AND last_view_at < last_reply_at;

CREATE TABLE drafts (
    user_id ID NOT NULL,
    channel_id ID NOT NULL,
    root_id ID NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    message TEXT NOT NULL,
    kind TEXT NOT NULL,
    props TEXT NOT NULL,
    file_ids TEXT NOT NULL,
    priority TEXT NOT NULL,
    PRIMARY KEY (user_id, channel_id, root_id)
) WITHOUT ROWID;

CREATE TABLE scheduled_posts (
    id ID NOT NULL PRIMARY KEY,
    user_id ID NOT NULL,
    channel_id ID NOT NULL,
    root_id ID NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    message TEXT NOT NULL,
    kind TEXT NOT NULL,
    props TEXT NOT NULL,
    file_ids TEXT NOT NULL,
    priority TEXT NOT NULL,
    scheduled_at BIGINT NOT NULL,
    processed_at BIGINT NOT NULL,
    error_code TEXT NOT NULL
);
CREATE INDEX scheduled_posts_user ON scheduled_posts (user_id, scheduled_at);
-- Scheduled posts that are due.
CREATE INDEX scheduled_posts_due ON scheduled_posts (scheduled_at, id) WHERE processed_at = 0;

-- Files and emoji

CREATE TABLE file_infos (
    id ID NOT NULL PRIMARY KEY,
    user_id ID NOT NULL,
    post_id ID NOT NULL,
    channel_id ID NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    path TEXT NOT NULL,
    thumbnail_path TEXT NOT NULL,
    preview_path TEXT NOT NULL,
    name TEXT NOT NULL,
    extension TEXT NOT NULL,
    size BIGINT NOT NULL,
    mime_type TEXT NOT NULL,
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    has_preview_image BIGINT NOT NULL,
    mini_preview TEXT,
    content TEXT NOT NULL,
    archived BIGINT NOT NULL,
    -- This server's time of the last change that concerns the search index, whatever the file says of its own.
    content_at BIGINT NOT NULL
);
-- The files of a post.
CREATE INDEX file_infos_post ON file_infos (post_id, create_at);
-- The files of a channel, counted.
CREATE INDEX file_infos_channel ON file_infos (channel_id, create_at) WHERE delete_at = 0;
-- What the search index has not read yet.
CREATE INDEX file_infos_feed ON file_infos (content_at, id);

CREATE TABLE uploads (
    id ID NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    create_at BIGINT NOT NULL,
    user_id ID NOT NULL,
    channel_id ID NOT NULL,
    filename TEXT NOT NULL,
    path TEXT NOT NULL,
    file_size BIGINT NOT NULL,
    file_offset BIGINT NOT NULL,
    remote_id TEXT NOT NULL,
    req_file_id TEXT NOT NULL
);
CREATE INDEX uploads_user ON uploads (user_id);

CREATE TABLE emoji (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    creator_id ID NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (name, delete_at)
);

CREATE TABLE link_metadata (
    url_hash BYTES NOT NULL,
    -- When it was fetched, rounded down to the hour.
    hour BIGINT NOT NULL,
    url TEXT NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (url_hash, hour)
) WITHOUT ROWID;

-- Roles, schemes, groups

CREATE TABLE roles (
    id ID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    description TEXT NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    permissions TEXT NOT NULL,
    scheme_managed BIGINT NOT NULL,
    built_in BIGINT NOT NULL,
    scheme_id ID NOT NULL
);

CREATE TABLE schemes (
    id ID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    description TEXT NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    scope TEXT NOT NULL,
    default_team_admin_role TEXT NOT NULL,
    default_team_user_role TEXT NOT NULL,
    default_team_guest_role TEXT NOT NULL,
    default_channel_admin_role TEXT NOT NULL,
    default_channel_user_role TEXT NOT NULL,
    default_channel_guest_role TEXT NOT NULL,
    default_playbook_admin_role TEXT NOT NULL,
    default_playbook_member_role TEXT NOT NULL,
    default_run_admin_role TEXT NOT NULL,
    default_run_member_role TEXT NOT NULL
);

CREATE TABLE user_groups (
    id ID NOT NULL PRIMARY KEY,
    name TEXT UNIQUE,
    display_name TEXT NOT NULL,
    description TEXT NOT NULL,
    source TEXT NOT NULL,
    remote_id TEXT,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    allow_reference BIGINT NOT NULL
);

CREATE TABLE group_members (
    group_id ID NOT NULL,
    user_id ID NOT NULL,
    create_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    PRIMARY KEY (group_id, user_id)
) WITHOUT ROWID;
CREATE INDEX group_members_user ON group_members (user_id, group_id);

-- Integrations

CREATE TABLE incoming_webhooks (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    user_id ID NOT NULL,
    channel_id ID NOT NULL,
    team_id ID NOT NULL,
    display_name TEXT NOT NULL,
    description TEXT NOT NULL,
    username TEXT NOT NULL,
    icon_url TEXT NOT NULL,
    channel_locked BIGINT NOT NULL
);
CREATE INDEX incoming_webhooks_team ON incoming_webhooks (team_id) WHERE delete_at = 0;
CREATE INDEX incoming_webhooks_channel ON incoming_webhooks (channel_id) WHERE delete_at = 0;

CREATE TABLE outgoing_webhooks (
    id ID NOT NULL PRIMARY KEY,
    token TEXT NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    creator_id ID NOT NULL,
    channel_id ID NOT NULL,
    team_id ID NOT NULL,
    trigger_words TEXT NOT NULL,
    trigger_when BIGINT NOT NULL,
    callback_urls TEXT NOT NULL,
    display_name TEXT NOT NULL,
    description TEXT NOT NULL,
    content_type TEXT NOT NULL,
    username TEXT NOT NULL,
    icon_url TEXT NOT NULL
);
-- What a post in a channel of a team may trigger.
CREATE INDEX outgoing_webhooks_team ON outgoing_webhooks (team_id, channel_id) WHERE delete_at = 0;

CREATE TABLE commands (
    id ID NOT NULL PRIMARY KEY,
    token TEXT NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    creator_id ID NOT NULL,
    team_id ID NOT NULL,
    trigger_word TEXT NOT NULL,
    method TEXT NOT NULL,
    username TEXT NOT NULL,
    icon_url TEXT NOT NULL,
    auto_complete BIGINT NOT NULL,
    auto_complete_desc TEXT NOT NULL,
    auto_complete_hint TEXT NOT NULL,
    display_name TEXT NOT NULL,
    description TEXT NOT NULL,
    url TEXT NOT NULL,
    plugin_id TEXT NOT NULL
);
CREATE UNIQUE INDEX commands_team ON commands (team_id, trigger_word) WHERE delete_at = 0;

-- Addresses at which a command may answer later.
CREATE TABLE command_webhooks (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    command_id ID NOT NULL,
    user_id ID NOT NULL,
    channel_id ID NOT NULL,
    root_id ID NOT NULL,
    use_count BIGINT NOT NULL
);
CREATE INDEX command_webhooks_age ON command_webhooks (create_at);

CREATE TABLE oauth_apps (
    id ID NOT NULL PRIMARY KEY,
    creator_id ID NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    client_secret TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    icon_url TEXT NOT NULL,
    callback_urls TEXT NOT NULL,
    homepage TEXT NOT NULL,
    is_trusted BIGINT NOT NULL,
    mattermost_app_id TEXT NOT NULL,
    is_dynamically_registered BIGINT NOT NULL,
    is_public BIGINT NOT NULL
);
CREATE INDEX oauth_apps_creator ON oauth_apps (creator_id);

CREATE TABLE oauth_auth_data (
    code_hash BYTES NOT NULL PRIMARY KEY,
    client_id ID NOT NULL,
    user_id ID NOT NULL,
    expires_in BIGINT NOT NULL,
    create_at BIGINT NOT NULL,
    redirect_uri TEXT NOT NULL,
    state TEXT NOT NULL,
    scope TEXT NOT NULL,
    code_challenge TEXT NOT NULL,
    code_challenge_method TEXT NOT NULL,
    resource TEXT NOT NULL
);
CREATE INDEX oauth_auth_data_age ON oauth_auth_data (create_at);

CREATE TABLE oauth_access_data (
    token_hash BYTES NOT NULL PRIMARY KEY,
    refresh_hash BYTES NOT NULL UNIQUE,
    client_id ID NOT NULL,
    user_id ID NOT NULL,
    redirect_uri TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    scope TEXT NOT NULL,
    audience TEXT NOT NULL
);
-- The applications that a user let in.
CREATE INDEX oauth_access_data_user ON oauth_access_data (user_id, client_id);

-- Work and records of the server

CREATE TABLE audits (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    user_id ID NOT NULL,
    action TEXT NOT NULL,
    extra_info TEXT NOT NULL,
    ip_address TEXT NOT NULL,
    session_id ID NOT NULL
);
CREATE INDEX audits_newest ON audits (create_at, id);
CREATE INDEX audits_user ON audits (user_id, create_at, id);

CREATE TABLE jobs (
    id ID NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    priority BIGINT NOT NULL,
    create_at BIGINT NOT NULL,
    start_at BIGINT NOT NULL,
    last_activity_at BIGINT NOT NULL,
    status TEXT NOT NULL,
    progress BIGINT NOT NULL,
    data TEXT NOT NULL
);
-- The next job to take, and whether one of a kind runs.
CREATE INDEX jobs_status ON jobs (status, kind, create_at);
-- Pages of jobs, of one kind and of all.
CREATE INDEX jobs_kind ON jobs (kind, create_at, id);
CREATE INDEX jobs_newest ON jobs (create_at, id);
