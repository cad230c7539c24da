//! What a line must say: pure, with the ids that programs know.

use base::Id;
use http::StatusCode;
use node::error::{ApiError, Result};
use rules::posts::{MESSAGE_LEN_MAX, PROPS_LEN_MAX};

use crate::bulk::line::{
    Bot, Channel, ChannelMember, Conversation, Emoji, Line, Of, Post, Reaction, Team, Thread, User,
};
use crate::bulk::{Failed, VERSION};

const DESCRIPTION_LEN_MAX: usize = 255;
const BOT_DESCRIPTION_LEN_MAX: usize = 1_024;
const HEADER_LEN_MAX: usize = 1_024;
const PURPOSE_LEN_MAX: usize = 250;
const DISPLAY_NAME_LEN_MAX: usize = 64;
const AUTH_DATA_LEN_MAX: usize = 128;
const PROVIDER_LEN_MAX: usize = 32;
const NAME_LEN_MAX: usize = 64;
const EMAIL_LEN_MAX: usize = 128;
const PATH_LEN_MAX: usize = 1_024;
/// People of a direct or group channel: one who talks to himself is named once or twice.
const PEOPLE_MAX: usize = 8;
const SERVICES: [&str; 7] = ["", "gitlab", "ldap", "saml", "google", "office365", "openid"];

/// Providers of OpenID Connect have names of their own, which another server need not know when the file is checked.
fn is_provider(name: &str) -> bool {
    let letters = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=PROVIDER_LEN_MAX).contains(&name.len()) && name.bytes().all(letters) && name != "email"
}

/// The first line says that the others can be read.
///
/// # Errors
/// When it is of another kind or of another version.
pub fn version(line: &Line) -> Result<()> {
    if line.kind != "version" {
        let id = "app.import.process_import_data_file_version_line.error";
        return Err(ApiError::bad_request(id, "The first line does not say which version of the format this is."));
    }
    if line.version != Some(VERSION) {
        let text = format!("This program reads version {VERSION} of the format.");
        return Err(ApiError::bad_request("app.import.bulk_import.unsupported_version.error", text));
    }
    Ok(())
}

/// What any other line is about, checked.
///
/// # Errors
/// With the number of the line and the first thing wrong.
pub fn of(number: u64, line: Line) -> Result<Of, Failed> {
    checked(line).map_err(Failed::at(number))
}

fn checked(line: Line) -> Result<Of> {
    let Line { kind, team, channel, user, bot, emoji, post, direct_channel, direct_post, .. } = line;
    match kind.as_str() {
        "team" => team_of(there(team, "team")?),
        "channel" => channel_of(there(channel, "channel")?),
        "user" => user_of(there(user, "user")?),
        "bot" => bot_of(there(bot, "bot")?),
        "emoji" => emoji_of(there(emoji, "emoji")?),
        "post" => post_of(there(post, "post")?),
        "direct_channel" => conversation_of(there(direct_channel, "direct_channel")?),
        "direct_post" => direct_post_of(there(direct_post, "direct_post")?),
        "role" | "scheme" => Ok(Of::PassedOver),
        _ => {
            let text = format!("{kind:?} is no kind of line.");
            Err(ApiError::bad_request("app.import.import_line.unknown_line_type.error", text))
        }
    }
}

fn there<T>(payload: Option<T>, kind: &str) -> Result<T> {
    payload.ok_or_else(|| {
        let text = format!("The line is of the kind {kind:?} and has nothing under that name.");
        ApiError::new(StatusCode::BAD_REQUEST, format!("app.import.import_line.null_{kind}.error"), text)
    })
}

/// Refuses what does not hold of an object, by the name of the rule.
fn must(holds: bool, object: &str, rule: &str) -> Result<()> {
    if holds {
        return Ok(());
    }
    let text = format!("The {}: {}.", object.replace('_', " "), rule.replace('_', " "));
    Err(ApiError::new(StatusCode::BAD_REQUEST, format!("app.import.validate_{object}_import_data.{rule}.error"), text))
}

