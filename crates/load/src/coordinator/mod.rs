//! Finds how many users a deployment supports: the loops, the agents that they steer, the metrics that they heed.
//!
//! [`step`] and [`search`] (with [`trial`]) decide and know nothing else; [`run::run`] observes, asks them and acts. What was
//! seen goes to [`crate::report`] as an [`run::Outcome`].

pub mod agents;
pub mod control;
pub mod monitor;
mod orders;
pub mod run;
pub mod search;
pub mod settings;
pub mod shares;
pub mod spread;
pub mod steering;
pub mod step;
pub mod totals;
pub mod trial;
