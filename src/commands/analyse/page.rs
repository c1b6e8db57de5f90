//! Page: reviews as one self-contained HTML page.
//!
//! The page has every game twice: as a printout, which needs no script, and as JSON, from which the script in `page/` makes
//! an analysis board. Nothing is loaded from a network.

mod data;

use std::fmt::Write;
use std::sync::LazyLock;

use serde_json::json;
use shakmaty::Role;

use super::board::outline;
use super::clocks::Clocks;
use super::graph::{self, BEST, BOARDS, PLAYED};
use super::mark::Mark;
use super::opening::Opening;
use super::phases::{Phase, phases};
use super::review::{Review, SideReview};
use super::text::{caption, escape, move_eval_text, percent, result, title};
use crate::pgn::PgnGame;
use data::game_data;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = concat!(include_str!("page/palette.css"), include_str!("page/page.css"));
const SCRIPTS: [&str; 4] = [
    include_str!("page/model.js"),
    include_str!("page/board.js"),
    include_str!("page/study.js"),
    include_str!("page/main.js"),
];

/// Where the games are in the template.
const GAMES: &str = "<!-- games -->";

/// The page without games.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    let outlines: serde_json::Map<_, _> =
        Role::ALL.iter().map(|role| (role.char().to_string(), json!(outline(*role)))).collect();
    let outlines = format!("const OUTLINES = {};", json!(outlines));
    let script = [&[outlines.as_str()], &SCRIPTS[..]].concat().join("\n");
    TEMPLATE
        .replace("/* version */", env!("CARGO_PKG_VERSION"))
        .replace("/* style */", STYLE)
        .replace("/* script */", &script)
});

/// Returns the page up to the first game.
pub(super) fn head() -> &'static str {
    PAGE.split_once(GAMES).map_or("", |(head, _)| head)
}

/// Returns the page after the last game.
pub(super) fn foot() -> &'static str {
    PAGE.split_once(GAMES).map_or("", |(_, foot)| foot)
}

/// Returns the section of the game with a number.
pub(super) fn section(number: usize, game: &PgnGame, review: &Review) -> String {
    let clocks = Clocks::of(game);
    let opening = opening(game);
    let mut text = format!(
        "<section class=\"game\" id=\"game-{number}\" data-title=\"{}\" data-result=\"{}\" data-date=\"{}\" \
         data-accuracy=\"{} / {} %\" data-opening=\"{}\" data-moves=\"{}\"><h2>{}</h2>\
         <p class=\"about before-study\">{}</p>{}",
        escape(&players(game)),
        escape(&result(game)),
        escape(game.tag("Date").unwrap_or_default()),
        whole(review.white.accuracy),
        whole(review.black.accuracy),
        escape(&opening),
        review.moves.len().div_ceil(2),
        escape(&title(game)),
        about(game, &opening),
        graph::graph(review)
    );
    if let Some(graph) = clocks.as_ref().and_then(|clocks| clocks.graph(review)) {
        text += &graph;
    }
    text += &boards(number, review);
    text += &sides(review);
    text += &by_phase(&phases(review));
    text += &moves(review);
    let _ = writeln!(
        text,
        "<script type=\"application/json\" class=\"data\">{}</script></section>",
        game_data(game, review, clocks.as_ref())
    );
    text
}

/// Formats an accuracy for the list of games.
fn whole(accuracy: Option<f64>) -> String {
    accuracy.map_or("–".into(), |accuracy| format!("{accuracy:.0}"))
}

/// Returns the ECO code and the name of the opening, or what the game says itself.
fn opening(game: &PgnGame) -> String {
    let known = Opening::of(game).map(|opening| format!("{} {}", opening.eco, opening.name));
    known.unwrap_or_else(|| game.tag("Opening").unwrap_or_default().to_owned())
}

fn players(game: &PgnGame) -> String {
    let [white, black] = ["White", "Black"].map(|tag| game.tag(tag).unwrap_or("?"));
    format!("{white} – {black}")
}

