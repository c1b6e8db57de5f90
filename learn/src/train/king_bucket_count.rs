//! The serialized form of king buckets: their number, which is omitted if it is one.

use lancet::eval::nnue::KingBuckets;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// Reports whether there is only one bucket.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_one(buckets: &KingBuckets) -> bool {
    *buckets == KingBuckets::One
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn serialize<S: Serializer>(buckets: &KingBuckets, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(buckets.count() as u64)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<KingBuckets, D::Error> {
    let count = usize::deserialize(deserializer)?;
    KingBuckets::with_count(count).ok_or_else(|| D::Error::custom(format!("{count} king buckets")))
}
