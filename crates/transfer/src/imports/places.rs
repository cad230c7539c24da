//! Teams, channels and emoji that are brought along.

use std::collections::HashMap;

use base::ids::{ChannelId, EmojiId, TeamId};
use base::tokens;
use conversation::emoji as emoji_of;
use files::{FileError, ObjectPath};
use node::consequence::Fact;
use node::error::{ApiError, Result};
use organisation::teams::default_channels;
use organisation::{channels as channels_of, teams as teams_of};
use wire::channels as wire_channels;
use wire::channels::PRIVATE;
use wire::emoji::Emoji as WireEmoji;
use wire::teams as wire_teams;

use crate::bulk::Failed;
use crate::bulk::line::{Channel, Emoji, Team};
use crate::imports::{Import, apart};

/// A team a change: there are few, and each brings its own channels.
pub async fn teams(import: &mut Import, lines: Vec<(u64, Team)>) -> Result<(), Failed> {
    for (number, line) in lines {
        let old = import.app.store.team_by_name(&line.name).await?;
        let now = import.app.clock.now();
        let mut team = old.clone().unwrap_or_else(|| wire_teams::Team {
            id: line.id.map_or_else(|| import.app.ids.next(), Into::into),
            name: line.name.clone(),
            create_at: line.create_at.unwrap_or(now),
            invite_id: tokens::secret(),
            ..wire_teams::Team::default()
        });
        team.display_name = line.display_name;
        team.kind = line.kind;
        team.description = line.description.unwrap_or(team.description);
        team.allow_open_invite = line.allow_open_invite.unwrap_or(team.allow_open_invite);
        teams_of::create::must_be_valid(&team).map_err(Failed::at(number))?;
        let mut change = import.app.change();
        match old {
            Some(old) if old == team => continue,
            Some(old) => {
                team.update_at = now.max(old.update_at + 1);
                change.write(store::teams::update(&team, old.update_at));
            }
            None => {
                team.update_at = now;
                change.write(store::teams::insert(&team));
                for channel in default_channels::of_new_team(&import.app, &team) {
                    // Nothing was said in them yet, whenever what is brought along was said.
                    let quiet = wire_channels::Channel { last_post_at: 0, last_root_post_at: 0, ..channel };
                    change.write(store::channels::insert(&quiet));
                }
                import.report.teams += 1;
            }
        }
        change.team_changed(team.id);
        import.names.forget_team(&team.name);
        import.commit(change, number).await?;
    }
    Ok(())
}

pub async fn channels(import: &mut Import, lines: Vec<(u64, Channel)>) -> Result<(), Failed> {
    for part in apart(lines, |line| (line.team.clone(), line.name.clone())) {
        let mut there = existing(import, &part).await?;
        let mut change = import.app.change();
        for (number, line) in &part {
            let team = must_team(import, *number, &line.team).await?;
            let old = there.of(team, line);
            let channel = merged(import, team, line, old.as_ref());
            if channel.kind != line.kind {
                import.warn(*number, format_args!("{} stays private, as it is here", channel.name));
            }
            channels_of::create::must_be_valid(&channel).map_err(Failed::at(*number))?;
            match old {
                Some(old) if old == channel => {}
                Some(old) => {
                    let now = import.app.clock.now().max(old.update_at + 1);
                    let changed = wire_channels::Channel { update_at: now, ..channel.clone() };
                    change.write(store::channels::update(&changed, old.update_at));
                    if old.delete_at != channel.delete_at {
                        change.write(store::channels::set_deleted(channel.id, channel.delete_at, now));
                    }
                    change.channel_changed(channel.id);
                }
                None => {
                    change.write(store::channels::insert(&channel));
                    import.report.channels += 1;
                }
            }
            import.names.note_channel(&channel);
        }
        let last = part.last().map_or(0, |(number, _)| *number);
        import.commit(change, last).await?;
    }
    Ok(())
}

/// Stored channels that lines may mean.
struct There {
    by_id: HashMap<ChannelId, wire_channels::Channel>,
    by_name: HashMap<(TeamId, String), wire_channels::Channel>,
}

impl There {
    /// The one that a line of a team means.
    fn of(&mut self, team: TeamId, line: &Channel) -> Option<wire_channels::Channel> {
        let by_id = line.id.and_then(|id| self.by_id.remove(&ChannelId(id)));
        by_id.filter(|channel| channel.team_id == team).or_else(|| self.by_name.remove(&(team, line.name.clone())))
    }
}

