//! Dispatch: from a request to the answer of its route's handler.
//!
//! Order: address (length, form), route, rate, caller, rate of dear requests, handler; then the headers that every answer
//! carries, compression, metrics. A panic in a handler is a 500 and a line in the log.

use std::convert::Infallible;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::Id;
use bytes::Bytes;
use config::Config;
use futures_util::FutureExt;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri, Version, header};
use hyper::body::{Body as _, Incoming};
use metrics::{ApiCall, PageLoad};
use node::error::ApiError;
use people::session;
use request::App;
use request::Call;
use request::Reply;
use request::body::RequestBody;
use request::gzip::{COMPRESS_BYTES_MIN, accepts_gzip, compress};
use request::origin::origin_of;
use request::rate;
use request::rate::Limiter;
use request::rate::seconds_up;
use request::reply::{Body, Content, JSON, whole};
use request::transport::Way;
use tracing::field::Empty;
use tracing::{Instrument, Span};
use wire::endpoints::{self, Endpoint};

use crate::http::clean_path::cleaned;
use crate::http::cors;
use crate::http::encrypted;
use crate::http::replica_routes::may_use_replica;
use crate::http::timeouts::{Answering, Busy};
use crate::routes::Handler;
use crate::routes::find::Found;
use crate::routes::find::Routes;

// Made once: a name in text is checked anew at each use.
const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const X_VERSION_ID: HeaderName = HeaderName::from_static("x-version-id");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const X_PAGE_LOAD_CONTEXT: HeaderName = HeaderName::from_static("x-page-load-context");
const CLOSE: HeaderValue = HeaderValue::from_static("close");
/// Headers of an answer for which there is room from the start, the connection's own among them.
const ANSWER_HEADERS: usize = 12;

/// The connection that a request came on.
pub struct Line {
    /// Where it comes from, behind the proxies that the configuration trusts.
    pub peer: IpAddr,
    pub way: Way,
    /// The request is under way until this is gone.
    pub busy: Busy,
}

/// Answers one request. Never fails: what goes wrong is an answer, too.
pub async fn dispatch(
    app: Arc<App>,
    request: Request<Incoming>,
    Line { peer, way, busy }: Line,
) -> Result<Response<Answering<Body>>, Infallible> {
    let began = Instant::now();
    let _counted = InFlight::begin(&app);
    let (parts, body) = request.into_parts();
    // Not kept while something is waited for: what is set meanwhile holds from then on.
    let (body, marks, found) = {
        let config = app.config();
        let body = RequestBody::new(body, Duration::from_secs(config.service.read_timeout_s.into()));
        (body, marks(&config, way, &parts.headers), find(&app, &config, &parts))
    };
    let request_id: Id = app.ids.next();
    let gzip = accepts_gzip(&parts.headers);
    let asks_again = parts.headers.contains_key(header::IF_NONE_MATCH);
    let (method, version) = (parts.method.clone(), parts.version);
    let label = ApiCall {
        handler: "",
        method: label_method(&method),
        status: 0,
        origin: origin_of(&parts.headers),
        page_load: page_load(&parts.headers),
    };
    let (handler_name, answer) = match found {
        Err(error) if error.status == StatusCode::NOT_FOUND => ("unknown", elsewhere(&app, &parts, error)),
        Err(error) => ("unknown", Err(error)),
        Ok((endpoint, handler, path)) => {
            let span = span(endpoint, &parts.headers, request_id);
            let call = Call {
                app: app.clone(),
                endpoint,
                parts,
                request_id,
                peer,
                way,
                path,
                identity: None,
                body: Some(body),
            };
            (endpoint.name, run_within(span, call, handler).await)
        }
    };
    let mut response = respond(&app, answer, request_id, &method, gzip);
    for (name, value) in marks {
        response.headers_mut().append(name, value);
    }
    if app.hub.is_leaving() && version < Version::HTTP_2 && !response.status().is_informational() {
        response.headers_mut().insert(header::CONNECTION, CLOSE);
    }
    if handler_name != "connectWebSocket" {
        let status = response.status().as_u16();
        app.metrics.api_time(ApiCall { handler: handler_name, status, ..label }, began.elapsed().as_secs_f64());
        match response.status() {
            StatusCode::NOT_MODIFIED if asks_again => app.metrics.http.etag_hits.inc((handler_name,)),
            StatusCode::OK if asks_again => app.metrics.http.etag_misses.inc((handler_name,)),
            _ => {}
        }
    }
    Ok(response.map(|body| Answering::new(body, busy)))
}

