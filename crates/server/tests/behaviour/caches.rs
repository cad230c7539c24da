//! What memory holds of the store, when somebody says that the store was changed behind it.

use serde_json::Value;
use testkit::{TestApp, both};
use wire::endpoints;
use wire::posts::Post;

both! {
    async fn once_the_caches_are_invalidated_posts_are_read_anew(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let channel = ann.channel(&app.team, "deck").await;
        let post = ann.post(&channel, "first").await;
        let id = channel.id.to_string();
        let page = async || {
            let answer = ann.rest.ask(endpoints::GET_POSTS_FOR_CHANNEL, &[&id], "").await;
            ann.must::<Value>("posts", answer)["posts"][post.id.to_string()]["message"].clone()
        };
        assert_eq!(page().await, "first");
        let edited = Post { message: "second".into(), ..post.clone() };
        let write = store::posts::edit(&edited, post.edit_at, post.update_at + 1);
        app.app.store.commit(vec![write], None).await.expect("the post can be written");
        app.admin.must::<Value>("caches", app.admin.rest.ask(endpoints::INVALIDATE_CACHES, &[], "").await);
        assert_eq!(page().await, "second");
    }
}
