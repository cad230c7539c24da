//! The folders of bulk files among all files: imports that administrators uploaded, exports that wait for them.

use base::Millis;
use files::{Listed, ObjectPath};
use node::error::{ApiError, Result};

use request::App;

/// Files of a folder that are listed.
const LISTED_MAX: usize = 10_000;
/// Sorts before every name, so that a list behind it begins with the folder's first file.
const BEFORE_ALL: &str = " ";
const DAY_MS: Millis = 24 * 60 * 60 * 1000;

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folder {
    Imports,
    Exports,
}

impl Folder {
    fn name(self, app: &App) -> String {
        let jobs = &app.config().jobs;
        let name = match self {
            Folder::Imports => &jobs.import_directory,
            Folder::Exports => &jobs.export_directory,
        };
        name.trim_start_matches("./").trim_matches('/').to_owned()
    }

    /// Where a file of this name is.
    ///
    /// # Errors
    /// When the name leads anywhere else.
    pub fn path(self, app: &App, name: &str) -> Result<ObjectPath> {
        let path = ObjectPath::parse(&format!("{}/{name}", self.name(app))).ok();
        path.filter(|_| !name.contains('/')).ok_or_else(missing)
    }

    /// The files that are there, by name.
    ///
    /// # Errors
    /// When the file store does not answer.
    pub async fn list(self, app: &App) -> Result<Vec<Listed>> {
        let begin = format!("{}/", self.name(app));
        let mut after = ObjectPath::parse(&format!("{begin}{BEFORE_ALL}"))?;
        let mut found = Vec::new();
        loop {
            let page = app.files.list(Some(&after)).await?;
            let all = page.len();
            let ours = page.into_iter().take_while(|one| one.path.as_str().starts_with(&begin));
            let before = found.len();
            found.extend(ours);
            let Some(last) = found.last().map(|last: &Listed| last.path.clone()) else { return Ok(found) };
            if found.len() - before < all || all == 0 || found.len() >= LISTED_MAX {
                return Ok(found);
            }
            after = last;
        }
    }

    /// The names of the files that are there.
    ///
    /// # Errors
    /// When the file store does not answer.
    pub async fn names(self, app: &App) -> Result<Vec<String>> {
        let name = |one: Listed| one.path.as_str().rsplit('/').next().unwrap_or_default().to_owned();
        Ok(self.list(app).await?.into_iter().map(name).collect())
    }

    /// Removes files that are older than the configuration keeps them; how many those were.
    ///
    /// # Errors
    /// When the file store does not answer.
    pub async fn expire(self, app: &App) -> Result<u64> {
        let jobs = app.config().jobs.clone();
        let kept_days = match self {
            Folder::Imports => jobs.import_retention_d,
            Folder::Exports => jobs.export_retention_d,
        };
        let before = app.clock.now() - Millis::from(kept_days) * DAY_MS;
        let mut removed = 0;
        for old in self.list(app).await?.into_iter().filter(|one| one.stat.modified_at < before) {
            removed += u64::from(app.files.delete(&old.path).await?);
        }
        Ok(removed)
    }
}

/// The answer to a name that leads nowhere.
pub fn missing() -> ApiError {
    ApiError::not_found("api.bulk.file.not_found.app_error", "There is no such file.")
}
