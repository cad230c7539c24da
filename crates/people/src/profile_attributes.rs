//! Custom profile attributes: fields that administrators add to every profile, and what users say in them.

use std::collections::BTreeMap;

use base::Id;
use base::ids::UserId;
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::permit::accounts::Part;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use rules::profile_attributes::{FIELDS_MAX, must_be_field, settle_attrs, settle_value};
use serde_json::Value;
use wire::events::{AttributeFieldData, AttributeFieldRef, AttributeValuesData, Broadcast, EventName};
use wire::profile_attributes::{AttributeField, AttributeFieldPatch, AttributeGroup, AttributeValues};

use crate::{audits, users};

/// Name under which the id of the fields' group is kept.
const GROUP: &str = "CustomProfileAttributesGroup";
/// The administrator alone says what stands in such a field.
const MANAGED_BY_ADMIN: &str = "admin";
/// What stands in such a field is for its owner and for those who administer the account.
const HIDDEN: &str = "hidden";

/// `GET /custom_profile_attributes/group`: answers with the group of the fields, whose id is stable.
pub async fn group(call: Call) -> Answer {
    Ok(Reply::json(&AttributeGroup { id: group_id(&call.app).await? }))
}

async fn group_id(app: &App) -> Result<Id> {
    let id = app.kept(GROUP, || app.ids.next::<Id>().to_string()).await?;
    let broken = || ApiError::internal("api.internal.app_error", "The group of the attributes has no valid id.");
    Id::parse(&id).filter(|id| id.is_some()).ok_or_else(broken)
}

/// `GET /custom_profile_attributes/fields`
pub async fn fields(call: Call) -> Answer {
    Ok(Reply::json(&live(&call.app).await?))
}

/// The fields in use, in the order in which profiles show them.
async fn live(app: &App) -> Result<Vec<AttributeField>> {
    let mut fields = app.store.attribute_fields(FIELDS_MAX).await?;
    let group_id = group_id(app).await?;
    fields.iter_mut().for_each(|field| field.group_id = group_id);
    fields.sort_by(|one, other| place(one).total_cmp(&place(other)).then_with(|| one.id.cmp(&other.id)));
    Ok(fields)
}

fn place(field: &AttributeField) -> f64 {
    field.attrs.get("sort_order").and_then(Value::as_f64).unwrap_or_default()
}

fn settle(app: &App, field: &mut AttributeField) -> Result<()> {
    field.name = field.name.trim().to_owned();
    must_be_field(&field.name, &field.kind)?;
    field.attrs = settle_attrs(&field.kind, &field.attrs, || app.ids.next::<Id>().to_string())?;
    Ok(())
}

/// `POST /custom_profile_attributes/fields`
pub async fn create(mut call: Call) -> Answer {
    let form: AttributeField = call.json("property_field").await?;
    call.must(Permission::ManageSystem)?;
    if call.app.store.attribute_fields(FIELDS_MAX).await?.len() >= FIELDS_MAX {
        let text = "There are as many fields as there may be.";
        let id = "app.custom_profile_attributes.limit_reached.app_error";
        return Err(ApiError::new(http::StatusCode::UNPROCESSABLE_ENTITY, id, text));
    }
    let now = call.app.clock.now();
    let mut field = AttributeField {
        id: call.app.ids.next(),
        group_id: group_id(&call.app).await?,
        name: form.name,
        kind: form.kind,
        attrs: form.attrs,
        create_at: now,
        update_at: now,
        ..AttributeField::default()
    };
    settle(&call.app, &mut field)?;
    let mut change = call.app.change();
    change.write(store::profile_attributes::insert_field(&field));
    let data = AttributeFieldData { field: field.clone(), delete_values: None };
    change.announce(EventName::CustomProfileAttributesFieldCreated, &data, Broadcast::everyone());
    audits::note(&mut change, &call, &format!("field_id={}", field.id));
    commit(change).await?;
    Ok(Reply::created(&field))
}

/// Commits; a name that another field has is refused, and so is a field that is gone or was changed meanwhile.
async fn commit(change: Change) -> Result<()> {
    match change.commit().await {
        Ok(_) => Ok(()),
        Err(store::Error::Conflict { .. }) => {
            let id = "app.custom_profile_attributes.property_field_is_invalid.app_error";
            let text = "There is a field of this name already.";
            Err(ApiError::new(http::StatusCode::UNPROCESSABLE_ENTITY, id, text))
        }
        Err(store::Error::Unmet { .. }) => Err(missing()),
        Err(error) => Err(error.into()),
    }
}

fn missing() -> ApiError {
    let id = "app.custom_profile_attributes.property_field_not_found.app_error";
    ApiError::not_found(id, "There is no such field.")
}

async fn must_field(call: &Call) -> Result<AttributeField> {
    let id: Id = call.id("field_id")?;
    live(&call.app).await?.into_iter().find(|field| field.id == id).ok_or_else(missing)
}

