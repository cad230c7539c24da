//! The fleet against control APIs that are written down here, so that they can be lost when the test wants it.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use http::{Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use super::*;
use crate::api::agents::{Agents, serve};
use simulate::null::{NullServer, Size};
use simulate::tasks;

/// An agent's users, and whether it answers.
#[derive(Default)]
struct Fake {
    users: AtomicU64,
    is_made: AtomicBool,
    is_mute: AtomicBool,
}

async fn answer(fake: Arc<Fake>, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let path = request.uri().path().to_owned();
    let amount = request.uri().query().and_then(|query| query.split_once("amount=")?.1.parse().ok()).unwrap_or(0);
    let mut status = StatusCode::OK;
    if fake.is_mute.load(Ordering::SeqCst) {
        status = StatusCode::INTERNAL_SERVER_ERROR;
    } else if path.ends_with("/create") {
        fake.is_made.store(true, Ordering::SeqCst);
        fake.users.store(0, Ordering::SeqCst);
    } else if !fake.is_made.load(Ordering::SeqCst) {
        status = StatusCode::NOT_FOUND;
    } else if request.method() == Method::DELETE {
        fake.is_made.store(false, Ordering::SeqCst);
    } else if path.ends_with("/addusers") {
        fake.users.fetch_add(amount, Ordering::SeqCst);
    } else if path.ends_with("/removeusers") {
        fake.users.fetch_sub(amount, Ordering::SeqCst);
    }
    let users = Status { num_users: fake.users.load(Ordering::SeqCst), ..Status::default() };
    let body = serde_json::to_vec(&Answer { status: Some(users), ..Answer::default() }).expect("JSON");
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    Ok(response)
}

