//! Goal: when a search solves a position of a test suite.

use shakmaty::Move;

use crate::epd::Epd;
use crate::files::quoted;
use crate::position::parse_san;
use crate::types::{Bound, Score};

/// When a search solves a position.
#[derive(Clone, Default, Debug)]
pub struct Goal {
    /// Best moves (`bm`): one of them must be found.
    pub best: Vec<Move>,
    /// Moves to avoid (`am`).
    pub avoid: Vec<Move>,
    /// Moves to the mate that must be found (`dm`).
    pub mate_in: Option<u32>,
    /// Points for moves; any other move has none.
    pub points: Vec<(Move, u32)>,
}

/// Why an EPD line has no goal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GoalError {
    /// It has no operation that is one.
    #[error("no bm, am, dm or points for moves")]
    Missing,
    /// Points for moves cannot be read: a word of them, or the points in `c8`, which are not as many as the moves.
    #[error("invalid points '{}': expected a legal move and an integer, such as 'f5=10'", quoted(.0))]
    Points(String),
}

impl Goal {
    /// Returns the goal of a line.
    ///
    /// # Errors
    /// [`GoalError`] if the line has none, or points that cannot be read.
    pub fn of(epd: &Epd) -> Result<Goal, GoalError> {
        let goal = Goal {
            best: epd.moves("bm").to_vec(),
            avoid: epd.moves("am").to_vec(),
            mate_in: epd
                .integer("dm")
                .filter(|moves| *moves > 0)
                .map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
            points: read_points(epd)?,
        };
        if goal.best.is_empty()
            && goal.avoid.is_empty()
            && goal.mate_in.is_none()
            && goal.points.iter().all(|(_, points)| *points == 0)
        {
            return Err(GoalError::Missing);
        }
        Ok(goal)
    }

    /// Reports whether the move `m` with its score, which may be a bound, solves the position.
    ///
    /// Best moves decide before moves to avoid, these before a mate, and that before points.
    #[must_use]
    pub fn is_met(&self, m: Move, (score, bound): (Score, Bound)) -> bool {
        if !self.best.is_empty() {
            self.best.contains(&m)
        } else if !self.avoid.is_empty() {
            !self.avoid.contains(&m)
        } else if let Some(moves) = self.mate_in {
            bound.is_lower() && is_mate_in(moves, score)
        } else {
            self.points(m) == self.max_points()
        }
    }

    /// Returns the points for a move.
    #[must_use]
    pub fn points(&self, m: Move) -> u32 {
        self.points.iter().find(|(known, _)| *known == m).map_or(0, |(_, points)| *points)
    }

    /// Returns the points for the best move; zero if no move has points.
    #[must_use]
    pub fn max_points(&self) -> u32 {
        self.points.iter().map(|(_, points)| *points).max().unwrap_or(0)
    }

    /// Returns the goal in words.
    #[must_use]
    pub fn describe(&self, epd: &Epd) -> String {
        let list =
            |moves: &[Move]| moves.iter().map(|m| epd.position.san(*m)).collect::<Vec<_>>().join(" or ");
        if !self.best.is_empty() {
            list(&self.best)
        } else if !self.avoid.is_empty() {
            format!("not {}", list(&self.avoid))
        } else if let Some(moves) = self.mate_in {
            format!("mate in {moves}")
        } else {
            let max = self.max_points();
            let top = self.points.iter().filter(|(_, points)| *points == max).map(|(m, _)| *m);
            list(&top.collect::<Vec<_>>())
        }
    }
}

/// Reports whether `score` is a mate in at most `limit` moves.
fn is_mate_in(limit: u32, score: Score) -> bool {
    score.mate_moves().is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= limit)
}

/// Returns the points in the first comment that has any (`c0 "f5=10, Bf2=3"`), or else those in `c8` for the
/// moves in `c9` or `c7`.
fn read_points(epd: &Epd) -> Result<Vec<(Move, u32)>, GoalError> {
    for n in 0..10 {
        let pairs = epd.text(&format!("c{n}")).map_or(Ok(None), |text| read_pairs(epd, text))?;
        if let Some(pairs) = pairs {
            return Ok(pairs);
        }
    }
    read_columns(epd)
}

/// Returns the points in a comment of nothing else; `None` if it is another one.
fn read_pairs(epd: &Epd, text: &str) -> Result<Option<Vec<(Move, u32)>>, GoalError> {
    let mut pairs = Vec::new();
    let mut invalid = None;
    for word in words(text) {
        // The last equals sign: promotions have one too.
        let Some((m, points)) = word.rsplit_once('=') else { return Ok(None) };
        let is_integer = !points.is_empty() && points.bytes().all(|byte| byte.is_ascii_digit());
        match (parse_san(&epd.position, m), points.parse()) {
            (Ok(m), Ok(points)) => pairs.push((m, points)),
            (m, _) if is_integer || m.is_ok() => _ = invalid.get_or_insert(word),
            _ => return Ok(None),
        }
    }
    match invalid {
        Some(word) => Err(GoalError::Points(word.to_owned())),
        None => Ok((!pairs.is_empty()).then_some(pairs)),
    }
}

