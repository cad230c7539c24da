//! How many of each part a deployment has, and which counts make no sense together.

use serde::{Deserialize, Serialize};

use super::Architecture;

/// More application nodes than any published architecture; each has its ports, see [`super::plan`].
pub const APP_MAX: u8 = 16;
pub const JOBS_MAX: u8 = 4;
pub const DB_MAX: u8 = 8;
pub const SEARCH_MAX: u8 = 8;
pub const PROXY_MAX: u8 = 8;
/// A cluster of the bus has three nodes; more only add hops.
pub const BUS_MAX: u8 = 3;

/// Where uploaded files go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Files {
    /// A folder that all nodes share.
    #[default]
    Folder,
    S3,
}

/// Counts of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    pub app: u8,
    /// Nodes for background work alone; where there are some, application nodes leave it to them.
    pub jobs: u8,
    /// 0 is the embedded database, which serves one node.
    pub db: u8,
    /// 0 is the embedded index, one in each node.
    pub search: u8,
    pub proxy: u8,
    pub bus: u8,
    pub files: Files,
    /// A Prometheus that scrapes all of it.
    pub is_watched: bool,
}

impl Shape {
    /// What a published name does not say is what those reports describe in words: one proxy, an object store, a
    /// Prometheus. The bus is ours: one, as soon as there are two nodes.
    pub fn of(architecture: &Architecture) -> Shape {
        let [app, db, search] = architecture.nodes();
        let bus = Shape::bus_for(app);
        Shape { app, jobs: 0, db, search, proxy: 1, bus, files: Files::S3, is_watched: true }
    }

    /// Bus nodes for so many nodes of either kind when nobody says how many.
    pub fn bus_for(nodes: u8) -> u8 {
        u8::from(nodes > 1)
    }

    /// # Errors
    /// With a sentence that tells what does not go together.
    pub fn check(&self) -> Result<(), String> {
        let counts = [
            ("app", self.app, 1, APP_MAX),
            ("jobs", self.jobs, 0, JOBS_MAX),
            ("db", self.db, 0, DB_MAX),
            ("search", self.search, 0, SEARCH_MAX),
            ("proxy", self.proxy, 0, PROXY_MAX),
            ("bus", self.bus, 0, BUS_MAX),
        ];
        for (name, count, min, max) in counts {
            if !(min..=max).contains(&count) {
                return Err(format!("--{name} takes {min} to {max}, not {count}"));
            }
        }
        if self.bus == 2 {
            return Err("--bus takes 0, 1 or 3: two nodes lose the majority with either".into());
        }
        if self.app + self.jobs > 1 && (self.db == 0 || self.bus == 0) {
            return Err("several nodes need a database that they share (--db) and a bus (--bus)".into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_name_stands_for_its_parts() {
        let shape = Shape::of(&"4XL.662".parse().expect("a published name"));
        assert_eq!((shape.app, shape.db, shape.search, shape.proxy, shape.bus), (6, 6, 2, 1, 1));
        assert_eq!(shape.check(), Ok(()));
    }

    #[test]
    fn counts_that_cannot_work_are_refused() {
        let sound =
            Shape { app: 3, jobs: 1, db: 1, search: 0, proxy: 1, bus: 1, files: Files::Folder, is_watched: false };
        assert_eq!(sound.check(), Ok(()));
        for wrong in [
            Shape { app: 0, ..sound },
            Shape { app: APP_MAX + 1, ..sound },
            Shape { jobs: JOBS_MAX + 1, ..sound },
            Shape { app: 1, bus: 0, ..sound },
            Shape { db: 0, ..sound },
            Shape { bus: 0, ..sound },
            Shape { bus: 2, ..sound },
        ] {
            assert!(wrong.check().is_err(), "{wrong:?}");
        }
    }
}
