//! The control API over HTTP: routes and bodies of the reference tool, and `results` beside them.
//!
//! Agents are made, driven and dropped here; what they do is `agent`'s, and the routes of coordinators stand beside.
//! Nothing is authenticated, as in the reference tool: it listens on loopback unless told otherwise.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use tokio::net::TcpListener;

use super::coordinators::Coordinators;
use simulate::agent::control::{Answer, Create};
use simulate::agent::health::Health;
use simulate::agent::{Agent, storm};
use simulate::meter::Meter;
use simulate::mix::Action;
use simulate::names::must_be_id;
use simulate::tasks;

/// Largest body that is read: a configuration has a few kilobytes, and each account of a users file some fifty bytes.
const BODY_BYTES_MAX: usize = 16 << 20;
/// Agents of one process at most; each holds its own world.
const AGENTS_MAX: usize = 64;

/// All agents of this process by their ids.
#[derive(Default)]
pub struct Agents {
    by_id: Mutex<BTreeMap<String, Arc<Agent>>>,
    /// Coordinators listen at the same address and share the ids.
    coordinators: Coordinators,
}

/// Why an agent is not made.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("{0}")]
    Configuration(String),
    #[error("an agent with this id exists")]
    Taken,
    #[error("this process has as many agents as it takes")]
    Full,
}

pub(crate) type Reply = Response<Full<Bytes>>;

/// Serves the control API until the process ends. Returns where it listens, which tells the port when 0 was asked.
///
/// # Errors
/// When the address cannot be listened on.
pub async fn serve(agents: Arc<Agents>, listen: SocketAddr) -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind(listen).await?;
    let address = listener.local_addr()?;
    tasks::spawn("agent api", async move {
        loop {
            // A failed accept is a lack of file handles; the next one may succeed when a user has left.
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                continue;
            };
            let agents = agents.clone();
            tasks::spawn("agent connection", async move {
                let service = service_fn(move |request| answer(agents.clone(), request));
                let served = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                if let Err(error) = served.await {
                    tracing::debug!(%error, "a caller of the control API left");
                }
            });
        }
    });
    Ok(address)
}

