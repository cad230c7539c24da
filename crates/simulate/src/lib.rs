//! Simulated users of a server, and the agent that runs them.
//!
//! This crate knows a server by its public API only.
//!
//! - `mix` defines the workload: which actions, how often, with which think time.
//! - `users`, `actions` and `life` perform it over `net`.
//! - `delivery_check` checks that every sent event arrived.
//! - `agent` adds and removes users; `results` holds what they measured.
//! - `setup` fills a server with the world that the users need.
//! - `null` is a server that only answers, to measure the generator.
//!
//! The `load` crate steers the agents and reports their results.

pub mod actions;
pub mod agent;
pub mod answers;
pub mod config;
pub mod delivery_check;
pub mod latency;
pub mod life;
pub mod meter;
pub mod mix;
pub mod names;
pub mod net;
pub mod null;
pub mod number;
pub mod results;
pub mod setup;
pub mod tasks;
pub mod users;
