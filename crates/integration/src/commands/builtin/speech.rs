//! Commands that say something: here, to somebody, or in a while.

use std::sync::Arc;
use std::time::Duration;

use base::ids::UserId;
use conversation::posts::create;
use conversation::posts::new::{NewPost, SetOnline};
use conversation::source::Source;
use node::error::Result;
use organisation::channels::direct;
use permissions::Permission;
use request::App;
use request::permit::{Begun, allowed, application};
use tokio::sync::Semaphore;
use wire::channels::Channel;
use wire::commands::{CommandResponse, EPHEMERAL};
use wire::posts::{ME, Post};

use crate::commands::builtin::{aloud, privately};
use crate::commands::execute::Caller;

/// Longest wait of an echo, and echoes that wait at a time; they are in memory only.
const DELAY_S_MAX: u64 = 10_000;
static WAITING: Semaphore = Semaphore::const_new(100);

pub fn me(args: &str) -> CommandResponse {
    CommandResponse { kind: ME.into(), ..aloud(format!("*{args}*")) }
}

pub fn shrug(args: &str) -> CommandResponse {
    let shrug = "¯\\\\\\_(ツ)\\_/¯";
    aloud(if args.is_empty() { shrug.to_owned() } else { format!("{args} {shrug}") })
}

pub fn code(args: &str) -> CommandResponse {
    if args.is_empty() {
        return privately("A text must follow /code.");
    }
    let text = format!("    {}", args.replace('\n', "\n    "));
    CommandResponse { skip_slack_parsing: true, ..aloud(text) }
}

/// `/echo text`, `/echo text seconds` or `/echo "text" seconds`
pub async fn echo(caller: &Caller<'_>, args: &str) -> Result<CommandResponse> {
    let (text, delay_s) = delayed(args);
    if text.is_empty() {
        return Ok(privately("A text must follow /echo."));
    }
    if delay_s > DELAY_S_MAX {
        return Ok(privately(format!("An echo comes within {DELAY_S_MAX} seconds.")));
    }
    let new = said(caller, &caller.channel, text);
    if delay_s == 0 {
        create::create(&caller.call.app, new).await?;
        return Ok(CommandResponse::default());
    }
    let Ok(place) = WAITING.try_acquire() else { return Ok(privately("Too many echoes wait. Please try later.")) };
    let (app, begun) = (caller.call.app.clone(), Begun { user: new.author.id, by: application(caller.call) });
    base::tasks::spawn("echo", async move {
        let _place = place;
        tokio::time::sleep(Duration::from_secs(delay_s)).await;
        if let Err(error) = sound(&app, begun, new.post).await {
            tracing::debug!(user.id = %begun.user, cause = %error.message, "an echo did not sound");
        }
    });
    Ok(CommandResponse::default())
}

/// Posts an echo as whoever asked for it, if a request would by now.
///
/// # Errors
/// 403 when nothing happens in the name of the account any more, or it may not post there, and as [`create::create`].
pub async fn sound(app: &Arc<App>, begun: Begun, post: Post) -> Result<()> {
    let author = app.must_act(begun).await?;
    let rights = app.channel_rights(&author, post.channel_id).await?;
    allowed(rights.contains(Permission::CreatePost))?;
    create::create(app, NewPost { author, post, source: Source::Command, set_online: SetOnline::Yes }).await?;
    Ok(())
}

/// The text and the seconds after it. A number alone is a text, and so is one within the quotes of a text.
pub fn delayed(args: &str) -> (&str, u64) {
    if let Some((text, delay)) = args.strip_prefix('"').and_then(|rest| rest.rsplit_once('"')) {
        return (text, delay.trim().parse().unwrap_or(0));
    }
    let last = args.rsplit_once(char::is_whitespace);
    let delayed = last.and_then(|(text, delay)| Some((text.trim_end(), delay.parse().ok()?)));
    delayed.unwrap_or((args, 0))
}

fn said(caller: &Caller<'_>, channel: &Channel, text: &str) -> NewPost {
    let root_id = if channel.id == caller.channel.id { caller.root_id } else { Default::default() };
    let post = Post { channel_id: channel.id, root_id, message: text.to_owned(), ..Post::default() };
    NewPost { author: caller.call.me().clone(), post, source: Source::Command, set_online: SetOnline::Yes }
}

