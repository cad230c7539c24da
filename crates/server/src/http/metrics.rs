//! The metrics listener: `GET /metrics`, and profiles where they are on, apart from the API so that it can stay
//! private.

use std::convert::Infallible;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderValue, Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use metrics::Metrics;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::http::profiles::Profiles;

/// What the listener serves. Clones are the same.
#[derive(Clone)]
pub struct Pages {
    pub metrics: Arc<Metrics>,
    pub profiles: Profiles,
}

/// Serves until `stop` turns true.
pub async fn serve(listener: TcpListener, pages: Pages, mut stop: watch::Receiver<bool>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => return,
        };
        let Ok((stream, _)) = accepted else { continue };
        let pages = pages.clone();
        base::tasks::spawn("metrics-connection", async move {
            let service = service_fn(move |request: Request<Incoming>| {
                let pages = pages.clone();
                async move { Ok::<_, Infallible>(pages.answer(&request).await) }
            });
            let connection = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a metrics connection ended early");
            }
        });
    }
}

impl Pages {
    async fn answer(&self, request: &Request<Incoming>) -> Response<Full<Bytes>> {
        let uri = request.uri();
        if uri.path() == "/metrics" {
            return reply(StatusCode::OK, metrics::CONTENT_TYPE, self.render());
        }
        match self.profiles.at(uri.path(), uri.query().unwrap_or_default()).await {
            Some(Ok(profile)) => reply(StatusCode::OK, "application/octet-stream", profile),
            Some(Err((status, why))) => reply(status, "text/plain; charset=utf-8", format!("{why}\n").into()),
            None => reply(StatusCode::NOT_FOUND, "text/plain", Bytes::new()),
        }
    }

    fn render(&self) -> Bytes {
        let tasks = tokio::runtime::Handle::current().metrics().num_alive_tasks();
        self.metrics.system.tasks.set(i64::try_from(tasks).unwrap_or(i64::MAX));
        self.metrics.render().into()
    }
}

fn reply(status: StatusCode, kind: &'static str, body: Bytes) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
