//! Searches that can be watched: a recording of every event, as text and drawings.
//!
//! One observer, the [`Recorder`], writes a list of [`Event`]s; every format reads that list. Any tree can be recorded;
//! drawings need the [`Outline`] of a small one.
//!
//! ```
//! use lancet_lab::algorithm::{Algorithm, Parameters};
//! use lancet_lab::trace::{Outline, Recording, View, text};
//! use lancet_lab::tree::{Explicit, TreeLiteral};
//!
//! let literal = TreeLiteral::parse("[[3,5],[2,[6,7]]]").expect("a tree");
//! let (tree, depth) = (Explicit::new(&literal), literal.height());
//! let recording = Recording::of(Algorithm::NegaScout, &tree, depth, &Parameters::default()).expect("a small tree");
//! let outline = Outline::of(&tree, depth).expect("a small tree");
//! assert!(text(&recording, &outline, View::Root).contains("2: 2 <= 3: 2 has a better sibling, 1; cut off: 2.2"));
//! ```

mod dot;
mod event;
#[cfg(feature = "cli")]
mod exercises;
mod outline;
#[cfg(feature = "cli")]
mod page;
mod picture;
mod recorder;
mod recording;
mod sentence;
mod svg;
mod text;
mod tikz;
mod view;

pub use dot::dot;
pub use event::{Event, Origin, Searched, State};
pub use outline::{MAX_NODES, Outline, OutlineNode, TooManyNodes};
#[cfg(feature = "cli")]
pub use page::{Heading, PageTree, page};
pub use picture::{Drawn, picture};
pub use recorder::Recorder;
pub use recording::Recording;
pub use sentence::sentence;
pub use svg::svg;
pub use text::{summary, text};
pub use tikz::tikz;
pub use view::{View, number, player};
