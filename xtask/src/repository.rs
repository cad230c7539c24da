//! Where the repository is.

use std::path::Path;

/// The root of the repository that this program was built from.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository")
}
