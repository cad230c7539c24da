//! Loading: the state from scratch, and the parts that events ask for.

use std::collections::BTreeMap;

use base::ids::{ChannelId, TeamId, UserId};
use wire::bookmarks::Bookmark;
use wire::channels::ChannelSeen;
use wire::endpoints;
use wire::posts::PostList;
use wire::preferences::Preference;
use wire::profile_attributes::AttributeField;
use wire::roles::Role;
use wire::scheduled_posts::ScheduledPost;
use wire::threads::Threads;

use super::{Need, State};
use crate::error::{Error, Result};
use crate::rest::Rest;

/// Posts that are kept of a watched channel.
const POSTS_WATCHED: usize = 200;

impl State {
    /// Everything a client knows of its user's world, and the newest posts of the `watched` channels.
    ///
    /// # Errors
    /// With the server's reason.
    pub async fn load(rest: &Rest, watched: &[ChannelId]) -> Result<State> {
        let mut state = State { me: rest.ask(endpoints::GET_USER, &["me"], "").await?.json()?, ..State::default() };
        state.status = rest.ask(endpoints::GET_USER_STATUS, &["me"], "").await?.json()?;
        let teams: Vec<wire::teams::Team> = rest.ask(endpoints::GET_TEAMS_FOR_USER, &["me"], "").await?.json()?;
        state.teams = teams.into_iter().map(|team| (team.id, team)).collect();
        let members: Vec<wire::teams::TeamMember> =
            rest.ask(endpoints::GET_TEAM_MEMBERS_FOR_USER, &["me"], "").await?.json()?;
        state.team_members = members.into_iter().map(|member| (member.team_id, member)).collect();
        state.load_channels(rest).await?;
        let preferences: Vec<Preference> = rest.ask(endpoints::GET_PREFERENCES, &["me"], "").await?.json()?;
        state.preferences =
            preferences.into_iter().map(|one| ((one.category.clone(), one.name.clone()), one)).collect();
        for team in state.teams.keys().copied().collect::<Vec<_>>() {
            state.load_categories(rest, team).await?;
            state.load_drafts(rest, team).await?;
            state.load_scheduled_posts(rest, team).await?;
        }
        state.load_threads(rest).await?;
        state.load_server(rest).await?;
        for channel in watched {
            state.watch(rest, *channel).await?;
        }
        Ok(state)
    }

    /// Loads what an event asked for.
    ///
    /// # Errors
    /// With the server's reason.
    pub async fn fetch(&mut self, rest: &Rest, need: &Need) -> Result<()> {
        match need {
            Need::Channel(channel) => {
                self.load_channel(rest, *channel).await?;
                self.load_categories(rest, TeamId::NONE).await?;
            }
            Need::Team(team) => self.load_team(rest, *team).await?,
            Need::User(user) => self.load_user(rest, *user).await?,
            Need::Categories(team) => self.load_categories(rest, *team).await?,
            Need::Threads => self.load_threads(rest).await?,
            Need::MyGroups => self.load_my_groups(rest).await?,
            Need::Roles => {}
        }
        // With any of these one may have got or lost roles.
        self.load_roles(rest).await
    }

    async fn load_channels(&mut self, rest: &Rest) -> Result<()> {
        let channels: Vec<wire::channels::Channel> =
            match rest.ask(endpoints::GET_CHANNELS_FOR_USER, &["me"], "").await?.json() {
                // Somebody in no channel at all is told that there are none.
                Err(error) if error.status() == 404 => Vec::new(),
                other => other?,
            };
        self.channels = channels.into_iter().map(|channel| (channel.id, channel)).collect();
        for channel in self.channels.keys().copied().collect::<Vec<_>>() {
            self.load_member(rest, channel).await?;
        }
        Ok(())
    }

