//! `muster backup` and `muster restore`: everything a server has, in a folder.
//!
//! The database is copied first, as it is at one moment and while the server runs; then the files it
//! names, which are never changed once written. The index is left out: it is made from the database.
//! Whichever database the data was in, a backup holds a file of SQLite, so it is restored into either; and files from
//! a bucket come back into a bucket or a folder.

use std::fs;
use std::path::{Path, PathBuf};

use base::Clock;
use clap::Args;
use config::{FileDriver, SqlDriver};
use files::FileStore;
use metrics::Metrics;
use serde_json::json;
use store::Store;

use crate::files::{Report, copy_all};
use crate::keys;
use crate::place::{LOCK, Place, Problem};

const MANIFEST: &str = "manifest.json";
const DATABASE: &str = "muster.db";
const FILES: &str = "files";
/// The copy of the database that is brought up to date before its rows go to PostgreSQL.
const STAGED: &str = "restoring.db";

/// Copies the database and all files into a new folder, while the server runs.
#[derive(Args)]
pub struct Backup {
    /// The new folder.
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    #[command(flatten)]
    place: Place,
}

/// Brings a backup into an empty folder, and into an empty database if that is PostgreSQL.
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
    if loaded.config.sql.driver == SqlDriver::Sqlite && !backup.place.database().exists() {
        return Err(format!("there is no database in {}", backup.place.data.display()).into());
    }
    let shown = backup.to.display();
    fs::create_dir(&backup.to).map_err(|error| format!("cannot make the folder {shown}: {error}"))?;
    let clock = Clock::system();
    let store = Store::open(&backup.place.store_options(&loaded.config), &clock, Metrics::new()).await?;
    store.copy_to(backup.to.join(DATABASE)).await?;
    let files = match loaded.config.files.driver {
        FileDriver::Local => copy_tree(&backup.place.files(&loaded.config), &backup.to.join(FILES))?,
        FileDriver::S3 => {
            let from = backup.place.file_store(FileDriver::S3, &loaded.config, &clock).await?;
            copy_all(&from, &FileStore::local(&backup.to.join(FILES), &clock).await?, Report::Quiet).await?.copied
        }
    };
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
    if backup.place.data.join(keys::FILE).exists() {
        println!(
            "Keep {} too, elsewhere: without it secrets in the copy stay closed.",
            backup.place.data.join(keys::FILE).display()
        );
    }
    Ok(())
}

/// Restores a backup.
///
/// # Errors
/// When the target is not empty, or the folder is no whole backup.
pub async fn restore(restore: &Restore) -> Result<(), Problem> {
    let (from, to) = (&restore.from, &restore.place.data);
    let config = restore.place.load(Vec::new())?.config;
    let manifest = fs::read(from.join(MANIFEST))
        .map_err(|error| format!("{} is no whole backup: {MANIFEST}: {error}", from.display()))?;
    let manifest: serde_json::Value = serde_json::from_slice(&manifest)?;
    let there = count_tree(&from.join(FILES))?;
    if manifest["files"] != there {
        return Err(format!("the backup was made with {} files and has {there}", manifest["files"]).into());
    }
    must_be_empty(to)?;
    if config.files.driver == FileDriver::Local {
        must_be_empty(&restore.place.files(&config))?;
    }
    let _lock = restore.place.lock()?;
    match config.sql.driver {
        SqlDriver::Sqlite => drop(fs::copy(from.join(DATABASE), restore.place.database())?),
        SqlDriver::Postgres => fill(&restore.place.store_options(&config), from, to).await?,
    }
    let files = match config.files.driver {
        FileDriver::Local => copy_tree(&from.join(FILES), &restore.place.files(&config))?,
        FileDriver::S3 => {
            let clock = Clock::system();
            let bucket = restore.place.file_store(FileDriver::S3, &config, &clock).await?;
            let done = copy_all(&FileStore::local(&from.join(FILES), &clock).await?, &bucket, Report::Quiet).await?;
            done.copied + done.there
        }
    };
    println!("{}: database and {files} files. Start it with: muster serve --data {}", to.display(), to.display());
    Ok(())
}

/// Fills an empty PostgreSQL with what a backup holds.
async fn fill(options: &store::Options, from: &Path, to: &Path) -> Result<(), Problem> {
    let (clock, staged) = (Clock::system(), to.join(STAGED));
    fs::copy(from.join(DATABASE), &staged)?;
    // An older backup is brought to this program's tables first; opening does that.
    let sqlite = store::Options::Sqlite { path: staged.clone(), readers: 1 };
    Store::open(&sqlite, &clock, Metrics::new()).await?.close().await;
    let store = Store::open(options, &clock, Metrics::new()).await?;
    let filled = store.fill_from(staged.clone()).await;
    store.close().await;
    fs::remove_file(&staged)?;
    Ok(filled?)
}

/// Refuses a folder with more than the lock, which a restore that was refused leaves behind, and the key that was put
/// there for what is restored.
fn must_be_empty(folder: &Path) -> Result<(), Problem> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if name != LOCK && name != keys::FILE {
            return Err(format!("{} is not empty: restore into a new folder", folder.display()).into());
        }
    }
    Ok(())
}

fn count_tree(folder: &Path) -> Result<u64, Problem> {
    if !folder.exists() {
        return Ok(0);
    }
    let mut count = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        count += if entry.file_type()?.is_dir() { count_tree(&entry.path())? } else { 1 };
    }
    Ok(count)
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

#[cfg(test)]
mod tests {
    use files::ObjectPath;

    use super::*;

    fn place(folder: &Path, name: &str) -> Place {
        let elsewhere = folder.join(format!("{name}-files"));
        let set = vec![format!("files.directory={}", elsewhere.display())];
        Place { data: folder.join(name), config: None, set }
    }

    #[tokio::test]
    async fn files_kept_elsewhere_are_copied_and_come_back_to_where_the_settings_say() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (old, new) = (place(folder.path(), "old"), place(folder.path(), "new"));
        let config = old.load(Vec::new()).expect("a configuration").config;
        let opened = old.open(config).await.expect("a server");
        let path = ObjectPath::parse("20200101/x").expect("a plain path");
        opened.app.files.put(&path, "there".into()).await.expect("put");
        opened.store.close().await;
        drop(opened);
        assert!(folder.path().join("old-files/20200101/x").exists() && !old.data.join("files").exists());

        let to = folder.path().join("backup");
        backup(&Backup { to: to.clone(), place: old }).await.expect("a backup");
        let again = Restore { from: to.clone(), place: new };
        restore(&again).await.expect("restored");
        assert_eq!(fs::read(folder.path().join("new-files/20200101/x")).expect("the file"), b"there");

        let third = Place { data: folder.path().join("third"), ..place(folder.path(), "new") };
        let refused = restore(&Restore { from: to, place: third }).await.expect_err("files are there");
        assert!(refused.to_string().contains("new-files is not empty"), "{refused}");
    }
}