/// The stored channels that lines name.
async fn existing(import: &mut Import, lines: &[(u64, Channel)]) -> Result<There, Failed> {
    let mut wanted: HashMap<TeamId, Vec<String>> = HashMap::new();
    for (number, line) in lines {
        let team = must_team(import, *number, &line.team).await?;
        wanted.entry(team).or_default().push(line.name.clone());
    }
    let mut by_name = HashMap::new();
    for (team, names) in wanted {
        for channel in import.app.store.channels_by_names(team, &names).await? {
            by_name.insert((team, channel.name.clone()), channel);
        }
    }
    let ids: Vec<ChannelId> = lines.iter().filter_map(|(_, line)| line.id.map(ChannelId)).collect();
    let by_id = match ids.is_empty() {
        true => Vec::new(),
        false => import.app.store.channels(&ids).await?,
    };
    Ok(There { by_id: by_id.into_iter().map(|channel| (channel.id, channel)).collect(), by_name })
}

/// The channel as the line wants it.
fn merged(
    import: &Import,
    team: TeamId,
    line: &Channel,
    old: Option<&wire_channels::Channel>,
) -> wire_channels::Channel {
    let now = import.app.clock.now();
    let mut channel = old.cloned().unwrap_or_else(|| wire_channels::Channel {
        id: line.id.map_or_else(|| import.app.ids.next(), Into::into),
        create_at: line.create_at.unwrap_or(now),
        update_at: now,
        team_id: team,
        name: line.name.clone(),
        display_name: line.name.clone(),
        ..wire_channels::Channel::default()
    });
    // Those who wrote in a private channel wrote for its members.
    if old.is_none_or(|old| old.kind != PRIVATE) {
        channel.kind.clone_from(&line.kind);
    }
    // One that is found by its id may have been called otherwise.
    channel.name.clone_from(&line.name);
    let texts = [
        (&mut channel.display_name, line.display_name.as_ref().filter(|name| !name.is_empty())),
        (&mut channel.header, line.header.as_ref()),
        (&mut channel.purpose, line.purpose.as_ref()),
    ];
    for (text, given) in texts {
        if let Some(given) = given {
            text.clone_from(given);
        }
    }
    channel.delete_at = line.deleted_at.unwrap_or(channel.delete_at);
    channel
}

/// The team that a line names.
pub async fn must_team(import: &mut Import, number: u64, name: &str) -> Result<TeamId, Failed> {
    let found = import.names.team(&import.app.store, name).await?;
    let team = found.map(|team| team.id).ok_or_else(|| {
        let text = format!("There is no team {name:?}.");
        ApiError::bad_request("app.import.import_channel.team_not_found.error", text)
    });
    team.map_err(Failed::at(number))
}

pub async fn emoji(import: &mut Import, lines: Vec<(u64, Emoji)>) -> Result<(), Failed> {
    for (number, line) in lines {
        if rules::emoji::is_system_name(&line.name) {
            import.warn(number, format_args!("every server has an emoji called {}", line.name));
            continue;
        }
        let given = match import.data(&line.image, rules::emoji::IMAGE_BYTES_MAX as u64).await {
            Ok(bytes) => emoji_of::fitted(&import.app, bytes).await.map_err(|error| error.message),
            Err(why) => Err(why),
        };
        match given {
            Ok(picture) => save_emoji(import, number, &line.name, picture).await?,
            Err(why) => import.warn(number, format_args!("the emoji {} is left out: {why}", line.name)),
        }
    }
    Ok(())
}

async fn save_emoji(import: &Import, number: u64, name: &str, picture: bytes::Bytes) -> Result<(), Failed> {
    let app = &import.app;
    let old = app.store.emoji_by_name(name).await?;
    let id: EmojiId = old.as_ref().map_or_else(|| app.ids.next(), |emoji| emoji.id);
    let path = ObjectPath::emoji(id);
    match app.files.get_small(&path, picture.len()).await {
        Ok(Some(there)) if there == picture => {}
        Ok(_) | Err(FileError::NotFound) => app.files.put(&path, picture).await?,
        Err(error) => return Err(error.into()),
    }
    if old.is_some() {
        return Ok(());
    }
    let now = app.clock.now();
    let emoji = WireEmoji { id, create_at: now, update_at: now, name: name.to_owned(), ..WireEmoji::default() };
    let mut change = app.change();
    change.write(store::emoji::insert(&emoji));
    change.fact(Fact::Emoji(emoji.name.clone()));
    import.commit(change, number).await
}
