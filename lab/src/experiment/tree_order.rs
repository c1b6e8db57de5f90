//! The move orderings that experiments choose from.

use clap::ValueEnum;

use crate::tree::Order;

/// The move ordering of the trees of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TreeOrder {
    /// Every child is best with the same probability
    Random,
    /// The first child is best with probability 0.6
    Strong,
    /// The first child is best with probability 0.7, one of the first quarter with probability 0.9
    Campbell,
    /// Independent leaves, without any order
    Iid,
}

impl TreeOrder {
    /// The name in files and titles.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TreeOrder::Random => "random",
            TreeOrder::Strong => "strong",
            TreeOrder::Campbell => "campbell",
            TreeOrder::Iid => "iid",
        }
    }

    /// A description for titles.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            TreeOrder::Random => "random order",
            TreeOrder::Strong => "strongly ordered",
            TreeOrder::Campbell => "strongly ordered as defined by Marsland and Campbell",
            TreeOrder::Iid => "independent leaves",
        }
    }

    /// The order of a top-down tree; `None` for independent leaves.
    #[must_use]
    pub fn order(self, width: usize) -> Option<Order> {
        match self {
            TreeOrder::Random => Some(Order::random(width)),
            TreeOrder::Strong => Some(Order::STRONG),
            TreeOrder::Campbell => Some(Order::CAMPBELL),
            TreeOrder::Iid => None,
        }
    }
}
