//! Coordinators behind the routes of the reference tool: made, run, asked, stopped and dropped over HTTP.
//!
//! One runs the published loop, as `muster-load coordinator` does; it makes no report, its status is its answer. Health
//! metrics come from the Prometheus of its configuration; without one, from what its agents tell.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::Clock;
use http::{Method, StatusCode};
use jiff::Timestamp;
use parking_lot::Mutex;
use tokio::sync::watch;

use super::agents::{Reply, action_of, json, value_of};
use crate::coordinator::agents::{Agent, Fleet};
use crate::coordinator::control::{Answer, Create, NEVER, State, Status};
use crate::coordinator::run::{Plan, Progress, View, run};
use crate::coordinator::shares::share_out;
use crate::coordinator::steering::Goal;
use crate::scrape::{Source, Target};
use simulate::agent::control;
use simulate::names::must_be_id;
use simulate::net::Trust;
use simulate::tasks;

/// Of the published queries' rates.
const RANGE_MS: base::Millis = 60_000;
/// Coordinators of one process at most; each keeps the samples of its run.
const COORDINATORS_MAX: usize = 16;

/// All coordinators of this process by their ids.
#[derive(Default)]
pub struct Coordinators {
    by_id: Mutex<BTreeMap<String, Arc<Coordinator>>>,
}

/// One run of the loop.
struct Coordinator {
    id: String,
    create: Create,
    /// Of what tells numbers.
    trust: Trust,
    status: Mutex<Status>,
    /// Agents that are made and not yet run.
    fleet: Mutex<Option<Fleet>>,
    stop: watch::Sender<bool>,
    /// Turns true when the run has ended and its agents are gone.
    ended: watch::Sender<bool>,
}

/// Writes how a run goes into the status.
struct Told(Arc<Coordinator>);

impl View for Told {
    fn show(&mut self, progress: &Progress) {
        let mut status = self.0.status.lock();
        status.active_users = progress.active.unwrap_or(status.active_users);
        status.num_errors = status.num_errors.max(progress.errors);
    }
}

impl Coordinators {
    /// Answers a route below `/coordinator`. `taken` says whether an agent has an id: they share their names.
    pub async fn route(
        &self,
        method: &Method,
        parts: &[&str],
        (query, body): (&str, &[u8]),
        taken: impl Fn(&str) -> bool,
    ) -> Reply {
        match (method.as_str(), parts) {
            ("POST", ["create"]) => self.create(value_of(query, "id"), body, taken).await,
            (_, [id, rest @ ..]) => {
                let found = self.by_id.lock().get(*id).cloned();
                match found {
                    Some(one) => self.of_one(&one, method, rest, query).await,
                    None => refuse(StatusCode::NOT_FOUND, "coordinator not found"),
                }
            }
            _ => refuse(StatusCode::NOT_FOUND, "no such route"),
        }
    }

