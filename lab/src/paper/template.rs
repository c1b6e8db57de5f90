//! Text templates: items generated from data replace what stands between two marks.

use std::collections::BTreeMap;

use super::PaperError;

const OPEN: &str = "<!-- make ";
const NAME_ENDS: &str = " -->";
const CLOSE: &str = "<!-- made -->";

/// Replaces everything between `<!-- make NAME -->` and `<!-- made -->` by the item of this name. An item that starts on
/// its own line stays there.
///
/// # Errors
/// [`PaperError`] if a mark is not closed, or there is no item of its name.
pub fn fill(text: &str, items: &BTreeMap<String, String>) -> Result<String, PaperError> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find(OPEN) {
        let after = &rest[begin + OPEN.len()..];
        let name_end = after.find(NAME_ENDS).ok_or(PaperError::UnclosedMark)?;
        let name = &after[..name_end];
        let old = &after[name_end + NAME_ENDS.len()..];
        let close = old.find(CLOSE).ok_or_else(|| PaperError::UnclosedItem(name.into()))?;
        let item = items.get(name).ok_or_else(|| PaperError::UnknownItem(name.into()))?;
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
    fn items_are_replaced_and_the_rest_is_unchanged() {
        let items = BTreeMap::from([("n".into(), "7".into()), ("table".into(), "| a |\n".into())]);
        let text = "Of <!-- make n --><!-- made --> and\n<!-- make table -->\nold\n<!-- made -->\nend";
        let filled =
            "Of <!-- make n -->7<!-- made --> and\n<!-- make table -->\n\n| a |\n\n<!-- made -->\nend";
        assert_eq!(fill(text, &items), Ok(filled.into()));
        assert_eq!(fill(filled, &items), Ok(filled.into()));
        let nothing = BTreeMap::from([("n".into(), String::new()), ("table".into(), String::new())]);
        let empty = "Of <!-- make n --><!-- made --> and\n<!-- make table -->\n<!-- made -->\nend";
        assert_eq!(fill(filled, &nothing), Ok(empty.into()));
        assert_eq!(fill("<!-- make x --><!-- made -->", &items), Err(PaperError::UnknownItem("x".into())));
        assert_eq!(fill("<!-- make n -->", &items), Err(PaperError::UnclosedItem("n".into())));
    }
}
