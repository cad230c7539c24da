//! MySQL and MariaDB of another program.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::time::Duration;

use mysql_async::prelude::Queryable;
use mysql_async::{ClientIdentity, Conn, DriverError, Opts, OptsBuilder, SslOpts, Value as Theirs};
use tls::Authorities;
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_postgres::config::SslMode;

use super::NAME;
use crate::backend::postgres::Said;
use crate::error::{Error, Result};
use crate::value::Value;

pub const COLUMNS: &str = "SELECT CAST(table_name AS CHAR), CAST(column_name AS CHAR), CAST(data_type AS CHAR) \
     FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position";
pub const NOW: &str = "SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)";

/// The first statements: UTF-8, names in double quotes, UTC, long lists, long timeouts for a slow reader, and a read-only
/// snapshot.
const BEGIN: [&str; 5] = [
    "SET NAMES utf8mb4",
    "SET SESSION sql_mode = 'ANSI_QUOTES', time_zone = '+00:00', group_concat_max_len = 1000000",
    "SET SESSION net_write_timeout = 86400, wait_timeout = 86400",
    "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
];
const CONNECT_WAIT: Duration = Duration::from_secs(10);

pub struct Mysql {
    conn: Mutex<Conn>,
}

impl Mysql {
    /// Connects to `mysql://user:password@host:port/database` and begins the transaction. `sslmode` and the files mean what
    /// they mean for PostgreSQL, except that `verify-ca` looks at the name as well: the driver always does.
    pub async fn open(url: &str) -> Result<Mysql> {
        let wrong = |why: &dyn Display| Error::Open(format!("the address of the old database is wrong: {why}"));
        let said = Said::of(url).map_err(|error| wrong(&error))?;
        let opts = Opts::from_url(&said.rest).map_err(|error| wrong(&error))?;
        if opts.ssl_opts().is_some() {
            return Err(wrong(&"say sslmode instead of require_ssl"));
        }
        let unreachable = |why: &dyn Display| Error::Open(format!("the old database cannot be reached: {why}"));
        let connected = timeout(CONNECT_WAIT, connect(opts, &said)).await;
        let connected = connected.map_err(|_| unreachable(&"it does not answer"))?;
        let mut conn = connected.map_err(|error| unreachable(&cause(&error)))?;
        for statement in BEGIN {
            conn.query_drop(statement).await.map_err(|error| failed(&error))?;
        }
        Ok(Mysql { conn: Mutex::new(conn) })
    }

    /// The driver reads a row when `take` has the one before. Rows that are not taken are read before the next query.
    pub async fn each(
        &self,
        sql: &str,
        params: &[Value],
        mut take: impl FnMut(Vec<Value>) -> ControlFlow<()>,
    ) -> Result<()> {
        let (text, params) = placed(sql, params);
        let mut conn = self.conn.lock().await;
        let mut rows = conn.exec_iter(text, params).await.map_err(|error| failed(&error))?;
        while let Some(row) = rows.next().await.map_err(|error| failed(&error))? {
            let row = row.unwrap().into_iter().map(value).collect::<Result<_>>()?;
            if take(row).is_break() {
                break;
            }
        }
        Ok(())
    }
}

async fn connect(opts: Opts, said: &Said) -> mysql_async::Result<Conn> {
    // A socket instead of the address that was named would be another account there.
    let opts = OptsBuilder::from_opts(opts).prefer_socket(false);
    if said.ssl_mode() == SslMode::Disable {
        return Conn::new(opts).await;
    }
    match Conn::new(opts.clone().ssl_opts(encryption(said))).await {
        Err(mysql_async::Error::Driver(DriverError::NoClientSslFlagFromServer))
            if said.ssl_mode() == SslMode::Prefer =>
        {
            Conn::new(opts).await
        }
        connected => connected,
    }
}

fn encryption(said: &Said) -> SslOpts {
    let own = said.own().map(|own| ClientIdentity::new(own.certificate.clone().into(), own.key.clone().into()));
    let opts = SslOpts::default().with_client_identity(own);
    match said.verified() {
        None => opts.with_danger_accept_invalid_certs(true),
        Some((Authorities::Public, _)) => opts,
        Some((Authorities::File(file), _)) => opts.with_disable_built_in_roots(true).with_root_certs(vec![file.into()]),
    }
}

