//! The capacity lab: what steers agents of simulated users, and what is made of their measurements.
//!
//! The users and their agent are the `simulate` crate's. `api` is the agents' and the coordinators' HTTP. `coordinator`
//! steers the agents by the health metrics that `scrape` and `promql` find, and `report` tells the result. The `topology`
//! crate starts the programs of a whole deployment on this machine, so that there is something to measure.

pub mod api;
pub mod compare;
pub mod coordinator;
pub mod health;
pub mod preflight;
pub mod promql;
pub mod report;
pub mod scrape;
pub mod statistics;
