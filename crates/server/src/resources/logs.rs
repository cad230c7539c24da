//! The newest lines of the server's log, for administrators. Where the log goes to the console there are none.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

use node::error::ApiError;
use permissions::Permission;

use request::{Answer, Call, Reply};

/// Bytes at the end of the log that are read: some 10,000 lines.
const TAIL_BYTES_MAX: u64 = 2 << 20;
/// Lines of a page when the caller does not say, and at most.
const LINES_DEFAULT: usize = 10_000;

/// `GET /logs`: a page of lines, the newest last.
pub async fn list(call: Call) -> Answer {
    call.must(Permission::GetLogs)?;
    let path = PathBuf::from(&call.app.config().log.file);
    if path.as_os_str().is_empty() {
        return Ok(Reply::json::<[(); 0]>(&[]));
    }
    let query = call.query();
    let size = query.int("logs_per_page").and_then(|size| usize::try_from(size).ok());
    let size = size.unwrap_or(LINES_DEFAULT).clamp(1, LINES_DEFAULT);
    let behind = query.page().saturating_mul(size);
    let tail = tokio::task::spawn_blocking(move || tail(&path)).await;
    let unreadable =
        |why: String| ApiError::internal("api.admin.file_read_error", "The log cannot be read.").because(why);
    let tail = tail.map_err(|error| unreadable(error.to_string()))?.map_err(|error| unreadable(error.to_string()))?;
    let lines: Vec<&str> = tail.lines().collect();
    let end = lines.len().saturating_sub(behind);
    Ok(Reply::json(&lines[end.saturating_sub(size)..end]))
}

fn tail(path: &std::path::Path) -> std::io::Result<String> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    file.seek(SeekFrom::Start(len.saturating_sub(TAIL_BYTES_MAX)))?;
    let mut bytes = Vec::new();
    file.take(TAIL_BYTES_MAX).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_from_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        std::fs::write(&path, "one\ntwo\n").expect("written");
        assert_eq!(tail(&path).expect("read"), "one\ntwo\n");
    }
}
