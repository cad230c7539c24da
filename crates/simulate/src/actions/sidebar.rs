//! Categories of the sidebar.

use serde_json::json;

use crate::mix::words;
use crate::users::Actor;
use crate::users::session::{Acted, Outcome};
use crate::users::view::categories;

/// Makes a category.
pub async fn create_category(actor: &mut Actor) -> Acted {
    let (team, (_, me)) = (actor.team()?, actor.me()?);
    let id = actor.lab.world.team_id(team);
    let name = format!("category{}", words::word(&mut actor.random));
    let body = json!({"user_id": me, "team_id": id, "display_name": name});
    actor.post("/users/{user}/teams/{team}/channels/categories", &[&me, &id], &body).await?;
    categories(actor, team).await?;
    Ok(Outcome::Done)
}

/// Moves a channel from one category to another.
pub async fn update_category(actor: &mut Actor) -> Acted {
    let (team, (_, me)) = (actor.team()?, actor.me()?);
    let known = actor.memory.lock().categories.clone();
    let count = known.len() as u64;
    let (from, to) = (actor.random.below(count) as usize, actor.random.below(count) as usize);
    if from == to {
        return Ok(Outcome::Skipped("the same category twice"));
    }
    let (mut from, mut to) = (known[from].clone(), known[to].clone());
    if from.channel_ids.len() <= 1 {
        return Ok(Outcome::Skipped("the category has too few channels"));
    }
    let moved = from.channel_ids.remove(actor.random.below(from.channel_ids.len() as u64) as usize);
    to.channel_ids.push(moved);
    let id = actor.lab.world.team_id(team);
    actor.put("/users/{user}/teams/{team}/channels/categories", &[&me, &id], &[from, to]).await?;
    categories(actor, team).await?;
    Ok(Outcome::Done)
}