/// Returns the points of `c8` for the moves in `c9` or `c7`; none if `c8` is another comment.
fn read_columns(epd: &Epd) -> Result<Vec<(Move, u32)>, GoalError> {
    let Some(text) = epd.text("c8") else { return Ok(Vec::new()) };
    let points: Option<Vec<u32>> = words(text).map(|word| word.parse().ok()).collect();
    let Some(points) = points.filter(|points| !points.is_empty()) else { return Ok(Vec::new()) };
    let moves_of = |opcode: &&str| {
        let moves = words(epd.text(opcode)?).map(|word| parse_san(&epd.position, word).ok());
        moves.collect::<Option<Vec<_>>>().filter(|moves| moves.len() == points.len())
    };
    let columns = ["c9", "c7"];
    match columns.iter().find_map(moves_of) {
        Some(moves) => Ok(moves.into_iter().zip(points).collect()),
        // Numbers alone are another comment.
        None if columns.iter().all(|opcode| epd.text(opcode).is_none()) => Ok(Vec::new()),
        None => Err(GoalError::Points(text.to_owned())),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', ';', '\t']).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";

    fn goal(operations: &str) -> Result<(Epd, Goal), GoalError> {
        let epd: Epd = format!("{FIELDS} {operations}").parse().unwrap();
        Goal::of(&epd).map(|goal| (epd, goal))
    }

    fn met(operations: &str, m: &str, score: Score) -> bool {
        let (epd, goal) = goal(operations).unwrap();
        goal.is_met(parse_san(&epd.position, m).unwrap(), (score, Bound::Exact))
    }

    #[test]
    fn best_moves_decide_before_moves_to_avoid() {
        assert!(met("bm f5 Bf2;", "Bf2", Score::DRAW));
        assert!(!met("bm f5; am Bg4;", "Bf2", Score::DRAW));
        assert!(met("am Bg4;", "Bf2", Score::DRAW));
        assert!(!met("am Bg4;", "Bg4", Score::DRAW));
    }

    #[test]
    fn dm_needs_a_mate_that_is_short_enough() {
        assert!(met("dm 2;", "f5", Score::mate_in(3)));
        assert!(!met("dm 2;", "f5", Score::mate_in(5)));
        assert!(!met("dm 2;", "f5", Score::mated_in(2)));
        let by_bound = |bound| {
            let (epd, goal) = goal("dm 2;").unwrap();
            goal.is_met(parse_san(&epd.position, "f5").unwrap(), (Score::mate_in(3), bound))
        };
        assert_eq!([Bound::Exact, Bound::Lower, Bound::Upper].map(by_bound), [true, true, false]);
        assert!(!met("dm 2;", "f5", Score::new(900)));
        assert!(met("bm f5; dm 2;", "f5", Score::DRAW));
    }

    #[test]
    fn points_are_read_from_all_comment_formats() {
        for operations in [
            r#"c0 "f5=10, Bf2=3, Be5+=2";"#,
            r#"c9 "f4f5=10 d4f2=3 d4e5=2";"#,
            r#"c0 "a remark"; c7 "f5 Bf2 Be5+"; c8 "10 3 2"; c9 "f4f5 d4f2 d4e5";"#,
            r#"c0 "STS(v1.0) = hard"; c7 "f5 Bf2 Be5"; c8 "10 3 2";"#,
        ] {
            let (epd, goal) = goal(operations).unwrap();
            let points = |m| goal.points(parse_san(&epd.position, m).unwrap());
            assert_eq!((points("f5"), points("Bf2"), points("Be5"), points("b3")), (10, 3, 2, 0));
            assert_eq!(goal.max_points(), 10);
            assert!(met(operations, "f5", Score::DRAW) && !met(operations, "Bf2", Score::DRAW));
        }
    }

    #[test]
    fn a_line_without_a_goal_is_an_error() {
        for operations in ["", "id \"x\";", "dm 0;", "c0 \"f5=0\";", "bm;"] {
            assert!(goal(operations).is_err(), "{operations}");
        }
    }

    #[test]
    fn points_that_cannot_be_read_are_an_error() {
        for (operations, word) in [
            (r#"bm f5; c0 "f5=10, Ra8=3";"#, "Ra8=3"),
            (r#"bm f5; c0 "Ra8=10, Rb8=3";"#, "Ra8=10"),
            (r#"bm f5; c0 "f5=10, Bf2=4294967296";"#, "Bf2=4294967296"),
            (r#"bm f5; c0 "f5=ten";"#, "f5=ten"),
            (r#"bm f5; c8 "10 3"; c9 "f5 Ra8";"#, "10 3"),
            (r#"bm f5; c8 "10 3 2"; c7 "f5 Bf2";"#, "10 3 2"),
        ] {
            assert_eq!(goal(operations).err(), Some(GoalError::Points(word.into())), "{operations}");
        }
        // Remarks.
        for operations in
            [r#"bm f5; c0 "after f5=10 tempi";"#, r#"bm f5; c0 "STS(v1.0) = hard";"#, r#"bm f5; c8 "10 3";"#]
        {
            assert_eq!(goal(operations).map(|(_, goal)| goal.max_points()), Ok(0), "{operations}");
        }
        let largest = goal("dm 4294967296;").map(|(_, goal)| goal.mate_in);
        assert_eq!(largest, Ok(Some(u32::MAX)));
    }

    #[test]
    fn a_promotion_can_have_points() {
        let epd: Epd = r#"7k/P7/8/8/8/8/8/K7 w - - c0 "a8=Q+=10, a8=R=5";"#.parse().unwrap();
        let goal = Goal::of(&epd).unwrap();
        assert_eq!(goal.points(parse_san(&epd.position, "a8=R").unwrap()), 5);
    }

    #[test]
    fn goals_are_described_in_words() {
        for (operations, words) in [
            ("bm f5 Bf2;", "f5 or Bf2"),
            ("am Bg4;", "not Bg4"),
            ("dm 3;", "mate in 3"),
            ("c0 \"f5=2\";", "f5"),
        ] {
            let (epd, goal) = goal(operations).unwrap();
            assert_eq!(goal.describe(&epd), words);
        }
    }
}
