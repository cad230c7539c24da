//! The crate `mattermost_api` against a running server: its structs are strict, so each field that it
//! names must be there with the right type. Prints `ok WHAT` or `FAIL WHAT: why`.

use std::fmt::Display;
use std::time::Duration;

use mattermost_api::models::{Post, PostBody};
use mattermost_api::prelude::*;
use mattermost_api::socket::WebsocketEventType;
use serde_json::{Value, json};
use tokio::sync::mpsc;

const EVENT_LIMIT: Duration = Duration::from_secs(10);
/// Events of this short test; more would mean a flood, which should fail.
const EVENTS_MAX: usize = 256;

struct Checks {
    failures: usize,
}

impl Checks {
    fn note<T, E: Display>(&mut self, what: &str, outcome: Result<T, E>) -> Option<T> {
        match outcome {
            Ok(value) => {
                println!("ok {what}");
                Some(value)
            }
            Err(problem) => {
                self.failures += 1;
                println!("FAIL {what}: {problem}");
                None
            }
        }
    }
}

struct Inbox(mpsc::Sender<WebsocketEvent>);

#[async_trait::async_trait]
impl WebsocketHandler for Inbox {
    async fn callback(&self, event: WebsocketEvent) {
        self.0.try_send(event).expect("no more events than the test causes");
    }
}

async fn log_in(url: &str, name: &str, password: &str) -> Result<Mattermost, ApiError> {
    let mut one = Mattermost::new(url, AuthenticationData::from_password(name, password))?;
    one.store_session_token().await?;
    Ok(one)
}

async fn wait_for(
    inbox: &mut mpsc::Receiver<WebsocketEvent>,
    kind: WebsocketEventType,
) -> Result<WebsocketEvent, String> {
    let search = async {
        while let Some(event) = inbox.recv().await {
            if event.event == kind {
                return Ok(event);
            }
        }
        Err(format!("the socket closed before {kind:?}"))
    };
    tokio::time::timeout(EVENT_LIMIT, search).await.map_err(|_| "it did not come".to_owned())?
}

fn same(got: &str, expected: &str) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("expected {expected:?}, got {got:?}")) }
}

/// The posts, the socket and the refusals; `None` where a step that the rest needs failed.
async fn talk(checks: &mut Checks, url: &str, password: &str) -> Option<()> {
    let boss = checks.note("login", log_in(url, "boss", password).await)?;
    let wrong = match log_in(url, "ann", "wrong").await {
        Ok(_) => Err("it was accepted".to_owned()),
        Err(_) => Ok(()),
    };
    checks.note("a wrong password is refused", wrong);

    let body = json!({"name": "rust-town", "display_name": "Rust Town", "type": "O"});
    let team: Value = checks.note("create a team", boss.post("teams", None, &body).await)?;
    let team = team["id"].as_str()?.to_owned();
    let strict = boss.get_team(&team).await;
    checks.note(
        "a team has every field",
        strict.map_err(|why| why.to_string()).and_then(|team| same(&team.name, "rust-town")),
    );
    let by_name = boss.get_team_by_name("rust-town").await;
    checks.note("a team by name", by_name.map_err(|why| why.to_string()).and_then(|found| same(&found.id, &team)));
    checks.note("all teams", boss.get_teams().await);

    let body = json!({"team_id": team, "name": "shed", "display_name": "Shed", "type": "O"});
    let channel: Value = checks.note("create a channel", boss.post("channels", None, &body).await)?;
    let channel = channel["id"].as_str()?.to_owned();
    checks.note("the channel", boss.get_channel(&channel).await);
    checks.note("public channels", boss.get_public_channels(&team).await);
    checks.note("all channels", boss.get_all_channels(None, Some(0), Some(10), None, None).await);

    let (sender, mut inbox) = mpsc::channel(EVENTS_MAX);
    let mut listener = checks.note("a second session", log_in(url, "boss", password).await)?;
    tokio::spawn(async move {
        listener.connect_to_websocket(Inbox(sender)).await.map_err(|why| println!("FAIL socket: {why}"))
    });
    checks.note("hello", wait_for(&mut inbox, WebsocketEventType::Hello).await)?;

    let body = PostBody { channel_id: channel.clone(), message: "Nails and #glue".into(), root_id: None };
    let post: Post = checks.note("create a post", boss.create_post(&body).await)?;
    checks.note("its hashtags", same(&post.hashtags, "#glue"));
    let event = checks.note("posted", wait_for(&mut inbox, WebsocketEventType::Posted).await)?;
    let told: Value = serde_json::from_str(event.data["post"].as_str()?).ok()?;
    checks.note("the event carries the post", same(told["id"].as_str()?, &post.id));
    checks.note("and its channel", same(&event.broadcast.channel_id, &channel));

    let body = PostBody { channel_id: channel, message: "Screws".into(), root_id: Some(post.id.clone()) };
    let reply = checks.note("reply", boss.create_post(&body).await)?;
    checks.note("of the thread", same(&reply.root_id, &post.id));

    let missing = match boss.get_channel("nosuchnosuchnosuchnosuchnb").await {
        Err(ApiError::MattermostApiError(error)) if error.status_code == 404 => Ok(()),
        other => Err(format!("{:?}", other.err())),
    };
    checks.note("an unknown channel is a 404 with the error body", missing);
    Some(())
}

#[tokio::main]
async fn main() {
    let url = std::env::var("MUSTER_TEST_URL").expect("conformance/clients/run sets MUSTER_TEST_URL");
    let password = std::env::var("MUSTER_TEST_PASSWORD").expect("conformance/clients/run sets MUSTER_TEST_PASSWORD");
    let mut checks = Checks { failures: 0 };
    if talk(&mut checks, &url, &password).await.is_none() && checks.failures == 0 {
        checks.failures = 1;
        println!("FAIL an answer lacks an id");
    }
    std::process::exit(i32::from(checks.failures > 0));
}
