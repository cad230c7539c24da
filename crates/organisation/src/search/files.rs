//! Searching files, by name and content.

use std::time::Instant;

use base::ids::FileId;
use node::error::Result;
use request::{Answer, Call, Reply};
use wire::files::FileInfoList;

use crate::search::{Asked, Place, disabled, fresh, read};

const MALFORMED: &str = "api.post.search_files.invalid_body.app_error";

pub async fn team(call: Call) -> Answer {
    let place = Place::team(&call).await?;
    search(call, place).await
}

pub async fn all_teams(call: Call) -> Answer {
    search(call, Place::Everywhere).await
}

async fn search(mut call: Call, place: Place) -> Answer {
    let asked = read(&mut call, place, MALFORMED).await?;
    if !call.app.config().search.enable_files {
        return Err(disabled());
    }
    let began = Instant::now();
    let found = find(&call, asked).await?;
    let content = &call.app.metrics.content;
    content.file_searches.inc();
    content.file_search_time.observe(began.elapsed().as_secs_f64());
    Ok(fresh(Reply::json(&found)))
}

async fn find(call: &Call, asked: Asked) -> Result<FileInfoList> {
    let Asked { query, scope, page } = asked;
    let readable = scope.channels.clone();
    let hits = call.app.indexing.engine.search_files(&query, scope, page).await?;
    let ids: Vec<FileId> = hits.into_iter().map(|(id, _)| id).collect();
    let mut files = call.app.store.files(&ids).await?;
    // The index may be behind the store: what was deleted or moved since is not shown.
    files.retain(|file| file.delete_at == 0 && file.post_id.is_some() && readable.contains(&file.channel_id));
    let order = files.iter().map(|file| file.id).collect();
    let file_infos = files.into_iter().map(|file| (file.id, file)).collect();
    Ok(FileInfoList { order, file_infos, ..FileInfoList::default() })
}
