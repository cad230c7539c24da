//! The routes: one line per endpoint, from its contract in `wire` to the handler that keeps it.
//!
//! Endpoints of the contract without a line here answer 501 after the caller was checked;
//! `docs/compatibility.md` lists them.

use std::future::Future;
use std::pin::Pin;

use wire::endpoints::root::*;
use wire::endpoints::*;

use request::{Answer, Call};

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
    GET_PING => crate::resources::system::ping,
    GET_CLIENT_CONFIG => notification::client_settings::get,
    GET_CLIENT_LICENSE => notification::client_settings::license,
    GET_SUPPORTED_TIMEZONES => crate::resources::system::timezones,
    GET_PRODUCT_NOTICES => crate::resources::system::notices,
    UPDATE_VIEWED_PRODUCT_NOTICES => crate::resources::system::notices_viewed,
    GET_REDIRECT_LOCATION => crate::resources::system::redirect_location,
    SUBMIT_PERFORMANCE_REPORT => crate::resources::client_reports::performance,
    POST_LOG => crate::resources::client_reports::log,
    PUSH_NOTIFICATION_ACK => conversation::received::receive,
    PAGE => request::page::page,
    ROBOTS => request::page::robots,
    SYSTEM_EMOJI => conversation::system_emoji::picture,
};

/// Sessions and personal access tokens.
const SESSIONS: &[Route] = routes! {
    LOGIN => people::sessions::login::login,
    LOGOUT => identity::logout::sign_out,
    LOGIN_WITH_OAUTH => identity::begin::login,
    SIGNUP_WITH_OAUTH => identity::begin::login,
    MOBILE_LOGIN_WITH_OAUTH => identity::begin::mobile_login,
    COMPLETE_OAUTH => identity::complete::complete,
    COMPLETE_OAUTH_AT_SIGNUP => identity::complete::complete,
    COMPLETE_OAUTH_AT_LOGIN => identity::complete::complete,
    END_OAUTH_SESSION => identity::logout::back_channel,
    EXCHANGE_SSO_CODE => identity::handover::exchange_code,
    LOGIN_WITH_DESKTOP_TOKEN => identity::handover::desktop_token,
    GET_LOGIN_TYPE => people::sessions::login::login_type,
    GET_SESSIONS => people::sessions::listing::list,
    REVOKE_SESSION => people::sessions::listing::revoke,
    REVOKE_ALL_SESSIONS_FOR_USER => people::sessions::listing::revoke_all,
    REVOKE_ALL_SESSIONS_ALL_USERS => people::sessions::listing::revoke_everyone,
    ATTACH_DEVICE_ID => people::sessions::listing::attach_device,
    GET_USER_AUDITS => people::audits::of_user,
    CREATE_USER_ACCESS_TOKEN => people::access_tokens::create,
    GET_USER_ACCESS_TOKENS_FOR_USER => people::access_tokens::of_user,
    GET_USER_ACCESS_TOKENS => people::access_tokens::list,
    SEARCH_USER_ACCESS_TOKENS => people::access_tokens::search,
    GET_USER_ACCESS_TOKEN => people::access_tokens::get,
    REVOKE_USER_ACCESS_TOKEN => people::access_tokens::revoke,
    DISABLE_USER_ACCESS_TOKEN => people::access_tokens::disable,
    ENABLE_USER_ACCESS_TOKEN => people::access_tokens::enable,
};

