//! Rows of an old server as records.

use std::collections::{BTreeMap, BTreeSet};

use base::Id;
use base::ids::{EmojiId, TeamId, UserId};
use database::Value;
use files::{Attachment, ObjectPath};
use permissions::builtin::built_in;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use transfer::bulk::line::{Object, Record};

use super::catalog::{int, text};
use super::query::{Field, Query};
use super::specs::Kind;

/// Roles that a member has through flags.
const FLAGGED: [&str; 6] = ["channel_guest", "channel_user", "channel_admin", "team_guest", "team_user", "team_admin"];

/// What roles may do there.
#[derive(Debug, Default)]
pub struct Roles {
    /// Permissions that the old server knows: its administrators have all of them.
    pub known: BTreeSet<String>,
    /// Roles of schemes, by the one of a plain server that each stands for.
    pub bases: BTreeMap<String, &'static str>,
}

impl Roles {
    /// What a role may do here: what it may do there, and what a new server gives it of that which the old one does not
    /// know.
    fn permissions(&self, name: &str, there: &str) -> Vec<String> {
        let mut list: Vec<String> = there.split_ascii_whitespace().map(str::to_owned).collect();
        let base = self.bases.get(name).copied().unwrap_or(name);
        let given = built_in(base).map(|role| role.permissions);
        for permission in given.into_iter().flat_map(|set| set.iter()) {
            let id = permission.as_str();
            if !self.known.contains(id) && !list.iter().any(|one| one == id) {
                list.push(id.to_owned());
            }
        }
        list
    }
}

/// What is wrong with a row, if anything is.
pub type Wrong = &'static str;

/// The record of a row. A row without its ids is none.
///
/// # Errors
/// What keeps it from being one.
pub fn record(query: &Query, row: &[Value], roles: &Roles, with_objects: bool) -> Result<Record, Wrong> {
    let mut values = Vec::with_capacity(query.fields.len());
    for field in &query.fields {
        values.push(value(field, &row[field.at..field.at + field.len])?);
    }
    let mut record = Record { table: query.table, values, objects: Vec::new() };
    match query.table.name {
        "roles" => merge(&mut record, roles),
        "file_infos" => files(&mut record),
        "emoji" | "users" | "teams" => picture(&mut record),
        _ => {}
    }
    if !with_objects {
        record.objects.clear();
    }
    Ok(record)
}

fn value(field: &Field, read: &[Value]) -> Result<Value, Wrong> {
    let first = read.first();
    Ok(match field.kind {
        Kind::Id => match id(text(first)) {
            Some(id) => Value::Id(id),
            None => return Err("A row without an id, or with one of another form. It is left out."),
        },
        Kind::Ref => Value::Id(id(text(first)).unwrap_or(Id::NONE)),
        Kind::Int => Value::Int(int(first)),
        Kind::Bool => Value::Int(i64::from(int(first) != 0)),
        Kind::OptBool => match first {
            Some(Value::Int(number)) => Value::Int(i64::from(*number != 0)),
            _ => Value::Null,
        },
        Kind::Text => Value::Text(plain(text(first))),
        Kind::OptText => match first {
            Some(Value::Text(text)) => Value::Text(plain(text)),
            _ => Value::Null,
        },
        Kind::Filled => match text(first) {
            "" => Value::Null,
            text => Value::Text(plain(text)),
        },
        Kind::Lower => Value::Text(plain(text(first)).to_lowercase()),
        Kind::Object | Kind::Strings | Kind::Texts | Kind::Ids | Kind::Json => json(field.kind, text(first)),
        Kind::Permissions => Value::Text(text(first).to_owned()),
        Kind::Hash => Value::Bytes(Sha256::digest(text(first)).to_vec()),
        Kind::Explicit => Value::Text(explicit(text(first))),
        Kind::Flag(end) => Value::Int(i64::from(flag(end, read))),
        Kind::Participants => Value::Text(participants(text(first))),
        Kind::Path(_) => Value::Text(text(first).to_owned()),
        Kind::IsEmpty => Value::Int(i64::from(text(first).is_empty())),
        Kind::Const(text) => Value::Text(text.to_owned()),
        Kind::Zero => Value::Int(0),
        Kind::Null => Value::Null,
    })
}

fn id(text: &str) -> Option<Id> {
    Id::parse(text).filter(|id| id.is_some())
}

/// Text without what no database of ours takes.
fn plain(text: &str) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text.to_owned() }
}

/// JSON as we write it: without blanks, and of the form that the column has.
fn json(kind: Kind, text: &str) -> Value {
    let read: Json = serde_json::from_str(text).unwrap_or_default();
    let as_text = |value: Json| match value {
        Json::String(text) => text,
        other => other.to_string(),
    };
    let made = match (kind, read) {
        (Kind::Object, Json::Object(map)) => Json::Object(map),
        (Kind::Strings, Json::Object(map)) => {
            let values = map.into_iter().filter(|(_, value)| !value.is_null());
            Json::Object(values.map(|(name, value)| (name, Json::String(as_text(value)))).collect())
        }
        (Kind::Object | Kind::Strings, _) => Json::Object(serde_json::Map::new()),
        (Kind::Texts, Json::Array(list)) => list.into_iter().map(as_text).collect(),
        (Kind::Ids, Json::Array(list)) => list.into_iter().map(as_text).filter(|text| id(text).is_some()).collect(),
        (Kind::Texts | Kind::Ids, _) => Json::Array(Vec::new()),
        (_, Json::Object(map)) => Json::Object(map),
        _ => Json::Null,
    };
    Value::Text(plain(&made.to_string()))
}

