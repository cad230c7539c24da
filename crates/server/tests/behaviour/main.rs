//! A whole server asked as clients ask, on both databases: what no single resource can promise alone.

mod activity;
mod asked;
mod caches;
mod commands;
mod cookies;
mod emoji;
mod files;
mod followers;
mod guests;
mod listening;
mod mails;
mod mentions;
mod pages;
mod phones;
mod posting;
mod presigned;
mod readers;
mod room;
mod second_factor;
mod sessions;
mod settings;
mod sign_ins;
mod silent_mail;
mod threads;
mod web_push;
mod webhooks;
