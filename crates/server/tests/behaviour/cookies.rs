//! Cookies of a browser's session: where browsers bring them along.

use serde_json::json;
use testkit::app::PASSWORD;
use testkit::{TestApp, both};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The cookies of a sign-in with further headers.
async fn cookies(app: &TestApp, headers: &str) -> Vec<String> {
    let address = app.base.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let form = json!({"login_id": "ann", "password": PASSWORD}).to_string();
    let request = format!(
        "POST /api/v4/users/login HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nX-Requested-With: XMLHttpRequest\r\n\
         {headers}Content-Length: {}\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(request.as_bytes()).await.expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let cookies = answer.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
    let cookies: Vec<String> = cookies.map(str::to_owned).collect();
    let names: Vec<&str> = cookies.iter().filter_map(|cookie| cookie.split('=').next()).collect();
    assert_eq!(names, ["MMAUTHTOKEN", "MMUSERID", "MMCSRF"], "{answer}");
    cookies
}

/// Whether each cookie has exactly these among the attributes that say where it goes.
fn all_have(cookies: &[String], wanted: &[&str]) -> bool {
    cookies.iter().all(|cookie| {
        let told: Vec<&str> =
            cookie.split("; ").filter(|part| *part == "Secure" || part.starts_with("SameSite")).collect();
        told == wanted
    })
}

both! {
    async fn cookies_stay_away_from_what_other_sites_send(db) {
        let app = TestApp::on(db).await;
        app.member("ann").await;
        let plain = cookies(&app, "").await;
        assert!(all_have(&plain, &["SameSite=Lax"]), "{plain:?}");
        assert!(plain[0].contains("; HttpOnly"), "{plain:?}");
        for proto in ["https", "HTTPS", "https, http"] {
            let secure = cookies(&app, &format!("X-Forwarded-Proto: {proto}\r\n")).await;
            assert!(all_have(&secure, &["Secure", "SameSite=Lax"]), "{proto}: {secure:?}");
        }
        let embedded = cookies(&app, "X-Forwarded-Proto: https\r\nCookie: MMEMBED=1\r\n").await;
        assert!(all_have(&embedded, &["Secure", "SameSite=None"]), "{embedded:?}");
        let unencrypted = cookies(&app, "Cookie: MMEMBED=1\r\n").await;
        assert!(all_have(&unencrypted, &["SameSite=Lax"]), "browsers refuse the other alone: {unencrypted:?}");
    }
}
