//! Broken output: commands whose output is closed by its reader or limited in size.

use std::io::pipe;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The exit code and the messages of a program.
fn end(output: Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
}

/// Runs a command whose output nobody reads.
fn run_closed(program: &str, folder: &Path, command: &str) -> (Option<i32>, String) {
    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    let mut program = Command::new(program);
    let program = program.args(command.split(' ')).current_dir(folder).stdin(Stdio::null());
    end(program.stdout(writer).stderr(Stdio::piped()).output().expect("the program runs"))
}

/// Checks that commands without output files end quietly when their output is closed.
pub fn check_closed(program: &str, folder: &Path, commands: &[&str]) {
    for command in commands {
        assert_eq!(run_closed(program, folder, command), (Some(0), String::new()), "{command}");
    }
}

/// Checks that commands report the first of their output files, whose name is `new...`, when their output is closed.
pub fn check_incomplete(program: &str, folder: &Path, commands: &[&str]) {
    for command in commands {
        let name = command.split(' ').find(|word| word.starts_with("new")).expect("an output");
        let message = format!("error: the output was closed before the end; '{name}' may be incomplete\n");
        assert_eq!(run_closed(program, folder, command), (Some(2), message), "{command}");
    }
}

/// Checks that commands report that they may not write more: that the signal of the limit does not end them.
pub fn check_limited(program: &str, folder: &Path, commands: &[&str]) {
    for command in commands {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -f 0; exec \"$0\" \"$@\" > limited", program]).args(command.split(' '));
        let (code, text) = end(shell.current_dir(folder).stdin(Stdio::null()).output().expect("a shell"));
        assert_eq!((code, text.lines().count()), (Some(2), 1), "{command}: {text}");
        assert!(
            text.starts_with("error: cannot write ") && text.contains("File too large"),
            "{command}: {text}"
        );
    }
}
