//! The server: the product itself, on top of wire, store, files, search and bus.
//!
//! A request: [`http::listen`] → [`http::dispatch`] → [`routes`] → [`session`] → a handler in
//! [`resources`] → [`node::change`] (durable, then announced) → [`realtime`].

pub mod activity;
pub mod app;
pub mod bulk;
pub mod compatibility;
mod gauges;
pub mod http;
pub mod jobs;
pub mod mail;
pub mod permit;
pub mod realtime;
pub mod resources;
pub mod routes;
pub mod runner;
pub mod secrets;
pub mod session;
mod start;
pub mod states;
mod watched;

pub use app::App;
pub use auth::Hasher;
pub use start::{Parts, start};
