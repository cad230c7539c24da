//! `init`: the least world that a run needs, in the published proportions, in seconds.
//!
//! Teams that anybody may join; channels, of which a fifth are public, a tenth private, six tenths direct and a tenth
//! group channels; as many users as it takes to have them, and everybody in every team. What is there is left as it is,
//! so that a second `init` changes nothing.

use std::collections::BTreeSet;

use http::Method;
use serde_json::{Value, json};

use super::Door;
use crate::agent::accounts::PASSWORD;
use crate::agent::config::Instance;
use crate::meter::Meter;
use crate::mix::{Dice, words};
use crate::net::{Call, Failure, Net};

/// Users that the reference tool fills a server with.
const USERS: u64 = 50;

/// What was made, for a person to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    pub users: u64,
    pub teams: u64,
    pub channels: u64,
    pub posts: u64,
    pub was_there: bool,
}

/// Who administers the server.
pub struct Administrator<'a> {
    pub login: &'a str,
    pub password: &'a str,
}

/// Fills a server.
///
/// # Errors
/// With the first request that failed.
pub async fn init(
    net: &Net,
    administrator: Administrator<'_>,
    prefix: &str,
    instance: &Instance,
    seed: u64,
) -> Result<Made, Failure> {
    let meter = Meter::default();
    let admin = Door::administrator(net, &meter, administrator.login, administrator.password).await?;
    if !admin.is_administrator() {
        return Err(Failure::Missing("the account signs in but does not administer the server"));
    }
    if Door::sign_in(net, &meter, &format!("{prefix}-1@example.com"), PASSWORD).await.is_ok() {
        return Ok(Made { was_there: true, ..Made::default() });
    }
    let mut made = Made::default();
    let users = users(&admin, prefix, &mut made).await?;
    let teams = teams(&admin, prefix, instance.num_teams, &mut made).await?;
    for team in &teams {
        join(&admin, team, &users).await?;
    }
    let mut dice = Dice::new(seed);
    let channels = channels(&admin, instance, &teams, &mut dice, &mut made).await?;
    direct(net, &meter, prefix, instance, &users, &mut dice, &mut made).await?;
    for _ in 0..instance.num_posts {
        let Some(channel) = dice.one_of(&channels) else { break };
        let mut text = String::new();
        let count = dice.within(1, 66);
        words::sentence(&mut dice, count, &mut text);
        admin.post("/posts", "", &json!({"channel_id": channel, "message": text})).await?;
        made.posts += 1;
    }
    Ok(made)
}

fn id_of(value: &Value) -> String {
    value["id"].as_str().unwrap_or_default().to_owned()
}

/// The accounts, made one after another: their passwords are hashed, which is work enough.
async fn users(admin: &Door<'_>, prefix: &str, made: &mut Made) -> Result<Vec<String>, Failure> {
    let mut ids = Vec::new();
    for number in (1..=USERS).rev() {
        // From the last to the first, so that the first user is there when all are.
        let name = format!("{prefix}-{number}");
        let body = json!({"email": format!("{name}@example.com"), "username": name, "password": PASSWORD});
        match admin.post("/users", "", &body).await {
            Ok(user) => {
                ids.push(id_of(&user));
                made.users += 1;
            }
            Err(failure) if failure.says_it_exists() => {
                let user: Value =
                    admin.ask(Call::plain(Method::GET, "/users/username/{username}", &[&name], "")).await?;
                ids.push(id_of(&user));
            }
            Err(failure) => return Err(failure),
        }
    }
    ids.reverse();
    Ok(ids)
}

async fn teams(admin: &Door<'_>, prefix: &str, count: u64, made: &mut Made) -> Result<Vec<String>, Failure> {
    let known: Vec<Value> = admin.ask(Call::plain(Method::GET, "/teams", &[], "page=0&per_page=100")).await?;
    let mut ids = Vec::new();
    for number in 1..=count {
        let name = format!("{prefix}-team-{number}");
        if let Some(team) = known.iter().find(|team| team["name"] == name.as_str()) {
            ids.push(id_of(team));
            continue;
        }
        let body =
            json!({"name": name, "display_name": format!("Team {number}"), "type": "O", "allow_open_invite": true});
        ids.push(id_of(&admin.post("/teams", "", &body).await?));
        made.teams += 1;
    }
    Ok(ids)
}

async fn join(admin: &Door<'_>, team: &str, users: &[String]) -> Result<(), Failure> {
    let members: Vec<Value> = users.iter().map(|user| json!({"team_id": team, "user_id": user})).collect();
    // The API takes twenty at once.
    for page in members.chunks(20) {
        admin.post("/teams/{team}/members/batch", team, page).await?;
    }
    Ok(())
}

/// Public and private channels in turn over the teams; returns all of them.
async fn channels(
    admin: &Door<'_>,
    instance: &Instance,
    teams: &[String],
    dice: &mut Dice,
    made: &mut Made,
) -> Result<Vec<String>, Failure> {
    let count = |share: f64| (instance.num_channels as f64 * share) as u64;
    let kinds = std::iter::repeat_n("O", count(instance.percent_public_channels) as usize)
        .chain(std::iter::repeat_n("P", count(instance.percent_private_channels) as usize));
    let mut ids = Vec::new();
    for (at, kind) in kinds.enumerate() {
        let Some(team) = teams.get(at % teams.len().max(1)) else { break };
        let name = format!("{}-{}-{at}", words::word(dice), words::word(dice));
        let body = json!({"team_id": team, "name": name, "display_name": name.replace('-', " "), "type": kind});
        ids.push(id_of(&admin.post("/channels", "", &body).await?));
        made.channels += 1;
    }
    Ok(ids)
}

/// Direct and group channels among the users.
async fn direct(
    net: &Net,
    meter: &Meter,
    prefix: &str,
    instance: &Instance,
    users: &[String],
    dice: &mut Dice,
    made: &mut Made,
) -> Result<(), Failure> {
    let first = Door::sign_in(net, meter, &format!("{prefix}-1@example.com"), PASSWORD).await?;
    let count = |share: f64| (instance.num_channels as f64 * share) as usize;
    for other in users.iter().skip(1).take(count(instance.percent_direct_channels)) {
        first.post("/channels/direct", "", &[first.user.id.to_string(), other.clone()]).await?;
        made.channels += 1;
    }
    for _ in 0..count(instance.percent_group_channels) {
        let size = dice.within(2, 7) as usize;
        let mut group: BTreeSet<String> = BTreeSet::from([first.user.id.to_string()]);
        while group.len() < (size + 1).min(users.len()) {
            group.extend(dice.one_of(users).cloned());
        }
        first.post("/channels/group", "", &group).await?;
        made.channels += 1;
    }
    Ok(())
}
