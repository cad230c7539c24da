//! Teams, channels and custom emoji as lines.

use files::ObjectPath;
use node::error::Result;
use store::emoji::Sorted;

use crate::bulk::line::{Channel, Emoji, Line, Team};
use crate::exports::{Export, PAGE_LEN, some};

pub async fn teams(export: &mut Export<'_>) -> Result<()> {
    let mut after = String::new();
    loop {
        let ids = export.app.store.export_teams(&after, PAGE_LEN).await?;
        let mut teams = export.app.store.teams(&ids).await?;
        teams.sort_by(|one, other| one.name.cmp(&other.name));
        let Some(last) = teams.last() else { return Ok(()) };
        after.clone_from(&last.name);
        for team in teams.into_iter().filter(|team| export.options.only.takes_team(&team.name)).collect::<Vec<_>>() {
            export.teams.insert(team.id, team.name.clone());
            let line = Team {
                id: export.id(team.id),
                create_at: export.options.ids.then_some(team.create_at),
                name: team.name,
                display_name: team.display_name,
                kind: team.kind,
                description: some(&team.description),
                allow_open_invite: Some(team.allow_open_invite),
            };
            export.line(Line { kind: "team".to_owned(), team: Some(line), ..Line::default() }).await?;
        }
    }
}

pub async fn channels(export: &mut Export<'_>) -> Result<()> {
    for (team, name) in export.teams.clone() {
        let mut after = String::new();
        loop {
            let channels = export.app.store.export_channels(team, &after, PAGE_LEN).await?;
            let Some(last) = channels.last() else { break };
            after.clone_from(&last.name);
            for channel in channels {
                if !export.takes(&name, &channel) {
                    continue;
                }
                let line = Channel {
                    id: export.id(channel.id),
                    create_at: export.options.ids.then_some(channel.create_at),
                    team: name.clone(),
                    name: channel.name,
                    display_name: some(&channel.display_name),
                    kind: channel.kind,
                    header: some(&channel.header),
                    purpose: some(&channel.purpose),
                    deleted_at: (channel.delete_at > 0).then_some(channel.delete_at),
                };
                export.line(Line { kind: "channel".to_owned(), channel: Some(line), ..Line::default() }).await?;
            }
        }
    }
    Ok(())
}

pub async fn emoji(export: &mut Export<'_>) -> Result<()> {
    let mut offset = 0;
    loop {
        let emoji = export.app.store.emoji_page(Sorted::ByName, PAGE_LEN, offset).await?;
        offset += emoji.len();
        if emoji.is_empty() {
            return Ok(());
        }
        for one in emoji {
            let line = Emoji { name: one.name, image: ObjectPath::emoji(one.id).to_string() };
            export.line(Line { kind: "emoji".to_owned(), emoji: Some(line), ..Line::default() }).await?;
        }
    }
}
