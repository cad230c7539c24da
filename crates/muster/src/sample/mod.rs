//! `muster sample-data`: a small team that has been talking for a while.
//!
//! Everything is made through the API by the people themselves, so that counters, threads, mentions
//! and the index are what they would be. The same words each time; times are those of the run.

mod people;
mod pictures;
mod talk;

use std::collections::BTreeMap;

use bytes::Bytes;
use clap::Args;
use client::Rest;
use http::Method;
use people::{ADMIN, PASSWORD, PEOPLE, TEAM, TEAM_NAME};
use serde_json::{Value, json};
use wire::channels::Channel;
use wire::endpoints;
use wire::files::FileUpload;
use wire::posts::Post;
use wire::teams::Team;
use wire::users::User;

use crate::local::Local;
use crate::place::{Place, Problem};
use talk::{CHANNELS, DIRECT, Line, TALK};

const BOUNDARY: &str = "muster-sample-boundary";

/// Fills an empty server with a small team.
#[derive(Args)]
pub struct Sample {
    #[command(flatten)]
    place: Place,
}

/// Makes the sample team and prints the login.
///
/// # Errors
/// When the server has accounts already, or refuses something.
pub async fn run(sample: &Sample) -> Result<(), Problem> {
    let mut local = Local::open(&sample.place).await?;
    let done = fill(&mut local).await;
    local.close().await?;
    done?;
    println!("The sample team \"{TEAM}\" is there: {} people, password of all of them: {PASSWORD}", PEOPLE.len());
    println!("Administrator: {ADMIN}");
    println!("An ordinary member: {}", PEOPLE[1].username);
    Ok(())
}

/// Who and what was made so far.
struct Maker {
    anyone: Rest,
    people: BTreeMap<&'static str, (Rest, User)>,
    team: Team,
    channels: BTreeMap<&'static str, Channel>,
}

async fn fill(local: &mut Local) -> Result<(), Problem> {
    if local.opened.store.has_users().await? {
        return Err("there are accounts already; sample data goes into an empty server".into());
    }
    let mut people = BTreeMap::new();
    for person in PEOPLE {
        let form = json!({
            "username": person.username, "password": PASSWORD,
            "email": format!("{}@example.test", person.username),
            "first_name": person.first_name, "last_name": person.last_name, "position": person.position,
        });
        // The first account of a server is its administrator, and lets the others in.
        let maker = people.get(ADMIN).map_or(&local.rest, |(rest, _): &(Rest, User)| rest);
        maker.send(endpoints::CREATE_USER, &[], "", &form).await?.json::<User>()?;
        people.insert(person.username, local.rest.login(person.username, PASSWORD).await?);
    }
    let admin = &people[ADMIN].0;
    let form = json!({"name": TEAM_NAME, "display_name": TEAM, "type": "O", "allow_open_invite": true});
    let team: Team = admin.send(endpoints::CREATE_TEAM, &[], "", &form).await?.json()?;
    let mut maker = Maker { anyone: local.rest.clone(), people, team, channels: BTreeMap::new() };
    maker.join_team().await?;
    maker.make_channels().await?;
    for (channel, lines) in TALK {
        maker.speak(maker.channels[channel].id.to_string(), lines).await?;
    }
    for (one, other, lines) in DIRECT {
        maker.talk_directly(one, other, lines).await?;
    }
    maker.dress().await
}

impl Maker {
    async fn join_team(&self) -> Result<(), Problem> {
        let (admin, team) = (&self.people[ADMIN].0, self.team.id.to_string());
        for (rest_user, (_, user)) in &self.people {
            if *rest_user != ADMIN {
                let form = json!({"team_id": team, "user_id": user.id});
                admin.send(endpoints::ADD_TEAM_MEMBER, &[&team], "", &form).await?.json::<Value>()?;
            }
        }
        Ok(())
    }