async fn answer(agents: Arc<Agents>, request: Request<Incoming>) -> Result<Reply, Infallible> {
    let (parts, body) = request.into_parts();
    let Ok(body) = Limited::new(body, BODY_BYTES_MAX).collect().await else {
        return Ok(refuse(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large or broke off"));
    };
    let query = parts.uri.query().unwrap_or_default();
    Ok(agents.route(&parts.method, parts.uri.path(), query, &body.to_bytes()).await)
}

impl Agents {
    pub fn get(&self, id: &str) -> Option<Arc<Agent>> {
        self.by_id.lock().get(id).cloned()
    }

    /// Makes an agent.
    ///
    /// # Errors
    /// When the configuration does not hold together, or the id is taken.
    pub fn add(&self, id: &str, create: Create) -> Result<Arc<Agent>, Refusal> {
        let agent = Agent::new(id, create).map_err(Refusal::Configuration)?;
        let mut by_id = self.by_id.lock();
        if by_id.contains_key(id) {
            return Err(Refusal::Taken);
        }
        if by_id.len() >= AGENTS_MAX {
            return Err(Refusal::Full);
        }
        by_id.insert(id.to_owned(), agent.clone());
        Ok(agent)
    }

    async fn route(&self, method: &Method, path: &str, query: &str, body: &[u8]) -> Reply {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match (method.as_str(), parts.as_slice()) {
            ("GET", ["version"]) => json(StatusCode::OK, &serde_json::json!({"version": env!("CARGO_PKG_VERSION")})),
            ("GET", ["metrics"]) => self.metrics(),
            (_, ["coordinator", rest @ ..]) => {
                let taken = |id: &str| self.get(id).is_some();
                // Boxed: a run holds the future of everything it does.
                Box::pin(self.coordinators.route(method, rest, (query, body), taken)).await
            }
            ("POST", ["loadagent", "create"]) => self.create(value_of(query, "id"), body),
            (_, ["loadagent", id, rest @ ..]) => match self.get(id) {
                Some(agent) => self.of_agent(&agent, method, rest, query, body).await,
                None => refuse(StatusCode::NOT_FOUND, "agent not found"),
            },
            _ => refuse(StatusCode::NOT_FOUND, "no such route"),
        }
    }

    fn metrics(&self) -> Reply {
        let agents: Vec<Arc<Agent>> = self.by_id.lock().values().cloned().collect();
        let meters: Vec<_> = agents.iter().map(|agent| agent.meter()).collect();
        let healths: Vec<_> = agents.iter().map(|agent| agent.health()).collect();
        let text = Meter::exposition(&meters) + &Health::exposition(&healths);
        let mut reply = Response::new(Full::new(text.into()));
        let kind = header::HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
        reply.headers_mut().insert(header::CONTENT_TYPE, kind);
        reply
    }

    fn create(&self, id: &str, body: &[u8]) -> Reply {
        if let Err(why) = must_be_id(id) {
            return refuse(StatusCode::BAD_REQUEST, &why);
        }
        let create: Create = match serde_json::from_slice(body) {
            Ok(create) => create,
            Err(error) => return refuse(StatusCode::BAD_REQUEST, &format!("the body does not read: {error}")),
        };
        match self.add(id, create) {
            Ok(agent) => {
                let status = Some(agent.status());
                let message = "agent created".to_owned();
                json(StatusCode::CREATED, &Answer { id: id.to_owned(), message, status, ..Answer::default() })
            }
            Err(Refusal::Taken) => refuse(StatusCode::CONFLICT, &format!("an agent with the id {id} exists")),
            Err(refusal) => refuse(StatusCode::BAD_REQUEST, &refusal.to_string()),
        }
    }

    async fn of_agent(&self, agent: &Arc<Agent>, method: &Method, rest: &[&str], query: &str, body: &[u8]) -> Reply {
        match (method.as_str(), rest) {
            ("GET", ["sent"]) => json(StatusCode::OK, &agent.sent()),
            ("POST", ["judge"]) => match serde_json::from_slice(body) {
                Ok(sent) => json(StatusCode::OK, &agent.judge(&sent)),
                Err(error) => refuse(StatusCode::BAD_REQUEST, &format!("the body does not read: {error}")),
            },
            ("GET", [] | ["status"]) => tell(agent, String::new()),
            ("POST", ["run"]) => told(agent, agent.run().await.map(|()| "agent started".to_owned())),
            ("POST", ["stop"]) => told(agent, stop(agent).await.map(|()| "agent stopped".to_owned())),
            ("POST", ["addusers"]) => match amount_of(query) {
                Ok(amount) => told(agent, agent.add_users(amount).map(|added| format!("{added} users added"))),
                Err(why) => refuse(StatusCode::BAD_REQUEST, &why),
            },
            ("POST", ["removeusers"]) => match amount_of(query) {
                Ok(amount) => {
                    told(agent, agent.remove_users(amount).await.map(|removed| format!("{removed} users removed")))
                }
                Err(why) => refuse(StatusCode::BAD_REQUEST, &why),
            },
            ("POST", ["inject"]) => match action_of(query) {
                Ok(action) => {
                    agent.inject(action);
                    tell(agent, format!("action {} injected", action.name()))
                }
                Err(why) => refuse(StatusCode::BAD_REQUEST, &why),
            },
            ("POST", ["storm"]) => match storm_of(query) {
                Ok(order) => told(agent, storm::begin(agent, order).map(|()| "the storm begins".to_owned())),
                Err(why) => refuse(StatusCode::BAD_REQUEST, &why),
            },
            ("GET", ["results"]) => json(StatusCode::OK, &agent.results()),
            ("DELETE", []) => {
                // An agent that does not run is as good as stopped.
                drop(stop(agent).await);
                self.by_id.lock().remove(agent.id());
                tell(agent, "agent deleted".into())
            }
            _ => refuse(StatusCode::NOT_FOUND, "no such route"),
        }
    }
}

/// Stops it in a task of its own: a caller who leaves meanwhile must not leave an agent behind that neither runs nor is
/// stopped, with users whom nobody can reach any more.
async fn stop(agent: &Arc<Agent>) -> Result<(), String> {
    let agent = agent.clone();
    let stopping = tasks::spawn("agent stop", async move { agent.stop().await });
    // A panic was told by the task itself.
    stopping.await.unwrap_or_else(|_| Err("the agent broke while it stopped".into()))
}

pub(crate) fn value_of<'a>(query: &'a str, name: &str) -> &'a str {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
}