    async fn create(&self, id: &str, body: &[u8], taken: impl Fn(&str) -> bool) -> Reply {
        if let Err(why) = must_be_id(id) {
            return refuse(StatusCode::BAD_REQUEST, &why);
        }
        let create: Create = match serde_json::from_slice(body) {
            Ok(create) => create,
            Err(error) => return refuse(StatusCode::BAD_REQUEST, &format!("the body does not read: {error}")),
        };
        let trust = match check(&create) {
            Ok(trust) => trust,
            Err(error) => return refuse(StatusCode::BAD_REQUEST, &error),
        };
        let conflict = || refuse(StatusCode::CONFLICT, &format!("{id} exists"));
        let full = || refuse(StatusCode::BAD_REQUEST, "this process has as many coordinators as it takes");
        if self.by_id.lock().len() >= COORDINATORS_MAX {
            return full();
        }
        if taken(id) || self.by_id.lock().contains_key(id) {
            return conflict();
        }
        let mut fleet = match fleet(&create) {
            Ok(fleet) => fleet,
            Err(error) => return refuse(StatusCode::BAD_REQUEST, &error),
        };
        if let Err(error) = fleet.make().await {
            fleet.destroy().await;
            return refuse(StatusCode::BAD_REQUEST, &error.to_string());
        }
        let status = Status { start_time: NEVER.into(), stop_time: NEVER.into(), ..Status::default() };
        let one = Arc::new(Coordinator {
            id: id.to_owned(),
            create,
            trust,
            status: Mutex::new(status),
            fleet: Mutex::new(Some(fleet)),
            stop: watch::channel(false).0,
            ended: watch::channel(false).0,
        });
        let is_full = {
            let mut by_id = self.by_id.lock();
            if by_id.contains_key(id) {
                return conflict();
            }
            let is_full = by_id.len() >= COORDINATORS_MAX;
            if !is_full {
                by_id.insert(id.to_owned(), one.clone());
            }
            is_full
        };
        if is_full {
            // Others came while its agents were made; they must not stay behind.
            one.discard().await;
            return full();
        }
        one.tell(StatusCode::CREATED, "coordinator created")
    }

    async fn of_one(&self, one: &Arc<Coordinator>, method: &Method, rest: &[&str], query: &str) -> Reply {
        match (method.as_str(), rest) {
            ("GET", [] | ["status"]) => one.tell(StatusCode::OK, ""),
            ("POST", ["run"]) => match one.begin().await {
                Ok(()) => one.tell(StatusCode::OK, "coordinator started"),
                Err(error) => refuse(StatusCode::BAD_REQUEST, &error),
            },
            ("POST", ["stop"]) => match one.end().await {
                Ok(()) => one.tell(StatusCode::OK, "coordinator stopped"),
                Err(error) => refuse(StatusCode::BAD_REQUEST, error),
            },
            ("POST", ["inject"]) => match action_of(query) {
                Ok(action) => match callers(&one.create).inject(action.name()).await {
                    Ok(()) => one.tell(StatusCode::OK, "action injected"),
                    Err(error) => refuse(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
                },
                Err(why) => refuse(StatusCode::BAD_REQUEST, &why),
            },
            ("DELETE", []) => {
                // One that does not run is as good as stopped.
                let _ = one.end().await;
                one.discard().await;
                self.by_id.lock().remove(&one.id);
                one.tell(StatusCode::OK, "coordinator deleted")
            }
            _ => refuse(StatusCode::NOT_FOUND, "no such route"),
        }
    }
}

impl Coordinator {
    /// Starts all agents and the loop.
    async fn begin(self: &Arc<Self>) -> Result<(), String> {
        let Some(mut fleet) = self.fleet.lock().take() else {
            return Err("the coordinator runs already, or has run".into());
        };
        if let Err(error) = fleet.begin().await {
            fleet.stop().await;
            *self.fleet.lock() = Some(fleet);
            return Err(error.to_string());
        }
        let clock = Clock::system();
        {
            let mut status = self.status.lock();
            (status.state, status.start_time) = (State::Running, moment(&clock));
        }
        let one = self.clone();
        tasks::spawn("coordinator", async move { one.conduct(fleet, clock).await });
        Ok(())
    }

    async fn conduct(self: Arc<Self>, mut fleet: Fleet, clock: Clock) {
        let settings = &self.create.coordinator_config;
        let prometheus = &settings.monitor_config.prometheus_url;
        let mut source = match prometheus.is_empty() {
            false => Source::prometheus(prometheus, &self.trust),
            true => {
                let page = |agent: &Agent| Target::page(&agent.metrics_url(), "agent", agent.id(), &self.trust);
                Source::own(fleet.agents().iter().map(page).collect())
            }
        };
        let plan = Plan {
            goal: Goal::Unbounded { rules: settings.rules(), within_ms: None },
            metrics: settings.monitor_config.queries.clone(),
            range_ms: RANGE_MS,
            interval_ms: settings.monitor_config.update_interval_ms,
            storm: None,
            faults: None,
        };
        let mut view = Told(self.clone());
        let outcome = run(plan, &mut fleet, &mut source, &clock, self.stop.subscribe(), &mut view).await;
        fleet.destroy().await;
        {
            let mut status = self.status.lock();
            (status.state, status.stop_time) = (State::Done, moment(&clock));
            // A loop that was stopped before its equilibrium has found nothing.
            let found = outcome.supported.filter(|found| found.is_final);
            status.supported_users = found.map_or(0, |found| found.users);
        }
        self.ended.send_replace(true);
    }

