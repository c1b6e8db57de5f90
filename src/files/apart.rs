//! Apart: no output is an input or another output, under whatever names.

#[cfg(unix)]
use std::fs::File;
use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

use super::kind::FileKind;
use super::output::list_folder;
use super::paths::display;

/// What a command reads and writes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PathSet {
    /// Files that are read; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// Folders whose files are read.
    pub folders: Vec<PathBuf>,
    /// Files that are written.
    pub outputs: Vec<PathBuf>,
    /// Folders in which files are written.
    pub output_folders: Vec<PathBuf>,
}

/// An output that would overwrite another file of the same command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{reason}")]
pub struct ConflictError {
    /// The output.
    pub path: PathBuf,
    reason: String,
}

/// What a path stands for, whatever it is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Identity {
    /// A file that exists, by its device and number.
    #[cfg(unix)]
    File { device: u64, number: u64 },
    /// The path without links: of a file that does not exist yet, or on systems without numbers.
    Path(PathBuf),
}

/// Checks that no output is one of the inputs, in a folder of inputs, another output, or standard output.
///
/// # Errors
/// A [`ConflictError`] for the first output that is.
pub fn check_apart(paths: &PathSet) -> Result<(), ConflictError> {
    let inputs: Vec<_> = paths.inputs.iter().map(|path| (path, Identity::of_input(path))).collect();
    let standard_output = Identity::of_standard_output();
    let mut written: Vec<(&PathBuf, Identity)> = Vec::new();
    // The redirection of standard output appends to a file, or the shell has emptied it already.
    if let Some(output) = &standard_output
        && let Some((path, _)) = inputs.iter().find(|(_, input)| input.as_ref() == Some(output))
    {
        let reason = "standard output is written to this input".to_owned();
        return Err(ConflictError { path: (*path).clone(), reason });
    }
    if let Some(output) = &standard_output
        && let Some(folder) = paths.folders.iter().find(|folder| is_in(output, folder))
    {
        let reason = "standard output is written to a file in this input folder".to_owned();
        return Err(ConflictError { path: folder.clone(), reason });
    }
    for path in &paths.outputs {
        let Some(identity) = Identity::of(path) else { continue };
        let refused = |reason: String| Err(ConflictError { path: path.clone(), reason });
        if inputs.iter().any(|(_, input)| input.as_ref() == Some(&identity)) {
            return refused("the file is also an input".to_owned());
        }
        if let Some(folder) = paths.folders.iter().find(|folder| is_in(&identity, folder)) {
            return refused(format!("the file is in the input folder '{}'", display(folder)));
        }
        if let Some((other, _)) = written.iter().find(|(_, other)| *other == identity) {
            return refused(format!("another output, '{}', is the same file", display(other)));
        }
        if standard_output.as_ref() == Some(&identity) {
            return refused("the file is also standard output".to_owned());
        }
        written.push((path, identity));
    }
    Ok(())
}

/// Reports whether two paths lead to the same file, under whatever names.
#[must_use]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    Identity::of(one).is_some_and(|identity| Identity::of(other) == Some(identity))
}

/// Reports whether a folder has the file, under whatever name.
fn is_in(file: &Identity, folder: &Path) -> bool {
    list_folder(folder).is_ok_and(|paths| paths.iter().any(|path| Identity::of(path).as_ref() == Some(file)))
}

impl Identity {
    /// Returns what a path stands for; `None` for the null device, and where nothing can be.
    pub(super) fn of(path: &Path) -> Option<Identity> {
        if FileKind::at(path).ok()? == Some(FileKind::Null) {
            return None;
        }
        match fs::metadata(path) {
            #[cfg(unix)]
            Ok(metadata) => {
                use std::os::unix::fs::MetadataExt;
                Some(Identity::File { device: metadata.dev(), number: metadata.ino() })
            }
            #[cfg(not(unix))]
            Ok(_) => fs::canonicalize(path).ok().map(Identity::Path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Identity::of_new(path),
            Err(_) => None,
        }
    }

    fn of_input(path: &Path) -> Option<Identity> {
        if path.as_os_str() == "-" { Identity::of_standard_input() } else { Identity::of(path) }
    }

    /// The identity of a file that does not exist: its folder and its name.
    fn of_new(path: &Path) -> Option<Identity> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let name = path.file_name()?;
        // Their filesystems usually ignore case.
        let ignores_case = cfg!(any(windows, target_os = "macos"));
        let name = if ignores_case { name.to_string_lossy().to_lowercase().into() } else { name.to_owned() };
        Some(Identity::Path(folder.join(name)))
    }

