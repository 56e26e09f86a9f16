//! Random options for du, as words and as what they mean to the model.

use super::super::random::Random;
use super::model::{Ask, Follow, Measure, Stamp};
use super::plant::Planted;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// What is drawn, beside the options that every case may have.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Leaning {
    /// `-L` in every case.
    pub(crate) follow: bool,
    /// `-x` in every other case.
    pub(crate) one_device: bool,
}

/// Options, as far as they go with the arguments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// What says which lines there are and what is counted in them.
    pub(crate) matter: Vec<OsString>,
    /// What says how they are written.
    pub(crate) form: Vec<OsString>,
    pub(crate) environment: Vec<(&'static str, OsString)>,
    pub(crate) zero: bool,
    pub(crate) threshold: bool,
    /// The command line is wrong.
    pub(crate) wrong: bool,
    pub(crate) ask: Ask,
    summary: bool,
}

/// Sizes of blocks, separated by bars.
const BLOCKS: &str = "1|512|K|M|1K|1k|KB|kB|MB|KiB|2M|1000|4096|G|GB|10|3K|human-readable|si|E|1b|2c|3w";

const THRESHOLDS: [(&str, u64); 9] =
    [("0", 0), ("1", 1), ("4096", 4096), ("5K", 5120), ("8kB", 8000), ("1M", 1 << 20), ("20", 20), ("100K", 102_400), ("3", 3)];

/// Patterns of `--exclude`, separated by bars.
const EXCLUDES: &str = "a|b|*.c|a*|*/b|a/b|?|[a-c]*|*o*|.hid|*\n*|-x|sub/*|*/sub/*|./a|x.o|*b*/*|\\*|[[]a]|chain/c/c|*e|nothing|\
     \u{e9}|new\nline|*'*|l*|shut*|src/|.|c/c";

const STYLES: &str = "full-iso|long-iso|iso|+%s|+%s.%N|+%d/%m/%y %H:%M:%S|+|posix-long-iso|+%A %B %j|locale|+%c|+%e%%";

const ZONES: &str = "UTC|UTC0|America/New_York|EST5EDT|Asia/Kathmandu|<+0545>-5:45|CET-1CEST,M3.5.0,M10.5.0/3|nonsense|";

fn one_of<'a>(random: &mut Random, list: &'a str) -> &'a str {
    random.pick(&list.split('|').collect::<Vec<_>>())
}

impl Options {
    /// None to seven options.
    pub(crate) fn random(random: &mut Random, leaning: Leaning, planted: &Planted) -> Self {
        let mut options = Self { ask: Ask { measure: Measure::Blocks, ..Ask::default() }, ..Self::default() };
        for _ in 0..random.below(6) {
            options.matter(random, planted);
        }
        for _ in 0..random.below(3) {
            options.form(random);
        }
        if leaning.follow {
            options.put(&["-L", "--dereference"], random);
            options.ask.follow = Follow::All;
        }
        if leaning.one_device && random.one_in(2) {
            options.put(&["-x", "--one-file-system"], random);
            options.ask.one_device = true;
        }
        if random.one_in(40) {
            options.mistake(random);
        }
        options.settings(random);
        options.settle();
        options
    }

    fn put(&mut self, words: &[&str], random: &mut Random) {
        self.matter.push(random.pick(words).into());
    }

    /// An option of the first sort.
    fn matter(&mut self, random: &mut Random, planted: &Planted) {
        match random.below(22) {
            0..3 => {
                self.put(&["-a", "--all"], random);
                self.ask.all = true;
            }
            3 | 4 => self.depth(random),
            5 => {
                self.put(&["-s", "--summarize", "--sum"], random);
                self.summary = true;
            }
            6 => {
                self.put(&["-S", "--separate-dirs"], random);
                self.ask.separate = true;
            }
            7 | 8 => {
                self.put(&["-l", "--count-links"], random);
                self.ask.every_link = true;
            }
            9 | 10 => {
                self.put(&["-c", "--total"], random);
                self.ask.total = true;
            }
            11 => {
                self.put(&["-x", "--one-file-system", "--one"], random);
                self.ask.one_device = true;
            }
            12 | 13 => self.follow(random),
            14 => self.threshold(random),
            15 | 16 => self.time(random),
            17 | 18 => self.exclude(random, planted),
            19 => {
                self.put(&["--inodes"], random);
                self.ask.inodes = true;
            }
            _ => {
                self.put(&["--apparent-size", "--app"], random);
                self.ask.measure = Measure::Length;
            }
        }
    }

