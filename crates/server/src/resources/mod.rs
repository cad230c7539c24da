//! Resources: for each noun of the product, what can be done with it and who may.
//!
//! A handler reads top-down: who is it, may they, is it valid, write, announce, answer.

pub mod absent;
pub mod access_tokens;
pub mod audits;
pub mod bookmarks;
pub mod bots;
pub mod brand;
pub mod categories;
pub mod channels;
pub mod client_reports;
pub mod client_settings;
pub mod commands;
pub mod drafts;
pub mod emoji;
pub mod files;
pub mod image_proxy;
pub mod interactive;
pub mod job_lists;
pub mod logs;
pub mod oauth;
pub mod one_time;
pub mod outbound;
pub mod page;
pub mod posts;
pub mod preferences;
pub mod profile_pictures;
pub mod roles;
pub mod scheduled_posts;
pub mod search;
pub mod sessions;
pub mod settings;
pub mod statistics;
pub mod statuses;
pub mod system;
pub mod team_icons;
pub mod teams;
pub mod threads;
pub mod uploads;
pub mod users;
pub mod web;
pub mod webhooks;
