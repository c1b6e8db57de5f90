//! Hashes in JSON: 16 hexadecimal digits, which programs that read numbers as floats keep exact.

use serde::{Deserialize, Deserializer, Serializer, de};

/// Writes a hash.
pub fn serialize<S: Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{hash:016x}"))
}

/// Reports whether a text consists of hexadecimal digits in lower case.
pub fn is_hex(text: &str) -> bool {
    text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// Reads a hash.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_hash = text.len() == 16 && is_hex(&text);
    let hash = u64::from_str_radix(&text, 16).ok().filter(|_| is_hash);
    hash.ok_or_else(|| de::Error::custom(format!("expected 16 hexadecimal digits, found '{text}'")))
}