/// The error message, in the server's words if there are any.
fn cause(error: &mysql_async::Error) -> String {
    match error {
        mysql_async::Error::Server(said) => said.message.clone(),
        other => other.to_string(),
    }
}

fn failed(error: &mysql_async::Error) -> Error {
    Error::Database { statement: NAME, cause: cause(error) }
}

/// The text with `?` in the places of its parameters, and these in the order of the places: one may have several.
fn placed(sql: &str, params: &[Value]) -> (String, Vec<Theirs>) {
    let mut parts = sql.split('$');
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut values = Vec::new();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let number: Option<usize> = part[..digits].parse().ok();
        match number.and_then(|number| params.get(number.checked_sub(1)?)) {
            Some(value) => {
                text.push('?');
                text.push_str(&part[digits..]);
                values.push(theirs(value));
            }
            // A name has it.
            None => {
                text.push('$');
                text.push_str(part);
            }
        }
    }
    (text, values)
}

fn theirs(value: &Value) -> Theirs {
    match value {
        Value::Int(number) => Theirs::Int(*number),
        Value::Text(text) => Theirs::Bytes(text.clone().into_bytes()),
        Value::Bytes(bytes) => Theirs::Bytes(bytes.clone()),
        // Ids are texts there, and lists are written out.
        Value::Null | Value::Id(_) | Value::Ids(_) | Value::Texts(_) | Value::Ints(_) => Theirs::NULL,
    }
}

fn value(theirs: Theirs) -> Result<Value> {
    let wrong = |cause: String| Error::Database { statement: NAME, cause };
    match theirs {
        Theirs::NULL => Ok(Value::Null),
        Theirs::Int(number) => Ok(Value::Int(number)),
        Theirs::UInt(number) => {
            i64::try_from(number).map(Value::Int).map_err(|_| wrong(format!("{number} is too large")))
        }
        Theirs::Bytes(bytes) => Ok(Value::Text(match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        })),
        other => Err(wrong(format!("{} is neither a text nor a whole number", other.as_sql(true)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_stand_in_the_order_of_their_places() {
        let params = [Value::Int(5), Value::Text("it's \\ $1".to_owned())];
        let (text, values) = placed("x.\"a$\" > $1 AND (x.\"a$\" > $1 OR b$3 > $2)", &params);
        assert_eq!(text, "x.\"a$\" > ? AND (x.\"a$\" > ? OR b$3 > ?)");
        assert_eq!(values, [Theirs::Int(5), Theirs::Int(5), Theirs::Bytes(b"it's \\ $1".to_vec())]);
    }

    #[test]
    fn values_are_texts_and_whole_numbers() {
        let read: Vec<Value> = [Theirs::Int(-7), Theirs::UInt(7), Theirs::NULL, Theirs::Bytes(b"7\xff".to_vec())]
            .into_iter()
            .map(|theirs| value(theirs).expect("a value"))
            .collect();
        assert_eq!(read, [Value::Int(-7), Value::Int(7), Value::Null, Value::Text("7\u{fffd}".to_owned())]);
        assert!(value(Theirs::UInt(u64::MAX)).is_err());
        assert!(value(Theirs::Double(0.5)).is_err());
    }

    #[test]
    fn the_words_about_encryption_are_those_of_postgres() {
        let of = |words: &str| encryption(&Said::of(&format!("mysql://mm@db/old?{words}")).expect("an address"));
        assert!(of("sslmode=require").accept_invalid_certs());
        let public = of("sslmode=verify-full");
        assert!(!public.accept_invalid_certs() && !public.disable_built_in_roots());
        let own = of("sslmode=require&sslrootcert=ca.pem&sslcert=a.pem&sslkey=a.key");
        assert!(!own.accept_invalid_certs() && own.disable_built_in_roots() && own.client_identity().is_some());
        assert_eq!(own.root_certs(), [std::path::PathBuf::from("ca.pem").into()]);
    }

    #[tokio::test]
    async fn an_address_that_cannot_be_is_named() {
        for (url, word) in [
            ("mysql://mm@db/old?sslmode=often", "sslmode"),
            ("mysql://mm@db/old?require_ssl=true", "require_ssl"),
            ("mysql://mm@db/old?colour=red", "colour"),
            ("mysql://mm@127.0.0.1:1/old", "cannot be reached"),
        ] {
            let refused = Mysql::open(url).await.err().expect("refused").to_string();
            assert!(refused.contains(word), "{url}: {refused}");
        }
    }
}
