//! Encryption as browsers are told of it: to use nothing else from now on, and where to go instead.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use config::Config;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, header};
use http_body_util::Empty;
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use request::App;
use request::transport::{Way, is_https};
use tokio::net::TcpListener;
use tokio::sync::watch;
use url::Url;

use crate::http::connection_limit::ConnectionLimit;

/// Time to send the head of a request, which is all that is read.
const HEAD_WAIT: Duration = Duration::from_secs(10);
/// Pause after the system refused to accept, as it does when files run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What tells a browser to use encryption alone, where the configuration says so and the request with these headers came
/// encrypted: to this server, or to the proxy before it.
pub fn mark(config: &Config, way: Way, asked: &HeaderMap) -> Option<(HeaderName, HeaderValue)> {
    if !config.tls.strict_transport || !is_https(way, asked) {
        return None;
    }
    let value = format!("max-age={}", config.tls.strict_transport_max_age_s);
    let value = HeaderValue::from_str(&value).expect("a number is ASCII");
    Some((header::STRICT_TRANSPORT_SECURITY, value))
}

/// Answers everybody who comes unencrypted with the encrypted address, until `stop` turns true.
pub async fn forward(
    app: Arc<App>,
    listener: TcpListener,
    connection_limit: ConnectionLimit,
    mut stop: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => return,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let Some(permit) = connection_limit.take() else {
            app.metrics.system.queue_drops.add(("connections",), 1);
            continue;
        };
        let app = app.clone();
        base::tasks::spawn("forward-connection", async move {
            let service = service_fn(move |request: Request<Incoming>| {
                let answer = elsewhere(&app.config().service.site_url, &request);
                async move { Ok::<_, Infallible>(answer) }
            });
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEAD_WAIT).keep_alive(false);
            if let Err(error) = http.serve_connection(TokioIo::new(stream), service).await {
                tracing::debug!(%error, "a connection that was to be forwarded ended early");
            }
            drop(permit);
        });
    }
}

/// The same address, encrypted: at the site's own, or at the host that was asked where the site has none yet.
fn elsewhere<B>(site_url: &str, request: &Request<B>) -> Response<Empty<Bytes>> {
    let mut response = Response::new(Empty::new());
    let site = Url::parse(site_url).ok().filter(|site| site.scheme() == "https");
    let asked = || {
        let host = request.headers().get(header::HOST)?.to_str().ok()?;
        let mut url = Url::parse(&format!("https://{host}")).ok()?;
        // The port is that of the unencrypted address.
        url.set_port(None).ok()?;
        Some(url)
    };
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let there = site.or_else(asked).map(|there| format!("{}{path}", there.origin().ascii_serialization()));
    match there.and_then(|there| HeaderValue::from_str(&there).ok()) {
        Some(there) => {
            *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
            response.headers_mut().insert(header::LOCATION, there);
        }
        None => *response.status_mut() = StatusCode::BAD_REQUEST,
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(site_url: &str, host: &str) -> (u16, String) {
        let request = Request::builder().uri("/crew/channels/deck?x=1").header("host", host).body(());
        let response = elsewhere(site_url, &request.expect("a request"));
        let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
        (response.status().as_u16(), location.unwrap_or_default().to_owned())
    }

    #[test]
    fn who_comes_unencrypted_is_sent_to_the_site() {
        let site = "https://chat.example.test:8443/sub";
        assert_eq!(location(site, "other"), (308, "https://chat.example.test:8443/crew/channels/deck?x=1".into()));
        assert_eq!(location("", "chat.test:80"), (308, "https://chat.test/crew/channels/deck?x=1".into()));
        assert_eq!(location("", "a b"), (400, String::new()));
    }

    #[test]
    fn browsers_are_told_only_where_they_came_encrypted() {
        let told = |strict: bool, way: Way, https: bool| {
            let (mut config, mut asked) = (Config::default(), HeaderMap::new());
            config.tls.strict_transport = strict;
            config.tls.strict_transport_max_age_s = 60;
            if https {
                asked.insert("x-forwarded-proto", HeaderValue::from_static("https"));
            }
            mark(&config, way, &asked).map(|(_, value)| value.to_str().map(str::to_owned).unwrap_or_default())
        };
        assert_eq!(told(true, Way::Encrypted, false).as_deref(), Some("max-age=60"));
        assert_eq!(told(true, Way::Plain, true).as_deref(), Some("max-age=60"));
        assert_eq!(told(true, Way::Plain, false), None);
        assert_eq!(told(false, Way::Encrypted, true), None);
    }
}
