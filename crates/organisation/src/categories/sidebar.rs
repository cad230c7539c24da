//! A user's sidebar in one team: which channel stands in which category. Pure; writes come from what it says.
//!
//! Every channel of the user stands in exactly one category. Those that nobody put anywhere stand
//! at the end of `channels` or, if they are conversations, of `direct_messages`.

use std::collections::{HashMap, HashSet};

use base::ids::{ChannelId, TeamId, UserId};
use wire::channels::Channel;
use wire::sidebar::{
    CHANNELS, CUSTOM, Category, DIRECT_MESSAGES, FAVORITES, SORT_DEFAULT, SORT_RECENT, fixed_category_id,
};

/// Between the places of two categories.
const ORDER_STEP: i64 = 10;

/// The categories of one user in one team, in order.
#[derive(Debug, Clone)]
pub struct Sidebar {
    pub categories: Vec<Category>,
    /// The user's channels, and whether they are conversations.
    conversations: HashMap<ChannelId, bool>,
}

/// The three categories that are always there, as they are at first.
pub fn initial(user: UserId, team: TeamId) -> [Category; 3] {
    let kinds = [
        (FAVORITES, "Favorites", SORT_DEFAULT),
        (CHANNELS, "Channels", SORT_DEFAULT),
        (DIRECT_MESSAGES, "Direct Messages", SORT_RECENT),
    ];
    let mut at = 0;
    kinds.map(|(kind, display_name, sorting)| {
        let sort_order = at;
        at += ORDER_STEP;
        Category {
            id: fixed_category_id(kind, user, team),
            user_id: user,
            team_id: team,
            sort_order,
            sorting: sorting.into(),
            kind: kind.into(),
            display_name: display_name.into(),
            ..Category::default()
        }
    })
}

impl Sidebar {
    /// The sidebar from stored categories and the user's channels by display name.
    pub fn new(categories: Vec<Category>, channels: &[Channel]) -> Sidebar {
        let conversations = channels.iter().map(|channel| (channel.id, channel.is_direct_or_group())).collect();
        let mut sidebar = Sidebar { categories, conversations };
        let mut placed = HashSet::new();
        for category in &mut sidebar.categories {
            let known = &sidebar.conversations;
            category.channel_ids.retain(|channel| known.contains_key(channel) && placed.insert(*channel));
        }
        let free = channels.iter().map(|channel| channel.id).filter(|channel| !placed.contains(channel));
        sidebar.append_to_defaults(free.collect());
        sidebar
    }

    fn append_to_defaults(&mut self, channels: Vec<ChannelId>) {
        for channel in channels {
            let conversation = self.conversations.get(&channel).copied().unwrap_or_default();
            let kind = if conversation { DIRECT_MESSAGES } else { CHANNELS };
            if let Some(category) = self.categories.iter_mut().find(|category| category.kind == kind) {
                category.channel_ids.push(channel);
            }
        }
    }

    pub fn find(&self, id: &str) -> Option<&Category> {
        self.categories.iter().find(|category| category.id == id)
    }

    pub fn order(&self) -> Vec<String> {
        self.categories.iter().map(|category| category.id.clone()).collect()
    }

    /// Adds a category behind the favourites if those come first, else before all; all places are numbered anew.
    pub fn insert(&mut self, category: Category) {
        let behind = self.categories.first().is_some_and(|first| first.kind == FAVORITES);
        let (at, id, channels) = (usize::from(behind), category.id.clone(), category.channel_ids.clone());
        self.categories.insert(at, Category { channel_ids: Vec::new(), ..category });
        self.number();
        self.fill(&id, &channels);
    }

    fn number(&mut self) {
        for (category, at) in self.categories.iter_mut().zip(0..) {
            category.sort_order = at * ORDER_STEP;
        }
    }

    /// Replaces how a category is called and shown, and its channels. Kind and place stay, and so do the names of
    /// those that are always there.
    pub fn update(&mut self, new: &Category) {
        let Some(old) = self.categories.iter_mut().find(|category| category.id == new.id) else { return };
        old.sorting.clone_from(&new.sorting);
        old.muted = new.muted;
        old.collapsed = new.collapsed;
        if old.kind == CUSTOM {
            old.display_name.clone_from(&new.display_name);
        }
        self.fill(&new.id, &new.channel_ids);
    }

    /// Puts these channels into a category, of those that the user is in and that fit; the others leave it.
    fn fill(&mut self, id: &str, wanted: &[ChannelId]) {
        let Some(at) = self.categories.iter().position(|category| category.id == id) else { return };
        let kind = self.categories[at].kind.clone();
        let mut seen = HashSet::new();
        let fits = |channel: &ChannelId| match (self.conversations.get(channel), kind.as_str()) {
            (None, _) | (Some(true), CHANNELS) | (Some(false), DIRECT_MESSAGES) => false,
            (Some(_), _) => true,
        };
        let wanted: Vec<ChannelId> = wanted.iter().copied().filter(|id| fits(id) && seen.insert(*id)).collect();
        let dropped = std::mem::take(&mut self.categories[at].channel_ids);
        for category in &mut self.categories {
            category.channel_ids.retain(|channel| !seen.contains(channel));
        }
        self.categories[at].channel_ids = wanted;
        self.append_to_defaults(dropped.into_iter().filter(|channel| !seen.contains(channel)).collect());
    }

