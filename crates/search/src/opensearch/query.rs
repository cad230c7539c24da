//! A search in the language of OpenSearch and Elasticsearch. Nothing is scored: newest first is the order, which is the
//! order of the index too, so a search ends when its page is full.

use serde_json::{Value, json};
use store::full_text::{Match, Search, Time};

use crate::newest::Hit;
use crate::{Error, Result};
use base::Id;

/// Values that one list may have (the servers' default bound); more are several lists.
const LIST_MAX: usize = 60_000;

/// Words that the beginning of the last word of several stands for.
const PREFIX_WORDS_MAX: u32 = 5_000;

/// The body of a search.
pub fn body(search: &Search, wanted: usize) -> Value {
    let mut filter = vec![terms("channel", search.channels.iter())];
    filter.extend(search.matching.as_ref().map(clause));
    filter.extend(search.from.as_ref().map(|users| terms("user", users.iter())));
    if !search.extensions.is_empty() {
        filter.push(terms("extension", search.extensions.iter()));
    }
    filter.extend(range(search.created));
    let mut unwanted: Vec<Value> = search.excluded.iter().map(clause).collect();
    if !search.not_from.is_empty() {
        unwanted.push(terms("user", search.not_from.iter()));
    }
    if !search.not_extensions.is_empty() {
        unwanted.push(terms("extension", search.not_extensions.iter()));
    }
    unwanted.extend(search.not_created.iter().filter_map(|&time| range(time)));
    json!({
        "size": wanted,
        "track_total_hits": false,
        "_source": false,
        "query": {"bool": {"filter": filter, "must_not": unwanted}},
        "sort": [{"created": "desc"}, {"id": "desc"}],
    })
}

fn terms<T: ToString>(field: &str, values: impl ExactSizeIterator<Item = T>) -> Value {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    let mut lists: Vec<Value> = values.chunks(LIST_MAX).map(|list| json!({"terms": {field: list}})).collect();
    match lists.len() {
        1 => lists.remove(0),
        _ => any(lists),
    }
}

fn any(parts: Vec<Value>) -> Value {
    json!({"bool": {"should": parts, "minimum_should_match": 1}})
}

fn range((from, until): Time) -> Option<Value> {
    match (from, until) {
        (None, None) => None,
        (Some(from), None) => Some(json!({"range": {"created": {"gte": from}}})),
        (None, Some(until)) => Some(json!({"range": {"created": {"lt": until}}})),
        (Some(from), Some(until)) => Some(json!({"range": {"created": {"gte": from, "lt": until}}})),
    }
}

fn clause(part: &Match) -> Value {
    match part {
        Match::Word(word) => json!({"term": {"words": word}}),
        Match::Stem(stem) => json!({"term": {"stems": stem}}),
        Match::Phrase(words) => json!({"match_phrase": {"words": words.join(" ")}}),
        Match::Prefix(words) => match words.as_slice() {
            [word] => json!({"prefix": {"words": word}}),
            words => json!({
                "match_phrase_prefix": {"words": {"query": words.join(" "), "max_expansions": PREFIX_WORDS_MAX}}
            }),
        },
        Match::Tag(tag) => json!({"term": {"tags": tag}}),
        Match::TagPrefix(tag) => json!({"prefix": {"tags": tag}}),
        Match::Any(parts) => any(parts.iter().map(clause).collect()),
        Match::All(parts) => json!({"bool": {"filter": parts.iter().map(clause).collect::<Vec<_>>()}}),
    }
}

/// What was found, from the values it was sorted by.
///
/// # Errors
/// When the answer is of another form.
pub fn hits(answer: &Value) -> Result<Vec<Hit>> {
    let Some(hits) = answer["hits"]["hits"].as_array() else {
        // Left out of an answer that is reduced to what is asked for, when there is none.
        return Ok(Vec::new());
    };
    let hit = |hit: &Value| Some(Hit { create_at: hit["sort"][0].as_i64()?, id: id(hit["sort"][1].as_str()?)? });
    let hits: Option<Vec<Hit>> = hits.iter().map(hit).collect();
    hits.ok_or_else(|| Error::Refused("a hit without its time and id".to_owned()))
}

/// An id as it stands in the index: digits that are in the order of the ids.
pub fn digits(id: Id) -> String {
    format!("{:032x}", u128::from_be_bytes(id.0))
}

pub fn id(digits: &str) -> Option<Id> {
    u128::from_str_radix(digits, 16).ok().map(|bits| Id(bits.to_be_bytes()))
}

#[cfg(test)]
mod tests {
    use base::ids::ChannelId;

    use super::*;

    #[test]
    fn a_search_is_filters_in_the_order_of_the_index() {
        let search = Search {
            matching: Some(Match::All(vec![Match::Word("soup".into()), Match::Phrase(vec!["a".into(), "b".into()])])),
            channels: vec![ChannelId(Id([0; 16]))],
            created: (Some(5), None),
            ..Search::default()
        };
        let body = body(&search, 10);
        assert_eq!(body["size"], json!(10));
        let filter = body["query"]["bool"]["filter"].as_array().expect("filters");
        assert_eq!(filter[1]["bool"]["filter"][1], json!({"match_phrase": {"words": "a b"}}));
        assert_eq!(filter[2], json!({"range": {"created": {"gte": 5}}}));
    }

    #[test]
    fn long_lists_are_several() {
        let many = terms("channel", 0..LIST_MAX + 1);
        assert_eq!(many["bool"]["should"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn ids_keep_their_order_as_digits() {
        let (small, large) = (Id([1; 16]), Id([0xf0; 16]));
        assert!(digits(small) < digits(large));
        assert_eq!(id(&digits(large)), Some(large));
    }
}
