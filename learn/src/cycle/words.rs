//! Command lines of commands, for the history.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use lancet::console::shell_line;

use crate::matches::Match;
use crate::play::Play;
use crate::rescore::Rescore;
use crate::samples::Filter;
use crate::train::{Overrides, Train};

/// A command that can be written as the words of its command line.
pub trait ToWords {
    /// Returns the words, from the name of the command. Options with their default value are left out.
    fn to_words(&self) -> Vec<String>;
}

/// Returns the command line for a POSIX shell.
#[must_use]
pub fn command_line(command: &impl ToWords) -> String {
    shell_line("lancet-learn", command.to_words())
}

/// The words of a command line under construction.
struct Words(Vec<String>);

impl Words {
    fn new(command: &str) -> Words {
        Words(vec![command.into()])
    }

    fn path(mut self, path: &Path) -> Words {
        self.0.push(path.display().to_string());
        self
    }

    fn flag(mut self, name: &str, is_set: bool) -> Words {
        if is_set {
            self.0.push(name.into());
        }
        self
    }

    fn option(mut self, name: &str, value: Option<impl ToString>) -> Words {
        if let Some(value) = value {
            self.0.extend([name.into(), value.to_string()]);
        }
        self
    }

    fn path_option(self, name: &str, path: Option<&Path>) -> Words {
        self.option(name, path.map(Path::display))
    }

    fn overrides(self, overrides: &Overrides) -> Words {
        // Without `..`, so that a new option cannot be forgotten.
        let Overrides {
            kind,
            hidden,
            buckets,
            fine_output,
            king_buckets,
            middle,
            material,
            epochs,
            batch,
            lr,
            last_lr,
            lambda,
            decay,
            rounded_epochs,
            seed,
            threads,
        } = overrides;
        let kind = kind.and_then(|kind| kind.to_possible_value());
        self.option("--kind", kind.as_ref().map(PossibleValue::get_name))
            .option("--hidden", *hidden)
            .option("--buckets", *buckets)
            .flag("--fine-output", *fine_output)
            .option("--king-buckets", *king_buckets)
            .option("--middle", *middle)
            .flag("--material", *material)
            .option("--result-weight", *lambda)
            .option("--epochs", *epochs)
            .option("--batch", *batch)
            .option("--lr", *lr)
            .option("--last-lr", *last_lr)
            .option("--decay", *decay)
            .option("--rounded-epochs", *rounded_epochs)
            .option("--seed", *seed)
            .option("--threads", *threads)
    }

    fn filter(self, filter: &Filter) -> Words {
        let Filter { keep_checks, keep_captures, first_ply, max_score, min_pieces, merge, held_out } =
            *filter;
        let default = Filter::DEFAULT;
        self.flag("--keep-checks", keep_checks)
            .flag("--keep-captures", keep_captures)
            .option("--first-ply", Some(first_ply).filter(|ply| *ply != default.first_ply))
            .option("--max-score", Some(max_score).filter(|score| *score != default.max_score))
            .option("--min-pieces", Some(min_pieces).filter(|pieces| *pieces != default.min_pieces))
            .flag("--merge", merge)
            .option("--held-out", Some(held_out).filter(|fraction| *fraction != default.held_out))
    }
}

impl ToWords for Play {
    fn to_words(&self) -> Vec<String> {
        let Play { out, net, material, soft, hard, seed, hash, threads, first_game, games, positions, time } =
            self;
        Words::new("play")
            .path_option("--out", Some(out))
            .path_option("--net", net.as_deref())
            .flag("--material", *material)
            .option("--soft", Some(soft))
            .option("--hard", *hard)
            .option("--seed", Some(seed))
            .option("--hash", *hash)
            .option("--threads", *threads)
            .option("--first-game", Some(first_game).filter(|first| **first > 0))
            .option("--games", *games)
            .option("--positions", *positions)
            .option("--time", time.map(|time| time.as_secs()))
            .0
    }
}

impl ToWords for Rescore {
    fn to_words(&self) -> Vec<String> {
        let Rescore { games, out, net, soft, threads, time } = self;
        Words::new("rescore")
            .path(games)
            .path_option("--out", Some(out))
            .path_option("--net", net.as_deref())
            .option("--soft", Some(soft))
            .option("--threads", *threads)
            .option("--time", time.map(|time| time.as_secs()))
            .0
    }
}

impl ToWords for Train {
    fn to_words(&self) -> Vec<String> {
        let Train { files, out, resume, from, like, checkpoint_every, overrides, filter } = self;
        files
            .iter()
            .fold(Words::new("train"), |words, file| words.path(file))
            .path_option("--out", Some(out))
            .path_option("--resume", resume.as_deref())
            .path_option("--from", from.as_deref())
            .overrides(overrides)
            .filter(filter)
            .path_option("--like", like.as_deref())
            .option("--checkpoint-every", checkpoint_every.map(|time| time.as_secs()))
            .0
    }
}

