//! Many entries in a line: columns, and names one after the other.

use super::sheet::{Row, Sheet};
use crate::base::Glyphs;

/// Columns of the narrowest column: a name of one letter and two blanks.
const NARROWEST: usize = 3;

/// A way to arrange names in columns: how wide each is with the blanks behind it, and whether all fit in a line.
struct Plan {
    widths: Vec<usize>,
    sum: usize,
    /// Looked at where a column grows: what never grew fits.
    fits: bool,
}

/// The arrangement with the most columns that fits a line, or the one with a single column. `down`: names go down first.
fn arrange(lengths: &[usize], line: usize, down: bool) -> Vec<usize> {
    let most = line.div_ceil(NARROWEST).min(lengths.len()).max(1);
    let narrow = |count| Plan { widths: vec![NARROWEST; count], sum: count * NARROWEST, fits: true };
    let mut plans: Vec<Plan> = (1..=most).map(narrow).collect();
    for (at, length) in lengths.iter().enumerate() {
        for plan in plans.iter_mut().filter(|plan| plan.fits) {
            let count = plan.widths.len();
            let column = if down { at / lengths.len().div_ceil(count) } else { at % count };
            let wanted = length + if column + 1 == count { 0 } else { 2 };
            if let Some(width) = plan.widths.get_mut(column).filter(|width| **width < wanted) {
                plan.sum += wanted - *width;
                *width = wanted;
                plan.fits = plan.sum < line;
            }
        }
    }
    let fits = plans.iter().rposition(|plan| plan.fits).unwrap_or(0);
    plans.swap_remove(fits).widths
}

impl<G: Glyphs> Sheet<'_, G> {
    pub(super) fn push_columns(&mut self, to: &mut Vec<u8>, rows: &[Row<'_>], down: bool) {
        let mut scratch = Vec::new();
        let lengths: Vec<usize> = rows.iter().map(|row| self.cell_width(row, &mut scratch)).collect();
        let widths = arrange(&lengths, self.style.line, down);
        let lines = rows.len().div_ceil(widths.len());
        for line in 0..lines {
            let mut position = 0;
            let mut from = 0;
            for (column, width) in widths.iter().enumerate() {
                let at = if down { line + column * lines } else { line * widths.len() + column };
                let Some(row) = rows.get(at) else { break };
                if column > 0 {
                    self.push_blanks(to, from, position);
                }
                self.push_cell(to, row, position);
                from = position + lengths[at];
                position += width;
            }
            to.push(self.style.eol);
        }
    }

    /// Appends what leads from one column to another: tabs as far as they go, then blanks.
    fn push_blanks(&self, to: &mut Vec<u8>, mut from: usize, until: usize) {
        let tab = self.style.tab;
        while from < until {
            if tab != 0 && until / tab > (from + 1) / tab {
                to.push(b'\t');
                from += tab - from % tab;
            } else {
                to.push(b' ');
                from += 1;
            }
        }
    }

    /// Appends names one after the other, as many in a line as fit.
    pub(super) fn push_run(&mut self, to: &mut Vec<u8>, rows: &[Row<'_>], separator: u8) {
        let line = self.style.line;
        let mut scratch = Vec::new();
        let mut position = 0;
        for (at, row) in rows.iter().enumerate() {
            let length = if line == 0 { 0 } else { self.cell_width(row, &mut scratch) };
            if at > 0 {
                let fits = line == 0 || position + length + 2 < line;
                position = if fits { position + 2 } else { 0 };
                to.extend_from_slice(&[separator, if fits { b' ' } else { self.style.eol }]);
            }
            self.push_cell(to, row, position);
            position += length;
        }
        to.push(self.style.eol);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_columns_as_fit() {
        assert_eq!(arrange(&[1, 1, 1], 80, true), [3, 3, 3]);
        assert_eq!(arrange(&[4, 9, 2, 5], 20, true), [11, 5]);
        assert_eq!(arrange(&[4, 9, 2, 5], 20, false), [6, 9]);
        // A column that is too wide already is not looked at any more.
        assert_eq!(arrange(&[30, 40], 20, true), [30]);
        // What never grows fits, even if it does not.
        assert_eq!(arrange(&[1; 40], 80, true).len(), 27);
    }
}
