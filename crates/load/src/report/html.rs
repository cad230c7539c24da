//! Blocks as one page that needs nothing else: style and charts are inside, there is no script.

use std::fmt::Write;

use super::chart::{Place, STYLE, escape};
use super::document::{Block, Figure, Table, Tone};

const PAGE_STYLE: &str = include_str!("page.css");

/// The page of a document.
pub fn page(blocks: &[Block]) -> String {
    let title = blocks.iter().find_map(|block| match block {
        Block::Title(title) => Some(escape(title)),
        _ => None,
    });
    let title = title.unwrap_or_default();
    let mut out = String::with_capacity(256 * 1024);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{title}</title>\
         <style>{PAGE_STYLE}{STYLE}</style></head><body><main>\n"
    );
    let mut among_charts = false;
    for block in blocks {
        let is_chart = matches!(block, Block::Chart(_));
        if is_chart != among_charts {
            out.push_str(if is_chart { "<div class=\"charts\">\n" } else { "</div>\n" });
            among_charts = is_chart;
        }
        write_block(block, &mut out);
    }
    if among_charts {
        out.push_str("</div>\n");
    }
    out.push_str("</main></body></html>\n");
    out
}

fn write_block(block: &Block, out: &mut String) {
    let _ = match block {
        Block::Title(text) => writeln!(out, "<h1>{}</h1>", escape(text)),
        Block::Verdict(tone, text) => writeln!(out, "<p class=\"verdict {}\">{}</p>", class(*tone), escape(text)),
        Block::Heading(text) => writeln!(out, "<h2>{}</h2>", escape(text)),
        Block::Text(text) => writeln!(out, "<p class=\"soft\">{}</p>", escape(text)),
        Block::Code(text) => writeln!(out, "<pre>{}</pre>", escape(text)),
        Block::List(items) => {
            let items: String = items.iter().map(|item| format!("<li>{}</li>", escape(item))).collect();
            writeln!(out, "<ul>{items}</ul>")
        }
        Block::Figures(figures) => {
            let cards: String = figures.iter().map(card).collect();
            writeln!(out, "<div class=\"figures\">{cards}</div>")
        }
        Block::Table(table) => {
            write_table(table, out);
            Ok(())
        }
        Block::Chart(chart) => {
            let (title, svg) = (escape(&chart.title), chart.svg(Place::Page));
            let note = if chart.note.is_empty() {
                String::new()
            } else {
                format!("<p class=\"soft\">{}</p>", escape(&chart.note))
            };
            writeln!(out, "<figure><figcaption>{title}</figcaption>{svg}{note}</figure>")
        }
    };
}

fn card(figure: &Figure) -> String {
    let (label, value, note) = (escape(&figure.label), escape(&figure.value), escape(&figure.note));
    format!("<div class=\"figure\"><span>{label}</span><b>{value}</b><small>{note}</small></div>")
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Good => "good",
        Tone::Bad => "bad",
    }
}

fn write_table(table: &Table, out: &mut String) {
    let cell = |tag: &str, at: usize, text: &str| {
        let class = if at >= table.numbers_from { " class=\"n\"" } else { "" };
        format!("<{tag}{class}>{}</{tag}>", escape(text))
    };
    out.push_str("<div class=\"wide\"><table><thead><tr>");
    table.head.iter().enumerate().for_each(|(at, name)| out.push_str(&cell("th", at, name)));
    out.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        let _ = write!(out, "<tr class=\"{}\">", class(row.tone));
        row.cells.iter().enumerate().for_each(|(at, text)| out.push_str(&cell("td", at, text)));
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}