    fn depth(&mut self, random: &mut Random) {
        let depth = random.below(5);
        let words = match random.below(4) {
            0 => vec![format!("-d{depth}")],
            1 => vec!["-d".into(), depth.to_string()],
            2 => vec![format!("--max-d={depth}")],
            _ => vec!["--max-depth".into(), depth.to_string()],
        };
        self.matter.extend(words.into_iter().map(OsString::from));
        self.ask.depth = Some(depth);
    }

    fn follow(&mut self, random: &mut Random) {
        let (words, follow) = match random.below(4) {
            0 => (&["-L", "--dereference"][..], Follow::All),
            1 | 2 => (&["-D", "-H", "--dereference-args"][..], Follow::Arguments),
            _ => (&["-P", "--no-dereference"][..], Follow::None),
        };
        self.put(words, random);
        self.ask.follow = follow;
    }

    fn threshold(&mut self, random: &mut Random) {
        let (text, value) = THRESHOLDS[random.below(THRESHOLDS.len())];
        let most = value > 0 && random.one_in(2);
        let text = format!("{}{text}", if most { "-" } else { "" });
        match random.below(3) {
            0 => self.matter.push(format!("-t{text}").into()),
            1 => self.matter.extend(["-t".into(), text.into()]),
            _ => self.matter.push(format!("--threshold={text}").into()),
        }
        self.threshold = true;
        (self.ask.at_least, self.ask.at_most) = if most { (0, Some(value)) } else { (value, None) };
    }

    fn time(&mut self, random: &mut Random) {
        let (word, stamp) = match random.below(6) {
            0..3 => ("", Stamp::Modified),
            3 => (random.pick(&["=atime", "=access", "=use", "=at"]), Stamp::Accessed),
            _ => (random.pick(&["=ctime", "=status", "=s"]), Stamp::Changed),
        };
        self.matter.push(format!("--time{word}").into());
        self.ask.time = Some(stamp);
    }

    fn exclude(&mut self, random: &mut Random, planted: &Planted) {
        let mut patterns: Vec<&str> = (0..1 + random.below(2)).map(|_| one_of(random, EXCLUDES)).collect();
        if random.one_in(3) {
            // A line of a list is no place for a newline.
            patterns.retain(|pattern| !pattern.contains('\n'));
            let name = format!("exclude{}", self.matter.len());
            let list = planted.list(&name, patterns.iter().map(|pattern| format!("{pattern}\n")).collect::<String>().as_bytes());
            let path = String::from_utf8(list).expect("a plain name");
            if random.one_in(2) {
                self.matter.push(format!("--exclude-from={path}").into());
            } else {
                self.matter.extend(["-X".into(), path.into()]);
            }
        } else {
            self.matter.extend(patterns.iter().map(|pattern| format!("--exclude={pattern}").into()));
        }
        self.ask.exclude.extend(patterns.iter().map(|pattern| pattern.as_bytes().to_vec()));
    }

    /// An option of the second sort.
    fn form(&mut self, random: &mut Random) {
        let word: String = match random.below(12) {
            0 | 1 => random.pick(&["-h", "--human-readable", "--human"]).into(),
            2 => "--si".into(),
            3 => "-k".into(),
            4 => "-m".into(),
            5 => {
                self.ask.measure = Measure::Length;
                random.pick(&["-b", "--bytes"]).into()
            }
            6 | 7 => format!("-B{}", one_of(random, BLOCKS)),
            8 => format!("--block-size={}", one_of(random, BLOCKS)),
            9 => format!("--time-style={}", one_of(random, STYLES)),
            _ => {
                self.zero = true;
                random.pick(&["-0", "--null"]).into()
            }
        };
        self.form.push(word.into());
    }

    /// A word that is wrong whatever stands around it.
    fn mistake(&mut self, random: &mut Random) {
        let words = "-B0|-Bx|-d-1|-dx|-tx|-t-0|--time=birth|--nonsense|-q|--b|-B99999999999999999999|-d1x|--all=1|-B-1|--threshold=";
        self.matter.push(one_of(random, words).into());
        self.wrong = true;
    }