/// Headers of the answer that depend on how it was asked for, and on nothing else.
fn marks(config: &Config, way: Way, asked: &HeaderMap) -> Vec<(HeaderName, HeaderValue)> {
    let mut marks = cors::mark(config, asked);
    marks.extend(encrypted::mark(config, way, asked));
    marks
}

/// A request that is being answered; one whose caller went away is dropped on the way, and counted out all the same.
struct InFlight<'a>(&'a App);

impl<'a> InFlight<'a> {
    fn begin(app: &'a App) -> Self {
        app.metrics.http.in_flight.inc();
        InFlight(app)
    }
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.metrics.http.in_flight.dec();
    }
}

/// The request as a trace shows it. Nobody looks unless `tracing.otlp_url` is set.
fn span(endpoint: &Endpoint, headers: &HeaderMap, request_id: Id) -> Span {
    tracing::trace_span!(
        target: "trace", "request", handler = endpoint.name, %request_id,
        traceparent = headers.get("traceparent").and_then(|header| header.to_str().ok()), status = Empty
    )
}

async fn run_within(span: Span, call: Call, handler: Handler) -> request::Answer {
    if span.is_disabled() {
        return run(call, handler).await;
    }
    // In a box, so that requests that are not traced do not carry the state of those that are.
    let answer = Box::pin(run(call, handler).instrument(span.clone())).await;
    let status = answer.as_ref().map_or_else(|error| error.status, |reply| reply.status);
    span.record("status", status.as_u16());
    answer
}

type Routed = (&'static Endpoint, Handler, Vec<(&'static str, String)>);

fn find(app: &App, config: &Config, parts: &http::request::Parts) -> Result<Routed, ApiError> {
    if address_len(&parts.uri) > config.service.max_url_bytes as usize {
        let text = "The address is longer than this server accepts.";
        let id = wire::errors::ids::BASIC_SECURITY_CHECK_URL_TOO_LONG_ERROR;
        return Err(ApiError::new(StatusCode::URI_TOO_LONG, id, text));
    }
    match app.of::<Routes>().find(&parts.method, parts.uri.path()) {
        // A node that is there for jobs alone tells that it lives, and nothing else.
        Found::Route(endpoint, ..) if config.jobs.only && endpoint.name != endpoints::GET_PING.name => {
            Err(ApiError::route_not_found())
        }
        Found::Route(endpoint, handler, path) => Ok((endpoint, handler, path)),
        Found::Nothing => Err(ApiError::route_not_found()),
    }
}

/// Bytes of an address, without its scheme.
fn address_len(uri: &Uri) -> usize {
    let authority = uri.authority().map_or(0, |authority| authority.as_str().len());
    authority + uri.path_and_query().map_or(0, |rest| rest.as_str().len())
}

/// Where programs look whether something is there: the API, plugins, and what is known by its place.
const WITHOUT_PAGE: &[&str] = &["/api/", "/plugins/", "/scim/", "/.well-known/"];

/// What addresses without a route answer: those under [`WITHOUT_PAGE`] an error, all others the page. No route
/// takes the method by which a browser asks what another site may.
fn elsewhere(app: &App, parts: &http::request::Parts, error: ApiError) -> request::Answer {
    if let Some(reply) = cors::preflight(&app.config(), parts) {
        return Ok(reply);
    }
    let path = parts.uri.path();
    if let Some(clean) = cleaned(path, parts.uri.query()) {
        return Ok(Reply::empty(StatusCode::MOVED_PERMANENTLY).with_text_header(header::LOCATION, &clean));
    }
    let reads = match parts.method {
        Method::GET => true,
        // What a page would say; what has a route of its own is asked by its method.
        Method::HEAD => matches!(app.of::<Routes>().find(&Method::GET, path), Found::Nothing),
        _ => false,
    };
    if reads && !WITHOUT_PAGE.iter().any(|begin| path.starts_with(begin)) {
        request::page::show(app, path, &parts.headers)
    } else {
        Err(error)
    }
}

async fn run(call: Call, handler: Handler) -> request::Answer {
    let left = match call.app.of::<Limiter>().take(&call) {
        Ok(left) => left,
        Err(refused) => {
            call.app.metrics.http.rate_limited.inc();
            return Ok(refused.reply());
        }
    };
    let answer = run_unlimited(call, handler).await;
    match left {
        Some(left) => answer.map(|reply| left.put_on(reply)),
        None => answer,
    }
}

