//! Built-in: the network that is compiled into the program.

use std::sync::{Arc, LazyLock};

use super::nnue::Model;

/// The network file, which `build.rs` chooses.
const FILE: &[u8] = include_bytes!(env!("LANCET_NET"));

static MODEL: LazyLock<Arc<Model>> = LazyLock::new(|| {
    // The file is valid, which a test checks; the fallback is never used.
    Arc::new(Model::read(FILE).unwrap_or_else(|_| Model::material()))
});

impl Model {
    /// Returns the network that is compiled into the program.
    #[must_use]
    pub fn built_in() -> Arc<Model> {
        MODEL.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_network_is_valid() {
        let model = Model::read(FILE).expect("a valid file");
        assert_eq!(model.id(), Model::built_in().id());
        assert_ne!(model.id(), Model::material().id());
    }
}
