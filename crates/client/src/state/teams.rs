//! Teams and the own memberships of them by events.

use base::ids::{ChannelId, TeamId};
use wire::events::{Event, EventName, TeamData, TeamMemberData, UserInTeam};
use wire::teams::{Team, TeamMember};

use super::{Need, State};

type Applied = Result<Vec<Need>, serde_json::Error>;

impl State {
    pub(super) fn added_to_team(&mut self, event: &Event) -> Applied {
        let data: UserInTeam = event.read()?;
        Ok(vec![Need::Team(data.team_id), Need::Categories(data.team_id)])
    }

    pub(super) fn leave_team(&mut self, event: &Event) -> Applied {
        let data: UserInTeam = event.read()?;
        if data.user_id != self.me.id {
            return Ok(Vec::new());
        }
        self.teams.remove(&data.team_id);
        self.team_members.remove(&data.team_id);
        self.categories.remove(&data.team_id);
        self.forget_begun(data.team_id);
        let gone: Vec<_> = self.channels.values().filter(|one| one.team_id == data.team_id).map(|one| one.id).collect();
        gone.into_iter().for_each(|channel| self.forget_channel(channel));
        Ok(vec![Need::Threads])
    }

    /// Forgets what was begun and what is scheduled in the channels of a team, before they are forgotten themselves.
    pub(super) fn forget_begun(&mut self, team: TeamId) {
        let State { channels, drafts, scheduled_posts, .. } = self;
        let stays = |channel: &ChannelId| channels.get(channel).is_none_or(|one| one.team_id != team);
        drafts.retain(|(channel, _), _| stays(channel));
        scheduled_posts.retain(|_, post| stays(&post.channel_id));
    }

    pub(super) fn team_updated(&mut self, event: &Event) -> Applied {
        let data: TeamData = event.read()?;
        let team: Team = data.team.parse()?;
        let id = team.id;
        // The event hides what only some members may see, so those who know it load it again.
        Ok(match event.name() {
            // It goes to the members, who had forgotten the team while it was archived.
            Some(EventName::RestoreTeam) => vec![Need::Team(id), Need::Categories(id), Need::Threads],
            Some(EventName::DeleteTeam) => vec![Need::Team(id), Need::Threads],
            _ if self.teams.contains_key(&id) => vec![Need::Team(id)],
            _ => Vec::new(),
        })
    }

    pub(super) fn team_member_updated(&mut self, event: &Event) -> Applied {
        let data: TeamMemberData = event.read()?;
        let member: TeamMember = data.member.parse()?;
        if member.user_id == self.me.id {
            let team = member.team_id;
            self.team_members.insert(team, member);
            // With the role comes or goes what the team shows to those who run it.
            return Ok(vec![Need::Team(team)]);
        }
        Ok(Vec::new())
    }
}