    fn settings(&mut self, random: &mut Random) {
        for name in ["DU_BLOCK_SIZE", "BLOCK_SIZE", "BLOCKSIZE"] {
            if random.one_in(12) {
                let size = if random.one_in(5) { random.pick(&["x", "0", "", "1Q"]) } else { one_of(random, BLOCKS) };
                self.environment.push((name, size.into()));
            }
        }
        if random.one_in(12) {
            self.environment.push(("POSIXLY_CORRECT", "1".into()));
        }
        if self.ask.time.is_some() && random.one_in(3) {
            let style = if random.one_in(6) { "+%s\nnot this" } else { one_of(random, STYLES) };
            self.environment.push(("TIME_STYLE", style.into()));
        }
        if self.ask.time.is_some() && random.one_in(2) {
            self.environment.push(("TZ", one_of(random, ZONES).into()));
        }
    }

    /// What the options mean together.
    fn settle(&mut self) {
        if self.summary {
            self.wrong |= self.ask.all || self.ask.depth.is_some_and(|depth| depth > 0);
            self.ask.depth = Some(0);
        }
    }

    pub(crate) fn words(&self) -> Vec<OsString> {
        self.matter.iter().chain(&self.form).cloned().collect()
    }

    /// The words that make du write what the model does.
    pub(crate) fn words_of_model(&self) -> Vec<OsString> {
        let mut words = self.matter.clone();
        if self.zero {
            words.push("-0".into());
        }
        if self.ask.measure != Measure::Blocks {
            words.push("--apparent-size".into());
        }
        words.push("-B1".into());
        words.push("--time-style=+%s.%N".into());
        words
    }
}

/// Arguments: none to four entries of the tree in several spellings.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    pub(crate) paths: Vec<Vec<u8>>,
    /// One lies in another, or is it.
    pub(crate) overlap: bool,
}

impl Arguments {
    pub(crate) fn random(random: &mut Random, planted: &Planted) -> Self {
        if random.one_in(8) {
            return Self { paths: Vec::new(), overlap: false };
        }
        let (mut paths, mut overlap) = (Vec::new(), false);
        for _ in 0..1 + random.below(4) {
            let path = match random.below(6) {
                0 => b".".to_vec(),
                1..4 if !planted.dirs.is_empty() => planted.dirs[random.below(planted.dirs.len())].clone(),
                _ => planted.any(random).to_vec(),
            };
            paths.push(path);
        }
        if random.one_in(3) {
            overlap = true;
            overlapping(&mut paths, random, planted);
        }
        if random.one_in(15) {
            paths.insert(random.below(paths.len() + 1), b"missing".to_vec());
        }
        paths.truncate(4);
        let paths = paths.into_iter().map(|path| spelled(path, planted, random)).collect();
        Self { paths, overlap }
    }
}

/// Adds a directory above one of the arguments, something below, or the same again.
fn overlapping(paths: &mut Vec<Vec<u8>>, random: &mut Random, planted: &Planted) {
    let at = random.below(paths.len());
    paths.swap(0, at);
    paths.truncate(2);
    let path = paths[0].clone();
    let below: Vec<&Vec<u8>> =
        planted.dirs.iter().chain(&planted.others).filter(|other| other.starts_with(&[&path[..], b"/"].concat())).collect();
    let other = match random.below(3) {
        0 => path.clone(),
        1 if !below.is_empty() => below[random.below(below.len())].clone(),
        _ => path.iter().rposition(|&byte| byte == b'/').map_or(b".".to_vec(), |at| path[..at].to_vec()),
    };
    paths.insert(random.below(2), other);
}

/// The same entry by another path.
fn spelled(path: Vec<u8>, planted: &Planted, random: &mut Random) -> Vec<u8> {
    let is_dir = path == b"." || planted.dirs.contains(&path);
    let path = if path.starts_with(b"-") { [b"./", &path[..]].concat() } else { path };
    match random.below(10) {
        0 => [b"./", &path[..]].concat(),
        1 if is_dir => [&path[..], b"/"].concat(),
        2 if is_dir => [&path[..], b"//"].concat(),
        3 if is_dir => [&path[..], b"/."].concat(),
        _ => path,
    }
}

/// The words of a command line: options, then arguments, or the other way round.
pub(crate) fn ordered(options: Vec<OsString>, arguments: &[Vec<u8>], behind: bool) -> Vec<OsString> {
    let arguments = arguments.iter().map(|path| OsString::from_vec(path.clone()));
    if behind { arguments.chain(options).collect() } else { options.into_iter().chain(arguments).collect() }
}
