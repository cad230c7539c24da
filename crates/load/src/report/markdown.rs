//! The same blocks as Markdown, with charts as files beside it.

use std::fmt::Write;

use super::chart::{Chart, Place};
use super::document::{Block, Table, Tone};

/// A text and the files it shows.
pub struct Markdown {
    pub text: String,
    /// Names and contents of the charts' files.
    pub charts: Vec<(String, String)>,
}

/// Where the charts lie, seen from the text.
pub const CHARTS: &str = "charts";

/// The document as Markdown.
pub fn write(blocks: &[Block]) -> Markdown {
    let mut text = String::with_capacity(64 * 1024);
    let mut charts = Vec::new();
    for block in blocks {
        let _ = match block {
            Block::Title(title) => writeln!(text, "# {}\n", escape(title)),
            Block::Verdict(tone, sentence) => {
                let sign = if *tone == Tone::Bad { "✗ " } else { "" };
                writeln!(text, "**{sign}{}**\n", escape(sentence))
            }
            Block::Heading(title) => writeln!(text, "## {}\n", escape(title)),
            Block::Text(sentence) => writeln!(text, "{}\n", escape(sentence)),
            Block::Code(code) => writeln!(text, "```\n{code}\n```\n"),
            Block::List(items) => {
                items.iter().for_each(|item| text.push_str(&format!("- {}\n", escape(item))));
                writeln!(text)
            }
            Block::Figures(figures) => {
                let mut table = Table::new(&["", "", ""]);
                table.numbers_from = 3;
                for figure in figures {
                    table.push(vec![figure.label.clone(), format!("**{}**", figure.value), figure.note.clone()]);
                }
                write_table(&table, &mut text);
                Ok(())
            }
            Block::Table(table) => {
                write_table(table, &mut text);
                Ok(())
            }
            Block::Chart(chart) => write_chart(chart, &mut text, &mut charts),
        };
    }
    Markdown { text, charts }
}

fn write_chart(chart: &Chart, text: &mut String, charts: &mut Vec<(String, String)>) -> std::fmt::Result {
    let name = format!("{}.svg", chart.id);
    writeln!(text, "### {}\n\n![{}]({CHARTS}/{name})\n", escape(&chart.title), escape(&chart.title))?;
    charts.push((name, chart.svg(Place::File)));
    if chart.note.is_empty() { Ok(()) } else { writeln!(text, "{}\n", escape(&chart.note)) }
}

fn write_table(table: &Table, text: &mut String) {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    text.push_str(&row(&table.head));
    let rules: Vec<&str> =
        (0..table.head.len()).map(|at| if at >= table.numbers_from { "--:" } else { "---" }).collect();
    let _ = writeln!(text, "| {} |", rules.join(" | "));
    for one in &table.rows {
        text.push_str(&row(&one.cells));
    }
    text.push('\n');
}

/// Text that Markdown must not take for its own signs.
fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::super::chart::Line;
    use super::super::html;
    use super::*;

    fn blocks() -> Vec<Block> {
        let mut table = Table::new(&["Endpoint", "ms"]);
        table.push_toned(vec!["GET /a|b".into(), "1".into()], Tone::Bad);
        let line = Line { name: "p99".into(), points: vec![(0.0, 1.0), (1.0, 2.0)], dots: false };
        let chart = Chart { id: "api".into(), title: "API".into(), lines: vec![line], ..Chart::default() };
        vec![
            Block::Title("A <run>".into()),
            Block::Table(table),
            Block::Chart(Box::new(chart)),
            Block::Text("End".into()),
        ]
    }

    #[test]
    fn charts_become_files_beside_the_text() {
        let written = write(&blocks());
        assert!(written.text.contains("![API](charts/api.svg)"), "{}", written.text);
        assert_eq!(written.charts.len(), 1);
        assert!(written.text.contains("| GET /a\\|b | 1 |") && written.text.contains("| --- | --: |"));
    }

    #[test]
    fn the_page_says_the_same_and_needs_nothing_else() {
        let page = html::page(&blocks());
        assert!(
            page.contains("<h1>A &lt;run&gt;</h1>") && page.contains("<svg") && page.contains("<tr class=\"bad\">")
        );
        assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("href="));
        assert_eq!(page.matches("<div").count(), page.matches("</div>").count());
    }
}
