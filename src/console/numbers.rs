//! Numbers: the parsers of arguments that are integers.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// What is wrong with an integer beyond the range of its type.
pub(super) const TOO_LARGE_NUMBER: &str = "the number is too large";

/// Returns a parser of integers in a range, whose error says what is expected.
pub fn integer<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Copy + Display + PartialOrd + std::str::FromStr + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected an integer from {} to {}", range.start(), range.end()))
    }
}

/// Returns a parser of integers from 1 to `max`, whose error says what is expected.
pub fn count(max: usize) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    integer(1..=max as u64)
}

/// Returns a parser of integers of at least `min`, whose error says what is expected.
pub fn integer_from<T>(min: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Copy + Display + PartialOrd + std::str::FromStr + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| *number >= min);
        number.ok_or_else(|| {
            let is_large = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if is_large && text.parse::<T>().is_err() {
                TOO_LARGE_NUMBER.to_owned()
            } else {
                format!("expected an integer of at least {min}")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_expected() {
        let range = integer(1..=9_u64);
        assert_eq!((range("1"), range("9")), (Ok(1), Ok(9)));
        for text in ["0", "10", "-5", "x", "", "1.5", "99999999999999999999999"] {
            assert_eq!(range(text), Err("expected an integer from 1 to 9".into()), "{text}");
        }
        let from = integer_from(1_u32);
        assert_eq!(from("7"), Ok(7));
        for text in ["0", "-1", "-99999999999", "x", "", "1.5"] {
            assert_eq!(from(text), Err("expected an integer of at least 1".into()), "{text}");
        }
        assert_eq!(from("4294967296"), Err("the number is too large".into()));
    }
}
