//! The form of all answers of SCIM: resources, lists of them, and refusals (RFC 7644 §3.4.2, §3.9, §3.12).

use http::{HeaderValue, StatusCode, header};
use node::error::ApiError;
use request::{Answer, Call, Reply};
use serde_json::{Value, json};

use crate::provisioning::filter::{Filter, Unreadable};
use crate::provisioning::patch::Wrong;

const JSON: HeaderValue = HeaderValue::from_static("application/scim+json");
/// Resources of one page, by itself and at most.
const COUNT_DEFAULT: usize = 100;
pub const COUNT_MAX: usize = 200;

/// Why a request came to nothing.
#[derive(Debug, Clone)]
pub struct Refused {
    pub status: StatusCode,
    /// `scimType`; empty where the standard has no word for it.
    pub kind: &'static str,
    pub detail: String,
}

impl Refused {
    pub fn new(status: StatusCode, kind: &'static str, detail: impl ToString) -> Refused {
        Refused { status, kind, detail: detail.to_string() }
    }

    pub fn value(detail: impl ToString) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, "invalidValue", detail)
    }

    pub fn taken(detail: impl ToString) -> Refused {
        Refused::new(StatusCode::CONFLICT, "uniqueness", detail)
    }

    pub fn missing(id: &str) -> Refused {
        Refused::new(StatusCode::NOT_FOUND, "", format!("There is no resource {id:?}."))
    }

    fn reply(&self) -> Reply {
        let mut body = json!({
            "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"],
            "status": self.status.as_u16().to_string(),
            "detail": self.detail,
        });
        if !self.kind.is_empty() {
            body["scimType"] = json!(self.kind);
        }
        let reply = shown(&body).with_status(self.status);
        match self.status {
            StatusCode::UNAUTHORIZED => reply.with_text_header(header::WWW_AUTHENTICATE, "Bearer realm=\"SCIM\""),
            _ => reply,
        }
    }
}

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Refused {
        let is_of_value = error.status == StatusCode::BAD_REQUEST;
        Refused::new(error.status, if is_of_value { "invalidValue" } else { "" }, error.message)
    }
}

impl From<store::Error> for Refused {
    fn from(error: store::Error) -> Refused {
        match error {
            store::Error::Unmet { .. } if !store::users::was_last_administrator(&error) => {
                Refused::new(StatusCode::CONFLICT, "", "It changed at the same moment. Please try again.")
            }
            error if error.is_conflict_on("users.username") => Refused::taken("An account has this username."),
            error if error.is_conflict_on("users.email") => Refused::taken("An account has this address."),
            error if error.is_conflict_on("provisioned_users.user_name_folded") => {
                Refused::taken("An account has this userName.")
            }
            error => ApiError::from(error).into(),
        }
    }
}

impl From<Unreadable> for Refused {
    fn from(why: Unreadable) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, "invalidFilter", format!("The filter cannot be read: {why}."))
    }
}

impl From<Wrong> for Refused {
    fn from(wrong: Wrong) -> Refused {
        let kind = match wrong {
            Wrong::Path(..) => "invalidPath",
            Wrong::NoTarget(_) => "noTarget",
            Wrong::Number => "tooMany",
            Wrong::Operation(_) | Wrong::Value | Wrong::Form(_) => "invalidSyntax",
        };
        Refused::new(StatusCode::BAD_REQUEST, kind, wrong)
    }
}

/// What a handler answers: a refusal has the form that programs of this protocol read.
pub fn answered(outcome: Result<Reply, Refused>) -> Answer {
    Ok(outcome.unwrap_or_else(|refused| refused.reply()))
}

/// 200 with a body of this protocol.
pub fn shown(body: &Value) -> Reply {
    let bytes = serde_json::to_vec(body).expect("a value is JSON");
    Reply::bytes(JSON, bytes).with_text_header(header::CACHE_CONTROL, "no-store")
}

