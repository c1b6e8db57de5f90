//! The versions of the file format of models, which the build script uses too.

/// Coarse output weights, in 1/64; the only version of linear models.
pub const COARSE: u16 = 1;
/// Fine output weights, in 1/512.
pub const FINE: u16 = 2;
/// Fine output weights and king buckets.
pub const BUCKETED: u16 = 3;
/// A middle layer.
pub const LAYERED: u16 = 5;
/// A middle layer, and material beside it.
pub const MATERIAL: u16 = 6;

/// Whether this version of Lancet reads files of `version`.
pub fn is_read(version: u16) -> bool {
    matches!(version, COARSE | FINE | BUCKETED | LAYERED | MATERIAL)
}
