// Every action's exact requests and frames, and what users ask beside their actions, recorded by the null server and
// compared with `sequences.txt`.
//
// `UPDATE=1 cargo test -p muster-simulate --test sequences` writes the file anew; the difference is then for a person to
// read against the published sequences.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use base::Id;
use serde_json::{Map, Value, json};
use simulate::actions::{page, perform, posts};
use simulate::agent::Agent;
use simulate::agent::control::Create;
use simulate::config::{LabConfig, LoadTestConfig, SimulControllerConfig, UserController};
use simulate::life;
use simulate::mix::rates::Rates;
use simulate::mix::{Action, Mix};
use simulate::null::{NullServer, Recording, Size, id};
use simulate::users::session::{Outcome, Outgoing};
use simulate::users::{Actor, Session, login, poll, socket};

const SNAPSHOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sequences.txt");
const SIZE: Size = Size { users: 12, channels: 16 };
/// Some actions draw what does not fit, such as the same category twice, and are skipped: they are drawn again.
const TRIES_MAX: usize = 100;
/// Nothing here takes a tenth of it.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server, and what was found out by asking it.
struct Scene {
    server: Arc<NullServer>,
    url: String,
    text: String,
    headers: BTreeSet<String>,
    /// Actions that never got to their end.
    undone: Vec<String>,
}

#[derive(Clone, Copy)]
enum Account {
    /// In teams and channels.
    Settled,
    Admin,
    /// Has to sign up; told apart by a number.
    Newcomer(u64),
}

impl Scene {
    async fn new() -> Scene {
        let (server, address) = NullServer::start(([127, 0, 0, 1], 0).into(), SIZE).await.expect("a port is free");
        let url = format!("http://{address}");
        Scene { server, url, text: String::new(), headers: BTreeSet::new(), undone: Vec::new() }
    }

    fn session(&self, mix: Mix, account: Account) -> Arc<Session> {
        let mut config =
            LoadTestConfig { user_controller_configuration: UserController::default(), ..Default::default() };
        config.connection_configuration.server_url.clone_from(&self.url);
        let share = if matches!(account, Account::Admin) { 1.0 } else { 0.0 };
        config.users_configuration.percent_of_users_are_admin = share;
        let (prefix, offset) = match account {
            Account::Newcomer(number) => ("new0", number),
            _ => ("lt0", 0),
        };
        let lab = LabConfig { mix, seed: 3, user_prefix: prefix.into(), user_offset: offset, ..LabConfig::default() };
        let simul = SimulControllerConfig { min_idle_time_ms: 0, avg_idle_time_ms: 1, ..Default::default() };
        let create = Create { load_test_config: config, simul_controller_config: Some(simul), lab_config: Some(lab) };
        Agent::session_without_pauses("lt0", create).expect("the configuration holds together")
    }

    /// A user who has looked around, with nothing of it in the recording.
    async fn actor(&self, mix: Mix, account: Account) -> Actor {
        let mut actor = Actor::new(self.session(mix, account));
        self.server.record();
        login::login(&actor).await.expect("the null server lets everybody in");
        page::partial(&mut actor).await.expect("the null server answers a reload");
        page::partial(&mut actor).await.expect("the null server answers a second reload");
        self.settled(&actor).await;
        actor
    }

    /// What was recorded, once all that the user has said over its socket is there.
    async fn settled(&self, session: &Session) -> Recording {
        let fence = Outgoing::Typing(id(b'x', 999));
        session.say(fence).expect("the socket's queue has room");
        let is_fence = |frame: &String| frame.contains("thing-999");
        let mut recording = self.until(|recording| recording.frames.iter().any(is_fence)).await;
        recording.frames.retain(|frame| !is_fence(frame));
        self.server.record();
        recording
    }

