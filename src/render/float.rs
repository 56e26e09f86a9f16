//! printf(3)'s `%g`, for `%S`.

use super::field::Field;

/// Appends a number that is not negative as `%g` has it.
pub(super) fn push(to: &mut Vec<u8>, value: f64, field: &Field) {
    let start = to.len();
    if value.is_infinite() {
        to.extend_from_slice(b"inf");
        field.sign(to, start);
        field.number(to, start, start, false);
        return;
    }
    let digits = field.precision.unwrap_or(6).max(1);
    // `%g` is `%e` or `%f` by the exponent that `%e` would show, so rounding is done once, here.
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let small = exponent < -4 || usize::try_from(exponent).is_ok_and(|exponent| exponent >= digits);
    if small {
        push_mantissa(to, mantissa, field.alternate);
        to.extend_from_slice(format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs()).as_bytes());
    } else {
        // The exponent lies between -4 and `digits`.
        let decimals = usize::try_from(digits as i64 - 1 - i64::from(exponent)).unwrap_or(0);
        push_mantissa(to, &format!("{value:.decimals$}"), field.alternate);
    }
    let first = start + field.sign(to, start);
    field.number(to, start, first, true);
}

/// Without zeros at the end of the fraction, unless the `#` flag keeps them, and the point with them.
fn push_mantissa(to: &mut Vec<u8>, text: &str, keep: bool) {
    let text = match text.contains('.') {
        true if !keep => text.trim_end_matches('0').trim_end_matches('.'),
        _ => text,
    };
    to.extend_from_slice(text.as_bytes());
    if keep && !text.contains('.') {
        to.push(b'.');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_printf_writes_it() {
        let plain = Field::default();
        let precise = |precision| Field { precision: Some(precision), ..plain };
        for (value, field, expected) in [
            (0.0, plain, "0"),
            (1.0, plain, "1"),
            (819.2, plain, "819.2"),
            (819.2, precise(0), "8e+02"),
            (4096.0, precise(3), "4.1e+03"),
            (0.000_012_5, plain, "1.25e-05"),
            (0.000_125, plain, "0.000125"),
            (999_999.5, plain, "1e+06"),
            (f64::INFINITY, Field { width: 5, zero: true, ..plain }, "  inf"),
            (819.2, Field { plus: true, zero: true, width: 9, ..plain }, "+000819.2"),
            (819.2, Field { alternate: true, ..plain }, "819.200"),
            (819.2, Field { alternate: true, ..precise(0) }, "8.e+02"),
        ] {
            let mut to = Vec::new();
            push(&mut to, value, &field);
            assert_eq!(String::from_utf8(to).unwrap(), expected, "{value} {field:?}");
        }
    }
}
