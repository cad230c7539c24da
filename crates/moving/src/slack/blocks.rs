//! The blocks of a message as Markdown: rich text, and what programs lay out.

use serde_json::Value;
use text::mrkdwn;

use super::names::Own;

/// Blocks and elements in each other.
const DEPTH_MAX: usize = 16;
/// Lines of an item of a list that are moved to the right; of more, none: each would take its blanks.
const LINES_MAX: usize = 1_000;

/// The text of blocks; empty when they say nothing, and then the message's text counts.
pub fn to_markdown(blocks: &[Value], own: &Own<'_>) -> String {
    let mut out = String::new();
    for block in blocks {
        let text = self::block(block, own, 0);
        if !text.trim().is_empty() {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            out.push_str(&text);
        }
    }
    out.trim_end().to_owned()
}

fn text_of<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

/// A text object: markup or plain.
fn object(value: &Value, own: &Own<'_>) -> String {
    let text = text_of(value, "text");
    match text_of(value, "type") {
        "mrkdwn" => mrkdwn::to_markdown(text, |inside| own.inside(inside)),
        _ => mrkdwn::entities(text),
    }
}

fn block(block: &Value, own: &Own<'_>, depth: usize) -> String {
    if depth > DEPTH_MAX {
        return String::new();
    }
    match text_of(block, "type") {
        "rich_text" => list(block, "elements").iter().map(|one| rich(one, own, depth + 1)).collect(),
        "section" => {
            let fields = list(block, "fields").iter().map(|field| object(field, own));
            let texts: Vec<String> = [object(&block["text"], own)].into_iter().chain(fields).collect();
            lines(texts, "\n") + "\n"
        }
        "header" => format!("#### {}\n", object(&block["text"], own)),
        "markdown" => format!("{}\n", text_of(block, "text")),
        "divider" => "\n---\n".to_owned(),
        "context" => lines(list(block, "elements").iter().map(|one| element(one, own)).collect(), " ") + "\n",
        "image" => image(block, own) + "\n",
        "actions" => lines(list(block, "elements").iter().map(|one| element(one, own)).collect(), " · ") + "\n",
        "video" => {
            link(&object(&block["title"], own), [text_of(block, "title_url"), text_of(block, "video_url")]) + "\n"
        }
        "table" => table(block, own, depth + 1),
        _ => object(&block["text"], own),
    }
}

fn lines(texts: Vec<String>, between: &str) -> String {
    let texts: Vec<String> = texts.into_iter().filter(|text| !text.trim().is_empty()).collect();
    texts.join(between)
}

fn element(value: &Value, own: &Own<'_>) -> String {
    match text_of(value, "type") {
        "image" => image(value, own),
        // A button leads somewhere, or nowhere any more.
        "button" => link(&object(&value["text"], own), [text_of(value, "url"), ""]),
        _ => object(value, own),
    }
}

fn image(value: &Value, own: &Own<'_>) -> String {
    let title = object(&value["title"], own);
    let label = if title.is_empty() { text_of(value, "alt_text").to_owned() } else { title };
    link(
        if label.is_empty() { "image" } else { &label },
        [text_of(value, "image_url"), text_of(&value["slack_file"], "url")],
    )
}

fn link(label: &str, addresses: [&str; 2]) -> String {
    match addresses.into_iter().find(|address| !address.is_empty()) {
        Some(address) => format!("[{label}]({address})"),
        None => label.to_owned(),
    }
}

fn table(block: &Value, own: &Own<'_>, depth: usize) -> String {
    let mut out = String::new();
    for (at, row) in list(block, "rows").iter().enumerate() {
        let cells = row.as_array().map_or(&[][..], Vec::as_slice);
        let texts = cells.iter().map(|cell| {
            let text = match text_of(cell, "type") {
                "rich_text" => self::block(cell, own, depth),
                _ => text_of(cell, "text").to_owned(),
            };
            text.trim().replace('\n', " ").replace('|', "\\|")
        });
        out.push_str(&format!("| {} |\n", texts.collect::<Vec<_>>().join(" | ")));
        if at == 0 {
            out.push_str(&format!("|{}\n", " --- |".repeat(cells.len())));
        }
    }
    out
}

/// A part of a rich text.
fn rich(value: &Value, own: &Own<'_>, depth: usize) -> String {
    if depth > DEPTH_MAX {
        return String::new();
    }
    match text_of(value, "type") {
        "rich_text_section" => span(value, own) + "\n",
        "rich_text_preformatted" => {
            let text: String = list(value, "elements").iter().map(raw).collect();
            format!("```{}\n{}\n```\n", text_of(value, "language"), text.trim_matches('\n'))
        }
        "rich_text_quote" => {
            let text = span(value, own);
            let quoted: Vec<String> = text.lines().map(|line| format!("> {line}")).collect();
            quoted.join("\n") + "\n\n"
        }
        "rich_text_list" => items(value, own, depth),
        _ => String::new(),
    }
}