/// `/msg @name text`
pub async fn message(caller: &Caller<'_>, args: &str) -> Result<CommandResponse> {
    let (name, text) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let name = name.trim_start_matches('@').to_lowercase();
    let Some(user) = caller.person(&name).await? else {
        return Ok(privately(format!("There is no user named {name}.")));
    };
    if !caller.call.can(Permission::CreateDirectChannel) {
        return Ok(privately("You may not write to this person."));
    }
    let channel = match direct::open(&caller.call.app, caller.call.my_id(), user.id).await {
        Ok(channel) => channel,
        Err(error) if error.status.is_client_error() => return Ok(privately(error.message)),
        Err(error) => return Err(error),
    };
    write(caller, &channel, text.trim()).await
}

/// `/groupmsg @name,@name text`
pub async fn group_message(caller: &Caller<'_>, args: &str) -> Result<CommandResponse> {
    let (names, text) = recipients(args);
    let found = caller.people(&names).await?;
    let unknown: Vec<&str> = names.iter().filter(|name| !found.contains_key(*name)).map(String::as_str).collect();
    if !unknown.is_empty() {
        return Ok(privately(format!("There is no user named {}.", unknown.join(", "))));
    }
    let me = caller.call.my_id();
    let mut people: Vec<UserId> = found.values().map(|user| user.id).chain([me]).collect();
    people.sort_unstable();
    people.dedup();
    if let [one, other] = people[..] {
        if !caller.call.can(Permission::CreateDirectChannel) {
            return Ok(privately("You may not write to this person."));
        }
        let channel = direct::open(&caller.call.app, me, if one == me { other } else { one }).await?;
        return write(caller, &channel, text).await;
    }
    if let Err(invalid) = rules::channels::must_be_group_size(people.len()) {
        return Ok(privately(invalid.message));
    }
    if !caller.call.can(Permission::CreateGroupChannel) {
        return Ok(privately("You may not write to groups."));
    }
    let channel = direct::open_group(&caller.call.app, caller.call.me(), &people).await?;
    write(caller, &channel, text).await
}

/// The names before the text, which are separated by commas.
pub fn recipients(args: &str) -> (Vec<String>, &str) {
    let (mut names, mut rest) = (Vec::new(), args);
    loop {
        let end = rest.find(|c: char| c == ',' || c.is_whitespace()).unwrap_or(rest.len());
        let name = rest[..end].trim_start_matches('@').to_lowercase();
        if !name.is_empty() {
            names.push(name);
        }
        let after = rest[end..].trim_start();
        match after.strip_prefix(',') {
            Some(more) if names.len() <= rules::channels::GROUP_SIZE_MAX => rest = more.trim_start(),
            _ => return (names, after),
        }
    }
}

/// Writes in another channel and takes the caller there.
async fn write(caller: &Caller<'_>, channel: &Channel, text: &str) -> Result<CommandResponse> {
    if !text.is_empty() {
        create::create(&caller.call.app, said(caller, channel, text)).await?;
    }
    let goto_location = caller.page(&format!("channels/{}", channel.name));
    Ok(CommandResponse { response_type: EPHEMERAL.into(), goto_location, ..CommandResponse::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_no_comma_follows() {
        let read = |args| {
            let (names, text) = recipients(args);
            (names.join("+"), text.to_owned())
        };
        assert_eq!(read("@bob,@carol hello both"), ("bob+carol".into(), "hello both".into()));
        assert_eq!(read("@bob, @Carol , dave hi, you"), ("bob+carol+dave".into(), "hi, you".into()));
        assert_eq!(read("bob"), ("bob".into(), String::new()));
        assert_eq!(read(""), (String::new(), String::new()));
    }

    #[test]
    fn an_echo_waits_as_long_as_the_last_word_says() {
        assert_eq!(delayed("\"see you\" 5"), ("see you", 5));
        assert_eq!(delayed("\"see 5\""), ("see 5", 0));
        assert_eq!(delayed("see you  5"), ("see you", 5));
        assert_eq!(delayed("at 5 o'clock"), ("at 5 o'clock", 0));
        assert_eq!(delayed("5"), ("5", 0));
    }
}
