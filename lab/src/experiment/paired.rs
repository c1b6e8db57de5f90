//! Searches of the same trees, compared tree by tree.

use lancet_arena::statistics::Mean;

/// The ratio of two means, with the standard error that follows from the scatter of the pairs.
#[must_use]
pub fn ratio_of_means(pairs: &[(u64, u64)]) -> Mean {
    ratio_of_pairs(&pairs.iter().map(|pair| (pair.0 as f64, pair.1 as f64)).collect::<Vec<(f64, f64)>>())
}

/// As [`ratio_of_means`], of numbers that may be negative or fractions.
#[must_use]
pub fn ratio_of_pairs(pairs: &[(f64, f64)]) -> Mean {
    let above = Mean::of(&pairs.iter().map(|pair| pair.0).collect::<Vec<f64>>()).mean;
    let below = Mean::of(&pairs.iter().map(|pair| pair.1).collect::<Vec<f64>>()).mean;
    let ratio = above / below;
    let residuals: Vec<f64> = pairs.iter().map(|pair| (pair.0 - ratio * pair.1) / below).collect();
    Mean { mean: ratio, error: Mean::of(&residuals).error }
}

/// A statistic of the mean curve of some trees, with its jackknife error. Each tree has one number for each point of the
/// curve.
#[must_use]
pub fn jackknife(trees: &[Vec<f64>], statistic: impl Fn(&[f64]) -> f64) -> Mean {
    let count = trees.len() as f64;
    let points = trees.first().map_or(0, Vec::len);
    let sums: Vec<f64> = (0..points).map(|point| trees.iter().map(|tree| tree[point]).sum()).collect();
    let whole: Vec<f64> = sums.iter().map(|sum| sum / count).collect();
    let without = |tree: &Vec<f64>| {
        let means: Vec<f64> = sums.iter().zip(tree).map(|(sum, one)| (sum - one) / (count - 1.0)).collect();
        statistic(&means)
    };
    let error = if trees.len() < 2 {
        0.0
    } else {
        (count - 1.0) * Mean::of(&trees.iter().map(without).collect::<Vec<f64>>()).error
    };
    Mean { mean: statistic(&whole), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jackknife_of_a_mean_is_its_standard_error() {
        let values = [1.0, 2.0, 3.0, 7.0];
        let found = jackknife(&values.map(|value| vec![value]), |means| means[0]);
        let expected = Mean::of(&values);
        assert!((found.mean - expected.mean).abs() < 1e-12 && (found.error - expected.error).abs() < 1e-12);
    }

    #[test]
    fn what_varies_with_the_tree_alone_is_no_error_of_a_ratio() {
        let found = ratio_of_means(&[(10, 20), (100, 200), (1000, 2000)]);
        assert!((found.mean - 0.5).abs() < 1e-12 && found.error < 1e-12);
    }
}
