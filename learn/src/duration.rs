//! Times on the command line.

use std::time::Duration;

use thiserror::Error;

/// A time on the command line that cannot be parsed. The message does not repeat the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a time such as 45s, 90m or 2h30m")]
pub struct ParseTimeError;

/// Parses a time such as `2h30m`, `90m`, `45s` or `600` (seconds): each unit at most once, the largest first.
pub fn parse_time(text: &str) -> Result<Duration, ParseTimeError> {
    let mut seconds = 0u64;
    let mut rest = text;
    let mut last = u64::MAX;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: u64 = rest[..digits].parse().map_err(|_| ParseTimeError)?;
        let unit = rest[digits..].chars().next();
        let factor = match unit {
            Some('h') => 3600,
            Some('m') => 60,
            Some('s') => 1,
            None if digits == text.len() => 1,
            Some(_) | None => return Err(ParseTimeError),
        };
        if factor >= last {
            return Err(ParseTimeError);
        }
        last = factor;
        let part = number.checked_mul(factor).ok_or(ParseTimeError)?;
        seconds = seconds.checked_add(part).ok_or(ParseTimeError)?;
        rest = &rest[digits + unit.map_or(0, char::len_utf8)..];
    }
    if text.is_empty() { Err(ParseTimeError) } else { Ok(Duration::from_secs(seconds)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_parsed() {
        let seconds = |text| parse_time(text).map(|time| time.as_secs());
        assert_eq!(seconds("2h30m"), Ok(9000));
        assert_eq!(seconds("90m"), Ok(5400));
        assert_eq!(seconds("1h1m1s"), Ok(3661));
        assert_eq!(seconds("45"), Ok(45));
        for wrong in ["", "h", "2d", "m5", "1.5h", "99999999999999999999s", "9999999999999999999h", "2ü"]
            .into_iter()
            .chain(["2h30", "30s2h", "1h1h", "2m2m"])
        {
            assert_eq!(seconds(wrong), Err(ParseTimeError), "{wrong}");
        }
    }
}
