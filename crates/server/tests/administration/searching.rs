//! Searching with engines that nodes share.

use config::SearchBackend;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp};

use crate::{jobs, must, refused};

async fn found(person: &Person, terms: &str) -> Value {
    must(&person.rest, Method::POST, "/posts/search", json!({"terms": terms})).await["order"].clone()
}

testkit::both! {
    async fn the_databases_own_full_text_finds_what_was_just_written_and_nothing_that_is_gone(db) {
        let app = TestApp::on_with(db, |config| config.search.backend = SearchBackend::Database).await;
        let (ann, ben) = (app.member("ann").await, app.member("ben").await);
        let channel = ann.channel(&app.team, "deck").await;
        let (soup, salad) = (ann.post(&channel, "tomato soup").await, ann.post(&channel, "tomato salad").await);
        assert_eq!(found(&ann, "tomatoes").await, json!([salad.id, soup.id]));
        assert_eq!(found(&ann, "\"tomato soup\"").await, json!([soup.id]));
        assert_eq!(found(&ben, "tomato").await, json!([]), "only what one may read");
        let edit = json!({"id": soup.id, "message": "basil soup"});
        must(&ann.rest, Method::PUT, &format!("/posts/{}/patch", soup.id), edit).await;
        must(&ann.rest, Method::DELETE, &format!("/posts/{}", salad.id), Value::Null).await;
        assert_eq!(found(&ann, "tomato").await, json!([]));
        assert_eq!(found(&ann, "basil").await, json!([soup.id]));
        let job = jobs::done(&app, "elasticsearch_post_indexing", Value::Null).await;
        assert_eq!(job["data"]["removed"], "0", "{job}");
        assert_eq!(found(&ann, "basil").await, json!([soup.id]));
    }
}

/// The address of a search server that nobody listens at.
fn nowhere(config: &mut config::Config) {
    config.search.backend = SearchBackend::Opensearch;
    "http://127.0.0.1:1".clone_into(&mut config.search.url);
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_are_told_what_kind_of_search_server_is_asked() {
    let told = async |app: TestApp| {
        let ping = must(&app.admin.rest, Method::GET, "/system/ping", Value::Null).await;
        ping["ActiveSearchBackend"].clone()
    };
    assert_eq!(told(TestApp::with(nowhere).await).await, "opensearch");
    assert_eq!(told(TestApp::with(|config| config.search.backend = SearchBackend::Embedded).await).await, "database");
    assert_eq!(told(TestApp::with(|config| config.search.backend = SearchBackend::Database).await).await, "database");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_server_search_is_unavailable_where_nothing_else_is_to_answer() {
    let app = TestApp::with(|config| {
        nowhere(config);
        config.search.fallback_to_database = false;
    })
    .await;
    let ann = app.member("ann").await;
    let channel = ann.channel(&app.team, "deck").await;
    ann.post(&channel, "posting goes on").await;
    let refusal = refused(&ann.rest, Method::POST, "/posts/search", json!({"terms": "posting"})).await;
    assert_eq!(refusal, (StatusCode::SERVICE_UNAVAILABLE, "app.search.unavailable.app_error".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_server_search_looks_through_the_newest_posts() {
    let app = TestApp::with(nowhere).await;
    let ann = app.member("ann").await;
    let channel = ann.channel(&app.team, "deck").await;
    let post = ann.post(&channel, "posting goes on").await;
    assert_eq!(found(&ann, "post*").await, json!([post.id]));
    assert_eq!(found(&ann, "\"goes posting\"").await, json!([]));
    assert!(app.app.metrics.content.search_fallbacks.get() > 0);
}
