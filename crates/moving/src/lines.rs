//! Lines of the bulk format as every source makes them.

use base::{Id, Millis};
use transfer::bulk::line::{Bot, Conversation, Line, Participant, Seen, Team, Thread, User};

use crate::accounts::Called;
use crate::ids;
use crate::names::cut;

const NAME_LEN_MAX: usize = 64;

/// What becomes of a source.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address of the team that takes it, and its name when it is new.
    pub team: String,
    pub team_name: String,
    /// Whether direct and group messages come along.
    pub conversations: bool,
}

/// The line of the team.
pub fn team(scope: &str, options: &Options) -> Line {
    let Options { team, team_name, .. } = options;
    let team = Team {
        id: Some(ids::named("team", scope, team)),
        name: team.clone(),
        display_name: team_name.clone(),
        kind: "I".to_owned(),
        ..Team::default()
    };
    Line { kind: "team".to_owned(), team: Some(team), ..Line::default() }
}

/// The line of an account.
pub fn user(user: User) -> Line {
    Line { kind: "user".to_owned(), user: Some(Box::new(user)), ..Line::default() }
}

/// The roles that somebody gets in the team, where they are others than those of a member. Whoever was here before becomes no
/// guest.
pub fn team_roles(called: &Called, is_guest: bool, is_admin: bool) -> Option<String> {
    let roles = match (is_guest, is_admin) {
        (true, _) if !called.is_there => "team_guest",
        (false, true) => "team_user team_admin",
        _ => return None,
    };
    Some(roles.to_owned())
}

/// The line of somebody whom only messages name: an account that is deactivated.
pub fn stranger(id: Id, username: &str, email: String, name: &str) -> Line {
    user(User {
        id: Some(id),
        username: username.to_owned(),
        email,
        nickname: (!name.is_empty()).then(|| cut(name, NAME_LEN_MAX)),
        delete_at: Some(1),
        ..User::default()
    })
}

/// The line of a program.
pub fn bot(id: Id, username: &str, name: &str, delete_at: Option<Millis>) -> Line {
    let bot = Bot {
        id: Some(id),
        username: username.to_owned(),
        owner: username.to_owned(),
        display_name: (!name.is_empty()).then(|| cut(name, NAME_LEN_MAX)),
        delete_at,
        ..Bot::default()
    };
    Line { kind: "bot".to_owned(), bot: Some(bot), ..Line::default() }
}

/// The line of a conversation with what its people have read.
pub fn conversation(people: impl Iterator<Item = (String, Seen)>) -> Line {
    let one = |(username, seen)| Participant { username, seen, ..Participant::default() };
    let mut participants: Vec<Participant> = people.map(one).collect();
    // Who talks to himself is named twice, as lines want it.
    if let [one] = participants.as_slice() {
        participants.push(one.clone());
    }
    let conversation = Conversation { participants, ..Conversation::default() };
    Line { kind: "direct_channel".to_owned(), direct_channel: Some(conversation), ..Line::default() }
}

/// The line of a thread, in a channel or a conversation.
pub fn thread(thread: Thread) -> Line {
    match thread.channel_members.is_empty() {
        true => Line { kind: "post".to_owned(), post: Some(thread), ..Line::default() },
        false => Line { kind: "direct_post".to_owned(), direct_post: Some(thread), ..Line::default() },
    }
}
