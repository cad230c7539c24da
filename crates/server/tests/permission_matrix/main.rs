//! Every route × everybody × every place: nobody gets, does or learns what they have no right to.
//!
//! The routes come from the server's own table, so that a new one is in the matrix at once; one without a line in
//! `rows/` fails. A line says what to ask and who may, by the rights that roles give, not by what handlers check.
//! Calls that are to be refused change nothing and share one world; each call that may change something gets a
//! world of its own.

mod asker;
mod belongings;
mod bodies;
mod deferred;
mod events;
mod in_name_of;
mod request;
mod rows;
mod things;
mod ways;
mod who;
mod world;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use client::{Answer, Rest};
use futures_util::{StreamExt, stream};
use http::{Method, StatusCode};
use parking_lot::Mutex;
use permissions::RoleTable;
use testkit::{Database, Server, both};
use wire::endpoints::Access;

use asker::{Asker, Row, Success, TARGETS, Target};
use world::{EVERYBODY, EVERYWHERE, Place, Who, World};

/// Routes that are walked at a time.
const WALKERS: usize = 8;

/// Searches until the index has what was written: ten seconds.
const SEARCHES_MAX: usize = 500;

both! {
    async fn nobody_gets_does_or_learns_more_than_their_rights_say(db) {
        let matrix = Matrix::start(db, |_| {}).await;
        let built: Vec<&str> = muster_server::routes::all().map(|route| route.0.name).collect();
        for name in &built {
            if !rows::ALL.iter().flat_map(|rows| rows.iter()).any(|row| row.endpoint.name == *name) {
                matrix.complain(format!("{name} has no line in tests/permission_matrix/rows"));
            }
        }
        let lines = || rows::ALL.iter().flat_map(|rows| rows.iter()).filter(|row| built.contains(&row.endpoint.name));
        stream::iter(lines().filter(|row| !row.last)).for_each_concurrent(WALKERS, |row| matrix.walk(row)).await;
        stream::iter(lines().filter(|row| row.last)).for_each(|row| matrix.walk(row)).await;
        let complaints = matrix.complaints.into_inner();
        let calls = matrix.calls.into_inner();
        let (routes, callers, places) = (lines().count(), EVERYBODY.len(), EVERYWHERE.len());
        println!("routes: {routes} lines x {callers} callers x {places} places: {calls} calls");
        assert!(complaints.is_empty(), "{} complaints in {calls} calls:\n{}", complaints.len(), complaints.join("\n"));
        assert!(calls > 5_000, "only {calls} calls were made");
    }
}

/// Routes that refuse in a shape of their own, as the protocols of theirs have it: upgrades, pictures, OAuth. So do all of SCIM.
const OF_THEIR_OWN: &[&str] = &["connectWebSocket", "getBrandImage", "getAccessToken"];

struct Matrix {
    server: Server,
    rest: Rest,
    roles: RoleTable,
    shared: World,
    calls: AtomicUsize,
    complaints: Mutex<Vec<String>>,
}

impl Matrix {
    async fn start(db: Database, change: impl FnOnce(&mut config::Config)) -> Matrix {
        let server = Server::start(db, |config| {
            change(config);
            config.accounts.enable_access_tokens = true;
            config.integrations.enable_bots = true;
            config.files.enable_public_link = true;
            config.accounts.enable_mfa = true;
            config.guests.enable = true;
            config.guests.enable_magic_link = true;
            config.integrations.enable_dynamic_clients = true;
            config.integrations.allowed_internal_hosts = "127.0.0.1".into();
            // Jobs are asked about, and not done.
            config.jobs.run = false;
        })
        .await;
        let shared = World::make(&server.app).await;
        things::put_files(&server.app, &shared).await;
        let rest = Rest::new(&server.base);
        if !server.app.config().accounts.enforce_mfa {
            await_search(&rest, &shared).await;
        }
        let roles = permissions::BUILT_IN_ROLES.iter().map(permissions::Role::from);
        Matrix {
            rest,
            roles: RoleTable::new(roles),
            shared,
            calls: AtomicUsize::new(0),
            complaints: Mutex::default(),
            server,
        }
    }

    fn complain(&self, text: String) {
        self.complaints.lock().push(text);
    }

