//! `-perm`: octal and symbolic modes as chmod(1) takes them, applied to no permissions at all and without the umask.
//!
//! A symbolic mode can mean different bits for directories (`X`, and `=` keeps their set-id bits), so there are two masks.

const READ: u32 = 0o444;
const WRITE: u32 = 0o222;
const EXECUTE: u32 = 0o111;
const SET_IDS: u32 = 0o6000;
const STICKY: u32 = 0o1000;
const ALL: u32 = 0o7777;

/// How the bits of the mask are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    /// `MODE`: these and no others.
    Exactly,
    /// `-MODE`: at least these.
    All,
    /// `/MODE`, `+OCTAL`: any of these, and everything if there are none.
    Any,
}

/// Permission bits to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PermTest {
    how: Match,
    file: u32,
    directory: u32,
}

impl PermTest {
    /// Reads `[-/]MODE` or `+OCTAL`. `None` if it is anything else.
    #[must_use]
    pub fn parse(word: &[u8]) -> Option<Self> {
        let (how, mode) = match word {
            [b'-', mode @ ..] => (Match::All, mode),
            [b'/', mode @ ..] => (Match::Any, mode),
            [b'+', mode @ ..] if mode.first().is_some_and(u8::is_ascii_digit) => (Match::Any, mode),
            _ => (Match::Exactly, word),
        };
        let changes = parse_mode(mode)?;
        let bits = |directory| changes.iter().fold(0, |bits, change| change.apply(bits, directory));
        Some(Self { how, file: bits(false), directory: bits(true) })
    }

    /// Whether the permission bits of `mode` are as asked.
    #[must_use]
    pub const fn holds(self, mode: u32, is_dir: bool) -> bool {
        let mask = if is_dir { self.directory } else { self.file };
        match self.how {
            Match::Exactly => mode & ALL == mask,
            Match::All => mode & mask == mask,
            Match::Any => mask == 0 || mode & mask != 0,
        }
    }
}

/// What the letters behind an operator stand for.
#[derive(Clone, Copy)]
enum Bits {
    /// These.
    Fixed(u32),
    /// These, and execute where somebody may execute already or it is a directory (`X`).
    ExecuteIfAny(u32),
    /// What this class has already, given to all classes (`g=u`).
    CopyOf(u32),
}

/// One operator of a symbolic mode with its letters: `u+rw`.
struct Change {
    operator: u8,
    /// The bits of the classes before the operator; zero if none was named, which means all.
    classes: u32,
    bits: Bits,
    /// Set-id bits that a directory does not keep although they are not named: an octal mode behind an operator names all.
    names_all: bool,
}

impl Change {
    fn apply(&self, old: u32, directory: bool) -> u32 {
        let named = match self.bits {
            Bits::Fixed(bits) => bits,
            Bits::ExecuteIfAny(bits) if directory || old & EXECUTE != 0 => bits | EXECUTE,
            Bits::ExecuteIfAny(bits) => bits,
            Bits::CopyOf(class) => {
                let has = old & class;
                [READ, WRITE, EXECUTE].into_iter().filter(|bit| has & bit != 0).fold(0, |all, bit| all | bit)
            }
        };
        let value = if self.classes == 0 { named } else { named & self.classes };
        match self.operator {
            b'+' => old | value,
            b'-' => old & !value,
            _ => {
                let others = if self.classes == 0 { 0 } else { !self.classes };
                let kept = if directory && !self.names_all { SET_IDS & !self.named_in_text() } else { 0 };
                old & (others | kept) | value
            }
        }
    }

    /// The bits that the letters themselves name, whatever they turn out to mean.
    const fn named_in_text(&self) -> u32 {
        let bits = match self.bits {
            Bits::Fixed(bits) | Bits::ExecuteIfAny(bits) | Bits::CopyOf(bits) => bits,
        };
        if self.classes == 0 { bits } else { bits & self.classes }
    }
}

fn parse_mode(text: &[u8]) -> Option<Vec<Change>> {
    if text.first().is_some_and(u8::is_ascii_digit) {
        let (bits, rest) = parse_octal(text)?;
        let whole = Change { operator: b'=', classes: 0, bits: Bits::Fixed(bits), names_all: true };
        return rest.is_empty().then(|| vec![whole]);
    }
    let mut changes = Vec::new();
    for clause in text.split(|&byte| byte == b',') {
        parse_clause(clause, &mut changes)?;
    }
    Some(changes)
}

/// `[ugoa]*([-+=]letters)+`
fn parse_clause(clause: &[u8], changes: &mut Vec<Change>) -> Option<()> {
    let named = clause.iter().take_while(|byte| matches!(byte, b'u' | b'g' | b'o' | b'a')).count();
    let classes = clause[..named].iter().fold(0, |bits, byte| bits | class_bits(*byte));
    let mut rest = &clause[named..];
    loop {
        let (&operator, letters) = rest.split_first().filter(|(byte, _)| matches!(byte, b'+' | b'-' | b'='))?;
        let (change, behind) = parse_change(operator, classes, letters)?;
        changes.push(change);
        if behind.is_empty() {
            return Some(());
        }
        rest = behind;
    }
}