/// Users, their pictures, statuses and preferences.
const USERS: &[Route] = routes! {
    CREATE_USER => organisation::users::create::create,
    GET_USER => people::users::get::get,
    GET_USER_BY_USERNAME => people::users::get::by_username,
    GET_USER_BY_EMAIL => people::users::get::by_email,
    UPDATE_USER_ROLES => people::users::roles::set_roles,
    UPDATE_USER_ACTIVE => organisation::users::active::set_active,
    DELETE_USER => organisation::users::active::delete,
    GET_USERS => people::users::lists::list,
    GET_USERS_BY_IDS => people::users::lists::by_ids,
    GET_USERS_BY_NAMES => people::users::lists::by_usernames,
    GET_USERS_BY_GROUP_CHANNEL_IDS => people::users::lists::by_group_channels,
    GET_KNOWN_USERS => people::users::lists::known,
    GET_TOTAL_USERS_STATS => people::users::lists::stats,
    GET_FILTERED_USERS_STATS => people::users::lists::filtered_stats,
    SEARCH_USERS => people::users::search::search,
    AUTOCOMPLETE_USERS => people::users::search::autocomplete,
    UPDATE_USER => organisation::users::update::replace,
    PATCH_USER => organisation::users::update::patch,
    UPDATE_PASSWORD => organisation::users::password::change,
    SEND_PASSWORD_RESET => organisation::users::password::send_reset,
    RESET_PASSWORD => organisation::users::password::reset,
    RESET_FAILED_ATTEMPTS => organisation::users::password::unlock,
    SEND_VERIFICATION_EMAIL => organisation::users::email::send_verification,
    VERIFY_USER_EMAIL => organisation::users::email::verify,
    VERIFY_USER_EMAIL_WITHOUT_TOKEN => organisation::users::email::verify_without_token,
    GET_USERS_WITH_INVALID_EMAILS => organisation::users::email::with_invalid_email,
    GENERATE_MFA_SECRET => people::sessions::mfa::generate_mfa,
    UPDATE_USER_MFA => people::sessions::mfa::set_mfa,
    PROMOTE_GUEST_TO_USER => people::users::guests::promote,
    DEMOTE_USER_TO_GUEST => people::users::guests::demote,
    GET_LATEST_TERMS_OF_SERVICE => people::users::terms::latest_terms,
    CREATE_TERMS_OF_SERVICE => people::users::terms::create_terms,
    GET_USER_TERMS_OF_SERVICE => people::users::terms::accepted_terms,
    SAVE_USER_TERMS_OF_SERVICE => people::users::terms::answer_terms,
    GET_USERS_FOR_REPORTING => people::users::report::report,
    GET_USER_COUNT_FOR_REPORTING => people::users::report::report_count,
    NOTIFY_ADMIN => people::users::notify_admin,
    GET_USER_STATUS => organisation::statuses::get,
    GET_USER_STATUSES_BY_IDS => organisation::statuses::by_ids,
    UPDATE_USER_STATUS => organisation::statuses::set,
    UPDATE_USER_CUSTOM_STATUS => organisation::statuses::set_custom,
    REMOVE_USER_CUSTOM_STATUS => organisation::statuses::remove_custom,
    REMOVE_USER_RECENT_CUSTOM_STATUS => organisation::statuses::forget_recent,
    DELETE_USER_RECENT_CUSTOM_STATUS => organisation::statuses::forget_recent,
    PUBLISH_USER_TYPING => organisation::statuses::typing,
    GET_PREFERENCES => organisation::preferences::list,
    GET_PREFERENCES_BY_CATEGORY => organisation::preferences::category,
    GET_PREFERENCE_BY_CATEGORY_AND_NAME => organisation::preferences::one,
    UPDATE_PREFERENCES => organisation::preferences::save,
    DELETE_PREFERENCES => organisation::preferences::delete,
};

/// Teams, their members and invitations.
const TEAMS: &[Route] = routes! {
    CREATE_TEAM => organisation::teams::create::create,
    GET_TEAM => organisation::teams::get::get,
    GET_TEAM_BY_NAME => organisation::teams::get::by_name,
    TEAM_EXISTS => organisation::teams::get::exists,
    GET_TEAM_STATS => organisation::teams::get::stats,
    GET_TEAM_MEMBERS => organisation::teams::member_lists::list,
    GET_TEAM_MEMBERS_BY_IDS => organisation::teams::member_lists::by_ids,
    GET_TEAM_MEMBER => organisation::teams::member_lists::get,
    GET_TEAM_MEMBERS_FOR_USER => organisation::teams::member_lists::of_user,
    ADD_TEAM_MEMBER => organisation::teams::adding::add,
    ADD_TEAM_MEMBERS => organisation::teams::adding::add_batch,
    REMOVE_TEAM_MEMBER => organisation::teams::adding::remove,
    UPDATE_TEAM_MEMBER_ROLES => organisation::teams::member_roles::set_roles,
    GET_ALL_TEAMS => organisation::teams::lists::list,
    SEARCH_TEAMS => organisation::teams::lists::search,
    GET_TEAMS_FOR_USER => organisation::teams::lists::of_user,
    GET_TEAMS_UNREAD_FOR_USER => organisation::teams::unread::of_teams,
    GET_TEAM_UNREAD => organisation::teams::unread::of_team,
    UPDATE_TEAM => organisation::teams::update::update,
    PATCH_TEAM => organisation::teams::update::patch,
    UPDATE_TEAM_PRIVACY => organisation::teams::update::set_privacy,
    REGENERATE_TEAM_INVITE_ID => organisation::teams::update::regenerate_invite,
    DELETE_TEAM => organisation::teams::update::archive,
    RESTORE_TEAM => organisation::teams::update::restore,
    GET_INVITE_INFO => organisation::teams::invites::info,
    INVITE_USERS_TO_TEAM => organisation::teams::invites::by_mail,
    INVITE_GUESTS_TO_CHANNELS => organisation::teams::invites::guests_by_mail,
    INVALIDATE_ALL_EMAIL_INVITES => organisation::teams::invites::invalidate,
    ADD_USER_TO_TEAM_FROM_INVITE => organisation::teams::invites::join,
    UPDATE_TEAM_MEMBER_SCHEME_ROLES => organisation::teams::member_roles::set_scheme_roles,
};

