// Every action's exact requests, recorded by the null server and compared with `sequences.txt`.
//
// `UPDATE=1 cargo test -p muster-load-lib --test sequences` writes the file anew; the difference is then for a person to
// read against the published sequences.

use std::sync::Arc;

use load::agent::Agent;
use load::agent::config::{LabConfig, LoadTestConfig, UserController};
use load::agent::control::Create;
use load::mix::Mix;
use load::null::{NullServer, Size};
use load::users::{Actor, Session, login, reload};

const SNAPSHOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sequences.txt");

async fn actor(server: &str, mix: Mix) -> Actor {
    let mut config = LoadTestConfig { user_controller_configuration: UserController::default(), ..Default::default() };
    config.connection_configuration.server_url = server.to_owned();
    let lab = LabConfig { mix, seed: 3, user_prefix: "lt0".into(), ..LabConfig::default() };
    let create = Create { load_test_config: config, lab_config: Some(lab), ..Create::default() };
    let session: Arc<Session> = Agent::session_without_pauses("lt0", create).expect("the configuration holds together");
    let mut actor = Actor::new(session);
    login::login(&actor).await.expect("the null server lets everybody in");
    reload::partial(&mut actor).await.expect("the null server answers a reload");
    reload::partial(&mut actor).await.expect("the null server answers a second reload");
    actor
}

#[tokio::test]
async fn every_action_asks_what_is_published() {
    let size = Size { users: 12, channels: 16 };
    let (server, address) = NullServer::start(([127, 0, 0, 1], 0).into(), size).await.expect("a port is free");
    let mut text = String::new();
    for mix in Mix::ALL {
        text.push_str(&format!("# {}\n", mix.name()));
        for row in mix.rows() {
            let mut actor = actor(&format!("http://{address}"), mix).await;
            server.record();
            let acted = load::actions::perform(row.action, &mut actor).await;
            let ended = match acted {
                Ok(outcome) => format!("{outcome:?}"),
                Err(failure) => format!("failed: {failure}"),
            };
            text.push_str(&format!("\n## {}: {ended}\n", row.name));
            server.recorded().iter().for_each(|line| text.push_str(&format!("{}\n", shortened(line))));
        }
        text.push('\n');
    }
    let text = format!("{}\n", text.trim_end());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(SNAPSHOT, &text).expect("the snapshot can be written");
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
