//! HTTP: connections, and what holds for all that comes and goes over them.

pub mod cors;
pub mod encrypted;
pub mod lagging;
pub mod metrics;
pub mod patience;
pub mod profiles;
pub mod room;
