//! Files: only one module opens files, and commands declare what every path on their command lines is for.

use std::fs;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, Field, ItemMod, ItemUse, Macro, Token, UseTree};

use super::imports::rust_files;
use super::root;

/// The folders of product code.
const FOLDERS: &[&str] = &["src", "arena/src", "lab/src", "learn/src"];

/// The module that opens files.
const OPENER: &str = "src/files/";

/// Files that open others themselves, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("src/memory/available.rs", "files of the kernel that no user names"),
    ("src/uci/options/effects.rs", "a test"),
];

/// The types of arguments that are paths.
const PATHS: &[&str] = &[
    "InputFile",
    "InputStream",
    "InputFolder",
    "InputFolders",
    "OutputFile",
    "OutputStream",
    "OutputFolder",
];

/// The names that help texts give to paths.
const PATH_NAMES: &[&str] = &["FILE", "FOLDER", "FOLDERS", "DIR", "NETWORK", "CHECKPOINT", "PATH"];

/// Finds uses of `std::fs` that open or change files.
#[derive(Default)]
struct Openings(Vec<String>);

impl Openings {
    fn of(code: &str) -> Vec<String> {
        let mut found = Openings::default();
        found.visit_file(&syn::parse_file(code).expect("Rust"));
        found.0
    }

    fn check_path(&mut self, names: &[String]) {
        let ends = |with: &[&str]| names.len() >= 2 && with.contains(&names[names.len() - 1].as_str());
        let of = |name: &str| names.len() >= 2 && names[names.len() - 2] == name;
        let opens_file = of("File") && ends(&["open", "create", "create_new", "options"]);
        let is_fs = names.first().is_some_and(|name| name == "std")
            && names.get(1).is_some_and(|name| name == "fs")
            && !(names.len() == 3 && ["File", "TryLockError"].contains(&names[2].as_str()));
        let is_function_of_fs = names.len() == 2 && names[0] == "fs" && !ends(&["File"]);
        if opens_file || is_fs || is_function_of_fs || names.iter().any(|name| name == "OpenOptions") {
            self.0.push(names.join("::"));
        }
    }

    fn check_tree(&mut self, prefix: &mut Vec<String>, tree: &UseTree) {
        let name = match tree {
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.check_tree(prefix, tree));
            }
            UseTree::Path(path) => path.ident.to_string(),
            UseTree::Name(name) if name.ident == "self" => return self.check_path(prefix),
            UseTree::Name(name) => name.ident.to_string(),
            UseTree::Rename(rename) => rename.ident.to_string(),
            UseTree::Glob(_) => "*".into(),
        };
        prefix.push(name);
        match tree {
            UseTree::Path(path) => self.check_tree(prefix, &path.tree),
            _ => self.check_path(prefix),
        }
        prefix.pop();
    }
}

impl<'a> Visit<'a> for Openings {
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.check_tree(&mut Vec::new(), &item.tree);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.check_path(&names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        if let Ok(arguments) = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
}

/// Finds arguments of clap that are paths by their names or plain paths by their types.
#[derive(Default)]
struct Arguments {
    undeclared: Vec<String>,
    declared: usize,
    /// Whether the visited item is a struct or enum of arguments.
    is_inside: bool,
}

impl Arguments {
    fn derives_arguments(attributes: &[syn::Attribute]) -> bool {
        attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
            let names = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
            let names = names.expect("paths");
            names.iter().any(|path| ["Args", "Parser", "Subcommand"].iter().any(|name| path.is_ident(name)))
        })
    }
}