    /// Stops the loop and its agents, and waits until they are gone.
    async fn end(&self) -> Result<(), &'static str> {
        if self.status.lock().state != State::Running {
            return Err("the coordinator does not run");
        }
        self.stop.send_replace(true);
        // The sender lives in `self`, so the wait ends with the run.
        drop(self.ended.subscribe().wait_for(|ended| *ended).await);
        Ok(())
    }

    /// Takes the agents away that never ran.
    async fn discard(&self) {
        let unused = self.fleet.lock().take();
        if let Some(mut fleet) = unused {
            fleet.destroy().await;
        }
    }

    fn tell(&self, status: StatusCode, message: &str) -> Reply {
        let (id, told) = (self.id.clone(), self.status.lock().clone());
        json(status, &Answer { id, message: message.into(), status: Some(told), ..Answer::default() })
    }
}

/// Which certificates are believed, when all of it holds together.
fn check(create: &Create) -> Result<Trust, String> {
    let (coordinator, load) = (&create.coordinator_config, &create.load_test_config);
    coordinator.check()?;
    load.check()?;
    let agents = coordinator.cluster_config.agents.len();
    if agents == 0 {
        return Err("ClusterConfig.Agents names no agent".into());
    }
    coordinator.must_have_room(&load.users_configuration, agents)?;
    agent(create).trust()
}

/// What its agents are made by, but for the share of each.
fn agent(create: &Create) -> control::Create {
    let (load_test_config, lab_config) = (create.load_test_config.clone(), create.lab_config.clone());
    control::Create { load_test_config, lab_config, simul_controller_config: None }
}

fn fleet(create: &Create) -> Result<Fleet, String> {
    let places = &create.coordinator_config.cluster_config.agents;
    let shares = share_out(&agent(create), places.len())?;
    let agents = places.iter().zip(shares).map(|(place, share)| Agent::new(&place.id, &place.api_url, share));
    Ok(Fleet::new(agents.collect()))
}

/// The same agents for somebody who makes none.
fn callers(create: &Create) -> Fleet {
    let places = create.coordinator_config.cluster_config.agents.iter();
    Fleet::new(places.map(|place| Agent::new(&place.id, &place.api_url, control::Create::default())).collect())
}

fn moment(clock: &Clock) -> String {
    Timestamp::from_millisecond(clock.now()).unwrap_or_default().to_string()
}