/// Channels, their members, categories and bookmarks.
const CHANNELS: &[Route] = routes! {
    CREATE_CHANNEL => organisation::channels::create::create_channel,
    CREATE_DIRECT_CHANNEL => organisation::channels::direct::create_direct_channel,
    CREATE_GROUP_CHANNEL => organisation::channels::direct::create_group_channel,
    GET_CHANNEL => organisation::channels::get_channel,
    GET_CHANNEL_BY_NAME => organisation::channels::get_by_name,
    GET_CHANNEL_BY_NAME_FOR_TEAM_NAME => organisation::channels::get_by_name_for_team_name,
    ADD_CHANNEL_MEMBER => organisation::channels::members::add_channel_member,
    REMOVE_CHANNEL_MEMBER => organisation::channels::members::remove_channel_member,
    GET_ALL_CHANNELS => organisation::channels::lists::all,
    GET_CHANNELS_FOR_USER => organisation::channels::lists::of_user,
    GET_CHANNELS_FOR_TEAM_FOR_USER => organisation::channels::lists::of_user_in_team,
    GET_PUBLIC_CHANNELS_FOR_TEAM => organisation::channels::lists::public_of_team,
    GET_PRIVATE_CHANNELS_FOR_TEAM => organisation::channels::lists::private_of_team,
    GET_DELETED_CHANNELS_FOR_TEAM => organisation::channels::lists::deleted_of_team,
    GET_PUBLIC_CHANNELS_BY_IDS_FOR_TEAM => organisation::channels::lists::by_ids_of_team,
    SEARCH_ALL_CHANNELS => organisation::channels::search::all,
    SEARCH_GROUP_CHANNELS => organisation::channels::search::groups,
    SEARCH_CHANNELS_FOR_TEAM => organisation::channels::search::in_team,
    AUTOCOMPLETE_CHANNELS_FOR_TEAM => organisation::channels::search::autocomplete,
    AUTOCOMPLETE_CHANNELS_FOR_TEAM_FOR_SEARCH => organisation::channels::search::autocomplete_own,
    UPDATE_CHANNEL => organisation::channels::edit::update_channel,
    PATCH_CHANNEL => organisation::channels::edit::patch_channel,
    UPDATE_CHANNEL_PRIVACY => organisation::channels::edit::update_privacy,
    DELETE_CHANNEL => organisation::channels::edit::delete_channel,
    RESTORE_CHANNEL => organisation::channels::edit::restore_channel,
    MOVE_CHANNEL => organisation::channels::convert::move_channel,
    GET_GROUP_MESSAGE_MEMBERS_COMMON_TEAMS => organisation::channels::convert::common_teams,
    CONVERT_GROUP_MESSAGE_TO_CHANNEL => organisation::channels::convert::convert_to_channel,
    GET_CHANNEL_STATS => organisation::channels::stats::get_stats,
    GET_CHANNELS_MEMBER_COUNT => organisation::channels::stats::get_member_counts,
    GET_CHANNEL_MEMBERS_TIMEZONES => organisation::channels::stats::get_timezones,
    GET_PINNED_POSTS => organisation::channels::stats::get_pinned,
    GET_CHANNEL_MODERATIONS => organisation::channels::moderation::get,
    PATCH_CHANNEL_MODERATIONS => organisation::channels::moderation::patch,
    GET_CHANNEL_MEMBERS => organisation::channels::member_lists::page,
    GET_CHANNEL_MEMBERS_BY_IDS => organisation::channels::member_lists::by_ids,
    GET_CHANNEL_MEMBER => organisation::channels::member_lists::one,
    GET_CHANNEL_MEMBERS_FOR_TEAM_FOR_USER => organisation::channels::member_lists::of_user_in_team,
    GET_CHANNEL_MEMBERS_FOR_USER => organisation::channels::member_lists::of_user,
    UPDATE_CHANNEL_MEMBER_ROLES => organisation::channels::member_settings::update_roles,
    UPDATE_CHANNEL_MEMBER_SCHEME_ROLES => organisation::channels::member_settings::update_scheme_roles,
    UPDATE_CHANNEL_MEMBER_NOTIFY_PROPS => organisation::channels::member_settings::update_notify_props,
    VIEW_CHANNEL => organisation::channels::views::view_channel,
    READ_MULTIPLE_CHANNELS => organisation::channels::views::read_channels,
    GET_CHANNEL_UNREAD => organisation::channels::views::get_unread,
    GET_CATEGORIES_FOR_TEAM_FOR_USER => organisation::categories::get_categories,
    CREATE_CATEGORY_FOR_TEAM_FOR_USER => organisation::categories::create_category,
    UPDATE_CATEGORIES_FOR_TEAM_FOR_USER => organisation::categories::update_categories,
    GET_CATEGORY_ORDER_FOR_TEAM_FOR_USER => organisation::categories::get_order,
    UPDATE_CATEGORY_ORDER_FOR_TEAM_FOR_USER => organisation::categories::update_order,
    GET_CATEGORY_FOR_TEAM_FOR_USER => organisation::categories::get_category,
    UPDATE_CATEGORY_FOR_TEAM_FOR_USER => organisation::categories::update_category,
    DELETE_CATEGORY_FOR_TEAM_FOR_USER => organisation::categories::delete_category,
    LIST_CHANNEL_BOOKMARKS_FOR_CHANNEL => organisation::bookmarks::list,
    CREATE_CHANNEL_BOOKMARK => organisation::bookmarks::create,
    UPDATE_CHANNEL_BOOKMARK => organisation::bookmarks::update,
    UPDATE_CHANNEL_BOOKMARK_SORT_ORDER => organisation::bookmarks::sort,
    DELETE_CHANNEL_BOOKMARK => organisation::bookmarks::delete,
};