/// The body of a request as JSON.
///
/// # Errors
/// `invalidSyntax` when it is none.
pub async fn body(call: &mut Call) -> Result<Value, Refused> {
    let bytes = call.bytes().await?;
    let body: Result<Value, _> = serde_json::from_slice(&bytes);
    let unlike = |detail: String| Refused::new(StatusCode::BAD_REQUEST, "invalidSyntax", detail);
    match body {
        Ok(body) if body.is_object() => Ok(body),
        Ok(_) => Err(unlike("The body is no object.".into())),
        Err(error) => Err(unlike(format!("The body is no JSON: {error}."))),
    }
}

/// The address of a resource.
pub fn location(call: &Call, kind: &str, id: &str) -> String {
    format!("{}/scim/v2/{kind}/{id}", call.app.config().service.site_url)
}

/// Which resources of a list are wanted, and which attributes of them.
#[derive(Debug, Default)]
pub struct Wanted {
    pub filter: Option<Filter>,
    /// Resources before the page.
    pub offset: usize,
    pub count: usize,
    only: Vec<String>,
    without: Vec<String>,
}

impl Wanted {
    /// # Errors
    /// `invalidFilter` for a filter that cannot be read.
    pub fn of(call: &Call) -> Result<Wanted, Refused> {
        let query = call.query();
        let filter = match query.text("filter") {
            "" => None,
            text => Some(Filter::parse(text)?),
        };
        let count = query.int("count").map_or(COUNT_DEFAULT, |count| usize::try_from(count).unwrap_or(0));
        let start = query.int("startIndex").unwrap_or(1).max(1);
        Ok(Wanted {
            filter,
            offset: usize::try_from(start - 1).unwrap_or(usize::MAX >> 1),
            count: count.min(COUNT_MAX),
            only: names(query.text("attributes")),
            without: names(query.text("excludedAttributes")),
        })
    }

    /// Whether an attribute is wanted that is left out unless it is named.
    pub fn names(&self, attribute: &str) -> bool {
        self.only.iter().any(|name| name == attribute)
    }

    /// Whether an attribute is wanted that is there unless it is left out.
    pub fn shows(&self, attribute: &str) -> bool {
        let is_named = self.only.is_empty() || self.names(attribute);
        is_named && !self.without.iter().any(|name| name == attribute)
    }

    /// The resource with the attributes that are wanted.
    pub fn cut(&self, mut resource: Value) -> Value {
        if let Some(values) = resource.as_object_mut() {
            values.retain(|name, _| matches!(name.as_str(), "schemas" | "id") || self.shows(&name.to_lowercase()));
        }
        resource
    }

    /// A page of a list.
    pub fn page(&self, total: usize, resources: Vec<Value>) -> Reply {
        let resources: Vec<Value> = resources.into_iter().map(|resource| self.cut(resource)).collect();
        shown(&json!({
            "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
            "totalResults": total,
            "startIndex": self.offset + 1,
            "itemsPerPage": resources.len(),
            "Resources": resources,
        }))
    }
}

/// Names of attributes in lower case; of a part, that of the whole.
fn names(text: &str) -> Vec<String> {
    let last =
        |name: &str| name.rsplit(':').next().unwrap_or_default().split('.').next().unwrap_or_default().to_owned();
    text.split(',').map(|name| last(&name.trim().to_lowercase())).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_left_out_or_named() {
        let resource =
            json!({"schemas": [], "id": "a", "userName": "ann", "name": {"givenName": "Ann"}, "active": true});
        let keys = |only: &str, without: &str| {
            let wanted = Wanted { only: names(only), without: names(without), ..Wanted::default() };
            let cut = wanted.cut(resource.clone());
            let mut names: Vec<&str> = cut.as_object().expect("an object").keys().map(String::as_str).collect();
            names.sort_unstable();
            names.join(" ")
        };
        assert_eq!(keys("", ""), "active id name schemas userName");
        assert_eq!(
            keys("name.givenName, urn:ietf:params:scim:schemas:core:2.0:User:active", ""),
            "active id name schemas"
        );
        assert_eq!(keys("", "USERNAME,id"), "active id name schemas");
    }
}