    async fn make_channels(&mut self) -> Result<(), Problem> {
        let team = self.team.id.to_string();
        for name in ["town-square", "off-topic"] {
            let answer = self.people[ADMIN].0.ask(endpoints::GET_CHANNEL_BY_NAME, &[&team, name], "").await?;
            self.channels.insert(name, answer.json()?);
        }
        for new in CHANNELS {
            let owner = &self.people[new.owner].0;
            let form = json!({"team_id": team, "name": new.name, "display_name": new.display_name, "type": new.kind,
                "purpose": new.purpose, "header": new.header});
            let channel: Channel = owner.send(endpoints::CREATE_CHANNEL, &[], "", &form).await?.json()?;
            for member in new.members {
                let form = json!({"user_id": self.people[member].1.id});
                let id = channel.id.to_string();
                owner.send(endpoints::ADD_CHANNEL_MEMBER, &[&id], "", &form).await?.json::<Value>()?;
            }
            self.channels.insert(new.name, channel);
        }
        Ok(())
    }

    /// Lets people say their lines; a line that begins a thread is followed by its replies.
    async fn speak(&self, channel: String, lines: &[Line]) -> Result<(), Problem> {
        let mut root = String::new();
        for line in lines {
            let (rest, user) = &self.people[line.who];
            let mut form = json!({"channel_id": channel, "message": line.says});
            if line.replies {
                form["root_id"] = root.clone().into();
            }
            if let Some(picture) = line.shows {
                form["file_ids"] = json!([self.upload(rest, &channel, picture).await?]);
            }
            if line.urgent {
                form["metadata"] = json!({"priority": {"priority": "important", "requested_ack": true}});
            }
            let post: Post = rest.send(endpoints::CREATE_POST, &[], "", &form).await?.json()?;
            let id = post.id.to_string();
            if !line.replies {
                root.clone_from(&id);
            }
            if line.pinned {
                rest.ask(endpoints::PIN_POST, &[&id], "").await?.json::<Value>()?;
            }
            for (who, emoji) in line.gets {
                let (rest, user) = &self.people[who];
                let form = json!({"user_id": user.id, "post_id": id, "emoji_name": emoji});
                rest.send(endpoints::SAVE_REACTION, &[], "", &form).await?.json::<Value>()?;
            }
            debug_assert_eq!(post.user_id, user.id, "people speak for themselves");
        }
        Ok(())
    }

    async fn talk_directly(&self, one: &str, other: &str, lines: &[Line]) -> Result<(), Problem> {
        let ids = [self.people[one].1.id, self.people[other].1.id];
        let answer = self.people[one].0.send(endpoints::CREATE_DIRECT_CHANNEL, &[], "", &ids).await?;
        let channel: Channel = answer.json()?;
        self.speak(channel.id.to_string(), lines).await
    }

    async fn upload(&self, rest: &Rest, channel: &str, picture: &str) -> Result<String, Problem> {
        let (name, kind, content) = pictures::file(picture)?;
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"channel_id\"\r\n\r\n{channel}\r\n\
             --{BOUNDARY}\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\
             Content-Type: {kind}\r\n\r\n"
        );
        let mut body = head.into_bytes();
        body.extend_from_slice(&content);
        body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let answer = rest.request(&Method::POST, "/api/v4/files", Bytes::from(body), Some(&kind)).await?;
        let uploaded: FileUpload = answer.json()?;
        Ok(uploaded.file_infos.first().ok_or("the file was not kept")?.id.to_string())
    }

    /// Custom statuses, and what the administrator has read so far.
    async fn dress(&self) -> Result<(), Problem> {
        for person in PEOPLE {
            if let Some((emoji, text)) = person.status {
                let form = json!({"emoji": emoji, "text": text, "duration": ""});
                let rest = &self.people[person.username].0;
                rest.send(endpoints::UPDATE_USER_CUSTOM_STATUS, &["me"], "", &form).await?.json::<Value>()?;
            }
        }
        let read = json!({"channel_id": self.channels["town-square"].id});
        let admin = &self.people[ADMIN].0;
        admin.send(endpoints::VIEW_CHANNEL, &["me"], "", &read).await?.json::<Value>()?;
        let alive = self.anyone.ask(endpoints::GET_PING, &[], "").await?;
        Ok(alive.json::<Value>().map(drop)?)
    }
}