/// Posts, reactions, drafts and scheduled posts.
const POSTS: &[Route] = routes! {
    UPSERT_DRAFT => conversation::drafts::upsert_draft,
    GET_DRAFTS => conversation::drafts::get_drafts,
    DELETE_DRAFT => conversation::drafts::delete_draft,
    DELETE_THREAD_DRAFT => conversation::drafts::delete_thread_draft,
    CREATE_SCHEDULE_POST => conversation::scheduled_posts::create,
    UPDATE_SCHEDULED_POST => conversation::scheduled_posts::update,
    DELETE_SCHEDULED_POST => conversation::scheduled_posts::delete,
    GET_TEAM_SCHEDULED_POSTS => conversation::scheduled_posts::of_team,
    CREATE_POST => conversation::posts::submit::create_post,
    CREATE_EPHEMERAL_POST => conversation::posts::ephemeral::create_ephemeral_post,
    GET_POST => conversation::posts::read::get_post,
    GET_POSTS_BY_IDS => conversation::posts::read::get_posts_by_ids,
    GET_POST_INFO => conversation::posts::read::get_post_info,
    GET_FILE_INFOS_FOR_POST => conversation::posts::read::get_file_infos_for_post,
    GET_PINNED_POSTS => conversation::posts::read::get_pinned_posts,
    GET_POSTS_FOR_CHANNEL => conversation::posts::pages::get_posts_for_channel,
    GET_POSTS_FOR_CHANNEL_AROUND_LAST_UNREAD => conversation::posts::pages::get_posts_around_last_unread,
    GET_POST_THREAD => conversation::posts::thread::get_post_thread,
    GET_FLAGGED_POSTS_FOR_USER => conversation::posts::flagged::get_flagged_posts,
    UPDATE_POST => conversation::posts::edit::update_post,
    PATCH_POST => conversation::posts::edit::patch_post,
    MOVE_THREAD => conversation::posts::edit::move_thread,
    RESTORE_POST_VERSION => conversation::posts::edit::restore_post_version,
    GET_EDIT_HISTORY_FOR_POST => conversation::posts::history::get_edit_history,
    DELETE_POST => conversation::posts::delete::delete_post,
    PIN_POST => conversation::posts::pins::pin_post,
    UNPIN_POST => conversation::posts::pins::unpin_post,
    SET_POST_UNREAD => conversation::posts::unread::set_post_unread,
    SAVE_REACTION => conversation::posts::reactions::save_reaction,
    GET_REACTIONS => conversation::posts::reactions::get_reactions,
    DELETE_REACTION => conversation::posts::reactions::delete_reaction,
    GET_BULK_REACTIONS => conversation::posts::reactions::get_bulk_reactions,
    ACKNOWLEDGE_POST => conversation::shown::priority::acknowledge,
    UNACKNOWLEDGE_POST => conversation::shown::priority::unacknowledge,
    SET_POST_REMINDER => organisation::reminders::set,
};

