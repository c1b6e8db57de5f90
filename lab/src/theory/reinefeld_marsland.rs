//! The cost model of Reinefeld and Marsland (source 002), reconstructed.
//!
//! The equations are illegible in the available copy of the paper. They were derived again from its text and agree with
//! everything that the text states; the published form may differ. The tree is uniform. A node that is cut off has
//! searched `g` children in vain before, and the best child of a node on the principal variation changes `r` times. An
//! interior node costs `k`, a leaf `e`.
//!
//! The text leaves open where the best child changes. A [`Reading`] says so by three numbers: the changes at a node that
//! is searched for the first time, in a re-search, and in alpha-beta.

/// Where the best child of a node changes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Reading {
    /// In every search of NegaScout with a wide window, re-searches within re-searches included
    #[default]
    Nested,
    /// In first searches of NegaScout only: the best child of a re-searched node does not change again
    Flat,
    /// As nested, and in alpha-beta as well
    AlphaBeta,
}

impl Reading {
    /// All readings.
    pub const ALL: [Reading; 3] = [Reading::Nested, Reading::Flat, Reading::AlphaBeta];

    /// The name in tables and on command lines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reading::Nested => "nested",
            Reading::Flat => "flat",
            Reading::AlphaBeta => "alpha-beta",
        }
    }

    /// The model whose cost is the number of leaves, with `r` changes where the reading has any.
    #[must_use]
    pub fn leaves(self, width: usize, g: f64, r: f64) -> Model {
        let r_research = if self == Reading::Flat { 0.0 } else { r };
        let r_alpha_beta = if self == Reading::AlphaBeta { r } else { 0.0 };
        Model { width: width as f64, g, r, r_research, r_alpha_beta, k: 0.0, e: 1.0, depth_rule: false }
    }
}

/// The parameters of the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The number of children of a node.
    pub width: f64,
    /// The number of children searched in vain before a cutoff.
    pub g: f64,
    /// The number of changes of the best child at a node of the principal variation, searched for the first time.
    pub r: f64,
    /// The number of changes of the best child at such a node in a re-search.
    pub r_research: f64,
    /// The number of changes of the best child in alpha-beta.
    pub r_alpha_beta: f64,
    /// The cost of an interior node.
    pub k: f64,
    /// The cost of a leaf.
    pub e: f64,
    /// Whether NegaScout takes the results of tests within two plies of the leaves as exact and re-searches nothing there
    /// (`Options::depth_rule`). The model of the source has no such rule.
    pub depth_rule: bool,
}

/// The cost of each algorithm in the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// Alpha-beta.
    pub alpha_beta: f64,
    /// NegaScout.
    pub negascout: f64,
    /// NegaScout with alpha-beta re-searches (NSab).
    pub negascout_ab: f64,
}

/// The costs of all node types at one depth.
#[derive(Clone, Copy)]
struct Types {
    /// NegaScout: full window; full window in a re-search; cut node; all node.
    n1: f64,
    nr: f64,
    n4: f64,
    n5: f64,
    /// NSab: full window.
    m1: f64,
    /// Alpha-beta: full window; cut node with an open lower bound; its first child, with an open upper bound; cut node
    /// and all node, both with closed windows; the child of `a3` that sets the value.
    a1: f64,
    a2: f64,
    a3: f64,
    a4: f64,
    a5: f64,
    a6: f64,
    /// Type 3 of Knuth and Moore, whose children are all cut nodes.
    t: f64,
}

impl Model {
    /// The model whose cost is the number of leaves, in the reading [`Reading::Nested`].
    #[must_use]
    pub fn leaves(width: usize, g: f64, r: f64) -> Model {
        Reading::Nested.leaves(width, g, r)
    }

    /// The same model of a perfectly ordered tree: its cost is that of the minimal tree.
    #[must_use]
    pub fn perfect(self) -> Model {
        Model { g: 0.0, r: 0.0, r_research: 0.0, r_alpha_beta: 0.0, ..self }
    }

    /// The cost of a search to a depth.
    #[must_use]
    pub fn cost(&self, depth: u32) -> Cost {
        let e = self.e;
        let leaf =
            Types { n1: e, nr: e, n4: e, n5: e, m1: e, a1: e, a2: e, a3: e, a4: e, a5: e, a6: e, t: e };
        let root = (1..=depth).fold(leaf, |below, height| self.above(below, height));
        Cost { alpha_beta: root.a1, negascout: root.n1, negascout_ab: root.m1 }
    }

