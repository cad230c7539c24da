//! The agents as the coordinator knows them: callers of the control API, an agent in this process too.
//!
//! An agent that answers 404 was restarted and is made again; one that stays silent is given up, and its users
//! go to the others. Both are told as events, which the report shows.

use std::time::Duration;

use base::Millis;
use bytes::Bytes;
use client::Rest;
use http::Method;
use serde::{Deserialize, Serialize};

use super::settings::AgentPlace;
use super::spread::{self, Load};
use simulate::agent::control::{Answer, Create, State, Status};
use simulate::results::Results;

/// Users of one call; the published route takes 16 bits with a sign.
const AMOUNT_MAX: u32 = 32_767;
/// An agent that answers later than this did not.
const TIMEOUT: Duration = Duration::from_secs(30);
/// An agent that stops lets its users finish and then looks for every post of theirs in the store.
const STOP_TIMEOUT: Duration = Duration::from_secs(600);
/// Rounds of silence after which an agent is given up.
const SILENT_MAX: u32 = 3;

/// Something that happened on the way and that a reader of the report must know.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Event {
    pub at: Millis,
    pub text: String,
}

/// Why an agent does not do what it should.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AgentError {
    #[error("agent {0} does not answer: {1}")]
    Silent(String, String),
    #[error("agent {0} knows nothing of itself: it was restarted")]
    Gone(String),
    #[error("agent {0} refuses: {1}")]
    Refused(String, String),
    #[error(
        "agent {id} is busy with {users} users of another run: let that run end, or end the agent with `curl -X DELETE \
         {url}/loadagent/{id}`"
    )]
    Busy { id: String, users: u64, url: String },
}

/// One agent.
pub struct Agent {
    pub(super) id: String,
    http: Rest,
    create: Create,
    /// This run made it, so that it is this run's to remove …
    is_made: bool,
    /// … and has let it run, so that what it counts is this run's.
    has_run: bool,
    last: Status,
    silent: u32,
    /// Errors of earlier lives of a restarted agent.
    errors_before: u64,
    last_results: Option<Results>,
}

