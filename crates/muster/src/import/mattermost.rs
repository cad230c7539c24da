//! `muster import mattermost`: a whole server, from its database and its file store.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::Clock;
use clap::Args;
use conversation::files::bucket;
use files::FileStore;
use moving::mattermost;
use moving::mattermost::files::Files;
use transfer::bulk::left_out::LeftOut;
use transfer::bulk::source::Source;
use transfer::fidelity;
use transfer::imports::Begin;

use super::{Imports, apply, report};
use crate::place::{Opened, Problem};

/// Beginning of the address of a bucket.
const BUCKET: &str = "s3://";
/// How files are called where no report is named.
const REPORT: &str = "import-report";

#[derive(Args)]
pub struct Old {
    /// Address of the old server's database: postgres://USER:PASSWORD@HOST/DATABASE or mysql://…; with `-` it is read from
    /// standard input, so that no list of processes shows it. It is read in one transaction that changes nothing.
    database: String,
    /// Where the old server keeps its files: its data folder, or s3://BUCKET/PREFIX, which is reached as the settings
    /// `files.s3_*` say. Without it no bytes come along.
    #[arg(long, value_name = "DIR|s3://BUCKET/PREFIX")]
    files: Option<String>,
    /// The last run, with the old server stopped: compares every row of both sides afterwards, and brings everything
    /// again where they differ. The exit status says whether all of it is here.
    #[arg(long = "final", conflicts_with = "dry_run")]
    is_final: bool,
}

impl Old {
    async fn open(&self, import: &Imports) -> Result<Arc<mattermost::Old>, Problem> {
        let address = match self.database.as_str() {
            "-" => {
                let mut line = String::new();
                std::io::stdin().read_line(&mut line)?;
                line.trim().to_owned()
            }
            address => address.to_owned(),
        };
        let files = match &self.files {
            None => Files::None,
            Some(name) => match name.strip_prefix(BUCKET) {
                Some(name) => Files::Bucket(bucket_of(import, name)?),
                None => Files::folder(Path::new(name))?,
            },
        };
        let old = mattermost::Old::open(&address, files).await?;
        match old.version.as_str() {
            "" => println!("an old server of an unknown version"),
            version => println!("an old server of version {version}"),
        }
        for lacking in old.lacking() {
            println!("not in this version: {lacking}");
        }
        Ok(old)
    }

    /// Its address without the password.
    fn shown(&self) -> String {
        let plain = self.database.split('?').next().unwrap_or_default();
        match plain.rsplit_once('@') {
            Some((_, place)) => format!("Mattermost at {place}"),
            None => "Mattermost".to_owned(),
        }
    }
}

/// A bucket of the old server, at the endpoint and with the keys of this one's settings.
fn bucket_of(import: &Imports, name: &str) -> Result<FileStore, Problem> {
    let mut files = import.place.load(Vec::new())?.config.files;
    let (bucket, prefix) = name.split_once('/').unwrap_or((name, ""));
    (files.s3_bucket, files.s3_path_prefix) = (bucket.to_owned(), prefix.to_owned());
    let bucket = bucket::of(&files).map_err(|error| format!("files.s3_ca_file: {error}"))?;
    Ok(FileStore::s3(&bucket, &Clock::system(), import.place.data.join("spool")))
}

/// Brings the server along, or what changed of it since an earlier run.
///
/// # Errors
/// When one of the sides cannot be used, and after a last run when something is not here.
pub async fn run(import: &Imports, old: &Old) -> Result<(), Problem> {
    let server = old.open(import).await?;
    let source = Arc::new(server.source());
    if import.how.dry_run {
        super::validate(&source).await?;
        let beside = server.keep_beside(&mut std::io::sink()).await?;
        beside.lines().iter().for_each(|reason| println!("{reason}"));
        return Ok(());
    }
    let opened = import.place.open_alone().await?;
    let done = work(&opened, import, old, &server, source).await;
    opened.close().await?;
    done
}

async fn work(
    opened: &Opened,
    import: &Imports,
    old: &Old,
    server: &mattermost::Old,
    source: Arc<Source>,
) -> Result<(), Problem> {
    let name = import.how.report.clone().unwrap_or_else(|| PathBuf::from(REPORT));
    let mut warned = Vec::new();
    if !import.how.only_report {
        let begin = if import.how.resume { Begin::Mark } else { Begin::First };
        warned = apply(opened, source.clone(), begin).await?;
        if import.how.resume {
            println!("what changed while the killed run was away");
            warned.extend(apply(opened, source.clone(), Begin::First).await?);
        }
    }
    let beside = keep_beside(server, &name).await?;
    let is_compared = old.is_final || import.how.only_report || import.how.report.is_some();
    if !is_compared {
        beside.lines().iter().for_each(|reason| println!("{reason}"));
        println!("run it again for what changes meanwhile; with --final once the old server is stopped");
        return Ok(());
    }
    if old.is_final && !import.how.only_report && !fidelity::compare(&opened.app, &source).await?.is_whole {
        println!("both sides differ: everything is brought along once more");
        warned.extend(apply(opened, source.clone(), Begin::Whole).await?);
    }
    report::write(opened, &source, &old.shown(), &warned, beside, &name).await
}

/// Writes what has no place here as NAME-beside.jsonl, which nobody else may read: settings have passwords.
async fn keep_beside(server: &mattermost::Old, name: &Path) -> Result<LeftOut, Problem> {
    let mut path = name.as_os_str().to_owned();
    path.push("-beside.jsonl");
    let path = PathBuf::from(path);
    let shown = path.display();
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path);
    let mut file = BufWriter::new(file.map_err(|error| format!("{shown}: {error}"))?);
    let beside = server.keep_beside(&mut file).await?;
    file.flush()?;
    println!("kept beside: {shown}");
    Ok(beside)
}
