//! A server for the tests of the filling: it keeps what it is asked to keep, in memory, and is gone when told.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::Arc;

use base::Id;
use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::config::PASSWORD;
use crate::net::{Net, Trust};
use crate::setup::{Administrator, caller};
use crate::tasks;

pub const BOSS: Administrator<'static> = Administrator { login: "boss@example.com", password: "boss-secret" };

/// What the server keeps, by names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Roles and passwords.
    pub users: BTreeMap<String, (String, String)>,
    pub teams: BTreeMap<String, BTreeSet<String>>,
    pub channels: BTreeMap<String, Channel>,
    pub posts: BTreeMap<Id, Post>,
    /// Post, user and emoji.
    pub reactions: BTreeSet<(Id, String, String)>,
    pub sign_ins: u64,
    /// Names by what the server calls them.
    ids: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Channel {
    pub kind: String,
    pub members: BTreeSet<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Post {
    pub channel: String,
    pub author: String,
    pub root: Id,
    pub text: String,
    pub urgent: bool,
}

/// A post with what it answers and who reacted to it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Said {
    post: Post,
    root: Option<Post>,
    reactions: Vec<(String, String)>,
}

impl Kept {
    /// Everything that was written, without what the server calls it: to compare two servers by.
    pub fn said(&self) -> Vec<Said> {
        let said = self.posts.iter().map(|(id, post)| {
            let own = self.reactions.iter().filter(|(to, ..)| to == id);
            let reactions = own.map(|(_, user, emoji)| (user.clone(), emoji.clone())).collect();
            let root = self.posts.get(&post.root).cloned();
            Said { post: Post { root: Id::NONE, ..post.clone() }, root, reactions }
        });
        let mut said: Vec<Said> = said.collect();
        said.sort();
        said
    }

    pub fn of_kind(&self, kind: &str) -> u64 {
        self.channels.values().filter(|channel| channel.kind == kind).count() as u64
    }

    fn id_of(&self, kind: u8, name: &str) -> Id {
        // Names are short and their sum is enough to tell them apart in a test.
        let sum =
            name.bytes().fold(u128::from(kind), |sum, byte| sum.wrapping_mul(0x0100_0193).wrapping_add(byte.into()));
        Id((sum << 1 | 1).to_be_bytes())
    }

    fn note(&mut self, kind: u8, name: &str) -> Id {
        let id = self.id_of(kind, name);
        self.ids.insert(id.to_string(), name.to_owned());
        id
    }

    fn named(&self, id: &Value) -> String {
        self.ids.get(id.as_str().unwrap_or_default()).cloned().unwrap_or_default()
    }
}

#[derive(Default)]
pub struct FakeServer {
    pub kept: Mutex<Kept>,
    /// Requests that are still answered; `None` for all.
    left: Mutex<Option<u64>>,
    /// A path whose answer is an empty object.
    pub blank: Mutex<&'static str>,
}

type Answer = Result<Value, (StatusCode, &'static str)>;

impl FakeServer {
    /// Serves until the process ends; returns the way there.
    pub async fn start() -> (Arc<FakeServer>, Net) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port is free");
        let net = caller::net(&format!("http://{}", listener.local_addr().expect("an address")), &Trust::PublicRoots);
        let server = Arc::new(FakeServer::default());
        let accepting = server.clone();
        tasks::spawn("fake_server", async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else { continue };
                let server = accepting.clone();
                tasks::spawn("fake_server connection", async move {
                    let service = service_fn(move |request| answer(server.clone(), request));
                    drop(
                        hyper::server::conn::http1::Builder::new()
                            .serve_connection(TokioIo::new(stream), service)
                            .await,
                    );
                });
            }
        });
        (server, net.expect("the address reads"))
    }

    /// An account that is there before anybody fills the server.
    pub fn has(&self, name: &str, password: &str, roles: &str) {
        let mut kept = self.kept.lock();
        kept.note(b'u', name);
        kept.users.insert(name.into(), (roles.into(), password.into()));
    }

    /// After so many more requests it does not do what it is asked.
    pub fn gone_after(&self, requests: Option<u64>) {
        *self.left.lock() = requests;
    }

    fn takes(&self) -> bool {
        match &mut *self.left.lock() {
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
            None => true,
        }
    }
}