async fn run_unlimited(mut call: Call, handler: Handler) -> request::Answer {
    if let Some(cluster) = &call.app.cluster {
        Box::pin(cluster.refresh(&call.app)).await?;
    }
    call.identity = session::identify(&call.app, &call.parts, call.endpoint).await?;
    if let Some(cost) = call.endpoint.cost
        && let Err(refused) = call.app.of::<Limiter>().take_cost(&call, cost)
    {
        call.app.metrics.http.rate_limited.inc();
        call.app.metrics.http.cost_limited.inc((rate::label(cost),));
        return Ok(refused.reply());
    }
    let from_replica = call.app.store.has_replicas() && may_use_replica(call.endpoint.name);
    let work = AssertUnwindSafe(handler(call)).catch_unwind();
    match if from_replica { store::from_replica(work).await } else { work.await } {
        Ok(answer) => answer,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no text");
            tracing::error!(panic = text, "a handler panicked");
            Err(ApiError::internal("api.internal.app_error", "Something went wrong inside the server."))
        }
    }
}

fn respond(app: &App, answer: request::Answer, request_id: Id, method: &Method, gzip: bool) -> Response<Body> {
    let reply = answer.unwrap_or_else(|error| refuse(app, &error, request_id));
    let mut response = match reply.content {
        Content::Raw(response) => return *response,
        Content::Empty => Response::new(whole(Bytes::new())),
        Content::Stream(kind, body) => with_kind(Response::new(body), kind),
        Content::Whole(kind, bytes) if gzip && bytes.len() >= COMPRESS_BYTES_MIN && is_text(&kind) => {
            packed(kind, compress(&bytes))
        }
        Content::Packed(kind, bytes) => packed(kind, bytes),
        Content::Whole(kind, bytes) => with_kind(Response::new(whole(bytes)), kind),
    };
    *response.status_mut() = reply.status;
    let headers = response.headers_mut();
    headers.reserve(ANSWER_HEADERS);
    for (name, value) in reply.headers {
        headers.append(name, value);
    }
    let id = request_id.encode();
    headers.insert(X_REQUEST_ID, HeaderValue::from_bytes(&id).expect("an id is ASCII"));
    headers.insert(X_VERSION_ID, (*app.version_header()).clone());
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(PERMISSIONS_POLICY, HeaderValue::from_static(""));
    if method == Method::GET && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::EXPIRES, HeaderValue::from_static("0"));
    }
    if method == Method::HEAD { bare(response) } else { response }
}

/// The answer without its body, which still says how long that would be.
fn bare(mut response: Response<Body>) -> Response<Body> {
    if let Some(len) = response.body().size_hint().exact() {
        response.headers_mut().entry(header::CONTENT_LENGTH).or_insert(len.into());
    }
    response.map(|_| whole(Bytes::new()))
}

fn refuse(app: &App, error: &ApiError, request_id: Id) -> Reply {
    if error.status.is_server_error() && error.status != StatusCode::NOT_IMPLEMENTED {
        tracing::error!(%request_id, error.id = %error.id, cause = %error.detailed, "a request failed");
    } else {
        tracing::debug!(%request_id, error.id = %error.id, cause = %error.detailed, "a request was refused");
    }
    let body = error.body(&request_id.to_string(), app.config().service.developer_mode);
    let mut reply = Reply::json(&body).with_status(error.status);
    if error.clears_cookies {
        reply = reply.with_text_header(header::SET_COOKIE, &people::sessions::cleared_cookie(app));
    }
    if error.status == StatusCode::SERVICE_UNAVAILABLE {
        reply = reply.with_header(header::RETRY_AFTER, HeaderValue::from(seconds_up(error.retry_after).max(1)));
    }
    reply
}

fn with_kind(mut response: Response<Body>, kind: HeaderValue) -> Response<Body> {
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

fn packed(kind: HeaderValue, bytes: Bytes) -> Response<Body> {
    let mut response = with_kind(Response::new(whole(bytes)), kind);
    response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    response
}

fn is_text(kind: &HeaderValue) -> bool {
    kind == JSON || kind.as_bytes().starts_with(b"text/")
}

fn label_method(method: &Method) -> metrics::Method {
    metrics::Method::find(method.as_str()).unwrap_or(metrics::Method::Other)
}

fn page_load(headers: &HeaderMap) -> PageLoad {
    let context = headers.get(&X_PAGE_LOAD_CONTEXT).and_then(|value| value.to_str().ok());
    context.and_then(PageLoad::find).unwrap_or(PageLoad::Other)
}
