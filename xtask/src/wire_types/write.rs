//! From the types found to the text of a TypeScript module.

use std::fmt::Write;

use super::read::{Field, Found, Struct};

/// What every recipient may be told beyond the event itself, and the events where that is so.
const FOR_RECIPIENT: (&str, [&str; 2]) = ("ForRecipient", ["posted", "post_edited"]);

const HEAD: &str = "// Generated from crates/wire by `cargo xtask wire-types`. Do not edit.

/** Text that holds a `T` as JSON, as most event data do. */
export type JsonText<T> = string & { readonly __holds?: T };
";

/// The whole module.
///
/// # Errors
/// With the first type that it cannot say in TypeScript.
pub fn module(found: &Found) -> Result<String, String> {
    let mut out = HEAD.to_owned();
    for (name, one) in &found.structs {
        interface(name, one, found, &mut out)?;
    }
    for (name, shapes) in &found.unions {
        let shapes: Vec<String> = shapes.iter().map(|rust| typescript(rust, found)).collect::<Result<_, _>>()?;
        writeln!(out, "\nexport type {name} = {};", shapes.join(" | ")).expect("memory does not fail to write");
    }
    events(found, &mut out);
    Ok(out)
}

fn interface(name: &str, one: &Struct, found: &Found, out: &mut String) -> Result<(), String> {
    let put = "memory does not fail to write";
    out.push('\n');
    doc(&one.docs, "", out);
    let flat: Vec<String> = one.fields.iter().filter(|field| field.flat).map(|field| last(&field.rust)).collect();
    let extends = if flat.is_empty() { String::new() } else { format!(" extends {}", flat.join(", ")) };
    let fields: Vec<&Field> = one.fields.iter().filter(|field| !field.flat).collect();
    if fields.is_empty() && extends.is_empty() {
        writeln!(out, "export type {name} = Record<string, never>;").expect(put);
        return Ok(());
    }
    writeln!(out, "export interface {name}{extends} {{").expect(put);
    for field in fields {
        doc(&field.docs, "  ", out);
        let kind = match &field.embedded {
            Some(rust) => format!("JsonText<{}>", typescript(rust, found)?),
            None => typescript(&field.rust, found).map_err(|problem| format!("{name}.{}: {problem}", field.name))?,
        };
        // A field that is left out when it is `None` is never null.
        let kind = if field.optional { kind.trim_end_matches(" | null").to_owned() } else { kind };
        let mark = if field.optional { "?" } else { "" };
        writeln!(out, "  {}{mark}: {kind};", field.name).expect(put);
    }
    out.push_str("}\n");
    Ok(())
}

/// Documentation without the links that only Rust can follow.
fn doc(docs: &[String], indent: &str, out: &mut String) {
    if docs.is_empty() {
        return;
    }
    let text = docs.join(" ").replace("[`", "`").replace("`]", "`").replace("*/", "* /");
    writeln!(out, "{indent}/** {text} */").expect("memory does not fail to write");
}

/// The data of each event; events without a type of their own say what they please.
fn events(found: &Found, out: &mut String) {
    let put = "memory does not fail to write";
    out.push_str("\n/** What each event says. */\nexport interface EventData {\n");
    for event in &found.events {
        let quoted = format!("`{event}`");
        let named = |one: &Struct| one.docs.first().is_some_and(|doc| doc.starts_with('`') && doc.contains(&quoted));
        let mut kinds: Vec<&str> =
            found.structs.iter().filter(|(_, one)| named(one)).map(|(name, _)| name.as_str()).collect();
        kinds.sort_unstable();
        let mut kind = if kinds.is_empty() { "Record<string, unknown>".to_owned() } else { kinds.join(" | ") };
        if FOR_RECIPIENT.1.contains(&event.as_str()) {
            kind = format!("{kind} & {}", FOR_RECIPIENT.0);
        }
        writeln!(out, "  {event}: {kind};").expect(put);
    }
    out.push_str("}\n\nexport type EventName = keyof EventData;\n");
}

fn last(rust: &str) -> String {
    rust.rsplit("::").next().unwrap_or(rust).to_owned()
}

/// One Rust type as TypeScript.
fn typescript(rust: &str, found: &Found) -> Result<String, String> {
    let rust = rust.trim();
    if let Some(inner) = rust.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Ok(format!("{}[]", typescript(inner, found)?));
    }
    if let Some((outer, inner)) = rust.strip_suffix('>').and_then(|rest| rest.split_once('<')) {
        return match last(outer).as_str() {
            "Option" => Ok(format!("{} | null", typescript(inner, found)?)),
            "Vec" => Ok(format!("{}[]", typescript(inner, found)?)),
            "Box" => typescript(inner, found),
            "BTreeMap" => {
                let value = inner.split_once(", ").ok_or_else(|| format!("no map: {rust}"))?.1;
                Ok(format!("Record<string, {}>", typescript(value, found)?))
            }
            _ => Err(format!("no TypeScript for {rust}")),
        };
    }
    let name = last(rust);
    Ok(match name.as_str() {
        "String" => "string",
        "bool" => "boolean",
        "i64" | "i32" | "u64" | "u32" | "u16" | "u8" | "f64" | "Millis" | "usize" => "number",
        "StringMap" => "Record<string, string>",
        "JsonMap" => "Record<string, unknown>",
        "Value" => "unknown",
        "JsonText" => "JsonText<unknown>",
        "AttributeValues" => "Record<string, unknown>",
        known if found.structs.contains_key(known) || found.unions.contains_key(known) => known,
        id if id.ends_with("Id") => "string",
        _ => return Err(format!("no TypeScript for {rust}")),
    }
    .to_owned())
}
