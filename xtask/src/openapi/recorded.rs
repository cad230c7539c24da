//! Holds the reference against the answers in `conformance/parity/recordings`: each recorded answer is what the reference
//! says, field by field, and each name in a recorded query is among the parameters.
//!
//! The recordings mask what changes from run to run: a text that begins with `<` or `$` stands for any plain value, and
//! an object with a member `$…` for a value that is not looked at.

use serde_json::{Map, Value};

use super::{document, read};
use crate::repository::root;

const RECORDINGS: &str = "conformance/parity/recordings";
/// Answers that are compared, at least; fewer mean that this test looks at nothing.
const COMPARED_MIN: usize = 700;
/// Queries that clients send and that this server reads nowhere, since they change nothing here.
const UNREAD: [&str; 4] = ["access_token", "client", "clientVersion", "format"];

/// A path of the reference by its segments, and its operations.
struct Place<'a> {
    segments: Vec<&'a str>,
    methods: &'a Map<String, Value>,
}

impl Place<'_> {
    fn is(&self, path: &str) -> bool {
        let mut segments = path.split('/').skip(1);
        self.segments.iter().all(|known| segments.next().is_some_and(|one| known.starts_with('{') || *known == one))
            && segments.next().is_none()
    }

    fn variables(&self) -> usize {
        self.segments.iter().filter(|one| one.starts_with('{')).count()
    }
}

#[test]
fn recorded_answers_are_what_the_reference_says() {
    let document = document::whole(root()).expect("readable sources");
    let document = &document;
    let paths = document["paths"].as_object().expect("paths");
    let mut places: Vec<Place<'_>> = paths
        .iter()
        .map(|(path, methods)| Place {
            segments: path.split('/').skip(1).collect(),
            methods: methods.as_object().expect("methods"),
        })
        .collect();
    // Words before variables, as the router has it.
    places.sort_by_key(Place::variables);
    let (mut compared, mut problems) = (0, Vec::new());
    for step in steps() {
        let path = step["path"].as_str().and_then(|path| path.split('?').next()).unwrap_or_default();
        let method = step["method"].as_str().unwrap_or_default().to_lowercase();
        let found = places.iter().filter(|place| place.is(path)).find_map(|place| place.methods.get(&method));
        let (Some(operation), Some(200..300)) = (found, step["status"].as_u64()) else { continue };
        let name = operation["operationId"].as_str().unwrap_or_default();
        for parameter in step["query"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()) {
            let all = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
            if !UNREAD.contains(&parameter) && !all.iter().any(|one| one["name"] == parameter && one["in"] == "query") {
                problems.push(format!("{name}: the query has {parameter}"));
            }
        }
        if step["kind"] != "json" {
            continue;
        }
        compared += 1;
        let response = &operation["responses"][step["status"].to_string()];
        if response.is_null() {
            problems.push(format!("{name}: the status is {}", step["status"]));
        }
        let schema = &response["content"]["application/json"]["schema"];
        if !schema.is_null()
            && let Err(problem) = check(&step["body"], schema, document)
        {
            problems.push(format!("{name}: {problem}"));
        }
    }
    problems.sort();
    problems.dedup();
    assert!(problems.is_empty(), "{} differ:\n{}", problems.len(), problems.join("\n"));
    assert!(compared > COMPARED_MIN, "{compared} answers were compared");
}

fn steps() -> Vec<Value> {
    let folder = root().join(RECORDINGS);
    let entries =
        std::fs::read_dir(folder).expect("recordings").filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let texts = entries.map(|name| read(root(), &format!("{RECORDINGS}/{name}")).expect("a recording"));
    texts
        .flat_map(|text| text.lines().map(|line| serde_json::from_str(line).expect("a step")).collect::<Vec<_>>())
        .collect()
}

/// Whether the value is one of the schema's.
fn check(value: &Value, schema: &Value, document: &Value) -> Result<(), String> {
    let is_masked = match value {
        Value::String(text) => text.starts_with(['<', '$']),
        Value::Object(fields) => ["$shape", "$json"].iter().any(|name| fields.contains_key(*name)),
        _ => false,
    };
    if is_masked {
        return Ok(());
    }
    if let Some(place) = schema["$ref"].as_str() {
        return check(value, resolved(place, document), document);
    }
    if let Some(shapes) = schema["anyOf"].as_array() {
        let problems: Vec<String> = shapes.iter().filter_map(|shape| check(value, shape, document).err()).collect();
        return if problems.len() < shapes.len() { Ok(()) } else { Err(problems.join(", or ")) };
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allows = |one: &Value| one == kind || one == "number" && kind == "integer";
    let is_allowed = match &schema["type"] {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(allows),
        one => allows(one),
    };
    if !is_allowed {
        return Err(format!("{kind} instead of {}", schema["type"]));
    }
    match value {
        Value::Array(items) if !schema["items"].is_null() => {
            items.iter().try_for_each(|item| check(item, &schema["items"], document))
        }
        Value::Object(fields) => members(fields, schema, document),
        _ => Ok(()),
    }
}

fn members(fields: &Map<String, Value>, schema: &Value, document: &Value) -> Result<(), String> {
    let (mut known, mut required) = (Map::new(), Vec::new());
    gather(schema, document, &mut known, &mut required);
    if let Some(name) = required.iter().find(|name| !fields.contains_key(*name)) {
        return Err(format!("{name} is missing"));
    }
    let others = &schema["additionalProperties"];
    for (name, value) in fields {
        let schema = match known.get(name) {
            Some(schema) => schema,
            None if known.is_empty() && others.is_null() => continue,
            None if others.is_null() => return Err(format!("{name} is unknown")),
            None => others,
        };
        check(value, schema, document).map_err(|problem| format!("{name}: {problem}"))?;
    }
    Ok(())
}

/// The members of an object, and of those whose members stand in it.
fn gather(schema: &Value, document: &Value, known: &mut Map<String, Value>, required: &mut Vec<String>) {
    if let Some(place) = schema["$ref"].as_str() {
        return gather(resolved(place, document), document, known, required);
    }
    if let Some(properties) = schema["properties"].as_object() {
        known.extend(properties.iter().map(|(name, schema)| (name.clone(), schema.clone())));
    }
    let names = schema["required"].as_array().into_iter().flatten();
    required.extend(names.filter_map(|name| name.as_str().map(str::to_owned)));
    for inner in schema["allOf"].as_array().into_iter().flatten() {
        gather(inner, document, known, required);
    }
}

fn resolved<'a>(place: &str, document: &'a Value) -> &'a Value {
    document.pointer(place.trim_start_matches('#')).unwrap_or_else(|| panic!("{place} leads nowhere"))
}

#[test]
fn a_value_of_another_type_and_a_field_too_much_are_found() {
    let schema = serde_json::json!({"type": "object", "properties": {"id": {"type": "string"}, "at": {"type": "integer"}}, "required": ["id"]});
    let found = |text: &str| check(&serde_json::from_str(text).expect("JSON"), &schema, &Value::Null);
    assert_eq!(found(r#"{"id": "a", "at": "<ts>"}"#), Ok(()));
    assert_eq!(found(r#"{"id": 1}"#), Err("id: integer instead of \"string\"".to_owned()));
    assert_eq!(found(r#"{"at": 1}"#), Err("id is missing".to_owned()));
    assert_eq!(found(r#"{"id": "a", "more": 1}"#), Err("more is unknown".to_owned()));
}
