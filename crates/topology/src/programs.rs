//! Where the programs of a topology are: named by the caller, else looked for where distributions and the project's own
//! scripts put them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A program that a topology may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    Muster,
    Initdb,
    PgBasebackup,
    Postgres,
    Nats,
    Opensearch,
    Versitygw,
    Moto,
    Nginx,
    Prometheus,
    NodeExporter,
    Ip,
    Taskset,
    Sh,
    Psql,
}

impl Program {
    pub const ALL: [Program; 15] = [
        Program::Muster,
        Program::Initdb,
        Program::PgBasebackup,
        Program::Postgres,
        Program::Nats,
        Program::Opensearch,
        Program::Versitygw,
        Program::Moto,
        Program::Nginx,
        Program::Prometheus,
        Program::NodeExporter,
        Program::Ip,
        Program::Taskset,
        Program::Sh,
        Program::Psql,
    ];

    /// The names of its file, the usual one first.
    fn names(self) -> &'static [&'static str] {
        match self {
            Program::Muster => &["muster"],
            Program::Initdb => &["initdb"],
            Program::PgBasebackup => &["pg_basebackup"],
            Program::Postgres => &["postgres"],
            Program::Nats => &["nats-server"],
            Program::Opensearch => &["opensearch"],
            Program::Versitygw => &["versitygw"],
            Program::Moto => &["moto_server"],
            Program::Nginx => &["nginx"],
            Program::Prometheus => &["prometheus"],
            Program::NodeExporter => &["node_exporter", "prometheus-node-exporter"],
            Program::Ip => &["ip"],
            Program::Taskset => &["taskset"],
            Program::Sh => &["sh"],
            Program::Psql => &["psql"],
        }
    }

    pub fn name(self) -> &'static str {
        self.names()[0]
    }

    /// How somebody gets it who does not have it.
    fn advice(self) -> &'static str {
        match self {
            Program::Muster => "build it: cargo build -p muster",
            Program::Initdb | Program::PgBasebackup | Program::Postgres => "install the package postgresql",
            Program::Nats => "run `scripts/nats program`, or install the package nats-server",
            Program::Opensearch => "run `scripts/opensearch program`",
            Program::Versitygw | Program::Moto => "run `scripts/versitygw program`",
            Program::Nginx => "run `scripts/nginx program`, or install the package nginx",
            Program::Prometheus => "run `scripts/prometheus program`, or install the package prometheus",
            Program::NodeExporter => "install the package prometheus-node-exporter",
            Program::Ip => "install the package iproute2",
            Program::Taskset => "install the package util-linux",
            Program::Sh => "every system has a shell",
            Program::Psql => "install the package postgresql-client",
        }
    }

    /// PostgreSQL's are looked for beside each other first: a distribution puts wrappers for some of them on the path,
    /// which choose a version of their own.
    fn is_of_postgres(self) -> bool {
        matches!(self, Program::Initdb | Program::PgBasebackup | Program::Postgres)
    }
}

/// Folders of packages that are not on everybody's path.
const STANDARD: [&str; 4] = ["/usr/local/bin", "/usr/local/sbin", "/usr/sbin", "/usr/bin"];
/// How deep below the cache a program may lie: `postgres/usr/lib/postgresql/15/bin`.
const DEPTH_MAX: usize = 6;
/// Folders of the cache that are looked into; a Python environment has thousands.
const FOLDERS_MAX: usize = 4_000;

/// Where to look, in this order.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// `name=path`, as the caller says.
    pub named: Vec<(String, PathBuf)>,
    pub bin_dirs: Vec<PathBuf>,
    /// The folder of this program: the server is built beside it.
    pub beside: Option<PathBuf>,
    pub path: Vec<PathBuf>,
    /// What the project's scripts downloaded or built.
    pub cache: Option<PathBuf>,
}

/// The programs that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Programs(BTreeMap<Program, PathBuf>);

impl Programs {
    /// Looks for all of them; which were needed is for [`Programs::path`] to say.
    ///
    /// # Errors
    /// When the caller names a program that nothing here needs, or a file that is none.
    pub fn find(places: &Places) -> Result<Programs, String> {
        let mut found = BTreeMap::new();
        for (name, path) in &places.named {
            let one = Program::ALL.into_iter().find(|one| one.names().contains(&name.as_str()));
            let one = one.ok_or_else(|| format!("no part of a topology is called `{name}`"))?;
            if !is_program(path) {
                return Err(format!("{} is no program", path.display()));
            }
            found.insert(one, path.clone());
        }
        let cached = places.cache.as_deref().map(cached_folders).unwrap_or_default();
        for one in Program::ALL {
            if let std::collections::btree_map::Entry::Vacant(place) = found.entry(one)
                && let Some(path) = look(one, places, &cached)
            {
                place.insert(path);
            }
        }
        Ok(Programs(found))
    }

    pub fn has(&self, program: Program) -> bool {
        self.0.contains_key(&program)
    }

    /// # Errors
    /// When it was not found, with what to do.
    pub fn path(&self, program: Program) -> Result<&Path, String> {
        let found = self.0.get(&program).map(PathBuf::as_path);
        found.ok_or_else(|| format!("{} is not here: {}", program.name(), program.advice()))
    }

