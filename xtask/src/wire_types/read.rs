//! From the text of a file to the types that it declares.

use std::collections::BTreeMap;

/// What one field says.
#[derive(Debug, Default, Clone)]
pub struct Field {
    pub name: String,
    pub rust: String,
    pub docs: Vec<String>,
    /// May be missing on the wire.
    pub optional: bool,
    /// Its fields stand in the outer object.
    pub flat: bool,
    /// A value of this type travels as text of JSON.
    pub embedded: Option<String>,
}

/// A struct that travels.
#[derive(Debug, Default, Clone)]
pub struct Struct {
    pub docs: Vec<String>,
    pub fields: Vec<Field>,
}

/// Everything found so far.
#[derive(Debug, Default)]
pub struct Found {
    pub structs: BTreeMap<String, Struct>,
    /// Enums that travel as one of several shapes.
    pub unions: BTreeMap<String, Vec<String>>,
    pub events: Vec<String>,
}

/// Docs and attributes that stand before an item.
#[derive(Default)]
struct Before {
    docs: Vec<String>,
    attributes: String,
}

impl Before {
    fn serde(&self, name: &str) -> bool {
        self.attributes.contains(name)
    }

    fn rename(&self) -> Option<String> {
        let rest = self.attributes.split_once("rename = \"")?.1;
        Some(rest.split_once('"')?.0.to_owned())
    }
}

/// Reads one file's declarations, up to its tests.
pub fn file(text: &str, found: &mut Found) -> Result<(), String> {
    let mut lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    let mut before = Before::default();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if let Some(doc) = trimmed.strip_prefix("/// ") {
            before.docs.push(doc.to_owned());
        } else if trimmed.starts_with("#[") {
            before.attributes.push_str(trimmed);
        } else if line == "event_names! {" {
            found.events.extend(lines.by_ref().take_while(|line| *line != "}").filter_map(event_name));
        } else if line == "embedded! {" {
            embedded(&mut lines, found)?;
        } else if let Some(name) = line.strip_prefix("pub struct ").and_then(|rest| rest.strip_suffix(" {")) {
            let travels = before.serde("Serialize");
            let fields = fields(&mut lines)?;
            if travels {
                found.structs.insert(name.to_owned(), Struct { docs: std::mem::take(&mut before.docs), fields });
            }
            before = Before::default();
        } else if line.starts_with("pub enum ") && before.serde("untagged") {
            let name = line.trim_start_matches("pub enum ").trim_end_matches(" {").to_owned();
            let shapes = lines.by_ref().take_while(|line| *line != "}").filter_map(variant).collect();
            found.unions.insert(name, shapes);
            before = Before::default();
        } else {
            before = Before::default();
        }
    }
    Ok(())
}

fn event_name(line: &str) -> Option<String> {
    Some(line.split_once("= \"")?.1.split_once('"')?.0.to_owned())
}

fn variant(line: &str) -> Option<String> {
    Some(line.trim().split_once('(')?.1.rsplit_once(')')?.0.to_owned())
}

fn fields<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<Vec<Field>, String> {
    let (mut fields, mut before) = (Vec::new(), Before::default());
    for line in lines.by_ref().take_while(|line| *line != "}") {
        let trimmed = line.trim();
        if let Some(doc) = trimmed.strip_prefix("/// ") {
            before.docs.push(doc.to_owned());
        } else if trimmed.starts_with("#[") {
            before.attributes.push_str(trimmed);
        } else if let Some((name, rust)) = trimmed.strip_prefix("pub ").and_then(|rest| rest.split_once(": ")) {
            let before = std::mem::take(&mut before);
            if before.serde("(skip)") {
                continue;
            }
            fields.push(Field {
                name: before.rename().unwrap_or_else(|| name.trim_start_matches("r#").to_owned()),
                rust: rust.trim_end_matches(',').to_owned(),
                optional: before.serde("skip_serializing_if"),
                flat: before.serde("flatten"),
                docs: before.docs,
                embedded: None,
            });
        } else if !trimmed.is_empty() && !trimmed.starts_with("//") {
            before = Before::default();
        }
    }
    Ok(fields)
}

/// The lines `Name { field = "onWire": type }` of the macro for values that travel as text.
fn embedded<'a>(lines: &mut impl Iterator<Item = &'a str>, found: &mut Found) -> Result<(), String> {
    let mut docs = Vec::new();
    for line in lines.by_ref().take_while(|line| *line != "}") {
        let line = line.trim();
        if let Some(doc) = line.strip_prefix("/// ") {
            docs.push(doc.to_owned());
            continue;
        }
        let broken = || format!("no embedded value: {line}");
        let (name, inside) = line.split_once(" { ").ok_or_else(broken)?;
        let (field, rust) = inside.trim_end_matches(" }").split_once(": ").ok_or_else(broken)?;
        let on_wire = match field.split_once(" = ") {
            Some((_, renamed)) => renamed.trim_matches('"'),
            None => field,
        };
        let field = Field {
            name: on_wire.to_owned(),
            rust: "JsonText".into(),
            embedded: Some(rust.to_owned()),
            ..Field::default()
        };
        found.structs.insert(name.to_owned(), Struct { docs: std::mem::take(&mut docs), fields: vec![field] });
    }
    Ok(())
}
