//! Icons of files by type, name and ending, for fonts that have Nerd Fonts' glyphs. No stat is needed for one.
//!
//! All of them lie in the private use area of Unicode and take one cell of a terminal.

use crate::base::Kind;

/// Cells of a terminal that an icon takes with the blank behind it.
pub const ICON_CELLS: usize = 2;

/// Longer names and endings have no icon of their own.
const KEY_BYTES: usize = 24;

const ARCHIVE: char = '\u{f1c6}';
const AUDIO: char = '\u{f1c7}';
const BINARY: char = '\u{e667}';
const BOOK: char = '\u{f02d}';
const C: char = '\u{e61e}';
const CONFIG: char = '\u{f013}';
const CPP: char = '\u{e61d}';
const DATABASE: char = '\u{f1c0}';
const DISK: char = '\u{f0a0}';
const DOCKER: char = '\u{e7b0}';
const FONT: char = '\u{f031}';
const GIT: char = '\u{f1d3}';
const HTML: char = '\u{e736}';
const IMAGE: char = '\u{f1c5}';
const JAVA: char = '\u{e738}';
const JAVASCRIPT: char = '\u{e74e}';
const JSON: char = '\u{e60b}';
const KEY: char = '\u{f084}';
const LICENSE: char = '\u{e60a}';
const LISP: char = '\u{e6b0}';
const LOCK: char = '\u{f023}';
const MAIL: char = '\u{f0e0}';
const MAKE: char = '\u{e673}';
const MARKDOWN: char = '\u{e73e}';
const NODE: char = '\u{e718}';
const PACKAGE: char = '\u{f187}';
const PERL: char = '\u{e769}';
const PYTHON: char = '\u{e73c}';
const RUBY: char = '\u{e739}';
const RUST: char = '\u{e7a8}';
const SHEET: char = '\u{f1c3}';
const SHELL: char = '\u{f120}';
const SLIDES: char = '\u{f1c4}';
const TEX: char = '\u{e69b}';
const TEXT: char = '\u{f15c}';
const TYPESCRIPT: char = '\u{e628}';
const VIDEO: char = '\u{f1c8}';
const VIM: char = '\u{e62b}';
const WORD: char = '\u{f1c2}';

