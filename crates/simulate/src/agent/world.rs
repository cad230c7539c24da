//! The world that an agent's users live in, for the report: asked of the server before they come, and as they met it.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::meter::Meter;
use crate::net::Call;
use crate::results::{Met, World};
use crate::users::memory::Memory;
use crate::users::{Lab, Session};

/// A figure of the server's statistics.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Row {
    name: String,
    value: f64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Accounts {
    total_users_count: i64,
}

/// What the server counts; nothing where it does not tell its administrator.
pub async fn ask(lab: &Lab) -> World {
    let rows: Vec<Row> = get(lab, "/analytics/old", "name=standard").await;
    // Not the number among those figures: servers keep them for minutes, and this one may have been filled just now.
    let accounts: Accounts = get(lab, "/users/stats", "").await;
    // A server of many posts may decline to count them: then it answers with a negative number.
    let figure = |name: &str| rows.iter().find(|row| row.name == name).map_or(0.0, |row| row.value.max(0.0)) as u64;
    World {
        accounts: accounts.total_users_count.max(0) as u64,
        teams: figure("team_count"),
        channels: figure("channel_open_count") + figure("channel_private_count"),
        posts: figure("post_count"),
        met: Met::default(),
    }
}

async fn get<T: DeserializeOwned + Default>(lab: &Lab, path: &'static str, query: &str) -> T {
    let call = Call::plain(http::Method::GET, path, &[], query);
    let token = lab.admin_token.lock().clone();
    let answer = lab.net.send(&Meter::default(), call, token).await.and_then(|reply| reply.json());
    answer.unwrap_or_else(|failure| {
        tracing::info!(%failure, "the server does not tell how large its world is");
        T::default()
    })
}

/// Adds what a user is in.
pub fn note(met: &mut Met, session: &Session) {
    let memory = session.memory.lock();
    if memory.me.is_none() || memory.is_admin {
        return;
    }
    met.users += 1;
    met.teams += memory.team_members.len() as u64;
    let members = counts(&memory, session);
    met.channels += members.0;
    met.counted += members.1;
    met.members += members.2;
}

/// Channels of teams that a user is in, those of them whose members were counted, and their members.
fn counts(memory: &Memory, session: &Session) -> (u64, u64, u64) {
    let table = session.lab.world.channels.read();
    let own = memory.channels().iter().filter(|seen| seen.is_member && table.row(seen.channel).kind.is_of_team());
    own.fold((0, 0, 0), |(channels, counted, members), seen| match seen.count {
        Some(count) => (channels + 1, counted + 1, members + u64::from(count)),
        None => (channels + 1, counted, members),
    })
}