/// `PATCH /custom_profile_attributes/fields/{field_id}`: changes a field. A new type removes its values.
pub async fn patch(mut call: Call) -> Answer {
    let patch: AttributeFieldPatch = call.json("property_field_patch").await?;
    call.must(Permission::ManageSystem)?;
    let old = must_field(&call).await?;
    let mut field = old.clone();
    field.name = patch.name.unwrap_or(field.name);
    field.kind = patch.kind.unwrap_or(field.kind);
    // Settings that the patch does not name stay.
    field.attrs.extend(patch.attrs.unwrap_or_default());
    field.update_at = users::later(&call.app, old.update_at);
    settle(&call.app, &mut field)?;
    let emptied = field.kind != old.kind;
    let mut change = call.app.change();
    change.write(store::profile_attributes::update_field(&field, old.update_at));
    if emptied {
        change.write(store::profile_attributes::delete_values_of_field(field.id));
    }
    let data = AttributeFieldData { field: field.clone(), delete_values: Some(emptied) };
    change.announce(EventName::CustomProfileAttributesFieldUpdated, &data, Broadcast::everyone());
    audits::note(&mut change, &call, &format!("field_id={}", field.id));
    commit(change).await?;
    Ok(Reply::json(&field))
}

/// `DELETE /custom_profile_attributes/fields/{field_id}`: deletes a field and all its values.
pub async fn delete(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let field = must_field(&call).await?;
    let mut change = call.app.change();
    change.write(store::profile_attributes::delete_field(field.id, users::later(&call.app, field.update_at)));
    change.write(store::profile_attributes::delete_values_of_field(field.id));
    let data = AttributeFieldRef { field_id: field.id };
    change.announce(EventName::CustomProfileAttributesFieldDeleted, &data, Broadcast::everyone());
    audits::note(&mut change, &call, &format!("field_id={}", field.id));
    commit(change).await?;
    Ok(Reply::ok())
}

/// `GET /users/{user_id}/custom_profile_attributes`: answers with the values by field that the caller may see.
pub async fn values(call: Call) -> Answer {
    let user = call.user_id()?;
    users::must_see(&call, user).await?;
    let mut values: AttributeValues = call.app.store.attribute_values(user, FIELDS_MAX).await?.into_iter().collect();
    if !call.may_act_on(user, Part::Profile).await? {
        let fields = live(&call.app).await?;
        values.retain(|id, _| fields.iter().any(|field| field.id == *id && !is_hidden(field)));
    }
    Ok(Reply::json(&values))
}

fn is_hidden(field: &AttributeField) -> bool {
    field.attrs.get("visibility").is_some_and(|visibility| visibility == HIDDEN)
}

/// `PATCH /custom_profile_attributes/values`: changes the caller's own values.
pub async fn set_own(call: Call) -> Answer {
    let me = call.my_id();
    set(call, me).await
}

/// `PATCH /users/{user_id}/custom_profile_attributes`
pub async fn set_of_user(call: Call) -> Answer {
    let user = call.must_act_on(Part::Profile).await?;
    set(call, user).await
}

async fn set(mut call: Call, user: UserId) -> Answer {
    let given: BTreeMap<String, Value> = call.json("value").await?;
    if given.is_empty() || given.len() > FIELDS_MAX {
        return Err(ApiError::body_param("value"));
    }
    call.app.must_user(user).await?;
    let fields = live(&call.app).await?;
    let mut values = AttributeValues::new();
    for (id, value) in given {
        let id = Id::parse(&id).ok_or_else(|| ApiError::body_param("value"))?;
        let field = fields.iter().find(|field| field.id == id).ok_or_else(missing)?;
        let managed = field.attrs.get("managed").is_some_and(|by| by == MANAGED_BY_ADMIN);
        allowed(!managed || call.can(Permission::ManageSystem))?;
        values.insert(id, settle_value(&field.kind, &field.attrs, &value)?);
    }
    let now = call.app.clock.now();
    let mut change = call.app.change();
    for (field, value) in &values {
        change.write(store::profile_attributes::set_value(user, *field, value, now));
    }
    announce(&mut change, user, &fields, &values);
    commit(change).await?;
    Ok(Reply::json(&values))
}

/// Tells everybody of the values that everybody may read, and the owner of the others.
fn announce(change: &mut Change, user: UserId, fields: &[AttributeField], values: &AttributeValues) {
    let is_shown = |id: &Id| !fields.iter().any(|field| field.id == *id && is_hidden(field));
    let (shown, hidden): (AttributeValues, AttributeValues) =
        values.iter().map(|(id, value)| (*id, value.clone())).partition(|(id, _)| is_shown(id));
    let event = EventName::CustomProfileAttributesValuesUpdated;
    if !shown.is_empty() {
        let data = AttributeValuesData { user_id: user, values: shown };
        change.announce_about(user, event, &data, Broadcast::everyone());
    }
    if !hidden.is_empty() {
        change.announce(event, &AttributeValuesData { user_id: user, values: hidden }, Broadcast::to_user(user));
    }
}
