//! Accounts, what they belong to and what they chose, and bots, as lines.

use std::collections::{BTreeMap, HashMap, HashSet};

use base::ids::{ChannelId, TeamId};
use files::ObjectPath;
use node::error::Result;
use store::bots::Filter;
use wire::channels::ChannelMember as WireMember;
use wire::preferences::{FAVORITE_CHANNEL, Preference, THEME};
use wire::users::{PROP_CUSTOM_STATUS, User as WireUser};

use crate::bulk::line::{Bot, ChannelMember, Line, TeamMember, User};
use crate::bulk::settings::{ChannelNotices, Notices, Settings, TUTORIAL_STEP, interval_said};
use crate::exports::{Export, PAGE_LEN, some};

pub async fn users(export: &mut Export<'_>) -> Result<()> {
    let mut after = String::new();
    loop {
        let ids = export.app.store.export_users(&after, PAGE_LEN).await?;
        let users = export.app.store.users(&ids).await?;
        let Some(last) = users.last() else { return Ok(()) };
        after.clone_from(&last.username);
        for user in users.into_iter().filter(|user| !user.is_bot) {
            let line = user_line(export, &user).await?;
            export.line(Line { kind: "user".to_owned(), user: Some(Box::new(line)), ..Line::default() }).await?;
        }
    }
}

async fn user_line(export: &mut Export<'_>, user: &WireUser) -> Result<User> {
    let preferences = export.app.store.preferences(user.id).await?;
    let status = user.props.get(PROP_CUSTOM_STATUS).and_then(|status| serde_json::from_str(status).ok());
    Ok(User {
        id: export.id(user.id),
        create_at: export.options.ids.then_some(user.create_at),
        profile_image: picture(export, user),
        username: user.username.clone(),
        email: user.email.clone(),
        auth_service: some(&user.auth_service),
        auth_data: user.auth_data.clone().filter(|_| !user.auth_service.is_empty()),
        nickname: some(&user.nickname),
        first_name: some(&user.first_name),
        last_name: some(&user.last_name),
        position: some(&user.position),
        roles: some(&user.roles),
        locale: some(&user.locale),
        delete_at: (user.delete_at > 0).then_some(user.delete_at),
        teams: teams(export, user, &preferences).await?,
        settings: settings(user, &preferences),
        notify_props: Some(Notices::of(&user.notify_props)),
        custom_status: status,
        password: None,
        password_hash: None,
    })
}

/// Where in the zip the picture is, if pictures are taken along and there is one.
fn picture(export: &Export<'_>, user: &WireUser) -> Option<String> {
    let wanted = export.options.profile_pictures && user.last_picture_update > 0;
    wanted.then(|| ObjectPath::profile_picture(user.id).to_string())
}

fn settings(user: &WireUser, preferences: &[Preference]) -> Settings {
    let (mut settings, own) = (Settings::default(), user.id.to_string());
    for Preference { category, name, value, .. } in preferences {
        match (category.as_str(), name.as_str()) {
            (TUTORIAL_STEP, name) if name == own => settings.take(TUTORIAL_STEP, "", value),
            (category, "email_interval") => settings.take(category, "email_interval", interval_said(value)),
            (category, name) => settings.take(category, name, value),
        }
    }
    settings
}

/// The teams of somebody with their channels, by name.
async fn teams(export: &mut Export<'_>, user: &WireUser, preferences: &[Preference]) -> Result<Vec<TeamMember>> {
    let favorites: HashSet<ChannelId> = chosen(preferences, FAVORITE_CHANNEL).filter_map(ChannelId::parse).collect();
    let themes: HashMap<TeamId, &str> = preferences
        .iter()
        .filter(|preference| preference.category == THEME)
        .filter_map(|preference| Some((TeamId::parse(&preference.name)?, preference.value.as_str())))
        .collect();
    let channels = export.app.store.channels_of(user.id, 0).await?;
    let memberships = memberships(export, user).await?;
    let mut teams: BTreeMap<String, TeamMember> = BTreeMap::new();
    let mut ids: HashMap<TeamId, String> = HashMap::new();
    for member in export.app.store.team_members_of(user.id).await? {
        let Some(name) = export.teams.get(&member.team_id).cloned() else { continue };
        ids.insert(member.team_id, name.clone());
        let theme = themes.get(&member.team_id).map(|theme| (*theme).to_owned());
        let roles = some(&member.roles);
        teams.insert(name.clone(), TeamMember { name, roles, theme, channels: Vec::new() });
    }
    for channel in channels {
        let Some(team) = ids.get(&channel.team_id).and_then(|name| teams.get_mut(name)) else { continue };
        let Some(member) = memberships.get(&channel.id).filter(|_| export.takes(&team.name, &channel)) else {
            continue;
        };
        team.channels.push(ChannelMember {
            roles: some(&member.roles),
            notify_props: Some(ChannelNotices::of(&member.notify_props)),
            favorite: favorites.contains(&channel.id),
            seen: export.seen(&channel, member).await?,
            name: channel.name,
        });
    }
    let mut teams: Vec<TeamMember> = teams.into_values().collect();
    for team in &mut teams {
        team.channels.sort_by(|one, other| one.name.cmp(&other.name));
    }
    Ok(teams)
}

/// The names of what somebody chose in a category.
fn chosen<'p>(preferences: &'p [Preference], category: &'p str) -> impl Iterator<Item = &'p str> {
    let chosen = preferences.iter().filter(move |one| one.category == category && one.value == "true");
    chosen.map(|preference| preference.name.as_str())
}

async fn memberships(export: &Export<'_>, user: &WireUser) -> Result<HashMap<ChannelId, WireMember>> {
    let mut all = HashMap::new();
    loop {
        let page = export.app.store.channel_members_of(user.id, PAGE_LEN, all.len()).await?;
        let is_last = page.len() < PAGE_LEN;
        all.extend(page.into_iter().map(|member| (member.channel_id, member)));
        if is_last {
            return Ok(all);
        }
    }
}

pub async fn bots(export: &mut Export<'_>) -> Result<()> {
    let (mut offset, filter) = (0, Filter { include_deleted: true, ..Filter::default() });
    loop {
        let bots = export.app.store.bots(filter, PAGE_LEN, offset).await?;
        offset += bots.len();
        if bots.is_empty() {
            return Ok(());
        }
        for bot in bots {
            let owner = export.name(bot.owner_id).await?;
            let user = export.app.world.user(bot.user_id).await?;
            let line = Bot {
                id: export.id(bot.user_id),
                profile_image: user.as_ref().and_then(|user| picture(export, user)),
                display_name: some(&bot.display_name),
                description: some(&bot.description),
                delete_at: (bot.delete_at > 0).then_some(bot.delete_at),
                // The format asks for a name: of an owner who is gone, the bot's own is as good as any.
                owner: owner.unwrap_or_else(|| bot.username.clone()),
                username: bot.username,
            };
            export.line(Line { kind: "bot".to_owned(), bot: Some(line), ..Line::default() }).await?;
        }
    }
}
