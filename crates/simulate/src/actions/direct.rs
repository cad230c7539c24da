//! Direct and group channels: opening them, and beginning new ones.

use base::Id;

use super::channels::{load_channel, load_member};
use crate::answers::ChannelAnswer;
use crate::net::Failure;
use crate::users::Actor;
use crate::users::login::note_channels;
use crate::users::session::{Acted, Outcome};
use crate::users::view::{channels_where, image, users_page, view_channel};
use crate::users::world::No;

/// Looks into a direct or group channel. The current channel stays the one of the team.
pub async fn open_direct_or_group(actor: &mut Actor) -> Acted {
    actor.team()?;
    let current = actor.memory.lock().channel;
    let mut candidates = channels_where(actor, |is_member, _, kind| is_member && !kind.is_of_team());
    candidates.retain(|channel| Some(*channel) != current);
    let Some(channel) = actor.random.one_of(&candidates).copied() else {
        return Ok(Outcome::Skipped("no direct or group channel"));
    };
    view_channel(actor, channel).await?;
    Ok(Outcome::Done)
}

/// Begins a direct channel, then writes in the current one.
pub async fn create_direct_channel(actor: &mut Actor) -> Acted {
    let (_, me) = actor.me()?;
    let [other] = pick_users::<1>(actor).await?;
    let channel: ChannelAnswer = actor.post("/channels/direct", &[], &[me, other]).await?.json()?;
    let id = channel.id;
    note_channels(actor, &[channel]);
    let channel = load_channel(actor, id).await?;
    load_member(actor, channel).await?;
    view_channel(actor, channel).await?;
    super::posts::create_post(actor).await
}

/// Begins a group channel, then writes in the current one.
pub async fn create_group_channel(actor: &mut Actor) -> Acted {
    let others = pick_users::<2>(actor).await?;
    let channel: ChannelAnswer = actor.post("/channels/group", &[], &others).await?.json()?;
    if let [channel] = note_channels(actor, &[channel])[..] {
        actor.note_member(channel);
        view_channel(actor, channel).await?;
    }
    super::posts::create_post(actor).await
}

/// The dialogue that picks users, with their faces; then some of those that are known.
async fn pick_users<const COUNT: usize>(actor: &mut Actor) -> Result<[Id; COUNT], Failure> {
    for user in users_page(actor, "page=0&per_page=100").await? {
        image(actor, user).await?;
    }
    let (me, _) = actor.me()?;
    let mut others: Vec<No> = actor.memory.lock().users.items().iter().copied().filter(|no| *no != me).collect();
    let mut picked = [Id::NONE; COUNT];
    for slot in &mut picked {
        if others.is_empty() {
            return Err(Failure::Missing("too few other users are known"));
        }
        let user = others.swap_remove(actor.random.below(others.len() as u64) as usize);
        *slot = actor.lab.world.user_fact(user).id;
    }
    Ok(picked)
}
