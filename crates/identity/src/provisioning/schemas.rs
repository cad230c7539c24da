//! What a provisioning program reads of this server: what it can do, and which resources and attributes there are
//! (RFC 7643 §5 to §7).

use http::StatusCode;
use request::{Answer, Call, Reply};
use serde_json::{Value, json};

use crate::provisioning::reply::{COUNT_MAX, Refused, Wanted, answered, shown};
use crate::provisioning::{groups, people, person, tokens};

/// `GET /scim/v2/ServiceProviderConfig`
pub async fn service(call: Call) -> Answer {
    answered(served(&call).await)
}

async fn served(call: &Call) -> Result<Reply, Refused> {
    tokens::must_have(call).await?;
    Ok(shown(&json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
        "patch": {"supported": true},
        "bulk": {"supported": false, "maxOperations": 0, "maxPayloadSize": 0},
        "filter": {"supported": true, "maxResults": COUNT_MAX},
        "changePassword": {"supported": false},
        "sort": {"supported": false},
        "etag": {"supported": false},
        "authenticationSchemes": [{
            "type": "oauthbearertoken", "name": "Bearer token", "primary": true,
            "description": "A token that an administrator made for this program",
        }],
        "meta": {"resourceType": "ServiceProviderConfig", "location": address(call, "ServiceProviderConfig")},
    })))
}

fn address(call: &Call, what: &str) -> String {
    format!("{}/scim/v2/{what}", call.app.config().service.site_url)
}

fn kinds(call: &Call) -> Vec<Value> {
    let kind = |name: &str, endpoint: &str, schema: &str| {
        json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
            "id": name, "name": name, "endpoint": format!("/{endpoint}"), "schema": schema,
            "meta": {"resourceType": "ResourceType", "location": address(call, &format!("ResourceTypes/{name}"))},
        })
    };
    vec![kind("User", people::KIND, person::SCHEMA), kind("Group", groups::KIND, groups::SCHEMA)]
}

/// `GET /scim/v2/ResourceTypes`
pub async fn types(call: Call) -> Answer {
    answered(listed(&call, kinds).await)
}

/// `GET /scim/v2/ResourceTypes/{resource_id}`
pub async fn one_type(call: Call) -> Answer {
    answered(one(&call, kinds).await)
}

/// `GET /scim/v2/Schemas`
pub async fn all(call: Call) -> Answer {
    answered(listed(&call, schemas).await)
}

/// `GET /scim/v2/Schemas/{resource_id}`
pub async fn one_schema(call: Call) -> Answer {
    answered(one(&call, schemas).await)
}

/// `POST /scim/v2/Bulk`
pub async fn bulk(call: Call) -> Answer {
    answered(not_in_bulk(&call).await)
}

async fn not_in_bulk(call: &Call) -> Result<Reply, Refused> {
    tokens::must_have(call).await?;
    let text = "This server takes one operation a request: ServiceProviderConfig says so.";
    Err(Refused::new(StatusCode::NOT_IMPLEMENTED, "", text))
}

async fn listed(call: &Call, of: fn(&Call) -> Vec<Value>) -> Result<Reply, Refused> {
    tokens::must_have(call).await?;
    let all = of(call);
    Ok(Wanted::default().page(all.len(), all))
}

async fn one(call: &Call, of: fn(&Call) -> Vec<Value>) -> Result<Reply, Refused> {
    tokens::must_have(call).await?;
    let id = call.text("resource_id");
    let found = of(call).into_iter().find(|one| one["id"].as_str().is_some_and(|known| known.eq_ignore_ascii_case(id)));
    Ok(shown(&found.ok_or_else(|| Refused::missing(id))?))
}

/// Whether a program writes an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Program,
    Server,
}

fn attribute(name: &str, kind: &str, by: By) -> Value {
    let is_id = matches!(name, "id" | "externalId" | "value");
    json!({
        "name": name, "type": kind, "multiValued": false, "description": "", "required": false, "caseExact": is_id,
        "mutability": if by == By::Program { "readWrite" } else { "readOnly" }, "returned": "default",
        "uniqueness": "none",
    })
}

fn many(name: &str, by: By, parts: Vec<Value>) -> Value {
    let mut whole = attribute(name, "complex", by);
    (whole["multiValued"], whole["subAttributes"]) = (json!(true), json!(parts));
    whole
}

fn unique(mut attribute: Value) -> Value {
    (attribute["required"], attribute["uniqueness"]) = (json!(true), json!("server"));
    attribute
}

fn schemas(call: &Call) -> Vec<Value> {
    let text = |name: &str| attribute(name, "string", By::Program);
    let told = |name: &str| attribute(name, "string", By::Server);
    let mut name = attribute("name", "complex", By::Program);
    name["subAttributes"] = json!([text("givenName"), text("familyName"), told("formatted")]);
    let primary = attribute("primary", "boolean", By::Program);
    let user = json!([
        unique(text("userName")),
        text("externalId"),
        name,
        told("displayName"),
        text("nickName"),
        text("title"),
        many("emails", By::Program, vec![text("value"), text("type"), primary]),
        attribute("active", "boolean", By::Program),
        many("groups", By::Server, vec![told("value"), told("display"), told("type")]),
    ]);
    let group = json!([
        unique(text("displayName")),
        text("externalId"),
        many("members", By::Program, vec![text("value"), told("type"), told("$ref")]),
    ]);
    let schema = |id: &str, name: &str, attributes: Value| {
        json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
            "id": id, "name": name, "description": name, "attributes": attributes,
            "meta": {"resourceType": "Schema", "location": address(call, &format!("Schemas/{id}"))},
        })
    };
    vec![schema(person::SCHEMA, "User", user), schema(groups::SCHEMA, "Group", group)]
}
