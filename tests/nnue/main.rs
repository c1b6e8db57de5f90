//! Models: their files, their symmetries, and that every way to evaluate gives the same value.

mod file;
mod line;
mod samples;
mod search;
mod symmetry;
