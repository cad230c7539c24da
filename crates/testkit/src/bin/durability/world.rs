//! The people and places of the test: one team, a few channels that everybody is in.

use serde_json::{Value, json};

use crate::api::{Api, Failure};
use crate::process::Running;

const PASSWORD: &str = "Passw0rd-Durability";

/// Few enough that writers meet in them, several so that their counters are separate.
const CHANNELS: usize = 3;

/// A person with a session that was opened before the first kill.
pub struct Person {
    pub id: String,
    pub api: Api,
}

pub struct World {
    pub team: String,
    pub channels: Vec<String>,
    /// The writers. The first one also reads for the proof.
    pub people: Vec<Person>,
}

impl World {
    /// Makes everything on an empty server.
    ///
    /// # Errors
    /// When the server refuses a step.
    pub async fn make(server: &Running, people: usize) -> Result<World, String> {
        make(&server.base, people).await.map_err(|why| format!("cannot make the world: {why}"))
    }
}

async fn make(base: &str, count: usize) -> Result<World, Failure> {
    let stranger = Api::new(base);
    sign_up(&stranger, "admin").await?;
    let admin = Api::log_in(base, "admin", PASSWORD).await?;
    let team = json!({"name": "durable", "display_name": "Durable", "type": "O"});
    let team = id_of(&admin.post("/teams", &team).await?)?;
    let mut channels = Vec::with_capacity(CHANNELS);
    for at in 0..CHANNELS {
        let channel = json!({"team_id": team, "name": format!("c{at}"), "display_name": format!("C{at}"), "type": "O"});
        channels.push(id_of(&admin.post("/channels", &channel).await?)?);
    }
    let mut people = Vec::with_capacity(count);
    for at in 0..count {
        let name = format!("writer{at}");
        let id = sign_up(&admin, &name).await?;
        admin.post(&format!("/teams/{team}/members"), &json!({"team_id": team, "user_id": id})).await?;
        for channel in &channels {
            admin.post(&format!("/channels/{channel}/members"), &json!({"user_id": id})).await?;
        }
        people.push(Person { id, api: Api::log_in(base, &name, PASSWORD).await? });
    }
    Ok(World { team, channels, people })
}

async fn sign_up(api: &Api, name: &str) -> Result<String, Failure> {
    let account = json!({"username": name, "email": format!("{name}@example.test"), "password": PASSWORD});
    id_of(&api.post("/users", &account).await?)
}

fn id_of(answer: &Value) -> Result<String, Failure> {
    let id = answer["id"].as_str().map(str::to_owned);
    id.ok_or_else(|| Failure::Refused(format!("an answer without an id: {answer}")))
}
