//! Preferences by events.

use wire::events::{Event, PreferenceData, PreferencesData};
use wire::preferences::Preference;

use super::{Need, State};

type Applied = Result<Vec<Need>, serde_json::Error>;

impl State {
    pub(super) fn preferences_changed(&mut self, event: &Event) -> Applied {
        for preference in read(event)? {
            self.preferences.insert((preference.category.clone(), preference.name.clone()), preference);
        }
        Ok(Vec::new())
    }

    /// One preference, set by a command.
    pub(super) fn preference_changed(&mut self, event: &Event) -> Applied {
        let data: PreferenceData = event.read()?;
        let preference: Preference = data.preference.parse()?;
        self.preferences.insert((preference.category.clone(), preference.name.clone()), preference);
        Ok(Vec::new())
    }

    pub(super) fn preferences_deleted(&mut self, event: &Event) -> Applied {
        for preference in read(event)? {
            self.preferences.remove(&(preference.category, preference.name));
        }
        Ok(Vec::new())
    }
}

fn read(event: &Event) -> Result<Vec<Preference>, serde_json::Error> {
    let data: PreferencesData = event.read()?;
    data.preferences.parse()
}
