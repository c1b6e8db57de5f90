//! Bad files: what a user may name by mistake as an input or an output, tried on every argument of a program.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The limit for a command that should end at once, generous enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// What an argument is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// A regular file.
    Input,
    /// A file, a pipe or standard input.
    Stream,
    /// A file that is written.
    Output,
    /// A file or pipe that is written, or standard output.
    #[allow(dead_code, reason = "not every program has one")]
    OutputStream,
    /// A folder.
    Folder,
}

/// Makes the bad files in `folder`, and returns the names of those that `kind` must refuse.
pub fn bad_names(folder: &Path, kind: Use) -> Vec<OsString> {
    if !folder.join("pipe").exists() {
        assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo").success());
        symlink("nowhere", folder.join("dangling")).expect("a link");
        symlink("loop", folder.join("loop")).expect("a link");
        fs::create_dir(folder.join("a folder")).expect("a folder");
        UnixListener::bind(folder.join("socket")).expect("a socket");
        fs::write(folder.join("a file"), "neither a folder nor anything else").expect("a file");
    }
    let mut names = vec!["pipe", "socket", "loop", "/dev/zero", "/dev/full", "", "no/such"];
    if kind == Use::Folder {
        names.push("a file");
    } else {
        names.extend(["dangling", "a folder"]);
    }
    match kind {
        Use::Input => names.extend(["/dev/null", "/dev/stdin", "-", "missing"]),
        Use::Stream => names.extend(["/dev/null", "missing"]),
        Use::Output => names.extend(["-", "/dev/stdout"]),
        Use::OutputStream => {}
        Use::Folder => names.retain(|name| *name != "no/such"),
    }
    #[cfg(target_os = "linux")]
    names.extend(["/proc/version", "/proc/kmsg"]);
    let mut names: Vec<OsString> = names.into_iter().map(OsString::from).collect();
    names.push("x".repeat(5000).into());
    if matches!(kind, Use::Input | Use::Stream) {
        names.push(OsString::from_vec(b"no such \xff file".to_vec()));
        names.push("line\nfeed".into());
    }
    names
}

/// Runs each command, words with `@` for the argument, with everything that the argument must refuse. Panics
/// unless each ends with one error message and exit code 2 and without writing to standard output.
pub fn check(program: &str, folder: &Path, commands: &[(&str, Use)]) {
    let mut failures = Vec::new();
    for (command, kind) in commands {
        assert!(command.contains('@'), "{command}");
        for name in bad_names(folder, *kind) {
            let words = command.split(' ').map(|word| if word == "@" { name.clone() } else { word.into() });
            if let Err(failure) = run(program, folder, words) {
                let name = name.to_string_lossy();
                failures
                    .push(format!("{command} ({}): {failure}", name.chars().take(20).collect::<String>()));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn run(program: &str, folder: &Path, words: impl Iterator<Item = OsString>) -> Result<(), String> {
    let mut child = Command::new(program)
        .args(words)
        .current_dir(folder)
        // A pipe that is never written: reading it would take forever.
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdin = child.stdin.take();
    let begin = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if begin.elapsed() > PATIENCE {
            child.kill().expect("it ends");
            child.wait().expect("it has ended");
            return Err("does not end".into());
        }
        thread::sleep(Duration::from_millis(2));
    }
    drop(stdin);
    let output = child.wait_with_output().expect("the output");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let is_message =
        stderr.starts_with("error: ") && stderr.trim_end().lines().count() == 1 && stderr.len() < 500;
    if output.status.code() == Some(2) && is_message {
        return Ok(());
    }
    Err(format!("{:?}, {stderr:.300}", output.status))
}
