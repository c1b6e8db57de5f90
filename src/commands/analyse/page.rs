//! Page: reviews as one self-contained HTML page.

use std::fmt::Write;

use super::graph::{self, BEST, BOARDS, PLAYED};
use super::mark::Mark;
use super::review::{Review, SideReview};
use super::text::{caption, escape, eval_text, percent, title};
use crate::pgn::PgnGame;

/// The page up to the first game.
pub(super) const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<title>Games reviewed by Lancet</title><style>
:root{color-scheme:light dark;--ink:#26262b;--soft:#6b6b74;--paper:#fbfaf7;--card:#fff;--edge:#0002}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--soft:#a09fa8;--paper:#1d1d21;--card:#27272c;--edge:#fff2}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;max-width:960px;padding:1.5rem}
section{background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:1.25rem 1.5rem;margin:0 0 2rem}
h2{margin:0;font-size:1.3rem}.about{color:var(--soft);margin:.1rem 0 1rem}
.graph{width:100%;height:auto;display:block}.axis{font-size:11px;fill:var(--soft)}.label{font-size:9px;fill:#0007}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.15rem .8rem .15rem 0;text-align:right}
th:first-child,td:first-child{text-align:left}th{color:var(--soft);font-weight:500}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(195px,1fr));gap:1rem;margin:1rem 0}
figure{margin:0}.board{width:100%;border-radius:4px;display:block}figcaption{font-size:.85rem;margin-top:.3rem}
summary{cursor:pointer;color:var(--soft)}.moves td:nth-child(n+5){text-align:left;color:var(--soft)}
.inaccuracy{color:#3f7fc4}.mistake{color:#c98116}.blunder{color:#cf3f3f;font-weight:600}
</style></head><body>
";

/// The page after the last game.
pub(super) const FOOT: &str = concat!(
    "<p class=\"about\">Reviewed by Lancet ",
    env!("CARGO_PKG_VERSION"),
    ". The graph shows White's win probability. Win probability and accuracy are computed by the formulas of \
     lichess.</p></body></html>\n"
);

/// Returns the section of a game.
pub(super) fn section(game: &PgnGame, review: &Review) -> String {
    let about: Vec<&str> = ["Event", "Site", "Date", "Opening"]
        .iter()
        .filter_map(|name| game.tag(name))
        .filter(|v| *v != "?")
        .collect();
    let mut text = format!(
        "<section><h2>{}</h2><p class=\"about\">{}</p>{}{}",
        escape(&title(game)),
        escape(&about.join(" · ")),
        graph::graph(review),
        sides(review)
    );
    let points = review.turning_points(BOARDS);
    if !points.is_empty() {
        let _ = write!(
            text,
            "<div class=\"boards\">{}</div><p class=\"about\">{} Arrows: <span style=\"color:{PLAYED}\">played</span>, \
             <span style=\"color:{BEST}\">best</span>.</p>",
            points
                .iter()
                .map(|m| format!(
                    "<figure>{}<figcaption>{}</figcaption></figure>",
                    graph::move_board(m),
                    escape(&caption(m))
                ))
                .collect::<String>(),
            shown(points.len(), review.bad_moves())
        );
    }
    text + &moves(review) + "</section>\n"
}

/// Says which of the mistakes and blunders have a board.
fn shown(boards: usize, bad_moves: usize) -> String {
    if boards == bad_moves {
        return "The boards show all mistakes and blunders.".into();
    }
    format!(
        "The boards show {boards} of {bad_moves} mistakes and blunders: those that lose the most win probability, and of \
         several in a row the worst first."
    )
}

fn sides(review: &Review) -> String {
    let row = |name: &str, side: &SideReview| {
        format!(
            "<tr><td>{name}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            percent(side.accuracy),
            side.average_loss.map_or("–".into(), |loss| format!("{loss:.1}")),
            side.inaccuracies,
            side.mistakes,
            side.blunders
        )
    };
    format!(
        "<table><tr><th></th><th>accuracy</th><th>average loss</th><th>inaccuracies</th><th>mistakes</th>\
         <th>blunders</th></tr>{}{}</table>",
        row("White", &review.white),
        row("Black", &review.black)
    )
}

fn moves(review: &Review) -> String {
    let mut text = String::from(
        "<details><summary>All moves</summary><table class=\"moves\"><tr><th>move</th><th>score</th>\
         <th>loss</th><th>accuracy</th><th style=\"text-align:left\">best line</th></tr>",
    );
    for m in &review.moves {
        let class = m.mark.map_or(String::new(), |mark| mark.name().to_ascii_lowercase());
        let mark = m.mark.map_or("", Mark::symbol);
        let line = m.before.san_line(&m.best[..m.best.len().min(8)]);
        let _ = write!(
            text,
            "<tr><td class=\"{class}\">{} {}{mark}</td><td>{}</td><td>{}</td><td>{:.0} %</td><td>{}</td></tr>",
            m.number,
            escape(&m.san()),
            eval_text(m.score),
            m.loss,
            m.accuracy,
            escape(&line)
        );
    }
    text + "</table></details>"
}