/// Icons by key, sorted: `*.x` is an ending, `x/` the name of a directory, and `x` that of another file; all in lower case.
const ICONS: &[(&str, char)] = &[
    ("*.7z", ARCHIVE),
    ("*.a", BINARY),
    ("*.aac", AUDIO),
    ("*.adoc", TEXT),
    ("*.apk", '\u{e70e}'),
    ("*.asc", KEY),
    ("*.asm", '\u{e637}'),
    ("*.avi", VIDEO),
    ("*.avif", IMAGE),
    ("*.awk", SHELL),
    ("*.bash", SHELL),
    ("*.bat", '\u{e629}'),
    ("*.bib", BOOK),
    ("*.bin", BINARY),
    ("*.bmp", IMAGE),
    ("*.bz2", ARCHIVE),
    ("*.c", C),
    ("*.cc", CPP),
    ("*.cfg", CONFIG),
    ("*.cjs", JAVASCRIPT),
    ("*.clj", '\u{e642}'),
    ("*.cmd", '\u{e629}'),
    ("*.conf", CONFIG),
    ("*.cpp", CPP),
    ("*.crt", KEY),
    ("*.cs", '\u{e648}'),
    ("*.csh", SHELL),
    ("*.css", '\u{e749}'),
    ("*.csv", SHEET),
    ("*.cue", AUDIO),
    ("*.cxx", CPP),
    ("*.d", '\u{e651}'),
    ("*.dart", '\u{e64c}'),
    ("*.db", DATABASE),
    ("*.deb", '\u{e77d}'),
    ("*.diff", GIT),
    ("*.djvu", BOOK),
    ("*.doc", WORD),
    ("*.docx", WORD),
    ("*.el", '\u{e632}'),
    ("*.elc", '\u{e632}'),
    ("*.elm", '\u{e62c}'),
    ("*.eml", MAIL),
    ("*.env", CONFIG),
    ("*.epub", BOOK),
    ("*.erl", '\u{e7b1}'),
    ("*.ex", '\u{e62d}'),
    ("*.exe", '\u{e62a}'),
    ("*.exs", '\u{e62d}'),
    ("*.fish", SHELL),
    ("*.flac", AUDIO),
    ("*.fs", '\u{e65a}'),
    ("*.gem", RUBY),
    ("*.gif", IMAGE),
    ("*.go", '\u{e627}'),
    ("*.gpg", KEY),
    ("*.gradle", '\u{e660}'),
    ("*.graphql", '\u{e662}'),
    ("*.gz", ARCHIVE),
    ("*.h", C),
    ("*.hh", CPP),
    ("*.hpp", CPP),
    ("*.hs", '\u{e61f}'),
    ("*.htm", HTML),
    ("*.html", HTML),
    ("*.hxx", CPP),
    ("*.ico", IMAGE),
    ("*.img", DISK),
    ("*.ini", CONFIG),
    ("*.ipynb", '\u{e678}'),
    ("*.iso", DISK),
    ("*.jar", JAVA),
    ("*.java", JAVA),
    ("*.jpeg", IMAGE),
    ("*.jpg", IMAGE),
    ("*.js", JAVASCRIPT),
    ("*.json", JSON),
    ("*.jsonl", JSON),
    ("*.jsx", '\u{e625}'),
    ("*.jxl", IMAGE),
    ("*.key", KEY),
    ("*.kt", '\u{e634}'),
    ("*.kts", '\u{e634}'),
    ("*.less", '\u{e758}'),
    ("*.lisp", LISP),
    ("*.lock", LOCK),
    ("*.log", TEXT),
    ("*.lua", '\u{e620}'),
    ("*.lz", ARCHIVE),
    ("*.lz4", ARCHIVE),
    ("*.m4a", AUDIO),
    ("*.md", MARKDOWN),
    ("*.mjs", JAVASCRIPT),
    ("*.mk", MAKE),
    ("*.mkv", VIDEO),
    ("*.ml", '\u{e67a}'),
    ("*.mli", '\u{e67a}'),
    ("*.mov", VIDEO),
    ("*.mp3", AUDIO),
    ("*.mp4", VIDEO),
    ("*.mpeg", VIDEO),
    ("*.mpg", VIDEO),
    ("*.nim", '\u{e677}'),
    ("*.nix", '\u{f2dc}'),
    ("*.o", BINARY),
    ("*.odp", SLIDES),
    ("*.ods", SHEET),
    ("*.odt", WORD),
    ("*.ogg", AUDIO),
    ("*.opus", AUDIO),
    ("*.org", '\u{e633}'),
    ("*.otf", FONT),
    ("*.patch", GIT),
    ("*.pdf", '\u{f1c1}'),
    ("*.pem", KEY),
    ("*.php", '\u{e73d}'),
    ("*.pl", PERL),
    ("*.pm", PERL),
    ("*.png", IMAGE),
    ("*.ppt", SLIDES),
    ("*.pptx", SLIDES),
    ("*.ps1", '\u{e683}'),
    ("*.pub", KEY),
    ("*.py", PYTHON),
    ("*.pyc", PYTHON),
    ("*.qcow2", DISK),
    ("*.r", '\u{e68a}'),
    ("*.rar", ARCHIVE),
    ("*.rb", RUBY),
    ("*.rlib", RUST),
    ("*.rpm", PACKAGE),
    ("*.rs", RUST),
    ("*.rst", TEXT),
    ("*.rtf", WORD),
    ("*.sass", '\u{e603}'),
    ("*.scala", '\u{e737}'),
    ("*.scm", '\u{e6b1}'),
    ("*.scss", '\u{e603}'),
    ("*.sh", SHELL),
    ("*.so", BINARY),
    ("*.sql", DATABASE),
    ("*.sqlite", DATABASE),
    ("*.sqlite3", DATABASE),
    ("*.srt", VIDEO),
    ("*.svelte", '\u{e697}'),
    ("*.svg", IMAGE),
    ("*.swift", '\u{e755}'),
    ("*.tar", ARCHIVE),
    ("*.tbz2", ARCHIVE),
    ("*.tex", TEX),
    ("*.tf", '\u{e69a}'),
    ("*.tgz", ARCHIVE),
    ("*.tif", IMAGE),
    ("*.tiff", IMAGE),
    ("*.toml", '\u{e6b2}'),
    ("*.ts", TYPESCRIPT),
    ("*.tsv", SHEET),
    ("*.tsx", '\u{e625}'),
    ("*.ttf", FONT),
    ("*.txt", TEXT),
    ("*.txz", ARCHIVE),
    ("*.vim", VIM),
    ("*.vue", '\u{e6a0}'),
    ("*.wasm", '\u{e6a1}'),
    ("*.wav", AUDIO),
    ("*.webm", VIDEO),
    ("*.webp", IMAGE),
    ("*.woff", FONT),
    ("*.woff2", FONT),
    ("*.xls", SHEET),
    ("*.xlsx", SHEET),
    ("*.xml", '\u{e619}'),
    ("*.xz", ARCHIVE),
    ("*.yaml", '\u{e6a8}'),
    ("*.yml", '\u{e6a8}'),
    ("*.zig", '\u{e6a9}'),
    ("*.zip", ARCHIVE),
    ("*.zsh", SHELL),
    ("*.zst", ARCHIVE),
    (".bash_history", SHELL),
    (".bash_profile", SHELL),
    (".bashrc", SHELL),
    (".cache/", '\u{f187}'),
    (".config/", '\u{e5fc}'),
    (".dockerignore", DOCKER),
    (".editorconfig", '\u{e652}'),
    (".git/", '\u{e5fb}'),
    (".gitattributes", GIT),
    (".gitconfig", GIT),
    (".github/", '\u{e5fd}'),
    (".gitignore", GIT),
    (".gitmodules", GIT),
    (".profile", SHELL),
    (".ssh/", KEY),
    (".viminfo", VIM),
    (".vimrc", VIM),
    (".zshrc", SHELL),
    ("authors", '\u{f0c0}'),
    ("bin/", SHELL),
    ("build.rs", RUST),
    ("cargo.lock", RUST),
    ("cargo.toml", RUST),
    ("changelog.md", '\u{f017}'),
    ("cmakelists.txt", MAKE),
    ("copying", LICENSE),
    ("desktop/", '\u{f108}'),
    ("dockerfile", DOCKER),
    ("documents/", '\u{f02d}'),
    ("downloads/", '\u{f019}'),
    ("etc/", '\u{e5fc}'),
    ("gemfile", RUBY),
    ("gnumakefile", MAKE),
    ("go.mod", '\u{e627}'),
    ("go.sum", '\u{e627}'),
    ("home/", '\u{f015}'),
    ("jenkinsfile", '\u{e66e}'),
    ("justfile", MAKE),
    ("license", LICENSE),
    ("license.md", LICENSE),
    ("license.txt", LICENSE),
    ("makefile", MAKE),
    ("music/", '\u{f001}'),
    ("node_modules/", '\u{e5fa}'),
    ("package-lock.json", NODE),
    ("package.json", NODE),
    ("pictures/", '\u{f03e}'),
    ("pyproject.toml", PYTHON),
    ("rakefile", RUBY),
    ("readme", TEXT),
    ("requirements.txt", PYTHON),
    ("tsconfig.json", TYPESCRIPT),
    ("vagrantfile", DISK),
    ("videos/", '\u{f03d}'),
];

