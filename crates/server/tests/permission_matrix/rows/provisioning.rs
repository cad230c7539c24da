//! Programs that make and remove accounts: nobody's session is good there, and their tokens are for administrators.

use wire::endpoints::root::*;
use wire::endpoints::*;

use crate::asker::{Row, admin, never, nobody, row};

pub const ROWS: &[Row] = &[
    row(GET_PROVISIONING_TOKENS, "", admin),
    row(CREATE_PROVISIONING_TOKEN, r#"{"description":"program $tag"}"#, admin),
    never(DELETE_PROVISIONING_TOKEN, "", admin),
    never(GET_PROVISIONING_SERVICE, "", nobody),
    never(GET_PROVISIONING_TYPES, "", nobody),
    never(GET_PROVISIONING_TYPE, "", nobody),
    never(GET_PROVISIONING_SCHEMAS, "", nobody),
    never(GET_PROVISIONING_SCHEMA, "", nobody),
    never(PROVISION_IN_BULK, "{}", nobody),
    never(GET_PROVISIONED_USERS, "", nobody),
    never(GET_PROVISIONED_USER, "", nobody),
    never(CREATE_PROVISIONED_USER, r#"{"userName":"new-$tag@example.test"}"#, nobody),
    never(UPDATE_PROVISIONED_USER, r#"{"userName":"new-$tag@example.test"}"#, nobody),
    never(PATCH_PROVISIONED_USER, r#"{"Operations":[{"op":"replace","value":{"active":false}}]}"#, nobody),
    never(DELETE_PROVISIONED_USER, "", nobody),
    never(GET_PROVISIONED_GROUPS, "", nobody),
    never(GET_PROVISIONED_GROUP, "", nobody),
    never(CREATE_PROVISIONED_GROUP, r#"{"displayName":"new-$tag"}"#, nobody),
    never(UPDATE_PROVISIONED_GROUP, r#"{"displayName":"new-$tag"}"#, nobody),
    never(PATCH_PROVISIONED_GROUP, r#"{"Operations":[{"op":"remove","path":"members"}]}"#, nobody),
    never(DELETE_PROVISIONED_GROUP, "", nobody),
];
