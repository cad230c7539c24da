//! The metrics, grouped by what they tell about.

pub mod bus;
pub mod clients;
pub mod content;
pub mod http;
pub mod realtime;
pub mod store;
pub mod system;
