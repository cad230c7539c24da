//! The world that the cases need: an administrator, a team, channels, users with sessions.

use serde_json::{Value, json};

use crate::connection::{Connection, request};
use crate::problem::Problem;

const PASSWORD: &str = "Bench-Passw0rd";

/// A PNG of one pixel.
const PICTURE: &[u8] =
    b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU\x00\
    \x00\x00\x0aIDATx\x9cc\xf8\x0f\x00\x01\x01\x01\x00\xb18\xf6\x14\x00\x00\x00\x00IEND\xaeB`\x82";

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

    /// Gives a new user a profile picture; the path it is read from.
    pub async fn upload_picture(&self, connection: &mut Connection) -> Result<String, Problem> {
        let account = json!({"email": "face@example.test", "username": "face", "password": PASSWORD});
        let user = id_of(&must(connection, &self.token, "/api/v4/users", &account).await?)?;
        let path = format!("/api/v4/users/{user}/image");
        let mut body =
            b"--edge\r\nContent-Disposition: form-data; name=\"image\"; filename=\"face.png\"\r\n\r\n".to_vec();
        body.extend_from_slice(PICTURE);
        body.extend_from_slice(b"\r\n--edge--\r\n");
        let kind = "Content-Type: multipart/form-data; boundary=edge";
        let headers = format!("{kind}\r\nContent-Length: {}\r\n", body.len());
        let mut bytes = request("POST", &path, &self.token, &headers, "");
        bytes.extend_from_slice(&body);
        match connection.send(&bytes).await? {
            answer if answer.status == 200 => Ok(path),
            answer => Err(format!("no picture: {} {}", answer.status, String::from_utf8_lossy(&answer.body)).into()),
        }
    }

    /// Whose socket is the one with this number: each user has several.
    pub fn socket_token(&self, number: usize) -> &str {
        &self.members[number % self.members.len()]
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
