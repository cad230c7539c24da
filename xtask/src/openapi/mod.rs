//! `cargo xtask openapi`: the reference of the API as OpenAPI 3.1, in `docs/api/openapi.json`, and its types for clients
//! in TypeScript.
//!
//! Nobody writes it by hand. Paths, rights and limits come from the table of endpoints in `wire`, types from `wire`, and
//! bodies, queries and sentences from the handler that the table of routes names. Only what an endpoint answers stands in
//! a table of its own, `answers.txt`. As with [`crate::wire_types`], the sources are read as text; what this cannot read
//! it refuses.

mod answers;
mod document;
mod handler;
mod operation;
#[cfg(test)]
mod recorded;
mod schema;
mod table;
mod typescript;

use std::path::Path;
use std::process::ExitCode;

use crate::repository::root;

pub const OUTPUT: &str = "docs/api/openapi.json";

/// Writes the files.
pub fn run() -> ExitCode {
    let root = root();
    let written =
        generate(root).and_then(|files| files.iter().try_for_each(|(path, text)| write(&root.join(path), text)));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("openapi: nothing is written\n{problem}");
            ExitCode::FAILURE
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().expect("the file has a folder");
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    std::fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// The path and the text of each file.
///
/// # Errors
/// With each endpoint or type that it cannot read, a line each.
fn generate(root: &Path) -> Result<[(&'static str, String); 2], String> {
    let document = document::whole(root)?;
    Ok([(OUTPUT, document::text(&document)), (typescript::OUTPUT, typescript::module(&document)?)])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_reference_is_up_to_date() {
        for (path, fresh) in generate(root()).expect("readable sources") {
            let written = read(root(), path).expect("the generated file");
            assert!(written == fresh, "{path} is stale: run `cargo xtask openapi`");
        }
    }

    #[test]
    fn the_packages_of_the_clients_have_the_version_of_the_workspace() {
        let document = document::whole(root()).expect("readable sources");
        let package = read(root(), "clients/typescript/package.json").expect("the package");
        let package: serde_json::Value = serde_json::from_str(&package).expect("JSON");
        assert_eq!(package["version"], document["info"]["version"]);
        let version = format!("version = {} }}", document["info"]["version"]);
        let manifest = read(root(), "Cargo.toml").expect("the workspace");
        let published = manifest.lines().filter(|line| line.contains("path = ") && line.contains("version = "));
        assert!(published.filter(|line| line.ends_with(&version)).count() == 2, "{version}");
    }

    #[test]
    fn each_route_is_in_the_reference_and_nothing_else() {
        let document = document::whole(root()).expect("readable sources");
        let mut described = BTreeSet::new();
        for (path, methods) in document["paths"].as_object().expect("paths") {
            for (method, one) in methods.as_object().expect("methods") {
                let name = one["operationId"].as_str().expect("an id").to_owned();
                assert!(described.insert(name), "{method} {path} twice");
            }
        }
        let endpoints = table::endpoints(root()).expect("the table of endpoints");
        let routes = table::routes(root()).expect("the table of routes");
        let built: BTreeSet<String> =
            endpoints.iter().filter(|one| routes.contains_key(&one.constant)).map(|one| one.name.clone()).collect();
        assert_eq!(described, built);
        assert_eq!(built.len(), routes.len(), "each route has its endpoint");
    }

    #[test]
    fn the_page_on_compatibility_names_what_is_not_in_the_reference() {
        let page = read(root(), "docs/compatibility.md").expect("the page");
        let missing = page.split("\n## Of our own").next().expect("the page's begin");
        let missing: BTreeSet<&str> =
            missing.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next()).collect();
        let routes = table::routes(root()).expect("the table of routes");
        let endpoints = table::endpoints(root()).expect("the table of endpoints");
        let is_built = |one: &&table::Endpoint| routes.contains_key(&one.constant);
        let built: BTreeSet<&str> = endpoints.iter().filter(is_built).map(|one| one.name.as_str()).collect();
        let unbuilt = endpoints.iter().filter(|one| !built.contains(one.name.as_str()));
        let unbuilt: BTreeSet<String> = unbuilt.map(|one| format!("{} {}", one.method, one.path)).collect();
        assert_eq!(unbuilt.iter().map(String::as_str).collect::<BTreeSet<_>>(), missing);
    }
}