async fn fake() -> (Arc<Fake>, String) {
    let fake = Arc::new(Fake::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let served = fake.clone();
    tasks::spawn("fake agent", async move {
        while let Ok((stream, _)) = listener.accept().await {
            let served = served.clone();
            let service = service_fn(move |request| answer(served.clone(), request));
            tasks::spawn("fake agent connection", async move {
                let _ =
                    hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
            });
        }
    });
    (fake, url)
}

async fn fleet(number: usize) -> (Fleet, Vec<Arc<Fake>>) {
    let (mut agents, mut fakes) = (Vec::new(), Vec::new());
    for place in 0..number {
        let (fake, url) = fake().await;
        agents.push(Agent::new(&format!("lt{place}"), &url, Create::default()));
        fakes.push(fake);
    }
    let mut fleet = Fleet::new(agents);
    fleet.begin().await.expect("they are made and run");
    (fleet, fakes)
}

fn users(fakes: &[Arc<Fake>]) -> Vec<u64> {
    fakes.iter().map(|fake| fake.users.load(Ordering::SeqCst)).collect()
}

#[tokio::test]
async fn users_are_spread_and_counted() {
    let (mut fleet, fakes) = fleet(3).await;
    assert_eq!(fleet.add(8).await, 8);
    assert_eq!(users(&fakes), [3, 3, 2]);
    assert_eq!(fleet.standing(0).await.map(|standing| (standing.active, standing.agents)), Some((8, 3)));
    assert_eq!(fleet.remove(6).await, 6);
    assert_eq!(users(&fakes), [0, 1, 1]);
}

#[tokio::test]
async fn an_agent_that_is_lost_gives_its_users_to_the_others() {
    let (mut fleet, fakes) = fleet(3).await;
    fleet.add(30).await;
    fakes[1].is_mute.store(true, Ordering::SeqCst);
    assert_eq!((fleet.standing(1).await, fleet.standing(2).await), (None, None));
    let standing = fleet.standing(3).await.expect("the others answer");
    assert_eq!((standing.active, standing.agents), (30, 2));
    assert_eq!(users(&fakes), [15, 10, 15]);
    let told: Vec<&str> = fleet.events().iter().map(|event| event.text.as_str()).collect();
    assert!(told[0].starts_with("agent lt1 is lost with its 10 users"), "{told:?}");
    assert!(told[1].starts_with("10 users of lost agents"), "{told:?}");
}

#[tokio::test]
async fn an_agent_that_was_restarted_is_made_again_and_gets_its_users_back() {
    let (mut fleet, fakes) = fleet(2).await;
    fleet.add(20).await;
    fakes[0].is_made.store(false, Ordering::SeqCst);
    let standing = fleet.standing(1).await.expect("it answers again");
    assert_eq!((standing.active, standing.agents), (20, 2));
    assert_eq!(users(&fakes), [10, 10]);
    assert!(fleet.events()[0].text.contains("was restarted"));
}

#[tokio::test]
async fn one_round_of_silence_is_waited_out() {
    let (mut fleet, fakes) = fleet(2).await;
    fleet.add(4).await;
    fakes[0].is_mute.store(true, Ordering::SeqCst);
    assert_eq!(fleet.standing(1).await, None);
    fakes[0].is_mute.store(false, Ordering::SeqCst);
    assert_eq!(fleet.standing(2).await.map(|standing| standing.active), Some(4));
    assert!(fleet.events().is_empty());
}

/// A served agent, and what makes it measure a server of its own.
async fn served() -> (Arc<Agents>, String) {
    let agents = Arc::new(Agents::default());
    let api = serve(agents.clone(), ([127, 0, 0, 1], 0).into()).await.expect("a port is free");
    (agents, format!("http://{api}"))
}

async fn server() -> (Arc<NullServer>, Create) {
    let size = Size { users: 12, channels: 16 };
    let (server, address) = NullServer::start(([127, 0, 0, 1], 0).into(), size).await.expect("a port is free");
    let mut create = Create::default();
    create.load_test_config.connection_configuration.server_url = format!("http://{address}");
    create.lab_config.get_or_insert_default().seed = u64::from(address.port());
    (server, create)
}

fn only(url: &str, create: &Create) -> Fleet {
    Fleet::new(vec![Agent::new("lt0", url, create.clone())])
}

fn seed(create: &Create) -> u64 {
    create.lab_config.as_ref().map_or(0, |lab| lab.seed)
}

#[tokio::test]
async fn a_second_run_does_not_go_on_with_what_the_first_left() {
    let (agents, url) = served().await;
    let ((first, of_first), (second, of_second)) = (server().await, server().await);
    let mut earlier = only(&url, &of_first);
    earlier.begin().await.expect("it begins");
    earlier.stop().await;
    let asked = (first.requests(), second.requests());
    let mut later = only(&url, &of_second);
    later.begin().await.expect("it begins");
    assert_eq!((first.requests(), asked.1), (asked.0, 0));
    assert!(second.requests() > 0);
    let told = agents.get("lt0").expect("it is there").results();
    assert_eq!((told.seed, told.endpoints.len()), (seed(&of_second), 0));
}

#[tokio::test]
async fn levels_of_one_run_go_on_with_the_same_agent() {
    let (agents, url) = served().await;
    let (_server, create) = server().await;
    let mut fleet = only(&url, &create);
    fleet.begin().await.expect("it begins");
    let made = agents.get("lt0").expect("it is there");
    fleet.stop().await;
    fleet.begin().await.expect("it begins again");
    assert!(Arc::ptr_eq(&made, &agents.get("lt0").expect("it is there")));
}

#[tokio::test]
async fn an_agent_of_a_run_that_goes_on_is_refused_by_name_and_left_alone() {
    let (agents, url) = served().await;
    let (_server, create) = server().await;
    let mut running = only(&url, &create);
    running.begin().await.expect("it begins");
    let mut other = only(&url, &create);
    let refused = other.begin().await.expect_err("it runs").to_string();
    assert!(refused.contains("lt0") && refused.contains(&format!("curl -X DELETE {url}/loadagent/lt0")), "{refused}");
    other.stop().await;
    other.destroy().await;
    assert_eq!(agents.get("lt0").expect("it is there").status().state, State::Running);
    running.destroy().await;
    assert!(agents.get("lt0").is_none());
}

#[tokio::test]
async fn agents_that_were_given_up_are_removed_when_they_answer_again() {
    let (mut fleet, fakes) = fleet(2).await;
    fakes[1].is_mute.store(true, Ordering::SeqCst);
    for at in 1..=3 {
        fleet.standing(at).await;
    }
    assert_eq!(fleet.agents().len(), 1);
    fakes[1].is_mute.store(false, Ordering::SeqCst);
    fleet.destroy().await;
    assert!(fakes.iter().all(|fake| !fake.is_made.load(Ordering::SeqCst)));
}
