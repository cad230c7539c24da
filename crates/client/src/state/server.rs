//! What is one's server's: roles, emoji of its own, what its administrators have seen; by events.

use std::collections::BTreeSet;

use wire::emoji::Emoji;
use wire::events::{EmojiData, Event, MarketplaceVisited, RoleData};
use wire::roles::Role;

use super::{Need, State};

type Applied = Result<Vec<Need>, serde_json::Error>;

impl State {
    pub(super) fn role_updated(&mut self, event: &Event) -> Applied {
        let data: RoleData = event.read()?;
        let role: Role = data.role.parse()?;
        if let Some(known) = self.roles.get_mut(&role.name) {
            *known = role;
        }
        Ok(Vec::new())
    }

    pub(super) fn emoji_added(&mut self, event: &Event) -> Applied {
        let data: EmojiData = event.read()?;
        let emoji: Emoji = data.emoji.parse()?;
        self.emoji.insert(emoji.name.clone(), emoji);
        Ok(Vec::new())
    }

    pub(super) fn marketplace_visited(&mut self, event: &Event) -> Applied {
        let data: MarketplaceVisited = event.read()?;
        self.marketplace_visited = Some(data.status);
        Ok(Vec::new())
    }

    /// The scheme of a team or of a channel says anew what the roles in it are.
    pub(super) fn scheme_changed(&mut self, event: &Event) -> Applied {
        let (team, channel) = (event.broadcast.team_id, event.broadcast.channel_id);
        if channel.is_some() {
            return Ok(vec![Need::Channel(channel)]);
        }
        let of_team = self.channels.values().filter(|one| one.team_id == team).map(|one| Need::Channel(one.id));
        Ok([Need::Team(team)].into_iter().chain(of_team).collect())
    }

    /// The names of the roles that one has anywhere.
    pub(super) fn role_names(&self) -> BTreeSet<String> {
        let teams = self.team_members.values().map(|member| member.roles.as_str());
        let channels = self.members.values().map(|member| member.roles.as_str());
        let all = [self.me.roles.as_str()].into_iter().chain(teams).chain(channels);
        all.flat_map(str::split_whitespace).map(str::to_owned).collect()
    }

    /// Asks for roles that one has by now and that were not loaded.
    pub(super) fn missing_roles(&self) -> Vec<Need> {
        let is_missing = self.role_names().iter().any(|name| !self.roles.contains_key(name));
        if is_missing { vec![Need::Roles] } else { Vec::new() }
    }
}