    /// Removes a category that the user made.
    pub fn remove(&mut self, id: &str) {
        let Some(at) = self.categories.iter().position(|category| category.id == id) else { return };
        let removed = self.categories.remove(at);
        self.append_to_defaults(removed.channel_ids);
    }

    /// Puts the categories in this order; false when it does not name each of them once.
    pub fn reorder(&mut self, order: &[String]) -> bool {
        let places: HashMap<&str, usize> = order.iter().zip(0..).map(|(id, at)| (id.as_str(), at)).collect();
        let whole = order.len() == self.categories.len() && places.len() == order.len();
        if !whole || self.categories.iter().any(|category| !places.contains_key(category.id.as_str())) {
            return false;
        }
        self.categories.sort_by_key(|category| places[category.id.as_str()]);
        self.number();
        true
    }

    /// Channels whose category is muted here and was not in `old`, or the other way round.
    pub fn muted_since(&self, old: &Sidebar) -> Vec<(ChannelId, bool)> {
        let before = old.by_channel(|category| category.muted);
        let mut changed: Vec<(ChannelId, bool)> = self
            .by_channel(|category| category.muted)
            .into_iter()
            .filter(|(channel, muted)| before.get(channel).is_some_and(|before| before != muted))
            .collect();
        changed.sort_unstable();
        changed
    }

    /// Channels that became favourites since `old`, or ceased to be.
    pub fn favored_since(&self, old: &Sidebar) -> Vec<(ChannelId, bool)> {
        let favored = |sidebar: &Sidebar| sidebar.by_channel(|category| category.kind == FAVORITES);
        let before = favored(old);
        let mut changed: Vec<(ChannelId, bool)> = favored(self)
            .into_iter()
            .filter(|(channel, favored)| before.get(channel).copied().unwrap_or_default() != *favored)
            .collect();
        changed.sort_unstable();
        changed
    }

    fn by_channel(&self, of: impl Fn(&Category) -> bool) -> HashMap<ChannelId, bool> {
        let rows = self.categories.iter().flat_map(|category| {
            let value = of(category);
            category.channel_ids.iter().map(move |channel| (*channel, value))
        });
        rows.collect()
    }
}

#[cfg(test)]
mod tests {
    use base::Id;
    use wire::channels::{DIRECT, OPEN};

    use super::*;

    const USER: UserId = UserId(Id([1; 16]));
    const TEAM: TeamId = TeamId(Id([2; 16]));

    fn channel(byte: u8, kind: &str) -> Channel {
        Channel { id: ChannelId(Id([byte; 16])), kind: kind.into(), ..Channel::default() }
    }

    fn sidebar() -> Sidebar {
        let channels = [channel(10, OPEN), channel(11, OPEN), channel(12, DIRECT)];
        Sidebar::new(initial(USER, TEAM).to_vec(), &channels)
    }

    fn custom(channels: &[u8]) -> Category {
        let channel_ids = channels.iter().map(|byte| ChannelId(Id([*byte; 16]))).collect();
        Category {
            id: "work".into(),
            kind: CUSTOM.into(),
            display_name: "Work".into(),
            channel_ids,
            ..initial(USER, TEAM)[0].clone()
        }
    }

    fn shape(sidebar: &Sidebar) -> Vec<(String, Vec<u8>)> {
        let bytes = |category: &Category| category.channel_ids.iter().map(|id| id.0.0[0]).collect();
        sidebar.categories.iter().map(|category| (category.kind.clone(), bytes(category))).collect()
    }

    #[test]
    fn channels_without_a_place_stand_in_the_category_of_their_kind() {
        let expected = [("favorites", vec![]), ("channels", vec![10, 11]), ("direct_messages", vec![12])];
        assert_eq!(shape(&sidebar()), expected.map(|(kind, ids)| (kind.to_owned(), ids)));
    }

    #[test]
    fn a_new_category_comes_behind_the_favourites_and_takes_its_channels_along() {
        let mut sidebar = sidebar();
        sidebar.insert(custom(&[11, 99, 11]));
        assert_eq!(shape(&sidebar)[1], ("custom".to_owned(), vec![11]));
        assert_eq!(shape(&sidebar)[2], ("channels".to_owned(), vec![10]));
        assert_eq!(sidebar.categories[1].sort_order, 10);
        let order: Vec<String> = sidebar.order().into_iter().rev().collect();
        assert!(sidebar.reorder(&order) && !sidebar.reorder(&order[1..]));
    }

    #[test]
    fn what_leaves_a_category_goes_back_to_its_kind_and_is_no_longer_muted() {
        let mut old = sidebar();
        old.insert(Category { muted: true, ..custom(&[10, 12]) });
        let mut new = old.clone();
        new.update(&Category { muted: true, ..custom(&[12]) });
        assert_eq!(shape(&new)[2], ("channels".to_owned(), vec![11, 10]));
        assert_eq!(new.muted_since(&old), [(ChannelId(Id([10; 16])), false)]);
        new.remove("work");
        assert_eq!(shape(&new)[2], ("direct_messages".to_owned(), vec![12]));
    }

    #[test]
    fn favourites_are_those_in_their_category() {
        let old = sidebar();
        let mut new = old.clone();
        let favorites = new.categories[0].clone();
        new.update(&Category { channel_ids: vec![ChannelId(Id([12; 16]))], ..favorites });
        assert_eq!(new.favored_since(&old), [(ChannelId(Id([12; 16])), true)]);
        assert_eq!(old.favored_since(&new), [(ChannelId(Id([12; 16])), false)]);
    }
}
