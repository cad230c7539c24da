//! `generate`: a world through the API, resumable, with a fingerprint.
//!
//! A state file keeps how far it got. What was begun after the last save is asked of the server again, by name, and not
//! made twice; posts of the page that was under way are looked for in their channels. A page holds two thousand threads,
//! some megabytes at most; beside it there are an id of 16 bytes for each user and channel, and the sessions of who writes.

mod threads;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use base::Id;
use futures_util::{StreamExt, TryStreamExt, stream};
use http::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::authors::Authors;
use super::caller::CALLERS_MAX;
use super::plan::{COMMON_CHANNEL, Plan};
use super::size::{Size, fingerprint};
use super::{Administrator, Caller, Problem, Progress};
use crate::config::PASSWORD;
use crate::meter::Meter;
use crate::net::{Call, Failure, Net};

/// Steps between two saves of the state.
const SAVE_EVERY: u64 = 2_000;
/// Users who join a team by one request.
const JOIN_TOGETHER: usize = 20;

/// How far it got, and what the server called what was made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct State {
    size: Option<Size>,
    users: Vec<Id>,
    teams: Vec<Id>,
    /// Of each team, the channel that everybody of it is in.
    commons: Vec<Id>,
    /// Requests that let users into teams.
    joined: u64,
    channels: Vec<Id>,
    /// Direct and group channels.
    direct: Vec<Id>,
    threads: Written,
    direct_threads: Written,
    /// Another run broke off: what it had under way may be there.
    #[serde(skip)]
    is_resumed: bool,
}

/// Threads of a kind that are complete, and their posts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Written {
    threads: u64,
    posts: u64,
}

/// Things whose ids are kept, in the order in which they are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Things {
    Users,
    Teams,
    Commons,
    Channels,
    Direct,
}