    async fn load_channel(&mut self, rest: &Rest, channel: ChannelId) -> Result<()> {
        match rest.ask(endpoints::GET_CHANNEL, &[&channel.to_string()], "").await?.json::<wire::channels::Channel>() {
            Ok(loaded) if loaded.delete_at == 0 => {
                let team = loaded.team_id;
                self.channels.insert(channel, loaded);
                match self.load_member(rest, channel).await {
                    Err(Error::Refused(_)) => self.leave_channel(channel),
                    // What was begun and planned there before it was left waits there.
                    Ok(()) if team.is_some() => {
                        self.load_drafts(rest, team).await?;
                        self.load_scheduled_posts(rest, team).await?;
                    }
                    other => other?,
                }
            }
            Ok(_) => self.forget_channel(channel),
            Err(Error::Refused(_)) => self.leave_channel(channel),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    async fn load_member(&mut self, rest: &Rest, channel: ChannelId) -> Result<()> {
        let values = [&channel.to_string()[..], "me"];
        let member = rest.ask(endpoints::GET_CHANNEL_MEMBER, &values, "").await?.json()?;
        self.members.insert(channel, member);
        Ok(())
    }

    async fn load_team(&mut self, rest: &Rest, team: TeamId) -> Result<()> {
        let values = [&team.to_string()[..], "me"];
        match rest.ask(endpoints::GET_TEAM, &values[..1], "").await?.json::<wire::teams::Team>() {
            Ok(loaded) if loaded.delete_at == 0 => {
                self.teams.insert(team, loaded);
                let member = rest.ask(endpoints::GET_TEAM_MEMBER, &values, "").await?.json()?;
                self.team_members.insert(team, member);
                self.load_drafts(rest, team).await?;
                self.load_scheduled_posts(rest, team).await?;
            }
            // Of a team that is archived one stays a member.
            Ok(_) => {
                self.teams.remove(&team);
                self.categories.remove(&team);
                self.forget_begun(team);
            }
            Err(Error::Refused(_)) => {
                self.teams.remove(&team);
                self.team_members.remove(&team);
                self.categories.remove(&team);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    async fn load_user(&mut self, rest: &Rest, user: UserId) -> Result<()> {
        let loaded: wire::users::User = rest.ask(endpoints::GET_USER, &[&user.to_string()], "").await?.json()?;
        if user == self.me.id {
            self.me = loaded;
        } else {
            self.users.insert(user, loaded);
        }
        Ok(())
    }

    async fn load_categories(&mut self, rest: &Rest, team: TeamId) -> Result<()> {
        let wanted: Vec<TeamId> = if team.is_none() { self.teams.keys().copied().collect() } else { vec![team] };
        for team in wanted {
            let values = ["me", &team.to_string()[..]];
            let answer = rest.ask(endpoints::GET_CATEGORIES_FOR_TEAM_FOR_USER, &values, "").await?;
            self.categories.insert(team, answer.json()?);
        }
        Ok(())
    }

    async fn load_threads(&mut self, rest: &Rest) -> Result<()> {
        self.threads.clear();
        for team in self.teams.keys().copied().collect::<Vec<_>>() {
            let answer = rest.ask(endpoints::GET_THREADS_FOR_USER, &["me", &team.to_string()], "per_page=200").await?;
            let threads: Threads = answer.json()?;
            threads.threads.into_iter().flatten().for_each(|thread| self.take_thread(thread));
        }
        Ok(())
    }

    /// Loads the newest posts of a channel and keeps them up to date from here on.
    ///
    /// # Errors
    /// With the server's reason.
    pub async fn watch(&mut self, rest: &Rest, channel: ChannelId) -> Result<()> {
        let query = format!("page=0&per_page={POSTS_WATCHED}");
        let answer = rest.ask(endpoints::GET_POSTS_FOR_CHANNEL, &[&channel.to_string()], &query).await?;
        let list: PostList = answer.json()?;
        self.posts.extend(list.posts);
        self.watched.insert(channel);
        let answer = rest.ask(endpoints::LIST_CHANNEL_BOOKMARKS_FOR_CHANNEL, &[&channel.to_string()], "").await?;
        answer.json::<Vec<Bookmark>>()?.into_iter().for_each(|bookmark| self.take_bookmark(bookmark));
        let seen: Vec<ChannelSeen> =
            rest.ask(endpoints::GET_CHANNEL_SEEN, &[&channel.to_string()], "").await?.json()?;
        self.seen.insert(channel, seen.into_iter().map(|one| (one.user_id, one.last_viewed_at)).collect());
        Ok(())
    }

    async fn load_drafts(&mut self, rest: &Rest, team: TeamId) -> Result<()> {
        // Nothing at all is said as `null`.
        let drafts: Option<Vec<wire::drafts::Draft>> =
            rest.ask(endpoints::GET_DRAFTS, &["me", &team.to_string()], "").await?.json()?;
        self.drafts.extend(drafts.into_iter().flatten().map(|draft| ((draft.channel_id, draft.root_id), draft)));
        Ok(())
    }

    async fn load_scheduled_posts(&mut self, rest: &Rest, team: TeamId) -> Result<()> {
        let query = "includeDirectChannels=true";
        let answer = rest.ask(endpoints::GET_TEAM_SCHEDULED_POSTS, &[&team.to_string()], query).await?;
        let posts: BTreeMap<String, Vec<ScheduledPost>> = answer.json()?;
        self.scheduled_posts.extend(posts.into_values().flatten().map(|post| (post.id, post)));
        Ok(())
    }

    /// What belongs to the server rather than to a team.
    async fn load_server(&mut self, rest: &Rest) -> Result<()> {
        let emoji: Vec<wire::emoji::Emoji> =
            rest.ask(endpoints::GET_EMOJI_LIST, &[], "sort=name&per_page=200").await?.json()?;
        self.emoji = emoji.into_iter().map(|one| (one.name.clone(), one)).collect();
        let groups: Vec<wire::groups::Group> = rest.ask(endpoints::GET_GROUPS, &[], "per_page=200").await?.json()?;
        groups.into_iter().for_each(|group| self.take_group(group));
        self.load_my_groups(rest).await?;
        let fields: Vec<AttributeField> = rest.ask(endpoints::LIST_CPA_FIELDS, &[], "").await?.json()?;
        self.attribute_fields = fields.into_iter().map(|field| (field.id, field)).collect();
        let me = self.me.id.to_string();
        self.attribute_values = rest.ask(endpoints::LIST_CPA_VALUES, &[&me], "").await?.json()?;
        let answer = rest.ask(endpoints::GET_FIRST_ADMIN_VISIT_MARKETPLACE_STATUS, &[], "").await?;
        self.marketplace_visited = match answer.json::<wire::system::SystemValue>() {
            Err(error) if error.status() == 403 => None,
            other => Some(other?.value),
        };
        self.load_roles(rest).await
    }

    async fn load_my_groups(&mut self, rest: &Rest) -> Result<()> {
        let me = self.me.id.to_string();
        let groups: Vec<wire::groups::Group> = rest.ask(endpoints::GET_GROUPS_BY_USER_ID, &[&me], "").await?.json()?;
        self.my_groups = groups.into_iter().map(|group| group.id).collect();
        Ok(())
    }

    /// Loads the roles that one has and does not know, and forgets the others.
    async fn load_roles(&mut self, rest: &Rest) -> Result<()> {
        let wanted = self.role_names();
        self.roles.retain(|name, _| wanted.contains(name));
        let missing: Vec<&String> = wanted.iter().filter(|name| !self.roles.contains_key(*name)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let roles: Vec<Role> = rest.send(endpoints::GET_ROLES_BY_NAMES, &[], "", &missing).await?.json()?;
        self.roles.extend(roles.into_iter().map(|role| (role.name.clone(), role)));
        Ok(())
    }
}
