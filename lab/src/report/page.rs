//! The report as one self-contained HTML page.

use std::fmt::Write as _;

use super::chart::draw;
use super::claims::claims;
use super::section::{DataTable, Section};
use crate::error::LabError;

const STYLE: &str = include_str!("style.css");

/// Formats the sections as one HTML page.
///
/// # Errors
/// [`LabError::Plot`] if a chart cannot be drawn.
pub fn page(sections: &[Section]) -> Result<String, LabError> {
    let mut html = String::from("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    html += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
    html += "<title>The minimal-window search family</title>\n";
    let _ = writeln!(html, "<style>\n{STYLE}</style></head><body>");
    html += "<h1>The minimal-window search family, measured</h1>\n";
    html += "<p>Every search algorithm of the papers on artificial trees and on chess positions: what the papers claim, \
             and what is measured here. All numbers except times follow from seeds and are the same on every \
             machine.</p>\n";
    let checks = || sections.iter().flat_map(|section| &section.checks);
    let held = checks().filter(|check| check.holds).count();
    let _ = writeln!(html, "<p>{held} of {} expectations hold.</p>", checks().count());
    html += "<nav><ol>";
    for section in sections {
        let _ = write!(html, "<li><a href=\"#{}\">{}</a></li>", section.id, escape(&section.title));
    }
    html += "<li><a href=\"#claims\">The claims of the papers</a></li><li><a href=\"#sources\">Sources</a></li></ol></nav>\n";
    for section in sections {
        add_section(&mut html, section)?;
    }
    add_claims(&mut html);
    html += SOURCES;
    html += "</body></html>\n";
    Ok(html)
}

fn add_section(html: &mut String, section: &Section) -> Result<(), LabError> {
    // Writing to a string does not fail.
    let _ = writeln!(html, "<section id=\"{}\"><h2>{}</h2>", section.id, escape(&section.title));
    if !section.claim.is_empty() {
        let _ = writeln!(html, "<p class=\"claim\">{}</p>", escape(&section.claim));
    }
    if !section.finding.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", escape(&section.finding));
    }
    if !section.command.is_empty() {
        let _ = writeln!(html, "<p>Reproduce with <code>{}</code></p>", escape(&section.command));
    }
    for chart in &section.charts {
        html.push_str(&draw(chart)?);
    }
    section.tables.iter().for_each(|table| add_table(html, table));
    if !section.checks.is_empty() {
        html.push_str("<h3>Expectations</h3><ul class=\"checks\">\n");
        for check in &section.checks {
            let class = if check.holds { "pass" } else { "fail" };
            let _ = writeln!(html, "<li class=\"{class}\">{}</li>", escape(&check.statement));
        }
        html.push_str("</ul>\n");
    }
    html.push_str("</section>\n");
    Ok(())
}

/// Tables with more rows are collapsed.
const MAX_ROWS: usize = 40;

fn add_table(html: &mut String, table: &DataTable) {
    let is_collapsed = table.is_folded || table.rows.len() > MAX_ROWS;
    let title = escape(&table.title);
    let (open, close) = if is_collapsed {
        (format!("<details><summary>{title}</summary>"), "</details>\n")
    } else {
        (format!("<h3>{title}</h3>"), "\n")
    };
    let _ = write!(html, "{open}<div class=\"scroll\"><table><thead><tr>");
    table.columns.iter().for_each(|header| *html += &format!("<th>{}</th>", escape(header)));
    html.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        row.iter().for_each(|cell| *html += &format!("<td>{}</td>", escape(cell)));
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>");
    html.push_str(close);
}

fn add_claims(html: &mut String) {
    html.push_str("<section id=\"claims\"><h2>The claims of the papers</h2>\n<div class=\"scroll\"><table class=\"claims\">");
    html.push_str(
        "<thead><tr><th>no.</th><th>source</th><th>claim</th><th>verification</th></tr></thead><tbody>\n",
    );
    for claim in claims() {
        let cells = [claim.number, claim.sources, claim.claim, claim.evidence].map(escape);
        let _ = writeln!(html, "<tr><td>{}</td></tr>", cells.join("</td><td>"));
    }
    html.push_str("</tbody></table></div></section>\n");
}

/// Escapes text for HTML content and quoted attributes. Every text of the page passes through here; the charts are
/// escaped by plotters.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const SOURCES: &str = "<section id=\"sources\"><h2>Sources</h2><ul>
<li>000: A. Reinefeld, J. Schaeffer, T. A. Marsland, <cite>Information Acquisition in Minimal Window Search</cite>, IJCAI 1985.</li>
<li>001: J. Schaeffer, lecture slides on search windows, 2002.</li>
<li>002: A. Reinefeld, T. A. Marsland, <cite>A Quantitative Analysis of Minimal Window Search</cite>, IJCAI 1987. The equations are illegible in the available copy and are reconstructed here.</li>
<li>003: T. Hsu, lecture slides <cite>Alpha-Beta Pruning: Algorithm and Analysis</cite>, 2020.</li>
<li>004: D. Eppstein, lecture notes on alpha-beta search, 1997.</li>
<li>The prototype: an earlier, independent program for the same trees, which shares no code with this one.</li>
</ul></section>
";
