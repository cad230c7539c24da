//! Organisation: teams, channels and memberships, accounts that come and go, and how each arranges them for oneself.

pub mod bookmarks;
pub mod bots;
pub mod categories;
pub mod channels;
pub mod console;
pub mod due;
pub mod empty_answers;
pub mod groups;
pub mod preferences;
pub mod profile_pictures;
pub mod reminders;
pub mod schemes;
pub mod search;
pub mod sessions;
pub mod statuses;
pub mod team_icons;
pub mod teams;
pub mod users;
