//! The server: the product itself, on top of wire, store, files, search and bus.
//!
//! A request: [`http::listen`] → [`http::dispatch`] → [`routes`] → [`session`] → a handler in
//! [`resources`] → [`change`] (durable, then announced) → [`realtime`].

pub mod activity;
pub mod app;
pub mod bulk;
pub mod change;
pub mod cluster;
pub mod compatibility;
pub mod consequence;
pub mod error;
mod gauges;
pub mod http;
pub mod indexing;
pub mod jobs;
pub mod leases;
pub mod mail;
pub mod permit;
pub mod realtime;
pub mod resources;
pub mod routes;
pub mod secrets;
pub mod session;

pub use app::{App, Parts};
pub use auth::Hasher;
