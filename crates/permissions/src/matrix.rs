//! The table of permissions and built-in roles as a page for people: `docs/permissions.md`.

use std::fmt::Write;

use crate::ancillary::ancillary;
use crate::builtin::BUILT_IN_ROLES;
use crate::permission::Permission;

/// The whole page. A test compares it with the file; the example `permissions_md` prints it.
pub fn page() -> String {
    let mut out = String::from(INTRODUCTION);
    roles(&mut out);
    permissions(&mut out);
    ancillaries(&mut out);
    out
}

const INTRODUCTION: &str = "\
# Roles and permissions

<!-- Generated: cargo run -p muster-permissions --example permissions_md > docs/permissions.md -->

A person's rights add up: the roles of the account count everywhere, the roles of a team's member in
that team and its channels, the roles of a channel's member in that channel. Roles marked *scheme* come
with membership (guest, member, administrator) and a scheme may replace them for one team or channel;
the others are given by name. The tables show a fresh server; administrators may change every role but
`system_admin`, which always holds everything and is left out of the second table.
";

fn roles(out: &mut String) {
    out.push_str(
        "\n## Built-in roles\n\n| role | name | given | what it is for | permissions |\n|---|---|---|---|---|\n",
    );
    for role in BUILT_IN_ROLES {
        let given = if role.scheme_managed { "scheme" } else { "by name" };
        let (name, shown, about, count) = (role.name, role.display_name, role.description, role.permissions.len());
        push(out, format_args!("| `{name}` | {shown} | {given} | {about} | {count} |\n"));
    }
}

fn permissions(out: &mut String) {
    out.push_str("\n## Permissions\n\n| permission | scope | roles that hold it |\n|---|---|---|\n");
    for &permission in Permission::ALL {
        let holders: Vec<&str> = BUILT_IN_ROLES
            .iter()
            .filter(|role| role.name != crate::resolve::SYSTEM_ADMIN && role.permissions.contains(permission))
            .map(|role| role.name)
            .collect();
        push(out, format_args!("| `{permission}` | {:?} | {} |\n", permission.scope(), holders.join(", ")));
    }
}

fn ancillaries(out: &mut String) {
    out.push_str("\n## What comes along\n\nGranting the permission on the left grants those on the right, too.\n\n");
    out.push_str("| permission | brings |\n|---|---|\n");
    for &permission in Permission::ALL {
        let along: Vec<&str> = ancillary(permission).iter().map(|along| along.as_str()).collect();
        if !along.is_empty() {
            push(out, format_args!("| `{permission}` | {} |\n", along.join(", ")));
        }
    }
}

fn push(out: &mut String, line: std::fmt::Arguments) {
    out.write_fmt(line).expect("a String takes everything");
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_in_docs_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/permissions.md");
        let stored = std::fs::read_to_string(path).expect("docs/permissions.md is there");
        assert!(
            stored == super::page(),
            "stale: cargo run -p muster-permissions --example permissions_md > docs/permissions.md"
        );
    }
}
