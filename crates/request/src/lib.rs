//! Requests: what a handler is given and what it answers.
//!
//! A [`Call`] is one request and who it is from; [`permit`] says what that caller may, [`App`] is what every request may
//! need, and a [`Reply`] is the answer.

pub mod app;
pub mod body;
pub mod call;
pub mod disposition;
pub mod form;
pub mod gzip;
pub mod html;
pub mod lane_metrics;
pub mod origin;
pub mod page;
pub mod permit;
pub mod query;
pub mod rate;
pub mod reply;
pub mod secrets;
pub mod states;
pub mod token;
pub mod transport;
pub mod untrusted_content;
pub mod web;

pub use app::App;
pub use call::Call;
pub use query::Query;
pub use reply::Reply;
pub use untrusted_content::{SANDBOX, VIEWER};

/// What a handler returns.
pub type Answer = node::error::Result<Reply>;