/// Makes the world, or the rest of it.
///
/// # Errors
/// When the numbers do not hold together, the server refuses or is gone, or the state file belongs to another world.
pub async fn generate(
    net: &Net,
    administrator: Administrator<'_>,
    size: &Size,
    state_file: &Path,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<String, Problem> {
    make(net, administrator, size, Some(state_file), tell).await?;
    Ok(fingerprint(size))
}

/// Makes the world; without a state file it cannot be gone on with.
///
/// # Errors
/// See [`generate`].
pub(super) async fn make(
    net: &Net,
    administrator: Administrator<'_>,
    size: &Size,
    state_file: Option<&Path>,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<(), Problem> {
    let plan = Plan::new(size).map_err(Problem::Size)?;
    let mut state = match state_file {
        Some(file) => open(file, size)?,
        None => State::default(),
    };
    let meter = Meter::default();
    let admin = Caller::administrator(net, &meter, administrator.login, administrator.password).await?;
    let work = Work { plan: &plan, admin, authors: Authors::new(net, &meter), state_file, tell };
    for things in [Things::Users, Things::Teams, Things::Commons] {
        work.fill(&mut state, things).await?;
    }
    work.members(&mut state).await?;
    for things in [Things::Channels, Things::Direct] {
        work.fill(&mut state, things).await?;
    }
    work.threads(&mut state).await?;
    if size.people_per_team.is_some() {
        work.leave(&state).await?;
    }
    work.sign_out().await;
    work.save(&state)
}

fn open(path: &Path, size: &Size) -> Result<State, Problem> {
    let problem = |error: String| Problem::State { path: path.to_owned(), error };
    let state: State = match std::fs::read(path) {
        Ok(text) => serde_json::from_slice(&text)
            .map_err(|error| problem(format!("is no state of this version of the lab: {error}")))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => State::default(),
        Err(error) => return Err(problem(error.to_string())),
    };
    match &state.size {
        Some(other) if other != size => {
            Err(problem("is of another world: give another file or the same numbers".into()))
        }
        known => Ok(State { is_resumed: known.is_some(), size: Some(size.clone()), ..state }),
    }
}

struct Work<'a> {
    plan: &'a Plan<'a>,
    admin: Caller<'a>,
    authors: Authors<'a>,
    state_file: Option<&'a Path>,
    tell: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> Work<'a> {
    fn save(&self, state: &State) -> Result<(), Problem> {
        let Some(file) = self.state_file else { return Ok(()) };
        let text = serde_json::to_vec(state).expect("a state is JSON");
        // Beside and renamed: a full disk must not cost the state that is there.
        let beside = file.with_extension("part");
        let saved = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, file));
        saved.map_err(|error| Problem::State { path: file.to_owned(), error: error.to_string() })
    }

    /// Does steps of a phase, several at once, and returns what they made in the order of their numbers.
    async fn steps<T, F>(
        &self,
        phase: &'static str,
        (from, to, of): (u64, u64, u64),
        step: impl Fn(u64) -> F,
    ) -> Result<Vec<T>, Failure>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        let done = AtomicU64::new(from);
        let counted = |made| {
            (self.tell)(Progress { phase, done: done.fetch_add(1, Relaxed) + 1, of });
            made
        };
        stream::iter(from..to).map(step).buffered(CALLERS_MAX).map_ok(counted).try_collect().await
    }

    /// Makes things of a kind, or the rest of them, and saves after each page.
    async fn fill(&self, state: &mut State, things: Things) -> Result<(), Problem> {
        let size = self.plan.size;
        let (phase, of) = match things {
            Things::Users => ("users", size.users),
            Things::Teams => ("teams", size.teams),
            Things::Commons => ("teams seen", size.teams),
            Things::Channels => ("channels", size.channels.of_team()),
            Things::Direct => ("direct and group channels", size.channels.direct + size.channels.groups),
        };
        loop {
            let from = things.of(state).len() as u64;
            if from >= of {
                return Ok(());
            }
            let known = &*state;
            let to = (from + SAVE_EVERY).min(of);
            let made = self.steps(phase, (from, to, of), |number| self.one(known, things, number)).await?;
            things.of(state).extend(made);
            self.save(state)?;
        }
    }

    async fn one(&self, state: &State, things: Things, number: u64) -> Result<Id, Failure> {
        match things {
            Things::Users => self.user(number).await,
            Things::Teams => self.team(number).await,
            Things::Commons => {
                let team = &state.teams[number as usize];
                self.admin.id_of(named_channel(team, COMMON_CHANNEL)).await
            }
            Things::Channels => self.channel(state, number).await,
            Things::Direct => self.direct(state, number).await,
        }
    }

    async fn user(&self, number: u64) -> Result<Id, Failure> {
        let name = self.plan.user_name(number);
        let body = json!({"email": format!("{name}@example.com"), "username": name, "password": PASSWORD});
        match self.admin.make("/users", &body).await {
            Err(failure) if failure.says_it_exists() => {
                self.admin.id_of(Call::plain(Method::GET, "/users/username/{username}", &[&name], "")).await
            }
            other => other,
        }
    }

    async fn team(&self, number: u64) -> Result<Id, Failure> {
        let name = self.plan.team_name(number);
        let display_name = format!("Team {}", number + 1);
        let body = json!({"name": name, "display_name": display_name, "type": "O", "allow_open_invite": true});
        let made = self.admin.make("/teams", &body).await;
        or_there(made, || self.admin.id_of(Call::plain(Method::GET, "/teams/name/{name}", &[&name], ""))).await
    }

    /// Lets the users into their teams.
    async fn members(&self, state: &mut State) -> Result<(), Problem> {
        let (size, users) = (self.plan.size, &state.users);
        let of_team = |team: u64| {
            let own = (0_u64..).zip(users).filter(move |(user, _)| size.has(team, *user));
            own.map(|(_, id)| *id).collect::<Vec<Id>>()
        };
        let pages: Vec<(Id, Vec<Id>)> = (0_u64..)
            .zip(&state.teams)
            .flat_map(|(team, id)| {
                of_team(team).chunks(JOIN_TOGETHER).map(|page| (*id, page.to_vec())).collect::<Vec<_>>()
            })
            .collect();
        let to = pages.len() as u64;
        self.steps("members", (state.joined, to, to), |at| {
            let (team, page) = &pages[at as usize];
            async move {
                let members: Vec<Value> = page.iter().map(|user| json!({"team_id": team, "user_id": user})).collect();
                self.admin.post("/teams/{team}/members/batch", *team, &members).await
            }
        })
        .await?;
        state.joined = to;
        self.save(state)
    }

    async fn author(&self, user: u64) -> Result<Arc<Caller<'a>>, Failure> {
        self.authors.caller(user, &self.plan.user_name(user)).await
    }

    /// A channel of a team, made by one of its members, who adds the others.
    async fn channel(&self, state: &State, number: u64) -> Result<Id, Failure> {
        let (members, team) = (self.plan.members(number), &state.teams[self.plan.team_of(number) as usize]);
        let name = self.plan.channel_name(number);
        let kind = if self.plan.is_private(number) { "P" } else { "O" };
        let body = json!({"team_id": team, "name": name, "display_name": name.replace('-', " "), "type": kind});
        let caller = self.author(members.writers[0]).await?;
        let made = caller.make("/channels", &body).await;
        let channel = or_there(made, || caller.id_of(named_channel(team, &name))).await?;
        let others: Vec<Id> = members.all().skip(1).map(|user| state.users[user as usize]).collect();
        if !others.is_empty() {
            caller.post("/channels/{channel}/members", channel, &json!({"user_ids": others})).await?;
        }
        Ok(channel)
    }

    /// A direct or group channel, opened by one of its people. One that is there is answered as a new one.
    async fn direct(&self, state: &State, number: u64) -> Result<Id, Failure> {
        let members = self.plan.people(number);
        let people: Vec<Id> = members.all().map(|user| state.users[user as usize]).collect();
        let template = if people.len() == 2 { "/channels/direct" } else { "/channels/group" };
        self.author(members.writers[0]).await?.make(template, &people).await
    }

    /// The administrator, who made the teams and so is in all of them, leaves them but for the first. One in two thousand
    /// simulated users is the administrator: in every team it would hear everybody, and the more the larger the world.
    async fn leave(&self, state: &State) -> Result<(), Problem> {
        let (me, teams) = (&self.admin.user.id, &state.teams);
        let of = teams.len() as u64;
        self.steps("leaving", (1, of, of), |at| {
            let call = Call::plain(Method::DELETE, "/teams/{team}/members/{user}", &[&teams[at as usize], me], "");
            async move {
                match self.admin.ask::<Value>(call).await {
                    // Gone already, when this world is gone on with.
                    Err(Failure::Refused { .. }) | Ok(_) => Ok(()),
                    Err(failure) => Err(failure),
                }
            }
        })
        .await?;
        Ok(())
    }

    /// Signs out who wrote. A session that stays behind runs out by itself.
    async fn sign_out(&self) {
        stream::iter(self.authors.signed_in())
            .map(|caller| async move {
                let call = Call::json(Method::POST, "/users/logout", &[], &json!({}));
                if let Err(failure) = caller.ask::<Value>(call).await {
                    tracing::debug!(%failure, "a session was left behind");
                }
            })
            .buffer_unordered(CALLERS_MAX)
            .collect::<()>()
            .await;
    }
}

impl Things {
    fn of(self, state: &mut State) -> &mut Vec<Id> {
        match self {
            Things::Users => &mut state.users,
            Things::Teams => &mut state.teams,
            Things::Commons => &mut state.commons,
            Things::Channels => &mut state.channels,
            Things::Direct => &mut state.direct,
        }
    }
}

fn named_channel(team: &Id, name: &str) -> Call {
    Call::plain(Method::GET, "/teams/{team}/channels/name/{name}", &[team, &name], "")
}

/// What was made, or what is there under its name already. When nothing is, the refusal says why.
async fn or_there<F>(made: Result<Id, Failure>, look: impl FnOnce() -> F) -> Result<Id, Failure>
where
    F: Future<Output = Result<Id, Failure>>,
{
    match made {
        Err(refusal @ Failure::Refused { .. }) => look().await.map_err(|_| refusal),
        other => other,
    }
}

#[cfg(test)]
mod tests;
