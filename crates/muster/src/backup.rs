//! `muster backup` and `muster restore`: everything a server has, in a folder.
//!
//! The database is copied first, consistently and while the server runs; then the files it names,
//! which are never changed once written. The index is left out: it is made from the database.

use std::fs;
use std::path::{Path, PathBuf};

use base::Clock;
use clap::Args;
use config::SqlDriver;
use metrics::Metrics;
use serde_json::json;
use store::Store;

use crate::place::{Place, Problem};

const MANIFEST: &str = "manifest.json";

/// Copies the database and all files into a new folder, while the server runs.
#[derive(Args)]
pub struct Backup {
    /// The new folder.
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    #[command(flatten)]
    place: Place,
}

/// Brings a backup into an empty folder.
#[derive(Args)]
pub struct Restore {
    /// The folder that `muster backup` made.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    #[command(flatten)]
    place: Place,
}

/// Makes a backup.
///
/// # Errors
/// When the folder exists already, or something cannot be copied.
pub async fn backup(backup: &Backup) -> Result<(), Problem> {
    let loaded = backup.place.load(Vec::new())?;
    if loaded.config.sql.driver != SqlDriver::Sqlite {
        return Err("the data is in PostgreSQL: back it up with pg_dump, and copy the folder of files".into());
    }
    if !backup.place.database().exists() {
        return Err(format!("there is no database in {}", backup.place.data.display()).into());
    }
    let shown = backup.to.display();
    fs::create_dir(&backup.to).map_err(|error| format!("cannot make the folder {shown}: {error}"))?;
    let clock = Clock::system();
    let store = Store::open(&backup.place.store_options(&loaded.config), &clock, Metrics::new()).await?;
    store.copy_to(backup.to.join("muster.db")).await?;
    let files = copy_tree(&backup.place.files(), &backup.to.join("files"))?;
    let manifest = json!({
        "made_at": clock.now(),
        "version": env!("CARGO_PKG_VERSION"),
        "schema": store.schema_version(),
        "files": files,
    });
    // Written last: a folder without it is no backup.
    fs::write(backup.to.join(MANIFEST), serde_json::to_vec_pretty(&manifest)?)?;
    store.close().await;
    println!("{shown}: database and {files} files");
    Ok(())
}

/// Restores a backup.
///
/// # Errors
/// When the target is not empty, or the folder is no whole backup.
pub fn restore(restore: &Restore) -> Result<(), Problem> {
    let (from, to) = (&restore.from, &restore.place.data);
    let manifest = fs::read(from.join(MANIFEST))
        .map_err(|error| format!("{} is no whole backup: {MANIFEST}: {error}", from.display()))?;
    let manifest: serde_json::Value = serde_json::from_slice(&manifest)?;
    if to.exists() && fs::read_dir(to)?.next().is_some() {
        return Err(format!("{} is not empty: restore into a new folder", to.display()).into());
    }
    fs::create_dir_all(to)?;
    let files = copy_tree(&from.join("files"), &restore.place.files())?;
    if manifest["files"] != files {
        return Err(format!("the backup was made with {} files and has {files}", manifest["files"]).into());
    }
    fs::copy(from.join("muster.db"), restore.place.database())?;
    println!("{}: database and {files} files. Start it with: muster serve --data {}", to.display(), to.display());
    Ok(())
}

/// Copies a folder with all below it; returns how many files that were. Files being written are left out.
fn copy_tree(from: &Path, to: &Path) -> Result<u64, Problem> {
    fs::create_dir_all(to)?;
    if !from.exists() {
        return Ok(0);
    }
    let mut copied = 0;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copied += copy_tree(&entry.path(), &to.join(&name))?;
        } else {
            fs::copy(entry.path(), to.join(&name))?;
            copied += 1;
        }
    }
    Ok(copied)
}