async fn answer(server: Arc<FakeServer>, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let path = parts.uri.path().strip_prefix("/api/v4/").unwrap_or_default().to_owned();
    let token = parts.headers.get("authorization").and_then(|token| token.to_str().ok()).unwrap_or_default();
    let me = token.strip_prefix("BEARER ").unwrap_or_default().to_owned();
    let answered = match server.takes() {
        false => Err((StatusCode::INTERNAL_SERVER_ERROR, "gone")),
        true if path == *server.blank.lock() => Ok(json!({})),
        true => server.kept.lock().take(&parts.method, &path, &me, &body),
    };
    let (status, body) = match answered {
        Ok(body) => (StatusCode::OK, body),
        Err((status, why)) => (status, json!({"id": why, "message": why})),
    };
    let mut reply = Response::new(Full::new(Bytes::from(body.to_string())));
    *reply.status_mut() = status;
    if path == "users/login" && status == StatusCode::OK {
        // A blank answer still opens a session: what is missing then is the account.
        let name = body["username"].as_str().unwrap_or("boss");
        reply.headers_mut().insert("token", HeaderValue::from_str(name).expect("a name is a header"));
    }
    Ok(reply)
}

const NOT_THERE: (StatusCode, &str) = (StatusCode::NOT_FOUND, "not there");
const EXISTS: (StatusCode, &str) = (StatusCode::BAD_REQUEST, "already exists");
const MAY_NOT: (StatusCode, &str) = (StatusCode::FORBIDDEN, "may not");

impl Kept {
    fn take(&mut self, method: &Method, path: &str, me: &str, body: &Value) -> Answer {
        let text = |field: &str| body[field].as_str().unwrap_or_default().to_owned();
        let segments: Vec<&str> = path.split('/').collect();
        let id = |kept: &Kept, kind, name: &str| Ok(json!({"id": kept.id_of(kind, name), "username": name}));
        match (method.as_str(), segments.as_slice()) {
            ("GET", ["system", "ping"]) => Ok(json!({"status": "OK"})),
            ("GET", ["config", "client"]) => Ok(json!({"NoAccounts": self.users.is_empty().to_string()})),
            ("POST", ["users", "login"]) => self.login(&text("login_id"), &text("password")),
            ("POST", ["users"]) if self.users.contains_key(&text("username")) => Err(EXISTS),
            ("POST", ["users"]) => {
                let roles = if self.users.is_empty() { "system_user system_admin" } else { "system_user" };
                self.users.insert(text("username"), (roles.into(), text("password")));
                self.note(b'u', &text("username"));
                id(self, b'u', &text("username"))
            }
            ("PUT", ["users", user, "roles"]) => {
                let name = self.named(&json!(user));
                self.users.get_mut(&name).ok_or(NOT_THERE)?.0 = text("roles");
                Ok(json!({}))
            }
            ("GET", ["users", "username", name]) if self.users.contains_key(*name) => id(self, b'u', name),
            ("POST", ["teams"]) if self.teams.contains_key(&text("name")) => Err(EXISTS),
            ("POST", ["teams"]) => {
                let name = text("name");
                self.teams.insert(name.clone(), [me.to_owned()].into());
                let (common, channel) = (format!("{name}/town-square"), Channel::default());
                self.note(b'c', &common);
                self.channels.insert(common, channel);
                self.note(b't', &name);
                id(self, b't', &name)
            }
            ("GET", ["teams", "name", name]) if self.teams.contains_key(*name) => id(self, b't', name),
            ("GET", ["teams", team, "channels", "name", name]) => {
                let name = format!("{}/{name}", self.named(&json!(team)));
                if self.channels.contains_key(&name) { id(self, b'c', &name) } else { Err(NOT_THERE) }
            }
            ("POST", ["teams", team, "members", "batch"]) => {
                let members: Vec<String> =
                    body.as_array().into_iter().flatten().map(|one| self.named(&one["user_id"])).collect();
                let team = self.named(&json!(team));
                self.teams.get_mut(&team).ok_or(NOT_THERE)?.extend(members);
                Ok(json!([]))
            }
            ("DELETE", ["teams", team, "members", user]) => {
                let (team, user) = (self.named(&json!(team)), self.named(&json!(user)));
                if self.teams.get_mut(&team).ok_or(NOT_THERE)?.remove(&user) { Ok(json!({})) } else { Err(NOT_THERE) }
            }
            ("POST", ["channels", ..]) => self.channel(&segments, me, body),
            ("POST", ["posts"]) => self.post(me, body),
            ("POST", ["reactions"]) => {
                let post = serde_json::from_value(body["post_id"].clone()).expect("an id");
                self.reactions.insert((post, me.into(), text("emoji_name")));
                Ok(json!({}))
            }
            ("GET", ["channels", channel, "posts"]) => {
                let channel = self.named(&json!(channel));
                Ok(self.listed(|_, post| post.channel == channel))
            }
            ("GET", ["posts", root, "thread"]) => {
                Ok(self.listed(|id, post| post.root.to_string() == *root || id.to_string() == *root))
            }
            ("POST", ["users", "logout"]) => Ok(json!({})),
            _ => Err(NOT_THERE),
        }
    }

