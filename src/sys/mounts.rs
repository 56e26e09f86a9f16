//! The types of mounted file systems, by device number, from /proc/self/mountinfo.

use std::collections::HashMap;

/// The type of each mounted device. Of several mounts of one device the last one counts, as the topmost.
///
/// # Errors
/// The errno of reading the table.
pub fn types() -> Result<HashMap<u64, Vec<u8>>, i32> {
    let table = std::fs::read("/proc/self/mountinfo").map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))?;
    Ok(table.split(|&byte| byte == b'\n').filter_map(line).collect())
}

/// `36 35 98:0 /root /mount/point options optional.. - type source options` (proc_pid_mountinfo(5)).
fn line(line: &[u8]) -> Option<(u64, Vec<u8>)> {
    let mut columns = line.split(|&byte| byte == b' ');
    let device = std::str::from_utf8(columns.nth(2)?).ok()?;
    let (major, minor) = device.split_once(':')?;
    let device = rustix::fs::makedev(major.parse().ok()?, minor.parse().ok()?);
    columns.find(|column| *column == b"-")?;
    Some((device, columns.next()?.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_table() {
        let text = b"36 35 98:1 /a /b\\040c rw,noatime master:1 shared:2 - ext3 /dev/root rw,errors=continue";
        assert_eq!(line(text), Some((rustix::fs::makedev(98, 1), b"ext3".to_vec())));
        assert_eq!(line(b""), None);
        assert!(!types().unwrap().is_empty());
    }
}
