//! `generate`: a large world through the API, resumable, with a fingerprint.
//!
//! The plan is a pure function of seed and numbers: the same user, channel or post has the same place in it every time.
//! A state file keeps how far it got; what was begun after the last save is asked of the server again, by name, and not
//! made twice. Posts that were under way when it broke off may be there twice: a handful of a million.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use futures_util::{StreamExt, TryStreamExt, stream};
use http::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Door;
use super::door::CALLERS_MAX;
use super::init::Administrator;
use crate::agent::accounts::PASSWORD;
use crate::meter::Meter;
use crate::mix::{Dice, words};
use crate::net::{Call, Failure, Net};

/// Steps between two saves of the state.
const SAVE_EVERY: u64 = 2_000;

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
    pub channels: u64,
    pub posts: u64,
    /// Share of the posts that answer an earlier one.
    pub replies: f64,
    pub seed: u64,
    pub prefix: String,
}

/// People of a team of the even world: those of each of the published tests' twenty teams when 5,000 are at work. Fewer
/// than the 1,000 from which on clients do not tell a channel that somebody types, which changes the load by itself.
pub const TEAM_PEOPLE: u64 = 250;
/// Channels of such a team beside the two that everybody is in.
const TEAM_CHANNELS: u64 = 20;
/// Threads of such a team.
const TEAM_POSTS: u64 = 100;

impl Size {
    /// The world that ceilings are measured in: as many teams of [`TEAM_PEOPLE`] as the users need, each like the others,
    /// and each user in one. Users come to work in the order of their numbers and so fill one team after the other:
    /// however many are at work, and however many accounts there are, each hears as many others. In a world of a given
    /// number of teams, twice the users hear one another twice as much, and ask twice as much for it.
    pub fn even(users: u64, replies: f64, seed: u64, prefix: &str) -> Size {
        let teams = users.div_ceil(TEAM_PEOPLE).max(1);
        Size {
            users,
            teams,
            teams_per_user: None,
            people_per_team: Some(TEAM_PEOPLE),
            channels: TEAM_CHANNELS * teams,
            posts: TEAM_POSTS * teams,
            replies,
            seed,
            prefix: prefix.to_owned(),
        }
    }

    fn has(&self, team: u64, user: u64) -> bool {
        match self.people_per_team {
            Some(people) => user / people.max(1) == team,
            None => {
                let (teams, each) = (self.teams.max(1), self.teams_per_user.unwrap_or(self.teams));
                (team + teams - user % teams) % teams < each
            }
        }
    }
}

/// How far it got, and what the server called what was made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct State {
    size: Option<Size>,
    users: Vec<String>,
    teams: Vec<String>,
    channels: Vec<String>,
    joined: u64,
    posts: u64,
}

/// One phase's progress.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub phase: &'static str,
    pub done: u64,
    pub of: u64,
}

/// Why a world is not there.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error("{0}")]
    Server(#[from] Failure),
    #[error("{}: {error}", path.display())]
    State { path: PathBuf, error: String },
}

/// What a world is known by: two servers with the same fingerprint were filled alike.
pub fn fingerprint(size: &Size) -> String {
    let text = serde_json::to_vec(size).expect("a size is JSON");
    let sum = text.iter().fold(0_u64, |sum, byte| Dice::new(sum ^ u64::from(*byte)).next());
    format!("{sum:016x}")
}

/// Makes the world, or the rest of it.
///
/// # Errors
/// When the server fails for longer than a retry helps, or the state file belongs to another world.
pub async fn generate(
    net: &Net,
    administrator: Administrator<'_>,
    size: &Size,
    state_file: &Path,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<String, Problem> {
    let meter = Meter::default();
    let admin = Door::administrator(net, &meter, administrator.login, administrator.password).await?;
    let mut state = open(state_file, size)?;
    let work = Work { admin, size, state_file, tell };
    work.users(&mut state).await?;
    work.teams(&mut state).await?;
    work.channels(&mut state).await?;
    work.posts(&mut state).await?;
    if size.people_per_team.is_some() {
        work.leave(&state).await?;
    }
    work.save(&state)?;
    Ok(fingerprint(size))
}

fn open(path: &Path, size: &Size) -> Result<State, Problem> {
    let problem = |error: String| Problem::State { path: path.to_owned(), error };
    let state: State = match std::fs::read(path) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| problem(error.to_string()))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => State::default(),
        Err(error) => return Err(problem(error.to_string())),
    };
    match &state.size {
        Some(other) if other != size => {
            Err(problem("is of another world: give another file or the same numbers".into()))
        }
        _ => Ok(State { size: Some(size.clone()), ..state }),
    }
}

