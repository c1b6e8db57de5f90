//! The claims of the papers, and how the laboratory verifies each.

/// A claim of a paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Its number, which the names of properties begin with.
    pub number: &'static str,
    /// The numbers of its sources.
    pub sources: &'static str,
    /// The claim itself.
    pub claim: &'static str,
    /// How it is verified, and with what result.
    pub evidence: &'static str,
}

/// One claim per line: `number|sources|claim|evidence`.
const TEXT: &str = include_str!("claims.txt");

/// Returns all claims in order.
pub fn claims() -> impl Iterator<Item = Claim> {
    TEXT.lines().filter_map(|line| {
        let mut parts = line.split('|');
        let mut next = || parts.next();
        Some(Claim { number: next()?, sources: next()?, claim: next()?, evidence: next()? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_claim() {
        let numbers: Vec<u32> = claims().filter_map(|claim| claim.number.parse().ok()).collect();
        assert_eq!(numbers, (1..=49).collect::<Vec<u32>>());
        assert!(claims().all(|claim| !claim.sources.is_empty() && !claim.evidence.is_empty()));
    }
}
