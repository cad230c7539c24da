//! An old server that people use while it is read.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;

const POSTS: u32 = 3_000;
/// Posts that are edited, get a reaction, and lose it again.
const TOUCHED: u32 = 200;

/// What people do on the old server: the same few statements in turn.
async fn use_it(old: &ForeignDatabase, turn: u32) {
    let (now, touched) = (old_now(), id(&format!("post {}", turn % TOUCHED)));
    let post = content::post(&format!("busy {turn}"), ("bob", "deck"), now, "written meanwhile", json!({}));
    add(old, "posts", &post).await;
    let edit =
        format!("UPDATE posts SET message = 'edited {turn}', editat = {now}, updateat = {now} WHERE id = '{touched}'");
    old.run(&edit).await;
    let reaction = json!({"userid": id("bob"), "postid": touched, "emojiname": format!("e{turn}"), "createat": now,
        "updateat": now, "deleteat": 0, "channelid": id("deck")});
    add(old, "reactions", &reaction).await;
    if turn.is_multiple_of(3) {
        old.run(&format!("UPDATE reactions SET deleteat = {now}, updateat = {now} WHERE postid = '{touched}'")).await;
    }
    old.run(&format!("UPDATE channelmembers SET lastviewedat = {now}, msgcount = msgcount + 1")).await;
    let (member, channel) = (id("carla"), id("town-square"));
    match turn % 2 {
        0 => {
            add(old, "channelmembers", &json!({"channelid": channel, "userid": member, "roles": "channel_guest"})).await
        }
        _ => {
            let gone = format!("DELETE FROM channelmembers WHERE channelid = '{channel}' AND userid = '{member}'");
            old.run(&gone).await;
        }
    }
}

both! {
    async fn what_is_written_during_the_runs_comes_with_the_last_one(db) {
        let Some(old) = filled(NEWEST, "11.0.0").await else { return };
        grow(&old, POSTS).await;
        let server = started(db).await;
        let is_over = AtomicBool::new(false);
        let using = async {
            let mut turns = 0;
            while !is_over.load(Ordering::Relaxed) {
                use_it(&old, turns).await;
                turns += 1;
            }
            turns
        };
        let moving = async {
            for _ in 0..3 {
                moved(&server, &Arc::new(opened(&old, stored(&server)).await.source()), Begin::First).await;
            }
            is_over.store(true, Ordering::Relaxed);
        };
        let (turns, ()) = tokio::join!(using, moving);
        let source = Arc::new(opened(&old, stored(&server)).await.source());
        moved(&server, &source, Begin::First).await;
        assert!(turns > 10, "people came to {turns} turns");
        must_be_whole(&server, &source).await;
    }
}