    /// Asks one line as everybody, everywhere.
    async fn walk(&self, row: &Row) {
        let mut succeeded = false;
        for who in EVERYBODY {
            let mut asked = BTreeSet::new();
            for place in EVERYWHERE {
                for target in TARGETS {
                    if target != Target::Me && !request::names_a_user(row) {
                        continue;
                    }
                    let asker = Asker { world: &self.shared, roles: &self.roles, who, place, target };
                    let ask = request::make(row, &asker);
                    if asked.insert((ask.path, ask.body)) {
                        succeeded |= self.call(row, asker).await;
                    }
                    if !who.is_known() && row.endpoint.access.needs_session() {
                        break;
                    }
                }
            }
        }
        match row.success {
            Success::Somebody if !succeeded => {
                self.complain(format!("{}: nobody succeeds, so the line does not prove anything", row.endpoint.name));
            }
            Success::Nobody if succeeded => {
                self.complain(format!("{}: somebody succeeds where nobody is to: {}", row.endpoint.name, row.ask));
            }
            _ => {}
        }
    }

    /// One call; whether it succeeded.
    async fn call(&self, row: &Row, asker: Asker<'_>) -> bool {
        let closed = row.endpoint.access.needs_session() && !asker.is_known();
        let may = !closed && (row.may)(&asker);
        if !may || row.endpoint.method == Method::GET {
            return self.compare(row, asker, may).await;
        }
        let world = World::make(&self.server.app).await;
        self.compare(row, Asker { world: &world, ..asker }, may).await
    }

    async fn compare(&self, row: &Row, asker: Asker<'_>, may: bool) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let ask = request::make(row, &asker);
        let token = asker.world.caller(asker.who).map_or("", |caller| &caller.token);
        let rest = self.rest.with_token(token);
        let answer = rest.request(&row.endpoint.method, &ask.path, ask.body.clone(), Some(ask.kind)).await;
        let what = || {
            let Asker { who, place, target, .. } = asker;
            format!("{} {who:?} {place:?} {target:?}: {} {}", row.endpoint.name, row.endpoint.method, ask.path)
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                self.complain(format!("{}: {error}", what()));
                return false;
            }
        };
        for wrong in faults(row, &asker, may, &answer) {
            self.complain(format!("{}: {} {wrong}: {}", what(), answer.status.as_u16(), start_of(&answer)));
        }
        answer.status.is_success() || answer.status.is_redirection()
    }
}

/// Waits until searches find what the world holds: before, they would hide it from those who may read it, too.
async fn await_search(rest: &Rest, world: &World) {
    let member = rest.with_token(&world.caller(Who::Member).expect("there is a member").token);
    let sought = world::secret(&world.tag, "content", Place::Deck);
    let form = serde_json::json!({"terms": "secretcontent*", "is_or_search": true});
    for _ in 0..SEARCHES_MAX {
        let answer = member.send(wire::endpoints::SEARCH_POSTS_IN_ALL_TEAMS, &[], "", &form).await.expect("an answer");
        if String::from_utf8_lossy(&answer.body).contains(&sought) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("searches do not find what a member may read");
}

/// What is wrong with an answer.
fn faults(row: &Row, asker: &Asker, may: bool, answer: &Answer) -> Vec<String> {
    let mut faults = Vec::new();
    let status = answer.status;
    let done = status.is_success() || status.is_redirection();
    if status.is_server_error() && status != StatusCode::NOT_IMPLEMENTED {
        faults.push("is our fault".to_owned());
    }
    if row.endpoint.access.needs_session() && !asker.is_known() && status != StatusCode::UNAUTHORIZED {
        faults.push("without a session".to_owned());
    }
    if done && !may {
        faults.push("WITHOUT THE RIGHT".to_owned());
    }
    let text = String::from_utf8_lossy(&answer.body).to_lowercase();
    let refused = status == StatusCode::UNAUTHORIZED || text.contains("api.context.permissions.app_error");
    if may && refused && asker.is_there() && row.endpoint.access != Access::Open {
        faults.push("in spite of the right".to_owned());
    }
    let is_of_its_own = OF_THEIR_OWN.contains(&row.endpoint.name) || row.endpoint.path.starts_with("/scim/");
    if status.is_client_error() && !is_of_its_own && !is_error(answer) {
        faults.push("is no error that clients can read".to_owned());
    }
    let knocks = row.endpoint.path.contains("{invite_id}");
    let told = |secret: &&String| text.contains(*secret) && !(knocks && secret.starts_with("secretteam"));
    faults.extend(asker.hidden().iter().filter(told).map(|secret| format!("tells {secret}")));
    faults
}

/// Whether a refusal is the one shape that all refusals have.
fn is_error(answer: &Answer) -> bool {
    let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    body["id"].as_str().is_some_and(|id| !id.is_empty()) && body["status_code"] == answer.status.as_u16()
}

fn start_of(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).chars().take(160).collect()
}