/// Returns where, when and how the game was played, with links as links.
fn about(game: &PgnGame, opening: &str) -> String {
    let tags = ["Event", "Site", "Date"].iter().filter_map(|name| game.tag(name));
    let elo = ["WhiteElo", "BlackElo"].map(|name| game.tag(name).filter(|elo| *elo != "?"));
    let elo =
        if let [Some(white), Some(black)] = elo { format!("Elo {white} – {black}") } else { String::new() };
    let control = game.tag("TimeControl").filter(|control| *control != "-").unwrap_or_default();
    let words = tags.chain([elo.as_str(), control, opening]);
    let words = words.filter(|word| !word.trim_matches(['?', '.']).is_empty());
    words.map(linked).collect::<Vec<String>>().join(" · ")
}

/// Escapes a word; an address becomes a link.
fn linked(word: &str) -> String {
    let text = escape(word);
    let is_address = ["https://", "http://"].iter().any(|scheme| word.starts_with(scheme));
    if is_address && !word.contains(char::is_whitespace) {
        format!("<a href=\"{text}\" rel=\"noreferrer\">{text}</a>")
    } else {
        text
    }
}

/// Returns the boards at the turning points, each a link to its move.
fn boards(number: usize, review: &Review) -> String {
    let points = review.turning_points(BOARDS);
    if points.is_empty() {
        return String::new();
    }
    let index = |m| review.moves.iter().position(|other| std::ptr::eq(other, m)).unwrap_or_default();
    let figures: String = points
        .iter()
        .map(|m| {
            format!(
                "<figure><a href=\"#game-{number}/{0}\" data-node=\"{0}\">{1}<figcaption>{2}</figcaption></a></figure>",
                index(*m),
                graph::move_board(m),
                escape(&caption(m))
            )
        })
        .collect();
    format!(
        "<h3>Turning points</h3><div class=\"boards\">{figures}</div><p class=\"about\">{} Arrows: \
         <span style=\"color:{PLAYED}\">played</span>, <span style=\"color:{BEST}\">best</span>.</p>",
        shown(points.len(), review.bad_moves())
    )
}

/// Says which of the mistakes and blunders have a board.
fn shown(boards: usize, bad_moves: usize) -> String {
    if boards == bad_moves {
        return "The boards show all mistakes and blunders.".into();
    }
    format!(
        "The boards show {boards} of {bad_moves} mistakes and blunders: those that lose the most win probability, and of \
         several consecutive ones the worst first."
    )
}

const TOTALS: &str = "<th>moves</th><th>accuracy</th><th><abbr title=\"average loss in centipawns\">loss</abbr></th>\
     <th><abbr title=\"inaccuracies\">?!</abbr></th><th><abbr title=\"mistakes\">?</abbr></th>\
     <th><abbr title=\"blunders\">??</abbr></th>";

/// Returns the cells of the totals of a side.
fn totals(side: &SideReview) -> String {
    format!(
        "<td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>",
        side.moves,
        percent(side.accuracy),
        side.average_loss.map_or("–".into(), |loss| format!("{loss:.1}")),
        side.inaccuracies,
        side.mistakes,
        side.blunders
    )
}

fn sides(review: &Review) -> String {
    format!(
        "<h3>Totals</h3><div class=\"scroll\"><table class=\"totals\"><tr><th></th>{TOTALS}</tr><tr><td>White</td>{}</tr>\
         <tr><td>Black</td>{}</tr></table></div>",
        totals(&review.white),
        totals(&review.black)
    )
}

/// Returns the totals of each phase, if there are several.
fn by_phase(phases: &[Phase]) -> String {
    if phases.len() < 2 {
        return String::new();
    }
    let mut text = format!(
        "<h3>By phase</h3><div class=\"scroll\"><table class=\"totals phases\"><tr><th></th>{TOTALS}</tr>"
    );
    for phase in phases {
        for (name, side) in ["White", "Black"].iter().zip(&phase.sides).filter(|(_, side)| side.moves > 0) {
            let _ = write!(text, "<tr><td>{name}, {}</td>{}</tr>", phase.name, totals(side));
        }
    }
    text + "</table></div>"
}

fn moves(review: &Review) -> String {
    let mut text = String::from(
        "<details><summary>All moves</summary><div class=\"scroll\"><table class=\"all-moves\"><tr><th>move</th><th>score</th>\
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
            move_eval_text(m),
            m.loss,
            m.accuracy,
            escape(&line)
        );
    }
    text + "</table></div></details>"
}
