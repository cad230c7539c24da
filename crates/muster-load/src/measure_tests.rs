//! Flags, and sessions against agents of another process.

use clap::Parser;
use simulate::null::{NullServer, Size};

use super::*;

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    measure: Measure,
}

pub fn measure(flags: &[&str]) -> Measure {
    Flags::parse_from(std::iter::once("muster-load").chain(flags.iter().copied())).measure
}

#[test]
fn durations_read_as_go_writes_them() {
    for (text, ms) in [("60s", 60_000), ("10m", 600_000), ("1h30m", 5_400_000), ("250ms", 250), ("45", 45_000)] {
        assert_eq!(duration_ms(text), Ok(ms), "{text}");
    }
    for text in ["", "0s", "5", "m", "5 m", "-5s", "5x", "99999999999999999h"] {
        assert_eq!(duration_ms(text).is_ok(), text == "5", "{text}");
    }
}
/// A server that answers everything, an agent that is served, and the flags for both.
async fn server() -> (Arc<NullServer>, String) {
    let size = Size { users: 12, channels: 16 };
    let (server, address) = NullServer::start(([127, 0, 0, 1], 0).into(), size).await.expect("a port is free");
    (server, format!("http://{address}"))
}

async fn agent() -> (Arc<Agents>, String) {
    let agents = Arc::new(Agents::default());
    let address = serve(agents.clone(), ([127, 0, 0, 1], 0).into()).await.expect("a port is free");
    (agents, format!("lt0=http://{address}"))
}

#[tokio::test]
async fn each_session_with_one_agent_measures_its_own_server() {
    let (agents, place) = agent().await;
    let (first, first_url) = server().await;
    let (second, second_url) = server().await;
    let flags = |url: &str, seed: &str| measure(&["--agents", &place, "--url", url, "--seed", seed]);
    let mut session = Session::open(&flags(&first_url, "5"), Arrival::Settled).await.expect("it opens");
    let refused = Session::open(&flags(&second_url, "6"), Arrival::Settled).await.err().expect("it runs");
    assert!(refused.to_string().contains("agent lt0 is busy"), "{refused}");
    session.close().await;
    assert!(agents.get("lt0").is_none(), "nothing stays behind");
    let asked = first.requests();
    let mut session = Session::open(&flags(&second_url, "6"), Arrival::Settled).await.expect("it opens");
    assert!(second.requests() > 0 && first.requests() == asked);
    assert_eq!(agents.get("lt0").expect("it is there").results().seed, 6);
    session.close().await;
}

#[tokio::test]
async fn a_session_that_cannot_begin_leaves_no_agent_behind() {
    let (agents, place) = agent().await;
    let (_server, url) = server().await;
    let flags = ["--agents", &place, "--url", &url, "--metrics-url", "http://127.0.0.1:1/metrics"];
    let refused = Session::open(&measure(&flags), Arrival::Settled).await.err().expect("nobody tells metrics");
    assert!(refused.to_string().contains("tells no metrics"), "{refused}");
    assert!(agents.get("lt0").is_none());
}

#[test]
fn users_cap_the_loop_and_the_agents_must_have_room_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    file(
        "coordinator.json",
        r#"{"ClusterConfig": {"MaxActiveUsers": 5000, "Agents": [{"Id": "lt0"}, {"Id": "lt1"}]}}"#,
    );
    file("config.json", r#"{"UsersConfiguration": {"MaxActiveUsers": 2000}}"#);
    let dir = folder.path().display().to_string();
    let refused = measure(&["--config", &dir]).must_have_room().expect_err("a thousand are missing").to_string();
    assert!(refused.contains("5000") && refused.contains("2 agents of 2000"), "{refused}");
    let capped = measure(&["--config", &dir, "--users", "300"]);
    capped.must_have_room().expect("both follow --users");
    assert_eq!(capped.settings().expect("it reads").rules().users_max, 300);
}

#[test]
fn two_agents_of_one_name_are_refused() {
    let flags = measure(&["--agents", "lt0=http://10.0.0.1:4000,lt0=http://10.0.0.2:4000"]);
    assert!(flags.settings().expect_err("one name for two").to_string().contains("Id"));
}
