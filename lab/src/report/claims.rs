//! Claims: what the papers say, each with how it is shown here.

/// A claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Its number; properties begin with it.
    pub number: &'static str,
    /// The sources, by their numbers.
    pub sources: &'static str,
    /// What they say.
    pub claim: &'static str,
    /// How it is shown, and with what result.
    pub shown: &'static str,
}

/// Lines of `number|sources|claim|how it is shown`.
const TEXT: &str = include_str!("claims.txt");

/// All claims in their order.
pub fn claims() -> impl Iterator<Item = Claim> {
    TEXT.lines().filter_map(|line| {
        let mut parts = line.split('|');
        let mut next = || parts.next();
        Some(Claim { number: next()?, sources: next()?, claim: next()?, shown: next()? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_claim() {
        let numbers: Vec<u32> = claims().filter_map(|claim| claim.number.parse().ok()).collect();
        assert_eq!(numbers, (1..=49).collect::<Vec<u32>>());
        assert!(claims().all(|claim| !claim.sources.is_empty() && !claim.shown.is_empty()));
    }
}
