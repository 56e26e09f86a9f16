//! The rules of the house, read off the sources: who may import whom, where `unsafe` may stand, that every file says what it is
//! and is on the map, that functions and files stay readable, that nothing in code can panic by convenience, that the files
//! a release needs are there, and that nothing tracked names the machine it was written on.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "tidy/source.rs"]
mod source;

use source::Source;
use std::path::{Path, PathBuf};

/// Each layer and what it may import; `main` and `run` may import all. The order is that of the data.
const LAYERS: &[(&str, &[&str])] = &[
    ("cli", &["plan", "expr", "base"]),
    ("plan", &["eval", "engine", "expr", "render", "sys", "base"]),
    ("eval", &["engine", "expr", "render", "output", "report", "sys", "base"]),
    ("engine", &["sys", "base"]),
    ("expr", &["base"]),
    ("render", &["base"]),
    ("output", &["sys", "base"]),
    ("report", &["base"]),
    ("watch", &["output", "report", "sys", "base"]),
    ("sys", &["base"]),
    ("base", &[]),
];

/// The roots of the crate, which put the stages together.
const TOPS: &[&str] = &["main", "lib", "run"];

/// The files that may hold `unsafe`.
const UNSAFE_FILES: &[&str] = &[
    "sys/dirs.rs",
    "sys/glyphs.rs",
    "sys/localtime.rs",
    "sys/process.rs",
    "sys/start.rs",
    "sys/ring.rs",
    "sys/spawn.rs",
    "sys/users.rs",
    "sys/xattr.rs",
];

/// The tests that may: they compare with the libc's own functions.
const UNSAFE_TESTS: &[&str] = &["expr/pattern/oracle.rs", "expr/regex/oracle.rs"];

/// What has no place outside tests.
const FORBIDDEN: &[&str] = &[".unwrap()", ".expect(", "todo!", "unimplemented!", "dbg!", "unreachable_unchecked", "allow(dead_code)"];

/// Marks of what was left undone.
const UNDONE: &[&str] = &["FIXME", "XXX", "TODO", "HACK"];

const FUNCTION_LINES: usize = 70;
const FILE_LINES: usize = 700;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every source file below src/, by its path there.
fn sources() -> Vec<Source> {
    let src = root().join("src");
    let mut paths = Vec::new();
    rust_files(&src, &mut paths);
    let name = |path: &Path| path.strip_prefix(&src).expect("below src").to_string_lossy().into_owned();
    let mut sources: Vec<_> = paths.iter().map(|path| Source::new(name(path), &std::fs::read_to_string(path).expect("UTF-8"))).collect();
    sources.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    let tests: Vec<String> = sources.iter().flat_map(Source::test_modules).collect();
    for source in &mut sources {
        source.is_test |=
            tests.iter().any(|module| source.path == format!("{module}.rs") || source.path.starts_with(&format!("{module}/")));
    }
    assert!(!sources.is_empty(), "no sources in {}", src.display());
    sources
}

fn rust_files(dir: &Path, to: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, to);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            to.push(path);
        }
    }
}

/// Fails with every fault at once.
#[track_caller]
fn assert_none(faults: Vec<String>, rule: &str) {
    assert!(faults.is_empty(), "{rule}:\n  {}", faults.join("\n  "));
}

#[test]
fn imports_point_where_the_data_flows() {
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| !source.is_test) {
        let layer = source.layer();
        if TOPS.contains(&layer) {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
            faults.push(format!("{}: {layer} is no layer", source.path));
            continue;
        };
        for (line, import) in source.imports() {
            if import != layer && !allowed.contains(&import.as_str()) {
                faults.push(format!("{}:{line}: {layer} may not import {import}", source.path));
            }
        }
    }
    assert_none(faults, "imports against the table of layers");
}

