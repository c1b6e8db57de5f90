//! Built in: the network that comes with the program.

use std::sync::{Arc, LazyLock};

use super::nnue::Model;

/// Its file, as `build.rs` chooses it.
const FILE: &[u8] = include_bytes!(env!("LANCET_NET"));

static MODEL: LazyLock<Arc<Model>> = LazyLock::new(|| {
    // The file is part of the program, and a test reads it: material is for the compiler alone.
    Arc::new(Model::read(FILE).unwrap_or_else(|_| Model::material()))
});

impl Model {
    /// The network that comes with the program.
    #[must_use]
    pub fn built_in() -> Arc<Model> {
        MODEL.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_is_the_one_of_the_file() {
        let model = Model::read(FILE).expect("a sound file");
        assert_eq!(model.id(), Model::built_in().id());
        assert_ne!(model.id(), Model::material().id());
    }
}
