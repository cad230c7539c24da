//! What stands in a bulk-import file: every line a pure function of the size and the line's number.
//!
//! Shares are the published ones of the generating tool: of the channels a fifth public, a tenth private, six tenths
//! direct, a tenth of groups; half of the posts are replies, a twentieth of those in long threads; a reaction to every
//! fifth post. Joins are two for each channel, seven tenths of them in one half of the channels of teams: there 9.3 and
//! else 4 members on average. Reminders, files and sidebars have no place in such a file, or need more than the file.

use serde::Serialize;

use crate::agent::accounts::PASSWORD;
use crate::mix::{Dice, words};
use crate::setup::generate::{Size, busy};

/// Of ten channels two are public and one is private, six are direct, one is of a group.
const OF_TEAM: u64 = 3;
const DIRECT: u64 = 6;
const TENTHS: u64 = 10;
/// Members of a channel, both ends included: of the half that most join, and of the other.
const MANY_MEMBERS: (u64, u64) = (1, 18);
const FEW_MEMBERS: (u64, u64) = (3, 5);
/// Members of a group channel, both ends included.
const GROUP_MEMBERS: (u64, u64) = (3, 8);
/// No published figure: the published tool writes in channels of teams alone, people do not.
const DIRECT_POSTS: f64 = 0.3;
/// One root in so many begins a long thread, and all of those hold this share of the replies.
const LONG_THREAD_EVERY: u64 = 1_000;
const LONG_THREAD_REPLIES: f64 = 0.05;
/// A line may have 16 MiB; this many replies are far below.
const REPLIES_MAX: u64 = 5_000;
const REACTIONS: f64 = 0.2;
const EMOJI: [&str; 4] = ["+1", "tada", "point_up", "raised_hands"];
/// Posts begin here (2023-01-01) and are spread over two years.
const BEGIN_MS: u64 = 1_672_531_200_000;
const SPAN_MS: u64 = 2 * 365 * 24 * 3_600_000;

/// A world and what follows from its numbers.
pub struct Plan<'a> {
    pub size: &'a Size,
    pub channels: u64,
    pub direct: u64,
    pub groups: u64,
    pub posts: u64,
    pub direct_posts: u64,
}

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
    pub replies: Vec<Reply>,
}

#[derive(Serialize)]
pub struct Reply {
    user: String,
    message: String,
    create_at: u64,
}

#[derive(Serialize)]
struct Reaction {
    user: String,
    emoji_name: &'static str,
    create_at: u64,
}

