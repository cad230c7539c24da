//! What a world consists of: each thing a pure function of the size and its number. `generate` and `init` perform it
//! through the API, `bulk` writes it to a file.
//!
//! Shares are the published ones of the generating tool. Joins are two for each channel, seven tenths of them in one half
//! of the channels of teams: there 9.3 and else 4 members on average.
//!
//! Where few write, each channel has two of them among its members, and a direct channel one. The others still have
//! threads that they follow: who begins a thread with an answer names up to eight of them, which makes them followers who
//! have not read it.

mod threads;

use std::collections::BTreeSet;

use super::size::Size;
use crate::mix::{Random, words};

pub use threads::{Reaction, Reply, Thread};

/// Name of the channel that everybody of a team is in.
pub const COMMON_CHANNEL: &str = "town-square";
/// Members of a channel, both ends included: of the half that most join, and of the other.
const MANY_MEMBERS: (u64, u64) = (1, 18);
const FEW_MEMBERS: (u64, u64) = (3, 5);
/// Of those, the ones that write, where few do.
const MEMBERS_WRITING: u64 = 2;
/// Members of a group channel, both ends included.
const GROUP_MEMBERS: (u64, u64) = (3, 8);
/// No published figure: the published tool writes in channels of teams alone, people do not.
const DIRECT_POSTS: f64 = 0.3;

/// A world and what follows from its numbers.
pub struct Plan<'a> {
    pub size: &'a Size,
    /// Posts in channels of teams, replies included.
    pub posts: u64,
    pub direct_posts: u64,
}

/// Where a thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The channel of a team that everybody of it is in.
    Common(u64),
    /// A public or private channel by its number.
    Channel(u64),
    /// A direct or group channel by its number: groups come behind all direct ones.
    Direct(u64),
}

/// The people of a channel by their numbers; no one twice. The first writer made it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members {
    pub writers: Vec<u64>,
    pub others: Vec<u64>,
}

impl Members {
    pub fn all(&self) -> impl Iterator<Item = u64> {
        self.writers.iter().chain(&self.others).copied()
    }
}

/// People among whom direct and group channels are: everybody, or those of one team of the even world.
struct Circle {
    first: u64,
    people: u64,
    writers: u64,
    /// Numbers of the circle's first channels of both kinds, and how many there are.
    direct: (u64, u64),
    groups: (u64, u64),
}

impl Circle {
    fn writer(&self, number: u64) -> u64 {
        number * self.people / self.writers
    }
}