/// Threads.
const THREADS: &[Route] = routes! {
    GET_THREADS_FOR_USER => conversation::threads::pages::get_threads,
    GET_THREAD_FOR_USER => conversation::threads::pages::get_thread,
    FOLLOW_THREAD_BY_USER => conversation::threads::follow::follow,
    UNFOLLOW_THREAD_BY_USER => conversation::threads::follow::unfollow,
    UPDATE_READ_STATE_ALL_THREADS_BY_USER => conversation::threads::read::read_all,
    UPDATE_READ_STATE_THREAD_BY_USER => conversation::threads::read::read_until,
    SET_UNREAD_THREAD_BY_POST_ID => conversation::threads::read::set_unread,
};

/// Files, uploads, emoji and pictures.
const FILES: &[Route] = routes! {
    UPLOAD_FILES => conversation::files::upload::upload,
    GET_FILE => conversation::files::content::get,
    GET_FILE_THUMBNAIL => conversation::files::content::thumbnail,
    GET_FILE_PREVIEW => conversation::files::content::preview,
    GET_FILE_LINK => conversation::files::link::get_link,
    GET_FILE_INFO => conversation::files::get_info,
    GET_PUBLIC_FILE => conversation::files::content::public,
    CREATE_UPLOAD => transfer::uploads::create,
    GET_UPLOAD => transfer::uploads::get,
    UPLOAD_DATA => transfer::uploads::send,
    GET_UPLOADS_FOR_USER => transfer::uploads::list,
    CREATE_EMOJI => conversation::emoji::create,
    GET_EMOJI_LIST => conversation::emoji::list,
    GET_EMOJIS_BY_NAMES => conversation::emoji::get_by_names,
    SEARCH_EMOJIS => conversation::emoji::search,
    AUTOCOMPLETE_EMOJIS => conversation::emoji::autocomplete,
    DELETE_EMOJI => conversation::emoji::delete,
    GET_EMOJI => conversation::emoji::get,
    GET_EMOJI_BY_NAME => conversation::emoji::get_by_name,
    GET_EMOJI_IMAGE => conversation::emoji::image,
    GET_PROFILE_IMAGE => organisation::profile_pictures::get,
    GET_DEFAULT_PROFILE_IMAGE => organisation::profile_pictures::get_default,
    SET_PROFILE_IMAGE => organisation::profile_pictures::set,
    SET_DEFAULT_PROFILE_IMAGE => organisation::profile_pictures::reset,
    GET_TEAM_ICON => organisation::team_icons::get,
    SET_TEAM_ICON => organisation::team_icons::set,
    REMOVE_TEAM_ICON => organisation::team_icons::remove,
    GET_BRAND_IMAGE => crate::resources::brand::get,
    UPLOAD_BRAND_IMAGE => crate::resources::brand::upload,
    DELETE_BRAND_IMAGE => crate::resources::brand::delete,
    GET_IMAGE => conversation::image_proxy::get,
};

/// Search.
const SEARCH: &[Route] = routes! {
    SEARCH_POSTS_IN_TEAM => organisation::search::posts::team,
    SEARCH_POSTS_IN_ALL_TEAMS => organisation::search::posts::all_teams,
    SEARCH_FILES_IN_TEAM => organisation::search::files::team,
    SEARCH_FILES_IN_ALL_TEAMS => organisation::search::files::all_teams,
};

