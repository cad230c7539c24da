//! `cargo xtask wire-types`: the types of `crates/wire` as TypeScript, in `web/src/wire.gen.ts`.
//!
//! The sources are formatted and regular, so they are read line by line; what this cannot read it
//! refuses, and a test compares the file with the sources.

pub mod read;
mod write;

use std::path::Path;
use std::process::ExitCode;

use crate::repository::root;

pub const OUTPUT: &str = "web/src/wire.gen.ts";

/// Writes the file.
pub fn run() -> ExitCode {
    let root = root();
    match generate(root).and_then(|text| std::fs::write(root.join(OUTPUT), text).map_err(|error| error.to_string())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("wire-types: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn generate(root: &Path) -> Result<String, String> {
    write::module(&found(root)?)
}

/// All types of `crates/wire`.
///
/// # Errors
/// With the file that cannot be read.
pub fn found(root: &Path) -> Result<read::Found, String> {
    let folder = root.join("crates/wire/src");
    let mut found = read::Found::default();
    for place in [folder.clone(), folder.join("events")] {
        let mut paths: Vec<_> = std::fs::read_dir(&place)
            .map_err(|error| format!("{}: {error}", place.display()))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|end| end == "rs"))
            .collect();
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            read::file(&text, &mut found).map_err(|problem| format!("{}: {problem}", path.display()))?;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_of_the_web_client_are_those_of_the_wire() {
        let written = std::fs::read_to_string(root().join(OUTPUT)).expect("the generated file");
        let fresh = generate(root()).expect("readable sources");
        assert!(written == fresh, "{OUTPUT} is stale: run `cargo xtask wire-types`");
    }

    #[test]
    fn a_struct_becomes_an_interface() {
        let text = "/// Something said.\n#[derive(Debug, Serialize)]\n#[serde(default)]\npub struct Post {\n    pub id: PostId,\n    \
                    #[serde(rename = \"type\", skip_serializing_if = \"String::is_empty\")]\n    pub kind: String,\n    \
                    #[serde(skip)]\n    pub secret: String,\n    pub files: Option<Vec<FileId>>,\n}\n";
        let mut found = read::Found::default();
        read::file(text, &mut found).expect("readable");
        let module = write::module(&found).expect("writable");
        let expected = "/** Something said. */\nexport interface Post {\n  id: string;\n  type?: string;\n  files: string[] | null;\n}\n";
        assert!(module.contains(expected), "{module}");
    }

    #[test]
    fn names_are_written_by_the_rule_of_their_struct() {
        let text = "#[derive(Serialize)]\n#[serde(default, rename_all = \"camelCase\")]\npub struct Limits {\n    pub max_users_limit: \
                    i64,\n    #[serde(rename = \"clientDataJSON\")]\n    pub client_data: String,\n}\n\
                    #[derive(Serialize)]\n#[serde(rename_all = \"PascalCase\")]\npub struct Suggestion {\n    pub icon_data: String,\n}\n";
        let mut found = read::Found::default();
        read::file(text, &mut found).expect("readable");
        let names = |name: &str| found.structs[name].fields.iter().map(|one| one.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names("Limits"), ["maxUsersLimit", "clientDataJSON"]);
        assert_eq!(names("Suggestion"), ["IconData"]);
        assert!(found.structs["Limits"].has_default && !found.structs["Suggestion"].has_default);
    }

    #[test]
    fn an_unknown_type_is_refused() {
        let text = "#[derive(Serialize)]\npub struct Post {\n    pub id: Mystery,\n}\n";
        let mut found = read::Found::default();
        read::file(text, &mut found).expect("readable");
        assert!(write::module(&found).is_err_and(|problem| problem.contains("Mystery")));
    }
}
