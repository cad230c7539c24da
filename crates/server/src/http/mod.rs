//! HTTP: from a connection to a handler and back.
//!
//! [`listen`] accepts connections, [`dispatch`] turns a request into a [`Call`], finds who it is
//! from and hands it to the handler of its route, and [`Reply`] goes back the same way.

pub mod body;
pub mod call;
mod confined;
pub mod cors;
pub mod dispatch;
pub mod disposition;
pub mod encrypted;
pub mod form;
pub mod gzip;
pub mod html;
mod lagging;
pub mod listen;
pub mod metrics;
pub mod origin;
mod patience;
pub mod profiles;
pub mod query;
pub mod rate;
pub mod reply;
pub mod room;
pub mod token;
pub mod way;

pub use call::Call;
pub use confined::{SANDBOX, VIEWER};
pub use query::Query;
pub use reply::Reply;

/// What a handler returns.
pub type Answer = node::error::Result<Reply>;
