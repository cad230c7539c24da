//! Rust types as JSON Schema.
//!
//! A struct of `wire` becomes a schema that others refer to. One that only a handler knows is written out where it is
//! used, since two handlers may give theirs the same name. What is read has no required fields where serde has defaults
//! for them; so a struct that is both read and written may become two schemas.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::wire_types::read::{Field, Found, Struct, private};

/// Whether a value goes to the server or comes from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Read,
    Written,
}

/// Structs within structs that only a handler knows, at most: more is a circle.
const DEPTH_MAX: usize = 8;

/// Makes schemas, and keeps those that are referred to.
pub struct Schemas<'a> {
    found: &'a Found,
    /// By name and side; references are to `#/NAME/SIDE` until [`Schemas::named`].
    kept: BTreeMap<(String, Side), Value>,
}

impl<'a> Schemas<'a> {
    pub fn new(found: &'a Found) -> Self {
        Schemas { found, kept: BTreeMap::new() }
    }

    /// The schema of a type; `file` is the handler's, for the structs that only it knows.
    ///
    /// # Errors
    /// With the type that is neither of `wire` nor of the file.
    pub fn of(&mut self, rust: &str, side: Side, file: &str) -> Result<Value, String> {
        self.at(rust, side, file, 0)
    }

    fn at(&mut self, rust: &str, side: Side, file: &str, depth: usize) -> Result<Value, String> {
        let rust = plain(rust);
        if let Some(inner) = rust.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let inner = inner.split(';').next().unwrap_or(inner);
            return Ok(json!({"type": "array", "items": self.at(inner, side, file, depth)?}));
        }
        if let Some((outer, inner)) = rust.strip_suffix('>').and_then(|rest| rest.split_once('<')) {
            return match last(outer) {
                "Option" => Ok(or_null(self.at(inner, side, file, depth)?)),
                "Vec" => Ok(json!({"type": "array", "items": self.at(inner, side, file, depth)?})),
                "Box" | "Arc" | "Cow" => self.at(inner, side, file, depth),
                "BTreeMap" | "HashMap" => {
                    let value = inner.split_once(',').ok_or_else(|| format!("no map: {rust}"))?.1;
                    Ok(json!({"type": "object", "additionalProperties": self.at(value, side, file, depth)?}))
                }
                _ => Err(format!("no schema for {rust}")),
            };
        }
        let name = last(rust);
        if let Some(value) = simple(name) {
            return Ok(value);
        }
        if let Some(shapes) = self.found.unions.get(name) {
            let shapes: Vec<Value> =
                shapes.iter().map(|rust| self.at(rust, side, file, depth)).collect::<Result<_, _>>()?;
            return Ok(json!({"anyOf": shapes}));
        }
        // A file may have a struct of its own under the name of one in `wire`; it means its own.
        if depth < DEPTH_MAX
            && let Some(own) = private(file, name)?
        {
            return self.object(&own, side, file, depth + 1);
        }
        if let Some(one) = self.found.structs.get(name).or_else(|| self.found.read_only.get(name)) {
            let key = (name.to_owned(), side);
            if !self.kept.contains_key(&key) {
                // Before its fields, which may refer to it.
                self.kept.insert(key.clone(), Value::Null);
                let schema = self.object(one, side, "", depth)?;
                self.kept.insert(key, schema);
            }
            return Ok(json!({"$ref": format!("#/{name}/{side:?}")}));
        }
        if name.ends_with("Id") {
            return Ok(json!({"type": "string"}));
        }
        Err(format!("no schema for {rust}"))
    }

    fn object(&mut self, one: &Struct, side: Side, file: &str, depth: usize) -> Result<Value, String> {
        let (mut properties, mut required, mut flat) = (Map::new(), Vec::new(), Vec::new());
        for field in &one.fields {
            let schema = self.at(&field.rust, side, file, depth);
            let mut schema = schema.map_err(|problem| format!("{}: {problem}", field.name))?;
            if field.flat {
                flat.push(schema);
                continue;
            }
            if field.optional && side == Side::Written {
                schema = without_null(schema);
            }
            if !field.docs.is_empty() {
                schema = described(schema, &prose(&field.docs.join(" ")));
            }
            if is_required(one, field, side) {
                required.push(field.name.clone());
            }
            properties.insert(field.name.clone(), schema);
        }
        let mut schema = json!({"type": "object"});
        if !one.docs.is_empty() {
            schema["description"] = prose(&one.docs.join(" ")).into();
        }
        if !properties.is_empty() {
            schema["properties"] = properties.into();
        }
        if !required.is_empty() {
            schema["required"] = required.into();
        }
        if !flat.is_empty() {
            schema["allOf"] = flat.into();
        }
        Ok(schema)
    }

    /// The schemas by their final names, and the name that each reference becomes.
    pub fn named(self) -> (Map<String, Value>, BTreeMap<String, String>) {
        let mut names = BTreeMap::new();
        for (name, side) in self.kept.keys() {
            let is_both = self.kept.contains_key(&(name.clone(), Side::Written));
            let is_own = *side == Side::Read && is_both && !self.is_same(name);
            let final_name = if is_own { format!("{name}Input") } else { name.clone() };
            names.insert(format!("#/{name}/{side:?}"), final_name);
        }
        let mut schemas = Map::new();
        for ((name, side), schema) in self.kept {
            let name = &names[&format!("#/{name}/{side:?}")];
            schemas.entry(name.clone()).or_insert(schema);
        }
        (schemas, names)
    }

    /// Whether a struct is read as it is written, down to what it holds.
    fn is_same(&self, name: &str) -> bool {
        let mut waiting = vec![name.to_owned()];
        let mut seen: Vec<String> = Vec::new();
        while let Some(name) = waiting.pop() {
            if seen.contains(&name) {
                continue;
            }
            let sides =
                [Side::Read, Side::Written].map(|side| self.kept.get(&(name.clone(), side)).map(Value::to_string));
            let [Some(read), Some(written)] = sides else { return false };
            if read.replace("/Read\"", "\"") != written.replace("/Written\"", "\"") {
                return false;
            }
            let inner = read.split("\"#/").skip(1).filter_map(|rest| rest.split('/').next());
            waiting.extend(inner.map(str::to_owned));
            seen.push(name);
        }
        true
    }
}

