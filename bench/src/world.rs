//! The world that the cases need: an administrator, a team, channels, users with sessions.

use serde_json::{Value, json};

use crate::Problem;
use crate::connection::Connection;

const PASSWORD: &str = "Bench-Passw0rd";

/// Ids and tokens of what was made.
pub struct World {
    pub token: String,
    pub user: String,
    pub channels: Vec<String>,
    /// Sessions of users who belong to the first channel.
    pub members: Vec<String>,
}

impl World {
    /// Makes a team with `channels` channels and `members` further users in the first.
    pub async fn make(address: &str, channels: usize, members: usize) -> Result<World, Problem> {
        let mut connection = Connection::open(address).await?;
        let admin = json!({"email": "bench@example.test", "username": "bench", "password": PASSWORD});
        let made = connection.post("/api/v4/users", "", &admin.to_string()).await?;
        if made.status != 201 {
            return Err(format!("no first account: {} {}", made.status, String::from_utf8_lossy(&made.body)).into());
        }
        let (token, user) = login(&mut connection, "bench").await?;
        let team = json!({"name": "bench-team", "display_name": "Bench", "type": "O"});
        let team = must(&mut connection, &token, "/api/v4/teams", &team).await?;
        let team = id_of(&team)?;
        let mut made = Vec::with_capacity(channels);
        for number in 0..channels {
            let name = format!("bench-{number}");
            let body = json!({"team_id": team, "name": name, "display_name": name, "type": "O"});
            made.push(id_of(&must(&mut connection, &token, "/api/v4/channels", &body).await?)?);
        }
        let mut world = World { token, user, channels: made, members: Vec::new() };
        for number in 0..members {
            world.add_member(&mut connection, &team, number).await?;
        }
        Ok(world)
    }

    async fn add_member(&mut self, connection: &mut Connection, team: &str, number: usize) -> Result<(), Problem> {
        let name = format!("member-{number}");
        let body = json!({"email": format!("{name}@example.test"), "username": name, "password": PASSWORD});
        let user = id_of(&must(connection, &self.token, "/api/v4/users", &body).await?)?;
        let body = json!({"team_id": team, "user_id": user});
        must(connection, &self.token, &format!("/api/v4/teams/{team}/members"), &body).await?;
        let path = format!("/api/v4/channels/{}/members", self.channels[0]);
        must(connection, &self.token, &path, &json!({"user_id": user})).await?;
        self.members.push(login(connection, &name).await?.0);
        Ok(())
    }

    /// Opens a socket of the first user again for each that is wanted: a user may have many.
    pub fn socket_token(&self, number: usize) -> &str {
        match self.members.len() {
            0 => &self.token,
            len => &self.members[number % len],
        }
    }
}

async fn login(connection: &mut Connection, name: &str) -> Result<(String, String), Problem> {
    let body = json!({"login_id": name, "password": PASSWORD});
    let answer = connection.post("/api/v4/users/login", "", &body.to_string()).await?;
    let token = answer.head.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case("token").then(|| value.trim().to_owned())
    });
    let user: Value = serde_json::from_slice(&answer.body)?;
    Ok((token.ok_or_else(|| format!("no session: {user}"))?, id_of(&user)?))
}

/// Posts a value and returns what was made.
pub async fn must(connection: &mut Connection, token: &str, path: &str, body: &Value) -> Result<Value, Problem> {
    let answer = connection.post(path, token, &body.to_string()).await?;
    if answer.status >= 300 {
        return Err(format!("{path}: {} {}", answer.status, String::from_utf8_lossy(&answer.body)).into());
    }
    Ok(serde_json::from_slice(&answer.body)?)
}

fn id_of(value: &Value) -> Result<String, Problem> {
    Ok(value["id"].as_str().ok_or_else(|| format!("no id in {value}"))?.to_owned())
}
