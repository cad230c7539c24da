//! The server's own commands: one line each, by what they are about.

mod places;
pub mod self_service;
pub mod speech;

use node::error::Result;
use serde_json::json;
use wire::commands::{Command, CommandResponse, EPHEMERAL, IN_CHANNEL};

use crate::commands::execute::Caller;

/// One of the server's commands.
pub struct BuiltIn {
    pub trigger: &'static str,
    /// What can be typed after it.
    pub hint: &'static str,
    pub about: &'static str,
    /// Whether clients get its arguments in a form of their own.
    described: bool,
    /// Whether clients offer it to everybody.
    listed: bool,
}

const fn line(trigger: &'static str, hint: &'static str, about: &'static str) -> BuiltIn {
    BuiltIn { trigger, hint, about, described: false, listed: true }
}

const fn described(trigger: &'static str, hint: &'static str, about: &'static str) -> BuiltIn {
    BuiltIn { trigger, hint, about, described: true, listed: true }
}

/// A command for those who know it.
const fn unlisted(trigger: &'static str, hint: &'static str, about: &'static str) -> BuiltIn {
    BuiltIn { trigger, hint, about, described: false, listed: false }
}

const ALL: &[BuiltIn] = &[
    line("away", "", "Shows you as away"),
    line("code", "[text]", "Shows a text as code"),
    line("collapse", "", "Folds previews of pictures and links"),
    line("dnd", "", "Turns notifications off and says so"),
    line("echo", "[text] [seconds]", "Posts a text as yours, now or later"),
    line("expand", "", "Unfolds previews of pictures and links"),
    line("groupmsg", "@[name],@[name] [text]", "Writes to several people at once"),
    line("header", "[text]", "Changes the header of the channel"),
    line("help", "", "Shows what you can do"),
    line("invite", "@[name] ~[channel]", "Adds somebody to a channel"),
    line("join", "~[channel]", "Takes you into a public channel"),
    line("kick", "@[name]", "Removes somebody from the channel"),
    line("leave", "", "Takes you out of the channel"),
    line("logout", "", "Signs you out"),
    line("me", "[text]", "Says what you do"),
    line("msg", "@[name] [text]", "Writes to somebody"),
    line("mute", "~[channel]", "Mutes a channel, or lets it be heard again"),
    line("offline", "", "Shows you as offline"),
    line("online", "", "Shows you as online"),
    line("open", "~[channel]", "Takes you into a public channel"),
    line("purpose", "[text]", "Changes the purpose of the channel"),
    line("remove", "@[name]", "Removes somebody from the channel"),
    described("rename", "[text]", "Changes the name of the channel"),
    line("search", "[text]", "Searches posts"),
    described("secure-connection", "[action]", "Manages connections with other servers"),
    line("settings", "", "Opens your settings"),
    described("share-channel", "[action]", "Shares the channel with other servers"),
    line("shortcuts", "", "Shows what keys do"),
    line("shrug", "[text]", "Adds a shrug to a text"),
    unlisted("clear", "", "Ends your custom status"),
    unlisted("exportlink", "[file]", "Gives a link to an export"),
    unlisted("invite_people", "[address] ...", "Invites people to the team by mail"),
    unlisted("marketplace", "", "Shows plugins"),
    unlisted("test", "", "Makes load"),
    line("status", ":[emoji]: [text]", "Says what you are at; \"clear\" ends it"),
];

/// The command of a word.
pub fn find(trigger: &str) -> Option<&'static BuiltIn> {
    ALL.iter().find(|one| one.trigger == trigger)
}

/// All of them, as clients list commands.
pub fn listed() -> Vec<Command> {
    ALL.iter()
        .filter(|one| one.listed)
        .map(|one| Command {
            trigger: one.trigger.to_owned(),
            auto_complete: true,
            auto_complete_desc: one.about.to_owned(),
            auto_complete_hint: one.hint.to_owned(),
            display_name: one.trigger.to_owned(),
            autocomplete_data: one.described.then(|| {
                json!({
                    "Trigger": one.trigger, "Hint": one.hint, "HelpText": one.about, "RoleID": "system_user",
                    "Arguments": [], "SubCommands": [],
                })
            }),
            ..Command::default()
        })
        .collect()
}

/// Runs one.
///
/// # Errors
/// When the store does not answer; what the caller did wrong is an answer to the caller alone.
pub async fn run(caller: &Caller<'_>, command: &BuiltIn, args: &str) -> Result<CommandResponse> {
    match command.trigger {
        "me" => Ok(speech::me(args)),
        "shrug" => Ok(speech::shrug(args)),
        "code" => Ok(speech::code(args)),
        "echo" => speech::echo(caller, args).await,
        "msg" => speech::message(caller, args).await,
        "groupmsg" => speech::group_message(caller, args).await,
        "away" | "online" | "dnd" | "offline" => self_service::status(caller, command.trigger).await,
        "status" => self_service::custom_status(caller, args).await,
        "clear" => self_service::custom_status(caller, "clear").await,
        "collapse" => self_service::fold(caller, true).await,
        "expand" => self_service::fold(caller, false).await,
        "logout" => Ok(CommandResponse { goto_location: "/login".into(), ..CommandResponse::default() }),
        "header" | "purpose" | "rename" => places::rewrite(caller, command.trigger, args).await,
        "join" | "open" => places::join(caller, args).await,
        "leave" => places::leave(caller).await,
        "invite" => places::invite(caller, args).await,
        "kick" | "remove" => places::kick(caller, args).await,
        "invite_people" => places::invite_people(caller, args).await,
        "mute" => places::mute(caller, args).await,
        "help" => Ok(privately(help())),
        "exportlink" => Ok(privately("Links are made to exports in object storage, and this server keeps none there.")),
        "marketplace" => Ok(privately("This server has no plugins.")),
        "test" => Ok(privately("Load is made from outside, with the capacity lab muster-load.")),
        "secure-connection" | "share-channel" => Ok(privately("Channels are not shared between servers here.")),
        _ => Ok(privately(format!("/{} is for the client: it opens what you ask for.", command.trigger))),
    }
}

fn help() -> String {
    let lines = ALL
        .iter()
        .filter(|one| one.listed)
        .map(|one| format!("`/{} {}` {}", one.trigger, one.hint, one.about).replace(" `", "`"));
    lines.collect::<Vec<_>>().join("\n")
}

/// An answer that only the caller sees.
fn privately(text: impl Into<String>) -> CommandResponse {
    CommandResponse { response_type: EPHEMERAL.into(), text: text.into(), ..CommandResponse::default() }
}

/// A post in the caller's name.
fn aloud(text: impl Into<String>) -> CommandResponse {
    CommandResponse { response_type: IN_CHANNEL.into(), text: text.into(), ..CommandResponse::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_command_is_found_by_its_word() {
        for command in listed() {
            assert!(find(&command.trigger).is_some(), "{}", command.trigger);
        }
        assert!(find("deploy").is_none());
    }
}
