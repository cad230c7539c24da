//! Rows that no server should have: each comes, or is named with its table and key; the rest works.

use super::*;

/// Rows of two mebibytes, more than a page holds.
const LARGE: u32 = 12;

async fn spoil(old: &ForeignDatabase) {
    old.run("ALTER TABLE posts ALTER COLUMN message TYPE TEXT").await;
    let ann = ("ann", "deck");
    let rows = [
        content::post("loop a", ann, content::at(20), "a", json!({"rootid": id("loop b")})),
        content::post("loop b", ann, content::at(21), "b", json!({"rootid": id("loop a")})),
        content::post("itself", ann, content::at(22), "self", json!({"rootid": id("itself")})),
        content::post("orphan", ann, content::at(23), "orphan", json!({"rootid": id("nothing")})),
        content::post("of nobody", ("nobody", "deck"), content::at(24), "nobody", json!({})),
        content::post("nowhere", ("ann", "nowhere"), content::at(25), "nowhere", json!({})),
        content::post("no object", ann, content::at(26), "props", json!({"props": [1, 2], "fileids": "{"})),
        content::post("far", ann, 253_402_300_799_000, "year 9999", json!({})),
        content::post("before", ann, -1, "before all", json!({})),
        content::post("huge", ann, content::at(27), "", json!({})),
    ];
    add_all(old, "posts", rows.into()).await;
    old.run(&format!("UPDATE posts SET message = repeat('x', 20971520) WHERE id = '{}'", id("huge"))).await;
    let large = |at| content::post(&format!("large {at}"), ann, content::at(i64::from(at) + 30), "", json!({}));
    add_all(old, "posts", (0..LARGE).map(large).collect()).await;
    old.run(&format!("UPDATE posts SET message = repeat('y', 2097152) WHERE createat >= {}", content::at(30))).await;
    old.run(&format!("UPDATE posts SET message = 'far' WHERE id = '{}'", id("far"))).await;
    for (table, row) in twins() {
        add(old, table, &row).await;
    }
    let member = json!({"channelid": id("deck"), "userid": id("nobody"), "roles": "channel_user", "notifyprops": {}});
    add(old, "channelmembers", &member).await;
    add(old, "reactions", &json!({"userid": id("bob"), "postid": id("nothing"), "emojiname": "tada", "createat": 1}))
        .await;
}

/// A name whose id stands behind that of another: of two rows of one name the first of the table comes.
fn behind(name: &str) -> String {
    (0..).map(|at| format!("{name} {at}")).find(|other| id(other) > id(name)).expect("one of many")
}

/// Rows with the name of another one.
fn twins() -> Vec<(&'static str, Value)> {
    let category = |name: &str| format!("{name}_{}_{}", id("ann"), id("crew"));
    let moved = category("custom");
    vec![
        (
            "teams",
            json!({"id": id(&behind("crew")), "createat": 1, "name": "crew", "displayname": "Crew", "type": "O"}),
        ),
        (
            "channels",
            json!({"id": id(&behind("deck")), "createat": 1, "teamid": id("crew"), "name": "deck", "displayname": "Deck",
            "type": "O"}),
        ),
        (
            "sidebarcategories",
            json!({"id": moved, "userid": id("ann"), "teamid": id("crew"), "sortorder": 1, "sorting": "",
            "type": "custom", "displayname": "Mine", "muted": false, "collapsed": false}),
        ),
        ("sidebarchannels", json!({"channelid": id("deck"), "userid": id("ann"), "categoryid": moved, "sortorder": 0})),
    ]
}

both! {
    async fn rows_that_should_not_be_come_or_are_named(db) {
        let Some(old) = filled(NEWEST, "11.0.0").await else { return };
        spoil(&old).await;
        let server = started(db).await;
        let source = Arc::new(opened(&old, stored(&server)).await.source());
        let report = moved(&server, &source, Begin::First).await;
        let said = reasons(&report);
        let (crew, deck) = (behind("crew"), behind("deck"));
        for (table, name) in [("posts", "huge"), ("teams", crew.as_str()), ("channels", deck.as_str()), ("sidebarchannels", "deck")] {
            assert!(said.contains(&format!("{table} {}", id(name))), "{table} {name}: {said}");
        }
        let found = fidelity::compare(&server.app, &source).await.unwrap_or_else(|failed| panic!("{failed}"));
        let lacking: Vec<&str> =
            found.kinds.iter().filter(|kind| kind.source != kind.here).map(|kind| kind.name).collect();
        assert_eq!(lacking, ["teams", "channels"], "{found:?}");
        let rest = Rest::new(&server.base);
        let (bob, _) = rest.login("bob", "secret-2").await.expect("the password of before");
        for post in ["loop a", "loop b", "itself", "orphan", "of nobody", "no object", "far", "before", "large 3"] {
            ask(&bob, &format!("/posts/{}", id(post))).await;
            // There is no thread without its root.
            if post != "orphan" {
                ask(&bob, &format!("/posts/{}/thread", id(post))).await;
            }
        }
        ask(&bob, &format!("/channels/{}/posts", id("deck"))).await;
        ask(&bob, &format!("/channels/{}/members", id("deck"))).await;
        must_work(&server, "hostile").await;
    }
}
