//! Events × everybody: who hears of something over a socket is told no more than a request tells at that moment, and
//! whom a request tells of it and whom it concerns hears it.
//!
//! What happens is what the lines of the matrix do, each in a world of its own, while everybody listens. Each event is
//! compared with the request that tells the same (see [`kinds`]). A kind of event without a line fails.

mod kinds;
mod readers;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use client::Answer;
use http::{Method, StatusCode};
use serde_json::Value;
use testkit::both;
use wire::events::{Broadcast, Event, EventName};

use crate::asker::{Asker, Row, Target};
use crate::world::{Place, Who, World};
use crate::{Matrix, request, rows};
use kinds::{Ask, Heard, KINDS, Kind, Shows, Twin};
use readers::Reader;

/// Who does what a line says, in each place the first who may.
const ACTORS: [(Place, &[Who]); 2] = [
    (Place::Deck, &[Who::Member, Who::ChannelAdmin, Who::TeamAdmin, Who::SystemAdmin]),
    (Place::Cabin, &[Who::SystemAdmin]),
];

/// What a look found.
#[derive(Default)]
struct Found {
    complaints: Vec<String>,
    /// How often each kind was heard.
    kinds: BTreeMap<EventName, usize>,
    acts: usize,
    compared: usize,
    concerned: usize,
    readers: BTreeSet<String>,
    /// What readers are answered before an act, by who acts where on whom. Worlds are alike, so one look serves all.
    before: HashMap<(Place, Target, Who), Vec<Vec<StatusCode>>>,
}

both! {
    async fn events_tell_what_requests_tell(db) {
        listen(Matrix::start(db, |config| config.guests.enforce_mfa = true).await).await;
    }

    async fn events_of_archived_channels_tell_what_requests_tell(db) {
        let matrix = Matrix::start(db, |config| {
            config.guests.enforce_mfa = true;
            config.team.view_archived_channels = false;
        });
        let matrix = matrix.await;
        let mut found = Found::default();
        for row in acting().filter(|row| row.endpoint.path.contains("channel")) {
            matrix.listen_to(row, &mut found).await;
        }
        assert!(found.complaints.is_empty(), "{} complaints:\n{}", found.complaints.len(), found.complaints.join("\n"));
        assert!(found.kinds.contains_key(&EventName::ChannelDeleted), "only {:?}", found.kinds);
    }
}

#[test]
fn every_kind_of_event_has_one_line() {
    let named: Vec<EventName> = KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(named, EventName::ALL);
}

async fn listen(matrix: Matrix) {
    let mut found = Found::default();
    for row in acting() {
        matrix.listen_to(row, &mut found).await;
    }
    for kind in KINDS {
        let is_heard = found.kinds.contains_key(&kind.name);
        match kind.heard {
            Heard::Here if !is_heard => {
                found.complaints.push(format!("{}: nobody hears it, so its line does not prove anything", kind.name));
            }
            Heard::Elsewhere(why) if is_heard => {
                found.complaints.push(format!("{}: it is heard here, so this is no reason: {why}", kind.name));
            }
            Heard::Here | Heard::Elsewhere(_) => {}
        }
    }
    let Found { complaints, kinds, acts, compared, concerned, readers, .. } = found;
    println!(
        "events: {acts} acts x {} readers x {} kinds: {compared} events were compared with requests, {concerned} \
         readers were to hear one",
        readers.len(),
        kinds.len(),
    );
    assert!(complaints.is_empty(), "{} complaints in {acts} acts:\n{}", complaints.len(), complaints.join("\n"));
    assert!(compared > 2_000, "only {compared} events were compared");
}

/// Lines that may change something.
fn acting() -> impl Iterator<Item = &'static Row> {
    let built: Vec<&str> = muster_server::routes::all().map(|route| route.0.name).collect();
    let rows = rows::ALL.iter().flat_map(|rows| rows.iter());
    let acts = |row: &&Row| row.endpoint.method != Method::GET && row.endpoint.access.needs_session() && !row.last;
    rows.filter(acts).filter(move |row| built.contains(&row.endpoint.name))
}

fn line_of(name: EventName) -> &'static Kind {
    KINDS.iter().find(|kind| kind.name == name).expect("every kind has a line")
}

/// One act and those who listened to it.
struct Look {
    what: String,
    world: World,
    readers: Vec<Reader>,
    /// What requests were answered before, by reader.
    before: HashMap<(usize, String), StatusCode>,
    /// The same afterwards.
    after: HashMap<(usize, String), Answer>,
}

