//! What a component needs before its first start: folders, settings, an empty database, a copy of a program that
//! another account can read.

use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::plan::{Component, Plan, Step};
use super::process::{self, Owner};
use super::programs::{Program, Programs, is_open_to_all};

/// Filling a database, or copying that of a writer, on a busy machine.
const STEP_WITHIN: Duration = Duration::from_secs(120);

pub struct Place<'a> {
    pub programs: &'a Programs,
    pub owner: Option<Owner>,
    pub log: &'a Path,
}

impl Place<'_> {
    /// # Errors
    /// With what went wrong; what a program said is in the log.
    pub async fn take(&self, step: &Step, folder: &Path) -> Result<(), String> {
        match step {
            Step::Folder(path) => self::folder(path, self.owner),
            Step::Link { path, to } => {
                std::os::unix::fs::symlink(to, path).map_err(|error| format!("{}: {error}", path.display()))
            }
            Step::Write { path, text } => replace(path, text, self.owner),
            Step::LeaveOut { path, text } => leave_out(path, text, self.owner),
            Step::CopyOwn { program, folder, to } => {
                let from = home(self.programs.path(*program)?).join(folder);
                copy(&from, to, self.owner)
            }
            Step::Run { program, args } => self.run(*program, args, folder).await,
        }
    }

    async fn run(&self, program: Program, args: &[String], folder: &Path) -> Result<(), String> {
        let mut words = vec![self.programs.path(program)?.display().to_string()];
        words.extend(args.iter().cloned());
        let command = process::command(&words, self.owner, self.log, folder)?;
        let mut command = tokio::process::Command::from(command);
        let mut child = command.kill_on_drop(true).spawn().map_err(|error| format!("{}: {error}", program.name()))?;
        let ended = tokio::time::timeout(STEP_WITHIN, child.wait()).await;
        let status = ended.map_err(|_| format!("{} takes longer than {} s", program.name(), STEP_WITHIN.as_secs()))?;
        let status = status.map_err(|error| format!("{}: {error}", program.name()))?;
        if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", program.name())) }
    }
}

/// Makes a folder that everybody may go through: databases within are closed by their own owners.
///
/// # Errors
/// When it cannot be made.
pub fn folder(path: &Path, owner: Option<Owner>) -> Result<(), String> {
    let made = std::fs::create_dir_all(path)
        .and_then(|()| std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)));
    made.map_err(|error| format!("{}: {error}", path.display()))?;
    give(path, owner)
}

/// Looks whether all ports of a plan can be had.
///
/// # Errors
/// With the first port that somebody else has, and whose it would be.
pub fn free_ports(plan: &Plan) -> Result<(), String> {
    for component in plan.components.iter().filter(|one| one.network.is_none()) {
        for port in &component.ports {
            if let Err(error) = std::net::TcpListener::bind(("127.0.0.1", *port)) {
                return Err(format!("port {port} of {} is not free ({error}): choose another --port", component.name));
            }
        }
    }
    Ok(())
}

fn give(path: &Path, owner: Option<Owner>) -> Result<(), String> {
    let Some(owner) = owner else { return Ok(()) };
    chown(path, Some(owner.uid), Some(owner.gid)).map_err(|error| format!("{}: {error}", path.display()))
}

/// What a package unpacked to: the folder above its `bin`.
fn home(program: &Path) -> PathBuf {
    let program = program.canonicalize().unwrap_or_else(|_| program.to_path_buf());
    program.ancestors().nth(2).unwrap_or(Path::new("/")).to_path_buf()
}

/// Puts programs of a component where an account without rights reaches them, unless they are there already: what a
/// script downloaded lies in the caller's own folder, which is closed when the caller is root.
///
/// # Errors
/// When they cannot be copied.
pub fn open_to_all(component: &Component, programs: &mut Programs, folder: &Path) -> Result<(), String> {
    let steps = component.prepare.iter().filter_map(|step| match step {
        Step::Run { program, .. } => Some(*program),
        _ => None,
    });
    let needed: Vec<Program> = steps.chain([component.program]).collect();
    for program in needed {
        let path = programs.path(program)?.to_path_buf();
        if is_open_to_all(&path) {
            continue;
        }
        let from = home(&path);
        let name = from.file_name().map_or_else(|| "program".into(), |name| name.to_os_string());
        let to = folder.join("programs").join(name);
        if !to.exists() {
            copy(&from, &to, None)?;
        }
        let real = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        let within = real.strip_prefix(&from).map_err(|error| error.to_string())?;
        programs.put(program, to.join(within));
    }
    Ok(())
}

