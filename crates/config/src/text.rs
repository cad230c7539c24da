//! The example file and `docs/config.md`, made from the sections' tables.

use std::fmt::Write;

use serde_json::Value;

use crate::{Field, Kind, SECTIONS};

/// Widest line of a comment in the example file.
const WIDTH: usize = 110;

/// A file with every key commented out at its default, as `muster config example` prints it.
pub fn example() -> String {
    let mut out = String::from(
        "# Muster. Every key is shown with its default; remove the # to change one.\n\
         # The environment overrides the file: team.max_users is MUSTER_TEAM_MAX_USERS.\n\
         # The command line overrides both: --set team.max_users=500.\n",
    );
    for (section, about, fields) in SECTIONS {
        _ = write!(out, "\n{}[{section}]\n", comment(about));
        for field in *fields {
            _ = write!(
                out,
                "\n{}{}# {} = {}\n",
                comment(field.doc),
                limits(field),
                field.name,
                toml(&(field.default)())
            );
        }
    }
    out
}

/// Every key with default, range and what it means, for people who read rather than edit.
pub fn markdown() -> String {
    let mut out = String::from(
        "<!-- Generated from crates/config. UPDATE=1 cargo test -p muster-config writes it anew. -->\n\
         # Configuration\n\n\
         One TOML file, named by `--config` or `MUSTER_CONFIG`; `muster config example` prints one with every key.\n\
         The environment overrides the file (`team.max_users` is `MUSTER_TEAM_MAX_USERS`), the command line overrides\n\
         both (`--set team.max_users=500`). What administrators change over the API is kept in the database and stands\n\
         between file and environment. Keys marked *node* are not changed over the API. \"API name\" is the key's place\n\
         in `GET /api/v4/config`.\n",
    );
    for (section, about, fields) in SECTIONS {
        let about = one_line(about);
        _ = write!(
            out,
            "\n## `[{section}]`\n\n{about}\n\n| Key | Default | Accepts | API name | Meaning |\n|---|---|---|---|---|\n"
        );
        for field in *fields {
            row(field, &mut out);
        }
        for field in *fields {
            tables(field, &mut out);
        }
    }
    out
}

/// The keys of a field that is a list of tables.
fn tables(field: &Field, out: &mut String) {
    let Kind::Tables(keys) = field.kind else { return };
    _ = write!(out, "\n### `[[{}]]`\n\n| Key | Accepts | Meaning |\n|---|---|---|\n", field.key());
    for key in keys {
        _ = writeln!(out, "| `{}` | {} | {} |", key.name, key.kind.describe(), one_line(key.doc));
    }
}

fn row(field: &Field, out: &mut String) {
    let node = if field.rule.node { " *node*" } else { "" };
    let default = toml(&(field.default)());
    let accepts = match field.rule.range {
        Some((least, most)) => format!("{least} to {most}"),
        None => field.kind.describe(),
    };
    let api = field.rule.api.map(|api| format!("`{api}`")).unwrap_or_default();
    _ = writeln!(out, "| `{}`{node} | `{default}` | {accepts} | {api} | {} |", field.name, one_line(field.doc));
}

fn limits(field: &Field) -> String {
    match (field.kind, field.rule.range) {
        (Kind::Choice(_), _) => format!("# {}.\n", capital(&field.kind.describe())),
        (_, Some((least, most))) => format!("# Between {least} and {most}.\n"),
        _ => String::new(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn one_line(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn comment(doc: &str) -> String {
    let mut out = String::new();
    let mut line = String::from("#");
    for word in doc.split_whitespace() {
        if line.len() + 1 + word.len() > WIDTH {
            _ = writeln!(out, "{line}");
            line = String::from("#");
        }
        line.push(' ');
        line.push_str(word);
    }
    _ = writeln!(out, "{line}");
    out
}

fn toml(value: &Value) -> String {
    match value {
        // The escapes of JSON are also those of TOML.
        Value::String(_) | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) => format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Value::Null | Value::Object(_) => unreachable!("no field holds a table"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Config, parse};

    #[test]
    fn the_example_with_every_key_uncommented_is_the_defaults() {
        let is_key = |line: &str| line.split_once(" = ").is_some_and(|(key, _)| !key.contains(' '));
        let uncommented: Vec<&str> = example()
            .leak()
            .lines()
            .map(|line| line.strip_prefix("# ").filter(|rest| is_key(rest)).unwrap_or(line))
            .collect();
        let text = uncommented.join("\n");
        assert!(text.contains("\nmax_users = 100000\n"));
        assert_eq!(parse(&text).map_err(|e| e.to_string()), Ok(Config::default()));
    }

    #[test]
    fn the_example_as_it_is_is_the_defaults() {
        assert_eq!(parse(&example()).unwrap(), Config::default());
    }

    #[test]
    fn every_field_has_a_help_sentence() {
        for (_, _, fields) in SECTIONS {
            for field in *fields {
                assert!(field.doc.trim().ends_with('.'), "{}", field.key());
            }
        }
    }

    #[test]
    fn docs_config_md_is_current() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/config.md");
        if option_env!("UPDATE").is_some() {
            std::fs::write(&path, markdown()).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == markdown(), "stale: run UPDATE=1 cargo test -p muster-config");
    }
}
