//! The built-in roles against what a reference server of the protocol answers for them.

use super::*;
use crate::permission::Scope;
use crate::set::PermissionList;

/// The answers to `GET /roles/name/{name}` on a fresh reference server.
const RECORDED: &[(&str, &str)] = &[
    (
        "system_user",
        "create_custom_group create_direct_channel create_emojis create_group_channel create_team \
         delete_custom_group delete_emojis edit_custom_group join_public_teams list_public_teams \
         manage_custom_group_members restore_custom_group view_members",
    ),
    (
        "team_user",
        "add_user_to_team create_private_channel create_public_channel invite_user join_public_channels \
         list_team_channels playbook_private_create playbook_public_create read_public_channel view_team",
    ),
    (
        "channel_user",
        "add_bookmark_private_channel add_bookmark_public_channel add_reaction create_post \
         delete_bookmark_private_channel delete_bookmark_public_channel delete_post delete_private_channel \
         delete_public_channel edit_bookmark_private_channel edit_bookmark_public_channel edit_post \
         get_public_link manage_private_channel_members manage_private_channel_properties \
         manage_public_channel_members manage_public_channel_properties order_bookmark_private_channel \
         order_bookmark_public_channel read_channel read_channel_content read_private_channel_groups \
         read_public_channel_groups remove_reaction upload_file use_channel_mentions use_group_mentions",
    ),
    (
        "channel_admin",
        "add_bookmark_private_channel add_bookmark_public_channel add_reaction create_post \
         delete_bookmark_private_channel delete_bookmark_public_channel edit_bookmark_private_channel \
         edit_bookmark_public_channel manage_channel_access_rules manage_channel_roles \
         manage_private_channel_banner manage_private_channel_members manage_public_channel_banner \
         manage_public_channel_members order_bookmark_private_channel order_bookmark_public_channel \
         read_private_channel_groups read_public_channel_groups remove_reaction upload_file \
         use_channel_mentions use_group_mentions",
    ),
    (
        "team_admin",
        "add_bookmark_private_channel add_bookmark_public_channel add_reaction \
         convert_private_channel_to_public convert_public_channel_to_private create_post \
         delete_bookmark_private_channel delete_bookmark_public_channel delete_others_posts delete_post \
         edit_bookmark_private_channel edit_bookmark_public_channel import_team manage_channel_access_rules \
         manage_channel_roles manage_incoming_webhooks manage_others_incoming_webhooks \
         manage_others_outgoing_webhooks manage_others_slash_commands manage_outgoing_webhooks \
         manage_private_channel_banner manage_private_channel_members manage_public_channel_banner \
         manage_public_channel_members manage_slash_commands manage_team manage_team_roles \
         order_bookmark_private_channel order_bookmark_public_channel playbook_private_manage_roles \
         playbook_public_manage_roles read_private_channel_groups read_public_channel_groups remove_reaction \
         remove_user_from_team upload_file use_channel_mentions use_group_mentions",
    ),
];

#[test]
fn recorded_roles_hold_exactly_the_recorded_permissions() {
    for (name, ids) in RECORDED {
        let want = PermissionList::from_ids(ids.split_whitespace());
        assert!(want.unknown().is_empty(), "{name}: no such permission: {:?}", want.unknown());
        let got = built_in(name).unwrap_or_else(|| panic!("{name} is not built in")).permissions;
        assert_eq!(got - want.known, PermissionSet::EMPTY, "{name} holds too much");
        assert_eq!(want.known - got, PermissionSet::EMPTY, "{name} lacks");
    }
}

#[test]
fn names_are_unique_and_every_role_is_described() {
    for (at, role) in BUILT_IN_ROLES.iter().enumerate() {
        assert!(BUILT_IN_ROLES[..at].iter().all(|other| other.name != role.name), "{} twice", role.name);
        assert!(role.description.ends_with('.') && !role.display_name.is_empty(), "{}", role.name);
    }
    assert_eq!(BUILT_IN_ROLES.len(), 25);
}

#[test]
fn the_viewer_writes_nothing_and_misses_nothing_but_what_is_kept_from_it() {
    let viewer = built_in("system_read_only_admin").expect("built in").permissions;
    let missing: Vec<&str> = Permission::ALL
        .iter()
        .filter(|permission| permission.scope() == Scope::Console && !viewer.contains(**permission))
        .map(|permission| permission.as_str())
        .filter(|id| id.starts_with("sysconsole_read_"))
        .collect();
    assert_eq!(
        missing,
        ["sysconsole_read_billing", "sysconsole_read_user_management_system_roles", "sysconsole_read_site_ip_filters"]
    );
    assert!(viewer.iter().all(|permission| !permission.as_str().starts_with("sysconsole_write_")));
}

#[test]
fn no_role_but_the_administrator_manages_the_system() {
    for role in BUILT_IN_ROLES {
        let manages = role.permissions.contains(ManageSystem) || role.permissions.contains(ManageRoles);
        assert_eq!(manages, role.name == "system_admin", "{}", role.name);
    }
}

#[test]
fn roles_for_channels_and_teams_hold_no_permission_of_the_whole_server() {
    for role in BUILT_IN_ROLES.iter().filter(|role| role.name.starts_with("channel_") || role.name.starts_with("team_"))
    {
        for permission in role.permissions.iter().filter(|&permission| permission != GetPublicLink) {
            assert_ne!(permission.scope(), Scope::System, "{} holds {permission}", role.name);
        }
    }
}
