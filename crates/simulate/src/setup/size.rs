//! How large a world is, in the published proportions, and what it is known by.

use serde::{Deserialize, Serialize};

use crate::config::Instance;
use crate::mix::Random;

/// Of ten channels six are direct and one is of a group; of the other three, which are a team's, one is private.
const DIRECT: u64 = 6;
const TENTHS: u64 = 10;
const PRIVATE: u64 = 3;
/// The generating tool's 200 reactions to 1,000 posts.
const POSTS_PER_REACTION: u64 = 5;

/// People of a team of the even world: those of each of the published tests' twenty teams when 5,000 are at work. Fewer
/// than the 1,000 from which on clients do not tell a channel that somebody types, which changes the load by itself.
pub const TEAM_PEOPLE: u64 = 250;
/// As many as are left over beyond full teams are in the last one; more have a team of their own.
const LEFT_OVER_MAX: u64 = 20;
/// Posts of the even world for each of its people: enough that nearly everybody follows a thread.
const POSTS_PER_PERSON: u64 = 4;
/// Accounts of a team that write what is there when users come. Each has a session, and each session a password that is
/// hashed: 1,600 for the 80 teams of 20,000 accounts.
const TEAM_WRITERS: u64 = 20;

/// Accounts that the reference tool's `init` makes, where nobody says how many.
const INIT_USERS: u64 = 50;

/// How large a world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Size {
    pub users: u64,
    pub teams: u64,
    /// Of how many teams each user is a member; all when it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teams_per_user: Option<u64>,
    /// People of a team, where each user is in one and the first ones fill the first: [`Size::even`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people_per_team: Option<u64>,
    /// Accounts of a team that write; all when it is not said, as in a file, where nobody has to sign in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writers_per_team: Option<u64>,
    pub channels: Kinds,
    /// Replies included.
    pub posts: u64,
    pub reactions: u64,
    pub shares: Shares,
    pub seed: u64,
    pub prefix: String,
}

/// Channels by what they are, in all teams together, without the two that everybody of a team is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kinds {
    pub public: u64,
    pub private: u64,
    pub direct: u64,
    pub groups: u64,
}

/// Parts of the posts, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    /// Posts that answer another one.
    pub replies: f64,
    /// Of those, the ones in long threads.
    pub in_long_threads: f64,
    /// Of the posts that begin a thread, the urgent ones.
    pub urgent: f64,
}

impl Kinds {
    /// So many channels in the published proportions; what does not divide is public.
    pub fn published(all: u64) -> Kinds {
        let (direct, groups) = (all * DIRECT / TENTHS, all / TENTHS);
        let of_team = all - direct - groups;
        let private = of_team / PRIVATE;
        Kinds { public: of_team - private, private, direct, groups }
    }

    pub fn of_team(self) -> u64 {
        self.public + self.private
    }

    pub fn all(self) -> u64 {
        self.of_team() + self.direct + self.groups
    }
}

impl Shares {
    /// Those of the reference tool's `InstanceConfiguration`.
    pub fn of(instance: &Instance) -> Shares {
        Shares {
            replies: instance.percent_replies,
            in_long_threads: instance.percent_replies_in_long_threads,
            urgent: instance.percent_urgent_posts,
        }
    }
}

impl Size {
    /// A world of as many teams, channels and posts as its maker says, in the published proportions; everybody is in every
    /// team, and everybody writes.
    pub fn published(users: u64, teams: u64, channels: u64, posts: u64, shares: Shares) -> Size {
        Size {
            users,
            teams,
            teams_per_user: None,
            people_per_team: None,
            writers_per_team: None,
            channels: Kinds::published(channels),
            posts,
            reactions: posts / POSTS_PER_REACTION,
            shares,
            seed: 0,
            prefix: "lt0".into(),
        }
    }

    /// The world that ceilings are measured in: as many teams of [`TEAM_PEOPLE`] as the users need, each like the others,
    /// and each user in one. Users come to work in the order of their numbers and so fill one team after the other:
    /// however many are at work, and however many accounts there are, each hears as many others. In a world of a given
    /// number of teams, twice the users hear one another twice as much, and ask twice as much for it.
    ///
    /// Each person has a direct channel for a start, and the other kinds follow in the published proportions: of a team
    /// 125 public and private channels, 250 direct ones, 41 or 42 groups; 1,000 posts, 200 reactions. Where there are not
    /// twenty people, there are no direct and no group channels.
    pub fn even(users: u64, shares: Shares, seed: u64, prefix: &str) -> Size {
        let teams = ((users + TEAM_PEOPLE - LEFT_OVER_MAX) / TEAM_PEOPLE).max(1);
        let kinds = Kinds::published((users * TENTHS).div_ceil(DIRECT));
        let channels = if users < LEFT_OVER_MAX { Kinds { direct: 0, groups: 0, ..kinds } } else { kinds };
        let size = Size::published(users, teams, 0, users * POSTS_PER_PERSON, shares);
        Size { people_per_team: Some(TEAM_PEOPLE), channels, seed, prefix: prefix.to_owned(), ..size }.through_api()
    }

    /// The world that the reference tool's `init` makes of its settings; of 50 users unless `users` says how many.
    pub fn init(instance: &Instance, users: Option<u64>, seed: u64, prefix: &str) -> Size {
        let count = |share: f64| (instance.num_channels as f64 * share) as u64;
        let channels = Kinds {
            public: count(instance.percent_public_channels),
            private: count(instance.percent_private_channels),
            direct: count(instance.percent_direct_channels),
            groups: count(instance.percent_group_channels),
        };
        let size = Size::published(
            users.unwrap_or(INIT_USERS),
            instance.num_teams,
            0,
            instance.num_posts,
            Shares::of(instance),
        );
        Size { channels, reactions: instance.num_reactions, seed, prefix: prefix.to_owned(), ..size }.through_api()
    }

    /// The same with few who write: through the API each of them needs a session.
    pub fn through_api(self) -> Size {
        Size { writers_per_team: Some(TEAM_WRITERS), ..self }
    }

    /// Whether a user is a member of a team.
    pub fn has(&self, team: u64, user: u64) -> bool {
        match self.people_per_team {
            Some(people) => (user / people.max(1)).min(self.teams - 1) == team,
            None => {
                let (teams, each) = (self.teams.max(1), self.teams_per_user.unwrap_or(self.teams));
                (team + teams - user % teams) % teams < each
            }
        }
    }
}

/// What a world is known by: two servers with the same fingerprint were filled alike.
pub fn fingerprint(size: &Size) -> String {
    let text = serde_json::to_vec(size).expect("a size is JSON");
    let sum = text.iter().fold(0_u64, |sum, byte| Random::new(sum ^ u64::from(*byte)).next());
    format!("{sum:016x}")
}

#[cfg(test)]
#[path = "size_tests.rs"]
mod tests;