fn is_id(object: &str, id: Option<Id>) -> Result<()> {
    must(id.is_none_or(Id::is_some), object, "id_invalid")
}

/// At most so many characters, if it is there; without NUL, which not every database takes.
fn fits(text: Option<&String>, len_max: usize) -> bool {
    text.is_none_or(|text| !text.contains('\0') && (text.len() <= len_max || text.chars().count() <= len_max))
}

fn team_of(team: Team) -> Result<Of> {
    let object = "team";
    is_id(object, team.id)?;
    must(!team.name.is_empty(), object, "name_missing")?;
    must(team.name.len() <= NAME_LEN_MAX, object, "name_length")?;
    must(!rules::teams::is_reserved(&team.name), object, "name_reserved")?;
    must(rules::teams::is_name(&team.name), object, "name_characters")?;
    must(!team.display_name.is_empty(), object, "display_name_missing")?;
    must(fits(Some(&team.display_name), DISPLAY_NAME_LEN_MAX), object, "display_name_length")?;
    must(!team.kind.is_empty(), object, "type_missing")?;
    must(matches!(team.kind.as_str(), "O" | "I"), object, "type_invalid")?;
    must(fits(team.description.as_ref(), DESCRIPTION_LEN_MAX), object, "description_length")?;
    Ok(Of::Team(team))
}

fn channel_of(channel: Channel) -> Result<Of> {
    let object = "channel";
    is_id(object, channel.id)?;
    must(!channel.team.is_empty(), object, "team_missing")?;
    must(!channel.name.is_empty(), object, "name_missing")?;
    must(channel.name.len() <= NAME_LEN_MAX, object, "name_length")?;
    must(rules::channels::is_name(&channel.name), object, "name_characters")?;
    must(fits(channel.display_name.as_ref(), DISPLAY_NAME_LEN_MAX), object, "display_name_length")?;
    must(!channel.kind.is_empty(), object, "type_missing")?;
    must(matches!(channel.kind.as_str(), "O" | "P"), object, "type_invalid")?;
    must(fits(channel.header.as_ref(), HEADER_LEN_MAX), object, "header_length")?;
    must(fits(channel.purpose.as_ref(), PURPOSE_LEN_MAX), object, "purpose_length")?;
    Ok(Of::Channel(channel))
}

fn user_of(user: Box<User>) -> Result<Of> {
    let object = "user";
    is_id(object, user.id)?;
    must(!user.username.is_empty(), object, "username_missing")?;
    must(rules::users::is_username(&user.username), object, "username_invalid")?;
    must(!user.email.is_empty(), object, "email_missing")?;
    must(user.email.len() <= EMAIL_LEN_MAX, object, "email_length")?;
    must(rules::users::is_email(&user.email), object, "email_invalid")?;
    let (service, name) = (user.auth_service.as_deref().unwrap_or_default(), user.auth_data.as_deref());
    let is_nameless = matches!(service, "" | wire::users::MAGIC_LINK);
    must(is_nameless || SERVICES.contains(&service) || is_provider(service), object, "auth_service_invalid")?;
    must(is_nameless == name.is_none_or(str::is_empty), object, "auth_data_and_service_dependency")?;
    must(fits(user.auth_data.as_ref(), AUTH_DATA_LEN_MAX), object, "auth_data_length")?;
    must(user.password.is_none() || service.is_empty(), object, "auth_data_and_password")?;
    let password_fits =
        user.password.as_ref().is_none_or(|text| !text.is_empty() && text.len() <= rules::users::PASSWORD_LEN_MAX);
    must(password_fits, object, "password_length")?;
    must(fits(user.nickname.as_ref(), NAME_LEN_MAX), object, "nickname_length")?;
    must(fits(user.first_name.as_ref(), NAME_LEN_MAX), object, "first_name_length")?;
    must(fits(user.last_name.as_ref(), NAME_LEN_MAX), object, "last_name_length")?;
    must(fits(user.position.as_ref(), rules::users::POSITION_LEN_MAX), object, "position_length")?;
    must(has_roles(user.roles.as_deref()), object, "roles_invalid")?;
    let guest = is_role(user.roles.as_deref(), "system_guest");
    for team in &user.teams {
        must(!team.name.is_empty(), "user_teams", "team_name_missing")?;
        must(has_roles(team.roles.as_deref()), "user_teams", "invalid_roles")?;
        must(
            team.roles.is_none() || is_role(team.roles.as_deref(), "team_guest") == guest,
            object,
            "guest_roles_conflict",
        )?;
        team.channels.iter().try_for_each(|channel| user_channel(channel, guest))?;
    }
    Ok(Of::User(user))
}

