//! The reference as TypeScript: the types of its schemas, and the table of its endpoints, for `clients/typescript`.

use std::fmt::Write;

use serde_json::Value;

pub const OUTPUT: &str = "clients/typescript/src/api.gen.ts";

const HEAD: &str = "// Generated from docs/api/openapi.json by `cargo xtask openapi`. Do not edit.\n";
const PUT: &str = "memory does not fail to write";

/// The module.
///
/// # Errors
/// With the schema that it cannot say in TypeScript.
pub fn module(document: &Value) -> Result<String, String> {
    let mut out = HEAD.to_owned();
    for (name, schema) in members(&document["components"]["schemas"]) {
        doc(schema, "", &mut out);
        let kind = typescript(schema, 0).map_err(|problem| format!("{name}: {problem}"))?;
        writeln!(out, "export type {name} = {kind};").expect(PUT);
    }
    let (mut types, mut table) = (String::new(), String::new());
    for (path, methods) in members(&document["paths"]) {
        for (method, operation) in members(methods) {
            let name = operation["operationId"].as_str().unwrap_or_default();
            let one = endpoint(operation).map_err(|problem| format!("{name}: {problem}"))?;
            let said = ["summary", "description"].map(|name| operation[name].as_str().unwrap_or_default());
            let said = said.join(". ").replace("\n\n", " ");
            doc(&serde_json::json!({"description": said.trim_end_matches(". ")}), "  ", &mut types);
            writeln!(types, "  {name}: {one};").expect(PUT);
            let server = operation["servers"][0]["url"].as_str().unwrap_or("/api/v4").trim_end_matches('/');
            writeln!(table, "  {name}: [\"{}\", \"{server}{path}\"],", method.to_uppercase()).expect(PUT);
        }
    }
    write!(out, "\n/** What each endpoint takes and answers. */\nexport interface Endpoints {{\n{types}}}\n")
        .expect(PUT);
    write!(out, "\n/** Method and path of each endpoint. */\nexport const ENDPOINTS = {{\n{table}}} as const;\n")
        .expect(PUT);
    Ok(out)
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// `{ path: {…}; query: {…}; body: T; answer: T }`, each where there is one.
fn endpoint(operation: &Value) -> Result<String, String> {
    let mut parts = Vec::new();
    for (place, name, mark) in [("path", "path", ""), ("query", "query?", "?")] {
        let all = operation["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == place);
        let fields: Vec<String> = all
            .map(|one| {
                Ok(format!("{}{mark}: {}", one["name"].as_str().unwrap_or_default(), typescript(&one["schema"], 0)?))
            })
            .collect::<Result<_, String>>()?;
        if !fields.is_empty() {
            parts.push(format!("{name}: {{ {} }}", fields.join("; ")));
        }
    }
    let content = &operation["requestBody"]["content"];
    if content.get("multipart/form-data").is_some() {
        parts.push("body: FormData".to_owned());
    } else if content.get("application/x-www-form-urlencoded").is_some() {
        parts.push("body: URLSearchParams".to_owned());
    } else if content.get("application/octet-stream").is_some() {
        parts.push("body: Blob".to_owned());
    } else if let Some(json) = content.get("application/json") {
        parts.push(format!("body: {}", typescript(&json["schema"], 0)?));
    }
    let answer = members(&operation["responses"]).find(|(status, _)| *status != "default");
    let content = answer.map_or(&Value::Null, |(_, one)| &one["content"]);
    let kind = match (answer, content.get("application/json")) {
        (None, _) => "never".to_owned(),
        (_, Some(json)) => typescript(&json["schema"], 0)?,
        _ if content.is_null() => "undefined".to_owned(),
        _ => "Blob".to_owned(),
    };
    parts.push(format!("answer: {kind}"));
    Ok(format!("{{ {} }}", parts.join("; ")))
}

fn doc(schema: &Value, indent: &str, out: &mut String) {
    if let Some(text) = schema["description"].as_str().filter(|text| !text.is_empty()) {
        writeln!(out, "{indent}/** {} */", text.replace("*/", "* /")).expect(PUT);
    }
}

fn typescript(schema: &Value, depth: usize) -> Result<String, String> {
    if let Some(place) = schema["$ref"].as_str() {
        return place.rsplit('/').next().map(str::to_owned).ok_or_else(|| format!("{place} leads nowhere"));
    }
    if let Some(shapes) = schema["anyOf"].as_array() {
        let shapes: Vec<String> = shapes.iter().map(|one| typescript(one, depth)).collect::<Result<_, _>>()?;
        return Ok(shapes.join(" | "));
    }
    let one = |kind: &str| match kind {
        "string" => Ok("string".to_owned()),
        "boolean" => Ok("boolean".to_owned()),
        "integer" | "number" => Ok("number".to_owned()),
        "null" => Ok("null".to_owned()),
        "array" => {
            let items = typescript(&schema["items"], depth)?;
            Ok(if items.contains(' ') { format!("Array<{items}>") } else { format!("{items}[]") })
        }
        "object" => object(schema, depth),
        other => Err(format!("no TypeScript for {other}")),
    };
    match &schema["type"] {
        Value::String(kind) => one(kind),
        Value::Array(kinds) => {
            let kinds: Vec<String> =
                kinds.iter().map(|kind| one(kind.as_str().unwrap_or_default())).collect::<Result<_, _>>()?;
            Ok(kinds.join(" | "))
        }
        _ => Ok("unknown".to_owned()),
    }
}

fn object(schema: &Value, depth: usize) -> Result<String, String> {
    let mut parts: Vec<String> = Vec::new();
    for inner in schema["allOf"].as_array().into_iter().flatten() {
        parts.push(typescript(inner, depth)?);
    }
    if let Some(others) = schema.get("additionalProperties") {
        parts.push(format!("Record<string, {}>", typescript(others, depth)?));
    }
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut fields = String::new();
    let indent = "  ".repeat(depth + 1);
    for (name, inner) in members(&schema["properties"]) {
        doc(inner, &indent, &mut fields);
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        let key = if name.chars().all(|one| one.is_alphanumeric() || one == '_') {
            name.clone()
        } else {
            format!("\"{name}\"")
        };
        writeln!(fields, "{indent}{key}{mark}: {};", typescript(inner, depth + 1)?).expect(PUT);
    }
    if !fields.is_empty() {
        parts.push(format!("{{\n{fields}{}}}", "  ".repeat(depth)));
    }
    Ok(if parts.is_empty() { "Record<string, unknown>".to_owned() } else { parts.join(" & ") })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_endpoint_has_its_types_and_its_place() {
        let answer = json!({"type": "array", "items": {"$ref": "#/components/schemas/Post"}});
        let document = json!({
            "components": {"schemas": {"Post": {"type": "object", "description": "Said.", "required": ["id"],
                "properties": {"id": {"type": "string"}, "tags": {"type": ["array", "null"], "items": {"type": "string"}}}}}},
            "paths": {"/posts/{post_id}": {"put": {"operationId": "updatePost", "summary": "Changes it",
                "parameters": [{"name": "post_id", "in": "path", "schema": {"type": "string"}},
                    {"name": "page", "in": "query", "schema": {"type": "integer"}}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Post"}}}},
                "responses": {"200": {"content": {"application/json": {"schema": answer}}}, "default": {}}}}},
        });
        let module = module(&document).expect("TypeScript");
        let expected = "/** Said. */\nexport type Post = {\n  id: string;\n  tags?: string[] | null;\n};\n";
        assert!(module.contains(expected), "{module}");
        let expected = "  /** Changes it */\n  updatePost: { path: { post_id: string }; query?: { page?: number }; body: Post; \
                        answer: Post[] };\n";
        assert!(module.contains(expected), "{module}");
        assert!(module.contains("  updatePost: [\"PUT\", \"/api/v4/posts/{post_id}\"],\n"), "{module}");
    }
}
