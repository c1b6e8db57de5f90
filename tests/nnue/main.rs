//! Models: their files, their symmetries, and that every way to evaluate gives the same value.

#[path = "../common/mod.rs"]
mod common;
mod evaluation;
mod file;
mod line;
mod samples;
mod search;
mod symmetry;
