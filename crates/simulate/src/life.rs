//! The life of a simulated user: sign in, find a team, then act and pause until it is told to stop.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use serde_json::json;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::actions::{self, page, teams};
use crate::meter::End;
use crate::mix::rates::Rates;
use crate::mix::{Action, Random};
use crate::net::Failure;
use crate::users::lab::Lab;
use crate::users::login::{self, login_or_sign_up};
use crate::users::session::{Actor, Outcome, Outgoing, Pane, Session};
use crate::users::view::users_page;
use crate::users::{poll, socket};

/// How often a user that is held looks whether it may go.
const HELD: Duration = Duration::from_secs(1);

/// Lives until [`Session::stop`].
pub async fn live(session: Arc<Session>, rates: Rates) {
    let mut choices = Random::of(session.lab.seed, u64::from(session.slot));
    let rate = rates.pick(&mut choices);
    let mut actor = Actor::new(session.clone());
    if begin(&mut actor, &mut choices).await {
        session.lab.ready.fetch_add(1, Relaxed);
        act_until_stopped(&mut actor, &mut choices, rate).await;
        session.lab.ready.fetch_sub(1, Relaxed);
    }
    socket::disconnect(&session);
    session.lab.sessions.give_back(&session);
    session.lab.ledger.depart(session.slot);
}

/// Signs in and finds a team, each tried until it succeeds. False when the user was stopped or gave up.
async fn begin(actor: &mut Actor, choices: &mut Random) -> bool {
    let lab = actor.lab.clone();
    for step in [Step::SignIn, Step::JoinTeam] {
        let mut has_failed = false;
        loop {
            if has_failed || !lab.comes_settled {
                let pause = lab.waits.draw(choices, 1.0);
                actor.session.idle(Instant::now() + pause).await;
            }
            let turn = step.limit(&lab).acquire().await;
            if actor.is_stopping() {
                return false;
            }
            let tried = match step {
                Step::SignIn => Box::pin(login_or_sign_up(actor)).await,
                Step::JoinTeam => Box::pin(initial_join_team(actor)).await,
            };
            drop(turn);
            match tried {
                Ok(()) => break,
                Err(failure) => lab.meter.error(step.name(), &failure),
            }
            has_failed = true;
        }
    }
    if actor.lab.client_config.read().is_none() {
        actor.lab.meter.error("start", &"the client configuration is empty: the user gives up");
        actor.lab.failed.fetch_add(1, Relaxed);
        return false;
    }
    true
}

#[derive(Clone, Copy)]
enum Step {
    SignIn,
    JoinTeam,
}

impl Step {
    /// Bounds how many take it at once.
    fn limit(self, lab: &Lab) -> &Semaphore {
        match self {
            Step::SignIn => &lab.sign_ins,
            Step::JoinTeam => &lab.first_pages,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Step::SignIn => "sign-in",
            Step::JoinTeam => "first team",
        }
    }
}

async fn initial_join_team(actor: &mut Actor) -> Result<(), Failure> {
    page::partial(actor).await?;
    let has_team = actor.team().is_ok();
    // The 2026 tool says first that no thread is open, the older one only when there is a team.
    if (has_team || actor.lab.is_2026()) && actor.client_config().is_ok_and(|config| config.has_event_scope) {
        actor.say(Outgoing::InThread(Pane::Threads, base::Id::NONE))?;
        actor.say(Outgoing::InThread(Pane::Side, base::Id::NONE))?;
    }
    if has_team { Ok(()) } else { join_team(actor).await }
}

async fn join_team(actor: &mut Actor) -> Result<(), Failure> {
    let found = login::teams(actor, "page=0&per_page=100").await?;
    users_page(actor, "page=0&per_page=100").await?;
    let foreign: Vec<u32> = {
        let mut memory = actor.session.memory.lock();
        memory.teams = found;
        memory.teams.iter().filter(|team| !memory.team_members.contains(team)).copied().collect()
    };
    if let Some(team) = actor.random.one_of(&foreign).copied() {
        let ((_, me), id) = (actor.me()?, actor.lab.world.team_id(team));
        actor.post("/teams/{team}/members", &[&id], &json!({"team_id": id, "user_id": me})).await?;
        actor.memory.lock().team_members.push(team);
    }
    // The 2026 client knows no channel of the team yet: this fails then, and the next try begins in the team.
    teams::switch_team(actor).await?;
    Ok(())
}

async fn act_until_stopped(actor: &mut Actor, choices: &mut Random, rate: f64) {
    let mut due = Instant::now();
    if actor.lab.comes_settled {
        let rest = actor.session.lab.waits.rest(&mut actor.random, rate);
        due += rest;
        actor.session.idle(due).await;
    }
    while !actor.is_stopping() {
        if actor.is_held() {
            actor.session.idle(Instant::now() + HELD).await;
            continue;
        }
        let intended = due.min(Instant::now());
        let action = match actor.injected() {
            Some(action) => action,
            None => {
                actor.lab.meter.start(intended.elapsed());
                actor.lab.choices.read().pick(choices)
            }
        };
        run(actor, action, intended).await;
        due = Instant::now() + actor.lab.waits.draw(choices, rate);
        actor.session.idle(due).await;
    }
}

/// Performs one action and tells how it ended.
async fn run(actor: &mut Actor, action: Action, intended: Instant) {
    actor.paused = Duration::ZERO;
    actor.set_resting(false);
    let before = actor.requests.load(Relaxed);
    let acted = actions::perform(action, actor).await;
    let took = intended.elapsed().saturating_sub(actor.paused);
    let requests = u64::from(actor.requests.load(Relaxed).wrapping_sub(before));
    let meter = &actor.lab.meter;
    match &acted {
        Ok(Outcome::Done) => meter.action(action, End::Done(took), requests),
        Ok(Outcome::Skipped(reason)) => meter.action(action, End::Skipped(reason), requests),
        Err(failure) => {
            meter.error(action.name(), failure);
            meter.action(action, End::Failed(failure), requests);
        }
    }
    actor.set_resting(true);
    note_performance(actor, action, took);
}

fn note_performance(actor: &Actor, action: Action, took: Duration) {
    let metric = match action {
        Action::SwitchChannel => "channel_switch",
        Action::SwitchTeam => "team_switch",
        Action::ViewThread => "rhs_load",
        _ => return,
    };
    poll::sample(actor, metric, took);
}
