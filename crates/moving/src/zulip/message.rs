//! What one message says: text, an action, or what other programs show as a poll or a list of tasks.

use super::markup;
use super::markup::Own;

/// What a message says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Content {
    pub text: String,
    pub files: Vec<String>,
    /// It tells what somebody does.
    pub is_action: bool,
    pub is_widget: bool,
    pub lacks_file: bool,
}

/// Reads a message.
pub fn read(text: &str, own: &dyn Own) -> Content {
    for (command, title) in [("/poll", "Poll"), ("/todo", "Tasks")] {
        if let Some(rest) = text.strip_prefix(command).filter(|rest| rest.is_empty() || rest.starts_with([' ', '\n'])) {
            let content = markup::to_markdown(&widget(title, rest), own);
            return Content { is_widget: true, ..said(content) };
        }
    }
    match text.strip_prefix("/me ") {
        Some(action) => {
            let content = said(markup::to_markdown(action, own));
            Content { text: format!("*{}*", content.text), is_action: true, ..content }
        }
        None => said(markup::to_markdown(text, own)),
    }
}

fn said(content: markup::Content) -> Content {
    let markup::Content { text, files, lacks_file } = content;
    Content { text, files, lacks_file, ..Content::default() }
}

/// A title, and a line for each choice or task.
fn widget(title: &str, text: &str) -> String {
    let (named, rest) = text.trim().split_once('\n').unwrap_or((text.trim(), ""));
    let named = if named.is_empty() { title.to_owned() } else { format!("{title}: {named}") };
    let items: String = rest.lines().filter(|line| !line.trim().is_empty()).map(|line| format!("\n- {line}")).collect();
    format!("**{named}**{items}")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nobody;

    impl Own for Nobody {
        fn user(&self, _: &str) -> Option<String> {
            None
        }
        fn channel(&self, _: &str) -> Option<String> {
            None
        }
        fn emoji(&self, _: &str) -> Option<String> {
            None
        }
        fn has_file(&self, _: &str) -> bool {
            false
        }
    }

    #[test]
    fn actions_and_polls_are_read() {
        let me = read("/me waves", &Nobody);
        assert_eq!((me.text.as_str(), me.is_action), ("*waves*", true));
        let poll = read("/poll Lunch?\nsoup\n\nrice", &Nobody);
        assert_eq!((poll.text.as_str(), poll.is_widget), ("**Poll: Lunch?**\n- soup\n- rice", true));
        assert_eq!(read("/polls are no poll", &Nobody).text, "/polls are no poll");
    }
}
