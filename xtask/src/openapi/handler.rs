//! What the source of a handler says of its endpoint: the sentence above it, the body that it reads, the names in the
//! query, and the permissions that it names.
//!
//! A handler asks functions of its own file to read a body or a query, so these are followed; those of other files are
//! not. `answers.txt` says what remains.

use std::path::Path;

use super::read;

/// What was read.
#[derive(Debug, Default)]
pub struct Handler {
    /// The whole file, for the types that only it knows.
    pub file: String,
    pub docs: String,
    pub bodies: Vec<Body>,
    pub query: Vec<Parameter>,
    /// Names of the enum, as `CreatePost`.
    pub permissions: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// JSON of this Rust type.
    Json(String),
    /// A form with files.
    Form,
    /// The bytes of a file.
    Bytes,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// As JSON Schema knows it.
    pub kind: &'static str,
}

/// Reads the handler at this path of Rust, such as `conversation::posts::submit::create_post`.
///
/// # Errors
/// When no file has that function.
pub fn find(root: &Path, path: &str) -> Result<Handler, String> {
    let mut parts: Vec<&str> = path.split("::").collect();
    let name = parts.pop().unwrap_or_default();
    if parts.first() == Some(&"crate") {
        parts[0] = "server";
    }
    let place = format!("crates/{}/src/{}", parts[0], parts[1..].join("/"));
    let file = [format!("{place}.rs"), format!("{place}/mod.rs")]
        .iter()
        .find_map(|path| read(root, path).ok())
        .ok_or_else(|| format!("no file has the handler {path}"))?;
    let file = file.split("\n#[cfg(test)]").next().unwrap_or_default().to_owned();
    let functions = functions(&file);
    let first = functions
        .iter()
        .position(|one| one.owner.is_none() && one.name == name)
        .ok_or_else(|| format!("no handler {path}"))?;
    let text: String = reached(&functions, first).into_iter().map(|at| without_spaces(functions[at].text)).collect();
    let mut handler = Handler { docs: functions[first].docs(), ..Handler::default() };
    handler.bodies = bodies(&text);
    handler.query = query(&text);
    handler.permissions = after(&text, "Permission::");
    handler.file = file;
    Ok(handler)
}

struct Function<'a> {
    /// The type of a method.
    owner: Option<&'a str>,
    name: &'a str,
    docs: &'a str,
    text: &'a str,
}

impl Function<'_> {
    fn docs(&self) -> String {
        let lines = self.docs.lines().filter_map(|line| line.strip_prefix("///")).map(str::trim);
        lines.take_while(|line| !line.starts_with("# ")).collect::<Vec<_>>().join(" ").trim().to_owned()
    }
}

/// The functions of a file, and the methods of its types.
fn functions(file: &str) -> Vec<Function<'_>> {
    let mut found = Vec::new();
    let (mut at, mut docs_from, mut block) = (0, None, None);
    for line in file.split_inclusive('\n') {
        let (begin, end) = (at, at + line.len());
        at = end;
        if line.starts_with("///") || line.starts_with("#[") {
            docs_from.get_or_insert(begin);
            continue;
        }
        let docs = file[docs_from.take().unwrap_or(begin)..begin].trim_end();
        if line.starts_with("impl") {
            block = line.trim_end().strip_suffix(" {").and_then(|head| head.rsplit(' ').next()?.split('<').next());
        }
        let (owner, head, end) = match line.strip_prefix("    ") {
            Some(head) => (block, head, "\n    }\n"),
            None => (None, line, "\n}\n"),
        };
        let Some(name) = declared(head) else { continue };
        let text = &file[begin..];
        let text = &text[..text.find(end).map_or(text.len(), |at| at + end.len())];
        found.push(Function { owner, name, docs, text });
    }
    found
}