fn explicit(roles: &str) -> String {
    roles.split_ascii_whitespace().filter(|role| !FLAGGED.contains(role)).collect::<Vec<_>>().join(" ")
}

/// Versions before flags name the roles; those after it have both, or flags alone.
fn flag(end: &str, read: &[Value]) -> bool {
    let named = || {
        let mut roles = text(read.get(1)).split_ascii_whitespace().filter(|role| FLAGGED.contains(role));
        roles.any(|role| role.rsplit('_').next() == Some(end))
    };
    int(read.first()) != 0 || named()
}

fn participants(list: &str) -> String {
    let read: Vec<String> = match serde_json::from_str(list) {
        Ok(read) => read,
        Err(_) => list.split_ascii_whitespace().map(str::to_owned).collect(),
    };
    read.iter().filter(|one| id(one).is_some()).map(|one| format!(" {one}")).collect()
}

/// The value of a column.
fn of<'a>(record: &'a Record, column: &str) -> Option<&'a Value> {
    record.table.at(column).map(|at| &record.values[at])
}

fn set(record: &mut Record, column: &str, text: String) {
    if let Some(at) = record.table.at(column) {
        record.values[at] = Value::Text(text);
    }
}

fn id_of(record: &Record, column: &str) -> Id {
    match of(record, column) {
        Some(Value::Id(id)) => *id,
        _ => Id::NONE,
    }
}

fn merge(record: &mut Record, roles: &Roles) {
    let list = roles.permissions(text(of(record, "name")), text(of(record, "permissions")));
    let list = Json::from(list).to_string();
    set(record, "permissions", list);
}

/// Objects keep their names, where names of ours may be so; the others get the name that we give.
fn files(record: &mut Record) {
    let attachment = Attachment {
        created_at: int(of(record, "create_at")),
        channel: id_of(record, "channel_id").into(),
        user: id_of(record, "user_id").into(),
        file: id_of(record, "id").into(),
    };
    let size = u64::try_from(int(of(record, "size"))).ok();
    type Made = fn(&Attachment) -> ObjectPath;
    let columns: [(&str, Made, Option<u64>); 3] = [
        ("path", ObjectPath::attachment, size),
        ("thumbnail_path", ObjectPath::thumbnail, None),
        ("preview_path", ObjectPath::preview, None),
    ];
    let is_live = int(of(record, "delete_at")) == 0;
    for (column, made, size) in columns {
        let from = text(of(record, column)).to_owned();
        if from.is_empty() {
            continue;
        }
        let to = ObjectPath::parse(&from).unwrap_or_else(|_| made(&attachment));
        set(record, column, to.to_string());
        record.objects.push(Object { from, to, size, is_needed: size.is_some() && is_live });
    }
}

/// Pictures, whose names follow from the id.
fn picture(record: &mut Record) {
    let id = id_of(record, "id");
    let (from, to, is_there) = match record.table.name {
        "emoji" => (format!("emoji/{id}/image"), ObjectPath::emoji(EmojiId(id)), int(of(record, "delete_at")) == 0),
        "users" => {
            let to = ObjectPath::profile_picture(UserId(id));
            (format!("users/{id}/profile.png"), to, int(of(record, "last_picture_update")) > 0)
        }
        _ => {
            let to = ObjectPath::team_icon(TeamId(id));
            (format!("teams/{id}/teamIcon.png"), to, int(of(record, "last_team_icon_update")) > 0)
        }
    };
    if is_there {
        record.objects.push(Object { from, to, size: None, is_needed: true });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(value: Value) -> String {
        match value {
            Value::Text(text) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn json_comes_as_we_write_it() {
        let cases = [
            (Kind::Strings, r#"{"a": 1, "b": "x", "c": null, "d": true}"#, r#"{"a":"1","b":"x","d":"true"}"#),
            (Kind::Strings, "not JSON", "{}"),
            (Kind::Object, r#"{"b": [1, 2]}"#, r#"{"b":[1,2]}"#),
            (Kind::Object, "[]", "{}"),
            (Kind::Ids, r#"["o3mgyzyu7fyzxb8rj5ja8kbghe", "no id"]"#, r#"["o3mgyzyu7fyzxb8rj5ja8kbghe"]"#),
            (Kind::Texts, "null", "[]"),
            (Kind::Json, "", "null"),
        ];
        for (kind, text, wanted) in cases {
            assert_eq!(text_of(json(kind, text)), wanted, "{kind:?} {text}");
        }
    }

    #[test]
    fn members_of_versions_without_flags_keep_their_standing() {
        let row = |flag: Value, roles: &str| [flag, Value::Text(roles.to_owned())];
        assert!(flag("admin", &row(Value::Null, "channel_user channel_admin")));
        assert!(!flag("admin", &row(Value::Null, "channel_user own_role")));
        assert!(flag("user", &row(Value::Int(1), "")));
        assert_eq!(explicit("channel_user own_role channel_admin"), "own_role");
    }

    #[test]
    fn roles_get_what_the_old_server_does_not_know() {
        let known = BTreeSet::from(["create_post".to_owned(), "edit_post".to_owned()]);
        let bases = BTreeMap::from([("abc".to_owned(), "channel_user")]);
        let roles = Roles { known, bases };
        let plain = roles.permissions("channel_user", "create_post");
        assert!(plain.contains(&"read_channel_content".to_owned()), "new since then: {plain:?}");
        assert!(!plain.contains(&"edit_post".to_owned()), "taken away there");
        assert_eq!(roles.permissions("abc", "create_post"), plain);
        assert_eq!(roles.permissions("own", "create_post"), ["create_post"]);
    }
}
