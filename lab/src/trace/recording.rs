//! A recorded search: its result and its events.

use std::collections::HashSet;

use super::event::Event;
use super::recorder::Recorder;
use super::view::number;
use crate::algorithm::{Algorithm, BestLine, Parameters, SearchError};
use crate::game_tree::{GameTree, Value};
use crate::tree::{Path, Paths};

/// A search of a tree by one algorithm, with everything that it did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its parameters.
    pub parameters: Parameters,
    /// The result for the side to move at the root.
    pub value: Value,
    /// The best line, as far as the search proved it.
    pub line: Path,
    /// The events in order.
    pub events: Vec<Event>,
}

impl Recording {
    /// Searches a tree and records the search.
    ///
    /// # Errors
    /// [`SearchError`] if the tree is too large for the memory of the algorithm.
    pub fn of<T: GameTree>(
        algorithm: Algorithm,
        tree: &T,
        depth: u32,
        parameters: &Parameters,
    ) -> Result<Recording, SearchError> {
        let paths = Paths::new(tree);
        let mut observer = (Recorder::new(algorithm), BestLine::default());
        let value = algorithm.search(&paths, &mut observer, depth, parameters)?;
        let (recorder, best) = observer;
        let line = Path::new(best.line(&paths, depth, value));
        Ok(Recording { algorithm, parameters: *parameters, value, line, events: recorder.into_events() })
    }

    /// The parameters that the algorithm has and that are not the default, such as `guess 7`.
    #[must_use]
    pub fn described_parameters(&self) -> String {
        let Parameters { window, guess, margin, step, range } = self.parameters;
        match self.algorithm {
            Algorithm::Aspiration => format!("guess {guess}, margin {margin}"),
            Algorithm::MtdF | Algorithm::MtdFEtc => format!("guess {guess}"),
            Algorithm::MtdStep => format!("guess {guess}, step {step}"),
            algorithm if algorithm.has_range() => {
                format!("range {} to {}", number(range.lower), number(range.upper))
            }
            algorithm if algorithm.has_window() && window != Parameters::default().window => {
                format!("window ({}, {})", number(window.0), number(window.1))
            }
            _ => String::new(),
        }
    }

    /// The result for people, such as `7`; `at most 4` or `at least 9` if the value lies outside the window.
    #[must_use]
    pub fn described_value(&self) -> String {
        let (alpha, beta) = self.parameters.window;
        let bound = match self.value {
            value if !self.algorithm.has_window() || (value > alpha && value < beta) => "",
            value if value <= alpha => "at most ",
            _ => "at least ",
        };
        format!("{bound}{}", number(self.value))
    }

    /// The evaluated leaves in order.
    pub fn leaves(&self) -> impl Iterator<Item = &Path> {
        self.events.iter().filter_map(|event| match event {
            Event::Leaf { at, .. } => Some(&at.path),
            _ => None,
        })
    }

    /// The number of different leaves that were evaluated.
    #[must_use]
    pub fn distinct_leaves(&self) -> usize {
        self.leaves().collect::<HashSet<_>>().len()
    }

    /// The number of passes; 0 if the algorithm has none.
    #[must_use]
    pub fn passes(&self) -> u32 {
        let numbers = self.events.iter().filter_map(|event| match event {
            Event::BeginPass { number, .. } => Some(*number),
            _ => None,
        });
        numbers.max().unwrap_or(0)
    }
}
