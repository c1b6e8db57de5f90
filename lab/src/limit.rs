//! Limit: sizes that are refused unless they are asked for.

/// Leaves of the minimal tree up to which a row of depths is searched, times what is visited beyond it.
const MOST_FIGURE: f64 = 1.2e7;

/// Refuses depths at which many trees would take hours. Where leaves are independent much more of a
/// tree is visited.
///
/// # Errors
/// A sentence with the number, and the option that allows it.
pub fn check_figure(width: usize, depth: u32, iid: bool, huge: bool) -> Result<(), String> {
    check_leaves(width, depth, huge)?;
    let leaves = if iid {
        crate::theory::expected_alpha_beta(width, depth)
    } else {
        10.0 * crate::theory::minimal_leaves(width, depth)
    };
    if leaves > MOST_FIGURE && !huge {
        return Err(format!(
            "at width {width} and depth {depth} each algorithm evaluates about {leaves:.0} leaves of each tree, more \
             than {MOST_FIGURE:.0}; --huge allows it"
        ));
    }
    Ok(())
}

/// Leaves of the minimal tree up to which a single tree is searched without being asked twice.
const MOST_LEAVES: f64 = 4e6;

/// Refuses trees whose minimal tree is too large.
///
/// # Errors
/// A sentence with the number, and the option that allows it.
pub fn check_leaves(width: usize, depth: u32, huge: bool) -> Result<(), String> {
    if width == 0 || depth == 0 {
        return Err("a tree has at least one son at each node and one ply".into());
    }
    let leaves = crate::theory::minimal_leaves(width, depth);
    if leaves > MOST_LEAVES && !huge {
        return Err(format!(
            "width {width} and depth {depth} have {leaves:.0} leaves in the minimal tree alone, more than \
             {MOST_LEAVES:.0}; --huge allows it"
        ));
    }
    Ok(())
}
