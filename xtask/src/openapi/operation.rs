//! One endpoint as an operation of OpenAPI.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::answers::Answer;
use super::handler::{Body, Handler};
use super::schema::{Schemas, Side, prose};
use super::table::Endpoint;

const JSON: &str = "application/json";

/// The operation; permissions are named by `ids`, which maps names of the enum to those on the wire.
///
/// # Errors
/// With the type that has no schema.
pub fn of(
    endpoint: &Endpoint,
    handler: &Handler,
    answer: &Answer,
    ids: &BTreeMap<String, String>,
    schemas: &mut Schemas<'_>,
) -> Result<Value, String> {
    let permissions: Vec<&String> = handler.permissions.iter().filter_map(|name| ids.get(name)).collect();
    let mut operation = Map::new();
    operation.insert("operationId".into(), endpoint.name.clone().into());
    operation.insert("tags".into(), json!([endpoint.section]));
    operation.insert("summary".into(), spoken(&endpoint.name).into());
    let description = description(endpoint, said(&handler.docs), &permissions);
    if !description.is_empty() {
        operation.insert("description".into(), description.into());
    }
    let parameters = parameters(endpoint, handler, answer);
    if !parameters.is_empty() {
        operation.insert("parameters".into(), parameters.into());
    }
    if let Some(body) = body(endpoint, handler, answer, schemas)? {
        operation.insert("requestBody".into(), body);
    }
    operation.insert("responses".into(), responses(handler, answer, schemas)?);
    if let Some(security) = security(&endpoint.access) {
        operation.insert("security".into(), security);
    }
    if endpoint.is_outside {
        operation.insert("servers".into(), json!([{"url": "/"}]));
    }
    if !permissions.is_empty() {
        operation.insert("x-permissions".into(), json!(permissions));
    }
    Ok(operation.into())
}

/// The documentation of a handler, without the route that it begins with.
fn said(docs: &str) -> String {
    let docs = match docs.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
        // Documentation that names more routes than one is kept as it is, but for the begin.
        Some((route, rest)) if route.contains(' ') || route.starts_with('/') => {
            rest.split_once(": ").map_or("", |(_, rest)| rest)
        }
        _ => docs,
    };
    let docs = prose(docs.trim());
    let mut letters = docs.chars();
    let upper: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    upper + letters.as_str()
}

/// `getPostThread` as `Get post thread`.
fn spoken(name: &str) -> String {
    let mut said = String::new();
    let letters: Vec<char> = name.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let (before, next) = (at.checked_sub(1).map(|at| letters[at]), letters.get(at + 1));
        let is_small = next.is_none_or(|next| next.is_lowercase());
        // A word begins after a small letter, and where capitals end: `CPAField`.
        let begins = letter.is_uppercase() && before.is_some_and(|before| before.is_lowercase() || is_small);
        match (before, begins) {
            (None, _) => said.extend(letter.to_uppercase()),
            (_, true) if is_small => said.extend([' ', letter.to_ascii_lowercase()]),
            (_, true) => said.extend([' ', *letter]),
            _ => said.push(*letter),
        }
    }
    said
}

fn description(endpoint: &Endpoint, said: String, permissions: &[&String]) -> String {
    let mut parts = Vec::new();
    if !said.is_empty() {
        parts.push(said);
    }
    if !permissions.is_empty() {
        let names: Vec<String> = permissions.iter().map(|name| format!("`{name}`")).collect();
        parts.push(format!("Permissions that it may check: {}.", names.join(", ")));
    }
    if endpoint.access == "SessionNoMfa" {
        parts.push("It also serves a session that lacks a required second factor.".to_owned());
    }
    if endpoint.busy {
        parts.push("It answers 503 while the server is busy.".to_owned());
    }
    parts.join("\n\n")
}

fn parameters(endpoint: &Endpoint, handler: &Handler, answer: &Answer) -> Vec<Value> {
    let names = endpoint.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let mut all: Vec<Value> = names
        .map(|name| {
            let mut one = json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}});
            if name == "user_id" {
                one["description"] = "An id, or `me`.".into();
            }
            one
        })
        .collect();
    let in_query = |name: &str, kind: &str| json!({"name": name, "in": "query", "schema": {"type": kind}});
    all.extend(handler.query.iter().map(|one| in_query(&one.name, one.kind)));
    let known = |name: &str| handler.query.iter().any(|one| one.name == name);
    all.extend(answer.query.iter().filter(|(name, _)| !known(name)).map(|(name, kind)| in_query(name, kind)));
    all
}

