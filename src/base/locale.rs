//! Bytes or characters: what LC_ALL, LC_CTYPE and LANG choose.

/// How names are cut into characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// Every byte is a character (the C and POSIX locales).
    Bytes,
    /// UTF-8.
    Utf8,
}

impl Charset {
    /// From the environment: the first of LC_ALL, LC_CTYPE, LANG that is set and not empty decides (POSIX XBD 8.2).
    #[must_use]
    pub fn from_env() -> Self {
        ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .filter_map(std::env::var_os)
            .find(|value| !value.is_empty())
            .map_or(Self::Bytes, |value| Self::from_locale(value.as_encoded_bytes()))
    }

    /// From a locale's name, such as `en_US.UTF-8` or `C.utf8@variant`.
    #[must_use]
    pub fn from_locale(name: &[u8]) -> Self {
        let codeset = name.splitn(2, |&byte| byte == b'.').nth(1).unwrap_or_default();
        let codeset = codeset.split(|&byte| byte == b'@').next().unwrap_or_default();
        let letters: Vec<u8> = codeset.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
        if letters == b"utf8" { Self::Utf8 } else { Self::Bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::Charset;

    #[test]
    fn the_codeset_of_a_locale_decides() {
        for (name, charset) in [
            ("C", Charset::Bytes),
            ("POSIX", Charset::Bytes),
            ("C.UTF-8", Charset::Utf8),
            ("C.utf8", Charset::Utf8),
            ("de_DE.UTF-8@euro", Charset::Utf8),
            ("de_DE@euro", Charset::Bytes),
            ("de_DE.ISO-8859-1", Charset::Bytes),
        ] {
            assert_eq!(Charset::from_locale(name.as_bytes()), charset, "{name}");
        }
    }
}
