//! The report as one self-contained HTML page.

use std::fmt::Write as _;

use super::chart::draw;
use super::claims::{CLAIMS, Facts, Finding, Verdict};
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
    html += "<title>The narrow-window search family</title>\n";
    let _ = writeln!(html, "<style>\n{STYLE}</style></head><body>");
    html += "<h1>The narrow-window search family, measured</h1>\n";
    add_summary(&mut html, sections)?;
    html += "<h2>Contents</h2>\n";
    html += "<nav><ol>";
    for section in sections {
        let _ = write!(html, "<li><a href=\"#{}\">{}</a></li>", section.id, escape(&section.title));
    }
    html += "<li><a href=\"#sources\">Sources</a></li></ol></nav>\n";
    for section in sections {
        add_section(&mut html, section)?;
    }
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
    for note in &section.notes {
        let _ = writeln!(html, "<p>Note: {}.</p>", escape(note));
    }
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
    let classes: Vec<&str> = (0..table.columns.len()).map(|column| class(table, column)).collect();
    for (header, class) in table.columns.iter().zip(&classes) {
        *html += &format!("<th{class}>{}</th>", escape(header));
    }
    html.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        row.iter()
            .zip(&classes)
            .for_each(|(cell, class)| *html += &format!("<td{class}>{}</td>", escape(cell)));
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>");
    html.push_str(close);
}

/// The class of the cells of a column: text is aligned on the left, numbers on the right.
fn class(table: &DataTable, column: usize) -> &'static str {
    let cells = || table.rows.iter().filter_map(|row| row.get(column));
    let is_text = |cell: &String| {
        cell.chars().count() > 1
            && !cell.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first))
    };
    if cells().filter(|cell| is_text(cell)).count() * 2 > table.rows.len() { " class=\"text\"" } else { "" }
}

/// Adds the first page: the story in a paragraph, a picture, and the claims with their verdicts.
fn add_summary(html: &mut String, sections: &[Section]) -> Result<(), LabError> {
    let facts = Facts::new(sections);
    let findings: Vec<Option<Finding>> = CLAIMS.iter().map(|claim| (claim.evaluate)(&facts)).collect();
    let count = |verdict| findings.iter().flatten().filter(|finding| finding.verdict == verdict).count();
    let [reproduced, conditional, constructed, refuted, error] = Verdict::ALL.map(count);
    let evaluated = reproduced + conditional + constructed + refuted + error;
    let _ = writeln!(
        html,
        "<p>Zero-window searches test whether a move is better before they search its value. Five sources from 1985 to \
         2020 state what this saves. Here every algorithm is run again, on artificial trees and on chess positions, \
         and {evaluated} statements are evaluated by computed numbers: reproduced {reproduced}, with a condition {conditional}, \
         consistent by construction {constructed}, not reproduced {refuted}, errors of the source {error}. All numbers except times \
         follow from seeds and are the same on every machine, and so are all verdicts except that on claim 38, which rests on \
         times.</p>"
    );
    if let Some(figure) = facts.section("figure-w20-strong") {
        let _ = writeln!(
            html,
            "<p>Figure 5 of source 000, measured again: alpha-beta (AB), NegaScout (NS), its partially and fully informed \
             forms (PNS, INS), SSS* and its dual, DUAL*. <a href=\"#figure-w20-strong\">More</a></p>"
        );
        figure.charts.iter().take(1).try_for_each(|chart| draw(chart).map(|svg| html.push_str(&svg)))?;
    }
    add_verdicts(html, facts, &findings);
    add_checks_of_all(html, sections);
    Ok(())
}

/// Adds the table of claims with the verdict, the number found and a link to the section.
fn add_verdicts(html: &mut String, facts: Facts<'_>, findings: &[Option<Finding>]) {
    html.push_str("<section id=\"claims\"><h2>The claims of the papers</h2>\n<div class=\"scroll\"><table class=\"claims\">");
    html.push_str("<thead><tr><th>no.</th><th>source</th><th>claim</th><th>verdict</th><th>found</th></tr></thead><tbody>\n");
    for (claim, finding) in CLAIMS.iter().zip(findings) {
        let (class, verdict, found) = match finding {
            Some(finding) => (finding.verdict.class(), finding.verdict.name(), finding.found.as_str()),
            None => ("unmeasured", "not measured in this report", ""),
        };
        let link = facts.section(claim.section).map_or_else(String::new, |section| {
            format!(" <a href=\"#{}\">{}</a>", section.id, escape(&section.title))
        });
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"verdict {class}\">{verdict}</td><td>{}{link}</td></tr>",
            claim.number,
            claim.sources,
            escape(claim.claim),
            escape(found)
        );
    }
    html.push_str("</tbody></table></div></section>\n");
}

