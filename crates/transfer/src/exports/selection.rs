//! What of everything an export takes along.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::Millis;
use base::ids::TeamId;
use wire::channels::Channel;

/// Some teams, channels or a time; everything by default.
///
/// Accounts come all the same: who wrote need not belong to a team any more.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Names of teams; conversations belong to none.
    pub teams: Option<BTreeSet<String>>,
    /// `TEAM/CHANNEL`, and `@ann, @bob` for conversations.
    pub places: Option<Arc<BTreeSet<String>>>,
    /// Threads that began at this time or later.
    pub since: Millis,
    /// Threads that began before.
    pub until: Option<Millis>,
}

impl Selection {
    /// Some channels and conversations.
    pub fn of_places(places: impl IntoIterator<Item = String>) -> Selection {
        Selection { places: Some(Arc::new(places.into_iter().collect())), ..Selection::default() }
    }

    /// Whether a team is taken along.
    pub fn takes_team(&self, team: &str) -> bool {
        let of_place = |places: &Arc<BTreeSet<String>>| {
            let begin = format!("{team}/");
            places.range(begin.clone()..).next().is_some_and(|place| place.starts_with(&begin))
        };
        self.teams.as_ref().is_none_or(|teams| teams.contains(team)) && self.places.as_ref().is_none_or(of_place)
    }

    /// Whether a channel of a team is.
    pub fn takes_channel(&self, team: &str, channel: &Channel) -> bool {
        debug_assert!(channel.team_id != TeamId::NONE, "conversations have no team");
        self.takes_team(team) && self.takes_place(|| format!("{team}/{}", channel.name))
    }

    /// Whether any conversation is.
    pub fn takes_conversations(&self) -> bool {
        self.teams.is_none() && self.places.as_ref().is_none_or(|places| places.iter().any(|one| one.starts_with('@')))
    }

    /// Whether the conversation of some people is.
    pub fn takes_conversation<'p>(&self, people: impl Iterator<Item = &'p str>) -> bool {
        self.takes_conversations() && self.takes_place(|| conversation(people.collect()))
    }

    fn takes_place(&self, place: impl FnOnce() -> String) -> bool {
        self.places.as_ref().is_none_or(|places| places.contains(&place()))
    }
}

/// What a conversation of some people is called.
pub fn conversation(people: BTreeSet<&str>) -> String {
    let named: Vec<String> = people.into_iter().map(|name| format!("@{name}")).collect();
    named.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_takes_what_it_names() {
        let deck = Channel { team_id: TeamId(base::Id([1; 16])), name: "deck".into(), ..Channel::default() };
        let all = Selection::default();
        assert!(all.takes_channel("crew", &deck) && all.takes_conversation(["bob", "ann"].into_iter()));
        let some = Selection::of_places(["crew/deck".to_owned(), "@ann, @bob".to_owned()]);
        assert!(some.takes_channel("crew", &deck) && !some.takes_channel("cre", &deck) && !some.takes_team("cre"));
        assert!(some.takes_conversation(["bob", "ann"].into_iter()) && !some.takes_conversation(["bob"].into_iter()));
        let team = Selection { teams: Some(["crew".to_owned()].into()), ..Selection::default() };
        assert!(team.takes_channel("crew", &deck) && !team.takes_team("other") && !team.takes_conversations());
    }
}
