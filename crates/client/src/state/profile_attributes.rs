//! Fields of profiles, and the own values, by events.

use wire::events::{AttributeFieldData, AttributeFieldRef, AttributeValuesData, Event};

use super::{Need, State};

type Applied = Result<Vec<Need>, serde_json::Error>;

impl State {
    pub(super) fn attribute_field_saved(&mut self, event: &Event) -> Applied {
        let data: AttributeFieldData = event.read()?;
        if data.delete_values == Some(true) {
            self.attribute_values.remove(&data.field.id);
        }
        self.attribute_fields.insert(data.field.id, data.field);
        Ok(Vec::new())
    }

    pub(super) fn attribute_field_deleted(&mut self, event: &Event) -> Applied {
        let data: AttributeFieldRef = event.read()?;
        self.attribute_fields.remove(&data.field_id);
        self.attribute_values.remove(&data.field_id);
        Ok(Vec::new())
    }

    pub(super) fn attribute_values_changed(&mut self, event: &Event) -> Applied {
        let data: AttributeValuesData = event.read()?;
        if data.user_id == self.me.id {
            self.attribute_values.extend(data.values);
        }
        Ok(Vec::new())
    }
}