struct Work<'a> {
    admin: Door<'a>,
    size: &'a Size,
    state_file: &'a Path,
    tell: &'a (dyn Fn(Progress) + Sync),
}

impl Work<'_> {
    fn save(&self, state: &State) -> Result<(), Problem> {
        let text = serde_json::to_vec(state).expect("a state is JSON");
        // Beside and renamed: a full disk must not cost the state that is there.
        let beside = self.state_file.with_extension("part");
        let saved = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, self.state_file));
        saved.map_err(|error| Problem::State { path: self.state_file.to_owned(), error: error.to_string() })
    }

    /// Does the steps of a phase in pages, several at once, and saves after each page.
    async fn phase<F>(
        &self,
        name: &'static str,
        from: u64,
        to: u64,
        step: impl Fn(u64) -> F,
    ) -> Result<Vec<String>, Failure>
    where
        F: Future<Output = Result<String, Failure>>,
    {
        let done = AtomicU64::new(from);
        let counted = |made: Result<String, Failure>| {
            (self.tell)(Progress { phase: name, done: done.fetch_add(1, Relaxed) + 1, of: to });
            made
        };
        stream::iter(from..to).map(step).buffered(CALLERS_MAX).map(counted).try_collect().await
    }

    async fn users(&self, state: &mut State) -> Result<(), Problem> {
        while (state.users.len() as u64) < self.size.users {
            let from = state.users.len() as u64;
            let to = (from + SAVE_EVERY).min(self.size.users);
            let made = self.phase("users", from, to, |number| self.user(number + 1)).await?;
            state.users.extend(made);
            self.save(state)?;
        }
        Ok(())
    }

    async fn user(&self, number: u64) -> Result<String, Failure> {
        let name = format!("{}-{number}", self.size.prefix);
        let body = json!({"email": format!("{name}@example.com"), "username": name, "password": PASSWORD});
        match self.admin.post("/users", "", &body).await {
            Ok(user) => Ok(id_of(&user)),
            Err(failure) if failure.says_it_exists() => {
                let call = Call::plain(Method::GET, "/users/username/{username}", &[&name], "");
                Ok(id_of(&self.admin.ask(call).await?))
            }
            Err(failure) => Err(failure),
        }
    }

    async fn teams(&self, state: &mut State) -> Result<(), Problem> {
        let (from, to) = (state.teams.len() as u64, self.size.teams);
        let made = self.phase("teams", from, to, |number| self.team(number + 1)).await?;
        state.teams.extend(made);
        let teams = state.teams.clone();
        let members: Vec<Vec<&String>> =
            (0..self.size.teams).map(|team| members(self.size, team, &state.users).collect()).collect();
        let pages: Vec<(&String, &[&String])> = teams
            .iter()
            .zip(&members)
            .flat_map(|(team, members)| members.chunks(20).map(move |page| (team, page)))
            .collect();
        let (from, to) = (state.joined, pages.len() as u64);
        self.phase("members", from, to, |at| {
            let (team, page) = pages[at as usize];
            async move {
                let members: Vec<Value> = page.iter().map(|user| json!({"team_id": team, "user_id": user})).collect();
                self.admin.post("/teams/{team}/members/batch", team, &members).await?;
                Ok(String::new())
            }
        })
        .await?;
        state.joined = to;
        self.save(state)
    }

    async fn team(&self, number: u64) -> Result<String, Failure> {
        let name = format!("{}-team-{number}", self.size.prefix);
        let body =
            json!({"name": name, "display_name": format!("Team {number}"), "type": "O", "allow_open_invite": true});
        match self.admin.post("/teams", "", &body).await {
            Ok(team) => Ok(id_of(&team)),
            Err(Failure::Refused { .. }) => {
                Ok(id_of(&self.admin.ask(Call::plain(Method::GET, "/teams/name/{name}", &[&name], "")).await?))
            }
            Err(failure) => Err(failure),
        }
    }

    /// The administrator, who made the teams and so is in all of them, leaves them but for the first. One in two thousand
    /// simulated users is the administrator: in every team it would hear everybody, and the more the larger the world.
    async fn leave(&self, state: &State) -> Result<(), Problem> {
        let (me, teams) = (&self.admin.user.id, &state.teams);
        self.phase("leaving", 1, teams.len() as u64, |at| {
            let call = Call::plain(Method::DELETE, "/teams/{team}/members/{user}", &[&teams[at as usize], me], "");
            async move {
                match self.admin.ask::<Value>(call).await {
                    // Gone already, when this world is gone on with.
                    Err(Failure::Refused { .. }) | Ok(_) => Ok(String::new()),
                    Err(failure) => Err(failure),
                }
            }
        })
        .await?;
        Ok(())
    }

    async fn channels(&self, state: &mut State) -> Result<(), Problem> {
        while (state.channels.len() as u64) < self.size.channels {
            let from = state.channels.len() as u64;
            let to = (from + SAVE_EVERY).min(self.size.channels);
            let teams = &state.teams;
            let made = self.phase("channels", from, to, |number| self.channel(teams, number)).await?;
            state.channels.extend(made);
            self.save(state)?;
        }
        Ok(())
    }

    /// Two public channels for each private one, as published.
    async fn channel(&self, teams: &[String], number: u64) -> Result<String, Failure> {
        let mut dice = Dice::of(self.size.seed ^ 3, number);
        let team = &teams[number as usize % teams.len()];
        let name = format!("{}-{}-{number}", words::word(&mut dice), words::word(&mut dice));
        let kind = if number % 3 == 2 { "P" } else { "O" };
        let body = json!({"team_id": team, "name": name, "display_name": name.replace('-', " "), "type": kind});
        match self.admin.post("/channels", "", &body).await {
            Ok(channel) => Ok(id_of(&channel)),
            Err(Failure::Refused { .. }) => {
                let call = Call::plain(Method::GET, "/teams/{team}/channels/name/{name}", &[team, &name], "");
                Ok(id_of(&self.admin.ask(call).await?))
            }
            Err(failure) => Err(failure),
        }
    }

    async fn posts(&self, state: &mut State) -> Result<(), Problem> {
        while state.posts < self.size.posts && !state.channels.is_empty() {
            let (from, to) = (state.posts, (state.posts + SAVE_EVERY).min(self.size.posts));
            let channels = &state.channels;
            self.phase("posts", from, to, |number| self.post(channels, number)).await?;
            state.posts = to;
            self.save(state)?;
        }
        Ok(())
    }

    /// A root post and, in the published share, its replies: each step makes one thread's beginning or grows it.
    async fn post(&self, channels: &[String], number: u64) -> Result<String, Failure> {
        let mut dice = Dice::of(self.size.seed ^ 4, number);
        let channel = &channels[busy(&mut dice, channels.len())];
        let mut text = String::new();
        let count = dice.within(1, 66);
        words::sentence(&mut dice, count, &mut text);
        let root = self.admin.post("/posts", "", &json!({"channel_id": channel, "message": text})).await?;
        if dice.chance(self.size.replies) {
            let mut text = String::new();
            let count = dice.within(1, 46);
            words::sentence(&mut dice, count, &mut text);
            let body = json!({"channel_id": channel, "root_id": root["id"], "message": text});
            self.admin.post("/posts", "", &body).await?;
        }
        Ok(id_of(&root))
    }
}

/// The users of a team: everybody, a share of them that is spread evenly over the teams, or its own people.
fn members<'a>(size: &Size, team: u64, users: &'a [String]) -> impl Iterator<Item = &'a String> {
    users.iter().enumerate().filter(move |(user, _)| size.has(team, *user as u64)).map(|(_, id)| id)
}

/// A few channels are busy and most are quiet: the square of an even draw.
pub(super) fn busy(dice: &mut Dice, channels: usize) -> usize {
    let unit = dice.unit();
    ((unit * unit * channels as f64) as usize).min(channels - 1)
}

fn id_of(value: &Value) -> String {
    value["id"].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
#[path = "generate_tests.rs"]
mod tests;