    /// Adds one ply on top, whose nodes are `height` plies above the leaves.
    fn above(&self, x: Types, height: u32) -> Types {
        let Model { width: w, g, r, r_research, r_alpha_beta, k, .. } = *self;
        let a2 = if g < 1.0 { (1.0 - g) * x.t + g * (x.a3 + x.a5) } else { x.a3 + (g - 1.0) * x.a4 + x.a5 };
        // The test of a child that fails high costs `n5`, its re-search `nr`.
        let research = if self.depth_rule && height <= 2 { 0.0 } else { x.nr };
        let wide = |first: f64, r: f64| k + first + (w - 1.0 - r) * x.n4 + r * (x.n5 + research);
        Types {
            n1: wide(x.n1, r),
            nr: wide(x.nr, r_research),
            n4: k + g * x.n4 + x.n5,
            n5: k + w * x.n4,
            m1: k + x.m1 + (w - 1.0 - r) * x.n4 + r * x.n5 + r * x.a1,
            a1: k + x.a1 + (w - 1.0 - r_alpha_beta) * x.a2 + r_alpha_beta * x.a6,
            a2: k + a2,
            a3: k + x.a6 + (w - 1.0) * x.a2,
            a4: k + g * x.a4 + x.a5,
            a5: k + w * x.a4,
            a6: k + x.a3 + (w - 1.0) * x.a4,
            t: k + w * x.a2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::minimal_leaves;

    #[test]
    fn perfect_order_costs_the_minimal_tree() {
        for width in [2, 5, 20, 40] {
            for depth in 1..=8 {
                let Cost { alpha_beta, negascout, negascout_ab } = Model::leaves(width, 0.0, 0.0).cost(depth);
                let minimal = minimal_leaves(width, depth);
                assert_eq!([alpha_beta, negascout, negascout_ab], [minimal; 3], "w={width} d={depth}");
            }
        }
    }

    #[test]
    fn the_worst_order_costs_the_whole_tree() {
        for width in [2, 5, 20] {
            for depth in 1..=6 {
                let cost = Model::leaves(width, width as f64 - 1.0, 0.0).cost(depth);
                let whole = (width as f64).powi(depth as i32);
                assert_eq!([cost.alpha_beta, cost.negascout], [whole; 2], "w={width} d={depth}");
            }
        }
    }

    #[test]
    fn values_match_the_prototype() {
        let row =
            |model: Model, of: fn(Cost) -> f64| (1..=7).map(|d| of(model.cost(d))).collect::<Vec<f64>>();
        let model = Model::leaves(20, 1.0, 2.0);
        let n1 = [22.0, 140.0, 874.0, 4556.0, 24682.0, 123_740.0, 641_194.0];
        assert_eq!(row(model, |cost| cost.negascout), n1);
        let a1 = [20.0, 58.0, 818.0, 2680.0, 26582.0, 94564.0, 777_386.0];
        assert_eq!(row(model, |cost| cost.alpha_beta), a1);
        let m1 = [22.0, 136.0, 706.0, 4276.0, 20650.0, 123_508.0, 582_610.0];
        assert_eq!(row(model, |cost| cost.negascout_ab), m1);
        let model = Model::leaves(5, 1.0, 0.0);
        assert_eq!(row(model, |cost| cost.negascout), [5.0, 13.0, 41.0, 109.0, 317.0, 865.0, 2453.0]);
        assert_eq!(row(model, |cost| cost.alpha_beta), [5.0, 13.0, 53.0, 145.0, 497.0, 1369.0, 4301.0]);
    }

    #[test]
    fn the_depth_rule_drops_the_re_searches_near_the_leaves() {
        let cost = |depth: u32, depth_rule: bool| {
            Model { depth_rule, ..Model::leaves(20, 1.0, 2.0) }.cost(depth).negascout
        };
        // By hand: each leaf once at depth 1; 20 + 17 * 2 + 2 * 20 at depth 2, without 2 * nr.
        assert_eq!([1, 2].map(|depth| cost(depth, true)), [20.0, 94.0]);
        assert_eq!([1, 2].map(|depth| cost(depth, false)), [22.0, 140.0]);
        // At depth 3 a re-search costs the 94 leaves of such a node: n4 is 22, n5 is 40.
        assert_eq!(cost(3, true), 94.0 + 17.0 * 22.0 + 2.0 * (40.0 + 94.0));
    }

    #[test]
    fn readings_differ_in_where_the_best_child_changes() {
        let cost = |reading: Reading| reading.leaves(20, 1.0, 2.0).cost(3);
        let (nested, flat, both) = (cost(Reading::Nested), cost(Reading::Flat), cost(Reading::AlphaBeta));
        // By hand: depth 1 is 22 leaves for n1 and 20 for nr, 2 for n4 and 20 for n5 and a1 to a6 as printed; depth 2 is
        // 22 + 17 * 2 + 2 * (20 + nr).
        assert_eq!(Reading::Nested.leaves(20, 1.0, 2.0).cost(2).negascout, 140.0);
        assert_eq!(Reading::Flat.leaves(20, 1.0, 2.0).cost(2).negascout, 136.0);
        assert!(flat.negascout < nested.negascout && flat.alpha_beta == nested.alpha_beta);
        assert!(both.negascout == nested.negascout && both.alpha_beta > nested.alpha_beta);
        // Without changes the readings are one.
        let none = Reading::ALL.map(|reading| reading.leaves(20, 3.0, 0.0).cost(6));
        assert!(none[0] == none[1] && none[1] == none[2]);
    }

    #[test]
    fn nodes_cost_k_and_leaves_e() {
        // Minimal tree of width 3 and depth 3: 1, 3, 5 interior nodes and 11 leaves.
        let model = Model { k: 10.0, e: 2.0, ..Model::leaves(3, 0.0, 0.0) };
        assert_eq!(model.cost(3).negascout, 10.0 * 9.0 + 2.0 * 11.0);
        assert_eq!(model.perfect().cost(3), model.cost(3));
    }

    #[test]
    fn alpha_beta_costs_more_for_lack_of_a_beta_bound() {
        for (width, g) in [(5, 1.0), (5, 2.5), (20, 0.5), (20, 7.0), (20, 18.5)] {
            for depth in 3..=7 {
                let cost = Model::leaves(width, g, 0.0).cost(depth);
                assert!(cost.alpha_beta > cost.negascout, "w={width} g={g} d={depth}");
            }
        }
    }
}
