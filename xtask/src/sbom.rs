//! `cargo xtask sbom TIME`: what a release is made of, as CycloneDX 1.5 on the standard output.
//!
//! It names the crates that the two programs link and the npm packages whose code is in the web client, each with version,
//! licence and hash. Nothing in it depends on the machine, so that two builds of a release have the same list.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::repository::root;
use crate::tidy::dependencies;

/// The packages of the programs that a release has.
const PROGRAMS: [&str; 2] = ["muster", "muster-load"];
const LOCK: &str = "Cargo.lock";
const NPM_LOCK: &str = "web/package-lock.json";

/// Prints the list; `time` is that of the commit, as `2026-01-31T12:00:00Z`.
pub fn run(time: &str) -> ExitCode {
    match list(root(), time) {
        Ok(list) => {
            println!("{list:#}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("sbom: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn list(root: &Path, time: &str) -> Result<Value, String> {
    let read = |path: &str| std::fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"));
    let metadata = dependencies::metadata(root)?;
    let hashes = hashes(&read(LOCK)?);
    let npm = serde_json::from_str(&read(NPM_LOCK)?).map_err(|error| format!("{NPM_LOCK}: {error}"))?;
    document(&metadata, &hashes, &npm, time)
}

fn document(
    metadata: &Value,
    hashes: &BTreeMap<(String, String), String>,
    npm: &Value,
    time: &str,
) -> Result<Value, String> {
    let linked = linked(metadata)?;
    let mut packages: Vec<&Value> =
        each(&metadata["packages"]).filter(|one| linked.contains(text(&one["id"]))).collect();
    packages.sort_by_key(|one| (text(&one["name"]), text(&one["version"])));
    let program = packages.iter().find(|one| one["name"] == PROGRAMS[0]);
    let program = program.ok_or_else(|| format!("cargo knows no package {}", PROGRAMS[0]))?;
    let mut components: Vec<Value> = packages.iter().map(|one| of_cargo(one, hashes)).collect();
    components.extend(of_npm(npm));
    let names: BTreeMap<&str, String> = packages.iter().map(|one| (text(&one["id"]), purl_of_cargo(one))).collect();
    let mut dependencies: Vec<Value> = each(&metadata["resolve"]["nodes"])
        .filter_map(|node| {
            let on: BTreeSet<&String> = normal(node).filter_map(|id| names.get(id)).collect();
            Some(json!({"ref": names.get(text(&node["id"]))?, "dependsOn": on}))
        })
        .collect();
    dependencies.sort_by_key(|one| text(&one["ref"]).to_owned());
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": time,
            "component": {"type": "application", "bom-ref": "muster", "name": "muster", "version": program["version"],
                "licenses": [{"expression": program["license"]}]},
        },
        "components": components,
        "dependencies": dependencies,
    }))
}

/// The ids of the packages that the programs link. What only builds or tests them is not in a release.
fn linked(metadata: &Value) -> Result<BTreeSet<&str>, String> {
    let nodes: BTreeMap<&str, &Value> =
        each(&metadata["resolve"]["nodes"]).map(|one| (text(&one["id"]), one)).collect();
    let is_program = |one: &&Value| PROGRAMS.contains(&text(&one["name"]));
    let mut waiting: Vec<&str> = each(&metadata["packages"]).filter(is_program).map(|one| text(&one["id"])).collect();
    let mut linked = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if linked.insert(id) {
            let node = nodes.get(id).ok_or_else(|| format!("cargo resolved nothing for {id}"))?;
            waiting.extend(normal(node));
        }
    }
    Ok(linked)
}

/// The ids of the packages that a node links.
fn normal(node: &Value) -> impl Iterator<Item = &str> {
    let is_normal = |one: &&Value| each(&one["dep_kinds"]).any(|kind| kind["kind"].is_null());
    each(&node["deps"]).filter(is_normal).map(|one| text(&one["pkg"]))
}

/// The hash of each package of the registry, by name and version.
fn hashes(lock: &str) -> BTreeMap<(String, String), String> {
    let field = |block: &str, name: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(&format!("{name} = \"")))?;
        line.strip_suffix('"').map(str::to_owned)
    };
    let package = |block: &str| Some(((field(block, "name")?, field(block, "version")?), field(block, "checksum")?));
    lock.split("[[package]]").filter_map(package).collect()
}

fn of_cargo(package: &Value, hashes: &BTreeMap<(String, String), String>) -> Value {
    let (name, version) = (text(&package["name"]), text(&package["version"]));
    let purl = purl_of_cargo(package);
    let licence = text(&package["license"]).replace('/', " OR ");
    let mut component = json!({"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
        "licenses": [{"expression": licence}]});
    if let Some(hash) = hashes.get(&(name.to_owned(), version.to_owned())) {
        component["hashes"] = json!([{"alg": "SHA-256", "content": hash}]);
    }
    component
}

fn purl_of_cargo(package: &Value) -> String {
    format!("pkg:cargo/{}@{}", text(&package["name"]), text(&package["version"]))
}

/// Packages of the web client, but for the tools that only build or test it.
fn of_npm(lock: &Value) -> Vec<Value> {
    let packages = lock["packages"].as_object();
    let shipped = packages.into_iter().flatten().filter(|(path, one)| !path.is_empty() && one["dev"] != true);
    let mut components: Vec<Value> = shipped
        .map(|(path, one)| {
            let name = path.rsplit_once("node_modules/").map_or(path.as_str(), |(_, name)| name);
            let version = text(&one["version"]);
            let purl = format!("pkg:npm/{}@{version}", name.replace('@', "%40"));
            json!({"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
                "licenses": [{"expression": one["license"]}]})
        })
        .collect();
    components.sort_by_key(|one| text(&one["purl"]).to_owned());
    components.dedup_by(|one, other| one["purl"] == other["purl"]);
    components
}

fn each(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_programs_link_is_listed_and_their_tools_are_not() {
        let package = |name: &str| json!({"id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0"});
        let on = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let packages = ["muster", "muster-load", "serde", "cc", "proptest"].map(package);
        let metadata = json!({
            "packages": packages,
            "resolve": {"nodes": [
                {"id": "muster", "deps": [on("serde", Value::Null), on("cc", "build".into()), on("proptest", "dev".into())]},
                {"id": "muster-load", "deps": []},
                {"id": "serde", "deps": []},
            ]},
        });
        let lock = "[[package]]\nname = \"serde\"\nversion = \"1.0.0\"\nchecksum = \"abc\"\n";
        let npm = json!({"packages": {
            "": {}, "node_modules/@font/inter": {"version": "5.0.0", "license": "OFL-1.1"},
            "node_modules/vite": {"version": "8.0.0", "license": "MIT", "dev": true},
        }});
        let list = document(&metadata, &hashes(lock), &npm, "2026-01-31T12:00:00Z").expect("a list");
        let purls: Vec<&str> = each(&list["components"]).map(|one| text(&one["purl"])).collect();
        let expected = [
            "pkg:cargo/muster@1.0.0",
            "pkg:cargo/muster-load@1.0.0",
            "pkg:cargo/serde@1.0.0",
            "pkg:npm/%40font/inter@5.0.0",
        ];
        assert_eq!(purls, expected);
        assert_eq!(list["components"][2]["hashes"][0]["content"], "abc");
        assert_eq!(list["components"][2]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(
            list["dependencies"][1],
            json!({"ref": "pkg:cargo/muster@1.0.0", "dependsOn": ["pkg:cargo/serde@1.0.0"]})
        );
    }
}
