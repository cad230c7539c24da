//! The same server on MariaDB. Version 11 has no MySQL any more.

use testkit::ForeignMariadb;

use super::*;

/// The tables as MariaDB takes them; their names begin with a capital letter, as those of old servers do there.
fn in_its_words(sql: &str) -> String {
    let words = [
        ("JSONB", "JSON"),
        ("BYTEA", "MEDIUMBLOB"),
        ("VARCHAR(65535)", "TEXT"),
        ("VARCHAR(8000)", "TEXT"),
        ("BOOLEAN", "TINYINT(1)"),
        ("trigger VARCHAR", "`trigger` VARCHAR"),
    ];
    let sql = words.iter().fold(sql.to_owned(), |sql, (ours, theirs)| sql.replace(ours, theirs));
    let named = |part: &str| match part.split_at_checked(1) {
        Some((first, rest)) => format!("CREATE TABLE {}{rest}", first.to_uppercase()),
        None => String::new(),
    };
    sql.split("CREATE TABLE ").skip(1).map(named).collect()
}

/// The columns of a table, as the statement that makes it says.
fn columns(sql: &str, table: &str) -> Vec<String> {
    let Some((_, text)) = sql.split_once(&format!("CREATE TABLE {table} (")) else { return Vec::new() };
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => break,
            ')' => depth -= 1,
            ',' if depth == 0 => parts.push(String::new()),
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    let first =
        |part: &String| part.trim_start_matches([',', '\n', ' ']).split(' ').next().unwrap_or_default().to_owned();
    parts.iter().map(first).filter(|name| name != "PRIMARY").collect()
}

/// The statement that adds a row, with those of its columns that the table has.
fn insert(sql: &str, table: &str, row: &Value) -> String {
    let there = columns(sql, table);
    let fields = row.as_object().expect("a row");
    let fields: Vec<(&String, &Value)> = fields.iter().filter(|(name, _)| there.contains(name)).collect();
    if fields.is_empty() {
        return String::new();
    }
    let names: Vec<String> = fields.iter().map(|(name, _)| format!("`{name}`")).collect();
    let value = |(_, value): &(&String, &Value)| match value {
        Value::String(text) => match text.strip_prefix("\\x") {
            Some(bytes) => format!("X'{bytes}'"),
            None => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "''")),
        },
        Value::Object(_) | Value::Array(_) => format!("'{}'", value.to_string().replace('\'', "''")),
        other => other.to_string(),
    };
    let values: Vec<String> = fields.iter().map(value).collect();
    let (first, rest) = table.split_at(1);
    format!("INSERT INTO {}{rest} ({}) VALUES ({});\n", first.to_uppercase(), names.join(", "), values.join(", "))
}

/// The old server of a version there; nothing when there is no MariaDB.
fn filled_there(version: &str, tables: &str) -> Option<ForeignMariadb> {
    let system = ("systems", json!({"name": "Version", "value": version}));
    let rows: String = content().iter().chain([&system]).map(|(table, row)| insert(tables, table, row)).collect();
    ForeignMariadb::make(&format!("{}{rows}", in_its_words(tables)))
}

async fn opened_there(address: &str, files: Files) -> Arc<Old> {
    Old::open(address, files).await.unwrap_or_else(|error| panic!("{address}: {error}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_mariadb_comes_whole() {
    for (version, tables) in VERSIONS.into_iter().filter(|(version, _)| *version != "11.0.0") {
        let Some(old) = filled_there(version, tables) else { return };
        let server = started(Database::sqlite()).await;
        let source = Arc::new(opened_there(&old.url, stored(&server)).await.source());
        let report = moved(&server, &source, Begin::First).await;
        assert_eq!((report.users, report.channels, report.files), (4, 3, 1), "{version}: {report:?}");
        must_be_whole(&server, &source).await;
        let again = moved(&server, &source, Begin::Whole).await;
        assert_eq!((again.users, again.posts, again.posts_changed, again.gone), (0, 0, 0, 0), "{version}: {again:?}");
        must_work(&server, version).await;
        let mut kept = Vec::new();
        opened_there(&old.url, Files::None).await.keep_beside(&mut kept).await.expect("an old server");
        assert!(String::from_utf8_lossy(&kept).contains("pluginkeyvaluestore"), "{version}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn later_runs_bring_what_changed_on_mariadb() {
    let (version, tables) = VERSIONS[1];
    let Some(old) = filled_there(version, tables) else { return };
    let server = started(Database::sqlite()).await;
    moved(&server, &Arc::new(opened_there(&old.url, stored(&server)).await.source()), Begin::First).await;
    let (now, ahoy) = (old_now(), id("ahoy"));
    let later = content::post("later", ("bob", "deck"), now, "it's \\ written", json!({}));
    let (later, bob, deck) = (insert(tables, "posts", &later), id("bob"), id("deck"));
    old.run(&format!(
        "{later} UPDATE Posts SET message = 'edited', editat = {now}, updateat = {now} WHERE id = '{ahoy}'; \
         DELETE FROM Channelmembers WHERE userid = '{bob}' AND channelid = '{deck}';"
    ));
    let source = Arc::new(opened_there(&old.url, stored(&server)).await.source());
    let report = moved(&server, &source, Begin::First).await;
    assert_eq!((report.posts, report.posts_changed, report.gone), (1, 1, 1), "{report:?}");
    must_be_whole(&server, &source).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mariadb_is_read_with_and_without_encryption() {
    let (version, tables) = VERSIONS[1];
    let Some(old) = filled_there(version, tables) else { return };
    let of = |words: &str| format!("{}?{words}", old.url);
    let checked = of(&format!("sslmode=verify-full&sslrootcert={}", old.authority));
    for address in [checked, of("sslmode=require"), of("sslmode=prefer"), of("sslmode=disable")] {
        assert_eq!(opened_there(&address, Files::None).await.version, version, "{address}");
    }
    let refused =
        Old::open(&of("sslmode=verify-full"), Files::None).await.err().expect("no public authority signed it");
    assert!(refused.contains("certificate"), "{refused}");
}
