//! Plain numbers in decimal and octal.

/// Appends a number in decimal.
#[inline]
pub(crate) fn push_decimal(to: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        // A digit is below ten.
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    to.extend_from_slice(&digits[start..]);
}

/// Appends a number with its sign, if that is a minus.
pub(crate) fn push_signed(to: &mut Vec<u8>, number: i64) {
    if number < 0 {
        to.push(b'-');
    }
    push_decimal(to, number.unsigned_abs());
}

/// Appends a number of two digits.
#[inline]
pub(crate) fn push_two(to: &mut Vec<u8>, number: u32) {
    to.extend_from_slice(&[b'0' + (number / 10 % 10) as u8, b'0' + (number % 10) as u8]);
}

/// Appends a number with zeros before it, `digits` digits at least, ten at most.
pub(crate) fn push_padded(to: &mut Vec<u8>, mut number: u32, digits: usize) {
    let mut text = [b'0'; 10];
    let mut start = text.len();
    while number > 0 {
        start -= 1;
        text[start] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    to.extend_from_slice(&text[start.min(text.len().saturating_sub(digits))..]);
}

/// Digits of a number.
pub(crate) const fn digits(number: u64) -> usize {
    match number.checked_ilog10() {
        Some(power) => power as usize + 1,
        None => 1,
    }
}

/// Appends a number aligned to the right of `width` columns.
#[inline]
pub(crate) fn push_right(to: &mut Vec<u8>, number: u64, width: usize) {
    to.resize(to.len() + width.saturating_sub(digits(number)), b' ');
    push_decimal(to, number);
}

/// Appends a number in octal.
pub(crate) fn push_octal(to: &mut Vec<u8>, number: u32) {
    let digits = (32 - number.leading_zeros()).div_ceil(3).max(1);
    to.extend((0..digits).rev().map(|digit| b'0' + (number >> (3 * digit) & 7) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tests::written;

    #[test]
    fn numbers_are_what_std_writes() {
        for number in [0, 1, 9, 10, 99, 100, 12345, u64::MAX] {
            assert_eq!(written(|to| push_decimal(to, number)), number.to_string());
            assert_eq!(written(|to| push_right(to, number, 6)), format!("{number:6}"));
        }
        for number in [0, -1, i64::MIN, i64::MAX] {
            assert_eq!(written(|to| push_signed(to, number)), number.to_string());
        }
        for number in [0, 7, 8, 0o644, 0o7777, u32::MAX] {
            assert_eq!(written(|to| push_octal(to, number)), format!("{number:o}"));
            assert_eq!(written(|to| push_padded(to, number, 9)), format!("{number:09}"));
        }
    }
}