impl Matrix {
    /// Does what a line says in each place.
    async fn listen_to(&self, row: &Row, found: &mut Found) {
        for (place, actors) in ACTORS {
            for target in [Target::Me, Target::Owner] {
                let as_one = |who: &Who| Asker { world: &self.shared, roles: &self.roles, who: *who, place, target };
                let asker = actors.iter().map(as_one).find(|asker| (row.may)(asker));
                if let Some(asker) = asker.filter(|_| target == Target::Me || request::names_a_user(row)) {
                    self.listen_once(row, asker, found).await;
                }
            }
        }
    }

    async fn listen_once(&self, row: &Row, asker: Asker<'_>, found: &mut Found) {
        let app = &self.server.app;
        let world = World::make(app).await;
        let mut readers = readers::gather(app, &self.rest, &world).await;
        readers::mark(app, &readers);
        for reader in &mut readers {
            // What comes before the act is measured by other acts.
            reader.heard().await;
        }
        let asker = Asker { world: &world, ..asker };
        let ask = request::make(row, &asker);
        let what = format!("{} {:?} {:?} {:?}", row.endpoint.name, asker.who, asker.place, asker.target);
        let token = world.caller(asker.who).expect("a caller").token.clone();
        let before = found.before(&readers, &asker).await;
        let rest = self.rest.with_token(&token);
        let answer = rest.request(&row.endpoint.method, &ask.path, ask.body, Some(ask.kind)).await;
        found.acts += 1;
        if answer.is_ok_and(|answer| answer.status.is_success()) {
            readers::mark(app, &readers);
            let mut heard = Vec::new();
            for (at, reader) in readers.iter_mut().enumerate() {
                found.readers.insert(reader.name.clone());
                heard.extend(reader.heard().await.into_iter().map(|event| (at, event)));
            }
            let mut look = Look { what, world, readers, before, after: HashMap::new() };
            look.judge(&heard, found).await;
            readers = look.readers;
        }
        readers::leave(app, &readers);
    }
}

/// What an act may end, as requests tell it.
fn may_end(asker: &Asker<'_>) -> Vec<String> {
    let value = |name: &str| asker.scene().values.iter().find(|(key, _)| *key == name).map(|(_, id)| id.clone());
    let mut paths: Vec<String> = Vec::new();
    paths.extend(value("channel_id").map(|id| format!("/channels/{id}")));
    paths.extend(value("channel_id").map(|id| format!("/channels/{id}/posts?per_page=1")));
    paths.extend(value("team_id").map(|id| format!("/teams/{id}")));
    paths.push(format!("/users/{}", asker.user_id()));
    paths.push(format!("/users/{}", asker.world.owner));
    paths
}

impl Found {
    /// What everybody is answered of what the act may end.
    async fn before(&mut self, readers: &[Reader], asker: &Asker<'_>) -> HashMap<(usize, String), StatusCode> {
        let paths = may_end(asker);
        let answers = match self.before.entry((asker.place, asker.target, asker.who)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let mut answers = Vec::with_capacity(readers.len());
                for reader in readers {
                    let mut statuses = Vec::with_capacity(paths.len());
                    for path in &paths {
                        statuses.push(reader.ask(path).await.status);
                    }
                    answers.push(statuses);
                }
                unknown.insert(answers)
            }
        };
        let listening = readers.iter().enumerate().filter(|(_, reader)| reader.listens());
        let of_one = |(at, _): (usize, &Reader)| {
            paths.iter().cloned().zip(&answers[at]).map(move |(path, status)| ((at, path), *status)).collect::<Vec<_>>()
        };
        listening.flat_map(of_one).collect()
    }
}

impl Look {
    async fn judge(&mut self, heard: &[(usize, Event)], found: &mut Found) {
        let mut told: BTreeMap<(EventName, String), (BTreeSet<usize>, &Event)> = BTreeMap::new();
        for (at, event) in heard {
            let Some(name) = event.name() else { continue };
            *found.kinds.entry(name).or_default() += 1;
            found.compared += 1;
            if let Some(wrong) = self.fault(*at, line_of(name), event).await {
                found.complaints.push(self.complaint(*at, event, &wrong));
            }
            let key = (name, serde_json::to_string(&event.broadcast).unwrap_or_default());
            told.entry(key).or_insert_with(|| (BTreeSet::new(), event)).0.insert(*at);
        }
        for ((name, _), (hearers, event)) in told {
            self.must_reach(line_of(name), event, &hearers, found).await;
        }
    }

    fn complaint(&self, at: usize, event: &Event, wrong: &str) -> String {
        let data: String = Value::Object(event.data.clone()).to_string().chars().take(200).collect();
        format!("{}: {} hears {} {wrong}: {data}", self.what, self.readers[at].name, event.event)
    }