fn items(value: &Value, own: &Own<'_>, depth: usize) -> String {
    let indent = usize::try_from(value["indent"].as_u64().unwrap_or_default()).unwrap_or_default().min(DEPTH_MAX);
    let from = value["offset"].as_u64().unwrap_or_default();
    let is_ordered = text_of(value, "style") == "ordered";
    let mut out = String::new();
    for (number, one) in (from.saturating_add(1)..).zip(list(value, "elements")) {
        let sign = if is_ordered { format!("{number}. ") } else { "- ".to_owned() };
        let text = rich(one, own, depth + 1);
        let width = " ".repeat(4 * indent);
        let text = text.trim_end();
        let is_moved = text.lines().take(LINES_MAX + 1).count() <= LINES_MAX;
        let inner = if is_moved { format!("\n{width}{}", " ".repeat(sign.len())) } else { "\n".to_owned() };
        out.push_str(&format!("{width}{sign}{}\n", text.replace('\n', &inner)));
    }
    out
}

fn span(value: &Value, own: &Own<'_>) -> String {
    list(value, "elements").iter().map(|one| inline(one, own)).collect()
}

/// What an element says without any format.
fn raw(value: &Value) -> String {
    match text_of(value, "type") {
        "link" => [text_of(value, "text"), text_of(value, "url")]
            .into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or_default(),
        _ => text_of(value, "text"),
    }
    .to_owned()
}

fn inline(value: &Value, own: &Own<'_>) -> String {
    let text = match text_of(value, "type") {
        "text" => text_of(value, "text").to_owned(),
        "link" => match text_of(value, "text") {
            "" => text_of(value, "url").to_owned(),
            label => link(label, [text_of(value, "url"), ""]),
        },
        "user" => own.user(text_of(value, "user_id"), ""),
        "usergroup" => own.group(text_of(value, "usergroup_id"), ""),
        "channel" => own.channel(text_of(value, "channel_id"), ""),
        "team" => String::new(),
        "emoji" => format!(":{}:", text_of(value, "name")),
        "broadcast" => match text_of(value, "range") {
            "everyone" => "@all".to_owned(),
            range => format!("@{range}"),
        },
        "date" => text_of(value, "fallback").to_owned(),
        "color" => text_of(value, "value").to_owned(),
        _ => text_of(value, "text").to_owned(),
    };
    styled(text, &value["style"])
}

/// Formats stand around the text, not around the blanks at its ends: Markdown reads none of those.
fn styled(text: String, style: &Value) -> String {
    let is = |name: &str| style[name].as_bool().unwrap_or_default();
    let trimmed = text.trim();
    if trimmed.is_empty() || !style.is_object() {
        return text;
    }
    let mut signs = String::new();
    for (name, sign) in [("strike", "~~"), ("bold", "**"), ("italic", "_"), ("code", "`")] {
        if is(name) {
            signs.push_str(sign);
        }
    }
    // Each line for itself: a format does not go on over an empty one.
    let back: String = signs.chars().rev().collect();
    let line = |line: &str| {
        let inner = line.trim();
        if inner.is_empty() { line.to_owned() } else { line.replacen(inner, &format!("{signs}{inner}{back}"), 1) }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plain(blocks: Value) -> String {
        Own::with(&|id: &str| (id == "U1").then(|| "ann".to_owned()), |own| {
            to_markdown(blocks.as_array().expect("a list"), own)
        })
    }

    #[test]
    fn rich_text_keeps_its_formats() {
        let blocks = json!([{"type": "rich_text", "elements": [
            {"type": "rich_text_section", "elements": [
                {"type": "text", "text": "Hello "}, {"type": "user", "user_id": "U1"},
                {"type": "text", "text": " bold ", "style": {"bold": true, "italic": true}},
                {"type": "link", "url": "https://a.test", "text": "log"}, {"type": "text", "text": "x", "style": {"code": true}},
                {"type": "emoji", "name": "tada"}, {"type": "broadcast", "range": "here"}]},
            {"type": "rich_text_list", "style": "ordered", "offset": 1, "elements": [
                {"type": "rich_text_section", "elements": [{"type": "text", "text": "one"}]},
                {"type": "rich_text_section", "elements": [{"type": "text", "text": "two"}]}]},
            {"type": "rich_text_list", "style": "bullet", "indent": 1, "elements": [
                {"type": "rich_text_section", "elements": [{"type": "text", "text": "in"}]}]},
            {"type": "rich_text_quote", "elements": [{"type": "text", "text": "said\nso"}]},
            {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "let *a* = <1>;"}]}]}]);
        let text = "Hello @ann **_bold_** [log](https://a.test)`x`:tada:@here\n2. one\n3. two\n    - in\n> said\n> so\n\n```\nlet *a* = <1>;\n```";
        assert_eq!(plain(blocks), text);
    }

    #[test]
    fn what_programs_lay_out_is_text() {
        let blocks = json!([
            {"type": "header", "text": {"type": "plain_text", "text": "Deploy"}},
            {"type": "section", "text": {"type": "mrkdwn", "text": "*ok* by <@U1>"}, "fields": [{"type": "mrkdwn", "text": "a &amp; b"}]},
            {"type": "divider"},
            {"type": "context", "elements": [{"type": "mrkdwn", "text": "at 9"}, {"type": "image", "image_url": "https://a.test/i.png", "alt_text": "i"}]},
            {"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Open"}, "url": "https://a.test"}]},
            {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}, {"type": "raw_text", "text": "b|c"}]]},
            7, {"type": null}]);
        let text = "#### Deploy\n**ok** by @ann\na & b\n\n---\nat 9 [i](https://a.test/i.png)\n[Open](https://a.test)\n| a | b\\|c |\n| --- | --- |";
        assert_eq!(plain(blocks), text);
    }
}
