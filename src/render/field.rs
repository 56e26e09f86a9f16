//! Width, precision and flags of a directive, applied as printf(3) does. GNU find counts bytes, and most of its directives
//! are strings to printf, numbers too.

/// Columns at most: whoever asks for more did not mean it.
pub(super) const WIDTH_MAX: usize = 1 << 20;

/// What stands between `%` and the letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) left: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternate: bool,
    pub(super) zero: bool,
    pub(super) width: usize,
    pub(super) precision: Option<usize>,
}

impl Field {
    /// Nothing stands there.
    #[inline]
    pub(super) const fn is_plain(&self) -> bool {
        self.width == 0 && self.precision.is_none() && !self.plus && !self.space && !self.alternate
    }

    /// Makes a string of what was appended after `start`: `%s`.
    pub(super) fn text(&self, to: &mut Vec<u8>, start: usize) {
        if let Some(most) = self.precision {
            to.truncate((start + most).min(to.len()));
        }
        self.pad(to, start, start, b' ');
    }

    /// A decimal number of which the digits were appended after `start`: `%d` of a number that is not negative.
    pub(super) fn decimal(&self, to: &mut Vec<u8>, start: usize) {
        self.digits(to, start);
        let digits = start + self.sign(to, start);
        self.number(to, start, digits, self.precision.is_none());
    }

    /// An octal number of which the digits were appended after `start`: `%o`, which has no sign.
    pub(super) fn octal(&self, to: &mut Vec<u8>, start: usize) {
        self.digits(to, start);
        if self.alternate && to.get(start) != Some(&b'0') {
            to.insert(start, b'0');
        }
        self.number(to, start, start, self.precision.is_none());
    }

    /// The sign that a flag asks for; how many bytes it has.
    pub(super) fn sign(&self, to: &mut Vec<u8>, start: usize) -> usize {
        match (self.plus, self.space) {
            (true, _) => to.insert(start, b'+'),
            (false, true) => to.insert(start, b' '),
            (false, false) => return 0,
        }
        1
    }

    /// Width, with zeros after the sign where they are asked for and `zeros` allows them.
    pub(super) fn number(&self, to: &mut Vec<u8>, start: usize, digits: usize, zeros: bool) {
        if self.zero && zeros && !self.left {
            self.pad(to, start, digits, b'0');
        } else {
            self.pad(to, start, start, b' ');
        }
    }

    /// The precision of whole numbers: so many digits at least, and for zero none may be one too many.
    fn digits(&self, to: &mut Vec<u8>, start: usize) {
        let Some(least) = self.precision else { return };
        if least == 0 && &to[start..] == b"0" {
            to.truncate(start);
        }
        let missing = least.saturating_sub(to.len() - start);
        to.splice(start..start, std::iter::repeat_n(b'0', missing));
    }

    fn pad(&self, to: &mut Vec<u8>, start: usize, at: usize, fill: u8) {
        let missing = self.width.saturating_sub(to.len() - start);
        if self.left {
            to.resize(to.len() + missing, fill);
        } else if missing > 0 {
            to.splice(at..at, std::iter::repeat_n(fill, missing));
        }
    }
}
