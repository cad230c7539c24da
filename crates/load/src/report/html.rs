//! Blocks as one page that needs nothing else: style and charts are inside, there is no script.

use std::fmt::Write;

use super::chart::{Place, STYLE, escape};
use super::document::{Block, Figure, Table, Tone};

const PAGE_STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c2430;--soft:#66707f;--rule:#e3e7ed;--ground:#fff;--card:#f7f9fc;--good:#15803d;--bad:#c0232c;--good-ground:#edf8f0;--bad-ground:#fdeeee}\
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa5b5;--rule:#2d3542;--ground:#12171f;--card:#1a212c;--good:#6fd08c;--bad:#ff7b82;--good-ground:#14261b;--bad-ground:#301a1e}}\
@media print{:root{--ink:#000;--soft:#444;--rule:#ccc;--ground:#fff;--card:#fff;--good:#15803d;--bad:#c0232c;--good-ground:#fff;--bad-ground:#fff}}\
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}\
main{max-width:1120px;margin:0 auto;padding:32px 24px 64px}h1{font-size:26px;line-height:1.25;margin:0 0 16px;letter-spacing:-.01em}\
h2{font-size:18px;margin:40px 0 12px;letter-spacing:-.005em}p{margin:8px 0;max-width:80ch}.soft{color:var(--soft);font-size:13px}ul{margin:8px 0;padding-left:20px}li{margin:3px 0;max-width:100ch;overflow-wrap:anywhere}\
.verdict{font-size:18px;padding:14px 18px;border-radius:8px;border-left:5px solid var(--soft);background:var(--card)}\
.verdict.good{border-color:var(--good);background:var(--good-ground)}.verdict.bad{border-color:var(--bad);background:var(--bad-ground)}\
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(196px,1fr));gap:12px;margin:20px 0}.figure{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:12px 14px}\
.figure b{display:block;font-size:25px;font-weight:600;line-height:1.25;font-variant-numeric:tabular-nums}.figure span{color:var(--soft);font-size:12.5px}.figure small{display:block;color:var(--soft);font-size:12px;line-height:1.35;margin-top:3px}\
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}th{color:var(--soft);font-weight:500;text-align:left;vertical-align:bottom}\
th,td{padding:5px 12px 5px 0;border-bottom:1px solid var(--rule);vertical-align:top}td:last-child,th:last-child{padding-right:2px}.n{text-align:right;white-space:nowrap}td:first-child{overflow-wrap:anywhere}\
tr.bad td:first-child{box-shadow:-6px 0 0 var(--ground),-9px 0 0 var(--bad)}tr.bad td:last-child{color:var(--bad)}tr.good td:last-child{color:var(--good)}\
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(480px,100%),1fr));gap:20px 28px}figure{margin:0;break-inside:avoid}figcaption{font-weight:600;font-size:14px;margin:0 0 2px}figure svg{width:100%;height:auto;display:block}\
pre{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:12px 14px;overflow-x:auto;font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere}\
@media print{body{font-size:11px}main{max-width:none;padding:0}h2{break-after:avoid}tr{break-inside:avoid}.wide{overflow:visible}table{font-size:9px}th,td{padding:2px 6px 2px 0}}";

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
