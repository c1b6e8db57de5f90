//! Queue: the commands that wait for the end of the work, in bounded memory.

use std::collections::VecDeque;

use super::command::Command;

/// The memory in bytes that commands may take, so that no input uses up the memory of the machine. Tens of thousands
/// of short commands fit.
const MAX_BYTES: usize = 32 << 20;

/// Bytes of a command beside its words, at most.
const COMMAND_BYTES: usize = 512;

/// Bytes in memory for each byte of a line, at most: each word of a letter may be a string, in a list that has grown to twice
/// its length.
const BYTES_PER_BYTE: usize = 40;

/// The commands that wait. When it is full, it accepts no more until all of them are taken: the commands after the
/// first lost one may depend on it.
#[derive(Default)]
pub(super) struct Queue {
    commands: VecDeque<(Command, usize)>,
    /// The memory of the commands, about.
    bytes: usize,
    /// What was refused since the queue was full.
    lost: Option<Lost>,
}

/// What a full queue has refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lost {
    /// A `position` is among it.
    pub position: bool,
    /// The searches among it, each of which is to be answered.
    pub searches: usize,
}

/// A command was not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Full {
    /// It is the first one.
    pub is_first: bool,
}

impl Queue {
    /// Adds a command that was read from a line of `length` bytes.
    ///
    /// # Errors
    /// [`Full`] if the queue is full, or was and has not been emptied since.
    pub fn push(&mut self, command: Command, length: usize) -> Result<(), Full> {
        let bytes = COMMAND_BYTES + BYTES_PER_BYTE * length;
        if self.lost.is_none() && self.bytes + bytes <= MAX_BYTES {
            self.bytes += bytes;
            self.commands.push_back((command, bytes));
            return Ok(());
        }
        let is_first = self.lost.is_none();
        let lost = self.lost.get_or_insert_default();
        match command {
            Command::Position(_) => lost.position = true,
            Command::Go(go) if go.perft.is_none() => lost.searches += 1,
            _ => {}
        }
        Err(Full { is_first })
    }

    /// Adds the `quit` that waits for the others, even if the queue is full.
    pub fn push_quit(&mut self) {
        self.commands.push_back((Command::Quit, 0));
    }

    /// Takes the first command.
    pub fn pop(&mut self) -> Option<Command> {
        let (command, bytes) = self.commands.pop_front()?;
        self.bytes -= bytes;
        Some(command)
    }

    /// Returns what was lost, once the queue is empty. It accepts commands again.
    pub fn reopen(&mut self) -> Option<Lost> {
        if self.is_empty() { self.lost.take() } else { None }
    }

    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Reports whether a search waits, or may have been lost.
    pub fn has_search(&self) -> bool {
        self.lost.is_some() || self.commands.iter().any(|(command, _)| matches!(command, Command::Go(_)))
    }

    /// Returns the number of searches that wait or were lost.
    pub fn searches(&self) -> usize {
        let is_search = |command: &Command| matches!(command, Command::Go(go) if go.perft.is_none());
        let waiting = self.commands.iter().filter(|(command, _)| is_search(command)).count();
        waiting + self.lost.map_or(0, |lost| lost.searches)
    }

    /// Reports whether a search, a bench or a perft waits.
    pub fn has_work(&self) -> bool {
        let is_work = |command: &Command| {
            matches!(command, Command::Go(_) | Command::Bench(_) | Command::Perft(_) | Command::Typed(_))
        };
        self.commands.iter().any(|(command, _)| is_work(command))
    }

    /// Drops all commands.
    pub fn clear(&mut self) {
        *self = Queue::default();
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Command> {
        self.commands.iter_mut().map(|(command, _)| command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::command::parse;

    #[test]
    fn a_full_queue_refuses_everything_until_it_is_empty() {
        let mut queue = Queue::default();
        let accepted = (0..1_000_000).take_while(|_| queue.push(Command::UciNewGame, 10).is_ok()).count();
        assert!((20_000..100_000).contains(&accepted), "{accepted}");
        queue.pop();
        let position = parse("position startpos").expect("a line").expect("a command");
        assert_eq!(queue.push(position, 17), Err(Full { is_first: false }));
        for line in ["go infinite", "go perft 3", "go depth 1"] {
            let go = parse(line).expect("a line").expect("a command");
            assert_eq!(queue.push(go, line.len()), Err(Full { is_first: false }));
        }
        assert_eq!((queue.reopen(), queue.searches()), (None, 2));
        queue.push_quit();
        while queue.pop().is_some() {}
        assert_eq!(queue.bytes, 0);
        assert_eq!(queue.reopen(), Some(Lost { position: true, searches: 2 }));
        assert_eq!((queue.reopen(), queue.push(Command::UciNewGame, 10)), (None, Ok(())));
        // One line that is too large for all of it.
        queue.clear();
        assert_eq!(queue.push(Command::UciNewGame, MAX_BYTES), Err(Full { is_first: true }));
        assert_eq!(queue.reopen(), Some(Lost::default()));
    }

    #[test]
    fn searches_that_were_stopped_wait_too() {
        let mut queue = Queue::default();
        for line in ["go infinite", "go perft 3", "go depth 1"] {
            queue.push(parse(line).expect("a line").expect("a command"), line.len()).expect("room");
        }
        for command in queue.iter_mut() {
            if let Command::Go(go) = command {
                go.stopped = true;
            }
        }
        assert_eq!(queue.searches(), 2);
    }

    #[test]
    fn the_memory_of_a_command_is_not_underestimated() {
        assert!(size_of::<(Command, usize)>() <= COMMAND_BYTES);
        // Two strings, of which one is spare, and the smallest block of an allocator, for a word and a blank.
        assert!(2 * size_of::<String>() + 32 <= BYTES_PER_BYTE * "a ".len());
    }
}