    /// Says where it is, for a copy that another account can read.
    pub fn put(&mut self, program: Program, path: PathBuf) {
        self.0.insert(program, path);
    }
}

fn look(program: Program, places: &Places, cached: &[PathBuf]) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = places.bin_dirs.clone();
    if program == Program::Muster {
        folders.extend(places.beside.clone());
    }
    if program.is_of_postgres() {
        folders.extend(installed_postgres());
    }
    folders.extend(places.path.iter().cloned());
    folders.extend(STANDARD.map(PathBuf::from));
    let all = folders.iter().chain(cached);
    let files = all.flat_map(|folder| program.names().iter().map(move |name| folder.join(name)));
    files.into_iter().find(|path| is_program(path))
}

/// Debian's folders, the newest version first.
fn installed_postgres() -> Vec<PathBuf> {
    let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") else { return Vec::new() };
    let mut found: Vec<(u32, PathBuf)> = versions
        .flatten()
        .filter_map(|version| Some((version.file_name().to_str()?.parse().ok()?, version.path().join("bin"))))
        .collect();
    found.sort_unstable_by_key(|(version, _)| std::cmp::Reverse(*version));
    found.into_iter().map(|(_, folder)| folder).collect()
}

/// The newest Java of Debian's folder: `java-17-openjdk-amd64`, `temurin-25-jdk-amd64`.
pub fn newest_java() -> Option<PathBuf> {
    let homes = std::fs::read_dir("/usr/lib/jvm").ok()?;
    let homes = homes.flatten().map(|home| home.path()).filter(|home| is_program(&home.join("bin/java")));
    homes.max_by_key(|home| java_version(home))
}

fn java_version(home: &Path) -> u32 {
    let name = home.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let numbers = name.split(|one: char| !one.is_ascii_digit()).filter_map(|number| number.parse().ok());
    // `java-1.17.0-openjdk` says 17 in its second number, and no Java is called 64 (of `amd64`) yet.
    numbers.filter(|number| *number < 64).max().unwrap_or_default()
}

/// Folders below the cache, nearest first; bounded, since environments and packages lie there, too.
fn cached_folders(cache: &Path) -> Vec<PathBuf> {
    let mut found = vec![cache.to_path_buf()];
    let mut level = found.clone();
    for _ in 0..DEPTH_MAX {
        let mut next = Vec::new();
        for folder in &level {
            let Ok(entries) = std::fs::read_dir(folder) else { continue };
            let folders = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
            next.extend(folders.map(|entry| entry.path()).filter(|path| !is_library(path)));
        }
        next.sort_unstable();
        next.truncate(FOLDERS_MAX.saturating_sub(found.len()));
        found.extend(next.iter().cloned());
        level = next;
    }
    found
}

/// Trees that hold thousands of folders and no program of ours.
fn is_library(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    matches!(
        name,
        "site-packages" | "node_modules" | "target" | "share" | "include" | "modules" | "pkg" | "npm" | "mod"
    ) || name.starts_with('.')
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Whether an account without rights can run what lies there: every folder on the way must let it through.
pub fn is_open_to_all(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let Ok(path) = path.canonicalize() else { return false };
    let passes = |part: &Path| std::fs::metadata(part).is_ok_and(|file| file.permissions().mode() & 0o001 != 0);
    path.ancestors().all(passes)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn program(folder: &Path, name: &str) -> PathBuf {
        std::fs::create_dir_all(folder).expect("a folder can be made");
        let path = folder.join(name);
        std::fs::write(&path, "#!/bin/sh\n").expect("a file can be written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        path
    }

    #[test]
    fn the_callers_word_goes_before_the_path_and_the_path_before_the_cache() {
        let place = tempfile::tempdir().expect("a folder for the test");
        let cached = program(&place.path().join("cache/nats/bin"), "nats-server");
        let on_path = program(&place.path().join("path"), "nats-server");
        let named = program(&place.path().join("named"), "other-name");
        let mut places = Places { cache: Some(place.path().join("cache")), ..Places::default() };
        let found = |places: &Places| {
            let programs = Programs::find(places).expect("the names are known");
            programs.path(Program::Nats).map(Path::to_path_buf)
        };
        // A machine that has one installed answers with that one instead.
        let installed = STANDARD.iter().map(|folder| Path::new(folder).join("nats-server")).find(|path| path.exists());
        assert_eq!(found(&places), Ok(installed.unwrap_or(cached)));
        places.path = vec![place.path().join("path")];
        assert_eq!(found(&places), Ok(on_path));
        places.named = vec![("nats-server".into(), named.clone())];
        assert_eq!(found(&places), Ok(named));
        places.named = vec![("unheard-of".into(), place.path().into())];
        assert!(Programs::find(&places).is_err());
    }

    #[test]
    fn the_newest_java_is_told_by_its_folder() {
        for (name, version) in [("temurin-25-jdk-amd64", 25), ("java-1.17.0-openjdk-amd64", 17), ("openjdk-17", 17)] {
            assert_eq!(java_version(&Path::new("/usr/lib/jvm").join(name)), version);
        }
    }

    #[test]
    fn a_program_that_is_missing_is_told_with_what_to_do() {
        let missing = Programs::default().path(Program::Nats).map(Path::to_path_buf);
        assert!(missing.is_err_and(|told| told.contains("nats-server") && told.contains("scripts/nats")));
    }
}
