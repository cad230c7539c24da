//! From a method and an address to the route that stands there.

use std::collections::HashMap;

use http::Method;
use matchit::Router;
use people::not_implemented;
use wire::endpoints::{self, API_PREFIX, Endpoint};

use crate::routes::{Handler, Route, all};

/// Endpoints whose headers are asked for alone: by clients, and by programs that watch whether the server is there.
const WITH_HEAD: &[&Endpoint] = &[
    endpoints::GET_FILE,
    endpoints::GET_FILE_THUMBNAIL,
    endpoints::GET_FILE_PREVIEW,
    endpoints::GET_PING,
    endpoints::root::PUBLIC_FILE,
    endpoints::root::PAGE,
    endpoints::root::ROBOTS,
];

/// The routes in a form that finds quickly.
pub struct Routes {
    by_method: HashMap<Method, Router<Kept>>,
}

/// A route with the names of its path's variables, in order.
struct Kept {
    endpoint: &'static Endpoint,
    handler: Handler,
    names: Box<[&'static str]>,
}

/// What stands at an address.
pub enum Found {
    Route(&'static Endpoint, Handler, Vec<(&'static str, String)>),
    Nothing,
}

impl Routes {
    /// # Panics
    /// When two lines claim one address: that is a mistake of ours, found at the first start.
    pub fn new() -> Routes {
        let mut by_method: HashMap<Method, Router<_>> = HashMap::new();
        let built: HashMap<&str, Handler> = all().map(|Route(endpoint, handler)| (endpoint.name, *handler)).collect();
        for endpoint in endpoints::ALL.iter().chain(endpoints::ROOT) {
            let handler = built.get(endpoint.name).copied().unwrap_or(|call| Box::pin(not_implemented::answer(call)));
            let is_root = endpoints::ROOT.contains(endpoint);
            let path = if is_root { endpoint.path.to_owned() } else { format!("{API_PREFIX}{}", endpoint.path) };
            let also_head = WITH_HEAD.contains(endpoint).then_some(Method::HEAD);
            for method in [Some(endpoint.method.clone()), also_head].into_iter().flatten() {
                let router = by_method.entry(method).or_default();
                let kept = Kept { endpoint, handler, names: variables_of(endpoint.path).collect() };
                if let Err(error) = router.insert(path.clone(), kept) {
                    panic!("{} {}: {error}", endpoint.method, endpoint.path);
                }
            }
        }
        Routes { by_method }
    }

    pub fn find(&self, method: &Method, path: &str) -> Found {
        let Some(router) = self.by_method.get(method) else { return Found::Nothing };
        let Ok(found) = router.at(path) else { return Found::Nothing };
        let Kept { endpoint, handler, names } = found.value;
        let mut variables = Vec::with_capacity(found.params.len());
        for ((_, value), name) in found.params.iter().zip(names) {
            let decoded = decode(value);
            if !fits(name, &decoded) {
                return Found::Nothing;
            }
            variables.push((*name, decoded));
        }
        Found::Route(endpoint, *handler, variables)
    }
}

impl Default for Routes {
    fn default() -> Self {
        Routes::new()
    }
}

/// The names of a path's variables, in order.
fn variables_of(path: &'static str) -> impl Iterator<Item = &'static str> {
    path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
}

/// A variable as it was before it was put into an address; nearly all have nothing to decode.
fn decode(value: &str) -> String {
    match value.contains('%') {
        true => percent_encoding::percent_decode_str(value).decode_utf8_lossy().into_owned(),
        false => value.to_owned(),
    }
}

/// Whether a variable of the path has the letters its kind has; an address with others is no address.
fn fits(name: &str, value: &str) -> bool {
    let all = |extra: &str| value.bytes().all(|b| b.is_ascii_alphanumeric() || extra.as_bytes().contains(&b));
    match name {
        "category_id" | "category" | "preference_name" | "team_name" | "channel_name" | "file_name" => all("_-."),
        "username" => all("_-."),
        "emoji_name" => all("_-+"),
        "role_name" | "action_id" | "plugin_id" | "import_name" | "export_name" | "job_type" | "service" => all("_-."),
        // Schemas have names such as `urn:ietf:params:scim:schemas:core:2.0:User`.
        "resource_id" => all("_-.:"),
        // What a directory calls a group may have any letters, too.
        "email" | "remote_id" => true,
        _ => all(""),
    }
}
