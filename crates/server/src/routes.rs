//! The routes: one line per endpoint, from its contract in `wire` to the handler that keeps it.
//!
//! Endpoints of the contract without a line here answer 501 after the caller was checked;
//! `docs/compatibility.md` lists them.

use std::future::Future;
use std::pin::Pin;

use wire::endpoints::root::*;
use wire::endpoints::*;

use crate::http::{Answer, Call};
use crate::resources::*;

pub type Handler = fn(Call) -> Pin<Box<dyn Future<Output = Answer> + Send>>;

/// An endpoint and what keeps it.
pub struct Route(pub &'static Endpoint, pub Handler);

macro_rules! routes {
    ($($endpoint:ident => $handler:path,)*) => {
        &[$(Route($endpoint, |call| Box::pin($handler(call)))),*]
    };
}

/// Realtime and the system.
const SYSTEM: &[Route] = routes! {
    CONNECT_WEB_SOCKET => crate::realtime::socket::open,
    GET_PING => system::ping,
    GET_CLIENT_CONFIG => client_settings::get,
    GET_CLIENT_LICENSE => client_settings::license,
    GET_SUPPORTED_TIMEZONES => system::timezones,
    GET_PRODUCT_NOTICES => system::notices,
    UPDATE_VIEWED_PRODUCT_NOTICES => system::notices_viewed,
    GET_REDIRECT_LOCATION => system::redirect_location,
    SUBMIT_PERFORMANCE_REPORT => client_reports::performance,
    POST_LOG => client_reports::log,
    PUSH_NOTIFICATION_ACK => phones::received::receive,
    PAGE => page::page,
    ROBOTS => page::robots,
    SYSTEM_EMOJI => system_emoji::picture,
};

/// Sessions and personal access tokens.
const SESSIONS: &[Route] = routes! {
    LOGIN => sessions::login,
    LOGOUT => sessions::logout,
    GET_LOGIN_TYPE => sessions::login_type,
    GET_SESSIONS => sessions::list,
    REVOKE_SESSION => sessions::revoke,
    REVOKE_ALL_SESSIONS_FOR_USER => sessions::revoke_all,
    REVOKE_ALL_SESSIONS_ALL_USERS => sessions::revoke_everyone,
    ATTACH_DEVICE_ID => sessions::attach_device,
    GET_USER_AUDITS => audits::of_user,
    CREATE_USER_ACCESS_TOKEN => access_tokens::create,
    GET_USER_ACCESS_TOKENS_FOR_USER => access_tokens::of_user,
    GET_USER_ACCESS_TOKENS => access_tokens::list,
    SEARCH_USER_ACCESS_TOKENS => access_tokens::search,
    GET_USER_ACCESS_TOKEN => access_tokens::get,
    REVOKE_USER_ACCESS_TOKEN => access_tokens::revoke,
    DISABLE_USER_ACCESS_TOKEN => access_tokens::disable,
    ENABLE_USER_ACCESS_TOKEN => access_tokens::enable,
};

/// Users, their pictures, statuses and preferences.
const USERS: &[Route] = routes! {
    CREATE_USER => users::create,
    GET_USER => users::get,
    GET_USER_BY_USERNAME => users::by_username,
    GET_USER_BY_EMAIL => users::by_email,
    UPDATE_USER_ROLES => users::set_roles,
    UPDATE_USER_ACTIVE => users::set_active,
    DELETE_USER => users::delete,
    GET_USERS => users::list,
    GET_USERS_BY_IDS => users::by_ids,
    GET_USERS_BY_NAMES => users::by_usernames,
    GET_USERS_BY_GROUP_CHANNEL_IDS => users::by_group_channels,
    GET_KNOWN_USERS => users::known,
    GET_TOTAL_USERS_STATS => users::stats,
    GET_FILTERED_USERS_STATS => users::filtered_stats,
    SEARCH_USERS => users::search,
    AUTOCOMPLETE_USERS => users::autocomplete,
    UPDATE_USER => users::replace,
    PATCH_USER => users::patch,
    UPDATE_PASSWORD => users::change_password,
    SEND_PASSWORD_RESET => users::send_reset,
    RESET_PASSWORD => users::reset_password,
    RESET_FAILED_ATTEMPTS => users::unlock,
    SEND_VERIFICATION_EMAIL => users::send_verification,
    VERIFY_USER_EMAIL => users::verify,
    VERIFY_USER_EMAIL_WITHOUT_TOKEN => users::verify_without_token,
    GET_USERS_WITH_INVALID_EMAILS => users::with_invalid_email,
    GENERATE_MFA_SECRET => users::generate_mfa,
    UPDATE_USER_MFA => users::set_mfa,
    PROMOTE_GUEST_TO_USER => users::promote,
    DEMOTE_USER_TO_GUEST => users::demote,
    GET_LATEST_TERMS_OF_SERVICE => users::latest_terms,
    CREATE_TERMS_OF_SERVICE => users::create_terms,
    GET_USER_TERMS_OF_SERVICE => users::accepted_terms,
    SAVE_USER_TERMS_OF_SERVICE => users::answer_terms,
    GET_USERS_FOR_REPORTING => users::report,
    GET_USER_COUNT_FOR_REPORTING => users::report_count,
    NOTIFY_ADMIN => users::notify_admin,
    GET_USER_STATUS => statuses::get,
    GET_USER_STATUSES_BY_IDS => statuses::by_ids,
    UPDATE_USER_STATUS => statuses::set,
    UPDATE_USER_CUSTOM_STATUS => statuses::set_custom,
    REMOVE_USER_CUSTOM_STATUS => statuses::remove_custom,
    REMOVE_USER_RECENT_CUSTOM_STATUS => statuses::forget_recent,
    DELETE_USER_RECENT_CUSTOM_STATUS => statuses::forget_recent,
    PUBLISH_USER_TYPING => statuses::typing,
    GET_PREFERENCES => preferences::list,
    GET_PREFERENCES_BY_CATEGORY => preferences::category,
    GET_PREFERENCE_BY_CATEGORY_AND_NAME => preferences::one,
    UPDATE_PREFERENCES => preferences::save,
    DELETE_PREFERENCES => preferences::delete,
};

/// Teams, their members and invitations.
const TEAMS: &[Route] = routes! {
    CREATE_TEAM => teams::create::create,
    GET_TEAM => teams::get::get,
    GET_TEAM_BY_NAME => teams::get::by_name,
    TEAM_EXISTS => teams::get::exists,
    GET_TEAM_STATS => teams::get::stats,
    GET_TEAM_MEMBERS => teams::member_lists::list,
    GET_TEAM_MEMBERS_BY_IDS => teams::member_lists::by_ids,
    GET_TEAM_MEMBER => teams::member_lists::get,
    GET_TEAM_MEMBERS_FOR_USER => teams::member_lists::of_user,
    ADD_TEAM_MEMBER => teams::adding::add,
    ADD_TEAM_MEMBERS => teams::adding::add_batch,
    REMOVE_TEAM_MEMBER => teams::adding::remove,
    UPDATE_TEAM_MEMBER_ROLES => teams::member_roles::set_roles,
    GET_ALL_TEAMS => teams::lists::list,
    SEARCH_TEAMS => teams::lists::search,
    GET_TEAMS_FOR_USER => teams::lists::of_user,
    GET_TEAMS_UNREAD_FOR_USER => teams::unread::of_teams,
    GET_TEAM_UNREAD => teams::unread::of_team,
    UPDATE_TEAM => teams::update::update,
    PATCH_TEAM => teams::update::patch,
    UPDATE_TEAM_PRIVACY => teams::update::set_privacy,
    REGENERATE_TEAM_INVITE_ID => teams::update::regenerate_invite,
    DELETE_TEAM => teams::update::archive,
    RESTORE_TEAM => teams::update::restore,
    GET_INVITE_INFO => teams::invites::info,
    INVITE_USERS_TO_TEAM => teams::invites::by_mail,
    INVITE_GUESTS_TO_CHANNELS => teams::invites::guests_by_mail,
    INVALIDATE_ALL_EMAIL_INVITES => teams::invites::invalidate,
    ADD_USER_TO_TEAM_FROM_INVITE => teams::invites::join,
    UPDATE_TEAM_MEMBER_SCHEME_ROLES => teams::member_roles::set_scheme_roles,
};

/// Channels, their members, categories and bookmarks.
const CHANNELS: &[Route] = routes! {
    CREATE_CHANNEL => channels::create::create_channel,
    CREATE_DIRECT_CHANNEL => channels::direct::create_direct_channel,
    CREATE_GROUP_CHANNEL => channels::direct::create_group_channel,
    GET_CHANNEL => channels::get_channel,
    GET_CHANNEL_BY_NAME => channels::get_by_name,
    GET_CHANNEL_BY_NAME_FOR_TEAM_NAME => channels::get_by_name_for_team_name,
    ADD_CHANNEL_MEMBER => channels::members::add_channel_member,
    REMOVE_CHANNEL_MEMBER => channels::members::remove_channel_member,
    GET_ALL_CHANNELS => channels::lists::all,
    GET_CHANNELS_FOR_USER => channels::lists::of_user,
    GET_CHANNELS_FOR_TEAM_FOR_USER => channels::lists::of_user_in_team,
    GET_PUBLIC_CHANNELS_FOR_TEAM => channels::lists::public_of_team,
    GET_PRIVATE_CHANNELS_FOR_TEAM => channels::lists::private_of_team,
    GET_DELETED_CHANNELS_FOR_TEAM => channels::lists::deleted_of_team,
    GET_PUBLIC_CHANNELS_BY_IDS_FOR_TEAM => channels::lists::by_ids_of_team,
    SEARCH_ALL_CHANNELS => channels::search::all,
    SEARCH_GROUP_CHANNELS => channels::search::groups,
    SEARCH_CHANNELS_FOR_TEAM => channels::search::in_team,
    AUTOCOMPLETE_CHANNELS_FOR_TEAM => channels::search::autocomplete,
    AUTOCOMPLETE_CHANNELS_FOR_TEAM_FOR_SEARCH => channels::search::autocomplete_own,
    UPDATE_CHANNEL => channels::edit::update_channel,
    PATCH_CHANNEL => channels::edit::patch_channel,
    UPDATE_CHANNEL_PRIVACY => channels::edit::update_privacy,
    DELETE_CHANNEL => channels::edit::delete_channel,
    RESTORE_CHANNEL => channels::edit::restore_channel,
    MOVE_CHANNEL => channels::convert::move_channel,
    GET_GROUP_MESSAGE_MEMBERS_COMMON_TEAMS => channels::convert::common_teams,
    CONVERT_GROUP_MESSAGE_TO_CHANNEL => channels::convert::convert_to_channel,
    GET_CHANNEL_STATS => channels::stats::get_stats,
    GET_CHANNELS_MEMBER_COUNT => channels::stats::get_member_counts,
    GET_CHANNEL_MEMBERS_TIMEZONES => channels::stats::get_timezones,
    GET_PINNED_POSTS => channels::stats::get_pinned,
    GET_CHANNEL_MODERATIONS => channels::moderation::get,
    PATCH_CHANNEL_MODERATIONS => channels::moderation::patch,
    GET_CHANNEL_MEMBERS => channels::member_lists::page,
    GET_CHANNEL_MEMBERS_BY_IDS => channels::member_lists::by_ids,
    GET_CHANNEL_MEMBER => channels::member_lists::one,
    GET_CHANNEL_MEMBERS_FOR_TEAM_FOR_USER => channels::member_lists::of_user_in_team,
    GET_CHANNEL_MEMBERS_FOR_USER => channels::member_lists::of_user,
    UPDATE_CHANNEL_MEMBER_ROLES => channels::member_settings::update_roles,
    UPDATE_CHANNEL_MEMBER_SCHEME_ROLES => channels::member_settings::update_scheme_roles,
    UPDATE_CHANNEL_MEMBER_NOTIFY_PROPS => channels::member_settings::update_notify_props,
    VIEW_CHANNEL => channels::views::view_channel,
    READ_MULTIPLE_CHANNELS => channels::views::read_channels,
    GET_CHANNEL_UNREAD => channels::views::get_unread,
    GET_CATEGORIES_FOR_TEAM_FOR_USER => categories::get_categories,
    CREATE_CATEGORY_FOR_TEAM_FOR_USER => categories::create_category,
    UPDATE_CATEGORIES_FOR_TEAM_FOR_USER => categories::update_categories,
    GET_CATEGORY_ORDER_FOR_TEAM_FOR_USER => categories::get_order,
    UPDATE_CATEGORY_ORDER_FOR_TEAM_FOR_USER => categories::update_order,
    GET_CATEGORY_FOR_TEAM_FOR_USER => categories::get_category,
    UPDATE_CATEGORY_FOR_TEAM_FOR_USER => categories::update_category,
    DELETE_CATEGORY_FOR_TEAM_FOR_USER => categories::delete_category,
    LIST_CHANNEL_BOOKMARKS_FOR_CHANNEL => bookmarks::list,
    CREATE_CHANNEL_BOOKMARK => bookmarks::create,
    UPDATE_CHANNEL_BOOKMARK => bookmarks::update,
    UPDATE_CHANNEL_BOOKMARK_SORT_ORDER => bookmarks::sort,
    DELETE_CHANNEL_BOOKMARK => bookmarks::delete,
};

/// Posts, reactions, drafts and scheduled posts.
const POSTS: &[Route] = routes! {
    UPSERT_DRAFT => drafts::upsert_draft,
    GET_DRAFTS => drafts::get_drafts,
    DELETE_DRAFT => drafts::delete_draft,
    DELETE_THREAD_DRAFT => drafts::delete_thread_draft,
    CREATE_SCHEDULE_POST => scheduled_posts::create,
    UPDATE_SCHEDULED_POST => scheduled_posts::update,
    DELETE_SCHEDULED_POST => scheduled_posts::delete,
    GET_TEAM_SCHEDULED_POSTS => scheduled_posts::of_team,
    CREATE_POST => posts::submit::create_post,
    CREATE_EPHEMERAL_POST => posts::ephemeral::create_ephemeral_post,
    GET_POST => posts::read::get_post,
    GET_POSTS_BY_IDS => posts::read::get_posts_by_ids,
    GET_POST_INFO => posts::read::get_post_info,
    GET_FILE_INFOS_FOR_POST => posts::read::get_file_infos_for_post,
    GET_PINNED_POSTS => posts::read::get_pinned_posts,
    GET_POSTS_FOR_CHANNEL => posts::pages::get_posts_for_channel,
    GET_POSTS_FOR_CHANNEL_AROUND_LAST_UNREAD => posts::pages::get_posts_around_last_unread,
    GET_POST_THREAD => posts::thread::get_post_thread,
    GET_FLAGGED_POSTS_FOR_USER => posts::flagged::get_flagged_posts,
    UPDATE_POST => posts::edit::update_post,
    PATCH_POST => posts::edit::patch_post,
    MOVE_THREAD => posts::edit::move_thread,
    RESTORE_POST_VERSION => posts::edit::restore_post_version,
    GET_EDIT_HISTORY_FOR_POST => posts::history::get_edit_history,
    DELETE_POST => posts::delete::delete_post,
    PIN_POST => posts::pins::pin_post,
    UNPIN_POST => posts::pins::unpin_post,
    SET_POST_UNREAD => posts::unread::set_post_unread,
    SAVE_REACTION => posts::reactions::save_reaction,
    GET_REACTIONS => posts::reactions::get_reactions,
    DELETE_REACTION => posts::reactions::delete_reaction,
    GET_BULK_REACTIONS => posts::reactions::get_bulk_reactions,
    ACKNOWLEDGE_POST => posts::priority::acknowledge,
    UNACKNOWLEDGE_POST => posts::priority::unacknowledge,
    SET_POST_REMINDER => posts::reminders::set,
};

/// Threads.
const THREADS: &[Route] = routes! {
    GET_THREADS_FOR_USER => threads::pages::get_threads,
    GET_THREAD_FOR_USER => threads::pages::get_thread,
    FOLLOW_THREAD_BY_USER => threads::follow::follow,
    UNFOLLOW_THREAD_BY_USER => threads::follow::unfollow,
    UPDATE_READ_STATE_ALL_THREADS_BY_USER => threads::read::read_all,
    UPDATE_READ_STATE_THREAD_BY_USER => threads::read::read_until,
    SET_UNREAD_THREAD_BY_POST_ID => threads::read::set_unread,
};

/// Files, uploads, emoji and pictures.
const FILES: &[Route] = routes! {
    UPLOAD_FILES => files::upload,
    GET_FILE => files::get,
    GET_FILE_THUMBNAIL => files::thumbnail,
    GET_FILE_PREVIEW => files::preview,
    GET_FILE_LINK => files::get_link,
    GET_FILE_INFO => files::get_info,
    GET_PUBLIC_FILE => files::public,
    CREATE_UPLOAD => uploads::create,
    GET_UPLOAD => uploads::get,
    UPLOAD_DATA => uploads::send,
    GET_UPLOADS_FOR_USER => uploads::list,
    CREATE_EMOJI => emoji::create,
    GET_EMOJI_LIST => emoji::list,
    GET_EMOJIS_BY_NAMES => emoji::get_by_names,
    SEARCH_EMOJIS => emoji::search,
    AUTOCOMPLETE_EMOJIS => emoji::autocomplete,
    DELETE_EMOJI => emoji::delete,
    GET_EMOJI => emoji::get,
    GET_EMOJI_BY_NAME => emoji::get_by_name,
    GET_EMOJI_IMAGE => emoji::image,
    GET_PROFILE_IMAGE => profile_pictures::get,
    GET_DEFAULT_PROFILE_IMAGE => profile_pictures::get_default,
    SET_PROFILE_IMAGE => profile_pictures::set,
    SET_DEFAULT_PROFILE_IMAGE => profile_pictures::reset,
    GET_TEAM_ICON => team_icons::get,
    SET_TEAM_ICON => team_icons::set,
    REMOVE_TEAM_ICON => team_icons::remove,
    GET_BRAND_IMAGE => brand::get,
    UPLOAD_BRAND_IMAGE => brand::upload,
    DELETE_BRAND_IMAGE => brand::delete,
    GET_IMAGE => image_proxy::get,
};

/// Search.
const SEARCH: &[Route] = routes! {
    SEARCH_POSTS_IN_TEAM => search::posts_in_team,
    SEARCH_POSTS_IN_ALL_TEAMS => search::posts_in_all_teams,
    SEARCH_FILES_IN_TEAM => search::files_in_team,
    SEARCH_FILES_IN_ALL_TEAMS => search::files_in_all_teams,
};

/// Bots, webhooks, commands and OAuth.
const INTEGRATIONS: &[Route] = routes! {
    CREATE_BOT => bots::create,
    PATCH_BOT => bots::patch,
    GET_BOT => bots::get,
    GET_BOTS => bots::list,
    DISABLE_BOT => bots::disable,
    ENABLE_BOT => bots::enable,
    ASSIGN_BOT => bots::assign,
    CONVERT_BOT_TO_USER => bots::convert_to_user,
    CONVERT_USER_TO_BOT => bots::convert_to_bot,
    CREATE_OAUTH_APP => oauth::apps::create,
    UPDATE_OAUTH_APP => oauth::apps::update,
    GET_OAUTH_APPS => oauth::apps::list,
    GET_OAUTH_APP => oauth::apps::get,
    GET_OAUTH_APP_INFO => oauth::apps::info,
    DELETE_OAUTH_APP => oauth::apps::delete,
    REGENERATE_OAUTH_APP_SECRET => oauth::apps::regenerate_secret,
    REGISTER_OAUTH_CLIENT => oauth::register::register,
    GET_AUTHORIZED_OAUTH_APPS => oauth::apps::authorized,
    AUTHORIZE_OAUTH_PAGE => oauth::authorize::ask,
    AUTHORIZE_OAUTH_APP => oauth::authorize::authorize,
    DEAUTHORIZE_OAUTH_APP => oauth::authorize::deauthorize,
    GET_OAUTH_TOKEN => oauth::token::get_token,
    CREATE_COMMAND => commands::manage::create,
    LIST_COMMANDS => commands::manage::list,
    EXECUTE_COMMAND => commands::execute::execute,
    GET_COMMAND => commands::manage::get,
    UPDATE_COMMAND => commands::manage::update,
    MOVE_COMMAND => commands::manage::move_to_team,
    DELETE_COMMAND => commands::manage::delete,
    REGEN_COMMAND_TOKEN => commands::manage::regenerate_token,
    LIST_AUTOCOMPLETE_COMMANDS => commands::suggest::list,
    LIST_COMMAND_AUTOCOMPLETE_SUGGESTIONS => commands::suggest::suggestions,
    COMMAND_WEBHOOK => commands::custom::answer_later,
    DO_POST_ACTION => interactive::actions::act,
    OPEN_DIALOG => interactive::dialogs::open,
    SUBMIT_DIALOG => interactive::dialogs::submit,
    LOOKUP_DIALOG => interactive::dialogs::lookup,
    INCOMING_WEBHOOK => webhooks::receive::receive,
    CREATE_INCOMING_HOOK => webhooks::incoming::create,
    GET_INCOMING_HOOKS => webhooks::incoming::list,
    GET_INCOMING_HOOK => webhooks::incoming::get,
    UPDATE_INCOMING_HOOK => webhooks::incoming::update,
    DELETE_INCOMING_HOOK => webhooks::incoming::delete,
    CREATE_OUTGOING_HOOK => webhooks::outgoing::create,
    GET_OUTGOING_HOOKS => webhooks::outgoing::list,
    GET_OUTGOING_HOOK => webhooks::outgoing::get,
    UPDATE_OUTGOING_HOOK => webhooks::outgoing::update,
    DELETE_OUTGOING_HOOK => webhooks::outgoing::delete,
    REGEN_OUTGOING_HOOK_TOKEN => webhooks::outgoing::regenerate_token,
};

mod administration;
mod find;

pub use find::{Found, Routes};

/// All lines.
pub fn all() -> impl Iterator<Item = &'static Route> {
    [SYSTEM, SESSIONS, USERS, TEAMS, CHANNELS, POSTS, THREADS, FILES, SEARCH, INTEGRATIONS, administration::TABLE]
        .into_iter()
        .flatten()
}