/// Adds how many expectations of the sections hold, and which do not.
fn add_checks_of_all(html: &mut String, sections: &[Section]) {
    let checks = || sections.iter().flat_map(|section| &section.checks);
    let failed: Vec<&str> =
        checks().filter(|check| !check.holds).map(|check| check.statement.as_str()).collect();
    let held = checks().count() - failed.len();
    let _ = write!(
        html,
        "<p>{held} of {} expectations about exact and reproducible results hold.",
        checks().count()
    );
    failed.iter().for_each(|statement| *html += &format!(" <strong>FAIL: {}</strong>", escape(statement)));
    html.push_str("</p>\n");
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
<li>D. Rutko, <cite>Fuzzified Algorithm for Game Tree Search with Statistical and Analytical Evaluation</cite>, Scientific Papers, University of Latvia 770, 2011.</li>
<li>A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, <cite>Nearly Optimal Minimax Tree Search?</cite>, University of Alberta 1994 (arXiv:1404.1518); <cite>Best-first Fixed-depth Minimax Algorithms</cite>, Artificial Intelligence 1996; <cite>Exploiting Graph Properties of Game Trees</cite>, AAAI 1996.</li>
<li>R. Feldmann, P. Mysliwietz, B. Monien, <cite>Studying Overheads in Massively Parallel MIN/MAX-Tree Evaluation</cite>, SPAA 1994.</li>
<li>S. Farrage, T. A. Marsland, <cite>Dynamic Splitting of Decision Trees</cite>, University of Alberta 1993.</li>
<li>J.-C. Weill, <cite>The ABDADA Distributed Minimax Search Algorithm</cite>, ICCA Journal 1996.</li>
<li>E. F. Østensen, <cite>A Complete Chess Engine Parallelized Using Lazy SMP</cite>, University of Oslo 2016.</li>
<li>The prototype: an earlier, independent program for the same trees, which shares no code with this one.</li>
</ul></section>
";

#[cfg(test)]
mod tests {
    use super::*;

    /// A report with a table of numbers and texts.
    fn report() -> String {
        let mut table = DataTable::new("Some <numbers>", ["tree", "value", "source"]);
        table.push(["a", "1.5", "slide 67"]);
        let mut older = DataTable::new("Older numbers", ["tree"]).folded();
        older.push(["b"]);
        let section = Section {
            id: "counts".into(),
            tables: vec![table, older],
            notes: vec!["1 < 2".into()],
            ..Section::default()
        };
        page(&[section]).expect("a page")
    }

    #[test]
    fn claims_come_first_with_their_verdicts() {
        let html = report();
        let place = |text: &str| html.find(text).expect(text);
        assert!(place("<section id=\"claims\">") < place("<section id=\"counts\">"));
        // The printed examples need no section; what was not measured is said to be so.
        assert!(html.contains("<td class=\"verdict reproduced\">reproduced</td>"));
        assert!(html.contains("<td class=\"verdict unmeasured\">not measured in this report</td>"));
        assert!(html.contains("<a href=\"#counts\">"));
    }

    #[test]
    fn what_cannot_fail_is_not_counted() {
        let html = report();
        // Two of the claims without a section are printed examples, two are about equations built to satisfy them.
        assert!(
            html.contains("reproduced 2, with a condition 0, consistent by construction 2, not reproduced 0")
        );
        assert!(html.contains("<td class=\"verdict construction\">consistent by construction</td>"));
        assert!(html.contains("<p>Note: 1 &lt; 2.</p>") && html.contains("<p>0 of 0 expectations "));
    }

    #[test]
    fn tables_align_texts_and_fold_older_numbers() {
        let html = report();
        assert!(
            html.contains("<td>1.5</td><td class=\"text\">slide 67</td>")
                && html.contains("Some &lt;numbers&gt;")
        );
        assert!(html.contains("<details><summary>Older numbers</summary>"));
    }
}
