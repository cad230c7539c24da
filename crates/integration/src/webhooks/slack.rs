//! What integrations write as they would for Slack, made into Markdown: links, calls and users in texts and in what
//! hangs under them.

use std::collections::HashMap;

use base::ids::UserId;
use node::error::Result;
use serde_json::Value;
use wire::attachments::Attachment;

use request::App;

/// Rewrites a text and the attachments that come with it. Users are looked up only where some are named.
///
/// # Errors
/// When the store does not answer.
pub async fn translate(app: &App, text: &mut String, attachments: &mut [Attachment]) -> Result<()> {
    let mut texts: Vec<&mut String> = vec![text];
    for attachment in attachments {
        texts.extend([&mut attachment.text, &mut attachment.pretext, &mut attachment.title]);
        let fields = attachment.fields.iter_mut().flatten();
        texts.extend(fields.filter_map(|field| field.value.as_mut().and_then(spelt_out)));
    }
    let names = names(app, &texts).await?;
    for text in texts {
        if text.contains('<') {
            *text = text::slack_links::to_markdown(text, |id| names.get(id).map(String::as_str));
        }
    }
    Ok(())
}

/// A field's value as text: numbers and truth values are shown as they were written.
fn spelt_out(value: &mut Value) -> Option<&mut String> {
    if !value.is_null() && !value.is_string() {
        *value = Value::String(value.to_string());
    }
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// The names of the users whose ids stand in the texts.
async fn names(app: &App, texts: &[&mut String]) -> Result<HashMap<String, String>> {
    let named = texts.iter().flat_map(|text| text::slack_links::users(text)).take(text::slack_links::USERS_MAX);
    let mut ids: Vec<UserId> = named.filter_map(UserId::parse).filter(|id| id.is_some()).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    ids.sort_unstable();
    ids.dedup();
    let found = app.world.users_by_ids(&ids).await?;
    Ok(found.iter().map(|user| (user.id.to_string(), user.username.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_of_fields_become_text() {
        let spelt = |mut value: Value| spelt_out(&mut value).cloned();
        assert_eq!(spelt(json!("a")).as_deref(), Some("a"));
        assert_eq!(spelt(json!(7)).as_deref(), Some("7"));
        assert_eq!(spelt(json!(3.5)).as_deref(), Some("3.5"));
        assert_eq!(spelt(json!(true)).as_deref(), Some("true"));
        assert_eq!(spelt(json!(null)), None);
    }
}
