//! Circles in a graph, and the arrows that close them.

use std::collections::{BTreeMap, BTreeSet};

/// Weights of the arrows between numbered nodes.
pub type Weights = BTreeMap<(usize, usize), usize>;

/// The strongly connected parts of the graph that have more than one node.
pub fn circles(nodes: usize, weights: &Weights) -> Vec<Vec<usize>> {
    let mut search = Search {
        weights,
        order: vec![None; nodes],
        low: vec![0; nodes],
        open: Vec::new(),
        parts: Vec::new(),
        count: 0,
    };
    for node in 0..nodes {
        if search.order[node].is_none() {
            search.visit(node);
        }
    }
    search.parts
}

/// Tarjan's search. It goes as deep as the longest path, which is no more than the modules of a crate.
struct Search<'a> {
    weights: &'a Weights,
    order: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<usize>,
    parts: Vec<Vec<usize>>,
    count: usize,
}

impl Search<'_> {
    fn visit(&mut self, node: usize) {
        self.order[node] = Some(self.count);
        self.low[node] = self.count;
        self.count += 1;
        self.open.push(node);
        for &(_, to) in self.weights.range((node, 0)..(node + 1, 0)).map(|(arrow, _)| arrow) {
            match self.order[to] {
                None => {
                    self.visit(to);
                    self.low[node] = self.low[node].min(self.low[to]);
                }
                Some(order) if self.open.contains(&to) => self.low[node] = self.low[node].min(order),
                Some(_) => {}
            }
        }
        if Some(self.low[node]) == self.order[node] {
            let start = self.open.iter().position(|one| *one == node).expect("the node is open");
            let mut part = self.open.split_off(start);
            part.sort_unstable();
            if part.len() > 1 {
                self.parts.push(part);
            }
        }
    }
}

/// Few and light arrows without which the nodes form no circle: those that lead back in the order of Eades, Lin and
/// Smyth. Not the fewest there are, which would take too long to find.
pub fn closing_arrows(circle: &[usize], weights: &Weights) -> Vec<(usize, usize)> {
    let mut left: BTreeSet<usize> = circle.iter().copied().collect();
    let (mut first, mut last) = (Vec::new(), Vec::new());
    while !left.is_empty() {
        let sum = |node: usize, outward: bool| -> usize {
            let inside = weights.iter().filter(|((from, to), _)| left.contains(from) && left.contains(to));
            inside.filter(|((from, to), _)| node == if outward { *from } else { *to }).map(|(_, weight)| weight).sum()
        };
        let sink = left.iter().copied().find(|node| sum(*node, true) == 0);
        let source = left.iter().copied().find(|node| sum(*node, false) == 0);
        let chosen = match (sink, source) {
            (Some(sink), _) => {
                last.push(sink);
                sink
            }
            (None, source) => {
                let most =
                    || left.iter().copied().max_by_key(|node| sum(*node, true) as i64 - sum(*node, false) as i64);
                let node = source.or_else(most).expect("nodes are left");
                first.push(node);
                node
            }
        };
        left.remove(&chosen);
    }
    first.extend(last.into_iter().rev());
    let place = |node: usize| first.iter().position(|one| *one == node);
    let back = |(from, to): &(usize, usize)| matches!((place(*from), place(*to)), (Some(from), Some(to)) if from > to);
    weights.keys().copied().filter(|arrow| back(arrow)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(arrows: &[(usize, usize, usize)]) -> Weights {
        arrows.iter().map(|&(from, to, weight)| ((from, to), weight)).collect()
    }

    #[test]
    fn circles_are_told_from_chains() {
        assert!(circles(4, &weights(&[(0, 1, 1), (1, 2, 1), (0, 2, 1), (2, 3, 1)])).is_empty());
        let two = weights(&[(0, 1, 1), (1, 2, 1), (2, 0, 1), (2, 3, 1), (3, 4, 1), (4, 3, 1)]);
        assert_eq!(circles(5, &two), [vec![3, 4], vec![0, 1, 2]]);
    }

    #[test]
    fn the_light_arrow_closes_the_circle() {
        let three = weights(&[(0, 1, 5), (1, 2, 5), (2, 0, 1), (2, 9, 1)]);
        assert_eq!(closing_arrows(&[0, 1, 2], &three), [(2, 0)]);
    }

    #[test]
    fn nothing_is_left_of_a_circle_without_its_closing_arrows() {
        let mut many = weights(&[(0, 1, 1), (1, 0, 2), (1, 2, 1), (2, 3, 4), (3, 1, 2), (3, 0, 1), (0, 3, 1)]);
        for arrow in closing_arrows(&[0, 1, 2, 3], &many) {
            many.remove(&arrow);
        }
        assert!(circles(4, &many).is_empty());
    }
}
