//! The metrics listener: `GET /metrics`, apart from the API so that it can stay private.

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use http_body_util::Full;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use metrics::Metrics;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Serves until `stop` turns true.
pub async fn serve(listener: TcpListener, metrics: Arc<Metrics>, mut stop: watch::Receiver<bool>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => return,
        };
        let Ok((stream, _)) = accepted else { continue };
        let metrics = metrics.clone();
        crate::tasks::spawn("metrics-connection", async move {
            let service = service_fn(move |request: http::Request<hyper::body::Incoming>| {
                let metrics = metrics.clone();
                async move { Ok::<_, std::convert::Infallible>(answer(request.uri().path(), &metrics)) }
            });
            let connection = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a metrics connection ended early");
            }
        });
    }
}

fn answer(path: &str, metrics: &Metrics) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::new()));
    if path != "/metrics" {
        *response.status_mut() = StatusCode::NOT_FOUND;
        return response;
    }
    let tasks = tokio::runtime::Handle::current().metrics().num_alive_tasks();
    metrics.system.tasks.set(i64::try_from(tasks).unwrap_or(i64::MAX));
    *response.body_mut() = Full::new(metrics.render().into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(metrics::CONTENT_TYPE));
    response
}
