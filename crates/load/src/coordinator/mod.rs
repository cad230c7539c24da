//! Finds how many users a deployment supports: the loops, and the agents that they steer.

pub mod search;
pub mod spread;
pub mod step;
