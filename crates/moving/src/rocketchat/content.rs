//! What one message becomes: its kind, text, properties and files.

use serde_json::{Value, json};
use wire::omit::JsonMap;
use wire::posts as kinds;

use super::files::Files;
use super::markup;
use super::markup::Own;
use super::records::{File, Message};

/// Boxes under one message.
const ATTACHMENTS_MAX: usize = 20;
/// Lines of a message that is quoted.
const QUOTED_LINES_MAX: usize = 200;
const TONES: [&str; 5] = ["light", "medium_light", "medium", "medium_dark", "dark"];

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

/// Why a message is left out that says nothing here.
pub fn says_nothing(message: &Message) -> Option<&'static str> {
    match message.t.as_str() {
        "rm" => Some("A message that was deleted. It is left out."),
        "e2e" => Some("A message that is encrypted: nobody can read it without its key. It is left out."),
        "message_pinned" | "message_pinned_e2e" | "message_snippeted" => {
            Some("A note that something was pinned. It is left out: what was pinned comes pinned.")
        }
        _ if message.is_hidden => Some("An earlier text of a message. It is left out."),
        _ => None,
    }
}

/// What a message says, from somebody of this name.
pub fn of(message: &Message, username: &str, own: &dyn Own, files: &Files) -> Content {
    if let Some((kind, text, props)) = system(message, username, own) {
        let mut props = match props {
            Value::Object(props) => props,
            _ => JsonMap::new(),
        };
        props.insert("username".to_owned(), username.into());
        return Content { kind: kind.to_owned(), text: text.replace('\0', "\u{fffd}"), props, ..Content::default() };
    }
    let mut content = Content { text: markup::to_markdown(&message.msg, own), ..Content::default() };
    boxes(&mut content, message, own);
    attach(&mut content, message, files);
    if message.tshow {
        content.otherwise.push("A reply that was sent to the channel as well. It stands in its thread alone.");
    }
    content
}

/// The kind, text and properties of what the server tells.
fn system(message: &Message, username: &str, own: &dyn Own) -> Option<(&'static str, String, Value)> {
    let said = &message.msg;
    let whom = own.user(said).unwrap_or_else(|| said.clone());
    Some(match message.t.as_str() {
        "" => return None,
        "uj" | "ujt" => (kinds::JOIN_CHANNEL, format!("{username} joined the channel."), Value::Null),
        "ul" | "ult" => (kinds::LEAVE_CHANNEL, format!("{username} left the channel."), Value::Null),
        "au" | "added-user-to-team" => {
            let text = format!("{whom} added to the channel by {username}.");
            (kinds::ADD_TO_CHANNEL, text, json!({"addedUsername": whom}))
        }
        "ru" | "removed-user-from-team" => {
            let text = format!("{whom} was removed from the channel.");
            (kinds::REMOVE_FROM_CHANNEL, text, json!({"removedUsername": whom}))
        }
        "r" => {
            let text = format!("{username} updated the channel display name to: {said}");
            (kinds::DISPLAY_NAME_CHANGE, text, json!({"new_displayname": said}))
        }
        "room_changed_topic" => {
            let text = format!("{username} updated the channel header to: {said}");
            (kinds::HEADER_CHANGE, text, json!({"new_header": said}))
        }
        "room_changed_description" => {
            let text = format!("{username} updated the channel purpose to: {said}");
            (kinds::PURPOSE_CHANGE, text, json!({"new_purpose": said}))
        }
        "room-archived" => (kinds::CHANNEL_DELETED, format!("{username} archived the channel."), Value::Null),
        "room-unarchived" => (kinds::CHANNEL_RESTORED, format!("{username} unarchived the channel."), Value::Null),
        "room_changed_privacy" => (kinds::CHANGE_PRIVACY, format!("{username} made the channel {said}."), Value::Null),
        "discussion-created" => (kinds::GENERIC, format!("{username} began the discussion {said}."), Value::Null),
        kind => (kinds::GENERIC, format!("{}: {whom}", kind.replace(['-', '_'], " ")), Value::Null),
    })
}

fn text_of<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

/// Quotes of other messages become quotes, boxes of programs stay boxes; previews of links are made here anew.
fn boxes(content: &mut Content, message: &Message, own: &dyn Own) {
    let (mut kept, mut quotes) = (Vec::new(), String::new());
    for one in message.attachments.iter().filter(|one| one.is_object()).take(ATTACHMENTS_MAX) {
        let text = markup::to_markdown(text_of(one, "text"), own);
        if one["message_link"].is_string() {
            let author = text_of(one, "author_name");
            let author = own.user(author).unwrap_or_else(|| author.to_owned());
            quotes.push_str(&format!("> {author}:\n"));
            text.lines().take(QUOTED_LINES_MAX).for_each(|line| quotes.extend(["> ", line, "\n"]));
            quotes.push('\n');
        } else if text_of(one, "title_link").contains("/file-upload/") || one["type"] == "file" {
            line(&mut content.text, &markup::to_markdown(text_of(one, "description"), own));
        } else {
            let mut attachment: wire::attachments::Attachment = serde_json::from_value(one.clone()).unwrap_or_default();
            // Buttons led to the program that is not here.
            attachment.actions.clear();
            attachment.text = text;
            attachment.pretext = markup::to_markdown(&attachment.pretext, own);
            kept.push(serde_json::to_value(attachment).expect("plain data is JSON"));
        }
    }
    if !quotes.is_empty() {
        content.text = format!("{quotes}{}", content.text);
    }
    if !kept.is_empty() {
        content.kind = kinds::SLACK_ATTACHMENT.to_owned();
        content.props.insert(kinds::PROP_ATTACHMENTS.to_owned(), Value::Array(kept));
    }
}

/// Files whose bytes are here, and the names of the others.
fn attach(content: &mut Content, message: &Message, files: &Files) {
    let mut seen: Vec<&str> = Vec::new();
    for file in message.files.iter().chain(&message.file).filter(|file| !Files::is_thumb(file)) {
        if file._id.is_empty() || seen.contains(&&*file._id) {
            continue;
        }
        seen.push(&file._id);
        match files.path(file) {
            Some(path) => content.files.push(path),
            None => {
                content.otherwise.push("A file whose bytes are not in the dump. The message has its name.");
                line(&mut content.text, &format!("_(a file: {})_", shown(file)));
            }
        }
    }
}

fn shown(file: &File) -> String {
    file.name.chars().filter(|one| !one.is_control()).take(200).collect()
}

fn line(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

/// The name of an emoji here; nothing when it can be none.
pub fn emoji(name: &str) -> Option<String> {
    let name = name.trim_matches(':');
    let plain = match name.rsplit_once("_tone") {
        Some((base, tone)) => match tone.parse::<usize>().ok().and_then(|tone| TONES.get(tone.wrapping_sub(1))) {
            Some(tone) => format!("{base}_{tone}_skin_tone"),
            None => name.to_owned(),
        },
        None => name.to_owned(),
    };
    rules::emoji::is_name(&plain).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_emoji_are_those_of_here() {
        assert_eq!(emoji(":wave_tone3:").as_deref(), Some("wave_medium_skin_tone"));
        assert!(rules::emoji::is_system_name("wave_medium_skin_tone"));
        assert_eq!((emoji(":x_tone9:").as_deref(), emoji(":a b:"), emoji("::")), (Some("x_tone9"), None, None));
    }
}
