//! What others wrote and the programs are made of: from where it may come, under which licences, and which packages
//! may be there in two versions. `deny.toml` says the same to cargo-deny, which also knows the published advisories.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::Complaint;
use super::arrows::ask_cargo;

const PLACE: &str = "Cargo.lock";

/// The only source: no repository whose contents may change, no folder outside the workspace.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Licences that Apache-2.0 can be distributed with, as SPDX names them. None of them asks for the source of the whole.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "zlib-acknowledgement",
];

/// Packages that are there twice because others ask for two versions. The list may only shrink: a new row needs a reason
/// in the commit that adds it.
const TWICE: &[&str] = &[
    "base64",
    "block-buffer",
    "cpufeatures",
    "crypto-common",
    "digest",
    "fallible-iterator",
    "getrandom",
    "lock_api",
    "matchit",
    "miniz_oxide",
    "nom",
    "parking_lot",
    "parking_lot_core",
    "rand",
    "rand_core",
    "sha1",
    "sha2",
    "syn",
    "synstructure",
];

/// Asks cargo for all packages that a build for Linux is made of.
///
/// # Errors
/// As [`ask_cargo`].
pub fn metadata(root: &Path) -> Result<Value, String> {
    ask_cargo(root, &["--locked", "--filter-platform", "x86_64-unknown-linux-gnu"])
}

/// Complains about sources and licences that are not listed, and about packages that came in a second version.
pub fn check(metadata: &Value) -> Vec<Complaint> {
    let mut found = Vec::new();
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        *versions.entry(name).or_default() += 1;
        if let Some(source) = package["source"].as_str().filter(|source| *source != REGISTRY) {
            found.push(Complaint::new(PLACE, 1, format!("`{name}` comes from {source}: take it from the registry")));
        }
        let licence = package["license"].as_str().unwrap_or_default();
        if !may_be_distributed(licence, &[]) {
            let instead =
                format!("`{name}` has the licence `{licence}`, which xtask/src/tidy/dependencies.rs does not list");
            found.push(Complaint::new(PLACE, 1, instead));
        }
    }
    for (name, _) in versions.iter().filter(|(name, count)| **count > 1 && !TWICE.contains(*name)) {
        let instead = format!("`{name}` is there in two versions: ask for the one that others ask for");
        found.push(Complaint::new(PLACE, 1, instead));
    }
    for name in TWICE.iter().filter(|name| versions.get(*name).is_none_or(|count| *count < 2)) {
        let instead = format!("`{name}` is there once: take it from the list in xtask/src/tidy/dependencies.rs");
        found.push(Complaint::new(PLACE, 1, instead));
    }
    found
}

/// Whether a licence expression leaves a choice of licences only that are listed here or in `also`. The slash is the old
/// way to write `OR`.
pub fn may_be_distributed(expression: &str, also: &[&str]) -> bool {
    let expression = expression.replace('/', " OR ").replace(['(', ')'], " ");
    // The registry has no expression that joins choices by parentheses other than `(A OR B) AND C`.
    expression.split(" AND ").all(|choices| {
        choices.split(" OR ").any(|one| {
            let licence = one.split(" WITH ").next().unwrap_or_default().trim();
            LICENCES.contains(&licence) || also.contains(&licence)
        })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_listed_licence_of_a_choice_is_enough_and_all_of_a_sum_are_needed() {
        for fine in ["MIT", "MIT OR LGPL-2.1-or-later", "Apache-2.0/GPL-3.0", "(MIT OR GPL-2.0) AND Unicode-3.0"] {
            assert!(may_be_distributed(fine, &[]), "{fine}");
        }
        for not in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND SSPL-1.0"] {
            assert!(!may_be_distributed(not, &[]), "{not}");
        }
    }

    #[test]
    fn other_sources_and_second_versions_are_refused() {
        let package = |name: &str, source: Value| json!({"name": name, "license": "MIT", "source": source});
        let twice = TWICE.iter().flat_map(|name| [package(name, Value::Null), package(name, Value::Null)]);
        let mut packages: Vec<Value> = twice.collect();
        assert!(check(&json!({"packages": packages})).is_empty());
        packages.push(package("lone", "git+https://example.com/lone".into()));
        packages.push(package("lone", REGISTRY.into()));
        assert_eq!(check(&json!({"packages": packages})).len(), 2);
        assert_eq!(check(&json!({"packages": packages[2..]})).len(), 3);
    }
}