impl ToWords for Match {
    fn to_words(&self) -> Vec<String> {
        // The time is not an option: the runner sets it.
        let Match { first, second, games, nodes, soft, seed, threads, openings, sprt, time: _ } = self;
        Words::new("match")
            .path(first)
            .path(second)
            .option("--games", *games)
            .option("--nodes", *nodes)
            .option("--soft", *soft)
            .option("--seed", Some(seed))
            .option("--threads", *threads)
            .path_option("--openings", openings.as_deref())
            .option("--sprt", sprt.map(|sprt| format!("{},{}", sprt.elo0, sprt.elo1)))
            .0
    }
}

/// Parses words as the command line does.
#[cfg(test)]
pub fn parse<T: clap::Args>(words: &[String]) -> T {
    let command = T::augment_args(clap::Command::new("lancet-learn"));
    let matches = command.try_get_matches_from(words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    T::from_arg_matches(&matches).unwrap()
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::num::{NonZeroU32, NonZeroUsize};
    use std::time::Duration;

    use super::*;
    use crate::train::Kind;

    #[track_caller]
    fn round_trip<T: ToWords + clap::Args + Debug>(command: &T) {
        let words = command.to_words();
        assert_eq!(format!("{:?}", parse::<T>(&words)), format!("{command:?}"), "{words:?}");
    }

    fn play() -> Play {
        Play {
            out: "some games.games".into(),
            net: None,
            material: false,
            soft: NonZeroU32::new(300).unwrap(),
            hard: None,
            seed: u64::MAX,
            hash: None,
            threads: None,
            first_game: 0,
            games: None,
            positions: None,
            time: None,
        }
    }

    #[test]
    fn play_round_trips() {
        round_trip(&play());
        round_trip(&Play { material: true, first_game: 12, games: Some(7), ..play() });
        round_trip(&Play {
            net: Some("a.lnn".into()),
            hard: NonZeroU32::new(900),
            hash: Some(16),
            threads: NonZeroUsize::new(3),
            positions: Some(1),
            time: Some(Duration::from_secs(5400)),
            ..play()
        });
    }

    #[test]
    fn rescore_round_trips() {
        let plain = Rescore {
            games: "a.games".into(),
            out: "b.games".into(),
            net: None,
            soft: NonZeroU32::MIN,
            threads: None,
            time: None,
        };
        round_trip(&plain);
        round_trip(&Rescore {
            net: Some("n.lnn".into()),
            threads: NonZeroUsize::new(2),
            time: Some(Duration::from_secs(9)),
            ..plain
        });
    }

    #[test]
    fn train_round_trips() {
        let plain = Train {
            files: vec!["a.games".into(), "b's.samples".into()],
            out: "n.lnn".into(),
            resume: None,
            from: None,
            like: None,
            checkpoint_every: None,
            overrides: Overrides::default(),
            filter: Filter::default(),
        };
        round_trip(&plain);
        round_trip(&Train { checkpoint_every: Some(Duration::from_secs(90)), ..plain.clone() });
        round_trip(&Train { resume: Some("n.ckpt".into()), like: Some("o.lnn".into()), ..plain.clone() });
        let overrides = Overrides {
            epochs: Some(3),
            batch: Some(256),
            lr: Some(0.0003),
            last_lr: Some(1e-6),
            lambda: Some(0.1),
            decay: Some(0.01),
            rounded_epochs: Some(2),
            seed: Some(5),
            threads: Some(4),
            ..Overrides::default()
        };
        let filter = Filter {
            keep_checks: true,
            keep_captures: true,
            first_ply: 3,
            max_score: 500,
            min_pieces: 6,
            merge: true,
            held_out: 0.1,
        };
        round_trip(&Train {
            from: Some("m.ckpt".into()),
            overrides: overrides.clone(),
            filter,
            ..plain.clone()
        });
        let network = Overrides {
            hidden: Some(64),
            buckets: Some(8),
            fine_output: true,
            king_buckets: Some(4),
            middle: Some(8),
            material: true,
            ..overrides
        };
        round_trip(&Train { overrides: network, ..plain.clone() });
        round_trip(&Train {
            overrides: Overrides { kind: Some(Kind::Linear), ..Overrides::default() },
            ..plain
        });
    }

    #[test]
    fn match_round_trips() {
        let plain = Match {
            first: "a.lnn".into(),
            second: "material".into(),
            games: None,
            nodes: None,
            soft: None,
            seed: 1,
            threads: None,
            openings: None,
            sprt: None,
            time: None,
        };
        round_trip(&plain);
        round_trip(&Match { games: Some(600), nodes: NonZeroU32::new(1200), ..plain.clone() });
        round_trip(&Match {
            soft: NonZeroU32::new(500),
            threads: NonZeroUsize::new(2),
            openings: Some("book.epd".into()),
            sprt: Some("-2.5,5".parse().unwrap()),
            ..plain
        });
    }
}
