//! `muster check`: does what is stored belong together?

use clap::Args;
use files::ObjectPath;
use store::files::Cursor;

use crate::local::Local;
use crate::place::{Place, Problem};

/// Files looked at at a time.
const PAGE_LEN: usize = 500;
/// Missing files that are named; the rest is counted.
const NAMED_MAX: usize = 20;

/// Looks through database, files and index and says what is missing.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    place: Place,
}

/// Does it.
///
/// # Errors
/// When something is missing, after all of it was said.
pub async fn run(check: &Check) -> Result<(), Problem> {
    let local = Local::open(&check.place).await?;
    let done = look(&local).await;
    local.close().await?;
    done
}

async fn look(local: &Local) -> Result<(), Problem> {
    let (app, store) = (&local.opened.app, &local.opened.store);
    store.health().await.map_err(|error| format!("the database does not answer: {error}"))?;
    println!("database: {}, schema {}, answers", store.driver(), store.schema_version());
    let kept = app.files.name();
    app.files.health().await.map_err(|error| format!("the {kept} of files cannot be used: {error}"))?;
    println!("files: the {kept} can be written and read");
    let mut cursor = Cursor::default();
    let (mut seen, mut missing) = (0, 0);
    loop {
        let changed = store.files_changed_after(cursor, PAGE_LEN).await?;
        let Some(last) = changed.last() else { break };
        cursor = last.cursor;
        let ids: Vec<_> = changed.iter().map(|one| one.cursor.id).collect();
        for file in store.files(&ids).await?.into_iter().filter(|file| file.delete_at == 0) {
            seen += 1;
            if !app.files.exists(&ObjectPath::parse(&file.path)?).await? {
                missing += 1;
                if missing <= NAMED_MAX {
                    println!("missing: {} ({}), {} bytes", file.id, file.name, file.size);
                }
            }
        }
    }
    println!("files: {seen} attached, {missing} missing");
    println!("index: opened; it catches up with the database by itself");
    if missing > 0 {
        return Err(format!("{missing} files are missing: restore them from a backup").into());
    }
    println!("all is well");
    Ok(())
}
