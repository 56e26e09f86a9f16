//! The programs of GNU coreutils as oracles, without what the environment would have them do.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

/// Variables that du and date listen to.
const VARIABLES: [&str; 6] = ["DU_BLOCK_SIZE", "BLOCK_SIZE", "BLOCKSIZE", "POSIXLY_CORRECT", "TIME_STYLE", "TZ"];

/// One of them, to be run in `dir`.
pub(crate) fn program(name: &'static str, dir: &Path, locale: &str) -> Command {
    static DU: LazyLock<()> = LazyLock::new(|| {
        let version = Command::new("du").arg("--version").output().expect("du --version");
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
        assert!(version.contains("GNU coreutils"), "these tests compare with GNU du, but du here is: {version}");
    });
    LazyLock::force(&DU);
    let mut command = Command::new(name);
    command.current_dir(dir).env("LC_ALL", locale);
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command
}

/// GNU du.
pub(crate) fn du(dir: &Path, locale: &str) -> Command {
    program("du", dir, locale)
}
