//! What the values of the [world](crate::World) weigh: the bytes of their structs and, about, of what hangs on them.

use base::ids::UserId;
use store::channel_members::Count;
use wire::channels::Channel;
use wire::sessions::Session;
use wire::statuses::Status;
use wire::teams::Team;
use wire::users::User;
use wire::webhooks::OutgoingHook;

use crate::cached::Weigh;
use crate::world::{EmojiNamed, GroupNamed, Memberships, OutgoingHooks, Picture};

impl Weigh for Vec<UserId> {
    fn weigh(&self) -> u64 {
        (self.len() * size_of::<UserId>() + 64) as u64
    }
}

impl Weigh for Count {
    fn weigh(&self) -> u64 {
        96
    }
}

impl Weigh for UserId {
    fn weigh(&self) -> u64 {
        96
    }
}

impl Weigh for OutgoingHooks {
    fn weigh(&self) -> u64 {
        let texts = |hook: &OutgoingHook| {
            let lists: usize = hook.trigger_words.iter().chain(&hook.callback_urls).map(|text| text.len() + 24).sum();
            size_of::<OutgoingHook>() + hook.token.len() + hook.display_name.len() + hook.description.len() + lists
        };
        (size_of::<OutgoingHooks>() + self.0.iter().map(texts).sum::<usize>()) as u64
    }
}

impl Weigh for Session {
    fn weigh(&self) -> u64 {
        let props: usize = self.props.iter().map(|(key, value)| key.len() + value.len() + 64).sum();
        (size_of::<Session>() + self.token.len() + self.device_id.len() + self.roles.len() + props) as u64
    }
}

impl Weigh for User {
    fn weigh(&self) -> u64 {
        let maps = [Some(&self.props), Some(&self.notify_props), self.timezone.as_ref()];
        let maps: usize = maps.into_iter().flatten().flatten().map(|(key, value)| key.len() + value.len() + 64).sum();
        let texts = [&self.username, &self.email, &self.nickname, &self.first_name, &self.last_name, &self.position];
        let texts: usize = texts.into_iter().map(String::len).sum();
        (size_of::<User>() + maps + texts + self.password_hash.len() + self.roles.len()) as u64
    }
}

impl Weigh for EmojiNamed {
    fn weigh(&self) -> u64 {
        (size_of::<EmojiNamed>() + 64 + self.0.as_ref().map_or(0, |emoji| emoji.name.len())) as u64
    }
}

impl Weigh for GroupNamed {
    fn weigh(&self) -> u64 {
        size_of::<GroupNamed>() as u64 + 96
    }
}

impl Weigh for Picture {
    fn weigh(&self) -> u64 {
        (size_of::<Picture>() + self.0.len()) as u64
    }
}

impl Weigh for Status {
    fn weigh(&self) -> u64 {
        (size_of::<Status>() + self.status.len() + self.prev_status.len() + self.active_channel.len()) as u64
    }
}

impl Weigh for Channel {
    fn weigh(&self) -> u64 {
        (size_of::<Channel>() + self.name.len() + self.display_name.len() + self.header.len() + self.purpose.len())
            as u64
    }
}

impl Weigh for Team {
    fn weigh(&self) -> u64 {
        (size_of::<Team>() + self.name.len() + self.display_name.len() + self.description.len() + self.email.len())
            as u64
    }
}

impl Weigh for Memberships {
    fn weigh(&self) -> u64 {
        let explicit: usize = self.teams.values().chain(self.channels.values()).map(|one| one.explicit.len()).sum();
        ((self.teams.len() + self.channels.len()) * 64 + explicit + size_of::<Memberships>()) as u64
    }
}