    /// What a reader is told over a socket and not by a request.
    async fn fault(&mut self, at: usize, kind: &Kind, event: &Event) -> Option<String> {
        let (asks, until) = match &kind.twin {
            Twin::Own(why) if event.broadcast.user_id != self.readers[at].id => {
                return Some(format!("which is of somebody else ({why})"));
            }
            Twin::Own(_) => return None,
            Twin::Says(names, why) => {
                let more = event.data.keys().find(|name| !names.contains(&name.as_str()));
                return more.map(|name| format!("with {name}, though it says nothing ({why})"));
            }
            Twin::Never(why) => return Some(format!("which nobody is to be told ({why})")),
            Twin::Asks(asks) => (asks(event), false),
            Twin::Until(asks) => (asks(event), true),
        };
        for Ask { path, shows } in asks {
            let was_answered = until && self.before.get(&(at, path.clone())).is_some_and(StatusCode::is_success);
            let answer = self.answer(at, &path).await;
            let answered = answer.status.is_success();
            if !answered && !was_answered && !self.is_gone(&path, answer.status).await {
                return Some(format!("and GET {path} is {}", answer.status.as_u16()));
            }
            if answered && let Some(wrong) = difference(&shows, &answer) {
                return Some(format!("and GET {path} {wrong}"));
            }
        }
        None
    }

    async fn answer(&mut self, at: usize, path: &str) -> Answer {
        let key = (at, path.to_owned());
        if let Some(answer) = self.after.get(&key) {
            return answer.clone();
        }
        let answer = self.readers[at].ask(path).await;
        self.after.insert(key, answer.clone());
        answer
    }

    /// Whether something is gone for everybody, administrators included.
    async fn is_gone(&mut self, path: &str, status: StatusCode) -> bool {
        let admin =
            self.readers.iter().position(|reader| reader.id == self.world.admin().id).expect("an administrator");
        status == StatusCode::NOT_FOUND && self.answer(admin, path).await.status == StatusCode::NOT_FOUND
    }

    /// Complains of those who belong to the audience, are answered by requests, and heard nothing.
    async fn must_reach(&mut self, kind: &Kind, event: &Event, hearers: &BTreeSet<usize>, found: &mut Found) {
        let to = &event.broadcast;
        let has_versions = to.contains_sanitized_data || to.contains_sensitive_data;
        let Twin::Asks(asks) = &kind.twin else { return };
        if to.user_id.is_some() || !to.connection_id.is_empty() || has_versions {
            return;
        }
        for at in 0..self.readers.len() {
            let omitted = to.omits(self.readers[at].id) || !self.readers[at].listens();
            if omitted || !self.is_addressed(at, to).await {
                continue;
            }
            let mut answered = true;
            for ask in asks(event) {
                answered &= self.answer(at, &ask.path).await.status.is_success();
            }
            found.concerned += usize::from(answered);
            if answered && !hearers.contains(&at) {
                found.complaints.push(self.complaint(at, event, "NOT, though it concerns this reader"));
            }
        }
    }

    async fn is_addressed(&mut self, at: usize, to: &Broadcast) -> bool {
        let id = self.readers[at].id;
        let path = match (to.channel_id, to.team_id) {
            (channel, _) if channel.is_some() => format!("/channels/{channel}/members/{id}"),
            (_, team) if team.is_some() => format!("/teams/{team}/members/{id}"),
            _ => return true,
        };
        let answer = self.answer(at, &path).await;
        let member: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        answer.status.is_success() && member["delete_at"].as_i64().unwrap_or_default() == 0
    }
}

/// What of an event the answer does not show.
fn difference(shows: &Shows, answer: &Answer) -> Option<String> {
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    match shows {
        Shows::Nothing => None,
        Shows::Object(told) => missing(told, &body).map(|name| format!("shows another {name}")),
        Shows::Element(told) => {
            let list = body.as_array().map(Vec::as_slice).unwrap_or_default();
            (!list.iter().any(|one| missing(told, one).is_none())).then(|| "does not list it".to_owned())
        }
    }
}

/// The name of a member that is not the same.
fn missing(told: &Value, shown: &Value) -> Option<String> {
    let told = told.as_object()?;
    let differs = |(name, value): &(&String, &Value)| match value {
        Value::Object(_) => missing(value, &shown[name.as_str()]).is_some(),
        // What is empty may be left out.
        Value::String(text) if text.is_empty() => shown.get(name.as_str()).is_some_and(|shown| shown != *value),
        value => shown[name.as_str()] != **value,
    };
    told.iter().find(differs).map(|(name, value)| format!("{name} than {value}"))
}