    fn login(&mut self, login: &str, password: &str) -> Answer {
        let name = login.split('@').next().unwrap_or_default();
        let (roles, known) = self.users.get(name).ok_or(NOT_THERE)?;
        if known != password {
            return Err(MAY_NOT);
        }
        self.sign_ins += u64::from(password == PASSWORD);
        Ok(json!({"id": self.id_of(b'u', name), "username": name, "roles": roles}))
    }

    fn channel(&mut self, segments: &[&str], me: &str, body: &Value) -> Answer {
        let people = |list: &Value| -> BTreeSet<String> {
            list.as_array().into_iter().flatten().map(|user| self.named(user)).collect()
        };
        let (name, channel) = match segments {
            ["channels"] => {
                let team = self.named(&body["team_id"]);
                if !self.teams[&team].contains(me) {
                    return Err(MAY_NOT);
                }
                let name = format!("{team}/{}", body["name"].as_str().unwrap_or_default());
                if self.channels.contains_key(&name) {
                    return Err(EXISTS);
                }
                let kind = body["type"].as_str().unwrap_or_default().to_owned();
                (name, Channel { kind, members: [me.to_owned()].into() })
            }
            ["channels", channel, "members"] => {
                let (name, added) = (self.named(&json!(channel)), people(&body["user_ids"]));
                let channel = self.channels.get_mut(&name).ok_or(NOT_THERE)?;
                let team = name.split('/').next().unwrap_or_default();
                if !channel.members.contains(me) || !added.is_subset(&self.teams[team]) {
                    return Err(MAY_NOT);
                }
                channel.members.extend(added);
                return Ok(json!([]));
            }
            _ => {
                let members = people(body);
                if !members.contains(me) {
                    return Err(MAY_NOT);
                }
                let kind = if members.len() == 2 { "D" } else { "G" };
                (members.iter().cloned().collect::<Vec<_>>().join("+"), Channel { kind: kind.into(), members })
            }
        };
        let id = self.note(b'c', &name);
        self.channels.insert(name, channel);
        Ok(json!({"id": id}))
    }

    fn post(&mut self, me: &str, body: &Value) -> Answer {
        let channel = self.named(&body["channel_id"]);
        let (team, name) = channel.split_once('/').unwrap_or_default();
        let is_in = match name {
            "town-square" => self.teams[team].contains(me),
            _ => self.channels.get(&channel).ok_or(NOT_THERE)?.members.contains(me),
        };
        if !is_in {
            return Err(MAY_NOT);
        }
        let root = serde_json::from_value(body["root_id"].clone()).unwrap_or(Id::NONE);
        let text = body["message"].as_str().unwrap_or_default().to_owned();
        let urgent = body["metadata"]["priority"]["priority"] == "urgent";
        let id = Id((1 + self.posts.len() as u128).to_be_bytes());
        self.posts.insert(id, Post { channel, author: me.into(), root, text, urgent });
        Ok(json!({"id": id}))
    }

    fn listed(&self, passes: impl Fn(&Id, &Post) -> bool) -> Value {
        let own = self.posts.iter().filter(|(id, post)| passes(id, post));
        let told = own.map(|(id, post)| {
            let user = self.id_of(b'u', &post.author);
            (id.to_string(), json!({"id": id, "user_id": user, "root_id": post.root, "message": post.text}))
        });
        json!({"posts": told.collect::<serde_json::Map<String, Value>>()})
    }
}
