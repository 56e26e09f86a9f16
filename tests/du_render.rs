//! How du writes sums and times, against GNU's du and date: the parts that render them, without a walk.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod harness;

use harness::coreutils::{du, program};
use harness::random::{Random, seed};
use harness::runs;
use harness::skipped;
use harness::temp::TempDir;
use std::path::Path;
use uwalk::base::Time;
use uwalk::render::{Amount, DateFormat, Local, Zones};

/// Sizes around which something happens.
fn sizes() -> Vec<u64> {
    let mut sizes = vec![0, 1, 2, 9, 10, 11, 99, 100, 101, 511, 512, 513, 12345, 123_456_789];
    for base in [1000_u64, 1024] {
        let powers = (1..7).filter_map(|power| base.checked_pow(power));
        for (power, factor) in powers.flat_map(|power| [1, 9, 10, 99, 100, 999, 1000, 1023].map(|factor| (power, factor))) {
            let Some(size) = power.checked_mul(factor) else { continue };
            let tenth = power / 10;
            sizes.extend([
                size,
                size + 1,
                size - 1,
                size + tenth,
                size + tenth + 1,
                size + power - tenth,
                size.saturating_add(power - tenth + 1),
            ]);
        }
    }
    let mut random = Random::new(seed());
    sizes.extend((0..300).map(|_| number(&mut random) >> (1 + random.below(62))));
    sizes.retain(|size| i64::try_from(*size).is_ok());
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn number(random: &mut Random) -> u64 {
    random.next() << 32 ^ random.next()
}

/// Sparse files of those of the sizes that the file system takes, and their names.
fn sparse(dir: &Path) -> Vec<(u64, String)> {
    let made = sizes().into_iter().filter_map(|size| {
        let name = format!("{size}");
        std::fs::File::create(dir.join(&name)).unwrap().set_len(size).ok()?;
        Some((size, name))
    });
    made.collect()
}

fn written(amount: Amount, size: u64) -> String {
    let mut to = Vec::new();
    amount.push(&mut to, size);
    String::from_utf8(to).unwrap()
}

/// Compares what du prints, with these words and variables, of every file.
#[track_caller]
fn check_amount(dir: &Path, files: &[(u64, String)], words: &[&str], variables: &[(&str, &str)], amount: Amount) {
    let mut command = du(dir, "C");
    command.args(["--apparent-size", "-l"]).args(words).args(files.iter().map(|(_, name)| name)).envs(variables.iter().copied());
    let ran = command.output().unwrap();
    let text = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(text.lines().count(), files.len(), "{words:?} {variables:?}: {}", String::from_utf8_lossy(&ran.stderr));
    for (line, (size, name)) in text.lines().zip(files) {
        assert_eq!(format!("{}\t{name}", written(amount, *size)), line, "{words:?} {variables:?}");
    }
}

#[test]
fn sums_are_written_as_du_writes_them() {
    // Wherever sparse files may be large: in memory.
    let shared = Path::new("/dev/shm");
    let dir = if shared.is_dir() { TempDir::within(shared) } else { TempDir::new() };
    let files = sparse(dir.path());
    if files.last().is_none_or(|(size, _)| *size < 1 << 60) {
        skipped("sums beyond", &format!("{} bytes: no file system for them", files.last().map_or(0, |(size, _)| *size)));
    }
    for word in [
        "1",
        "K",
        "1K",
        "kB",
        "KB",
        "KiB",
        "KD",
        "1kD",
        "M",
        "MB",
        "MiB",
        "1MiB",
        "G",
        "GB",
        "T",
        "P",
        "E",
        "EB",
        "EiB",
        "7",
        "512",
        "1000",
        "0x10",
        "010",
        "+3",
        " 5",
        "3E",
        "human-readable",
        "h",
        "si",
        "s",
        "'1",
        "'K",
        "'si",
        "m",
        "mB",
        "g",
        "tB",
        "1000000007",
        "9E",
    ] {
        check_amount(dir.path(), &files, &["-B", word], &[], Amount::parse(word.as_bytes()).unwrap());
    }
    check_amount(dir.path(), &files, &["-h"], &[], Amount::HUMAN);
    check_amount(dir.path(), &files, &["--si"], &[], Amount::SI);
    check_amount(dir.path(), &files, &["-k"], &[], Amount::in_units(1024));
    for variables in [
        &[][..],
        &[("POSIXLY_CORRECT", "")],
        &[("DU_BLOCK_SIZE", "si"), ("BLOCK_SIZE", "7")],
        &[("BLOCK_SIZE", "M"), ("BLOCKSIZE", "7")],
        &[("BLOCKSIZE", "'kB")],
        &[("DU_BLOCK_SIZE", ""), ("BLOCK_SIZE", "7")],
        &[("DU_BLOCK_SIZE", "x")],
        &[("DU_BLOCK_SIZE", "0")],
        &[("DU_BLOCK_SIZE", "-3")],
        &[("DU_BLOCK_SIZE", "3x")],
        &[("DU_BLOCK_SIZE", "e")],
        &[("DU_BLOCK_SIZE", "5KX")],
        &[("DU_BLOCK_SIZE", "08")],
        &[("DU_BLOCK_SIZE", "1Y")],
        &[("DU_BLOCK_SIZE", "99999999999999999999")],
        &[("DU_BLOCK_SIZE", "x"), ("POSIXLY_CORRECT", "1")],
    ] {
        let variable = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into());
        check_amount(dir.path(), &files, &[], variables, Amount::from_env("DU_BLOCK_SIZE", variable));
    }
}