fn user_channel(channel: &ChannelMember, guest: bool) -> Result<()> {
    let object = "user_channels";
    must(!channel.name.is_empty(), object, "channel_name_missing")?;
    must(has_roles(channel.roles.as_deref()), object, "invalid_roles")?;
    let consistent = channel.roles.is_none() || is_role(channel.roles.as_deref(), "channel_guest") == guest;
    must(consistent, "user", "guest_roles_conflict")?;
    let seen = &channel.seen;
    must(seen.msg_count >= 0 && seen.msg_count_root >= 0 && seen.mention_count >= 0, object, "negative_counts")
}

fn has_roles(roles: Option<&str>) -> bool {
    roles.is_none_or(|roles| roles.split_ascii_whitespace().all(rules::roles::is_name))
}

fn is_role(roles: Option<&str>, wanted: &str) -> bool {
    roles.is_some_and(|roles| roles.split_ascii_whitespace().any(|role| role == wanted))
}

fn bot_of(bot: Bot) -> Result<Of> {
    let object = "bot";
    is_id(object, bot.id)?;
    must(!bot.username.is_empty(), object, "username_missing")?;
    must(rules::users::is_username(&bot.username), object, "username_invalid")?;
    must(!bot.owner.is_empty(), object, "owner_missing")?;
    must(fits(bot.display_name.as_ref(), DISPLAY_NAME_LEN_MAX), object, "display_name_length")?;
    must(fits(bot.description.as_ref(), BOT_DESCRIPTION_LEN_MAX), object, "description_length")?;
    Ok(Of::Bot(bot))
}

fn emoji_of(emoji: Emoji) -> Result<Of> {
    must(!emoji.name.is_empty(), "emoji", "name_missing")?;
    must(rules::emoji::is_name(&emoji.name), "emoji", "name_invalid")?;
    must(!emoji.image.is_empty(), "emoji", "image_missing")?;
    Ok(Of::Emoji(emoji))
}

fn conversation_of(conversation: Conversation) -> Result<Of> {
    let object = "direct_channel";
    let people = conversation.people();
    must(!people.is_empty(), object, "members_required")?;
    must(conversation.members.is_empty() || conversation.participants.is_empty(), object, "members_and_participants")?;
    let count = conversation.members.len() + conversation.participants.len();
    must(count >= 2, object, "members_too_few")?;
    must(people.len() <= PEOPLE_MAX, object, "members_too_many")?;
    let shown = conversation.shown_by.iter().flatten();
    let known = |user: &String| people.binary_search(&user.as_str()).is_ok();
    must(conversation.favorited_by.iter().all(known), object, "unknown_favoriter")?;
    must(shown.clone().all(known), object, "unknown_shower")?;
    must(fits(conversation.header.as_ref(), HEADER_LEN_MAX), object, "header_length")?;
    Ok(Of::Conversation(conversation))
}

fn post_of(thread: Thread) -> Result<Of> {
    must(!thread.team.is_empty(), "post", "team_missing")?;
    must(!thread.channel.is_empty(), "post", "channel_missing")?;
    thread_of("post", thread)
}

