//! The whole document, and its text.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::schema::{Schemas, Side};
use super::table::Endpoint;
use super::{answers, handler, operation, read, table};
use crate::wire_types;

const ABOUT: &str = "The API of Muster, compatible with version 4 of Mattermost's. `cargo xtask openapi` generates this \
    reference from the sources.\n\nIds have 26 characters; times are milliseconds since 1970. Lists come in pages: `page` \
    counts from 0, and `per_page` is at most 200. A body may leave out fields, and the server ignores unknown ones. \
    Endpoints of the API that this server does not implement answer 501 and are not listed here.";

const ANSWERS: &str = "xtask/src/openapi/answers.txt";

/// The document.
///
/// # Errors
/// With every route that has no line in `answers.txt`, every line that has no route, and every type that has no schema;
/// else with the first file that cannot be read.
pub fn whole(root: &Path) -> Result<Value, String> {
    let found = wire_types::found(root)?;
    let mut schemas = Schemas::new(&found);
    let (mut paths, tags) = operations(root, &mut schemas)?;
    paths.retain(|_, methods| methods != &json!({}));
    paths.sort_keys();
    let error = schemas.of("ErrorBody", Side::Written, "")?;
    let (mut schemas, names) = schemas.named();
    schemas.sort_keys();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {"title": "Muster", "version": version(&read(root, "Cargo.toml")?)?, "description": ABOUT, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        "servers": [{"url": "/api/v4"}],
        "security": [{"token": []}, {"cookie": []}],
        "tags": tags.iter().map(|name| json!({"name": name})).collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "The token of a session, which `POST /users/login` \
                    answers with in the header `Token`, or a personal access token."},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "MMAUTHTOKEN", "description": "The cookie of a browser's \
                    session. Requests other than GET bring the value of the cookie MMCSRF in the header X-CSRF-Token."},
            },
            "responses": {"Error": {"description": "A refusal or an error.", "content": {"application/json": {"schema": error}}}},
            "schemas": schemas,
        },
    });
    refer(&mut document, &names);
    Ok(document)
}

/// The operations of all built endpoints by path and method, and the sections that these stand in.
fn operations(root: &Path, schemas: &mut Schemas<'_>) -> Result<(Map<String, Value>, Vec<String>), String> {
    let ids = permissions(&read(root, "crates/permissions/src/permission.rs")?);
    let (mut answers, routes) = (answers::all()?, table::routes(root)?);
    let (mut paths, mut tags, mut problems) = (Map::new(), Vec::new(), Vec::new());
    for endpoint in table::endpoints(root)? {
        let name = &endpoint.name;
        let methods = paths.entry(endpoint.path.clone()).or_insert_with(|| json!({}));
        let method = endpoint.method.to_lowercase();
        let Some(route) = routes.get(&endpoint.constant) else {
            // The router knows endpoints by their names: one may stand inside the API and outside of it.
            if methods[&method]["operationId"] == name.as_str() {
                methods[&method]["servers"] = json!([{"url": "/api/v4"}, {"url": "/"}]);
            }
            continue;
        };
        let Some(answer) = answers.remove(name.as_str()) else {
            problems.push(without_answer(&endpoint, route));
            continue;
        };
        let handler = handler::find(root, route)?;
        match operation::of(&endpoint, &handler, &answer, &ids, schemas) {
            Ok(operation) => methods[method] = operation,
            Err(problem) => problems.push(format!("{name}: {problem}")),
        }
        if !tags.contains(&endpoint.section) {
            tags.push(endpoint.section);
        }
    }
    problems.extend(answers.keys().map(|name| format!("{name} has a line in {ANSWERS} and no route: remove the line")));
    if problems.is_empty() { Ok((paths, tags)) } else { Err(problems.join("\n")) }
}

fn without_answer(endpoint: &Endpoint, route: &str) -> String {
    let Endpoint { name, method, path, .. } = endpoint;
    format!("{method} {path} has no line in {ANSWERS}: add `{name} TYPE`, where TYPE is the answer of {route}")
}

fn version(manifest: &str) -> Result<String, String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    line.and_then(|rest| rest.strip_suffix('"')).map(str::to_owned).ok_or("Cargo.toml has no version".to_owned())
}

/// `    CreatePost = "create_post",` for each permission.
fn permissions(text: &str) -> BTreeMap<String, String> {
    let line = |line: &str| {
        let (name, id) = line.trim().split_once(" = \"")?;
        Some((name.to_owned(), id.strip_suffix("\",")?.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

/// Gives references the final names of the schemas.
fn refer(value: &mut Value, names: &BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(place)) = fields.get_mut("$ref")
                && let Some(name) = names.get(place.as_str())
            {
                *place = format!("#/components/schemas/{name}");
            }
            fields.values_mut().for_each(|value| refer(value, names));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| refer(value, names)),
        _ => {}
    }
}

/// The text: a line for each operation and each schema, so that a change of one is a change of a line.
pub fn text(document: &Value) -> String {
    let mut out = String::new();
    nested(document, 0, &mut out);
    out.push('\n');
    out
}

/// Objects within which each member has a line of its own; the rest stands in one line.
const DEPTH: usize = 3;

fn nested(value: &Value, depth: usize, out: &mut String) {
    let Some(fields) = value.as_object().filter(|fields| depth < DEPTH && !fields.is_empty()) else {
        write!(out, "{value}").expect("memory does not fail to write");
        return;
    };
    let indent = " ".repeat(depth + 1);
    for (at, (name, inner)) in fields.iter().enumerate() {
        out.push_str(if at == 0 { "{\n" } else { ",\n" });
        write!(out, "{indent}{}: ", Value::from(name.as_str())).expect("memory does not fail to write");
        nested(inner, depth + 1, out);
    }
    write!(out, "\n{}}}", &indent[1..]).expect("memory does not fail to write");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_without_an_answer_is_named_with_the_line_that_it_needs() {
        let text = "endpoints! {\n    GET_THING = getThing: GET \"/things/{thing_id}\", 1, Session;\n}\n";
        let mut endpoints = Vec::new();
        table::lines(text, false, &mut endpoints).expect("a table");
        assert_eq!(
            without_answer(&endpoints[0], "conversation::things::get"),
            "GET /things/{thing_id} has no line in xtask/src/openapi/answers.txt: add `getThing TYPE`, where TYPE is the \
             answer of conversation::things::get"
        );
    }

    #[test]
    fn the_text_is_the_document_by_lines() {
        let document = json!({"paths": {"/a": {"get": {"tags": ["A"]}, "put": {}}}, "empty": {}});
        let text = text(&document);
        assert_eq!(
            text,
            "{\n \"paths\": {\n  \"/a\": {\n   \"get\": {\"tags\":[\"A\"]},\n   \"put\": {}\n  }\n },\n \"empty\": {}\n}\n"
        );
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), document);
    }
}
