//! Files are written to a temporary folder and read again line by line.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde_json::Value;

use super::*;
use crate::setup::plan::COMMON_CHANNEL;
use crate::setup::size::Shares;

static FILES: AtomicU64 = AtomicU64::new(0);

/// A path that no other test has; removed with its state when it goes.
struct Place(PathBuf);

impl Place {
    fn new() -> Place {
        let name = format!("muster-load-bulk-{}-{}.jsonl", std::process::id(), FILES.fetch_add(1, Relaxed));
        Place(std::env::temp_dir().join(name))
    }

    fn lines(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(&self.0).expect("the file is there");
        text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // A test that failed early has neither.
        drop(std::fs::remove_file(&self.0));
        drop(std::fs::remove_file(state_of(&self.0)));
    }
}

fn size() -> Size {
    let shares = Shares { replies: 0.5, in_long_threads: 0.05, urgent: 0.001 };
    Size { seed: 7, ..Size::published(60, 3, 200, 4_000, shares) }
}

fn clock() -> Clock {
    Clock::fixed(1_700_000_000_000)
}

#[test]
fn a_file_has_the_asked_numbers_in_the_order_that_an_import_needs() {
    let place = Place::new();
    write(&size(), &place.0, &clock(), &|_| {}).expect("it is written");
    let lines = place.lines();
    assert_eq!((&lines[0]["type"], &lines[0]["version"]), (&"version".into(), &1.into()));
    let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().expect("a type")).collect();
    let mut order = kinds.clone();
    order.dedup();
    assert_eq!(order, ["version", "team", "channel", "user", "post", "direct_channel", "direct_post"]);
    let count = |kind: &str| kinds.iter().filter(|other| **other == kind).count();
    assert_eq!((count("team"), count("channel"), count("user"), count("direct_channel")), (3, 60, 60, 140));
    let threads = lines.iter().filter_map(|line| line.get("post").or(line.get("direct_post")));
    let list = |value: &Value, field: &str| value[field].as_array().cloned().unwrap_or_default();
    let replies: Vec<Value> = threads.clone().flat_map(|post| list(post, "replies")).collect();
    let reactions: usize = threads.clone().chain(&replies).map(|post| list(post, "reactions").len()).sum();
    let replies = replies.len();
    assert_eq!(reactions, 800);
    assert_eq!(threads.count() + replies, 4_000);
    assert!((1_800..2_200).contains(&replies), "half of them are replies, {replies}");
}

#[test]
fn who_writes_is_a_member_and_no_two_direct_channels_have_the_same_people() {
    let place = Place::new();
    write(&size(), &place.0, &clock(), &|_| {}).expect("it is written");
    let mut members: HashMap<(String, String), HashSet<String>> = HashMap::new();
    let mut groups = HashSet::new();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    for line in place.lines() {
        for team in line["user"]["teams"].as_array().into_iter().flatten() {
            for channel in team["channels"].as_array().into_iter().flatten() {
                let place = (text(&team["name"]), text(&channel["name"]));
                members.entry(place).or_default().insert(text(&line["user"]["username"]));
            }
        }
        if let Some(post) = line.get("post") {
            if post["channel"] == COMMON_CHANNEL {
                // Everybody is, without a line that says so.
                continue;
            }
            let there = &members[&(text(&post["team"]), text(&post["channel"]))];
            assert!(there.contains(&text(&post["user"])));
        }
        if let Some(post) = line.get("direct_post") {
            assert!(post["channel_members"].as_array().expect("members").contains(&post["user"]));
        }
        if let Some(channel) = line.get("direct_channel") {
            let mut people: Vec<String> = channel["members"].as_array().expect("members").iter().map(text).collect();
            people.sort();
            people.dedup();
            assert!((2..=8).contains(&people.len()));
            assert!(groups.insert(people), "twice the same people");
        }
    }
}

#[test]
fn a_file_that_was_broken_off_ends_the_same_to_the_byte() {
    let (whole, broken) = (Place::new(), Place::new());
    let written = write(&size(), &whole.0, &clock(), &|_| {}).expect("it is written");
    let size = size();
    let mut writer = Writer::open(&size, &broken.0, &clock(), 100).expect("it opens");
    for _ in 0..1_234 {
        writer.step(&|_| {}).expect("it steps");
    }
    drop(writer);
    let again = write(&size, &broken.0, &clock(), &|_| {}).expect("it goes on");
    assert_eq!(again, written);
    let bytes = |place: &Place| std::fs::read(&place.0).expect("the file is there");
    assert!(bytes(&whole) == bytes(&broken));
}

#[test]
fn other_numbers_are_refused_for_a_file_that_was_begun() {
    let place = Place::new();
    write(&size(), &place.0, &clock(), &|_| {}).expect("it is written");
    assert!(write(&Size { posts: 5_000, ..size() }, &place.0, &clock(), &|_| {}).is_err());
}

#[test]
fn too_few_users_for_the_channels_are_refused() {
    let place = Place::new();
    let error = write(&Size { users: 9, ..size() }, &place.0, &clock(), &|_| {}).expect_err("120 of 36 pairs");
    assert!(error.to_string().contains("too few"), "{error}");
}
