//! Terms of service: the text that people agree to, and their answers.

use base::Id;
use base::ids::UserId;
use node::error::{ApiError, Result};
use permissions::Permission;
use serde::Deserialize;
use store::terms::{Accepted, Terms};
use wire::errors::ids;
use wire::system::TermsOfService;
use wire::users::TermsAnswer;

use request::permit::allowed;
use request::{Answer, Call, Reply};

/// Characters of a text.
const TEXT_LEN_MAX: usize = 16_383;

/// Body of `POST /terms_of_service`.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Form {
    text: String,
}

fn none() -> ApiError {
    ApiError::not_found(ids::APP_TERMS_OF_SERVICE_GET_NO_ROWS, "There are no terms of service.")
}

fn shown(terms: Terms) -> TermsOfService {
    let Terms { id, create_at, user_id, text } = terms;
    TermsOfService { id: id.to_string(), create_at, user_id, text }
}

/// `GET /terms_of_service`: answers with the terms of service in force.
pub async fn latest_terms(call: Call) -> Answer {
    Ok(Reply::json(&shown(call.app.store.latest_terms().await?.ok_or_else(none)?)))
}

/// `POST /terms_of_service`: sets new terms of service, which all users are asked to accept.
pub async fn create_terms(mut call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let form: Form = call.json("text").await?;
    if form.text.is_empty() || form.text.chars().count() > TEXT_LEN_MAX {
        return Err(ApiError::body_param("text"));
    }
    let latest = call.app.store.latest_terms().await?;
    if let Some(same) = latest.filter(|latest| latest.text == form.text) {
        return Ok(Reply::json(&shown(same)));
    }
    let app = &call.app;
    let terms = Terms { id: app.ids.next(), create_at: app.clock.now(), user_id: call.my_id(), text: form.text };
    app.store.write(store::terms::insert(&terms)).await?;
    Ok(Reply::json(&shown(terms)))
}

/// Nobody accepts terms for another, whatever their rights.
fn must_be_me(call: &Call) -> Result<UserId> {
    let user = call.user_id()?;
    allowed(user == call.my_id())?;
    Ok(user)
}

/// `POST /users/{user_id}/terms_of_service`
pub async fn answer_terms(mut call: Call) -> Answer {
    let user = must_be_me(&call)?;
    let form: TermsAnswer = call.json("termsOfServiceId").await?;
    let id = Id::parse(&form.terms_of_service_id).filter(|id| id.is_well_formed());
    let id = id.ok_or_else(|| ApiError::body_param("termsOfServiceId"))?;
    call.app.store.terms(id).await?.ok_or_else(none)?;
    call.app
        .store
        .write(if form.accepted {
            store::terms::accept(user, Accepted { terms: id, at: call.app.clock.now() })
        } else {
            store::terms::decline(user, id)
        })
        .await?;
    Ok(Reply::ok())
}

/// What a user accepted.
#[derive(serde::Serialize)]
struct Answered {
    user_id: UserId,
    terms_of_service_id: Id,
    create_at: base::Millis,
}

/// `GET /users/{user_id}/terms_of_service`
pub async fn accepted_terms(call: Call) -> Answer {
    let user_id = must_be_me(&call)?;
    let unanswered =
        || ApiError::not_found("app.user_terms_of_service.get_by_user.no_rows.app_error", "No terms were accepted.");
    let accepted = call.app.store.accepted_terms(user_id).await?.ok_or_else(unanswered)?;
    Ok(Reply::json(&Answered { user_id, terms_of_service_id: accepted.terms, create_at: accepted.at }))
}
