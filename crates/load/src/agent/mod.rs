//! The agent: runs simulated users, obeys the control API, and tells what its users met.

pub mod config;
pub mod control;
pub mod latency;
pub mod results;
pub mod serve;

use std::sync::Arc;

use control::{Create, Status};
use results::Results;

/// A number of simulated users that share one view of one server.
pub struct Agent {
    id: String,
    create: Create,
}

impl Agent {
    /// # Errors
    /// With a sentence, when the configuration does not hold together.
    pub fn new(id: &str, create: Create) -> Result<Arc<Agent>, String> {
        create.load_test_config.check()?;
        if let Some(simul) = &create.simul_controller_config {
            simul.check()?;
        }
        Ok(Arc::new(Agent { id: id.to_owned(), create }))
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn status(&self) -> Status {
        Status::default()
    }

    pub fn results(&self) -> Results {
        let lab = self.create.lab_config.clone().unwrap_or_default();
        Results {
            agent: self.id.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            mix: lab.mix.name().into(),
            seed: lab.seed,
            ..Results::default()
        }
    }
}