/// Puts a file into the place of one that may be there. Never into that file: `copy` may have linked the program's own.
fn replace(path: &Path, text: &str, owner: Option<Owner>) -> Result<(), String> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    std::fs::write(&beside, text).map_err(|error| format!("{}: {error}", beside.display()))?;
    give(&beside, owner)?;
    std::fs::rename(&beside, path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Replaces a file by one without the lines that have a text.
fn leave_out(path: &Path, text: &str, owner: Option<Owner>) -> Result<(), String> {
    let lines = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let kept = lines.split_inclusive('\n').filter(|line| !line.contains(text)).collect::<String>();
    replace(path, &kept, owner)
}

/// Copies a tree. A file that keeps its owner is linked where the disk is the same: a search server has 160 MB.
fn copy(from: &Path, to: &Path, owner: Option<Owner>) -> Result<(), String> {
    folder(to, owner)?;
    let problem = |error: std::io::Error| format!("{}: {error}", from.display());
    for entry in std::fs::read_dir(from).map_err(problem)? {
        let entry = entry.map_err(problem)?;
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().map_err(problem)?;
        if kind.is_dir() {
            copy(&path, &place, owner)?;
        } else if kind.is_symlink() {
            let target = std::fs::read_link(&path).map_err(problem)?;
            std::os::unix::fs::symlink(target, &place).map_err(problem)?;
        } else if owner.is_some() || std::fs::hard_link(&path, &place).is_err() {
            std::fs::copy(&path, &place).map_err(problem)?;
            give(&place, owner)?;
        }
    }
    Ok(())
}

/// Removes what a database that was killed left to say that it runs. While whoever started it has not asked what became
/// of it, its number still names somebody, and the database would not start.
///
/// # Errors
/// When it cannot be removed.
pub fn forget_killed(file: &Path) -> Result<(), String> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {error}", file.display())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: &str = "-Xms1g\n9-:-Xlog:gc*:file=logs/gc.log\n# end";

    fn read(path: &Path) -> String {
        std::fs::read_to_string(path).expect("it is there")
    }

    #[test]
    fn lines_are_left_out_and_others_stay_as_they_are() {
        let place = tempfile::tempdir().expect("a folder for the test");
        let path = place.path().join("options");
        std::fs::write(&path, OPTIONS).expect("a file can be written");
        leave_out(&path, "-Xlog:gc", None).expect("it is there");
        assert_eq!(read(&path), "-Xms1g\n# end");
        assert!(leave_out(&place.path().join("none"), "-Xlog:gc", None).is_err());
    }

    #[tokio::test]
    async fn what_is_changed_in_a_copy_stays_as_it_is_in_the_program() {
        let place = tempfile::tempdir().expect("a folder for the test");
        let at = |name: &str| place.path().join(name);
        for folder in ["program/bin", "program/config"] {
            std::fs::create_dir_all(at(folder)).expect("a folder can be made");
        }
        for file in ["program/bin/opensearch", "program/config/jvm.options", "program/config/opensearch.yml"] {
            std::fs::write(at(file), OPTIONS).expect("a file can be written");
        }
        let mut programs = Programs::default();
        programs.put(Program::Opensearch, at("program/bin/opensearch"));
        let own = Place { programs: &programs, owner: None, log: &at("log") };
        for step in [
            Step::CopyOwn { program: Program::Opensearch, folder: "config".into(), to: at("config") },
            Step::LeaveOut { path: at("config/jvm.options"), text: "-Xlog:gc".into() },
            Step::Write { path: at("config/opensearch.yml"), text: "node.name: one\n".into() },
        ] {
            own.take(&step, place.path()).await.expect("the step can be done");
        }
        let files = ["config/jvm.options", "config/opensearch.yml"];
        assert_eq!(files.map(|file| read(&at(file))), ["-Xms1g\n# end", "node.name: one\n"]);
        assert_eq!(files.map(|file| read(&at("program").join(file))), [OPTIONS, OPTIONS]);
        let left = std::fs::read_dir(at("config")).expect("it is there").count();
        assert_eq!(left, files.len(), "nothing else is left beside them");
    }
}