#[test]
fn unsafe_lives_in_sys() {
    let mut faults = Vec::new();
    let sources = sources();
    for source in &sources {
        for (line, text) in source.code_lines() {
            let permits = text.contains("(unsafe_code)") && !text.contains("deny") && !text.contains("forbid");
            let listed = UNSAFE_FILES.iter().chain(UNSAFE_TESTS).any(|file| source.path == *file);
            if (permits || source::has_word(text, "unsafe")) && !listed {
                faults.push(format!("{}:{line}: {}", source.path, text.trim()));
            }
        }
    }
    for file in UNSAFE_FILES {
        let source = sources.iter().find(|source| source.path == *file);
        if !file.starts_with("sys/") || !source.is_some_and(|source| source.code_lines().any(|(_, text)| source::has_word(text, "unsafe")))
        {
            faults.push(format!("{file} is listed, but is not in sys or has none"));
        }
    }
    let in_program = |path: &&&str| sources.iter().any(|source| source.path == **path && !source.is_test);
    faults.extend(UNSAFE_TESTS.iter().filter(in_program).map(|path| format!("{path} is listed as a test and is none")));
    assert_none(faults, "unsafe code belongs into the listed files");
}

#[test]
fn every_file_says_what_it_is_and_is_on_the_map() {
    let sources = sources();
    let map = sources.iter().find(|source| source.path == "lib.rs").expect("src/lib.rs").head();
    let mut faults = Vec::new();
    for source in sources.iter() {
        if source.head().trim().is_empty() {
            faults.push(format!("{}: does not open with //!", source.path));
        }
        if !source.is_test && source.path != "lib.rs" && !is_on_map(&map, &source.path) {
            faults.push(format!("{}: not on the map at the top of src/lib.rs", source.path));
        }
    }
    assert_none(faults, "files that nobody can find");
}

/// A file is on the map by its path, or by its folder and its own name; a `mod.rs` by its folder.
fn is_on_map(map: &str, path: &str) -> bool {
    let stem = path.trim_end_matches(".rs");
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    let folder_name = folder.rsplit('/').next().unwrap_or(folder);
    let folder_is_there = folder.is_empty() || map.contains(&format!("{folder_name}/")) || source::has_word(map, folder_name);
    map.contains(path) || folder_is_there && (name == "mod" || source::has_word(map, name))
}

#[test]
fn functions_fit_a_screen_and_files_a_sitting() {
    let mut faults = Vec::new();
    for source in sources() {
        if source.lines > FILE_LINES {
            faults.push(format!("{}: {} lines, more than {FILE_LINES}", source.path, source.lines));
        }
        for (name, line, length) in source.functions() {
            if !source.is_test && length > FUNCTION_LINES {
                faults.push(format!("{}:{line}: {name} has {length} lines of code, more than {FUNCTION_LINES}", source.path));
            }
        }
    }
    assert_none(faults, "too long to be read");
}

#[test]
fn nothing_panics_by_convenience_and_nothing_is_left_undone() {
    let mut faults = Vec::new();
    for source in sources() {
        if !source.is_test {
            for (line, text) in source.code_lines() {
                faults.extend(FORBIDDEN.iter().filter(|word| text.contains(*word)).map(|word| format!("{}:{line}: {word}", source.path)));
            }
        }
        for (line, text) in source.text.lines().enumerate() {
            faults.extend(
                UNDONE.iter().filter(|word| source::has_word(text, word)).map(|word| format!("{}:{}: {word}", source.path, line + 1)),
            );
        }
    }
    assert_none(faults, "not for a release");
}

