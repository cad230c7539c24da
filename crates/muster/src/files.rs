//! `muster files copy`: from the folder into the bucket, or back.
//!
//! Both are walked in the order of names, so what is there already costs a line of a list and no request: a copy
//! that broke off goes on, and one that is run again after the switch takes what came meanwhile. The server may run;
//! objects are never changed once written.

use base::Clock;
use clap::{Args, Subcommand, ValueEnum};
use config::FileDriver;
use files::{FileStore, Listed, Listing, ObjectPath, Reader};
use sha2::{Digest, Sha256};

use crate::place::{Place, Problem};

/// Objects between two lines that tell how far it is.
const REPORT_EVERY: u64 = 1_000;
/// What is not moved: uploads under way, which begin anew, and traces of trials.
const LEFT_OUT: &[&str] = &["uploads/", "health/"];

/// Copies files between the folder and the object store.
#[derive(Args)]
pub struct Files {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Copies all objects that are not there yet, and compares sizes.
    Copy(Copy),
}

#[derive(Args)]
struct Copy {
    #[arg(long, value_enum)]
    from: Kept,
    #[arg(long, value_enum)]
    to: Kept,
    /// Reads every object on both sides again afterwards and compares the bytes.
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    place: Place,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// The folder of the configuration (`files.directory`), whichever driver it names.
    Local,
    /// The bucket of the configuration, whichever driver it names.
    S3,
}

/// How much is said on the way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Report {
    Quiet,
    Progress,
}

/// What a copy did.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Done {
    pub copied: u64,
    pub bytes: u64,
    /// Objects that were there already, of the same size.
    pub there: u64,
}

/// Does it.
///
/// # Errors
/// When a store does not answer, or an object arrives in another size.
pub async fn run(files: &Files) -> Result<(), Problem> {
    let Command::Copy(copy) = &files.command;
    if copy.from == copy.to {
        return Err("--from and --to name the same store".into());
    }
    let config = copy.place.load(Vec::new())?.config;
    if config.files.s3_bucket.is_empty() {
        return Err("files.s3_bucket is not set: say where the bucket is, in the configuration or with --set".into());
    }
    let clock = Clock::system();
    let open = |kept| match kept {
        Kept::Local => copy.place.file_store(FileDriver::Local, &config, &clock),
        Kept::S3 => copy.place.file_store(FileDriver::S3, &config, &clock),
    };
    let (from, to) = (open(copy.from).await?, open(copy.to).await?);
    let done = copy_all(&from, &to, Report::Progress).await?;
    println!("copied {} objects of {} bytes; {} were there already", done.copied, done.bytes, done.there);
    if copy.verify {
        let compared = verify(&from, &to).await?;
        println!("compared {compared} objects byte by byte: the same");
    }
    Ok(())
}

/// Copies every object of `from` that is not in `to` in the same size.
///
/// # Errors
/// When a store does not answer, or an object arrives in another size. What was copied stays.
pub async fn copy_all(from: &FileStore, to: &FileStore, report: Report) -> Result<Done, Problem> {
    let (mut wanted, mut there) = (Listing::of(from), Listing::of(to));
    let mut candidate = there.next().await?;
    let mut done = Done::default();
    while let Some(object) = wanted.next().await? {
        if LEFT_OUT.iter().any(|folder| object.path.as_str().starts_with(folder)) {
            continue;
        }
        while candidate.as_ref().is_some_and(|one| one.path < object.path) {
            candidate = there.next().await?;
        }
        if candidate.as_ref().is_some_and(|one| one.path == object.path && one.stat.size == object.stat.size) {
            done.there += 1;
            continue;
        }
        done.bytes += copy_one(from, to, &object).await?;
        done.copied += 1;
        if report == Report::Progress && done.copied % REPORT_EVERY == 0 {
            println!("copied {} objects of {} bytes, up to {}", done.copied, done.bytes, object.path);
        }
    }
    Ok(done)
}

async fn copy_one(from: &FileStore, to: &FileStore, object: &Listed) -> Result<u64, Problem> {
    let path = &object.path;
    let mut reader = from.get(path, None).await.map_err(|error| format!("{path}: {error}"))?;
    let size = reader.stat().size;
    let mut writer = to.begin(path).await?;
    while let Some(chunk) = reader.chunk().await? {
        writer.write(chunk).await?;
    }
    writer.finish().await.map_err(|error| format!("{path}: {error}"))?;
    let arrived = to.stat(path).await?.size;
    if arrived == size { Ok(size) } else { Err(format!("{path}: {size} bytes left and {arrived} arrived").into()) }
}

async fn verify(from: &FileStore, to: &FileStore) -> Result<u64, Problem> {
    let (mut wanted, mut compared) = (Listing::of(from), 0);
    while let Some(object) = wanted.next().await? {
        if LEFT_OUT.iter().any(|folder| object.path.as_str().starts_with(folder)) {
            continue;
        }
        if digest(from, &object.path).await? != digest(to, &object.path).await? {
            return Err(format!("{}: the bytes differ; delete it at its new place and copy again", object.path).into());
        }
        compared += 1;
    }
    Ok(compared)
}

async fn digest(store: &FileStore, path: &ObjectPath) -> Result<[u8; 32], Problem> {
    let mut reader: Reader = store.get(path, None).await.map_err(|error| format!("{path}: {error}"))?;
    let mut hash = Sha256::new();
    while let Some(chunk) = reader.chunk().await? {
        hash.update(&chunk);
    }
    Ok(hash.finalize().into())
}

#[cfg(test)]
mod tests;
