//! Template: a text in which some places are made from data, each between two marks.

use std::collections::BTreeMap;

const OPEN: &str = "<!-- make ";
const NAME_ENDS: &str = " -->";
const CLOSE: &str = "<!-- made -->";

/// The text with every place between `<!-- make NAME -->` and `<!-- made -->` made anew. What begins on a line of its
/// own stays so.
///
/// # Errors
/// A sentence where a mark is not closed, or there is nothing of its name.
pub fn fill(text: &str, items: &BTreeMap<String, String>) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find(OPEN) {
        let after = &rest[begin + OPEN.len()..];
        let name_end = after.find(NAME_ENDS).ok_or("a mark of the paper has no end")?;
        let name = &after[..name_end];
        let old = &after[name_end + NAME_ENDS.len()..];
        let close = old.find(CLOSE).ok_or_else(|| format!("the place `{name}` of the paper has no end"))?;
        let item = items.get(name).ok_or_else(|| format!("the data say nothing of `{name}`"))?;
        filled += &rest[..begin + OPEN.len() + name_end + NAME_ENDS.len()];
        if !old.starts_with('\n') {
            filled += item;
        } else if item.is_empty() {
            filled.push('\n');
        } else {
            filled += &format!("\n\n{}\n\n", item.trim_end());
        }
        filled += CLOSE;
        rest = &old[close + CLOSE.len()..];
    }
    Ok(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_and_all_else_stays() {
        let items = BTreeMap::from([("n".into(), "7".into()), ("table".into(), "| a |\n".into())]);
        let text = "Of <!-- make n --><!-- made --> and\n<!-- make table -->\nold\n<!-- made -->\nend";
        let filled =
            "Of <!-- make n -->7<!-- made --> and\n<!-- make table -->\n\n| a |\n\n<!-- made -->\nend";
        assert_eq!(fill(text, &items), Ok(filled.into()));
        assert_eq!(fill(filled, &items), Ok(filled.into()));
        let nothing = BTreeMap::from([("n".into(), String::new()), ("table".into(), String::new())]);
        let empty = "Of <!-- make n --><!-- made --> and\n<!-- make table -->\n<!-- made -->\nend";
        assert_eq!(fill(filled, &nothing), Ok(empty.into()));
        assert!(fill("<!-- make x --><!-- made -->", &items).is_err_and(|error| error.contains("`x`")));
        assert!(fill("<!-- make n -->", &items).is_err_and(|error| error.contains("no end")));
    }
}