fn declared(line: &str) -> Option<&str> {
    let mut rest = line;
    for word in ["pub(crate) ", "pub(super) ", "pub ", "async "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let name = rest.strip_prefix("fn ")?;
    name.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}

/// The function and those of the file that it calls, in the order in which it does.
fn reached(functions: &[Function<'_>], first: usize) -> Vec<usize> {
    let mut reached = vec![first];
    let mut at = 0;
    while let Some(&current) = reached.get(at) {
        for (place, one) in functions.iter().enumerate() {
            if !reached.contains(&place) && calls(functions[current].text, one) {
                reached.push(place);
            }
        }
        at += 1;
    }
    reached
}

/// Whether the text calls this function of its own file.
fn calls(text: &str, function: &Function<'_>) -> bool {
    let name = function.name;
    if let Some(owner) = function.owner {
        return text.contains(&format!("{owner}::{name}("));
    }
    text.match_indices(name).any(|(at, _)| {
        let is_own = |before: char| before.is_alphanumeric() || ['_', '.', ':'].contains(&before);
        text[at + name.len()..].starts_with('(') && !text[..at].ends_with(is_own)
    })
}

fn without_spaces(text: &str) -> String {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(str::chars).filter(|letter| !letter.is_whitespace()).collect()
}

/// Calls that read a body into the type that stands before them.
const READERS: [&str; 6] = [
    "call.json(",
    "call.json_part::<",
    "call.json_or_default(",
    "call.list_of(",
    "wire::json::read(&call",
    "parse(&body",
];

fn bodies(text: &str) -> Vec<Body> {
    let mut found = Vec::new();
    for reader in READERS {
        for (at, _) in text.match_indices(&format!("={reader}")) {
            found.extend(annotated(&text[..at]).map(|kind| Body::Json(kind.to_owned())));
        }
    }
    for (at, call) in text.match_indices("call.json::<") {
        found.extend(text[at + call.len()..].split_once(">(").map(|(kind, _)| Body::Json(kind.to_owned())));
    }
    if text.contains("call.list()") {
        found.push(Body::Json("Vec<String>".to_owned()));
    }
    if text.contains("call.form(") || text.contains("call.is_form()") {
        found.push(Body::Form);
    }
    if found.is_empty() && (text.contains("call.stream()") || text.contains("call.bytes_up_to(")) {
        found.push(Body::Bytes);
    }
    let mut once = Vec::new();
    for one in found {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

/// The type of `letname:Type`, where the text ends with it.
fn annotated(text: &str) -> Option<&str> {
    let statement = &text[text.rfind([';', '{', '}']).map_or(0, |at| at + 1)..];
    statement.strip_prefix("let").and_then(|rest| Some(rest.split_once(':')?.1)).filter(|kind| !kind.is_empty())
}

/// How a name of the query is read, and what it holds.
const QUERIES: [(&str, &str); 8] = [
    ("flag", "boolean"),
    ("int", "integer"),
    ("size", "integer"),
    ("time", "integer"),
    ("id", "string"),
    ("place", "string"),
    ("text", "string"),
    ("get", "string"),
];

fn query(text: &str) -> Vec<Parameter> {
    let mut found: Vec<Parameter> = Vec::new();
    let mut add = |name: &str, kind| {
        let is_name = !name.is_empty() && name.chars().all(|one| one.is_alphanumeric() || one == '_');
        if is_name && found.iter().all(|one| one.name != name) {
            found.push(Parameter { name: name.to_owned(), kind });
        }
    };
    let mut calls: Vec<(usize, &str)> = Vec::new();
    for begin in ["query.", "query()."] {
        calls.extend(text.match_indices(begin).map(|(at, begin)| (at, &text[at + begin.len()..])));
    }
    calls.sort_unstable_by_key(|(at, _)| *at);
    for (_, call) in calls {
        if call.starts_with("page()") {
            add("page", "integer");
        }
        if call.starts_with("per_page()") {
            add("per_page", "integer");
        }
        for (method, kind) in QUERIES {
            let Some(rest) = call.strip_prefix(method) else { continue };
            let rest = rest.strip_prefix("::<").and_then(|rest| Some(rest.split_once('>')?.1)).unwrap_or(rest);
            if let Some((name, _)) = rest.strip_prefix("(\"").and_then(|rest| rest.split_once('"')) {
                add(name, kind);
            }
        }
    }
    // A function that is given the query and a name.
    for (at, begin) in text.match_indices("query,\"") {
        add(text[at + begin.len()..].split('"').next().unwrap_or_default(), "string");
    }
    found
}

/// The words that follow this one, each once.
fn after(text: &str, begin: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (at, _) in text.match_indices(begin) {
        let word: String = text[at + begin.len()..].chars().take_while(|letter| letter.is_alphanumeric()).collect();
        if !word.is_empty() && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "/// `POST /x`: makes one.\n///\n/// # Errors\n/// When it fails.\npub async fn make(mut call: Call) -> Answer {\n    \
        let form = named(&mut call).await?;\n    call.must(Permission::CreatePost)?;\n    let since = call\n        .query()\n        \
        .time(\"since\")?;\n}\n\nasync fn named(call: &mut Call) -> Result<Form> {\n    let mut form: Form = \
        call.json(\"form\").await?;\n    // call.query().text(\"no\")\n    let _ = call.text(\"x_id\");\n    Asked::read(&call.query());\n}\n\nimpl Asked {\n    fn read(query: &Query) -> Asked {\n        place(query, \"in_team\");\n    }\n}\n\nasync fn other() {\n    \
        let a: Other = call.json(\"a\").await?;\n}\n";

    #[test]
    fn a_handler_and_what_it_calls_are_read() {
        let functions = functions(FILE);
        assert_eq!(functions.iter().map(|one| one.name).collect::<Vec<_>>(), ["make", "named", "read", "other"]);
        assert_eq!(functions[2].owner, Some("Asked"));
        assert_eq!(functions[0].docs(), "`POST /x`: makes one.");
        let text: String = reached(&functions, 0).into_iter().map(|at| without_spaces(functions[at].text)).collect();
        assert_eq!(bodies(&text), [Body::Json("Form".into())]);
        assert_eq!(
            query(&text),
            [Parameter { name: "since".into(), kind: "integer" }, Parameter { name: "in_team".into(), kind: "string" }]
        );
        assert_eq!(after(&text, "Permission::"), ["CreatePost"]);
    }

    #[test]
    fn types_with_brackets_and_paths_are_read() {
        let json = |text: &str| bodies(&without_spaces(text));
        assert_eq!(
            json("let a: Vec<wire::posts::Post> = call.list_of().await?;"),
            [Body::Json("Vec<wire::posts::Post>".into())]
        );
        assert_eq!(json("let a = call.json::<Post>(\"post\").await?;"), [Body::Json("Post".into())]);
        assert_eq!(json("let form = call.form(MAX).await?;"), [Body::Form]);
        assert!(json("let a = call.json(\"post\").await?;").is_empty());
    }
}
