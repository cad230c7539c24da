//! The store: SQL and nothing but SQL.
//!
//! Says what the tables are, what is asked of each and how it changes: a noun's file holds its statements, makes nouns of
//! rows, and turns a change of the noun into writes. Reads go through [`Store::all`] and [`Store::one`]; writes that
//! belong together are committed together. How that is done is known by [`Database`], which a [`Store`] stands for.
//!
//! Knows no HTTP, no events, no permissions and no database driver.

mod derived;
pub mod devices;
mod member_roles;
mod migrations;
mod row;
mod store;

pub mod access_tokens;
pub mod audits;
pub mod bookmarks;
pub mod bots;
pub mod browsers;
pub mod channel_events;
pub mod channel_history;
pub mod channel_members;
pub mod channel_search;
pub mod channel_views;
pub mod channels;
pub mod commands;
pub mod drafts;
pub mod emoji;
pub mod event_log;
pub mod expiries;
pub mod exports;
pub mod figures;
pub mod files;
mod filling;
pub mod full_text;
pub mod groups;
pub mod imports;
pub mod incoming_webhooks;
pub mod jobs;
pub mod leases;
pub mod link_metadata;
pub mod memberships;
pub mod nodes;
pub mod notify_props;
pub mod oauth;
pub mod outgoing_webhooks;
pub mod passkeys;
pub mod pending_posts;
pub mod persistent_notifications;
pub mod post_calls;
pub mod post_order;
pub mod post_pages;
pub mod post_priorities;
pub mod posts;
pub mod preferences;
pub mod profile_attributes;
pub mod provisioning;
pub mod reactions;
pub mod records;
pub mod recovery_codes;
pub mod reminders;
pub mod roles;
pub mod scheduled_posts;
pub mod schemes;
pub mod secrets;
pub mod sessions;
pub mod sidebar;
pub mod statuses;
pub mod syncables;
pub mod systems;
pub mod team_members;
pub mod teams;
pub mod terms;
pub mod thread_members;
pub mod thread_pages;
pub mod threads;
pub mod tokens;
pub mod uploads;
pub mod user_reports;
pub mod users;
pub mod users_list;
mod users_search;

pub use database::{
    Database, Error, Logged, Options, Outcome, Pooler, PostgresOptions, Result, Sequel, Statement, Then, Value, Write,
    from_replica, from_writer, params,
};
pub use row::{Columns, FromRow, Returned};
pub use store::Store;

// Nouns name these as if they stood here.
use database::{error, statement, statements, value, write};

/// The statements of every noun, for the test that prepares them.
pub static STATEMENTS: &[&[&Statement]] = &[
    access_tokens::ALL,
    audits::ALL,
    bookmarks::ALL,
    channel_events::ALL,
    passkeys::ALL,
    pending_posts::ALL,
    channel_history::ALL,
    bots::ALL,
    browsers::ALL,
    channel_members::ALL,
    channel_search::ALL,
    channel_views::ALL,
    channels::ALL,
    commands::ALL,
    devices::ALL,
    filling::ALL,
    memberships::ALL,
    nodes::ALL,
    notify_props::ALL,
    oauth::ALL,
    outgoing_webhooks::ALL,
    drafts::ALL,
    emoji::ALL,
    event_log::ALL,
    expiries::ALL,
    exports::ALL,
    figures::ALL,
    files::ALL,
    groups::ALL,
    imports::ALL,
    persistent_notifications::ALL,
    incoming_webhooks::ALL,
    jobs::ALL,
    leases::ALL,
    link_metadata::ALL,
    post_calls::ALL,
    post_pages::ALL,
    post_priorities::ALL,
    posts::ALL,
    preferences::ALL,
    profile_attributes::ALL,
    provisioning::ALL,
    reactions::ALL,
    records::ALL,
    recovery_codes::ALL,
    reminders::ALL,
    roles::ALL,
    scheduled_posts::ALL,
    schemes::ALL,
    secrets::ALL,
    sessions::ALL,
    sidebar::ALL,
    statuses::ALL,
    syncables::ALL,
    systems::ALL,
    team_members::ALL,
    teams::ALL,
    terms::ALL,
    thread_members::ALL,
    thread_pages::ALL,
    threads::ALL,
    tokens::ALL,
    uploads::ALL,
    users::ALL,
    users_list::ALL,
];