impl<'a> Visit<'a> for Arguments {
    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        self.is_inside = Arguments::derives_arguments(&item.attrs);
        visit::visit_item_struct(self, item);
        self.is_inside = false;
    }

    fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
        self.is_inside = Arguments::derives_arguments(&item.attrs);
        visit::visit_item_enum(self, item);
        self.is_inside = false;
    }

    fn visit_field(&mut self, field: &'a Field) {
        let Some(name) = field.ident.as_ref().filter(|_| self.is_inside) else { return };
        let mut types = Types::default();
        types.visit_type(&field.ty);
        let is_declared = types.0.iter().any(|name| PATHS.contains(&name.as_str()));
        let is_plain = types.0.iter().any(|name| ["PathBuf", "OsString"].contains(&name.as_str()));
        let attributes = field.attrs.iter().filter_map(|attribute| attribute.meta.require_list().ok());
        let words: String = attributes.map(|list| list.tokens.to_string()).collect();
        let is_named = PATH_NAMES.iter().any(|name| words.contains(&format!("value_name = \"{name}\"")));
        if is_plain || is_named && !is_declared {
            self.undeclared.push(name.to_string());
        }
        self.declared += usize::from(is_declared);
    }
}

#[derive(Default)]
struct Types(Vec<String>);

impl<'a> Visit<'a> for Types {
    fn visit_path_segment(&mut self, segment: &'a syn::PathSegment) {
        self.0.push(segment.ident.to_string());
        visit::visit_path_segment(self, segment);
    }
}

fn product_code() -> impl Iterator<Item = (String, String)> {
    FOLDERS.iter().flat_map(|name| rust_files(&root().join(name))).map(|path| {
        let name = path.strip_prefix(root()).expect("below").display().to_string().replace('\\', "/");
        (name, fs::read_to_string(&path).expect("UTF-8"))
    })
}

#[test]
fn one_module_opens_files() {
    let mut found = Vec::new();
    for (name, code) in product_code() {
        if !name.starts_with(OPENER) && !EXCEPTIONS.iter().any(|(exception, _)| *exception == name) {
            found.extend(Openings::of(&code).into_iter().map(|path| format!("{name} uses {path}")));
        }
    }
    assert!(found.is_empty(), "use `lancet::files` instead:\n{}", found.join("\n"));
    for (name, _) in EXCEPTIONS {
        assert!(!Openings::of(&fs::read_to_string(root().join(name)).expect("a file")).is_empty(), "{name}");
    }
}

#[test]
fn arguments_that_are_paths_declare_what_they_are_for() {
    let mut found = Vec::new();
    let mut declared = 0;
    for (name, code) in product_code() {
        let mut arguments = Arguments::default();
        arguments.visit_file(&syn::parse_file(&code).expect("Rust"));
        declared += arguments.declared;
        found.extend(arguments.undeclared.iter().map(|argument| format!("{name}: {argument}")));
    }
    assert!(found.is_empty(), "give them a type of `lancet::files`:\n{}", found.join("\n"));
    assert!(declared > 30, "only {declared} arguments found");
}

/// The tests can fail.
#[test]
fn openings_and_undeclared_arguments_are_found() {
    for (code, count) in [
        ("use std::fs::File; fn f(file: &File) {}", 0),
        ("use std::fs::{self, File};", 1),
        ("use std::{fs::OpenOptions, io};", 1),
        ("fn f() { std::fs::read(p) }", 1),
        ("fn f() { assert!(fs::read(p).is_ok()) }", 1),
        ("use std::fs::File; fn f() { File::create(p) }", 1),
        ("mod tests { use std::fs; }", 0),
    ] {
        assert_eq!(Openings::of(code).len(), count, "{code}");
    }
    for (code, count) in [
        ("struct A { path: PathBuf }", 0),
        ("#[derive(Args, Debug)] struct A { path: Option<PathBuf> }", 1),
        ("#[derive(Subcommand)] enum A { B { #[arg(value_name = \"FILE\")] path: String } }", 1),
        ("#[derive(Args)] struct A { #[arg(long, value_name = \"FILE\")] path: Vec<InputFile> }", 0),
    ] {
        let mut arguments = Arguments::default();
        arguments.visit_file(&syn::parse_file(code).expect("Rust"));
        assert_eq!(arguments.undeclared.len(), count, "{code}");
    }
}