fn parse_change(operator: u8, classes: u32, letters: &[u8]) -> Option<(Change, &[u8])> {
    let change = |bits| Change { operator, classes, bits, names_all: false };
    match letters {
        [b'0'..=b'7', ..] => {
            let (bits, rest) = parse_octal(letters)?;
            let octal = Change { operator, classes: ALL, bits: Bits::Fixed(bits), names_all: true };
            (classes == 0 && rest.is_empty()).then_some((octal, rest))
        }
        [class @ (b'u' | b'g' | b'o'), rest @ ..] => Some((change(Bits::CopyOf(class_bits(*class) & 0o777)), rest)),
        _ => {
            let count = letters.iter().take_while(|byte| b"rwxXst".contains(byte)).count();
            let bits = letters[..count].iter().fold(0, |bits, letter| bits | letter_bits(*letter));
            let if_any = letters[..count].contains(&b'X');
            Some((change(if if_any { Bits::ExecuteIfAny(bits) } else { Bits::Fixed(bits) }), &letters[count..]))
        }
    }
}

const fn class_bits(class: u8) -> u32 {
    match class {
        b'u' => 0o4700,
        b'g' => 0o2070,
        b'o' => 0o1007,
        _ => ALL,
    }
}

const fn letter_bits(letter: u8) -> u32 {
    match letter {
        b'r' => READ,
        b'w' => WRITE,
        b'x' => EXECUTE,
        b's' => SET_IDS,
        b't' => STICKY,
        _ => 0,
    }
}

/// The octal number at the front, up to 07777, and what follows it.
fn parse_octal(text: &[u8]) -> Option<(u32, &[u8])> {
    let count = text.iter().take_while(|byte| (b'0'..=b'7').contains(byte)).count();
    let bits = text[..count].iter().try_fold(0, |bits, digit| {
        let bits = bits * 8 + u32::from(digit - b'0');
        (bits <= ALL).then_some(bits)
    })?;
    (count > 0).then_some((bits, &text[count..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What find 4.9 takes each mode for, for files and for directories.
    const MODES: &[(&str, u32, u32)] = &[
        ("644", 0o644, 0o644),
        ("00000000644", 0o644, 0o644),
        ("7777", 0o7777, 0o7777),
        ("=", 0, 0),
        ("+", 0, 0),
        ("u+", 0, 0),
        ("=r", 0o444, 0o444),
        ("+x", 0o111, 0o111),
        ("a=rwx", 0o777, 0o777),
        ("u=rw,go=r", 0o644, 0o644),
        ("u=rwX,go=rX", 0o644, 0o755),
        ("+X", 0, 0o111),
        ("u+X", 0, 0o100),
        ("u+x,g+X", 0o110, 0o110),
        ("a+X,a-x", 0, 0),
        ("ug+rw,o-r", 0o660, 0o660),
        ("u+s", 0o4000, 0o4000),
        ("g+s", 0o2000, 0o2000),
        ("+s", 0o6000, 0o6000),
        ("+t", 0o1000, 0o1000),
        ("u+t", 0, 0),
        ("o+t", 0o1000, 0o1000),
        ("u+rwx,go=u", 0o777, 0o777),
        ("u+rwx,go=u-w", 0o755, 0o755),
        ("g=u,u=g", 0, 0),
        ("u+s,u=r", 0o400, 0o4400),
        ("+s,=r", 0o444, 0o6444),
        ("ug+s,g=rx", 0o4050, 0o6050),
        ("+s,=644", 0o644, 0o644),
        ("+s,u=g", 0o2000, 0o6000),
        ("=2000", 0o2000, 0o2000),
        ("u=s+X", 0o4000, 0o4100),
        ("a=Xs,u=X", 0o2000, 0o6111),
        ("u+r,+u", 0o444, 0o444),
        ("+r-w+x=t", 0o1000, 0o1000),
    ];

    #[test]
    fn modes_are_what_find_takes_them_for() {
        for (mode, file, directory) in MODES {
            let test = PermTest::parse(mode.as_bytes()).unwrap();
            assert_eq!((test.how, test.file, test.directory), (Match::Exactly, *file, *directory), "{mode}");
            for (sign, how) in [("-", Match::All), ("/", Match::Any)] {
                let signed = format!("{sign}{mode}");
                assert_eq!(PermTest::parse(signed.as_bytes()), Some(PermTest { how, ..test }), "{signed}");
            }
        }
    }

    #[test]
    fn anything_else_is_no_mode() {
        for mode in [
            "", "8", "78", "10000", "-", "/", "u", "ug", ",", "u+r,", ",u+r", "u+q", "U+r", "u+rg", "u=644", "+9", "=10000", " 644", "644 ",
        ] {
            assert_eq!(PermTest::parse(mode.as_bytes()), None, "{mode:?}");
        }
    }

    #[test]
    fn the_sign_says_which_bits_must_be_there() {
        let holds = |mode: &str, bits: u32| PermTest::parse(mode.as_bytes()).unwrap().holds(0o100_000 | bits, false);
        assert!(holds("644", 0o644) && !holds("644", 0o744) && !holds("644", 0o4644));
        assert!(holds("-644", 0o4777) && !holds("-644", 0o640));
        assert!(holds("/222", 0o200) && !holds("/222", 0o555));
        assert!(holds("+222", 0o200) && !holds("+222", 0o555));
        assert!(holds("-0", 0o644) && holds("/0", 0o644) && holds("+0", 0o644) && !holds("0", 0o644));
    }

    #[test]
    fn directories_have_a_mask_of_their_own() {
        let test = PermTest::parse(b"-a+X").unwrap();
        assert!(test.holds(0o644, false) && !test.holds(0o644, true) && test.holds(0o755, true));
    }
}
