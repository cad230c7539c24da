//! The actions of the table, each as its exact requests. An action ends as done, skipped with a reason, or failed.
//!
//! One file a noun. Where the 2026 tool asks otherwise, the function says so with `is_2026`.

pub mod attributes;
pub mod bookmarks;
pub mod channels;
pub mod direct;
pub mod drafts;
pub mod page;
pub mod posts;
pub mod profiles;
pub mod reactions;
pub mod reloads;
pub mod reports;
pub mod scheduled;
pub mod search;
pub mod sidebar;
pub mod statuses;
pub mod teams;
pub mod threads;

use std::pin::Pin;

use crate::mix::Action;
use crate::users::Actor;
use crate::users::session::Acted;

/// Performs an action. Boxed, so that a user that does nothing is as small as a pause.
#[rustfmt::skip]
pub fn perform(action: Action, actor: &mut Actor) -> Pin<Box<dyn Future<Output = Acted> + Send + '_>> {
    match action {
        Action::SwitchChannel => Box::pin(channels::switch_channel(actor)),
        Action::SwitchTeam => Box::pin(teams::switch_team(actor)),
        Action::ScrollChannel => Box::pin(channels::scroll_channel(actor)),
        Action::OpenDirectOrGroupChannel => Box::pin(direct::open_direct_or_group(actor)),
        Action::UnreadCheck => Box::pin(channels::unread_check(actor)),
        Action::CreatePost => Box::pin(posts::create_post(actor)),
        Action::JoinChannel => Box::pin(channels::join_channel(actor)),
        Action::SearchChannels => Box::pin(search::search_channels(actor)),
        Action::AddReaction => Box::pin(reactions::add_reaction(actor)),
        Action::FullReload => Box::pin(reloads::full_reload(actor)),
        Action::CreateDirectChannel => Box::pin(direct::create_direct_channel(actor)),
        Action::LogoutLogin => Box::pin(reloads::logout_login(actor)),
        Action::SearchUsers => Box::pin(search::search_users(actor)),
        Action::SearchPosts => Box::pin(search::search_posts(actor)),
        Action::CreatePostReminder => Box::pin(posts::create_reminder(actor)),
        Action::EditPost => Box::pin(posts::edit_post(actor)),
        Action::DeletePost => Box::pin(posts::delete_post(actor)),
        Action::UpdateCustomStatus => Box::pin(statuses::update_custom_status(actor)),
        Action::RemoveCustomStatus => Box::pin(statuses::remove_custom_status(actor)),
        Action::CreateSidebarCategory => Box::pin(sidebar::create_category(actor)),
        Action::UpdateSidebarCategory => Box::pin(sidebar::update_category(actor)),
        Action::SearchGroupChannels => Box::pin(search::search_group_channels(actor)),
        Action::CreateGroupChannel => Box::pin(direct::create_group_channel(actor)),
        Action::CreatePrivateChannel => Box::pin(channels::create_private_channel(actor)),
        Action::CreatePublicChannel => Box::pin(channels::create_public_channel(actor)),
        Action::ViewGlobalThreads => Box::pin(threads::view_global_threads(actor)),
        Action::FollowThread => Box::pin(threads::follow_thread(actor)),
        Action::UnfollowThread => Box::pin(threads::unfollow_thread(actor)),
        Action::ViewThread => Box::pin(threads::view_thread(actor)),
        Action::MarkAllThreadsInTeamAsRead => Box::pin(threads::mark_all_read(actor)),
        Action::UpdateThreadRead => Box::pin(threads::update_thread_read(actor)),
        Action::CreateAckPost => Box::pin(posts::create_ack_post(actor)),
        Action::AckToPost => Box::pin(posts::ack_to_post(actor)),
        Action::CreatePersistentNotificationPost => Box::pin(posts::create_persistent_post(actor)),
        Action::ClickUserProfile => Box::pin(profiles::click_user_profile(actor)),
        Action::ClickPermalink => Box::pin(profiles::click_permalink(actor)),
        Action::ReconnectWebSocket => Box::pin(reloads::reconnect_web_socket(actor)),
        Action::GenerateUserReport => Box::pin(reports::generate_user_report(actor)),
        Action::SearchPostsAllTeams => Box::pin(search::search_posts_all_teams(actor)),
        Action::UpdateCustomAttribute => Box::pin(attributes::update_custom_attribute(actor)),
        Action::UpsertDraft => Box::pin(drafts::upsert_draft(actor)),
        Action::GetDrafts => Box::pin(drafts::get_drafts(actor)),
        Action::DeleteDraft => Box::pin(drafts::delete_draft(actor)),
        Action::AddChannelBookmark => Box::pin(bookmarks::add(actor)),
        Action::UpdateOrAddChannelBookmark => Box::pin(bookmarks::update_or_add(actor)),
        Action::UpdateChannelBookmarkSortOrder => Box::pin(bookmarks::sort(actor)),
        Action::DeleteChannelBookmark => Box::pin(bookmarks::delete(actor)),
        Action::CreateScheduledPost => Box::pin(scheduled::create(actor)),
        Action::UpdateScheduledPost => Box::pin(scheduled::update(actor)),
        Action::DeleteScheduledPost => Box::pin(scheduled::delete(actor)),
        Action::SendScheduledPost => Box::pin(scheduled::send(actor)),
        Action::PostMessage => Box::pin(posts::post_message(actor)),
        Action::PostSmallFile => Box::pin(posts::post_small_file(actor)),
        Action::Reload => Box::pin(reloads::reload(actor)),
    }
}
