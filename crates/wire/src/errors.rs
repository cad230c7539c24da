//! The error body, and the ids by which clients tell errors apart.
//!
//! Ids are part of the contract: clients compare them, so they are constants here and are never
//! spelt out elsewhere. The text is for people and may change.

use serde::{Deserialize, Serialize};

/// What every failed request is answered with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ErrorBody {
    /// One of [`ids`].
    pub id: String,
    /// For people, in their language.
    pub message: String,
    /// Empty unless the server runs for developers.
    pub detailed_error: String,
    /// Absent in replies over a WebSocket.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub request_id: String,
    /// Equals the status of the answer.
    pub status_code: u16,
}

impl std::fmt::Display for ErrorBody {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} ({}): {}", self.id, self.status_code, self.message)
    }
}

impl std::error::Error for ErrorBody {}

/// The answer of requests that succeed and have nothing to say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusBody {
    pub status: String,
}

impl StatusBody {
    /// The body of [`StatusBody::ok`], encoded.
    pub const OK_JSON: &str = r#"{"status":"OK"}"#;

    pub fn ok() -> StatusBody {
        StatusBody { status: "OK".into() }
    }
}

macro_rules! error_ids {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)+) => {
        /// Error ids; each one's doc names its status and a request that gives it.
        pub mod ids {
            $($(#[$doc])* pub const $name: &str = $text;)+

            /// All of them, in alphabetical order.
            pub const ALL: &[&str] = &[$($name),+];
        }
    };
}

error_ids! {
    /// 501, as from `GET /saml/metadata`.
    API_ADMIN_SAML_NOT_AVAILABLE = "api.admin.saml.not_available.app_error";
    /// 400, as from `POST /channels/{}/members`.
    API_CHANNEL_ADD_USER_TO_CHANNEL_TYPE = "api.channel.add_user_to_channel.type.app_error";
    /// 501, as from `GET /channels/{}/bookmarks`.
    API_CHANNEL_BOOKMARK_CHANNEL_BOOKMARK_LICENSE_ERROR = "api.channel.bookmark.channel_bookmark.license.error";
    /// 403, as from `GET /channels/{}/member_counts_by_group`.
    API_CHANNEL_CHANNEL_MEMBER_COUNTS_BY_GROUP_LICENSE_ERROR = "api.channel.channel_member_counts_by_group.license.error";
    /// 400, as from `POST /channels`.
    API_CHANNEL_CREATE_CHANNEL_DIRECT_CHANNEL = "api.channel.create_channel.direct_channel.app_error";
    /// 400, as from `POST /channels/direct`.
    API_CHANNEL_CREATE_DIRECT_CHANNEL_INVALID_USER = "api.channel.create_direct_channel.invalid_user.app_error";
    /// 400, as from `POST /channels/group`.
    API_CHANNEL_CREATE_GROUP_BAD_SIZE = "api.channel.create_group.bad_size.app_error";
    /// 400, as from `DELETE /channels/{team.town}`.
    API_CHANNEL_DELETE_CHANNEL_CANNOT = "api.channel.delete_channel.cannot.app_error";
    /// 400, as from `DELETE /channels/{}`.
    API_CHANNEL_DELETE_CHANNEL_DELETED = "api.channel.delete_channel.deleted.app_error";
    /// 400, as from `DELETE /channels/{}`.
    API_CHANNEL_DELETE_CHANNEL_TYPE_INVALID = "api.channel.delete_channel.type.invalid";
    /// 403, as from `GET /channels/{}/moderations`.
    API_CHANNEL_GET_CHANNEL_MODERATIONS_LICENSE_ERROR = "api.channel.get_channel_moderations.license.error";
    /// 403, as from `PUT /channels/{}/moderations/patch`.
    API_CHANNEL_PATCH_CHANNEL_MODERATIONS_LICENSE_ERROR = "api.channel.patch_channel_moderations.license.error";
    /// 403.
    API_CHANNEL_PATCH_UPDATE_CHANNEL_FORBIDDEN = "api.channel.patch_update_channel.forbidden.app_error";
    /// 400, as from `PUT /channels/{}/patch`.
    API_CHANNEL_PATCH_UPDATE_CHANNEL_UPDATE_DIRECT_OR_GROUP_MESSAGES_NOT_ALLOWED = "api.channel.patch_update_channel.update_direct_or_group_messages_not_allowed.app_error";
    /// 400, as from `DELETE /channels/{team.town}/members/{}`.
    API_CHANNEL_REMOVE_DEFAULT = "api.channel.remove.default.app_error";
    /// 400, as from `DELETE /channels/{}/members/{}`.
    API_CHANNEL_REMOVE_CHANNEL_MEMBER_TYPE = "api.channel.remove_channel_member.type.app_error";
    /// 400, as from `POST /channels/{}/restore`.
    API_CHANNEL_RESTORE_CHANNEL_RESTORED = "api.channel.restore_channel.restored.app_error";
    /// 400, as from `PUT /channels/{team.town}/privacy`.
    API_CHANNEL_UPDATE_CHANNEL_PRIVACY_DEFAULT_CHANNEL_ERROR = "api.channel.update_channel_privacy.default_channel_error";
    /// 403, as from `PUT /channels/{}/scheme`.
    API_CHANNEL_UPDATE_CHANNEL_SCHEME_LICENSE_ERROR = "api.channel.update_channel_scheme.license.error";
    /// 400, as from `POST /commands`.
    API_COMMAND_DUPLICATE_TRIGGER = "api.command.duplicate_trigger.app_error";
    /// 500, as from `POST /commands/execute`.
    API_COMMAND_EXECUTE_COMMAND_FAILED_RESP = "api.command.execute_command.failed_resp.app_error";
    /// 404, as from `POST /commands/execute`.
    API_COMMAND_EXECUTE_COMMAND_NOT_FOUND = "api.command.execute_command.not_found.app_error";
    /// 400, as from `POST /commands/execute`.
    API_COMMAND_EXECUTE_COMMAND_START = "api.command.execute_command.start.app_error";
    /// 404, as from `GET /no/such/route`.
    API_CONTEXT_404 = "api.context.404.app_error";
    /// 400, as from `POST /teams/{}/invite/email`.
    API_CONTEXT_INVALID_BODY_PARAM = "api.context.invalid_body_param.app_error";
    /// 400, as from `POST /posts`.
    API_CONTEXT_INVALID_PARAM = "api.context.invalid_param.app_error";
    /// 400, as from `GET /teams/me`.
    API_CONTEXT_INVALID_URL_PARAM = "api.context.invalid_url_param.app_error";
    /// 401.
    API_CONTEXT_MFA_REQUIRED = "api.context.mfa_required.app_error";
    /// 403, as from `POST /teams/{}/image`.
    API_CONTEXT_PERMISSIONS = "api.context.permissions.app_error";
    /// 413, as from `POST /users/ids`.
    API_CONTEXT_REQUEST_BODY_TOO_LARGE = "api.context.request_body_too_large.app_error";
    /// 503.
    API_CONTEXT_SERVER_BUSY = "api.context.server_busy.app_error";
    /// 401, as from `PUT /users/me/patch`.
    API_CONTEXT_SESSION_EXPIRED = "api.context.session_expired.app_error";
    /// 401, as from `GET /users/me`.
    API_CONTEXT_TOKEN_PROVIDED = "api.context.token_provided.app_error";
    /// 403, as from `GET /custom_profile_attributes/fields`.
    API_CUSTOM_PROFILE_ATTRIBUTES_LICENSE_ERROR = "api.custom_profile_attributes.license_error";
    /// 501.
    API_DRAFTS_DISABLED = "api.drafts.disabled.app_error";
    /// 400.
    API_EMOJI_CREATE_DUPLICATE = "api.emoji.create.duplicate.app_error";
    /// 501.
    API_EMOJI_DISABLED = "api.emoji.disabled.app_error";
    /// 403.
    API_FILE_ATTACHMENTS_DISABLED = "api.file.attachments.disabled.app_error";
    /// 400, as from `GET /files/{}/preview`.
    API_FILE_GET_FILE_PREVIEW_NO_PREVIEW = "api.file.get_file_preview.no_preview.app_error";
    /// 400, as from `GET /files/{}/thumbnail`.
    API_FILE_GET_FILE_THUMBNAIL_NO_THUMBNAIL = "api.file.get_file_thumbnail.no_thumbnail.app_error";
    /// 403, as from `GET /files/{}/link`.
    API_FILE_GET_PUBLIC_LINK_DISABLED = "api.file.get_public_link.disabled.app_error";
    /// 400, as from `POST /email/test`.
    API_FILE_TEST_CONNECTION_EMAIL_SETTINGS_NIL = "api.file.test_connection_email_settings_nil.app_error";
    /// 413.
    API_FILE_UPLOAD_FILE_TOO_LARGE_DETAILED = "api.file.upload_file.too_large_detailed.app_error";
    /// 400, as from `GET /users/me/teams/{}/threads`.
    API_GET_THREADS_FOR_USER_BAD_ONLY_PARAMS = "api.getThreadsForUser.bad_only_params";
    /// 400, as from `GET /users/me/teams/{}/threads`.
    API_GET_THREADS_FOR_USER_BAD_PARAMS = "api.getThreadsForUser.bad_params";
    /// 400, as from `GET /jobs/type/no_such_type`.
    API_JOB_RETRIEVE_NOPERMISSIONS = "api.job.retrieve.nopermissions";
    /// 400, as from `POST /jobs`.
    API_JOB_UNABLE_TO_CREATE_JOB_INCORRECT_JOB_TYPE = "api.job.unable_to_create_job.incorrect_job_type";
    /// 501, as from `GET /ldap/groups`.
    API_LDAP_GROUPS_LICENSE_ERROR = "api.ldap_groups.license_error";
    /// 400, as from `GET /license/client`.
    API_LICENSE_CLIENT_OLD_FORMAT = "api.license.client.old_format.app_error";
    /// 501, as from `GET /channels/{}/groups`.
    API_LICENSE_ERROR = "api.license_error";
    /// 403, as from `POST /hooks/outgoing`.
    API_OUTGOING_WEBHOOK_DISABLED = "api.outgoing_webhook.disabled.app_error";
    /// 400, as from `POST /users/ids`.
    API_PAYLOAD_PARSE_ERROR = "api.payload.parse.error";
    /// 400.
    API_POST_CREATE_POST_CAN_NOT_POST_IN_RESTRICTED_DM_ERROR = "api.post.create_post.can_not_post_in_restricted_dm.error";
    /// 400, as from `POST /posts`.
    API_POST_CREATE_POST_CAN_NOT_POST_TO_DELETED_ERROR = "api.post.create_post.can_not_post_to_deleted.error";
    /// 400, as from `POST /posts`.
    API_POST_CREATE_POST_CHANNEL_ROOT_ID = "api.post.create_post.channel_root_id.app_error";
    /// 400, as from `POST /posts`.
    API_POST_CREATE_POST_ROOT_ID = "api.post.create_post.root_id.app_error";
    /// 500.
    API_POST_DEDUPLICATE_CREATE_POST_PENDING = "api.post.deduplicate_create_post.pending";
    /// 404, as from `POST /posts/{}/actions/xxx`.
    API_POST_DO_ACTION_ACTION_ID = "api.post.do_action.action_id.app_error";
    /// 501, as from `POST /posts/{}/move`.
    API_POST_MOVE_THREAD_DISABLED = "api.post.move_thread.disabled.app_error";
    /// 403.
    API_POST_POST_PRIORITY_PRIORITY_POST_NOT_ALLOWED_FOR_USER_REQUEST_ERROR = "api.post.post_priority.priority_post_not_allowed_for_user.request_error";
    /// 400, as from `POST /posts`.
    API_POST_POST_PRIORITY_PRIORITY_POST_ONLY_ALLOWED_FOR_ROOT_POST_REQUEST_ERROR = "api.post.post_priority.priority_post_only_allowed_for_root_post.request_error";
    /// 400, as from `POST /teams/{}/posts/search`.
    API_POST_SEARCH_POSTS_INVALID_BODY = "api.post.search_posts.invalid_body.app_error";
    /// 400.
    API_POST_UPDATE_POST_PERMISSIONS_TIME_LIMIT = "api.post.update_post.permissions_time_limit.app_error";
    /// 400, as from `PUT /posts/{}/patch`.
    API_POST_UPDATE_POST_SYSTEM_MESSAGE = "api.post.update_post.system_message.app_error";
    /// 404, as from `GET /users/me/preferences/no_such_category`.
    API_PREFERENCE_PREFERENCES_CATEGORY_GET = "api.preference.preferences_category.get.app_error";
    /// 403, as from `PUT /users/me/preferences`.
    API_PREFERENCE_UPDATE_PREFERENCES_SET = "api.preference.update_preferences.set.app_error";
    /// 403.
    API_REACTION_SAVE_ARCHIVED_CHANNEL = "api.reaction.save.archived_channel.app_error";
    /// 400, as from `POST /reactions`.
    API_REACTION_SAVE_REACTION_INVALID = "api.reaction.save_reaction.invalid.app_error";
    /// 403, as from `POST /reactions`.
    API_REACTION_SAVE_REACTION_USER_ID = "api.reaction.save_reaction.user_id.app_error";
    /// 501, as from `GET /sharedchannels/{}`.
    API_REMOTE_CLUSTER_SERVICE_NOT_ENABLED = "api.remote_cluster.service_not_enabled.app_error";
    /// 400, as from `POST /posts/schedule`.
    API_SCHEDULED_POSTS_LICENSE_ERROR = "api.scheduled_posts.license_error";
    /// 501, as from `POST /schemes`.
    API_SCHEME_CREATE_SCHEME_LICENSE_ERROR = "api.scheme.create_scheme.license.error";
    /// 404.
    API_STATUS_USER_NOT_FOUND = "api.status.user_not_found.app_error";
    /// 400, as from `POST /teams/{}/members` of a team that is limited to groups.
    API_TEAM_ADD_MEMBERS_USER_DENIED = "api.team.add_members.user_denied.app_error";
    /// 400, as from `POST /teams/members/invite`.
    API_TEAM_ADD_USER_TO_TEAM_MISSING_PARAMETER = "api.team.add_user_to_team.missing_parameter.app_error";
    /// 403.
    API_TEAM_GET_ALL_TEAMS_INSUFFICIENT_PERMISSIONS = "api.team.get_all_teams.insufficient_permissions";
    /// 404, as from `GET /teams/{}/image`.
    API_TEAM_GET_TEAM_ICON_READ_FILE = "api.team.get_team_icon.read_file.app_error";
    /// 400, as from `POST /teams/{}/invite/email`; 403, as from `POST /users` with the link of a team.
    API_TEAM_INVITE_MEMBERS_INVALID_EMAIL = "api.team.invite_members.invalid_email.app_error";
    /// 400, as from `POST /teams/{}/members` of a team with domains.
    API_TEAM_JOIN_USER_TO_TEAM_ALLOWED_DOMAINS = "api.team.join_user_to_team.allowed_domains.app_error";
    /// 400, as from `POST /teams/{}/image`.
    API_TEAM_SET_TEAM_ICON_NO_FILE = "api.team.set_team_icon.no_file.app_error";
    /// 400, as from `PUT /teams/{}/members/{}/schemeRoles`.
    API_TEAM_UPDATE_TEAM_MEMBER_ROLES_USER_AND_GUEST = "api.team.update_team_member_roles.user_and_guest.app_error";
    /// 501, as from `PUT /teams/{}/scheme`.
    API_TEAM_UPDATE_TEAM_SCHEME_LICENSE_ERROR = "api.team.update_team_scheme.license.error";
    /// 404, as from `POST /teams/{}/members`.
    API_TEAM_USER_MISSING_ACCOUNT = "api.team.user.missing_account";
    /// 413, as from `POST /uploads`.
    API_UPLOAD_CREATE_UPLOAD_TOO_LARGE = "api.upload.create.upload_too_large.app_error";
    /// 403, as from `GET /uploads/{}`.
    API_UPLOAD_GET_UPLOAD_FORBIDDEN = "api.upload.get_upload.forbidden.app_error";
    /// 401.
    API_USER_CHECK_USER_LOGIN_ATTEMPTS_TOO_MANY = "api.user.check_user_login_attempts.too_many.app_error";
    /// 401.
    API_USER_CHECK_USER_MFA_BAD_CODE = "api.user.check_user_mfa.bad_code.app_error";
    /// 401, as from `PUT /users/me/patch`.
    API_USER_CHECK_USER_PASSWORD_INVALID = "api.user.check_user_password.invalid.app_error";
    /// 400.
    API_USER_CREATE_USER_ACCEPTED_DOMAIN = "api.user.create_user.accepted_domain.app_error";
    /// 403.
    API_USER_CREATE_USER_NO_OPEN_SERVER = "api.user.create_user.no_open_server";
    /// 404, as from `POST /users`.
    API_USER_CREATE_USER_SIGNUP_LINK_INVALID = "api.user.create_user.signup_link_invalid.app_error";
    /// 400, as from `POST /users/login`.
    API_USER_LOGIN_BLANK_PWD = "api.user.login.blank_pwd.app_error";
    /// 401, as from `POST /users/login`.
    API_USER_LOGIN_BOT_LOGIN_FORBIDDEN = "api.user.login.bot_login_forbidden.app_error";
    /// 401, as from `POST /users/login`.
    API_USER_LOGIN_INACTIVE = "api.user.login.inactive.app_error";
    /// 401.
    API_USER_LOGIN_INVALID_CREDENTIALS_EMAIL = "api.user.login.invalid_credentials_email";
    /// 401, as from `POST /users/login`.
    API_USER_LOGIN_INVALID_CREDENTIALS_EMAIL_USERNAME = "api.user.login.invalid_credentials_email_username";
    /// 401.
    API_USER_LOGIN_INVALID_CREDENTIALS_SSO = "api.user.login.invalid_credentials_sso";
    /// 401.
    API_USER_LOGIN_INVALID_CREDENTIALS_USERNAME = "api.user.login.invalid_credentials_username";
    /// 401.
    API_USER_LOGIN_NOT_VERIFIED = "api.user.login.not_verified.app_error";
    /// 401.
    API_USER_LOGIN_REMOTE_USERS_LOGIN_ERROR = "api.user.login.remote_users.login.error";
    /// 400, as from `POST /users/password/reset`.
    API_USER_RESET_PASSWORD_INVALID_LINK = "api.user.reset_password.invalid_link.app_error";
    /// 401, as from `DELETE /users/{}`.
    API_USER_UPDATE_ACTIVE_NOT_ENABLE = "api.user.update_active.not_enable.app_error";
    /// 403, as from `PUT /users/{}/active`.
    API_USER_UPDATE_ACTIVE_PERMISSIONS = "api.user.update_active.permissions.app_error";
    /// 403, as from `PUT /users/{}/password`.
    API_USER_UPDATE_PASSWORD_CONTEXT = "api.user.update_password.context.app_error";
    /// 400, as from `PUT /users/me/password`.
    API_USER_UPDATE_PASSWORD_INCORRECT = "api.user.update_password.incorrect.app_error";
    /// 400, as from `POST /users/{}/image`.
    API_USER_UPLOAD_PROFILE_USER_CHECK_IMAGE_LIMITS = "api.user.upload_profile_user.check_image_limits.app_error";
    /// 400, as from `POST /users/{}/image`.
    API_USER_UPLOAD_PROFILE_USER_NO_FILE = "api.user.upload_profile_user.no_file.app_error";
    /// 400, as from `POST /users/email/verify`.
    API_USER_VERIFY_EMAIL_BAD_LINK = "api.user.verify_email.bad_link.app_error";
    /// 400.
    API_WEB_SOCKET_CONNECT_UPGRADE = "api.web_socket.connect.upgrade.app_error";
    /// 500, as from `WS make_coffee`.
    API_WEB_SOCKET_ROUTER_BAD_ACTION = "api.web_socket_router.bad_action.app_error";
    /// 400, as from `WS`.
    API_WEB_SOCKET_ROUTER_BAD_SEQ = "api.web_socket_router.bad_seq.app_error";
    /// 400, as from `WS`.
    API_WEB_SOCKET_ROUTER_NO_ACTION = "api.web_socket_router.no_action.app_error";
    /// 401.
    API_WEB_SOCKET_ROUTER_NOT_AUTHENTICATED = "api.web_socket_router.not_authenticated.app_error";
    /// 500, as from `POST /hooks/outgoing`.
    API_WEBHOOK_CREATE_OUTGOING_INTERSECT = "api.webhook.create_outgoing.intersect.app_error";
    /// 400, as from `POST /hooks/outgoing`.
    API_WEBHOOK_CREATE_OUTGOING_TRIGGERS = "api.webhook.create_outgoing.triggers.app_error";
    /// 400, as from `WS user_typing`.
    API_WEBSOCKET_HANDLER_INVALID_PARAM = "api.websocket_handler.invalid_param.app_error";
    /// 503.
    API_WEBSOCKET_HANDLER_SERVER_BUSY = "api.websocket_handler.server_busy.app_error";
    /// 500, as from `POST /channels`.
    APP_CHANNEL_CREATE_CHANNEL_INTERNAL_ERROR = "app.channel.create_channel.internal_error";
    /// 404, as from `GET /channels/{}`.
    APP_CHANNEL_GET_EXISTING = "app.channel.get.existing.app_error";
    /// 404, as from `GET /teams/{}/channels/name/nope-<run>`.
    APP_CHANNEL_GET_BY_NAME_MISSING = "app.channel.get_by_name.missing.app_error";
    /// 404.
    APP_CHANNEL_GET_CHANNELS_NOT_FOUND = "app.channel.get_channels.not_found.app_error";
    /// 404, as from `POST /teams/{}/channels/ids`.
    APP_CHANNEL_GET_CHANNELS_BY_IDS_NOT_FOUND = "app.channel.get_channels_by_ids.not_found.app_error";
    /// 404, as from `GET /channels/{}/members/{}`.
    APP_CHANNEL_GET_MEMBER_MISSING = "app.channel.get_member.missing.app_error";
    /// 400 or 500, as from `DELETE /users/me/teams/{}/channels/categories/{}`.
    APP_CHANNEL_SIDEBAR_CATEGORIES = "app.channel.sidebar_categories.app_error";
    /// 500, as from `POST /drafts`.
    APP_DRAFT_SAVE = "app.draft.save.app_error";
    /// 404, as from `GET /emoji/{}`.
    APP_EMOJI_GET_NO_RESULT = "app.emoji.get.no_result";
    /// 404, as from `POST /reactions`.
    APP_EMOJI_GET_BY_NAME_NO_RESULT = "app.emoji.get_by_name.no_result";
    /// 404, as from `GET /files/{}/info`.
    APP_FILE_INFO_GET = "app.file_info.get.app_error";
    /// 404, as from `GET /oauth/apps/{}`.
    APP_OAUTH_GET_APP_FIND = "app.oauth.get_app.find.app_error";
    /// 501, as from `GET /plugins`.
    APP_PLUGIN_DISABLED = "app.plugin.disabled.app_error";
    /// 404, as from `DELETE /posts/{}`.
    APP_POST_GET = "app.post.get.app_error";
    /// 400, as from `GET /users/me/preferences/display_settings/name/use_military_time`.
    APP_PREFERENCE_GET = "app.preference.get.app_error";
    /// 500, as from `POST /posts/ids/reactions`.
    APP_REACTION_BULK_GET_FOR_POST_IDS = "app.reaction.bulk_get_for_post_ids.app_error";
    /// 400.
    APP_REACTION_SAVE_SAVE_TOO_MANY_REACTIONS = "app.reaction.save.save.too_many_reactions";
    /// 400, as from `PUT /users/{}/roles`.
    APP_ROLE_CHECK_ROLES_EXIST_ROLE_NOT_FOUND = "app.role.check_roles_exist.role_not_found";
    /// 404, as from `GET /roles/{}`.
    APP_ROLE_GET = "app.role.get.app_error";
    /// 400 or 404, as from `PUT /teams/{}/members/{}/roles`.
    APP_ROLE_GET_BY_NAME = "app.role.get_by_name.app_error";
    /// 400, as from `POST /users/me/sessions/revoke`.
    APP_SESSION_GET = "app.session.get.app_error";
    /// 404, as from `GET /teams/{}`.
    APP_TEAM_GET_FIND = "app.team.get.find.app_error";
    /// 404, as from `GET /teams/invite/{}`.
    APP_TEAM_GET_BY_INVITE_ID_FINDING = "app.team.get_by_invite_id.finding.app_error";
    /// 404, as from `GET /teams/name/nowhere-<run>`.
    APP_TEAM_GET_BY_NAME_MISSING = "app.team.get_by_name.missing.app_error";
    /// 404, as from `POST /teams/{}/channels/search`.
    APP_TEAM_GET_MEMBER_MISSING = "app.team.get_member.missing.app_error";
    /// 400.
    APP_TEAM_JOIN_USER_TO_TEAM_MAX_ACCOUNTS = "app.team.join_user_to_team.max_accounts.app_error";
    /// 400.
    APP_TEAM_SAVE_EXISTING = "app.team.save.existing.app_error";
    /// 404, as from `GET /terms_of_service`.
    APP_TERMS_OF_SERVICE_GET_NO_ROWS = "app.terms_of_service.get.no_rows.app_error";
    /// 404, as from `GET /uploads/{}`.
    APP_UPLOAD_GET = "app.upload.get.app_error";
    /// 400, as from `POST /uploads/{}`.
    APP_UPLOAD_UPLOAD_DATA_FIRST_PART_TOO_SMALL = "app.upload.upload_data.first_part_too_small.app_error";
    /// 404, as from `GET /users/username/nobody<run>`.
    APP_USER_GET_BY_USERNAME = "app.user.get_by_username.app_error";
    /// 404, as from `PUT /users/me/teams/{}/threads/{}/read/1700000000000`.
    APP_USER_GET_THREAD_MEMBERSHIP_FOR_USER_NOT_FOUND = "app.user.get_thread_membership_for_user.not_found";
    /// 404, as from `POST /channels/{}/members`.
    APP_USER_MISSING_ACCOUNT_CONST = "app.user.missing_account.const";
    /// 400, as from `POST /users`.
    APP_USER_SAVE_EMAIL_EXISTS = "app.user.save.email_exists.app_error";
    /// 400, as from `PUT /users/me/patch`.
    APP_USER_SAVE_USERNAME_EXISTS = "app.user.save.username_exists.app_error";
    /// 404, as from `GET /users/tokens/{}`.
    APP_USER_ACCESS_TOKEN_GET_BY_USER = "app.user_access_token.get_by_user.app_error";
    /// 404, as from `GET /hooks/incoming/{}`.
    APP_WEBHOOKS_GET_INCOMING = "app.webhooks.get_incoming.app_error";
    /// 404, as from `GET /hooks/outgoing/{}`.
    APP_WEBHOOKS_GET_OUTGOING = "app.webhooks.get_outgoing.app_error";
    /// 414, as from `GET /users/me?x=...`.
    BASIC_SECURITY_CHECK_URL_TOO_LONG_ERROR = "basic_security_check.url.too_long_error";
    /// 501, as from `GET /compliance/reports`.
    ENT_COMPLIANCE_LICENCE_DISABLE = "ent.compliance.licence_disable.app_error";
    /// 501, as from `GET /data_retention/policy`.
    ENT_DATA_RETENTION_GENERIC_LICENSE_ERROR = "ent.data_retention.generic.license.error";
    /// 400, as from `POST /actions/dialogs/open`.
    INTERACTIVE_MESSAGE_DECODE_TRIGGER_ID_BASE64_DECODE_FAILED = "interactive_message.decode_trigger_id.base64_decode_failed";
    /// 501, as from `DELETE /users/me/posts/{}/ack`.
    LICENSE_ERROR_FEATURE_UNAVAILABLE = "license_error.feature_unavailable";
    /// 501, as from `POST /users/me/mfa/generate`.
    MFA_MFA_DISABLED = "mfa.mfa_disabled.app_error";
    /// 401.
    MFA_VALIDATE_TOKEN_AUTHENTICATE = "mfa.validate_token.authenticate.app_error";
    /// 400, as from `POST /bots`.
    MODEL_BOT_IS_VALID_USERNAME = "model.bot.is_valid.username.app_error";
    /// 400, as from `POST /channels`.
    MODEL_CHANNEL_IS_VALID_1_OR_MORE = "model.channel.is_valid.1_or_more.app_error";
    /// 400, as from `POST /channels`.
    MODEL_CHANNEL_IS_VALID_DISPLAY_NAME = "model.channel.is_valid.display_name.app_error";
    /// 400, as from `PUT /channels/{}/patch`.
    MODEL_CHANNEL_IS_VALID_HEADER = "model.channel.is_valid.header.app_error";
    /// 400, as from `POST /channels`.
    MODEL_CHANNEL_IS_VALID_NAME = "model.channel.is_valid.name.app_error";
    /// 400, as from `POST /channels`.
    MODEL_CHANNEL_IS_VALID_PURPOSE = "model.channel.is_valid.purpose.app_error";
    /// 400, as from `POST /commands`.
    MODEL_COMMAND_IS_VALID_METHOD = "model.command.is_valid.method.app_error";
    /// 400, as from `POST /commands`.
    MODEL_COMMAND_IS_VALID_TRIGGER = "model.command.is_valid.trigger.app_error";
    /// 400, as from `POST /commands`.
    MODEL_COMMAND_IS_VALID_URL = "model.command.is_valid.url.app_error";
    /// 400, as from `POST /oauth/apps`.
    MODEL_OAUTH_IS_VALID_CALLBACK = "model.oauth.is_valid.callback.app_error";
    /// 400, as from `POST /oauth/apps`.
    MODEL_OAUTH_IS_VALID_HOMEPAGE = "model.oauth.is_valid.homepage.app_error";
    /// 400, as from `POST /hooks/outgoing`.
    MODEL_OUTGOING_HOOK_IS_VALID_CALLBACK = "model.outgoing_hook.is_valid.callback.app_error";
    /// 400, as from `POST /hooks/outgoing`.
    MODEL_OUTGOING_HOOK_IS_VALID_URL = "model.outgoing_hook.is_valid.url.app_error";
    /// 400, as from `POST /posts`.
    MODEL_POST_IS_VALID_MESSAGE_LENGTH = "model.post.is_valid.message_length.app_error";
    /// 400, as from `POST /posts`.
    MODEL_POST_IS_VALID_TYPE = "model.post.is_valid.type.app_error";
    /// 400, as from `PUT /users/me/preferences`.
    MODEL_PREFERENCE_IS_VALID_CATEGORY = "model.preference.is_valid.category.app_error";
    /// 400, as from `POST /teams`.
    MODEL_TEAM_IS_VALID_CHARACTERS = "model.team.is_valid.characters.app_error";
    /// 400, as from `POST /teams`.
    MODEL_TEAM_IS_VALID_NAME = "model.team.is_valid.name.app_error";
    /// 400, as from `POST /teams`.
    MODEL_TEAM_IS_VALID_RESERVED = "model.team.is_valid.reserved.app_error";
    /// 400, as from `POST /teams`.
    MODEL_TEAM_IS_VALID_TYPE = "model.team.is_valid.type.app_error";
    /// 400, as from `POST /uploads`.
    MODEL_UPLOAD_SESSION_IS_VALID_FILE_SIZE = "model.upload_session.is_valid.file_size.app_error";
    /// 400, as from `POST /users`.
    MODEL_USER_IS_VALID_EMAIL = "model.user.is_valid.email.app_error";
    /// 400, as from `PUT /users/me/patch`.
    MODEL_USER_IS_VALID_LOCALE = "model.user.is_valid.locale.app_error";
    /// 400, as from `POST /users`.
    MODEL_USER_IS_VALID_NICKNAME = "model.user.is_valid.nickname.app_error";
    /// 400, as from `PUT /users/me/patch`.
    MODEL_USER_IS_VALID_POSITION = "model.user.is_valid.position.app_error";
    /// 400, as from `POST /users`.
    MODEL_USER_IS_VALID_PWD_MAX_LENGTH = "model.user.is_valid.pwd_max_length.app_error";
    /// 400, as from `POST /users`.
    MODEL_USER_IS_VALID_PWD_MIN_LENGTH = "model.user.is_valid.pwd_min_length.app_error";
    /// 400, as from `PUT /users/me/patch`.
    MODEL_USER_IS_VALID_USERNAME = "model.user.is_valid.username.app_error";
    /// 400, as from `POST /users/me/tokens`.
    MODEL_USER_ACCESS_TOKEN_IS_VALID_DESCRIPTION = "model.user_access_token.is_valid.description.app_error";
    /// 404, as from `PUT /bots/{}`.
    STORE_SQL_BOT_GET_MISSING = "store.sql_bot.get.missing.app_error";
    /// 400, as from `POST /channels`.
    STORE_SQL_CHANNEL_SAVE_CHANNEL_EXISTS = "store.sql_channel.save_channel.exists.app_error";
    /// 404, as from `GET /commands/{}`.
    STORE_SQL_COMMAND_SAVE_GET = "store.sql_command.save.get.app_error";
    /// 501.
    STORE_SQL_POST_SEARCH_DISABLED = "store.sql_post.search.disabled";
    /// 400, as from `POST /teams`.
    STORE_SQL_TEAM_SAVE_TEAM_EXISTING = "store.sql_team.save_team.existing.app_error";
    /// 400, as from `POST /hooks/{}`.
    WEB_INCOMING_WEBHOOK_DECODE = "web.incoming_webhook.decode.app_error";
    /// 400 or 404, as from `POST /hooks/{}`.
    WEB_INCOMING_WEBHOOK_GENERAL = "web.incoming_webhook.general.app_error";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_listed_once() {
        for pair in ids::ALL.windows(2) {
            assert!(pair[0] < pair[1], "{} before {}", pair[0], pair[1]);
        }
    }

    #[test]
    fn a_reply_over_a_socket_has_no_request_id() {
        let error = ErrorBody { id: ids::API_CONTEXT_PERMISSIONS.into(), status_code: 403, ..ErrorBody::default() };
        assert_eq!(
            serde_json::to_string(&error).expect("plain data"),
            r#"{"id":"api.context.permissions.app_error","message":"","detailed_error":"","status_code":403}"#
        );
        assert_eq!(serde_json::to_string(&StatusBody::ok()).expect("plain data"), StatusBody::OK_JSON);
    }
}
