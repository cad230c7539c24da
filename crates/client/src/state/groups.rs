//! Groups, and in which of them one is, by events.

use wire::events::{Event, GroupData, GroupMemberData};
use wire::groups::{Group, GroupMember};

use super::{Need, State};

type Applied = Result<Vec<Need>, serde_json::Error>;

impl State {
    pub(super) fn group_received(&mut self, event: &Event) -> Applied {
        let data: GroupData = event.read()?;
        let group: Group = data.group.parse()?;
        let id = group.id;
        self.take_group(group);
        if !self.groups.contains_key(&id) {
            self.my_groups.remove(&id);
            return Ok(Vec::new());
        }
        // Somebody is in a group from its start, or again when it comes back.
        Ok(vec![Need::MyGroups])
    }

    pub(super) fn group_joined(&mut self, event: &Event) -> Applied {
        self.my_groups.insert(member(event)?.group_id);
        Ok(Vec::new())
    }

    pub(super) fn group_left(&mut self, event: &Event) -> Applied {
        self.my_groups.remove(&member(event)?.group_id);
        Ok(Vec::new())
    }

    /// Keeps a group while it lives. How many are in it is asked when it is shown: who comes and goes is told to those
    /// alone.
    pub(super) fn take_group(&mut self, group: Group) {
        if group.delete_at > 0 {
            self.groups.remove(&group.id);
        } else {
            self.groups.insert(group.id, Group { member_count: None, ..group });
        }
    }
}

fn member(event: &Event) -> Result<GroupMember, serde_json::Error> {
    let data: GroupMemberData = event.read()?;
    data.group_member.parse()
}
