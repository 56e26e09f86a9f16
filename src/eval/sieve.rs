//! The first pass over an entry: what its name, type and depth decide. Three-valued: a test that needs a stat, or an
//! action, is a wall behind which nothing is looked at.

use super::program::{Action, Node, Program, Test};
use crate::base::{Dirent, Fields, Kind};
use crate::engine::{Eval, Follow};

/// What is known of an expression without asking the kernel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    True,
    False,
    /// A test needs a stat.
    Unknown,
    /// An action was reached, or a test that asks something else than a stat.
    Acts,
}

impl From<bool> for Known {
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

/// Judges an entry. An expression that is decided without an action had no effect: the entry is skipped.
#[inline]
pub(super) fn sieve(program: &Program, found: &Dirent<'_>, dir_path: &[u8]) -> Eval {
    // What the gate asks comes first, and it may be asked of every entry.
    if program.gate.unique {
        return Eval::Stat;
    }
    match known(&program.root, program.follow, found, dir_path) {
        Known::True | Known::False if program.gate.xargs_safe => Eval::Visit,
        Known::True | Known::False => Eval::Skip,
        // What is missing is not in a stat.
        Known::Unknown if !asks_stat(program.needs, found.kind) => Eval::Visit,
        Known::Unknown => Eval::Stat,
        Known::Acts => Eval::Visit,
    }
}

fn known(node: &Node, follow: Follow, found: &Dirent<'_>, dir_path: &[u8]) -> Known {
    let all = |nodes: &[Node], end: Known| {
        nodes.iter().map(|node| known(node, follow, found, dir_path)).find(|answer| *answer != end).unwrap_or(end)
    };
    match node {
        Node::Constant(value) => Known::from(*value),
        Node::Test(test) => answer(test, follow, found, dir_path),
        // A record that shows what only a stat tells.
        Node::Action(Action::Write(write)) if asks_stat(write.needs, found.kind) => Known::Unknown,
        Node::Action(_) => Known::Acts,
        Node::Not(inner) => match known(inner, follow, found, dir_path) {
            Known::True => Known::False,
            Known::False => Known::True,
            wall => wall,
        },
        Node::And(nodes) => all(nodes, Known::True),
        Node::Or(nodes) => all(nodes, Known::False),
        Node::Comma(nodes) => {
            let mut last = Known::True;
            for node in nodes {
                last = known(node, follow, found, dir_path);
                if matches!(last, Known::Unknown | Known::Acts) {
                    break;
                }
            }
            last
        }
    }
}

fn asks_stat(needs: Fields, kind: Kind) -> bool {
    let known = if kind == Kind::Unknown { Fields::NONE } else { Fields::KIND };
    !needs.in_stat().without(known).is_empty()
}

fn answer(test: &Test, follow: Follow, found: &Dirent<'_>, dir_path: &[u8]) -> Known {
    match test {
        Test::Name(pattern) => pattern.matches(base_name(found)).into(),
        Test::Names(patterns) => patterns.matches(base_name(found)).into(),
        Test::Path(pattern) => with_path(found, dir_path, |path| pattern.matches(path)).into(),
        Test::Hidden => is_hidden(found).into(),
        Test::Depth(count) => count.holds(u64::from(found.depth)).into(),
        Test::LinkTarget(_) if !matches!(found.kind, Kind::Unknown | Kind::Symlink) => Known::False,
        Test::Capable if !matches!(found.kind, Kind::Unknown | Kind::Regular) => Known::False,
        Test::Acl if found.kind == Kind::Symlink => Known::False,
        Test::Regex(regex) => with_path(found, dir_path, |path| regex.matches(path)).into(),
        Test::Kind(kinds) if found.kind != Kind::Unknown => kinds.has(found.kind).into(),
        // What is no link is what it leads to.
        Test::TargetKind(kinds) if !follows(follow, found) && !matches!(found.kind, Kind::Unknown | Kind::Symlink) => {
            kinds.has(found.kind).into()
        }
        Test::Empty if found.kind == Kind::Directory => Known::Acts,
        Test::Empty if !matches!(found.kind, Kind::Unknown | Kind::Regular) => Known::False,
        _ => Known::Unknown,
    }
}

fn follows(follow: Follow, found: &Dirent<'_>) -> bool {
    follow == Follow::Always || (follow == Follow::Roots && found.depth == 0)
}

/// The last component of an entry's path. A starting point is given as a path and may end in slashes.
pub(super) fn base_name<'a>(found: &Dirent<'a>) -> &'a [u8] {
    let name = found.name.to_bytes();
    if found.depth > 0 {
        return name;
    }
    let Some(end) = name.iter().rposition(|byte| *byte != b'/') else {
        // `/`, `//`: the root directory is its own last component.
        return &name[..name.len().min(1)];
    };
    let start = name[..end].iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
    &name[start..=end]
}

/// Whether a name begins with a dot. `.` and `..`, as starting points, hide nothing.
pub(super) fn is_hidden(found: &Dirent<'_>) -> bool {
    let name = base_name(found);
    name.starts_with(b".") && name != b"." && name != b".."
}

/// Calls `test` with the whole path of an entry.
pub(super) fn with_path<T>(found: &Dirent<'_>, dir_path: &[u8], test: impl FnOnce(&[u8]) -> T) -> T {
    let name = found.name.to_bytes();
    let length = dir_path.len() + name.len();
    let mut buffer = [0; 512];
    if let Some(path) = buffer.get_mut(..length) {
        path[..dir_path.len()].copy_from_slice(dir_path);
        path[dir_path.len()..].copy_from_slice(name);
        return test(path);
    }
    test(&[dir_path, name].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_component_of_a_starting_point() {
        for (given, base) in [(c"a", "a"), (c"a/b", "b"), (c"a/b//", "b"), (c"/", "/"), (c"//", "/"), (c".", "."), (c"./", "."), (c"", "")]
        {
            let found = Dirent { name: given, kind: Kind::Directory, ino: 0, depth: 0 };
            assert_eq!(base_name(&found), base.as_bytes(), "{given:?}");
        }
    }
}
