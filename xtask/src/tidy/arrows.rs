//! Arrows between crates go one way: `cargo metadata` is compared with the table of ARCHITECTURE.md.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::Complaint;

/// Crate → crates it may depend on, with a space between. Development dependencies are free, they bring `testkit`.
const ARROWS: &[(&str, &str)] = &[
    ("base", ""),
    ("wire", "base"),
    ("metrics", "base"),
    ("config", "base"),
    ("text", "base"),
    ("auth", "base"),
    ("permissions", "base wire"),
    ("rules", "base wire text"),
    ("tls", ""),
    ("files", "base tls"),
    ("pictures", "base"),
    ("bus", "base metrics tls"),
    ("database", "base metrics tls"),
    ("store", "base wire metrics database"),
    ("search", "base wire metrics text tls store"),
    ("memory", "base wire metrics text permissions store"),
    ("delivery", "base wire metrics permissions memory"),
    ("node", "base wire metrics config auth permissions rules tls files store search memory delivery"),
    ("cluster", "base wire metrics bus store memory delivery node"),
    ("outward", "base metrics config tls node"),
    ("request", "base wire metrics config auth permissions files pictures store memory node cluster outward"),
    ("people", "base wire text auth permissions rules store memory delivery node outward request"),
    ("notification", "base wire metrics config tls store memory delivery node outward request people"),
    (
        "conversation",
        "base wire metrics config text permissions rules files pictures tls store memory delivery node outward request \
         people notification",
    ),
    (
        "organisation",
        "base wire config text auth permissions rules files pictures store search memory delivery node outward request \
         people notification conversation",
    ),
    (
        "integration",
        "base wire text permissions rules store memory node outward request people conversation organisation",
    ),
    ("transfer", "base wire text permissions rules files store search node request people conversation organisation"),
    (
        "identity",
        "base wire config auth permissions rules tls store memory node outward request people organisation transfer",
    ),
    ("moving", "base wire text permissions rules files database store node transfer"),
    (
        "server",
        "base wire metrics config auth permissions files pictures store delivery node cluster outward request people \
         notification conversation organisation integration identity transfer",
    ),
    ("client", "base wire"),
    ("simulate", "base metrics tls client"),
    ("topology", "base client"),
    ("load", "base metrics tls client simulate topology"),
    ("testkit", "base wire metrics config auth files bus store cluster request conversation server client"),
    (
        "fuzzed",
        "base wire config text auth rules files pictures bus search node cluster outward request people notification \
         conversation integration identity transfer moving server simulate load",
    ),
    (
        "muster",
        "base wire metrics config auth rules files pictures tls bus store node cluster outward request people conversation \
         organisation identity transfer moving server client",
    ),
    ("muster-load", "base config simulate topology load"),
    ("bench", "base wire client"),
    ("xtask", ""),
];

/// Drivers and engines that one crate hides from all others.
const HIDDEN: &[(&str, &[&str])] = &[
    ("bson", &["moving"]),
    // The floor that the benchmarks measure is what there is without the database.
    ("rusqlite", &["database", "bench"]),
    ("tokio-postgres", &["database", "testkit"]),
    ("deadpool-postgres", &["database"]),
    ("mysql_async", &["database"]),
    ("ldap3", &["identity"]),
    ("tantivy", &["search"]),
    ("image", &["pictures"]),
    ("prometheus-client", &["metrics"]),
];

/// Asks cargo for the packages of the workspace and their dependencies.
///
/// # Errors
/// As [`ask_cargo`].
pub fn metadata(root: &Path) -> Result<Value, String> {
    ask_cargo(root, &["--no-deps", "--offline"])
}

/// What `cargo metadata` says with these flags.
///
/// # Errors
/// When cargo fails or answers no JSON.
pub fn ask_cargo(root: &Path, flags: &[&str]) -> Result<Value, String> {
    let answer = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1"])
        .args(flags)
        .current_dir(root)
        .output()
        .map_err(|problem| format!("cargo metadata: {problem}"))?;
    if !answer.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&answer.stderr)));
    }
    serde_json::from_slice(&answer.stdout).map_err(|problem| format!("cargo metadata: {problem}"))
}

/// Complains about crates that the table does not have, arrows it does not allow, and hidden drivers.
pub fn check(metadata: &Value) -> Vec<Complaint> {
    let mut found = Vec::new();
    for package in list(&metadata["packages"]) {
        let from = short(text(&package["name"]));
        let path = format!("crates/{from}/Cargo.toml");
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == from) else {
            found.push(Complaint::new(
                &path,
                1,
                format!("`{from}` is not in the table of xtask/src/tidy/arrows.rs: add it"),
            ));
            continue;
        };
        for dependency in list(&package["dependencies"]).iter().filter(|one| one["kind"] != "dev") {
            let name = text(&dependency["name"]);
            let to = short(name);
            if !dependency["path"].is_null() && !allowed.split(' ').any(|one| one == to) {
                let instead = format!("`{from}` may not depend on `{to}`: arrows go {from} -> {allowed}");
                found.push(Complaint::new(&path, 1, instead));
            }
            if let Some((_, owners)) = HIDDEN.iter().find(|(hidden, _)| *hidden == name)
                && !owners.contains(&from)
            {
                found.push(Complaint::new(
                    &path,
                    1,
                    format!("`{name}` is hidden behind `{}`: use that crate", owners[0]),
                ));
            }
        }
    }
    found
}

/// The folder of a package. The lab's library gives its plain name to the program.
pub fn short(name: &str) -> &str {
    match name {
        "muster-load" => name,
        "muster-load-lib" => "load",
        _ => name.strip_prefix("muster-").unwrap_or(name),
    }
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn workspace(from: &str, to: &str, kind: Option<&str>, path: Option<&str>) -> Value {
        json!({"packages": [{"name": from, "dependencies": [{"name": to, "kind": kind, "path": path}]}]})
    }

    #[test]
    fn an_arrow_of_the_table_passes() {
        assert!(check(&workspace("muster-store", "muster-wire", None, Some("crates/wire"))).is_empty());
    }

    #[test]
    fn an_arrow_upwards_is_refused() {
        assert_eq!(check(&workspace("muster-store", "muster-server", None, Some("crates/server"))).len(), 1);
        assert_eq!(check(&workspace("muster-load", "muster-server", None, Some("crates/server"))).len(), 1);
    }

    #[test]
    fn tests_may_reach_further() {
        assert!(check(&workspace("muster-store", "muster-testkit", Some("dev"), Some("crates/testkit"))).is_empty());
    }

    #[test]
    fn a_driver_outside_the_database_is_refused() {
        assert_eq!(check(&workspace("muster-store", "rusqlite", None, None)).len(), 1);
        assert!(check(&workspace("muster-database", "rusqlite", None, None)).is_empty());
    }

    #[test]
    fn a_new_crate_needs_its_row() {
        assert_eq!(check(&json!({"packages": [{"name": "muster-extra", "dependencies": []}]})).len(), 1);
    }

    #[test]
    fn the_table_has_no_circle() {
        for (at, (_, allowed)) in ARROWS.iter().enumerate() {
            for to in allowed.split_whitespace() {
                let place = ARROWS.iter().position(|(name, _)| *name == to).expect("arrows lead to rows of the table");
                assert!(place < at, "{to} stands above what depends on it");
            }
        }
    }
}
