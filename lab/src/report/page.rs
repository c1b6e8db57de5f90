//! Page: the report as one file of HTML.

use std::fmt::Write as _;

use super::chart::draw;
use super::claims::claims;
use crate::section::{Section, Sheet};

const STYLE: &str = "\
body{margin:0 auto;padding:1.5rem;max-width:76rem;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff}
h1{font-size:1.8rem;line-height:1.2}h2{font-size:1.35rem;margin-top:3rem;border-top:1px solid #ccc;padding-top:1rem}
h3,summary{font-size:1rem;font-weight:700;margin:1.6rem 0 .4rem}p{max-width:46rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.8rem;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .5rem;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}
th{background:#f2f2f2;vertical-align:bottom;white-space:normal}td:first-child,th:first-child{text-align:left}
table.claims td,table.claims th{text-align:left;white-space:normal;vertical-align:top}
table.claims td:first-child{text-align:right}
svg{max-width:100%;height:auto;display:block;margin:.6rem 0}ul.checks{list-style:none;padding:0}
ul.checks li{padding-left:3.2rem;text-indent:-3.2rem}.yes::before,.no::before{display:inline-block;width:3.2rem;text-indent:0;font-weight:600}
.yes::before{content:'yes';color:#00694d}.no::before{content:'NO';color:#a33a00}
.claim{border-left:4px solid #0072b2;padding-left:.8rem;color:#333}nav ol{columns:2;font-size:.95rem}
@media(max-width:40rem){nav ol{columns:1}body{padding:.8rem}}
";

/// The sections as one page.
///
/// # Errors
/// A sentence where a chart cannot be drawn.
pub fn page(sections: &[Section]) -> Result<String, String> {
    let mut html = String::from("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    html += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
    html += "<title>The minimal-window search family</title>\n";
    let _ = writeln!(html, "<style>{STYLE}</style></head><body>");
    html += "<h1>The minimal-window search family, measured</h1>\n";
    html += "<p>Every search of the papers on artificial trees and on chess: what they claim, and what is found here. \
             All numbers but those of time follow from seeds and are the same on every machine.</p>\n";
    let checks = || sections.iter().flat_map(|section| &section.checks);
    let held = checks().filter(|check| check.holds).count();
    let _ = writeln!(html, "<p>{held} of {} expectations hold.</p>", checks().count());
    html += "<nav><ol>";
    for section in sections {
        let _ = write!(html, "<li><a href=\"#{}\">{}</a></li>", section.id, escaped(&section.title));
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

fn add_section(html: &mut String, section: &Section) -> Result<(), String> {
    // Writing into a string does not fail.
    let _ = writeln!(html, "<section id=\"{}\"><h2>{}</h2>", section.id, escaped(&section.title));
    if !section.claim.is_empty() {
        let _ = writeln!(html, "<p class=\"claim\">{}</p>", escaped(&section.claim));
    }
    if !section.finding.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", escaped(&section.finding));
    }
    for chart in &section.charts {
        html.push_str(&draw(chart)?);
    }
    section.sheets.iter().for_each(|sheet| add_sheet(html, sheet));
    if !section.checks.is_empty() {
        html.push_str("<h3>Expected, and so?</h3><ul class=\"checks\">\n");
        for check in &section.checks {
            let class = if check.holds { "yes" } else { "no" };
            let _ = writeln!(html, "<li class=\"{class}\">{}</li>", escaped(&check.sentence));
        }
        html.push_str("</ul>\n");
    }
    html.push_str("</section>\n");
    Ok(())
}

/// Longer tables are folded.
const MOST_ROWS: usize = 40;

fn add_sheet(html: &mut String, sheet: &Sheet) {
    let folds = sheet.rows.len() > MOST_ROWS;
    let title = escaped(&sheet.title);
    let (open, close) = if folds {
        (format!("<details><summary>{title}</summary>"), "</details>\n")
    } else {
        (format!("<h3>{title}</h3>"), "\n")
    };
    let _ = write!(html, "{open}<div class=\"scroll\"><table><thead><tr>");
    sheet.columns.iter().for_each(|head| *html += &format!("<th>{}</th>", escaped(head)));
    html.push_str("</tr></thead><tbody>\n");
    for row in &sheet.rows {
        html.push_str("<tr>");
        row.iter().for_each(|cell| *html += &format!("<td>{}</td>", escaped(cell)));
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>");
    html.push_str(close);
}

fn add_claims(html: &mut String) {
    html.push_str("<section id=\"claims\"><h2>The claims of the papers</h2>\n<div class=\"scroll\"><table class=\"claims\">");
    html.push_str("<thead><tr><th>no.</th><th>source</th><th>claim</th><th>how it is shown here</th></tr></thead><tbody>\n");
    for claim in claims() {
        let cells = [claim.number, claim.sources, claim.claim, claim.shown].map(escaped);
        let _ = writeln!(html, "<tr><td>{}</td></tr>", cells.join("</td><td>"));
    }
    html.push_str("</tbody></table></div></section>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const SOURCES: &str = "<section id=\"sources\"><h2>Sources</h2><ul>
<li>000: A. Reinefeld, J. Schaeffer, T. A. Marsland, <cite>Information Acquisition in Minimal Window Search</cite>, IJCAI 1985.</li>
<li>001: J. Schaeffer, slides on windows, 2002.</li>
<li>002: A. Reinefeld, T. A. Marsland, <cite>A Quantitative Analysis of Minimal Window Search</cite>, IJCAI 1987; its equations are lost in the readable copy, and reconstructed here.</li>
<li>003: T. Hsu, slides <cite>Alpha-Beta Pruning: Algorithm and Analysis</cite>, 2020.</li>
<li>004: D. Eppstein, lecture notes on alpha-beta search, 1997.</li>
<li>The prototype: a program of its own for the same trees, written before this one, which shares no line with it.</li>
</ul></section>
";
