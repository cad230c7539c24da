//! Two neighbouring versions on one database. An older program is played by what this one says that the older schema
//! understands, a newer one by this one with a migration more.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use base::Clock;
use metrics::Metrics;
use tempfile::TempDir;
use wire::users::User;

use super::*;
use crate::error::Result;
use crate::{Database, Options, PostgresOptions, STATEMENTS, Statement, Store, Value, systems};

/// What the next release may do: a column more in a busy table, and a table more.
const LATER: Migration = Migration {
    version: MIGRATIONS.last().expect("a migration").version + 1,
    name: "later",
    sql: "ALTER TABLE users ADD COLUMN later TEXT NOT NULL DEFAULT '';
          CREATE TABLE later (id ID NOT NULL PRIMARY KEY) WITHOUT ROWID;",
};
/// This program's writer on PostgreSQL marks its commits in a table that came with this schema; below it only reads
/// can be played.
const MARKS_SINCE: i64 = 6;

/// All migrations, and the next release's.
fn known() -> Vec<Migration> {
    MIGRATIONS.iter().copied().chain([LATER]).collect()
}

/// A place for a database: in a folder, or a schema in the PostgreSQL of the tests.
struct Place {
    options: Options,
    _folder: Option<TempDir>,
}

impl Place {
    /// An empty place of each kind; PostgreSQL takes part when `MUSTER_TEST_POSTGRES` names one.
    async fn each() -> Vec<Place> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let options = Options::Sqlite { path: folder.path().join("muster.db"), readers: 1 };
        let sqlite = Place { options, _folder: Some(folder) };
        std::iter::once(sqlite).chain(Place::postgres().await).collect()
    }

    async fn postgres() -> Option<Place> {
        static NUMBERS: AtomicU32 = AtomicU32::new(0);
        #[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
        let url = std::env::var("MUSTER_TEST_POSTGRES").ok()?;
        let name = format!("migrate_{}_{}", std::process::id(), NUMBERS.fetch_add(1, Ordering::Relaxed));
        let whole = Place { options: Options::Postgres(PostgresOptions::new(url.clone())), _folder: None };
        let make = format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}");
        let store = whole.store(&SCHEMA).await;
        store.make("", make.leak()).await.expect("a schema of its own");
        store.close().await;
        let sign = if url.contains('?') { '&' } else { '?' };
        let url = format!("{url}{sign}options=-csearch_path%3D{name}");
        let options = PostgresOptions { connections: 2, ..PostgresOptions::new(url) };
        Some(Place { options: Options::Postgres(options), _folder: None })
    }

    /// A store on whatever tables there are.
    async fn store(&self, schema: &'static Schema) -> Store {
        let opened = Database::connect(&self.options, schema, &Clock::fixed(0), Metrics::new()).await;
        Store { database: opened.expect("a database") }
    }

    /// A store on tables as they were at a schema, without the note of whom they serve.
    async fn at(&self, schema: i64) -> Store {
        let store = self.store(&SCHEMA).await;
        let done = store.migrated().await.expect("a version");
        for migration in MIGRATIONS.iter().filter(|one| one.version > done && one.version <= schema) {
            store.apply(migration, 0).await.expect("a migration");
        }
        store
    }

    /// Starts the program of a schema.
    async fn start(&self, schema: i64, oldest_served: i64) -> Result<Store> {
        let known: Vec<Migration> = known().into_iter().filter(|one| one.version <= schema).collect();
        let program = Schema { migrations: known.leak(), oldest_served, ..SCHEMA };
        let store = self.store(Box::leak(Box::new(program))).await;
        store.migrate(&Clock::fixed(0)).await.map(|()| store)
    }
}

/// The parameters of a statement, all of them NULL: plans and columns are the same, and no row is found.
fn nulls(statement: &Statement) -> Vec<Value> {
    let numbers = statement.sql.split('$').skip(1).filter_map(|rest| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest[..digits].parse::<usize>().ok()
    });
    vec![Value::Null; numbers.max().unwrap_or(0)]
}

#[derive(Clone, Copy)]
enum How {
    /// Run with nothing but NULL, on a connection that remembers the statement: what reads and takes that.
    Run,
    Prepared,
}

async fn say(store: &Store, statement: &Statement, how: How) -> Result<()> {
    match how {
        How::Run => store.rows(statement, nulls(statement)).await.map(drop),
        How::Prepared => store.prepare(statement).await,
    }
}

