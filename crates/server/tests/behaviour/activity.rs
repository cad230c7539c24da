//! Activity of many is written together, and is in the store when it was.

use base::Millis;
use people::activity;
use testkit::{TestApp, both};

/// Longer than use of a session and activity of a user go unwritten.
const LONG_MS: Millis = 10 * 60_000;

/// How often the server ran a statement.
fn times(app: &TestApp, statement: &str) -> u64 {
    let label = format!("method=\"{statement}\",success=\"true\"}}");
    let rendered = app.app.metrics.render();
    let counted = rendered.lines().find(|line| line.contains("_count{") && line.contains(&label));
    counted.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0)
}

both! {
    async fn many_who_go_on_are_one_write(db) {
        let app = TestApp::on(db).await;
        let mut people = Vec::new();
        for name in ["ann", "bob", "carl", "dora"] {
            let person = app.member(name).await;
            let channel = person.channel(&app.team, &format!("of-{name}")).await;
            person.post(&channel, "good morning").await;
            people.push((person, channel));
        }
        activity::write(&app.app).await.unwrap_or_else(|error| panic!("{}", error.message));
        // A change is counted by its first statement.
        let of_both = "SessionStore.UpdateLastActivityAt";
        let before = times(&app, of_both);

        app.app.clock.advance(LONG_MS);
        let since = app.app.clock.now();
        for (person, channel) in &people {
            person.post(channel, "still here").await;
            person.post(channel, "and here").await;
            let known = app.app.world.status(person.user.id).await.expect("a status");
            assert!(known.last_activity_at >= since, "memory knows at once");
        }
        activity::write(&app.app).await.unwrap_or_else(|error| panic!("{}", error.message));
        // On a slow machine a moment may end in between.
        let written = times(&app, of_both) - before;
        assert!((1..=2).contains(&written), "four people were written {written} times");
        for (person, _) in &people {
            let status = app.app.store.status(person.user.id).await.expect("a read").expect("a status");
            assert_eq!((status.status.as_str(), status.last_activity_at >= since), ("online", true));
            let sessions = app.app.store.sessions_of(person.user.id).await.expect("a read");
            assert!(sessions.iter().any(|session| session.last_activity_at >= since));
        }
    }
}
