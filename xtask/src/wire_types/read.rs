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
    /// May be missing where it is read.
    pub has_default: bool,
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
    /// It is written; else it is only read.
    pub is_written: bool,
    /// Each field may be missing where it is read.
    pub has_default: bool,
}

/// Everything found so far.
#[derive(Debug, Default)]
pub struct Found {
    pub structs: BTreeMap<String, Struct>,
    /// Structs that are only read.
    pub read_only: BTreeMap<String, Struct>,
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

    fn quoted(&self, name: &str) -> Option<&str> {
        let rest = self.attributes.split_once(&format!("{name} = \""))?.1;
        Some(rest.split_once('"')?.0)
    }

    /// How the names of all fields are written.
    ///
    /// # Errors
    /// With a rule that this does not know.
    fn case(&self) -> Result<Case, String> {
        match self.quoted("rename_all") {
            None | Some("snake_case") => Ok(Case::Snake),
            Some("camelCase") => Ok(Case::Camel),
            Some("PascalCase") => Ok(Case::Pascal),
            Some(other) => Err(format!("no names in {other}")),
        }
    }

    /// Whether fields that are missing get a default where it is read.
    fn has_default(&self) -> bool {
        self.attributes.split("serde(").skip(1).any(|rest| {
            let inside = rest.split(")]").next().unwrap_or_default();
            inside.split(", ").any(|part| part == "default" || part.starts_with("default ="))
        })
    }
}

/// How serde writes the names of fields.
#[derive(Clone, Copy)]
enum Case {
    Snake,
    Camel,
    Pascal,
}

impl Case {
    fn write(self, name: &str) -> String {
        let mut upper = matches!(self, Case::Pascal);
        if matches!(self, Case::Snake) {
            return name.to_owned();
        }
        let mut written = String::with_capacity(name.len());
        for letter in name.chars() {
            match letter {
                '_' => upper = true,
                letter if upper => {
                    written.extend(letter.to_uppercase());
                    upper = false;
                }
                letter => written.push(letter),
            }
        }
        written
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
            let before = std::mem::take(&mut before);
            let one = Struct {
                fields: fields(&mut lines, before.case()?),
                is_written: before.serde("Serialize"),
                has_default: before.has_default(),
                docs: before.docs,
            };
            if one.is_written {
                found.structs.insert(name.to_owned(), one);
            } else if before.attributes.contains("Deserialize") {
                found.read_only.insert(name.to_owned(), one);
            }
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

fn fields<'a>(lines: &mut impl Iterator<Item = &'a str>, case: Case) -> Vec<Field> {
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
            let renamed = before.quoted("rename").map(str::to_owned);
            fields.push(Field {
                name: renamed.unwrap_or_else(|| case.write(name.trim_start_matches("r#"))),
                rust: rust.trim_end_matches(',').to_owned(),
                optional: before.serde("skip_serializing_if"),
                has_default: before.has_default() || rust.starts_with("Option<"),
                flat: before.serde("flatten"),
                docs: before.docs,
                embedded: None,
            });
        } else if !trimmed.is_empty() && !trimmed.starts_with("//") {
            before = Before::default();
        }
    }
    fields
}

/// The struct of this name in a file of handlers, where structs and their fields are private and may borrow.
///
/// # Errors
/// With a rule for names that this does not know.
pub fn private(text: &str, name: &str) -> Result<Option<Struct>, String> {
    let mut before: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("///") || line.starts_with("#[") {
            before.push(line);
            continue;
        }
        if declared(line) != Some(name) {
            before.clear();
            continue;
        }
        let mut published = before.join("\n") + &format!("\npub struct {name} {{\n");
        for field in lines.by_ref().take_while(|line| *line != "}") {
            let text = field.trim_start();
            let is_field = !text.starts_with("//") && !text.starts_with("#[") && text.contains(": ");
            let text =
                text.trim_start_matches("pub(super) ").trim_start_matches("pub(crate) ").trim_start_matches("pub ");
            published.push_str(if is_field { "    pub " } else { "    " });
            published.push_str(text);
            published.push('\n');
        }
        published.push_str("}\n");
        let mut found = Found::default();
        file(&published, &mut found)?;
        return Ok(found.structs.into_values().chain(found.read_only.into_values()).next());
    }
    Ok(None)
}

/// The name of the struct that a line begins.
fn declared(line: &str) -> Option<&str> {
    let rest = ["struct ", "pub struct ", "pub(super) struct ", "pub(crate) struct "]
        .iter()
        .find_map(|begin| line.strip_prefix(begin))?;
    rest.strip_suffix(" {")?.split('<').next()
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
        found.structs.insert(
            name.to_owned(),
            Struct { docs: std::mem::take(&mut docs), fields: vec![field], is_written: true, has_default: false },
        );
    }
    Ok(())
}
