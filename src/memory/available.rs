//! Available: the memory that can be allocated without swapping, on Linux and Android.
//!
//! A container has the memory of its control group, which may be less than that of the machine.

use std::fs;
use std::path::Path;

/// Where control groups are mounted.
const CGROUPS: &str = "/sys/fs/cgroup";

/// The files of a memory controller of one version.
struct Controller {
    limit: &'static str,
    usage: &'static str,
    /// The statistic of the cached files that can be dropped at once.
    reclaimable: &'static str,
}

/// See the kernel's documentation, `admin-guide/cgroup-v2`.
const VERSION_2: Controller =
    Controller { limit: "memory.max", usage: "memory.current", reclaimable: "inactive_file" };

/// See the kernel's documentation, `admin-guide/cgroup-v1/memory`.
const VERSION_1: Controller = Controller {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    reclaimable: "total_inactive_file",
};

/// Returns the available memory in bytes, if known.
pub(super) fn available_bytes() -> Option<usize> {
    if !cfg!(any(target_os = "linux", target_os = "android")) {
        return None;
    }
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let left = [of_machine(), left_in_groups(&groups, Path::new(CGROUPS))];
    left.into_iter().flatten().min().and_then(|bytes| usize::try_from(bytes).ok())
}

fn of_machine() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns the bytes that the control groups of a process leave: those of its lines `ID:CONTROLLERS:PATH`, below `root`,
/// and the groups that contain them. A container may see its own group as the root.
fn left_in_groups(groups: &str, root: &Path) -> Option<u64> {
    let of_line = |line: &str| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let (root, controller) = match controllers {
            "" => (root.to_owned(), VERSION_2),
            _ if controllers.split(',').any(|name| name == "memory") => (root.join("memory"), VERSION_1),
            _ => return None,
        };
        let path = path.trim_start_matches('/');
        Path::new(path).ancestors().filter_map(|group| controller.left(&root.join(group))).min()
    };
    groups.lines().filter_map(of_line).min()
}

impl Controller {
    /// Returns the bytes that the limit of a group leaves; `None` without a limit.
    fn left(&self, group: &Path) -> Option<u64> {
        let number = |file| fs::read_to_string(group.join(file)).ok()?.trim().parse::<u64>().ok();
        let limit = number(self.limit)?;
        let statistics = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
        let mut lines = statistics.lines().filter_map(|line| line.split_once(' '));
        let reclaimable = lines.find(|(name, _)| *name == self.reclaimable);
        let reclaimable = reclaimable.and_then(|(_, bytes)| bytes.trim().parse().ok()).unwrap_or(0);
        Some(limit.saturating_sub(number(self.usage)?.saturating_sub(reclaimable)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, files: [(&str, &str); 3]) {
        fs::create_dir_all(folder).unwrap();
        files.into_iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri has no files")]
    fn the_tightest_control_group_limits_the_memory() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        let statistics = "anon 5\ninactive_file 300\n";
        write(
            &root.join("a"),
            [("memory.max", "4096\n"), ("memory.current", "1000\n"), ("memory.stat", statistics)],
        );
        write(&root.join("a/b"), [("memory.max", "max\n"), ("memory.current", "900\n"), ("memory.stat", "")]);
        write(
            &root.join("memory/c"),
            [
                ("memory.limit_in_bytes", "2000"),
                ("memory.usage_in_bytes", "2500"),
                ("memory.stat", "inactive_file 9\ntotal_inactive_file 700\n"),
            ],
        );
        for (groups, left) in [
            ("0::/a/b\n", Some(3396)),
            ("0::/a\n", Some(3396)),
            ("0::/\n", None),
            ("0::/elsewhere/a\n", None),
            ("12:cpu,memory:/c\n1:name=systemd:/a\n0::/\n", Some(200)),
            ("3:cpu:/c\n", None),
            ("", None),
        ] {
            assert_eq!(left_in_groups(groups, root), left, "{groups}");
        }
    }

    #[test]
    #[cfg(all(target_os = "linux", not(miri)))]
    fn the_machine_has_memory() {
        let available = available_bytes().unwrap();
        assert!(available > 1 << 20 && available as u64 <= of_machine().unwrap() + (1 << 30), "{available}");
    }
}
