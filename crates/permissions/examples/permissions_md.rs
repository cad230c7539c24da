//! Prints `docs/permissions.md`.

fn main() {
    print!("{}", muster_permissions::matrix::page());
}
