//! Favourites that older clients set as preferences, mirrored in the sidebar.

use std::sync::Arc;

use base::ids::{ChannelId, TeamId, UserId};
use node::change::Change;
use node::error::Result;
use wire::preferences::{FAVORITE_CHANNEL, Preference};
use wire::sidebar::FAVORITES;

use request::App;

/// Whether preferences come or go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preferences {
    Saved,
    Removed,
}

/// Adds to a change of preferences what it does to the sidebar. That clients are to load the sidebar anew is told with
/// every change of preferences.
///
/// # Errors
/// When the store does not answer.
pub async fn follow(
    app: &Arc<App>,
    change: &mut Change,
    user: UserId,
    preferences: &[Preference],
    what: Preferences,
) -> Result<()> {
    for preference in preferences.iter().filter(|preference| preference.category == FAVORITE_CHANNEL) {
        let Some(channel) = ChannelId::parse(&preference.name).filter(|channel| channel.is_some()) else { continue };
        let favored = what == Preferences::Saved && preference.value == "true";
        for team in teams_of(app, user, channel).await? {
            place(change, user, team, channel, favored, app.clock.now());
        }
    }
    Ok(())
}

/// The teams in whose sidebar a channel of the user's stands: its own or, for conversations, all.
async fn teams_of(app: &App, user: UserId, channel: ChannelId) -> Result<Vec<TeamId>> {
    let memberships = app.world.memberships(user).await?;
    if !memberships.channels.contains_key(&channel) {
        return Ok(Vec::new());
    }
    let Some(channel) = app.world.channel(channel).await? else { return Ok(Vec::new()) };
    Ok(match channel.is_direct_or_group() {
        true => memberships.teams.keys().copied().collect(),
        false => vec![channel.team_id],
    })
}

/// The newest favourite comes first: its place is the time, counted downwards.
fn place(change: &mut Change, user: UserId, team: TeamId, channel: ChannelId, favored: bool, now: base::Millis) {
    let categories = crate::categories::sidebar::initial(user, team);
    let Some(favorites) = categories.iter().find(|category| category.kind == FAVORITES) else { return };
    if favored {
        crate::categories::create_initial(change, user, team);
        change.write(store::sidebar::place(favorites, channel, -now));
    } else {
        change.write(store::sidebar::take(favorites, channel));
    }
}