impl<'a> Plan<'a> {
    /// # Errors
    /// With a sentence, when there are too few users for as many channels of two or more of them.
    pub fn new(size: &'a Size) -> Result<Plan<'a>, String> {
        let (channels, direct) = (size.channels * OF_TEAM / TENTHS, size.channels * DIRECT / TENTHS);
        let groups = size.channels - channels - direct;
        let pairs = size.users * (size.users.saturating_sub(1) / 2);
        let sets = (GROUP_MEMBERS.1 - GROUP_MEMBERS.0 + 1) * size.users * (size.users / GROUP_MEMBERS.1);
        if direct > pairs || groups > sets {
            return Err(format!("{} users are too few for {direct} direct and {groups} group channels", size.users));
        }
        if channels > 0 && size.teams == 0 {
            return Err("channels need a team".into());
        }
        let direct_posts = match (channels, direct + groups) {
            (_, 0) => 0,
            (0, _) => size.posts,
            _ => (size.posts as f64 * DIRECT_POSTS) as u64,
        };
        Ok(Plan { size, channels, direct, groups, posts: size.posts - direct_posts, direct_posts })
    }

    pub fn team(&self, number: u64) -> Line {
        let (name, display_name) = (self.team_name(number), format!("Team {}", number + 1));
        Line { r#type: "team", of: Of::Team { name, display_name, r#type: "O", allow_open_invite: true } }
    }

    fn team_name(&self, number: u64) -> String {
        format!("{}-team-{}", self.size.prefix, number + 1)
    }

    /// Two public channels for each private one.
    pub fn channel(&self, number: u64) -> Line {
        let (team, name) = (self.team_name(number % self.size.teams), self.channel_name(number));
        let display_name = name.replace('-', " ");
        let kind = if number % 3 == 2 { "P" } else { "O" };
        Line { r#type: "channel", of: Of::Channel { team, name, display_name, r#type: kind } }
    }

    fn channel_name(&self, number: u64) -> String {
        let mut dice = Dice::of(self.size.seed ^ 3, number);
        format!("{}-{}-{number}", words::word(&mut dice), words::word(&mut dice))
    }

    fn user_name(&self, number: u64) -> String {
        format!("{}-{}", self.size.prefix, number + 1)
    }

    /// The members of a channel of a team; the first made it.
    fn members(&self, channel: u64) -> Vec<u64> {
        let mut dice = Dice::of(self.size.seed ^ 5, channel);
        let (least, most) = if channel.is_multiple_of(2) { MANY_MEMBERS } else { FEW_MEMBERS };
        let count = dice.within(least, most);
        let mut members: Vec<u64> = (0..count).map(|_| dice.below(self.size.users)).collect();
        members.sort_unstable();
        members.dedup();
        members
    }

    /// The channels of each user. Four bytes a membership: 6 MB for 720,000 channels.
    pub fn memberships(&self) -> Vec<Vec<u32>> {
        let mut of_users = vec![Vec::new(); self.size.users as usize];
        for channel in 0..self.channels {
            for user in self.members(channel) {
                of_users[user as usize].push(channel as u32);
            }
        }
        of_users
    }

    /// Everybody is in every team, as published.
    pub fn user(&self, number: u64, channels: &[u32]) -> Line {
        let mut teams: Vec<TeamMember> = (0..self.size.teams)
            .map(|team| TeamMember { name: self.team_name(team), roles: "team_user", channels: Vec::new() })
            .collect();
        for &channel in channels {
            let name = self.channel_name(channel.into());
            let team = (u64::from(channel) % self.size.teams) as usize;
            teams[team].channels.push(ChannelMember { name, roles: "channel_user" });
        }
        let username = self.user_name(number);
        let email = format!("{username}@example.com");
        Line { r#type: "user", of: Of::User(User { username, email, password: PASSWORD, roles: "system_user", teams }) }
    }

    pub fn direct_channel(&self, number: u64) -> Line {
        Line { r#type: "direct_channel", of: Of::DirectChannel { members: self.people(number) } }
    }

    /// Who is in a direct or group channel: no two numbers have the same people, as no two distances on a circle of
    /// users are the same.
    fn people(&self, number: u64) -> Vec<String> {
        let users = self.size.users;
        if number < self.direct {
            let (first, apart) = (number % users, 1 + number / users);
            return [first, (first + apart) % users].map(|user| self.user_name(user)).to_vec();
        }
        let (least, most) = GROUP_MEMBERS;
        let (number, sizes) = (number - self.direct, most - least + 1);
        let (count, rest) = (least + number % sizes, number / sizes);
        let (first, apart) = (rest % users, 1 + rest / users);
        (0..count).map(|at| self.user_name((first + at * apart) % users)).collect()
    }

    /// A thread in a channel of a team, with at most `room` posts.
    pub fn thread(&self, number: u64, room: u64) -> (Line, u64) {
        let mut dice = Dice::of(self.size.seed ^ 4, number);
        let channel = busy(&mut dice, self.channels as usize) as u64;
        let people: Vec<String> = self.members(channel).into_iter().map(|user| self.user_name(user)).collect();
        let mut thread = self.talk(&mut dice, number, room, &people);
        thread.team = self.team_name(channel % self.size.teams);
        thread.channel = self.channel_name(channel);
        let posts = 1 + thread.replies.len() as u64;
        (Line { r#type: "post", of: Of::Post(thread) }, posts)
    }

    /// A thread in a direct or group channel, with at most `room` posts.
    pub fn direct_thread(&self, number: u64, room: u64) -> (Line, u64) {
        let mut dice = Dice::of(self.size.seed ^ 6, number);
        let people = self.people(busy(&mut dice, (self.direct + self.groups) as usize) as u64);
        let mut thread = self.talk(&mut dice, number, room, &people);
        thread.channel_members = people;
        let posts = 1 + thread.replies.len() as u64;
        (Line { r#type: "direct_post", of: Of::DirectPost(thread) }, posts)
    }

    fn talk(&self, dice: &mut Dice, number: u64, room: u64, people: &[String]) -> Thread {
        let roots = (self.size.posts as f64 * (1.0 - self.size.replies)).max(1.0);
        let mut create_at = BEGIN_MS + (number as f64 * (SPAN_MS as f64 / roots)) as u64;
        let who = |dice: &mut Dice| dice.one_of(people).cloned().unwrap_or_default();
        let (user, message) = (who(dice), text(dice, 66));
        let mut reactions = Vec::new();
        if dice.chance(REACTIONS) {
            let emoji_name = EMOJI[dice.below(EMOJI.len() as u64) as usize];
            reactions.push(Reaction { user: who(dice), emoji_name, create_at: create_at + dice.within(1, 60_000) });
        }
        let count = self.replies(dice).min(room.saturating_sub(1));
        let mut thread = Thread {
            team: String::new(),
            channel: String::new(),
            channel_members: Vec::new(),
            user,
            message,
            create_at,
            reactions,
            replies: Vec::with_capacity(count as usize),
        };
        for _ in 0..count {
            create_at += dice.within(1_000, 120_000);
            thread.replies.push(Reply { user: who(dice), message: text(dice, 46), create_at });
        }
        thread
    }

    /// How many replies a root has. On average a post for each that is none, of which a twentieth are in long threads.
    fn replies(&self, dice: &mut Dice) -> u64 {
        let share = self.size.replies.clamp(0.0, 0.99);
        let mean = share / (1.0 - share);
        if dice.below(LONG_THREAD_EVERY) == 0 {
            let most = 2.0 * mean * LONG_THREAD_REPLIES * LONG_THREAD_EVERY as f64;
            return dice.below(most as u64 + 1).min(REPLIES_MAX);
        }
        // Each reply may have one more: short threads are frequent, longer ones rarer and rarer.
        let rest = mean * (1.0 - LONG_THREAD_REPLIES);
        let again = rest / (1.0 + rest);
        let mut count = 0;
        while count < REPLIES_MAX && dice.chance(again) {
            count += 1;
        }
        count
    }
}

fn text(dice: &mut Dice, words_max: u64) -> String {
    let mut text = String::new();
    let count = dice.within(1, words_max);
    words::sentence(dice, count, &mut text);
    text
}