#[test]
fn words_that_are_no_sizes() {
    let dir = TempDir::new();
    for word in [
        "0",
        "",
        "x",
        "1x",
        "1Y",
        "0Y",
        "99999999999999999999",
        "-1",
        "Ki",
        "e",
        "1e",
        "1p",
        "b",
        "w",
        "1b",
        "'",
        "''1",
        "hx",
        "1KBB",
        "1 K",
        " K",
        "0x",
        "08",
        "1KiBx",
        "human-readablex",
    ] {
        assert!(Amount::parse(word.as_bytes()).is_err(), "{word}");
        let ran = du(dir.path(), "C").args(["-B", word]).output().unwrap();
        assert_eq!(ran.status.code(), Some(1), "{word}");
    }
}

#[test]
fn inodes_have_letters_but_no_units() {
    let dir = TempDir::new();
    for count in 0..1200 {
        std::fs::File::create(dir.path().join(format!("{count}"))).unwrap();
    }
    for words in [&["-h"][..], &["--si"], &["-BM"], &["-BkB"], &["-BKiB"], &["-B7"], &["-m"], &[]] {
        let ran = du(dir.path(), "C").arg("--inodes").args(words).output().unwrap();
        let amount = match words {
            ["-h"] => Amount::HUMAN,
            ["--si"] => Amount::SI,
            [word] if word.starts_with("-B") => Amount::parse(&word.as_bytes()[2..]).unwrap(),
            _ => Amount::in_units(1 << 20),
        };
        assert_eq!(String::from_utf8(ran.stdout).unwrap(), format!("{}\t.\n", written(amount.counting(), 1201)), "{words:?}");
    }
    assert_eq!(written(Amount::in_units(1024), u64::MAX), "Infinity");
}

/// A zone with one offset.
struct Fixed {
    offset: i32,
    name: &'static str,
}

impl Zones for Fixed {
    fn local(&mut self, secs: i64) -> Option<Local<'_>> {
        // As the C library: no year beyond an `int`, counted from 1900.
        (-67_768_040_609_740_800..=67_768_036_191_676_799)
            .contains(&secs)
            .then_some(Local { offset: self.offset, name: self.name.as_bytes() })
    }
}

/// Zones as TZ has them, and what they are.
const ZONES: [(&str, i32, &str); 5] =
    [("UTC0", 0, "UTC"), ("XYZ-5:30", 19_800, "XYZ"), ("AbC+3", -10_800, "AbC"), ("<-00>0", 0, "-00"), ("<+0123>-1:23:45", 5025, "+0123")];

