//! From a line of the table to a request: variables filled in, bodies made.

use crate::world::{Place, Who};
use bytes::Bytes;
use testkit::PICTURE;

use crate::asker::{Asker, Row, Target};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    pub path: String,
    pub kind: &'static str,
    pub body: Bytes,
}

/// Whether the request depends on whose account it is about.
pub fn names_a_user(row: &Row) -> bool {
    ["{user_id}", "{username}", "{email}", "{other_user_id}"].iter().any(|name| row.endpoint.path.contains(name))
        || row.ask.contains("$user_id")
}

/// Whether the request is about something that stands for an account: it acts as it, or is its property.
pub fn names_a_stand_in(row: &Row) -> bool {
    let path = |name: &str| row.endpoint.path.contains(&format!("{{{name}}}")) || row.ask.contains(&format!("${name}"));
    STAND_INS.iter().any(|name| path(name))
}

/// Variables of what stands for an account.
pub const STAND_INS: [&str; 4] = ["session_id", "token_id", "bot_user_id", "app_id"];

/// Fills the variables of a line in.
pub fn make(row: &Row, asker: &Asker) -> Ask {
    let is_root = wire::endpoints::ROOT.contains(&row.endpoint);
    let mut path = if is_root { String::new() } else { wire::endpoints::API_PREFIX.to_owned() };
    for segment in row.endpoint.path.split('/').skip(1) {
        path.push('/');
        match segment.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => path.push_str(&variable(row, asker, name)),
            None => path.push_str(segment),
        }
    }
    let (query, body) = match row.ask.strip_prefix('?') {
        Some(_) => row.ask.split_once(' ').unwrap_or((row.ask, "")),
        None => ("", row.ask),
    };
    path.push_str(&filled(row, asker, query));
    let (kind, body) = encoded(&filled(row, asker, body));
    Ask { path, kind, body }
}

/// The body as it travels: `multipart NAME=VALUE ..` where `@picture` is a file, `form a=b`, `bytes ..`, or JSON.
fn encoded(body: &str) -> (&'static str, Bytes) {
    if body == "picture" {
        return ("application/octet-stream", Bytes::from_static(PICTURE));
    }
    if let Some(form) = body.strip_prefix("form ") {
        return ("application/x-www-form-urlencoded", Bytes::copy_from_slice(form.as_bytes()));
    }
    let Some(parts) = body.strip_prefix("multipart ") else {
        return ("application/json", Bytes::copy_from_slice(body.as_bytes()));
    };
    let mut out = Vec::new();
    for (name, value) in parts.split(' ').filter_map(|part| part.split_once('=')) {
        let file = if value == "@picture" { "; filename=\"p.png\"\r\nContent-Type: image/png" } else { "" };
        out.extend(format!("--bound\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").bytes());
        out.extend(if value == "@picture" { PICTURE } else { value.as_bytes() });
        out.extend(b"\r\n");
    }
    out.extend(b"--bound--\r\n");
    ("multipart/form-data; boundary=bound", out.into())
}

fn filled(row: &Row, asker: &Asker, text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut parts = text.split('$');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(part.len());
        out.push_str(&variable(row, asker, &part[..end]));
        out.push_str(&part[end..]);
    }
    out
}

fn variable(row: &Row, asker: &Asker, name: &str) -> String {
    let name = match name {
        // Nobody has a passkey: one would be a second factor, which others are to lack.
        "thread_id" | "passkey_id" | "browser_id" => "post_id",
        "resource_id" => "owner_id",
        "hook_id" if row.endpoint.path.contains("outgoing") => "out_hook_id",
        "hook_id" => "in_hook_id",
        "preference_name" => "preference",
        name => name,
    };
    for place in [Place::Deck, Place::Island, Place::Cabin, Place::Direct] {
        let prefix = format!("{place:?}_").to_lowercase();
        if let Some(name) = name.strip_prefix(&prefix) {
            return variable(row, &Asker { place, ..*asker }, name);
        }
    }
    let name = match (row.endpoint.name, name) {
        ("restoreChannel", "channel_id") => "archived_channel_id",
        ("getSchemeChannels", "scheme_id") => "channel_scheme_id",
        ("restoreGroup", "group_id") => "archived_group_id",
        ("downloadJob", "job_id") => "done_job_id",
        ("promoteGuestToUser", "user_id") => "guest_id",
        (_, name) => name,
    };
    let higher = if asker.target == Target::Higher { format!("higher_{name}") } else { name.to_owned() };
    if let Some((_, value)) = asker.world.belongings.iter().find(|(key, _)| *key == higher) {
        return value.clone();
    }
    let values = asker.scene().values.iter().chain(&asker.world.belongings);
    if let Some((_, value)) = values.into_iter().find(|(key, _)| *key == name) {
        return value.clone();
    }
    match name {
        "user_id" | "other_user_id" if asker.user_id().is_none() => "me".to_owned(),
        "user_id" | "other_user_id" => asker.user_id().to_string(),
        "owner_id" => asker.world.owner.to_string(),
        "friend_id" => asker.world.friend.to_string(),
        "guest_id" => asker.world.caller(Who::Guest).map(|guest| guest.id).unwrap_or_default().to_string(),
        "far_id" => asker.world.far().id.to_string(),
        "my_id" => asker.world.caller(asker.who).map(|caller| caller.id).unwrap_or_default().to_string(),
        "username" => asker.user_name(),
        "email" => format!("{}@example.test", asker.user_name()),
        "role_id" => asker.world.role.to_string(),
        "site" => asker.world.site.clone(),
        "tag" => asker.world.tag.clone(),
        "now" => asker.world.now.to_string(),
        "soon" => (asker.world.now + 3_600_000).to_string(),
        "soon_s" => (asker.world.now / 1000 + 3_600).to_string(),
        "timestamp" => asker.world.now.to_string(),
        "role_name" => "channel_user".to_owned(),
        "emoji_name" => "smile".to_owned(),
        "category" => "matrix".to_owned(),
        "syncable_type" => "teams".to_owned(),
        "job_type" => "data_retention".to_owned(),
        "action_id" | "plugin_id" | "service" | "import_name" | "export_name" => "some".to_owned(),
        // Ids of what the small world does not have.
        _ => base::Id([7; 16]).to_string(),
    }
}