impl Agent {
    /// `url` is the control API's: `http://127.0.0.1:4000`.
    pub fn new(id: &str, url: &str, create: Create) -> Agent {
        Agent {
            id: id.into(),
            http: Rest::new(url),
            create,
            is_made: false,
            has_run: false,
            last: Status::default(),
            silent: 0,
            errors_before: 0,
            last_results: None,
        }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// Where its metrics are.
    pub fn metrics_url(&self) -> String {
        format!("{}/metrics", self.http.base())
    }

    fn users_max(&self) -> u32 {
        u32::try_from(self.create.load_test_config.users_configuration.max_active_users).unwrap_or(u32::MAX)
    }

    pub(super) async fn ask(&self, method: Method, path: &str, body: Bytes) -> Result<Bytes, AgentError> {
        self.ask_within(TIMEOUT, method, path, body).await
    }

    async fn ask_within(
        &self,
        timeout: Duration,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<Bytes, AgentError> {
        let silent = |why: String| AgentError::Silent(self.id.clone(), why);
        let kind = (!body.is_empty()).then_some("application/json");
        let asked = self.http.request(&method, path, body, kind);
        let answer = match tokio::time::timeout(timeout, asked).await {
            Err(_) => return Err(silent(format!("nothing within {} s", timeout.as_secs()))),
            Ok(answer) => answer.map_err(|error| silent(error.to_string()))?,
        };
        let said: Answer = serde_json::from_slice(&answer.body).unwrap_or_default();
        match answer.status.as_u16() {
            404 => Err(AgentError::Gone(self.id.clone())),
            _ if !said.error.is_empty() => Err(AgentError::Refused(self.id.clone(), said.error)),
            200..=299 => Ok(answer.body),
            status => Err(silent(format!("it answers {status}"))),
        }
    }

    async fn status(&self) -> Result<Status, AgentError> {
        let body = self.ask(Method::GET, &format!("/loadagent/{}/status", self.id), Bytes::new()).await?;
        let said: Answer = serde_json::from_slice(&body).unwrap_or_default();
        said.status.ok_or_else(|| AgentError::Silent(self.id.clone(), "it answers without its status".into()))
    }

    /// Makes it anew. One that is there and stopped is what an earlier run left: it would go on with that run's server,
    /// users and totals.
    pub(super) async fn make(&mut self) -> Result<(), AgentError> {
        match self.status().await {
            Ok(status) if status.state == State::Stopped => self.remove(TIMEOUT).await?,
            Ok(status) => {
                (self.is_made, self.has_run) = (false, false);
                let (id, users, url) = (self.id.clone(), status.num_users, self.http.base().to_owned());
                return Err(AgentError::Busy { id, users, url });
            }
            Err(AgentError::Gone(_)) => {}
            Err(error) => return Err(error),
        }
        let body = serde_json::to_vec(&self.create).expect("a configuration is JSON");
        self.ask(Method::POST, &format!("/loadagent/create?id={}", self.id), body.into()).await?;
        (self.is_made, self.has_run) = (true, false);
        Ok(())
    }

    /// Lets it run: one that has run in this run goes on with its totals, unless it was restarted; any other is made
    /// anew, since others may have made theirs of the same name meanwhile.
    async fn begin(&mut self) -> Result<(), AgentError> {
        if !self.has_run || matches!(self.status().await, Err(AgentError::Gone(_))) {
            self.make().await?;
        }
        self.ask(Method::POST, &format!("/loadagent/{}/run", self.id), Bytes::new()).await?;
        self.has_run = true;
        self.last = self.status().await?;
        Ok(())
    }

    async fn stop(&self) -> Result<(), AgentError> {
        let path = format!("/loadagent/{}/stop", self.id);
        self.ask_within(STOP_TIMEOUT, Method::POST, &path, Bytes::new()).await.map(drop)
    }

    async fn remove(&self, timeout: Duration) -> Result<(), AgentError> {
        self.ask_within(timeout, Method::DELETE, &format!("/loadagent/{}", self.id), Bytes::new()).await.map(drop)
    }

    async fn change(&self, route: &str, amount: u32) -> Result<(), AgentError> {
        let mut left = amount;
        while left > 0 {
            let now = left.min(AMOUNT_MAX);
            let path = format!("/loadagent/{}/{route}?amount={now}", self.id);
            self.ask(Method::POST, &path, Bytes::new()).await?;
            left -= now;
        }
        Ok(())
    }

    async fn results(&mut self) -> Option<Results> {
        let path = format!("/loadagent/{}/results", self.id);
        if let Ok(body) = self.ask(Method::GET, &path, Bytes::new()).await
            && let Ok(results) = serde_json::from_slice::<Results>(&body)
        {
            self.last_results = Some(results);
        }
        self.last_results.clone()
    }
}

/// All agents of a run.
pub struct Fleet {
    pub(super) agents: Vec<Agent>,
    /// Agents that did not answer any more; they may have users still.
    given_up: Vec<Agent>,
    /// Results of agents that are lost, as of the last time they told.
    lost: Vec<Results>,
    events: Vec<Event>,
}

/// What the fleet does now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub active: u32,
    /// Those of them that are not signed in yet, as far as the agents tell.
    pub arriving: u32,
    pub errors: u64,
    pub agents: usize,
}

impl Fleet {
    pub fn new(agents: Vec<Agent>) -> Fleet {
        Fleet { agents, given_up: Vec::new(), lost: Vec::new(), events: Vec::new() }
    }

    pub fn agents(&self) -> &[Agent] {
        &self.agents
    }

    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub fn tell(&mut self, at: Millis, text: impl Into<String>) {
        let text = text.into();
        tracing::info!("{text}");
        self.events.push(Event { at, text });
    }

    /// Makes and starts every agent.
    ///
    /// # Errors
    /// With the first agent that cannot be made or started, and its reason.
    pub async fn begin(&mut self) -> Result<(), AgentError> {
        for agent in &mut self.agents {
            agent.begin().await?;
        }
        Ok(())
    }

    /// What all agents do; `None` while one of them is silent and not yet given up.
    pub async fn standing(&mut self, at: Millis) -> Option<Standing> {
        let asked = futures_util::future::join_all(self.agents.iter().map(Agent::status)).await;
        let (mut homeless, mut is_whole) = (0, true);
        let mut given_up = Vec::new();
        for (place, answer) in asked.into_iter().enumerate() {
            let agent = &mut self.agents[place];
            match answer {
                Ok(status) => {
                    if status.num_errors < agent.last.num_errors {
                        agent.errors_before += agent.last.num_errors;
                    }
                    agent.silent = 0;
                    agent.last = status;
                }
                Err(AgentError::Gone(_)) => homeless += self.revive(place, at).await,
                Err(error) => {
                    agent.silent += 1;
                    match agent.silent {
                        SILENT_MAX.. => given_up.push((place, error)),
                        _ => is_whole = false,
                    }
                }
            }
        }
        for (place, error) in given_up.into_iter().rev() {
            homeless += self.give_up(place, at, &error);
        }
        if homeless > 0 {
            let moved = self.add(homeless).await;
            self.tell(at, format!("{moved} users of lost agents were given to the agents that are left"));
        }
        let active = self.agents.iter().map(|agent| agent.last.num_users as u32).sum();
        let arriving = self.agents.iter().filter_map(|agent| agent.last.num_users_arriving).sum::<u64>() as u32;
        let errors = self.agents.iter().map(|agent| agent.errors_before + agent.last.num_errors).sum();
        is_whole.then_some(Standing { active, arriving, errors, agents: self.agents.len() })
    }

