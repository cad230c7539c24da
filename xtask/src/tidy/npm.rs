//! The packages that lock files of npm name: from where they come, under which licences, with which hash, and whether one
//! runs a program when it is installed. The published advisories are `scripts/web`'s, which needs to reach the registry.

use std::path::Path;

use serde_json::Value;

use super::Complaint;
use super::dependencies::may_be_distributed;
use super::sources::{self, Source};

/// What a hash must be of: npm also knows older kinds, of which two packages may have the same one.
const HASH: &str = "sha512-";

/// Licences of what the client is made of, beside those of `dependencies`: of fonts, which are not sold by themselves.
const SHIPPED: &[&str] = &["OFL-1.1"];

/// Licences of tools and their tables, no part of which is in what people get.
const TOOLS: &[&str] = &["CC-BY-4.0", "MPL-2.0"];

/// Packages that run a program when they are installed. None does; a row needs a reason in the commit that adds it.
const RUN_A_PROGRAM: &[&str] = &[];

/// The lock files of npm and its settings that git tracks.
///
/// # Errors
/// As [`sources::named`].
pub fn files(root: &Path) -> Result<Vec<Source>, String> {
    sources::named(root, |path| path.ends_with("package-lock.json") || path.ends_with(".npmrc"))
}

/// Complains about packages that name an address of their own, are not held by a hash, run programs, or whose licences are
/// not listed; and about settings that name a registry. Which one is asked is the machine's matter, and the hash holds
/// what it sends.
pub fn check(files: &[Source]) -> Vec<Complaint> {
    files.iter().flat_map(|file| if file.path.ends_with(".npmrc") { settings(file) } else { packages(file) }).collect()
}

fn settings(file: &Source) -> Vec<Complaint> {
    let named = file
        .lines()
        .filter(|(_, line)| line.split_once('=').is_some_and(|(name, _)| name.trim().ends_with("registry")));
    named.map(|(line, _)| Complaint::new(&file.path, line, "a registry: name it on the machine")).collect()
}

fn packages(file: &Source) -> Vec<Complaint> {
    let locked: Value = serde_json::from_str(&file.text).unwrap_or_default();
    let Some(packages) = locked["packages"].as_object() else {
        return vec![Complaint::new(&file.path, 1, "no lock file with `packages`: make it with npm 9 or newer")];
    };
    let mut found = Vec::new();
    // The first one, without a name, is the project itself.
    for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        let line = file.lines().find(|(_, line)| line.contains(&format!("\"{path}\":"))).map_or(1, |(line, _)| line);
        let name = path.rsplit_once("node_modules/").map_or(path.as_str(), |(_, name)| name);
        found.extend(faults(name, package).into_iter().map(|fault| Complaint::new(&file.path, line, fault)));
    }
    found
}

fn faults(name: &str, package: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let is_link = package["link"].as_bool() == Some(true);
    match package["resolved"].as_str() {
        _ if is_link => found.push(format!("`{name}` is a folder: take it from the registry")),
        Some(from) => found.push(format!("`{name}` comes from {from}: lock it without an address (`web/.npmrc`)")),
        None => {}
    }
    // One hash of several is enough for npm.
    let mut hashes = package["integrity"].as_str().unwrap_or_default().split_whitespace();
    if !is_link
        && !hashes.next().is_some_and(|first| first.starts_with(HASH) && hashes.all(|one| one.starts_with(HASH)))
    {
        found.push(format!("`{name}` has no hash of the kind {HASH}…: lock it anew"));
    }
    if package["hasInstallScript"].as_bool() == Some(true) && !RUN_A_PROGRAM.contains(&name) {
        found.push(format!("`{name}` runs a program when it is installed: take one that does not"));
    }
    let also: &[&[&str]] = if package["dev"].as_bool() == Some(true) { &[SHIPPED, TOOLS] } else { &[SHIPPED] };
    let licence = package["license"].as_str().unwrap_or_default();
    if !is_link && !may_be_distributed(licence, &also.concat()) {
        found.push(format!("`{name}` has the licence `{licence}`, which xtask/src/tidy/npm.rs does not list"));
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fine() -> Value {
        json!({"version": "1.0.0", "integrity": "sha512-AA==", "license": "MIT"})
    }

    /// What is said of a lock file whose only package is a sound one with `changed`.
    fn said_of(changed: Value) -> Vec<String> {
        let mut package = fine();
        for (name, value) in changed.as_object().expect("fields") {
            package[name] = value.clone();
        }
        let text = json!({"packages": {"": {"license": "none"}, "node_modules/@a/b": package}}).to_string();
        check(&[sources::source("web/package-lock.json", &text)]).into_iter().map(|one| one.instead).collect()
    }

    #[test]
    fn a_package_of_the_registry_with_a_hash_and_a_licence_is_taken() {
        for fine in [
            json!({}),
            json!({"license": "(GPL-2.0 OR MIT)"}),
            json!({"license": "OFL-1.1"}),
            json!({"license": "MPL-2.0", "dev": true}),
            json!({"integrity": "sha512-AA== sha512-BB=="}),
        ] {
            assert_eq!(said_of(fine.clone()), [""; 0], "{fine}");
        }
    }

    #[test]
    fn each_fault_of_a_package_is_refused() {
        for (fault, said) in [
            (json!({"integrity": null}), "no hash"),
            (json!({"integrity": "sha1-AA=="}), "no hash"),
            (json!({"integrity": "sha512-AA== sha1-AA=="}), "no hash"),
            (json!({"resolved": "git+ssh://git@github.com/a/b.git#1234"}), "comes from git+ssh:"),
            (json!({"resolved": "http://localhost:4873/b.tgz"}), "comes from http://localhost"),
            (json!({"resolved": "https://example.com/b.tgz"}), "comes from https:"),
            (json!({"resolved": "file:../b.tgz"}), "comes from file:"),
            (json!({"resolved": "../b", "link": true}), "is a folder"),
            (json!({"hasInstallScript": true}), "runs a program"),
            (json!({"license": "GPL-3.0"}), "has the licence `GPL-3.0`"),
            (json!({"license": null}), "has the licence ``"),
            (json!({"license": "MPL-2.0"}), "has the licence `MPL-2.0`"),
            (json!({"license": "MIT AND AGPL-3.0", "dev": true}), "has the licence"),
        ] {
            let complaints = said_of(fault.clone());
            assert!(complaints.len() == 1 && complaints[0].contains(said), "{fault}: {complaints:?}");
        }
    }

    #[test]
    fn what_is_no_lock_file_and_a_registry_are_refused() {
        let refused = |path: &str, text: &str| check(&[sources::source(path, text)]).len();
        assert_eq!(refused("web/package-lock.json", "{\"dependencies\": {}}"), 1);
        assert_eq!(refused("web/package-lock.json", "<<<<<<< ours"), 1);
        assert_eq!(refused("web/.npmrc", "fund=false\nomit-lockfile-registry-resolved=true\n"), 0);
        assert_eq!(refused("web/.npmrc", "registry=http://127.0.0.1:4873/\n@a:registry = https://example.com\n"), 2);
    }
}