#[test]
fn a_release_is_complete() {
    let mut faults = Vec::new();
    for file in ["README.md", "CHANGELOG.md", "Cargo.lock", ".ci/run", "tests/differences.md"] {
        if std::fs::metadata(root().join(file)).map_or(0, |metadata| metadata.len()) == 0 {
            faults.push(format!("{file} is missing or empty"));
        }
    }
    for (folder, start) in [("man", "uwalk"), ("completions", ""), ("benches", ""), (".", "LICENSE")] {
        let entries = std::fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
        if !entries.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with(start)) {
            faults.push(format!("{folder} holds no {start}"));
        }
    }
    let changes = std::fs::read_to_string(root().join("CHANGELOG.md")).unwrap_or_default();
    if !changes.contains(env!("CARGO_PKG_VERSION")) && !changes.contains("Unreleased") {
        faults.push(format!("CHANGELOG.md does not name {}", env!("CARGO_PKG_VERSION")));
    }
    assert_none(faults, "files that a release needs");
}

/// Paths of one machine and hosts of registries have no place in what is published.
#[test]
fn nothing_names_the_machine() {
    // In two parts, so that this file does not name them either.
    let words: Vec<String> = [
        ("/wo", "rk/"),
        ("/ro", "ot/"),
        ("/ho", "me/"),
        ("crates", ".io/api"),
        ("index.crates", ".io"),
        ("static.crates", ".io"),
        ("artifac", "tory"),
    ]
    .map(|(one, other)| format!("{one}{other}"))
    .to_vec();
    let mut files = Vec::new();
    published_files(&root(), &mut files);
    let mut faults = Vec::new();
    for file in files {
        let text = String::from_utf8_lossy(&std::fs::read(&file).expect("a file")).into_owned();
        let name = file.strip_prefix(root()).expect("below the root").display().to_string();
        for (line, text) in text.lines().enumerate() {
            faults.extend(words.iter().filter(|word| text.contains(*word)).map(|word| format!("{name}:{}: {word}", line + 1)));
        }
    }
    assert_none(faults, "words that belong to one machine");
}

/// All files but those of git, of builds and the lock file.
fn published_files(dir: &Path, to: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a directory") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().expect("a type");
        if kind.is_dir() && name != ".git" && !name.starts_with("target") {
            published_files(&entry.path(), to);
        } else if kind.is_file() && name != "Cargo.lock" {
            to.push(entry.path());
        }
    }
}

/// The tests are worth what their reading of sources is.
#[test]
fn the_reading_of_sources_is_right() {
    let source = Source::new(
        "plan/x.rs".into(),
        r##"//! Head.
use crate::{base::Kind, expr};
use super::Other;
/* crate::wrong /* nested */ */
fn one<'a>(text: &'a str) -> char {
    // crate::comment { {
    let _ = "crate::string { \" {";

    let _ = r#"crate::raw " { "#;
    if true { '{' } else { '\'' }
}
#[cfg(test)]
mod tests {
    use crate::engine::X;
    fn long() { x.unwrap() }
}
fn two() { crate::sys::call(); }
"##,
    );
    assert_eq!(source.layer(), "plan");
    assert_eq!(source.head(), " Head.\n");
    assert_eq!(source.imports(), [(2, "base".into()), (2, "expr".into()), (17, "sys".into())]);
    assert_eq!(source.functions(), [("one".into(), 5, 5), ("two".into(), 17, 1)]);
    assert!(source.code_lines().all(|(_, text)| !text.contains("unwrap")));
    let declaring = Source::new("plan/mod.rs".into(), "#[cfg(test)]\nmod one;\n\n#[cfg(test)]\npub(crate) mod two;\nmod three;\n");
    assert_eq!(declaring.test_modules(), ["plan/one", "plan/two"]);
    let declaring = Source::new("plan/tree.rs".into(), "#[cfg(test)]\n#[path = \"tree_tests.rs\"]\nmod tests;\n#[cfg(test)]\nmod below;\n");
    assert_eq!(declaring.test_modules(), ["plan/tree_tests", "plan/tree/below"]);
    let upward = Source::new("engine/x.rs".into(), "use super::super::expr::Y;\n");
    assert_eq!(upward.imports(), [(1, "expr".into())]);
    let sibling = Source::new("engine/deep/x.rs".into(), "use super::super::worker::Y;\n");
    assert_eq!(sibling.imports(), []);
}
