//! Where files are for somebody elsewhere: paths from the root without links in them, and the name of this machine.

use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt;

/// Links that are followed in one path: what the kernel follows.
const LINKS_MAX: usize = 40;

/// The name of this machine, as uname(2) has it.
#[must_use]
pub fn host() -> Vec<u8> {
    rustix::system::uname().nodename().to_bytes().to_vec()
}

/// The path of the current directory; `None` if it has none any more.
#[must_use]
pub fn current() -> Option<Vec<u8>> {
    std::env::current_dir().ok().map(|path| OsString::from(path).into_vec())
}

/// The absolute path of `path`, which starts from the absolute path `base` if it is relative: without `.`, `..` and links,
/// and without a slash at its end. What is not there, or leads round in a circle, stays as it is named.
#[must_use]
pub fn absolute(base: &[u8], path: &[u8]) -> Vec<u8> {
    let mut done = Vec::with_capacity(base.len() + path.len() + 1);
    // The components that are left, the last one first.
    let mut left: Vec<Vec<u8>> = Vec::new();
    push_components(&mut left, path);
    if !path.starts_with(b"/") {
        done.extend_from_slice(base.strip_suffix(b"/").unwrap_or(base));
    }
    let mut links = 0;
    while let Some(component) = left.pop() {
        match component.as_slice() {
            b".." => {
                let parent = done.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
                done.truncate(parent);
            }
            name => {
                let before = done.len();
                done.push(b'/');
                done.extend_from_slice(name);
                if links < LINKS_MAX
                    && let Some(target) = target(&done)
                {
                    links += 1;
                    done.truncate(if target.starts_with(b"/") { 0 } else { before });
                    push_components(&mut left, &target);
                }
            }
        }
    }
    if done.is_empty() {
        done.push(b'/');
    }
    done
}

fn push_components(left: &mut Vec<Vec<u8>>, path: &[u8]) {
    let components = path.split(|byte| *byte == b'/').rev();
    left.extend(components.filter(|component| !matches!(*component, b"" | b".")).map(<[u8]>::to_vec));
}

/// What the link at a path leads to.
fn target(path: &[u8]) -> Option<Vec<u8>> {
    let path = CString::new(path).ok()?;
    super::pace::turn();
    rustix::fs::readlink(path.as_c_str(), Vec::new()).ok().map(CString::into_bytes)
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn paths_lose_dots_and_slashes() {
        for (base, path, wanted) in [
            ("/no/where", "a", "/no/where/a"),
            ("/no/where/", "./a//../b/.", "/no/where/b"),
            ("/", "no-such/..", "/"),
            ("/", "", "/"),
            ("/no", "/../no-such//x/", "/no-such/x"),
            ("/no", "../../..", "/"),
        ] {
            assert_eq!(String::from_utf8(absolute(base.as_bytes(), path.as_bytes())).unwrap(), wanted);
        }
    }
}
