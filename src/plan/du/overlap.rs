//! Whether the walks of several arguments may meet the same file by different paths: one lies within the other, or a
//! file system is mounted in several places among them.

use crate::engine::Follow;
use crate::sys::mounts::{self, Mount};
use crate::sys::{files, stat};
use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};

/// Whether they may. With `alone` nothing is entered that is mounted below an argument.
pub(super) fn may_meet(roots: &[CString], follow: Follow, alone: bool) -> bool {
    if roots.len() < 2 {
        return false;
    }
    let mut parents = HashMap::new();
    // One that does not exist meets nobody.
    let paths: Vec<Vec<u8>> = roots.iter().filter_map(|root| real_path(root, follow, &mut parents)).collect();
    lie_within(&paths) || mounts::list().is_ok_and(|mounts| share_a_mount(&paths, &mounts, alone))
}

/// The path of an argument without links, but for itself if it is one that is not followed.
fn real_path(root: &CStr, follow: Follow, parents: &mut HashMap<Vec<u8>, Option<Vec<u8>>>) -> Option<Vec<u8>> {
    let path = root.to_bytes();
    let (parent, name) = match path.iter().rposition(|&byte| byte == b'/') {
        Some(slash) => (&path[..=slash], &path[slash + 1..]),
        None => (&b"."[..], path),
    };
    let whole = matches!(name, b"" | b"." | b"..") || (follow != Follow::Never && stat::is_link(root));
    if whole {
        return files::real_path(path);
    }
    let parent = parents.entry(parent.to_vec()).or_insert_with(|| files::real_path(parent)).as_ref()?;
    let slash: &[u8] = if parent.ends_with(b"/") { b"" } else { b"/" };
    Some([parent, slash, name].concat())
}

fn lie_within(paths: &[Vec<u8>]) -> bool {
    let all: HashSet<&[u8]> = paths.iter().map(Vec::as_slice).collect();
    all.len() < paths.len() || all.iter().any(|path| above(path).any(|above| all.contains(above)))
}

/// The directories above a path.
fn above(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
    slashes.map(|at| if at == 0 { &path[..1] } else { &path[..at] }).filter(move |above| *above != path)
}

fn share_a_mount(paths: &[Vec<u8>], mounts: &[Mount], alone: bool) -> bool {
    let mut devices: HashMap<u64, u64> = HashMap::new();
    let within = |path: &[u8], point: &[u8]| path == point || above(path).any(|above| above == point);
    for path in paths {
        // The last one mounted there hides those before it.
        let own = mounts.iter().filter(|mount| within(path, &mount.point)).max_by_key(|mount| mount.point.len());
        let below = mounts.iter().filter(|mount| !alone && within(&mount.point, path));
        for mount in own.into_iter().chain(below) {
            if *devices.entry(mount.dev).or_insert(mount.id) != mount.id {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(all: &[&str]) -> Vec<Vec<u8>> {
        all.iter().map(|path| path.as_bytes().to_vec()).collect()
    }

    #[test]
    fn one_within_another() {
        for (all, expected) in [
            (&["/a", "/b"][..], false),
            (&["/a", "/a/b"], true),
            (&["/a/b/c", "/x", "/a"], true),
            (&["/a", "/ab"], false),
            (&["/", "/a"], true),
            (&["/a", "/a"], true),
        ] {
            assert_eq!(lie_within(&paths(all)), expected, "{all:?}");
        }
    }

    #[test]
    fn a_file_system_in_two_places() {
        let mount = |id, dev, point: &str| Mount { id, dev, kind: Vec::new(), point: point.into() };
        let mounts = [mount(1, 10, "/"), mount(2, 20, "/m"), mount(3, 10, "/m/again"), mount(4, 20, "/n")];
        for (all, alone, expected) in [
            (&["/a", "/b"][..], false, false),
            (&["/a", "/m"], false, true),
            (&["/a", "/m"], true, false),
            (&["/m/x", "/n"], true, true),
            (&["/a", "/n"], false, false),
        ] {
            assert_eq!(share_a_mount(&paths(all), &mounts, alone), expected, "{all:?}");
        }
    }

    #[test]
    fn names_in_one_directory_lie_apart() {
        let roots = [c"src", c"tests", c"./Cargo.toml"].map(CString::from);
        assert!(!may_meet(&roots, Follow::Never, true));
        let roots = [c"src", c"src/lib.rs"].map(CString::from);
        assert!(may_meet(&roots, Follow::Never, true));
        let roots = [c"src", c"src/../src/lib.rs"].map(CString::from);
        assert!(may_meet(&roots, Follow::Never, true));
    }
}
