//! What a post's links lead to comes after the post, once for all posts that link there, and never from inside.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::world::{ANN, BEN, World};

/// A site that answers the paths a test names; how often it was asked.
async fn site(answers: Vec<(&'static str, String)>) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let base = format!("http://127.0.0.1:{}", listener.local_addr().expect("an address").port());
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    base::tasks::spawn("test-site", async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::SeqCst);
            let mut buffer = [0; 4096];
            let read = stream.read(&mut buffer).await.unwrap_or(0);
            let request = String::from_utf8_lossy(&buffer[..read]).into_owned();
            let path = request.split(' ').nth(1).unwrap_or_default();
            let found = answers.iter().find(|(known, _)| *known == path).map(|(_, answer)| answer.as_str());
            let answer = found.unwrap_or("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    (base, asked)
}

fn html(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// The embeds of a post, when they have come.
async fn embeds(world: &World, post: &str) -> Value {
    for _ in 0..200 {
        let post = world.ask(BEN, Method::GET, &format!("/posts/{post}"), Value::Null).await;
        if post["metadata"]["embeds"].is_array() {
            return post["metadata"]["embeds"].clone();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Value::Null
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_shown_under_the_post_and_asked_once() {
    let page =
        "<title>T</title><meta property=og:title content=\"Tides &amp; times\"><meta property=og:image content=/i.png>";
    let (base, asked) = site(vec![("/tides", html(page))]).await;
    let world = World::new().await;
    let link = format!("{base}/tides");
    let first = world.post(ANN, json!({"message": format!("see {link}")})).await;
    let shown = embeds(&world, &first).await;
    assert_eq!((&shown[0]["type"], &shown[0]["url"]), (&json!("opengraph"), &json!(link)), "{shown}");
    assert_eq!(shown[0]["data"]["title"], "Tides & times");
    assert_eq!(shown[0]["data"]["images"][0]["url"], format!("{base}/i.png"));
    let before = asked.load(Ordering::SeqCst);
    let form = json!({"channel_id": world.channel, "message": format!("again {link}")});
    let second = world.ask(BEN, Method::POST, "/posts", form).await;
    assert_eq!(second["metadata"]["embeds"][0]["data"]["title"], "Tides & times", "{second}");
    assert_eq!(asked.load(Ordering::SeqCst), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_behind_a_redirect_inwards_is_only_a_link() {
    let inward = "HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/secret\r\ncontent-length: 0\r\n\r\n".to_owned();
    let (base, _) = site(vec![("/in", inward)]).await;
    let world = World::new().await;
    let post = world.post(ANN, json!({"message": format!("{base}/in")})).await;
    assert_eq!(embeds(&world, &post).await, json!([{"type": "link", "url": format!("{base}/in")}]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_without_end_is_read_to_its_bound() {
    let page = format!("<meta property=og:title content=Long>{}", "x".repeat(3 << 20));
    let (base, _) = site(vec![("/long", html(&page))]).await;
    let world = World::new().await;
    let post = world.post(ANN, json!({"message": format!("{base}/long")})).await;
    assert_eq!(embeds(&world, &post).await[0]["data"]["title"], "Long");
}
