//! What several tests share.
// Each test takes what it needs.
#![allow(dead_code)]

pub mod boards;
pub mod conversation;
pub mod folder;