    /// Makes a restarted agent again, and returns how many users it had.
    async fn revive(&mut self, place: usize, at: Millis) -> u32 {
        let agent = &mut self.agents[place];
        let users = agent.last.num_users as u32;
        agent.errors_before += agent.last.num_errors;
        self.lost.extend(agent.last_results.take());
        agent.last = Status::default();
        let begun = agent.begin().await;
        let id = agent.id.clone();
        match begun {
            Ok(()) => self.tell(at, format!("agent {id} was restarted with its {users} users lost, and made again")),
            Err(error) => self.tell(at, format!("agent {id} was restarted and cannot be made again: {error}")),
        }
        users
    }

    fn give_up(&mut self, place: usize, at: Millis, error: &AgentError) -> u32 {
        let mut agent = self.agents.remove(place);
        self.lost.extend(agent.last_results.take());
        let users = agent.last.num_users as u32;
        self.tell(at, format!("agent {} is lost with its {users} users: {error}", agent.id));
        self.given_up.push(agent);
        users
    }

    fn loads(&self) -> Vec<Load> {
        let load = |agent: &Agent| Load { users: agent.last.num_users as u32, users_max: agent.users_max() };
        self.agents.iter().map(load).collect()
    }

    /// Adds users where the fewest are, and returns how many could be added.
    pub async fn add(&mut self, amount: u32) -> u32 {
        let shares = spread::add(&self.loads(), amount);
        self.share_out("addusers", &shares).await
    }

    /// Takes users where the most are, and returns how many were taken.
    pub async fn remove(&mut self, amount: u32) -> u32 {
        let shares = spread::remove(&self.loads(), amount);
        self.share_out("removeusers", &shares).await
    }

    async fn share_out(&mut self, route: &str, shares: &[u32]) -> u32 {
        let calls = self.agents.iter().zip(shares).map(|(agent, share)| agent.change(route, *share));
        let done = futures_util::future::join_all(calls).await;
        let mut changed = 0;
        for ((agent, share), done) in self.agents.iter_mut().zip(shares).zip(done) {
            match done {
                Ok(()) => {
                    changed += share;
                    let users = agent.last.num_users as u32;
                    let now = if route == "addusers" { users + share } else { users.saturating_sub(*share) };
                    agent.last.num_users = now.into();
                }
                // The next round's status tells whether it is lost, and how many users it has.
                Err(error) => tracing::warn!(%error, "users could not be changed"),
            }
        }
        changed
    }

    /// What every agent has measured, lost ones included.
    pub async fn results(&mut self) -> Vec<Results> {
        let told = futures_util::future::join_all(self.agents.iter_mut().map(Agent::results)).await;
        self.lost.iter().cloned().chain(told.into_iter().flatten()).collect()
    }

    /// Stops all users. What does not answer is passed over: the run is over.
    pub async fn stop(&mut self) {
        let stops = self.agents.iter().filter(|agent| agent.has_run).map(Agent::stop);
        for stopped in futures_util::future::join_all(stops).await {
            if let Err(error) = stopped {
                tracing::warn!(%error, "an agent could not be stopped");
            }
        }
    }

    /// Removes every agent that it made, with its users, also those that were given up. What does not answer is passed
    /// over: nothing is asked of it any more.
    pub async fn destroy(&mut self) {
        let (agents, given_up) = (std::mem::take(&mut self.agents), std::mem::take(&mut self.given_up));
        let ours = agents.iter().map(|agent| (agent, STOP_TIMEOUT));
        let all = ours.chain(given_up.iter().map(|agent| (agent, TIMEOUT))).filter(|(agent, _)| agent.is_made);
        for removed in futures_util::future::join_all(all.map(|(agent, timeout)| agent.remove(timeout))).await {
            if let Err(error) = removed {
                tracing::warn!(%error, "an agent could not be removed");
            }
        }
    }
}

/// Tells agents of this run to end, and does not wait for it longer than `patience`: they end by themselves.
pub async fn dismiss(places: &[AgentPlace], patience: Duration) {
    let agents: Vec<Agent> =
        places.iter().map(|place| Agent::new(&place.id, &place.api_url, Create::default())).collect();
    for told in futures_util::future::join_all(agents.iter().map(|agent| agent.remove(patience))).await {
        if let Err(error) = told {
            tracing::info!(%error, "an agent has not ended yet");
        }
    }
}

#[cfg(test)]
#[path = "agents_tests.rs"]
mod tests;
