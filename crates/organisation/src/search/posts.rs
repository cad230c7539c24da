//! Searching posts.

use std::time::Instant;

use base::ids::PostId;
use conversation::shown::metadata;
use node::error::Result;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::posts::PostList;
use wire::search::SearchResults;

use crate::search::{Asked, Place, disabled, fresh, read};

pub async fn team(call: Call) -> Answer {
    let place = Place::team(&call).await?;
    search(call, place).await
}

pub async fn all_teams(call: Call) -> Answer {
    search(call, Place::Everywhere).await
}

async fn search(mut call: Call, place: Place) -> Answer {
    let asked = read(&mut call, place, ids::API_POST_SEARCH_POSTS_INVALID_BODY).await?;
    if !call.app.config().search.enable_posts {
        return Err(disabled());
    }
    let began = Instant::now();
    let found = find(&call, asked).await?;
    let content = &call.app.metrics.content;
    content.post_searches.inc();
    content.post_search_time.observe(began.elapsed().as_secs_f64());
    Ok(fresh(Reply::json(&found)))
}

async fn find(call: &Call, asked: Asked) -> Result<SearchResults> {
    let Asked { query, scope, page } = asked;
    let readable = scope.channels.clone();
    let hits = call.app.indexing.engine.search_posts(&query, scope, page).await?;
    let ids: Vec<PostId> = hits.into_iter().map(|(id, _)| id).collect();
    let mut posts = call.app.store.posts(&ids).await?;
    // The index may be behind the store: what was deleted or moved since is not shown.
    posts.retain(|post| post.delete_at == 0 && readable.contains(&post.channel_id));
    metadata::fill(&call.app, Some(call.me()), &mut posts).await?;
    let order = posts.iter().map(|post| post.id).collect();
    let posts = posts.into_iter().map(|post| (post.id, post)).collect();
    Ok(SearchResults { posts: PostList { order, posts, ..PostList::default() }, matches: None })
}