fn direct_post_of(thread: Thread) -> Result<Of> {
    let object = "direct_post";
    must(!thread.channel_members.is_empty(), object, "channel_members_required")?;
    must(thread.channel_members.len() >= 2, object, "channel_members_too_few")?;
    must(thread.channel_members.len() <= PEOPLE_MAX, object, "channel_members_too_many")?;
    let known = thread.post.flagged_by.iter().all(|user| thread.channel_members.contains(user));
    must(known, object, "unknown_flagger")?;
    thread_of(object, thread)
}

fn thread_of(object: &str, mut thread: Thread) -> Result<Of> {
    match thread.root_id {
        None => post(object, &thread.post)?,
        Some(root) => must(root.is_some() && thread.post == Post::default(), object, "root_id_invalid")?,
    }
    let from = thread.post.create_at;
    for reply in &mut thread.replies {
        post("reply", reply)?;
        // A reply is not older than what it answers.
        reply.create_at = reply.create_at.max(from);
    }
    for follower in thread.thread_followers.iter().flatten() {
        must(!follower.user.is_empty(), "thread_follower", "user_missing")?;
    }
    Ok(Of::Thread(Box::new(thread)))
}

fn post(object: &str, post: &Post) -> Result<()> {
    is_id(object, post.id)?;
    must(!post.user.is_empty(), object, "user_missing")?;
    must(post.message.is_some(), object, "message_missing")?;
    must(fits(post.message.as_ref(), MESSAGE_LEN_MAX), object, "message_length")?;
    must(post.create_at != 0, object, "create_at_missing")?;
    must(post.create_at > 0, object, "create_at_zero")?;
    must(rules::posts::is_known_type(post.kind.as_deref().unwrap_or_default()), object, "type_invalid")?;
    if let Some(props) = post.props.as_ref().filter(|props| !props.is_empty()) {
        let json = serde_json::to_string(props).expect("what was JSON is JSON");
        must(json.chars().count() <= PROPS_LEN_MAX, object, "props_too_large")?;
    }
    must(post.attachments.len() <= rules::posts::FILES_MAX, object, "attachments_too_many")?;
    for attachment in &post.attachments {
        must(!attachment.path.is_empty() && attachment.path.len() <= PATH_LEN_MAX, "attachment", "path_missing")?;
    }
    post.reactions.iter().try_for_each(|reaction| reaction_to(post, reaction))
}