    /// What was recorded, once it is as it has to be.
    async fn until(&self, is_there: impl Fn(&Recording) -> bool) -> Recording {
        let waiting = async {
            loop {
                let recording = self.server.recorded();
                if is_there(&recording) {
                    return recording;
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let found = tokio::time::timeout(PATIENCE, waiting).await;
        found.unwrap_or_else(|_| panic!("this is all that came: {:#?}", self.server.recorded()))
    }

    fn tell(&mut self, title: &str, recording: Recording) {
        write!(self.text, "\n## {title}\n").expect("writing to a string");
        for line in recording.requests.iter().chain(&recording.frames) {
            writeln!(self.text, "{}", shortened(line)).expect("writing to a string");
        }
        self.headers.extend(recording.headers);
    }

    /// Performs an action, in a world where it has something to act on.
    async fn act(&mut self, mix: Mix, action: Action) {
        let account = if action == Action::GenerateUserReport { Account::Admin } else { Account::Settled };
        let mut actor = self.actor(mix, account).await;
        prepare(&mut actor, action).await;
        let mut ended = String::new();
        for _ in 0..TRIES_MAX {
            self.settled(&actor).await;
            ended = tried(&mut actor, action).await;
            if ended == "Done" {
                break;
            }
        }
        if ended != "Done" {
            self.undone.push(format!("{} in {}: {ended}", action.name(), mix.name()));
        }
        let recording = self.settled(&actor).await;
        self.tell(action.name(), recording);
        socket::disconnect(&actor.session);
    }

    /// The start of a life, up to where actions would begin.
    async fn begin(&mut self, mix: Mix, account: Account, title: &str) {
        let session = self.session(mix, account);
        session.hold();
        self.server.record();
        let life = simulate::tasks::spawn("life", life::live(session.clone(), Rates::all(1.0)));
        let is_ready = async {
            while session.lab.ready.load(Relaxed) == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(PATIENCE, is_ready).await.expect("a life begins");
        let recording = self.settled(&session).await;
        self.tell(title, recording);
        session.stop();
        life.await.expect("a life ends");
    }

    /// What a user asks every minute, with samples of two actions to report.
    async fn poll(&mut self, mix: Mix) {
        let mut actor = self.actor(mix, Account::Settled).await;
        assert_eq!(tried(&mut actor, Action::CreateDirectChannel).await, "Done");
        poll::sample(&actor, "channel_switch", Duration::from_millis(7));
        actor.memory.lock().performance.iter_mut().for_each(|(_, took_ms)| *took_ms = 7.0);
        self.settled(&actor).await;
        poll::start(&actor.session);
        let last = if mix == Mix::Y2026 { "/client_perf" } else { "/users/status/ids" };
        let recording = self.until(|recording| recording.requests.iter().any(|line| line.contains(last))).await;
        self.tell("Every minute", recording);
        socket::disconnect(&actor.session);
    }

    /// What an event makes a user ask and say; `last` is in the last request of it.
    async fn hear(&mut self, mix: Mix, title: &str, (event, data): (&str, Value), last: &str) {
        let actor = self.actor(mix, Account::Settled).await;
        self.server.tell(1, &format!("{{\"event\":\"{event}\",\"data\":{data},\"broadcast\":{{}}"));
        self.until(|recording| recording.requests.iter().any(|line| line.contains(last))).await;
        let recording = self.settled(&actor).await;
        self.tell(title, recording);
        socket::disconnect(&actor.session);
    }
}

async fn tried(actor: &mut Actor, action: Action) -> String {
    match perform(action, actor).await {
        Ok(Outcome::Done) => "Done".to_owned(),
        Ok(Outcome::Skipped(reason)) => format!("skipped, {reason}"),
        Err(failure) => format!("failed: {failure}"),
    }
}

/// Does before an action what it needs to have been done.
async fn prepare(actor: &mut Actor, action: Action) {
    let before: &[Action] = match action {
        Action::OpenDirectOrGroupChannel => &[Action::CreateDirectChannel],
        Action::UnfollowThread => &[Action::ViewGlobalThreads],
        // The memberships of both teams are known when both were opened.
        Action::CreateAckPost | Action::CreatePersistentNotificationPost => &[Action::SwitchTeam],
        Action::AckToPost => &[Action::SwitchTeam, Action::CreateAckPost],
        Action::DeleteDraft => &[Action::UpsertDraft],
        Action::UpdateOrAddChannelBookmark | Action::UpdateChannelBookmarkSortOrder | Action::DeleteChannelBookmark => {
            &[Action::AddChannelBookmark]
        }
        Action::UpdateScheduledPost | Action::DeleteScheduledPost | Action::SendScheduledPost => {
            &[Action::CreateScheduledPost]
        }
        _ => &[],
    };
    for action in before {
        assert_eq!(tried(actor, *action).await, "Done", "{}", action.name());
    }
    if action == Action::ClickPermalink {
        let channel = actor.channel().expect("a channel is open");
        // Into a channel that the user is not in.
        let text = format!("See http://null/team-1/pl/{} there", id(b'p', 15_003));
        posts::send(actor, channel, &text, Map::new()).await.expect("the null server takes posts");
    }
}

fn posted(channel: u64) -> Value {
    let post = json!({"id": id(b'p', 1), "channel_id": id(b'c', channel), "user_id": id(b'u', 2), "message": "Hello."});
    json!({"channel_type": "O", "channel_name": "elsewhere", "team_id": id(b't', 2), "should_ack": true,
        "post": post.to_string()})
}

fn typing(user: Id) -> Value {
    json!({"parent_id": "", "user_id": user})
}

#[tokio::test]
async fn every_action_asks_what_is_published() {
    let mut scene = Scene::new().await;
    for (number, mix) in Mix::ALL.into_iter().enumerate() {
        write!(scene.text, "\n# {}\n", mix.name()).expect("writing to a string");
        for row in mix.rows() {
            scene.act(mix, row.action).await;
        }
        if mix == Mix::SmallServer {
            continue;
        }
        write!(scene.text, "\n# {}, beside the actions\n", mix.name()).expect("writing to a string");
        scene.begin(mix, Account::Settled, "First pages of somebody who has an account").await;
        scene.begin(mix, Account::Newcomer(number as u64), "First pages of a newcomer").await;
        scene.poll(mix).await;
        scene.hear(mix, "A post, where the own membership is not known", ("posted", posted(15)), "/members/").await;
        scene.hear(mix, "Somebody types who is not known", ("typing", typing(id(b'u', 77))), "/users/status/ids").await;
        scene.hear(mix, "Somebody types without a status", ("typing", typing(id(b'u', 12))), "/users/status/ids").await;
    }
    assert!(scene.undone.is_empty(), "these actions are not in the snapshot: {:#?}", scene.undone);
    let headers: String = scene.headers.iter().map(|line| format!("{line}\n")).collect();
    compare(&format!("# Headers\n\n{headers}{}", scene.text));
}

fn compare(text: &str) {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(SNAPSHOT, text).expect("the snapshot can be written");
    }
    let known = std::fs::read_to_string(SNAPSHOT).unwrap_or_default();
    let differs = text.lines().zip(known.lines()).find(|(ours, known)| ours != known);
    assert!(text == known, "the requests differ from tests/sequences.txt, first at {differs:?}: look, then UPDATE=1");
}

/// Long texts are words without meaning here, and dates those of today.
fn shortened(line: &str) -> String {
    let mut line = line.to_owned();
    for field in ["\"message\":\"", "\"expires_at\":\"", "\"value\":\"20", "before:", "after:", "on:"] {
        if let Some(at) = line.find(field).map(|at| at + field.len()) {
            let end = line[at..].find(['"', ' ']).map_or(line.len(), |end| at + end);
            let end = if field.contains("message") { line[at..].find('"').map_or(end, |end| at + end) } else { end };
            line.replace_range(at..end, "…");
        }
    }
    line
}
