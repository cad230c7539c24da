//! The routes of programs that make and remove accounts (SCIM), and of their tokens.

use wire::endpoints::root::*;
use wire::endpoints::*;

use crate::routes::Route;

pub(super) const TABLE: &[Route] = routes! {
    GET_PROVISIONING_TOKENS => identity::provisioning::tokens::list,
    CREATE_PROVISIONING_TOKEN => identity::provisioning::tokens::create,
    DELETE_PROVISIONING_TOKEN => identity::provisioning::tokens::remove,
    GET_PROVISIONING_SERVICE => identity::provisioning::schemas::service,
    GET_PROVISIONING_TYPES => identity::provisioning::schemas::types,
    GET_PROVISIONING_TYPE => identity::provisioning::schemas::one_type,
    GET_PROVISIONING_SCHEMAS => identity::provisioning::schemas::all,
    GET_PROVISIONING_SCHEMA => identity::provisioning::schemas::one_schema,
    PROVISION_IN_BULK => identity::provisioning::schemas::bulk,
    GET_PROVISIONED_USERS => identity::provisioning::people::list,
    GET_PROVISIONED_USER => identity::provisioning::people::get,
    CREATE_PROVISIONED_USER => identity::provisioning::people::create,
    UPDATE_PROVISIONED_USER => identity::provisioning::people::replace,
    PATCH_PROVISIONED_USER => identity::provisioning::people::change,
    DELETE_PROVISIONED_USER => identity::provisioning::people::remove,
    GET_PROVISIONED_GROUPS => identity::provisioning::groups::list,
    GET_PROVISIONED_GROUP => identity::provisioning::groups::get,
    CREATE_PROVISIONED_GROUP => identity::provisioning::groups::create,
    UPDATE_PROVISIONED_GROUP => identity::provisioning::groups::replace,
    PATCH_PROVISIONED_GROUP => identity::provisioning::groups::change,
    DELETE_PROVISIONED_GROUP => identity::provisioning::groups::remove,
};