fn refuse(status: StatusCode, error: &str) -> Reply {
    json(status, &Answer { error: error.to_owned(), ..Answer::default() })
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;
    use crate::api::agents::{Agents, serve};
    use simulate::null::{NullServer, Size};

    /// A coordinator's routes, an agent's address, and a server that answers everything.
    async fn world() -> (Coordinators, String) {
        let size = Size { users: 12, channels: 16 };
        let (_server, server) = NullServer::start(([127, 0, 0, 1], 0).into(), size).await.expect("a port is free");
        let agents = serve(Arc::new(Agents::default()), ([127, 0, 0, 1], 0).into()).await.expect("a port is free");
        let body = serde_json::json!({
            "CoordinatorConfig": {"ClusterConfig": {"MaxActiveUsers": 8,
                "Agents": [{"Id": "lt0", "ApiURL": format!("http://{agents}")}]}},
            "LoadTestConfig": {"ConnectionConfiguration": {"ServerURL": format!("http://{server}")}},
        });
        (Coordinators::default(), body.to_string())
    }

    async fn ask(coordinators: &Coordinators, method: Method, path: &str, query: &str, body: &str) -> (u16, Answer) {
        let parts: Vec<&str> = path.split('/').collect();
        let reply = coordinators.route(&method, &parts, (query, body.as_bytes()), |id| id == "lt0").await;
        let status = reply.status().as_u16();
        let body = reply.into_body().collect().await.expect("a full body is there").to_bytes();
        (status, serde_json::from_slice(&body).expect("an answer is JSON"))
    }

    fn state(answer: &Answer) -> State {
        answer.status.as_ref().expect("a status").state
    }

    #[tokio::test]
    async fn a_coordinator_is_made_run_once_and_dropped() {
        let (coordinators, body) = world().await;
        let (status, answer) = ask(&coordinators, Method::POST, "create", "id=one", &body).await;
        assert_eq!((status, answer.error.as_str()), (201, ""));
        assert_eq!(ask(&coordinators, Method::POST, "create", "id=one", &body).await.0, 409);
        assert_eq!(ask(&coordinators, Method::POST, "create", "id=lt0", &body).await.0, 409, "an agent's name");
        assert_eq!(ask(&coordinators, Method::POST, "one/stop", "", "").await.0, 400, "it does not run");
        let (status, answer) = ask(&coordinators, Method::POST, "one/run", "", "").await;
        assert_eq!((status, state(&answer)), (200, State::Running));
        assert_eq!(ask(&coordinators, Method::POST, "one/run", "", "").await.0, 400);
        assert_eq!(ask(&coordinators, Method::POST, "one/inject", "action=Reload", "").await.0, 200);
        let (status, answer) = ask(&coordinators, Method::POST, "one/inject", "action=nope", "").await;
        assert!(status == 400 && answer.error.contains("nope"), "{}", answer.error);
        let (status, answer) = ask(&coordinators, Method::POST, "one/stop", "", "").await;
        assert_eq!((status, state(&answer)), (200, State::Done));
        assert_eq!(ask(&coordinators, Method::POST, "one/run", "", "").await.0, 400, "one that is done stays done");
        assert_eq!(ask(&coordinators, Method::DELETE, "one", "", "").await.0, 200);
        assert_eq!(ask(&coordinators, Method::GET, "one/status", "", "").await.0, 404);
    }

    #[tokio::test]
    async fn what_cannot_be_run_is_refused_with_the_reason() {
        let (coordinators, _) = world().await;
        let (status, answer) = ask(&coordinators, Method::POST, "create", "id=one", "{}").await;
        assert_eq!(status, 400);
        assert!(answer.error.contains("Agents"), "{}", answer.error);
        let silent = r#"{"CoordinatorConfig": {"ClusterConfig": {"Agents": [{"ApiURL": "http://127.0.0.1:1"}]}}}"#;
        assert_eq!(ask(&coordinators, Method::POST, "create", "id=one", silent).await.0, 400);
        let (_, body) = world().await;
        let crowded = body.replacen(r#""MaxActiveUsers":8"#, r#""MaxActiveUsers":2001"#, 1);
        let (status, answer) = ask(&coordinators, Method::POST, "create", "id=one", &crowded).await;
        assert_eq!(status, 400);
        assert!(answer.error.contains("2001") && answer.error.contains("MaxActiveUsers"), "{}", answer.error);
        let unread = body.replacen('{', r#"{"LabConfig": {"Authorities": "no certificate"}, "#, 1);
        let (status, answer) = ask(&coordinators, Method::POST, "create", "id=one", &unread).await;
        assert_eq!(status, 400);
        assert!(answer.error.contains("LabConfig.Authorities"), "{}", answer.error);
    }
}
