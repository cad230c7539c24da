//! The table of endpoints in `wire`, and the table of routes in `server`, read as text.

use std::collections::BTreeMap;
use std::path::Path;

use super::read;

const FOLDER: &str = "crates/wire/src/endpoints";
/// Where the endpoints outside `/api/v4` stand.
const OUTSIDE: &str = "crates/wire/src/endpoints.rs";
const ROUTES: [&str; 3] = [
    "crates/server/src/routes.rs",
    "crates/server/src/routes/administration.rs",
    "crates/server/src/routes/provisioning.rs",
];

/// One line of the table of endpoints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    pub constant: String,
    pub name: String,
    pub method: String,
    pub path: String,
    pub access: String,
    /// Refused while the server says that it is busy.
    pub busy: bool,
    /// It stands outside `/api/v4`.
    pub is_outside: bool,
    /// The comment above its block.
    pub section: String,
}

/// All lines, in the order of files and lines.
///
/// # Errors
/// With the line that is none of the table.
pub fn endpoints(root: &Path) -> Result<Vec<Endpoint>, String> {
    let mut paths: Vec<_> = std::fs::read_dir(root.join(FOLDER))
        .map_err(|error| format!("{FOLDER}: {error}"))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".rs") && name != "tests.rs")
        .map(|name| format!("{FOLDER}/{name}"))
        .collect();
    paths.sort();
    paths.push(OUTSIDE.to_owned());
    let mut all = Vec::new();
    for path in paths {
        let text = read(root, &path)?;
        lines(&text, path == OUTSIDE, &mut all).map_err(|problem| format!("{path}: {problem}"))?;
    }
    Ok(all)
}

/// Adds the lines of one file's tables.
///
/// # Errors
/// With the line that is none of the table.
pub fn lines(text: &str, is_outside: bool, all: &mut Vec<Endpoint>) -> Result<(), String> {
    let blocks = text.split("endpoints! {\n").skip(1);
    for block in blocks {
        let mut section = if is_outside { "Outside the API".to_owned() } else { String::new() };
        let mut statement = String::new();
        for line in block.lines().map(str::trim).take_while(|line| *line != "}") {
            if let Some(comment) = line.strip_prefix("// ") {
                section = comment.to_owned();
                continue;
            }
            statement.push_str(line);
            statement.push(' ');
            if let Some(whole) = statement.trim_end().strip_suffix(';') {
                let one = endpoint(whole).ok_or_else(|| format!("no endpoint: {whole}"))?;
                all.push(Endpoint { is_outside, section: section.clone(), ..one });
                statement.clear();
            }
        }
    }
    Ok(())
}

/// `CONST = label: METHOD "/path", tier, Access(RATE) busy => Cost`
fn endpoint(text: &str) -> Option<Endpoint> {
    let (constant, rest) = text.split_once(" = ")?;
    let (name, rest) = rest.split_once(':')?;
    let (method, rest) = rest.trim_start().split_once(' ')?;
    let (path, rest) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    let mut rest = rest.split(',').skip(2).collect::<String>();
    if let Some((before, _cost)) = rest.split_once("=>") {
        rest = before.to_owned();
    }
    let busy = rest.contains(" busy");
    let access = rest.trim().split(['(', ' ']).next()?.to_owned();
    Some(Endpoint {
        constant: constant.to_owned(),
        name: name.to_owned(),
        method: method.to_owned(),
        path: path.to_owned(),
        access,
        busy,
        is_outside: false,
        section: String::new(),
    })
}

/// The handler of each endpoint that is built, by the endpoint's constant. Where two lines name one, the first is asked.
///
/// # Errors
/// When a table cannot be read.
pub fn routes(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut routes = BTreeMap::new();
    for path in ROUTES {
        let text = read(root, path)?;
        let lines = text.lines().filter_map(|line| line.strip_prefix("    ")?.strip_suffix(',')?.split_once(" => "));
        let is_constant = |name: &str| {
            !name.is_empty() && name.chars().all(|one| one.is_ascii_uppercase() || one == '_' || one.is_ascii_digit())
        };
        for (constant, handler) in lines.filter(|(constant, _)| is_constant(constant)) {
            routes.entry(constant.to_owned()).or_insert_with(|| handler.to_owned());
        }
    }
    Ok(routes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_table_is_read() {
        let text = "endpoints! {\n    // Posts\n    SEARCH_POSTS = searchPosts:\n        POST \"/teams/{team_id}/posts/search\", 1, \
                    Session busy => Search;\n    LOGIN = login: POST \"/users/login\", 1, Open(LOGIN_RATE) => SignIn;\n}\n";
        let mut all = Vec::new();
        lines(text, false, &mut all).expect("a table");
        let said: Vec<_> = all
            .iter()
            .map(|one| (one.constant.as_str(), one.name.as_str(), one.path.as_str(), one.access.as_str(), one.busy))
            .collect();
        assert_eq!(
            said,
            [
                ("SEARCH_POSTS", "searchPosts", "/teams/{team_id}/posts/search", "Session", true),
                ("LOGIN", "login", "/users/login", "Open", false)
            ]
        );
        assert_eq!(all[0].section, "Posts");
    }
}