/// Appends the icon of an entry and a blank.
pub fn push_icon(to: &mut Vec<u8>, kind: Kind, name: &[u8]) {
    to.extend_from_slice(icon(kind, name).encode_utf8(&mut [0; 4]).as_bytes());
    to.push(b' ');
}

/// The icon of an entry. Of a path its last component counts, with or without slashes at its end.
#[must_use]
pub fn icon(kind: Kind, name: &[u8]) -> char {
    let end = name.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    let start = name[..end].iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
    let name = &name[start..end];
    let plain = match kind {
        Kind::Directory => return find(b"", name, b"/").unwrap_or('\u{f07b}'),
        Kind::Symlink => return '\u{f0c1}',
        Kind::Fifo => return '\u{f0ec}',
        Kind::Socket => return '\u{f1e6}',
        Kind::CharDevice => return '\u{f11c}',
        Kind::BlockDevice => return DISK,
        Kind::Regular | Kind::Unknown => '\u{f15b}',
    };
    find(b"", name, b"").or_else(|| find(b"*.", ending(name)?, b"")).unwrap_or(plain)
}

/// What stands behind the last dot of a name; a dot at its front begins no ending.
fn ending(name: &[u8]) -> Option<&[u8]> {
    let dot = name.iter().rposition(|byte| *byte == b'.').filter(|at| *at > 0)?;
    Some(&name[dot + 1..])
}

/// The icon of the key that is made of these parts.
fn find(before: &[u8], name: &[u8], after: &[u8]) -> Option<char> {
    let mut key = [0; KEY_BYTES];
    let mut length = 0;
    for part in [before, name, after] {
        key.get_mut(length..length + part.len())?.copy_from_slice(part);
        length += part.len();
    }
    let key = &mut key[..length];
    key.make_ascii_lowercase();
    ICONS.binary_search_by(|(known, _)| known.as_bytes().cmp(key)).ok().map(|at| ICONS[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_searched() {
        for pair in ICONS.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{} before {}", pair[0].0, pair[1].0);
        }
        for (key, icon) in ICONS {
            assert!(key.len() <= KEY_BYTES && *key == key.to_ascii_lowercase(), "{key}");
            assert!(('\u{e000}'..='\u{f8ff}').contains(icon), "{key}");
        }
    }

    #[test]
    fn type_then_name_then_ending_decide() {
        for (kind, name, wanted) in [
            (Kind::Regular, "main.rs", RUST),
            (Kind::Regular, "A.TAR.GZ", ARCHIVE),
            (Kind::Regular, "dir/Makefile", MAKE),
            (Kind::Regular, "package.json", NODE),
            (Kind::Regular, "other.json", JSON),
            (Kind::Regular, ".rs", '\u{f15b}'),
            (Kind::Regular, "rs", '\u{f15b}'),
            (Kind::Regular, "a.", '\u{f15b}'),
            (Kind::Regular, "", '\u{f15b}'),
            (Kind::Regular, "a.no-such-ending-is-that-long", '\u{f15b}'),
            (Kind::Unknown, "*.rs", RUST),
            (Kind::Directory, "x/.git/", '\u{e5fb}'),
            (Kind::Directory, "main.rs", '\u{f07b}'),
            (Kind::Directory, "/", '\u{f07b}'),
            (Kind::Symlink, "main.rs", '\u{f0c1}'),
        ] {
            assert_eq!(icon(kind, name.as_bytes()), wanted, "{name}");
        }
    }

    #[test]
    fn a_blank_follows() {
        let mut to = Vec::new();
        push_icon(&mut to, Kind::Directory, b"d");
        assert_eq!(to, "\u{f07b} ".as_bytes());
    }
}