/// What this program says that the tables of a store understand.
async fn understood(store: &Store) -> Vec<(&'static Statement, How)> {
    let mut understood = Vec::new();
    for statement in STATEMENTS.iter().flat_map(|nouns| nouns.iter()) {
        if statement.sql.starts_with("SELECT") && say(store, statement, How::Run).await.is_ok() {
            understood.push((*statement, How::Run));
        } else if say(store, statement, How::Prepared).await.is_ok() {
            understood.push((*statement, How::Prepared));
        }
    }
    understood
}

async fn save(store: &Store, value: &str) {
    store.write(systems::save("key", value)).await.expect("a change");
}

/// A node of the schema before, which served before the migration and goes on while it is made and afterwards.
async fn serve_through_the_migration_after(schema: i64, place: &Place) {
    let before = place.at(schema).await;
    let may_write = before.driver() == "sqlite" || schema >= MARKS_SINCE;
    let understood = understood(&before).await;
    assert!(understood.len() > 300, "schema {schema} understands {} statements", understood.len());
    let is_done = AtomicBool::new(false);
    let migrate = async {
        let next = place.start(schema + 1, schema).await.expect("the next version starts");
        is_done.store(true, Ordering::SeqCst);
        next
    };
    let serve = async {
        while !is_done.load(Ordering::SeqCst) {
            if may_write {
                save(&before, "while").await;
            }
            before.system("key").await.expect("a read");
            tokio::task::yield_now().await;
        }
    };
    let (next, ()) = tokio::join!(migrate, serve);
    for (statement, how) in understood {
        let said = say(&before, statement, how).await;
        assert!(said.is_ok(), "schema {schema}, after the next migration: {}: {said:?}", statement.name);
    }
    if may_write {
        save(&before, "by the old one").await;
    }
    let wanted = may_write.then_some("by the old one");
    assert_eq!(next.system("key").await.expect("a read").as_deref(), wanted);
    save(&next, "by the new one").await;
    assert_eq!(before.system("key").await.expect("a read").as_deref(), Some("by the new one"));
    before.close().await;
    next.close().await;
    place.start(schema, 0).await.expect("the way back is open").close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_goes_on_while_the_next_version_migrates_and_may_come_back_afterwards() {
    for schema in OLDEST_SERVED..=SCHEMA.newest() {
        for place in Place::each().await {
            serve_through_the_migration_after(schema, &place).await;
        }
    }
}

#[tokio::test]
async fn whoever_is_not_served_any_more_is_refused() {
    for place in Place::each().await {
        place.start(LATER.version, SCHEMA.newest()).await.expect("the next release").close().await;
        place.start(SCHEMA.newest(), OLDEST_SERVED).await.expect("one release back").close().await;
        let refused = place.start(SCHEMA.newest() - 1, 0).await.err().expect("two releases back");
        assert!(refused.to_string().contains("start a newer version"), "{refused}");
    }
}

#[tokio::test]
async fn accounts_and_what_finds_them_outlive_the_move_of_their_table() {
    for place in Place::each().await {
        let before = place.at(15).await;
        let user = User {
            id: base::Id([7; 16]).into(),
            username: "walter".into(),
            email: "walter@example.test".into(),
            ..User::default()
        };
        before.write(crate::users::insert(&user)).await.expect("an account");
        before.close().await;
        let after = place.start(SCHEMA.newest(), 0).await.expect("this release");
        assert_eq!(after.user_by_username("walter").await.expect("a read").map(|found| found.id), Some(user.id));
        let grams = "SELECT COUNT(*) FROM name_grams";
        let counted = Box::leak(Box::new(Statement::new("Grams", grams)));
        assert_eq!(after.rows(counted, vec![]).await.expect("a read"), [[Value::Int(1)]]);
        after.write(crate::users::remove(user.id)).await.expect("the account goes");
        assert_eq!(after.rows(counted, vec![]).await.expect("a read"), [[Value::Int(0)]], "its triggers are there");
        after.close().await;
    }
}

/// The text without the bodies that stand between two marks.
fn without(sql: &str, from: &str, until: &str) -> String {
    let mut out = String::new();
    let mut rest = sql;
    while let Some((before, body)) = rest.split_once(from) {
        out.push_str(before);
        rest = body.split_once(until).map_or("", |(_, after)| after);
        out.push_str("; ");
    }
    out + rest
}

/// The statements of a migration that a program of the schema before could stumble over.
fn contractions(sql: &str) -> Vec<String> {
    let plain: String = sql.lines().map(|line| line.split("--").next().unwrap_or_default().to_owned() + " ").collect();
    let plain = without(&without(&plain, "$$", "$$"), " BEGIN ", " END;");
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let statements = plain.split(';').map(|one| one.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut made: Vec<String> = Vec::new();
    // What takes the name of a table that goes, so that nothing is missing afterwards, and constraints that give way.
    let rows_of = |table: &str| plain.contains(&format!("ALTER TABLE {table}_next RENAME TO {table};"));
    let is_made_again = |view: &str| plain.contains(&format!("CREATE VIEW {view} AS"));
    let mut given_way = Vec::new();
    let mut expands = |words: &str| {
        let kinds = ["CREATE TABLE ", "CREATE UNLOGGED TABLE ", "CREATE VIRTUAL TABLE "];
        let table = kinds.iter().find_map(|kind| words.strip_prefix(kind));
        if let Some(table) = table {
            made.extend(table.split(' ').next().map(str::to_owned));
            return true;
        }
        if let Some(rows) = words.strip_prefix("INSERT INTO ") {
            return rows.split(' ').next().is_some_and(|table| made.iter().any(|one| one == table));
        }
        if let Some(index) = words.strip_prefix("CREATE UNIQUE INDEX ") {
            // What the old program may write into an old table stays as it was, or becomes more: a constraint of a
            // column may give way to one of this column and others.
            let (table, columns) = index.split_once(" ON ").and_then(|(_, on)| on.split_once(' ')).unwrap_or_default();
            let first = columns.trim_start_matches('(').split(',').next().unwrap_or_default();
            return made.iter().any(|one| one == table) || given_way.contains(&format!("{table}_{first}_key"));
        }
        if let Some((table, constraint)) =
            words.strip_prefix("ALTER TABLE ").and_then(|rest| rest.split_once(" DROP CONSTRAINT "))
        {
            given_way.push(constraint.to_owned());
            return constraint.starts_with(&format!("{table}_")) && constraint.ends_with("_key");
        }
        if let Some(table) = words.strip_prefix("DROP TABLE ") {
            return rows_of(table);
        }
        if let Some(view) = words.strip_prefix("DROP VIEW ") {
            return is_made_again(view);
        }
        if let Some((from, to)) = words.strip_prefix("ALTER TABLE ").and_then(|rest| rest.split_once(" RENAME TO ")) {
            let is_made = made.iter().any(|one| one == from) && from == format!("{to}_next");
            made.push(to.to_owned());
            return is_made;
        }
        let column = words.strip_prefix("ALTER TABLE ").and_then(|rest| rest.split_once(" ADD COLUMN "));
        let is_filled = |column: &str| !column.contains("NOT NULL") || column.contains(" DEFAULT ");
        // What a trigger, a function or a block does is for people to read: it may write to what the migration makes.
        let is_new = ["CREATE INDEX ", "CREATE VIEW ", "CREATE TRIGGER ", "CREATE FUNCTION ", "DO"]
            .iter()
            .any(|beginning| words.starts_with(beginning));
        words.is_empty() || is_new || column.is_some_and(|(_, column)| is_filled(column))
    };
    statements.filter(|words| !expands(words)).collect()
}

#[test]
fn migrations_since_the_oldest_schema_that_is_served_only_expand() {
    for migration in MIGRATIONS.iter().chain([&LATER]).filter(|one| one.version > OLDEST_SERVED) {
        assert_eq!(contractions(migration.sql), Vec::<String>::new(), "{}", migration.name);
    }
    let contracting = "DROP TABLE a; ALTER TABLE a DROP COLUMN b; ALTER TABLE a ADD COLUMN b TEXT NOT NULL;
                       UPDATE a SET b = 1; CREATE UNIQUE INDEX a_b ON a (b); INSERT INTO a VALUES (1);
                       CREATE TRIGGER c AFTER INSERT ON a BEGIN DELETE FROM b; END; DROP INDEX c;
                       DROP VIEW d; ALTER TABLE a RENAME TO e";
    assert_eq!(contractions(contracting).len(), 9);
    let widening = "ALTER TABLE a DROP CONSTRAINT a_b_key; CREATE UNIQUE INDEX a_b ON a (b, c)";
    assert_eq!(contractions(widening), Vec::<String>::new());
    let narrower = "ALTER TABLE a DROP CONSTRAINT a_b_key; CREATE UNIQUE INDEX a_c ON a (c, b)";
    assert_eq!(contractions(narrower).len(), 1);
}
