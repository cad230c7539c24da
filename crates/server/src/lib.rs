//! The server: the product put together from its floors.
//!
//! A request: [`listen`] → [`dispatch`] → [`routes`] → a handler of a floor → [`node::change`] (durable, then announced) →
//! [`realtime`].

mod assembly;
pub mod compatibility;
pub mod dispatch;
mod gauges;
pub mod http;
pub mod jobs;
pub mod listen;
pub mod realtime;
pub mod resources;
pub mod routes;

pub use assembly::{Parts, start};
pub use auth::Hasher;
pub use request::App;