fn body(
    endpoint: &Endpoint,
    handler: &Handler,
    answer: &Answer,
    schemas: &mut Schemas<'_>,
) -> Result<Option<Value>, String> {
    if endpoint.method == "GET" {
        return Ok(None);
    }
    let mut content = Map::new();
    let bodies = match answer.body.map(|kind| kind.strip_prefix("form:").ok_or(kind)) {
        None => handler.bodies.clone(),
        Some(Err(kind)) => vec![Body::Json(kind.to_owned())],
        Some(Ok(kind)) => {
            let schema = schemas.of(kind, Side::Read, &handler.file)?;
            content.insert("application/x-www-form-urlencoded".into(), json!({"schema": schema}));
            Vec::new()
        }
    };
    let mut shapes = Vec::new();
    for body in bodies {
        match body {
            Body::Json(rust) => shapes.push(schemas.of(&rust, Side::Read, &handler.file)?),
            Body::Form => {
                content.insert("multipart/form-data".into(), json!({"schema": {"type": "object"}}));
            }
            Body::Bytes => {
                content.insert("application/octet-stream".into(), json!({}));
            }
        }
    }
    if let Some(schema) = one_of(shapes) {
        content.insert(JSON.into(), json!({"schema": schema}));
    }
    Ok((!content.is_empty()).then(|| json!({"content": content})))
}

/// The only one of them, or any.
fn one_of(mut shapes: Vec<Value>) -> Option<Value> {
    match shapes.len() {
        0 => None,
        1 => shapes.pop(),
        _ => Some(json!({"anyOf": shapes})),
    }
}

fn responses(handler: &Handler, answer: &Answer, schemas: &mut Schemas<'_>) -> Result<Value, String> {
    let (mut content, mut shapes) = (Map::new(), Vec::new());
    let mut says = "The answer.";
    for kind in &answer.kinds {
        match *kind {
            "never" => return Ok(json!({"default": {"$ref": "#/components/responses/Error"}})),
            "empty" => says = "Done.",
            "redirect" => says = "A redirect, in the header Location.",
            "file" => {
                content.insert("*/*".into(), json!({}));
            }
            media if media.contains('/') => {
                content.insert(media.into(), json!({}));
            }
            "StatusBody" => {
                says = "Done.";
                shapes.push(schemas.of(kind, Side::Written, &handler.file)?);
            }
            rust => shapes.push(schemas.of(rust, Side::Written, &handler.file)?),
        }
    }
    if let Some(schema) = one_of(shapes) {
        content.insert(JSON.into(), json!({"schema": schema}));
    }
    let mut response = json!({"description": says});
    if !content.is_empty() {
        response["content"] = content.into();
    }
    let mut all = Map::new();
    all.insert(answer.status.to_string(), response);
    all.insert("default".into(), json!({"$ref": "#/components/responses/Error"}));
    Ok(all.into())
}

/// Whom it lets in, where that is not anybody with a session.
fn security(access: &str) -> Option<Value> {
    access.ends_with("Open").then(|| json!([{}, {"token": []}, {"cookie": []}]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(name: &str) -> Endpoint {
        Endpoint {
            constant: String::new(),
            name: name.into(),
            method: "GET".into(),
            path: "/posts/{post_id}".into(),
            access: "Session".into(),
            busy: false,
            is_outside: false,
            section: "Posts".into(),
        }
    }

    #[test]
    fn the_description_is_the_documentation_without_the_route() {
        assert_eq!(said("`GET /posts`: makes one. Slowly."), "Makes one. Slowly.");
        assert_eq!(said("`GET /posts`"), "");
        assert_eq!(said("Posts what the caller wrote."), "Posts what the caller wrote.");
    }

    #[test]
    fn the_summary_is_the_name_in_words() {
        let names = ["getPostThread", "createCPAField", "getUser"].map(spoken);
        assert_eq!(names, ["Get post thread", "Create CPA field", "Get user"]);
    }

    #[test]
    fn variables_of_the_path_are_parameters() {
        let answer = Answer { status: 200, kinds: vec!["empty"], body: None, query: vec![("since", "integer")] };
        let all = parameters(&endpoint("getPost"), &Handler::default(), &answer);
        let names: Vec<_> = all.iter().map(|one| (one["name"].as_str(), one["in"].as_str())).collect();
        assert_eq!(names, [(Some("post_id"), Some("path")), (Some("since"), Some("query"))]);
    }
}