fn is_required(one: &Struct, field: &Field, side: Side) -> bool {
    match side {
        Side::Written => !field.optional,
        Side::Read => !one.has_default && !field.has_default,
    }
}

/// A type without what is borrowed.
fn plain(rust: &str) -> &str {
    let mut rust = rust.trim().trim_start_matches('&');
    if let Some(rest) = rust.strip_prefix('\'') {
        rust = rest.split_once(' ').map_or(rest, |(_, rest)| rest);
    }
    rust.trim()
}

fn last(rust: &str) -> &str {
    rust.rsplit("::").next().unwrap_or(rust)
}

/// Types that are no structs.
fn simple(name: &str) -> Option<Value> {
    Some(match name {
        "String" | "str" | "Id" | "Wanted" => json!({"type": "string"}),
        "bool" => json!({"type": "boolean"}),
        "i64" | "i32" | "u64" | "u32" | "u16" | "u8" | "usize" => json!({"type": "integer"}),
        "Millis" => json!({"type": "integer", "format": "int64"}),
        "f64" => json!({"type": "number"}),
        "StringMap" => json!({"type": "object", "additionalProperties": {"type": "string"}}),
        "JsonMap" | "AttributeValues" => json!({"type": "object"}),
        "JsonText" => json!({"type": "string", "contentMediaType": "application/json"}),
        "Value" => json!({}),
        _ => return None,
    })
}

/// Such a value, or null.
fn or_null(mut schema: Value) -> Value {
    match schema.get("type") {
        Some(Value::String(kind)) => {
            schema["type"] = json!([kind.clone(), "null"]);
            schema
        }
        _ if schema == json!({}) => schema,
        _ => json!({"anyOf": [schema, {"type": "null"}]}),
    }
}

/// Such a value, never null: what a field is that is left out instead.
fn without_null(mut schema: Value) -> Value {
    if let Some(kinds) = schema.get("type").and_then(Value::as_array) {
        schema["type"] = kinds[0].clone();
        return schema;
    }
    match schema.get("anyOf").and_then(Value::as_array) {
        Some(kinds) if kinds.len() == 2 && kinds[1] == json!({"type": "null"}) => kinds[0].clone(),
        _ => schema,
    }
}

/// A schema with a description. Beside a reference it stands for this place alone.
fn described(mut schema: Value, text: &str) -> Value {
    schema["description"] = text.into();
    schema
}

/// Documentation without the links that only Rust can follow.
pub fn prose(docs: &str) -> String {
    docs.replace("[`", "`").replace("`]", "`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire_types::read;

    const WIRE: &str = "/// Said.\n#[derive(Serialize, Deserialize)]\n#[serde(default)]\npub struct Post {\n    pub id: PostId,\n    \
        #[serde(skip_serializing_if = \"Option::is_none\")]\n    pub root: Option<Box<Post>>,\n    pub tags: Option<Vec<String>>,\n}\n";

    #[test]
    fn a_struct_that_is_read_and_written_is_two_schemas() {
        let mut found = Found::default();
        read::file(WIRE, &mut found).expect("readable");
        let mut schemas = Schemas::new(&found);
        let list = schemas.of("Vec<Post>", Side::Written, "").expect("a schema");
        assert_eq!(list, json!({"type": "array", "items": {"$ref": "#/Post/Written"}}));
        schemas.of("Post", Side::Read, "").expect("a schema");
        let (named, names) = schemas.named();
        assert_eq!(names["#/Post/Read"], "PostInput");
        assert_eq!(named["Post"]["required"], json!(["id", "tags"]));
        assert_eq!(named["Post"]["properties"]["root"], json!({"$ref": "#/Post/Written"}));
        assert_eq!(named["Post"]["properties"]["tags"]["type"], json!(["array", "null"]));
        assert!(named["PostInput"].get("required").is_none());
    }

    #[test]
    fn a_struct_of_the_handlers_file_stands_where_it_is_used() {
        let file = "#[derive(Serialize)]\nstruct Fetched<'a> {\n    /// For requests.\n    token: &'a str,\n    kinds: [&'a str; 2],\n}\n";
        let found = Found::default();
        let schema = Schemas::new(&found).of("Fetched", Side::Written, file).expect("a schema");
        assert_eq!(schema["properties"]["token"], json!({"type": "string", "description": "For requests."}));
        assert_eq!(schema["properties"]["kinds"]["items"], json!({"type": "string"}));
        assert_eq!(schema["required"], json!(["token", "kinds"]));
    }

    #[test]
    fn an_unknown_type_is_refused() {
        let found = Found::default();
        assert!(Schemas::new(&found).of("Mystery", Side::Read, "").is_err());
    }
}
