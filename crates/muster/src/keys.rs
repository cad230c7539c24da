//! The keys that seal secrets in the database: from the configuration, or from a file beside the embedded database.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use auth::{Key, Keyring};
use config::{Config, SqlDriver};

use crate::place::Problem;

/// The file in the data folder. Its fate is that of the embedded database beside it.
pub const FILE: &str = "secrets.key";

/// The keys of this server. The embedded database has one made for it; for PostgreSQL none is made: it would be one node's.
///
/// # Errors
/// When a key is none, or the file cannot be read or made.
pub fn of(config: &Config, data: &Path) -> Result<Keyring, Problem> {
    let named = |name: &str, text: &str| Key::parse(text).map_err(|error| format!("{name}: {error}"));
    let configured = config.secrets.key.reveal();
    let path = data.join(FILE);
    let current = if !configured.is_empty() {
        Some(named("secrets.key", configured)?)
    } else if config.sql.driver == SqlDriver::Sqlite || path.exists() {
        Some(named(&path.display().to_string(), &kept(&path)?)?)
    } else {
        tracing::warn!("secrets in the database are plain: set secrets.key, the same at all nodes");
        None
    };
    let previous = config.secrets.previous_keys.iter().map(|key| named("secrets.previous_keys", key.reveal()));
    Ok(Keyring::new(current, previous.collect::<Result<_, _>>()?))
}

/// What the file holds; it is made when there is none, for nobody but the account that the server runs as.
fn kept(path: &Path) -> Result<String, Problem> {
    let shown = path.display();
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        read => return Ok(read.map_err(|error| format!("cannot read {shown}: {error}"))?),
    }
    let text = Key::random();
    let mut options = OpenOptions::new();
    let made = options.write(true).create_new(true).mode(0o600).open(path);
    let written = made.and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()));
    written.map_err(|error| format!("cannot write {shown}: {error}"))?;
    // What is sealed is worth nothing without the file: its name is durable before anything is.
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    fs::File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| format!("cannot write {shown}: {error}"))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn set(pairs: &[(&str, &str)]) -> Config {
        let flags = pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        config::load(&config::Sources { flags, ..config::Sources::default() }).expect("a configuration").config
    }

    #[test]
    fn the_embedded_database_has_a_key_of_its_own_that_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let made = of(&set(&[]), folder.path()).expect("a key");
        let mode = fs::metadata(folder.path().join(FILE)).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let sealed = made.seal("a", "secret");
        assert_eq!(of(&set(&[]), folder.path()).expect("a key").open("a", &sealed).as_deref(), Ok("secret"));
    }

    #[test]
    fn a_configured_key_is_taken_and_a_bad_one_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let key = Key::random();
        let ring = of(&set(&[("secrets.key", &key)]), folder.path()).expect("a key");
        assert!(!folder.path().join(FILE).exists() && ring.current().is_some());
        let refused = of(&set(&[("secrets.key", "short")]), folder.path()).expect_err("too short").to_string();
        assert!(
            refused.starts_with("secrets.key: a key is 32 random bytes") && !refused.contains("short"),
            "{refused}"
        );
    }

    #[test]
    fn postgresql_takes_a_key_that_was_brought_along_and_makes_none() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let config = set(&[("sql.driver", "postgres"), ("sql.data_source", "postgres://a@b/c")]);
        assert!(of(&config, folder.path()).expect("no key").current().is_none());
        assert!(!folder.path().join(FILE).exists());
        fs::write(folder.path().join(FILE), Key::random()).expect("a file");
        assert!(of(&config, folder.path()).expect("a key").current().is_some());
    }
}