fn reaction_to(post: &Post, reaction: &Reaction) -> Result<()> {
    let object = "reaction";
    must(!reaction.user.is_empty(), object, "user_missing")?;
    must(!reaction.emoji_name.is_empty(), object, "emoji_name_missing")?;
    must(reaction.emoji_name.len() <= rules::emoji::NAME_LEN_MAX, object, "emoji_name_length")?;
    must(reaction.create_at > 0, object, "create_at_missing")?;
    must(reaction.create_at >= post.create_at, object, "create_at_before_parent")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::bulk::notes::Notes;
    use crate::bulk::repair::read;

    /// The id that a line is refused with, or nothing.
    fn refused(text: &str) -> String {
        let of = read(1, text.as_bytes(), &mut Notes::default()).and_then(checked);
        of.err().map(|error| error.id.into_owned()).unwrap_or_default()
    }

    #[test]
    fn lines_are_refused_by_the_rule_that_they_break() {
        let cases = [
            ("", "app.import.bulk_import.json_decode.error"),
            ("[]x", "app.import.bulk_import.json_decode.error"),
            (r#"{"type":"wizard"}"#, "app.import.import_line.unknown_line_type.error"),
            (r#"{"type":"version","version":1}"#, "app.import.import_line.unknown_line_type.error"),
            (r#"{"type":"team"}"#, "app.import.import_line.null_team.error"),
            (
                r#"{"type":"team","team":{"name":"x y","display_name":"X","type":"O"}}"#,
                "app.import.validate_team_import_data.name_characters.error",
            ),
            (
                r#"{"type":"channel","channel":{"team":"crew","name":"hall","type":"D"}}"#,
                "app.import.validate_channel_import_data.type_invalid.error",
            ),
            (
                r#"{"type":"user","user":{"username":"A B","email":"a@b.test"}}"#,
                "app.import.validate_user_import_data.username_invalid.error",
            ),
            (
                r#"{"type":"post","post":{"team":"crew","channel":"hall","user":"ann","message":"hi"}}"#,
                "app.import.validate_post_import_data.create_at_missing.error",
            ),
            (
                r#"{"type":"post","post":{"team":"crew","channel":"hall","user":"ann","create_at":1}}"#,
                "app.import.validate_post_import_data.message_missing.error",
            ),
            (
                r#"{"type":"direct_channel","direct_channel":{}}"#,
                "app.import.validate_direct_channel_import_data.members_required.error",
            ),
            (
                r#"{"type":"direct_channel","direct_channel":{"members":["ann","bob"],"favorited_by":["cid"]}}"#,
                "app.import.validate_direct_channel_import_data.unknown_favoriter.error",
            ),
        ];
        for (line, id) in cases {
            assert_eq!(refused(line), id, "{line}");
        }
    }

    #[test]
    fn what_is_whole_passes() {
        for line in [
            r#"{"type":"team","team":{"name":"crew","display_name":"Crew","type":"O"}}"#,
            r#"{"type":"user","user":{"username":"Ann","email":"Ann@Example.test","military_time":true,"teams":null}}"#,
            r#"{"type":"user","user":{"username":"gus","email":"g@far.test","auth_service":"magic_link"}}"#,
            r#"{"type":"direct_channel","direct_channel":{"members":["ann","ann"]}}"#,
            r#"{"type":"direct_post","direct_post":{"channel_members":["ann","bob"],"user":"ann","message":"","create_at":7}}"#,
            r#"{"type":"role","role":{"name":"wizard"}}"#,
        ] {
            assert_eq!(refused(line), "", "{line}");
        }
        let line =
            r#"{"type":"user","user":{"username":"a","email":"a@b.test","auth_service":"magic_link","password":"x"}}"#;
        assert!(refused(line).contains("auth_data_and_password"), "{}", refused(line));
    }

    /// A whole line of each kind, every field of the format in it.
    const WHOLE: &str = include_str!("whole.jsonl");

    /// The same object with `null` in one place, for every place in it.
    fn with_null(value: &Value) -> Vec<Value> {
        let inside = |at: &Value, put: &dyn Fn(Value) -> Value| with_null(at).into_iter().map(put).collect::<Vec<_>>();
        match value {
            Value::Object(fields) => fields
                .iter()
                .flat_map(|(name, field)| {
                    let put = |one: Value| {
                        let mut changed = fields.clone();
                        changed.insert(name.clone(), one);
                        Value::Object(changed)
                    };
                    let mut all = inside(field, &put);
                    all.push(put(Value::Null));
                    all
                })
                .collect(),
            Value::Array(values) => (0..values.len())
                .flat_map(|at| {
                    let put = |one: Value| {
                        let mut changed = values.clone();
                        changed[at] = one;
                        Value::Array(changed)
                    };
                    inside(&values[at], &put)
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Whatever is null, a line is refused only where the field is one that must be there.
    #[test]
    fn null_is_as_good_as_nothing_in_every_field_of_every_kind() {
        for whole in WHOLE.lines() {
            assert_eq!(refused(whole), "", "{whole}");
            let value: Value = serde_json::from_str(whole).expect("JSON");
            for changed in with_null(&value) {
                let id = refused(&changed.to_string());
                let lacks = ["missing", "unknown_line_type", "null_", "required", "too_few", "dependency", "unknown_"];
                assert!(id.is_empty() || lacks.iter().any(|one| id.contains(one)), "{id}: {changed}");
            }
        }
    }
}