impl<'a> Plan<'a> {
    /// # Errors
    /// With a sentence, when there are too few users for as many channels of two or more of them, or a channel without a
    /// team, or posts without a channel.
    pub fn new(size: &'a Size) -> Result<Plan<'a>, String> {
        let kinds = size.channels;
        if size.teams == 0 && kinds.of_team() > 0 {
            return Err("channels need a team".into());
        }
        let people = kinds.direct + kinds.groups;
        let direct_posts = match (size.teams, people) {
            (0, 0) if size.posts > 0 => return Err("posts need a team, or direct channels".into()),
            (_, 0) => 0,
            (0, _) => size.posts,
            _ => (size.posts as f64 * DIRECT_POSTS) as u64,
        };
        if size.users == 0 && (kinds.all() > 0 || size.posts > 0) {
            return Err("channels and posts need a user".into());
        }
        let plan = Plan { size, posts: size.posts - direct_posts, direct_posts };
        if people > 0 {
            for circle in (0..plan.circles()).map(|at| plan.circle(at)) {
                let pairs = circle.writers * (circle.people.saturating_sub(1) / 2);
                let sets = (GROUP_MEMBERS.1 - GROUP_MEMBERS.0 + 1) * circle.writers * (circle.people / GROUP_MEMBERS.1);
                let (direct, groups) = (circle.direct.1, circle.groups.1);
                if direct > pairs || groups > sets {
                    let users = circle.people;
                    return Err(format!("{users} users are too few for {direct} direct and {groups} group channels"));
                }
            }
        }
        Ok(plan)
    }

    pub fn team_name(&self, number: u64) -> String {
        format!("{}-team-{}", self.size.prefix, number + 1)
    }

    pub fn team_of(&self, channel: u64) -> u64 {
        channel % self.size.teams
    }

    pub fn is_private(&self, channel: u64) -> bool {
        let (private, all) = (self.size.channels.private, self.size.channels.of_team());
        (channel + 1) * private / all > channel * private / all
    }

    pub fn channel_name(&self, number: u64) -> String {
        let mut random = Random::of(self.size.seed ^ 3, number);
        format!("{}-{}-{number}", words::word(&mut random), words::word(&mut random))
    }

    pub fn user_name(&self, number: u64) -> String {
        format!("{}-{}", self.size.prefix, number + 1)
    }

    /// How many people a team has.
    fn people_of(&self, team: u64) -> u64 {
        let Size { users, teams, .. } = *self.size;
        match self.size.people_per_team {
            Some(people) if team + 1 == teams => users - team * people,
            Some(people) => people,
            // Of every `teams` users, as many are in it as an user is in teams.
            None => {
                let each = self.size.teams_per_user.unwrap_or(teams).min(teams);
                users / teams * each + (0..users % teams).filter(|user| self.size.has(team, *user)).count() as u64
            }
        }
    }

    /// A user of a team, by the place among them.
    fn person(&self, team: u64, place: u64) -> u64 {
        let Size { teams, .. } = *self.size;
        match (self.size.people_per_team, self.size.teams_per_user) {
            (Some(people), _) => team * people + place,
            (None, None) => place,
            (None, Some(each)) => {
                let each = each.clamp(1, teams);
                let mut of_row = (0..teams).filter(|user| self.size.has(team, *user));
                let within = of_row.nth((place % each) as usize).unwrap_or(team);
                place / each * teams + within
            }
        }
    }

    /// Draws somebody of a team, of those who write where few do.
    fn draw(&self, random: &mut Random, team: u64, who: Who) -> u64 {
        let people = self.people_of(team);
        let place = match (who, self.size.writers_per_team) {
            (Who::Writers, Some(writers)) => {
                let writers = writers.clamp(1, people.max(1));
                // Other ones in each team where all are in all: else the same twenty would write everywhere.
                let shift = if self.size.people_per_team.is_some() { 0 } else { team };
                (random.below(writers) * people / writers + shift) % people.max(1)
            }
            _ => random.below(people),
        };
        self.person(team, place)
    }

    /// The members of a channel of a team.
    pub fn members(&self, channel: u64) -> Members {
        let (mut random, team) = (Random::of(self.size.seed ^ 5, channel), self.team_of(channel));
        let (least, most) = if channel.is_multiple_of(2) { MANY_MEMBERS } else { FEW_MEMBERS };
        let count = random.within(least, most);
        let writing = if self.size.writers_per_team.is_some() { count.min(MEMBERS_WRITING) } else { count };
        let writers: BTreeSet<u64> = (0..writing).map(|_| self.draw(&mut random, team, Who::Writers)).collect();
        let others: BTreeSet<u64> = (writing..count).map(|_| self.draw(&mut random, team, Who::All)).collect();
        let others = others.difference(&writers).copied().collect();
        Members { writers: writers.into_iter().collect(), others }
    }

    fn circles(&self) -> u64 {
        if self.size.people_per_team.is_some() { self.size.teams } else { 1 }
    }

    fn circle(&self, at: u64) -> Circle {
        let (first, people) = match self.size.people_per_team {
            Some(each) => (at * each, self.people_of(at)),
            None => (0, self.size.users),
        };
        let writing = match (self.size.writers_per_team, self.size.people_per_team) {
            (Some(writers), Some(_)) => writers,
            (Some(writers), None) => writers * self.size.teams.max(1),
            (None, _) => people,
        };
        // Each circle has its share by its people.
        let share = |all: u64| {
            let upto = |users: u64| all * users / self.size.users.max(1);
            (upto(first), upto(first + people) - upto(first))
        };
        let kinds = self.size.channels;
        let writers = writing.clamp(1, people.max(1));
        Circle { first, people, writers, direct: share(kinds.direct), groups: share(kinds.groups) }
    }

    /// The circle of a channel that is the so-many-th of all of its kind.
    fn circle_of(&self, number: u64, all: u64) -> Circle {
        // The first user up to whom the circles' shares hold more than `number` channels.
        let user = ((number + 1) * self.size.users).div_ceil(all) - 1;
        let team = self.size.people_per_team.map_or(0, |people| (user / people).min(self.size.teams - 1));
        self.circle(team)
    }

    /// Who is in a direct or group channel: no two numbers have the same people, as no two distances on a circle of
    /// users are the same.
    pub fn people(&self, number: u64) -> Members {
        let kinds = self.size.channels;
        let (circle, count, rest) = if number < kinds.direct {
            let circle = self.circle_of(number, kinds.direct);
            let rest = number - circle.direct.0;
            (circle, 2, rest)
        } else {
            let number = number - kinds.direct;
            let circle = self.circle_of(number, kinds.groups);
            let ((least, most), number) = (GROUP_MEMBERS, number - circle.groups.0);
            let sizes = most - least + 1;
            (circle, least + number % sizes, number / sizes)
        };
        let (first, apart) = (circle.writer(rest % circle.writers), 1 + rest / circle.writers);
        let mut people = (0..count).map(|at| circle.first + (first + at * apart) % circle.people);
        match self.size.writers_per_team {
            None => Members { writers: people.collect(), others: Vec::new() },
            Some(_) => Members { writers: people.next().into_iter().collect(), others: people.collect() },
        }
    }
}

/// Of whom somebody is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Writers,
    All,
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
