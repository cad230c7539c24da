//! Custom emoji, for tests of what uses them.

use http::Method;
use serde_json::{Value, json};
use testkit::Person;

/// Uploads a picture of one pixel as an emoji; its id.
pub async fn upload(person: &Person, name: &str) -> String {
    let emoji = json!({"creator_id": person.user.id, "name": name});
    let head = format!(
        "--b\r\nContent-Disposition: form-data; name=\"emoji\"\r\n\r\n{emoji}\r\n--b\r\n\
         Content-Disposition: form-data; name=\"image\"; filename=\"p.png\"\r\n\r\n"
    );
    let body = [head.as_bytes(), testkit::PICTURE, b"\r\n--b--\r\n"].concat();
    let kind = Some("multipart/form-data; boundary=b");
    let answer = person.rest.request(&Method::POST, "/api/v4/emoji", body.into(), kind).await;
    person.must::<Value>("emoji", answer)["id"].as_str().expect("an id").to_owned()
}
