//! Simulated users of a server, and the agent that runs them.
//!
//! It knows a server by its public API only. `mix` says what users do and how often, `users`, `actions` and `life` do it
//! over the `net`, `truth` checks that what was sent arrived, `agent` adds and removes users, and `results` is what they
//! met. `setup` makes the world that they live in; `null` is a server that only answers. Who steers agents and makes
//! reports of their results is the `load` crate's.

pub mod actions;
pub mod agent;
pub mod answers;
pub mod config;
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
pub mod truth;
pub mod users;