/// How many users to add or remove: what fits sixteen bits, as in the reference tool.
fn amount_of(query: &str) -> Result<u64, String> {
    let said = value_of(query, "amount");
    let amount = said.parse::<i16>().ok().filter(|amount| *amount > 0);
    amount.map(|amount| amount as u64).ok_or_else(|| format!("invalid amount {said:?}: a whole number from 1 to 32767"))
}

/// The action that a query names. One that nobody knows is refused: a slip of the hand would pass for a run without load.
pub(crate) fn action_of(query: &str) -> Result<Action, String> {
    let said = value_of(query, "action");
    let unknown = || format!("invalid action {said:?}: it is a name of the table of actions, such as SwitchChannel");
    Action::named(said).ok_or_else(unknown)
}

/// How many sign-ins, and after how many milliseconds of calm.
fn storm_of(query: &str) -> Result<storm::Order, String> {
    let (logins, before) = (value_of(query, "logins"), value_of(query, "before_ms"));
    let count = logins.parse::<u64>().ok().filter(|count| *count > 0);
    let count =
        count.ok_or_else(|| format!("invalid logins {logins:?}: a storm has a number of logins, 1 at least"))?;
    let before_ms = match before {
        "" => 0,
        said => said.parse().map_err(|_| format!("invalid before_ms {said:?}: a whole number of milliseconds"))?,
    };
    Ok(storm::Order { logins: count, before: std::time::Duration::from_millis(before_ms) })
}

/// What became of an order: refusals come with status 200 and a text in `error`, as in the reference tool.
fn told(agent: &Agent, result: Result<String, String>) -> Reply {
    match result {
        Ok(message) => tell(agent, message),
        Err(error) => {
            let status = Some(agent.status());
            json(StatusCode::OK, &Answer { id: agent.id().to_owned(), status, error, ..Answer::default() })
        }
    }
}

fn tell(agent: &Agent, message: String) -> Reply {
    let answer = Answer { id: agent.id().to_owned(), message, status: Some(agent.status()), ..Answer::default() };
    json(StatusCode::OK, &answer)
}

fn refuse(status: StatusCode, error: &str) -> Reply {
    json(status, &Answer { error: error.to_owned(), ..Answer::default() })
}