    /// Standard input, if it is a regular file.
    #[cfg(unix)]
    fn of_standard_input() -> Option<Identity> {
        Identity::of_stream(io::stdin(), &[FileKind::File])
    }

    /// Standard output, if it is a regular file or a pipe.
    #[cfg(unix)]
    pub(super) fn of_standard_output() -> Option<Identity> {
        Identity::of_stream(io::stdout(), &[FileKind::File, FileKind::Pipe])
    }

    #[cfg(unix)]
    fn of_stream(stream: impl std::os::fd::AsFd, kinds: &[FileKind]) -> Option<Identity> {
        use std::os::unix::fs::MetadataExt;
        let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
        let is_wanted = FileKind::of_file(&file).is_ok_and(|kind| kinds.contains(&kind));
        let metadata = file.metadata().ok()?;
        is_wanted.then(|| Identity::File { device: metadata.dev(), number: metadata.ino() })
    }

    #[cfg(not(unix))]
    fn of_standard_input() -> Option<Identity> {
        None
    }

    #[cfg(not(unix))]
    pub(super) fn of_standard_output() -> Option<Identity> {
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_file_is_the_same_under_all_its_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "").expect("a file");
        fs::hard_link(at("file"), at("hard")).expect("a link");
        symlink(at("file"), at("link")).expect("a link");
        symlink(folder.path(), at("folder")).expect("a link");
        assert!(is_same_file(&at("file"), &at("hard")) && is_same_file(&at("link"), &at("folder/file")));
        assert!(!is_same_file(&at("file"), &at("folder")));
        let of = |inputs: &[&str], outputs: &[&str]| {
            let all = |names: &[&str]| names.iter().map(|name| at(name)).collect();
            check_apart(&PathSet { inputs: all(inputs), outputs: all(outputs), ..PathSet::default() })
        };
        for name in ["file", "./file", "hard", "link", "folder/file", "folder/folder/link"] {
            assert!(
                of(&["file"], &[name]).is_err_and(|error| error.to_string().contains("also an input")),
                "{name}"
            );
            assert!(of(&[], &["file", name]).is_err(), "{name}");
        }
        assert!(of(&[], &["new", "folder/new"]).is_err(), "neither exists");
        assert_eq!(of(&["file"], &["new", "folder/other"]), Ok(()));
        let null = || PathBuf::from("/dev/null");
        let nothing = PathSet { inputs: vec![null()], outputs: vec![null(), null()], ..PathSet::default() };
        assert_eq!(check_apart(&nothing), Ok(()));
        let folders = vec![folder.path().to_owned()];
        let inside =
            |name: &str| PathSet { folders: folders.clone(), outputs: vec![at(name)], ..PathSet::default() };
        assert!(check_apart(&inside("hard")).is_err());
        let elsewhere = tempfile::tempdir().expect("a folder");
        for (name, link) in [("hard", true), ("link", false)] {
            let path = elsewhere.path().join(name);
            let linked = if link { fs::hard_link(at("file"), &path) } else { symlink(at("file"), &path) };
            linked.expect("a link");
            let outside = PathSet { outputs: vec![path], ..inside(name) };
            assert!(
                check_apart(&outside).is_err_and(|error| error.to_string().contains("input folder")),
                "{name}"
            );
        }
        assert_eq!(check_apart(&inside("new")), Ok(()));
    }
}
