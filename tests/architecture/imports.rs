//! Imports: the absolute paths that a source file names, by its syntax tree.

use std::fs;
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, File, ItemMod, ItemUse, Macro, Token, UseTree, VisRestricted};

/// The Rust files below `folder`, in a fixed order.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The module path of a file below a crate's `src`: `search/node.rs` is `[search, node]`.
pub fn module_of(file: &str) -> Vec<String> {
    let mut module: Vec<String> = file.trim_end_matches(".rs").split('/').map(String::from).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

/// The paths from the crate's root that `code` names in the file of `module`, and those of shakmaty.
pub fn paths(module: &[String], code: &File) -> Vec<Vec<String>> {
    let mut found = Paths { module: module.to_vec(), found: Vec::new() };
    found.visit_file(code);
    found.found
}

/// The names that `code`, the root of `modules`, re-exports or imports from them: each with its module.
pub fn origins(code: &File, modules: &[&str]) -> Vec<(String, String)> {
    let mut all = Paths { module: Vec::new(), found: Vec::new() };
    for item in &code.items {
        if let syn::Item::Use(item) = item {
            let mut prefix = vec!["self".to_owned()];
            all.push_tree(&mut prefix, &item.tree);
        }
    }
    let inside = all.found.into_iter().filter(|path| path.len() > 1 && modules.contains(&path[0].as_str()));
    inside.filter_map(|mut path| Some((path.pop()?, path.swap_remove(0)))).collect()
}

struct Paths {
    /// The module that the visited item is in.
    module: Vec<String>,
    found: Vec<Vec<String>>,
}

impl Paths {
    /// Resolves a path and keeps it if it leads into this crate or to shakmaty.
    fn push(&mut self, path: &[String]) {
        let mut absolute = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self" | "super") => self.module.clone(),
            Some("shakmaty") => return self.found.push(path.to_vec()),
            _ => return,
        };
        for (place, name) in path.iter().enumerate() {
            match name.as_str() {
                "super" => drop(absolute.pop()),
                "crate" | "self" if place == 0 => {}
                name => absolute.push(name.into()),
            }
        }
        self.found.push(absolute);
    }

    fn push_tree(&mut self, prefix: &mut Vec<String>, tree: &UseTree) {
        let name = match tree {
            UseTree::Group(group) => return group.items.iter().for_each(|tree| self.push_tree(prefix, tree)),
            UseTree::Path(path) => path.ident.to_string(),
            UseTree::Name(name) => name.ident.to_string(),
            UseTree::Rename(rename) => rename.ident.to_string(),
            UseTree::Glob(_) => "*".into(),
        };
        prefix.push(name);
        match tree {
            UseTree::Path(path) => self.push_tree(prefix, &path.tree),
            _ => self.push(prefix),
        }
        prefix.pop();
    }
}

impl<'a> Visit<'a> for Paths {
    /// Unit tests may look anywhere.
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        if item.ident == "tests" {
            return;
        }
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.push_tree(&mut Vec::new(), &item.tree);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.push(&names);
        visit::visit_path(self, path);
    }

    /// Most macros take expressions; what else they take is not looked at.
    fn visit_macro(&mut self, call: &'a Macro) {
        if let Ok(arguments) = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            let mut inner = Paths { module: self.module.clone(), found: Vec::new() };
            arguments.iter().for_each(|argument| inner.visit_expr(argument));
            self.found.append(&mut inner.found);
        }
    }

    /// `pub(in crate::search)` is not an import.
    fn visit_vis_restricted(&mut self, _: &'a VisRestricted) {}
}
