//! Uploads in parts.

use crate::invalid::{Checked, ensure};

pub const FILENAME_LEN_MAX: usize = 256;

/// # Errors
/// `model.upload_session.is_valid.<what>.app_error`: `filename`, `file_size`. Whether the size is
/// allowed is the configuration's business.
pub fn must_be_valid(filename: &str, file_size_bytes: i64) -> Checked {
    ensure(
        !filename.is_empty() && filename.len() <= FILENAME_LEN_MAX,
        "model.upload_session.is_valid.filename.app_error",
        "An upload needs a file name of at most 256 bytes.",
    )?;
    ensure(file_size_bytes > 0, "model.upload_session.is_valid.file_size.app_error", "An upload needs the file's size.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upload_names_the_file_and_its_size() {
        assert_eq!(must_be_valid("x.txt", 1), Ok(()));
        let id = |name, size| must_be_valid(name, size).expect_err("refused").id;
        assert_eq!(id("x.txt", 0), "model.upload_session.is_valid.file_size.app_error");
        assert_eq!(id("", 1), "model.upload_session.is_valid.filename.app_error");
    }
}