/// Bots, webhooks, commands and OAuth.
const INTEGRATIONS: &[Route] = routes! {
    CREATE_BOT => organisation::bots::create,
    PATCH_BOT => organisation::bots::patch,
    GET_BOT => organisation::bots::get,
    GET_BOTS => organisation::bots::list,
    DISABLE_BOT => organisation::bots::disable,
    ENABLE_BOT => organisation::bots::enable,
    ASSIGN_BOT => organisation::bots::assign,
    CONVERT_BOT_TO_USER => organisation::bots::convert::convert_to_user,
    CONVERT_USER_TO_BOT => organisation::bots::convert::convert_to_bot,
    CREATE_OAUTH_APP => integration::oauth::apps::create,
    UPDATE_OAUTH_APP => integration::oauth::apps::update,
    GET_OAUTH_APPS => integration::oauth::apps::list,
    GET_OAUTH_APP => integration::oauth::apps::get,
    GET_OAUTH_APP_INFO => integration::oauth::apps::info,
    DELETE_OAUTH_APP => integration::oauth::apps::delete,
    REGENERATE_OAUTH_APP_SECRET => integration::oauth::apps::regenerate_secret,
    REGISTER_OAUTH_CLIENT => integration::oauth::register::register,
    GET_AUTHORIZED_OAUTH_APPS => integration::oauth::apps::authorized,
    AUTHORIZE_OAUTH_PAGE => integration::oauth::authorize::ask,
    AUTHORIZE_OAUTH_APP => integration::oauth::authorize::authorize,
    DEAUTHORIZE_OAUTH_APP => integration::oauth::authorize::deauthorize,
    GET_OAUTH_TOKEN => integration::oauth::token::get_token,
    CREATE_COMMAND => integration::commands::manage::create,
    LIST_COMMANDS => integration::commands::manage::list,
    EXECUTE_COMMAND => integration::commands::execute::execute,
    GET_COMMAND => integration::commands::manage::get,
    UPDATE_COMMAND => integration::commands::manage::update,
    MOVE_COMMAND => integration::commands::manage::move_to_team,
    DELETE_COMMAND => integration::commands::manage::delete,
    REGEN_COMMAND_TOKEN => integration::commands::manage::regenerate_token,
    LIST_AUTOCOMPLETE_COMMANDS => integration::commands::suggest::list,
    LIST_COMMAND_AUTOCOMPLETE_SUGGESTIONS => integration::commands::suggest::suggestions,
    COMMAND_WEBHOOK => integration::commands::custom::answer_later,
    DO_POST_ACTION => integration::interactive::actions::act,
    OPEN_DIALOG => integration::interactive::dialogs::open,
    SUBMIT_DIALOG => integration::interactive::dialogs::submit,
    LOOKUP_DIALOG => integration::interactive::dialogs::lookup,
    INCOMING_WEBHOOK => integration::webhooks::receive::receive,
    CREATE_INCOMING_HOOK => integration::webhooks::incoming::create,
    GET_INCOMING_HOOKS => integration::webhooks::incoming::list,
    GET_INCOMING_HOOK => integration::webhooks::incoming::get,
    UPDATE_INCOMING_HOOK => integration::webhooks::incoming::update,
    DELETE_INCOMING_HOOK => integration::webhooks::incoming::delete,
    CREATE_OUTGOING_HOOK => integration::webhooks::outgoing::create,
    GET_OUTGOING_HOOKS => integration::webhooks::outgoing::list,
    GET_OUTGOING_HOOK => integration::webhooks::outgoing::get,
    UPDATE_OUTGOING_HOOK => integration::webhooks::outgoing::update,
    DELETE_OUTGOING_HOOK => integration::webhooks::outgoing::delete,
    REGEN_OUTGOING_HOOK_TOKEN => integration::webhooks::outgoing::regenerate_token,
};

mod administration;
pub mod find;

pub use find::{Found, Routes};

/// All lines.
pub fn all() -> impl Iterator<Item = &'static Route> {
    [SYSTEM, SESSIONS, USERS, TEAMS, CHANNELS, POSTS, THREADS, FILES, SEARCH, INTEGRATIONS, administration::TABLE]
        .into_iter()
        .flatten()
}
