//! What one message becomes: its kind, text, properties and files.

use serde_json::{Value, json};
use text::mrkdwn;
use wire::omit::JsonMap;
use wire::posts as kinds;

use super::blocks;
use super::files;
use super::files::Files;
use super::message::{Message, Stamp};
use super::names::Own;

/// Boxes under one message.
const ATTACHMENTS_MAX: usize = 20;
/// Tones of skin as Slack numbers them.
const TONES: [(&str, &str); 5] =
    [("2", "light"), ("3", "medium_light"), ("4", "medium"), ("5", "medium_dark"), ("6", "dark")];

/// What a message says.
#[derive(Debug, Default)]
pub struct Content {
    pub kind: String,
    pub text: String,
    pub props: JsonMap,
    /// Paths of files.
    pub files: Vec<String>,
    /// Why something of it comes otherwise.
    pub otherwise: Vec<&'static str>,
}

/// What a message says, from somebody of this name.
pub fn of(message: &Message, username: &str, own: &Own<'_>, files: &Files) -> Content {
    let mut content = Content { text: text(message, own), ..Content::default() };
    if let Some((kind, props)) = system(message, username) {
        content.kind = kind.to_owned();
        content.props = props;
        if let Value::Object(named) = json!({"username": username}) {
            content.props.extend(named);
        }
        if content.text.is_empty() {
            content.text = message.subtype.replace('_', " ");
        }
        return content;
    }
    if message.subtype == "me_message" {
        content.kind = kinds::ME.to_owned();
        content.text = format!("*{}*", content.text);
    }
    if message.subtype == "thread_broadcast" || message.subtype == "reply_broadcast" {
        content.otherwise.push("A reply that was sent to the channel as well. It stands in its thread alone.");
    }
    attach(&mut content, message, files);
    boxes(&mut content, message, own);
    without_nul(&mut content.text);
    content
}

fn text(message: &Message, own: &Own<'_>) -> String {
    let from_blocks = blocks::to_markdown(&message.blocks, own);
    if !from_blocks.is_empty() {
        return from_blocks;
    }
    mrkdwn::to_markdown(&message.text, |inside| own.inside(inside))
}

/// Not every database takes a NUL.
fn without_nul(text: &mut String) {
    if text.contains('\0') {
        *text = text.replace('\0', "\u{fffd}");
    }
}

/// The kind and properties of what is no message of a person.
fn system(message: &Message, username: &str) -> Option<(&'static str, JsonMap)> {
    let with = |value: Value| match value {
        Value::Object(props) => props,
        _ => JsonMap::new(),
    };
    let none = JsonMap::new;
    let about = message.subtype.strip_prefix("channel_").or_else(|| message.subtype.strip_prefix("group_"));
    Some(match about.unwrap_or(&message.subtype) {
        "join" if about.is_some() => (kinds::JOIN_CHANNEL, none()),
        "leave" if about.is_some() => (kinds::LEAVE_CHANNEL, none()),
        "topic" if about.is_some() => (kinds::HEADER_CHANGE, with(json!({"new_header": message.topic}))),
        "purpose" if about.is_some() => (kinds::PURPOSE_CHANGE, with(json!({"new_purpose": message.purpose}))),
        "name" if about.is_some() => {
            let props = json!({"old_displayname": message.old_name, "new_displayname": message.name});
            (kinds::DISPLAY_NAME_CHANGE, with(props))
        }
        "archive" if about.is_some() => (kinds::CHANNEL_DELETED, none()),
        "unarchive" if about.is_some() => (kinds::CHANNEL_RESTORED, with(json!({"username": username}))),
        "convert_to_private" | "convert_to_public" => (kinds::CHANGE_PRIVACY, none()),
        "posting_permissions"
        | "canvas_updated"
        | "bot_add"
        | "bot_remove"
        | "bot_enable"
        | "bot_disable"
        | "pinned_item"
        | "unpinned_item"
        | "reminder_add"
        | "huddle_thread"
        | "sh_room_created"
        | "tombstone"
        | "joiner_notification"
        | "app_conversation_join" => (kinds::GENERIC, none()),
        _ => return None,
    })
}

/// Files whose bytes are here, and links to the others.
fn attach(content: &mut Content, message: &Message, files: &Files) {
    for file in message.files.iter().chain(&message.file) {
        match file.mode.as_str() {
            "tombstone" | "hidden_by_limit" => {
                content
                    .otherwise
                    .push("A file that Slack does not give out any more. The message says that there was one.");
                line(&mut content.text, "_(a file that is gone)_");
                continue;
            }
            _ => {}
        }
        if let Some(path) = files.path(file) {
            content.files.push(path);
        } else if let Some(link) = files::link(file) {
            if file.mode != "external" {
                content.otherwise.push("A file whose bytes are not in the export. The message has a link to Slack.");
            }
            line(&mut content.text, &link);
        }
    }
}

fn line(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

/// Boxes under the message; previews of its own links are made here anew.
fn boxes(content: &mut Content, message: &Message, own: &Own<'_>) {
    let markup = |text: &str| mrkdwn::to_markdown(text, |inside| own.inside(inside));
    let mut kept = Vec::new();
    for one in message.attachments.iter().filter(|one| one.is_object()).take(ATTACHMENTS_MAX) {
        let is_preview =
            one["from_url"].is_string() && one["is_share"] != json!(true) && one["is_msg_unfurl"] != json!(true);
        if is_preview {
            continue;
        }
        let mut attachment = wire::attachments::Attachment::default();
        if let Ok(read) = serde_json::from_value(one.clone()) {
            attachment = read;
        }
        // Buttons led to the program that is not here.
        attachment.actions.clear();
        attachment.text = markup(&attachment.text);
        attachment.pretext = markup(&attachment.pretext);
        attachment.title = markup(&attachment.title);
        attachment.fallback = mrkdwn::entities(&attachment.fallback);
        for field in attachment.fields.iter_mut().flatten() {
            if let Some(Value::String(value)) = &mut field.value {
                *value = markup(value);
            }
        }
        let laid_out = one["blocks"].as_array().map(|blocks| blocks::to_markdown(blocks, own)).unwrap_or_default();
        if attachment.text.is_empty() {
            attachment.text = laid_out;
        }
        kept.push(serde_json::to_value(attachment).expect("plain data is JSON"));
    }
    if !kept.is_empty() {
        content.kind = kinds::SLACK_ATTACHMENT.to_owned();
        content.props.insert(kinds::PROP_ATTACHMENTS.to_owned(), Value::Array(kept));
    }
}

/// The name of an emoji here; nothing when it can be none.
pub fn emoji(name: &str) -> Option<String> {
    let plain = match name.split_once("::skin-tone-") {
        Some((name, tone)) => {
            let tone = TONES.iter().find(|(number, _)| *number == tone).map(|(_, tone)| tone)?;
            format!("{name}_{tone}_skin_tone")
        }
        None => name.to_owned(),
    };
    rules::emoji::is_name(&plain).then_some(plain)
}

/// When a message was changed last.
pub fn edited(message: &Message) -> Option<Stamp> {
    Stamp::parse(&message.edited.ts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_emoji_are_those_of_here() {
        assert_eq!(emoji("wave::skin-tone-3").as_deref(), Some("wave_medium_light_skin_tone"));
        assert!(rules::emoji::is_system_name("wave_medium_light_skin_tone"));
        assert_eq!(
            (emoji("party-parrot").as_deref(), emoji("a b"), emoji("x::skin-tone-9")),
            (Some("party-parrot"), None, None)
        );
    }
}
