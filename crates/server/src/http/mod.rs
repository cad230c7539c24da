//! HTTP: connections, and what holds for all that comes and goes over them.

pub mod clean_path;
pub mod connection_limit;
pub mod cors;
pub mod encrypted;
pub mod metrics;
pub mod profiles;
pub mod replica_routes;
pub mod timeouts;
