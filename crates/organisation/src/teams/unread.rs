//! What somebody has not read yet, by team.

use base::Id;
use base::ids::TeamId;
use permissions::Permission;
use wire::teams::TeamUnread;

use conversation::threads::readers;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};

/// `GET /users/{user_id}/teams/unread`
pub async fn of_teams(call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let query = call.query();
    // What is no id excludes no team.
    let excluded = Id::parse(query.text("exclude_team")).map(TeamId::from).unwrap_or_default();
    let mut unreads = call.app.store.team_unreads_of(user).await?;
    let memberships = call.app.world.memberships(user).await?;
    unreads.retain(|unread| memberships.teams.contains_key(&unread.team_id) && unread.team_id != excluded);
    if query.flag("include_collapsed_threads") {
        let mut of_threads = readers::unread_totals(&call.app, user).await?;
        for unread in &mut unreads {
            if let Some(totals) = of_threads.remove(&unread.team_id) {
                unread.thread_count = totals.threads;
                unread.thread_mention_count = totals.mentions;
                unread.thread_urgent_mention_count = totals.urgent_mentions;
            }
        }
    }
    Ok(Reply::json(&unreads))
}

/// `GET /users/{user_id}/teams/{team_id}/unread`
pub async fn of_team(call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let id: TeamId = call.id("team_id")?;
    call.must_in_team(id, Permission::ViewTeam).await?;
    let unreads = call.app.store.team_unreads_of(user).await?;
    let found = unreads.into_iter().find(|unread| unread.team_id == id);
    Ok(Reply::json(&found.unwrap_or(TeamUnread { team_id: id, ..TeamUnread::default() })))
}
