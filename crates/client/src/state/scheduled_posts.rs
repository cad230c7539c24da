//! The own scheduled posts by events.

use wire::events::{Event, ScheduledPostData};
use wire::scheduled_posts::ScheduledPost;

use super::{Need, State};

type Applied = Result<Vec<Need>, serde_json::Error>;

impl State {
    pub(super) fn scheduled_post_saved(&mut self, event: &Event) -> Applied {
        let post = read(event)?;
        self.scheduled_posts.insert(post.id, post);
        Ok(Vec::new())
    }

    pub(super) fn scheduled_post_deleted(&mut self, event: &Event) -> Applied {
        self.scheduled_posts.remove(&read(event)?.id);
        Ok(Vec::new())
    }
}

fn read(event: &Event) -> Result<ScheduledPost, serde_json::Error> {
    let data: ScheduledPostData = event.read()?;
    data.scheduled_post.parse()
}
