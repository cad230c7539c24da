//! The capacity lab: simulated users, the agent that runs them, and what is made of their measurements.
//!
//! It knows a server by its public API only. `mix` says what users do and how often, `users`, `actions` and `life` do it,
//! `truth` checks that what was sent arrived, `agent` adds and removes users by its HTTP API and tells what they met.
//! `api` is its and the coordinators' HTTP. `coordinator` steers the agents by the health metrics that `scrape` and `promql` find, and `report` tells the result.
//! `topology` starts the programs of a whole deployment on this machine, so that there is something to measure.

pub mod actions;
pub mod agent;
pub mod answers;
pub mod api;
pub mod compare;
pub mod config;
pub mod coordinator;
pub mod health;
pub mod latency;
pub mod life;
pub mod meter;
pub mod mix;
pub mod names;
pub mod net;
pub mod null;
pub mod number;
pub mod preflight;
pub mod promql;
pub mod report;
pub mod results;
pub mod scrape;
pub mod setup;
pub mod statistics;
pub mod tasks;
pub mod topology;
pub mod truth;
pub mod users;
