//! Lines of a bulk-import file: what stands in each of the plan's things.
//!
//! Reminders, files and sidebars have no place in such a file, or need more than the file; urgent posts have none either.

use serde::Serialize;

use crate::config::PASSWORD;
use crate::mix::Random;
use crate::setup::plan::{self, COMMON_CHANNEL, Members, Place, Plan};

/// Posts begin here (2023-01-01) and are spread over two years.
const BEGIN_MS: u64 = 1_672_531_200_000;
const SPAN_MS: u64 = 2 * 365 * 24 * 3_600_000;

#[derive(Serialize)]
pub struct Line {
    pub r#type: &'static str,
    #[serde(flatten)]
    pub of: Of,
}

/// The payload under the type's name.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    Team { name: String, display_name: String, r#type: &'static str, allow_open_invite: bool },
    Channel { team: String, name: String, display_name: String, r#type: &'static str },
    User(User),
    Post(Thread),
    DirectChannel { members: Vec<String> },
    DirectPost(Thread),
}

#[derive(Serialize)]
pub struct User {
    username: String,
    email: String,
    password: &'static str,
    roles: &'static str,
    teams: Vec<TeamMember>,
}

#[derive(Serialize)]
struct TeamMember {
    name: String,
    roles: &'static str,
    channels: Vec<ChannelMember>,
}

#[derive(Serialize)]
struct ChannelMember {
    name: String,
    roles: &'static str,
}

/// A post with its reactions and replies, in a channel of a team or among people.
#[derive(Serialize)]
pub struct Thread {
    #[serde(skip_serializing_if = "String::is_empty")]
    team: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    channel: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    channel_members: Vec<String>,
    user: String,
    message: String,
    create_at: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reactions: Vec<Reaction>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replies: Vec<Reply>,
}

#[derive(Serialize)]
struct Reply {
    user: String,
    message: String,
    create_at: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reactions: Vec<Reaction>,
}

#[derive(Serialize)]
struct Reaction {
    user: String,
    emoji_name: &'static str,
    create_at: u64,
}

pub fn team(plan: &Plan<'_>, number: u64) -> Line {
    let (name, display_name) = (plan.team_name(number), format!("Team {}", number + 1));
    Line { r#type: "team", of: Of::Team { name, display_name, r#type: "O", allow_open_invite: true } }
}

pub fn channel(plan: &Plan<'_>, number: u64) -> Line {
    let (team, name) = (plan.team_name(plan.team_of(number)), plan.channel_name(number));
    let display_name = name.replace('-', " ");
    let kind = if plan.is_private(number) { "P" } else { "O" };
    Line { r#type: "channel", of: Of::Channel { team, name, display_name, r#type: kind } }
}

/// The channels of each user. Four bytes a membership: 6 MB for 720,000 channels.
pub fn memberships(plan: &Plan<'_>) -> Vec<Vec<u32>> {
    let mut of_users = vec![Vec::new(); plan.size.users as usize];
    for channel in 0..plan.size.channels.of_team() {
        for user in plan.members(channel).all() {
            of_users[user as usize].push(channel as u32);
        }
    }
    of_users
}

pub fn user(plan: &Plan<'_>, number: u64, channels: &[u32]) -> Line {
    let own = (0..plan.size.teams).filter(|team| plan.size.has(*team, number));
    let mut teams: Vec<(u64, TeamMember)> = own
        .map(|team| (team, TeamMember { name: plan.team_name(team), roles: "team_user", channels: Vec::new() }))
        .collect();
    for &channel in channels {
        let name = plan.channel_name(channel.into());
        let team = teams.iter_mut().find(|(team, _)| *team == plan.team_of(channel.into()));
        let (_, team) = team.expect("members of a channel are in its team");
        team.channels.push(ChannelMember { name, roles: "channel_user" });
    }
    let teams = teams.into_iter().map(|(_, member)| member).collect();
    let username = plan.user_name(number);
    let email = format!("{username}@example.com");
    Line { r#type: "user", of: Of::User(User { username, email, password: PASSWORD, roles: "system_user", teams }) }
}

pub fn direct_channel(plan: &Plan<'_>, number: u64) -> Line {
    let members = names(plan, &plan.people(number));
    Line { r#type: "direct_channel", of: Of::DirectChannel { members } }
}

fn names(plan: &Plan<'_>, members: &Members) -> Vec<String> {
    members.all().map(|user| plan.user_name(user)).collect()
}

/// The so-many-th thread of its kind.
pub fn thread(plan: &Plan<'_>, number: u64, of: &plan::Thread) -> Line {
    let (mut team, mut channel, mut channel_members) = (String::new(), String::new(), Vec::new());
    let r#type = match of.place {
        Place::Common(of_team) => {
            (team, channel) = (plan.team_name(of_team), COMMON_CHANNEL.to_owned());
            "post"
        }
        Place::Channel(number) => {
            (team, channel) = (plan.team_name(plan.team_of(number)), plan.channel_name(number));
            "post"
        }
        Place::Direct(number) => {
            channel_members = names(plan, &plan.people(number));
            "direct_post"
        }
    };
    let mut random = Random::of(plan.size.seed ^ 7, number);
    let roots = (plan.size.posts as f64 * (1.0 - plan.size.shares.replies)).max(1.0);
    let mut create_at = BEGIN_MS + (number as f64 * (SPAN_MS as f64 / roots)) as u64;
    let reactions = |random: &mut Random, to: usize, create_at: u64| {
        let own = of.reactions.iter().filter(|reaction| reaction.to == to);
        own.map(|one| Reaction {
            user: plan.user_name(one.user),
            emoji_name: one.emoji,
            create_at: create_at + random.within(1, 60_000),
        })
        .collect()
    };
    let mut thread = Thread {
        team,
        channel,
        channel_members,
        user: plan.user_name(of.author),
        message: of.text.clone(),
        create_at,
        reactions: reactions(&mut random, 0, create_at),
        replies: Vec::with_capacity(of.replies.len()),
    };
    for (at, reply) in of.replies.iter().enumerate() {
        create_at += random.within(1_000, 120_000);
        let (user, message) = (plan.user_name(reply.author), reply.text.clone());
        let reactions = reactions(&mut random, at + 1, create_at);
        thread.replies.push(Reply { user, message, create_at, reactions });
    }
    Line { r#type, of: if r#type == "post" { Of::Post(thread) } else { Of::DirectPost(thread) } }
}