pub(crate) fn json<T: serde::Serialize>(status: StatusCode, value: &T) -> Reply {
    let body = serde_json::to_vec(value).expect("an answer of the control API is JSON");
    let mut reply = Response::new(Full::new(body.into()));
    *reply.status_mut() = status;
    reply.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    reply
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::AsyncWriteExt;

    use super::*;
    use simulate::agent::control::State;
    use simulate::config::LoadTestConfig;
    use simulate::null::{NullServer, Size};

    async fn ask(agents: &Agents, method: Method, path: &str, query: &str, body: &str) -> (u16, Answer) {
        let reply = agents.route(&method, path, query, body.as_bytes()).await;
        let status = reply.status().as_u16();
        let body = reply.into_body().collect().await.expect("a full body is there").to_bytes();
        (status, serde_json::from_slice(&body).expect("an answer is JSON"))
    }

    #[tokio::test]
    async fn an_agent_is_made_once_and_found() {
        let agents = Agents::default();
        let (status, answer) = ask(&agents, Method::POST, "/loadagent/create", "id=lt0", "{}").await;
        assert_eq!((status, answer.error.as_str()), (201, ""));
        assert_eq!(ask(&agents, Method::POST, "/loadagent/create", "id=lt0", "{}").await.0, 409);
        assert_eq!(ask(&agents, Method::GET, "/loadagent/lt0", "", "").await.0, 200);
        assert_eq!(ask(&agents, Method::DELETE, "/loadagent/lt0", "", "").await.0, 200);
        let (status, answer) = ask(&agents, Method::GET, "/loadagent/lt0/status", "", "").await;
        assert_eq!((status, answer.error.as_str()), (404, "agent not found"));
    }

    #[tokio::test]
    async fn an_agent_stops_though_the_caller_leaves() {
        let size = Size { users: 12, channels: 16 };
        let (_server, server) = NullServer::start(([127, 0, 0, 1], 0).into(), size).await.expect("a port is free");
        let agents = Arc::new(Agents::default());
        let address = serve(agents.clone(), ([127, 0, 0, 1], 0).into()).await.expect("a port is free");
        let mut config = LoadTestConfig::default();
        config.connection_configuration.server_url = format!("http://{server}");
        let agent = agents.add("lt0", Create { load_test_config: config, ..Create::default() }).expect("it is made");
        agent.run().await.expect("it runs");
        agent.add_users(2).expect("there is room");
        let mut caller = tokio::net::TcpStream::connect(address).await.expect("it listens");
        caller.write_all(b"DELETE /loadagent/lt0 HTTP/1.1\r\nhost: lab\r\n\r\n").await.expect("sent");
        while agent.status().state == State::Running {
            tokio::task::yield_now().await;
        }
        drop(caller);
        let stopped = async {
            while agent.status().state != State::Stopped {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), stopped).await.expect("it stops");
        assert_eq!(agent.status().num_users, 0);
    }

    #[tokio::test]
    async fn every_argument_is_taken_or_refused_with_its_bounds() {
        let agents = Agents::default();
        for (id, status) in [("mycluster-agent-0", 201), ("lt0", 201), ("", 400), ("LT0", 400), ("a%20b", 400)] {
            let (answered, answer) = ask(&agents, Method::POST, "/loadagent/create", &format!("id={id}"), "{}").await;
            assert_eq!(answered, status, "{id}");
            assert_eq!(
                answer.error.contains("letters a to z, digits and dashes"),
                status == 400,
                "{id}: {}",
                answer.error
            );
        }
        for (order, query, why) in [
            ("addusers", "amount=0", "1 to 32767"),
            ("addusers", "amount=32768", "1 to 32767"),
            ("removeusers", "amount=-1", "1 to 32767"),
            ("removeusers", "", "1 to 32767"),
            ("inject", "action=nope", "\"nope\""),
            ("inject", "action=", "table of actions"),
            ("inject", "action=switchchannel", "table of actions"),
            ("storm", "logins=0", "logins"),
            ("storm", "logins=many", "logins"),
            ("storm", "logins=1&before_ms=soon", "before_ms"),
        ] {
            let (status, answer) = ask(&agents, Method::POST, &format!("/loadagent/lt0/{order}"), query, "").await;
            assert!(status == 400 && answer.error.contains(why), "{order}?{query}: {status} {}", answer.error);
        }
        for action in ["Reload", "SwitchChannel", "CreateAclPost"] {
            let query = format!("action={action}");
            assert_eq!(ask(&agents, Method::POST, "/loadagent/lt0/inject", &query, "").await.0, 200, "{action}");
        }
    }

    #[tokio::test]
    async fn what_cannot_be_run_is_refused_with_the_reason() {
        let agents = Agents::default();
        assert_eq!(ask(&agents, Method::POST, "/loadagent/create", "id=LT-0", "{}").await.0, 400);
        assert_eq!(ask(&agents, Method::POST, "/loadagent/create", "id=lt0", "{").await.0, 400);
        let body = r#"{"LoadTestConfig": {"ConnectionConfiguration": {"ServerURL": "chat"}}}"#;
        let (status, answer) = ask(&agents, Method::POST, "/loadagent/create", "id=lt0", body).await;
        assert_eq!(status, 400);
        assert!(answer.error.contains("ServerURL"), "{}", answer.error);
    }
}