fn dated(format: &[u8], time: Time, zones: &mut impl Zones) -> Vec<u8> {
    let mut to = Vec::new();
    DateFormat::parse(&[b"+", format].concat()).unwrap().push(&mut to, time, zones);
    to
}

/// Compares with date(1), all formats in one run; none has a newline in it.
#[track_caller]
fn check_dates(formats: &[String], time: Time, (tz, offset, name): (&str, i32, &'static str)) {
    let dir = TempDir::new();
    let all = formats.join("\n");
    let at = match time {
        Time { secs: ..0, nanos: 1.. } => format!("@-{}.{:09}", (time.secs + 1).unsigned_abs(), 1_000_000_000 - time.nanos),
        _ => format!("@{}.{:09}", time.secs, time.nanos),
    };
    let ran = program("date", dir.path(), "C").env("TZ", tz).args(["-d", &at, &format!("+{all}")]).output().unwrap();
    assert!(ran.status.success(), "{at}: {}", String::from_utf8_lossy(&ran.stderr));
    let theirs: Vec<&[u8]> = ran.stdout.strip_suffix(b"\n").unwrap().split(|&byte| byte == b'\n').collect();
    assert_eq!(theirs.len(), formats.len());
    for (format, theirs) in formats.iter().zip(theirs) {
        let ours = dated(format.as_bytes(), time, &mut Fixed { offset, name });
        assert_eq!(String::from_utf8_lossy(&ours), String::from_utf8_lossy(theirs), "TZ={tz} date -d {at} +'{format}'");
    }
}

const TIMES: [i64; 16] = [
    0,
    1,
    -1,
    1_700_000_000,
    1_704_412_800,
    951_782_400,
    4_102_444_799,
    -2_208_988_800,
    -62_135_596_801,
    -62_167_219_200,
    -62_198_755_201,
    -65_000_000_000,
    253_402_300_799,
    253_402_300_800,
    67_767_976_233_532_799,
    -67_768_040_609_740_800,
];

#[test]
fn every_letter_flag_and_width() {
    let mut formats = Vec::new();
    for letter in (b'a'..=b'z').chain(b'A'..=b'Z').chain([b'%', b'?']).filter(|letter| *letter != b'n').map(char::from) {
        for flags in ["", "_", "-", "0", "+", "^", "#", "_-", "-_", "^#", "0_"] {
            for width in ["", "1", "3", "5", "12"] {
                for modifier in ["", "E", "O", ":", "::", ":::", "::::", "O:", "E::"] {
                    let format = format!("<%{flags}{width}{modifier}{letter}>");
                    // With `%E` date sees a modifier, and what follows is its letter; `%-N` is its own, and no rest of
                    // another conversion.
                    if !(matches!(letter, 'E' | 'O') && !modifier.is_empty() || format == "<%-N>") {
                        formats.push(format);
                    }
                }
            }
        }
    }
    for (time, zone) in TIMES.iter().zip(ZONES.iter().cycle()) {
        for nanos in [0, 120_300_000, 999_999_999] {
            for formats in formats.chunks(4000) {
                check_dates(formats, Time { secs: *time, nanos }, *zone);
            }
        }
    }
}

#[test]
fn random_formats_and_times() {
    let mut random = Random::new(seed());
    for _ in 0..runs(40) {
        let formats: Vec<String> = (0..300)
            .map(|_| {
                // What ends in the middle of a conversion would take the newline into it.
                let mut format = String::new();
                for _ in 0..random.below(6) {
                    let pieces = [
                        "%", "%%", "%Y", "%-d", "%5", "%_8", "%E", "%O", "x", ":", "%:z", "5", "N", "s", "%^a", "%#Z", "%+6F", "y", "%t",
                        "\u{e9}", "%P",
                    ];
                    format.push_str(pieces[random.below(pieces.len())]);
                }
                format + "."
            })
            .collect();
        let time = Time { secs: (number(&mut random) as i64) >> (8 + random.below(50)), nanos: (random.next() % 1_000_000_000) as u32 };
        check_dates(&formats, time, ZONES[random.below(ZONES.len())]);
    }
}

#[test]
fn styles_are_those_of_du() {
    let dir = TempDir::new();
    let time = std::time::UNIX_EPOCH + std::time::Duration::new(1_700_000_000, 123_456_789);
    std::fs::File::create(dir.path().join("f")).unwrap().set_modified(time).unwrap();
    let now = Time { secs: 1_700_000_000, nanos: 123_456_789 };
    let zone = || Fixed { offset: 19_800, name: "XYZ" };
    let show = |format: &DateFormat| {
        let mut to = b"0\t".to_vec();
        assert!(format.push(&mut to, now, &mut zone()));
        to.extend_from_slice(b"\tf\n");
        String::from_utf8(to).unwrap()
    };
    let asked = |words: &[&str], style: Option<&str>| {
        let mut command = du(dir.path(), "C");
        command.args(["--time", "f"]).args(words).env("TZ", "XYZ-5:30");
        command.envs(style.map(|style| ("TIME_STYLE", style)));
        let ran = command.output().unwrap();
        ran.status.success().then(|| String::from_utf8(ran.stdout).unwrap())
    };
    for style in ["full-iso", "f", "long-iso", "l", "iso", "i", "", "x", "locale", "posix-iso", "full-isox", "+", "+%s", "+%Y %%", "+a\nb"]
    {
        let ours = DateFormat::parse(style.as_bytes()).ok();
        assert_eq!(ours.as_ref().map(show), asked(&["--time-style", style], Some("iso")), "--time-style={style}");
        let ours = DateFormat::from_env(Some(style.as_bytes())).ok();
        assert_eq!(ours.as_ref().map(show), asked(&[], Some(style)), "TIME_STYLE={style}");
    }
    for style in ["posix-long-iso", "posix-posix-f", "posix-+%s", "posix-locale", "posix-"] {
        let ours = DateFormat::from_env(Some(style.as_bytes())).ok();
        assert_eq!(ours.as_ref().map(show), asked(&[], Some(style)), "TIME_STYLE={style}");
    }
    assert_eq!(Some(show(&DateFormat::from_env(None).unwrap())), asked(&[], None));
}

#[test]
fn times_that_the_zone_cannot_show() {
    let shared = Path::new("/dev/shm");
    let dir = if shared.is_dir() { TempDir::within(shared) } else { TempDir::new() };
    for secs in [i64::MAX, i64::MIN, 67_768_036_191_676_800, -67_768_040_609_740_801, 67_768_036_191_676_799, -67_768_040_609_740_800] {
        let path = dir.path().join("f");
        std::fs::File::create(&path).unwrap();
        let time = rustix::fs::Timespec { tv_sec: secs, tv_nsec: 7 };
        let times = rustix::fs::Timestamps { last_access: time, last_modification: time };
        let set = rustix::fs::utimensat(rustix::fs::CWD, &path, &times, rustix::fs::AtFlags::empty());
        if set.is_err() || std::os::unix::fs::MetadataExt::mtime(&std::fs::metadata(&path).unwrap()) != secs {
            skipped("a time", &format!("no file can have {secs}"));
            continue;
        }
        for style in ["full-iso", "iso", "+%c %G %C %y %s"] {
            let ran = du(dir.path(), "C").args(["--time", "-0", "--time-style", style, "f"]).env("TZ", "UTC0").output().unwrap();
            let mut ours = b"0\t".to_vec();
            let shown = DateFormat::parse(style.as_bytes()).unwrap().push(
                &mut ours,
                Time { secs, nanos: 7 },
                &mut Fixed { offset: 0, name: "UTC" },
            );
            ours.extend_from_slice(b"\tf\0");
            assert_eq!(String::from_utf8_lossy(&ours), String::from_utf8_lossy(&ran.stdout), "{secs} {style}");
            assert_eq!(shown, ran.stderr.is_empty(), "{secs} {style}");
        }
    }
}
