// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Weights in a row of leaves whose sums are kept, so that changing one, summing the first ones and finding the leaf
/// under a ticket all cost O(log leaves).
///
/// A slot holds eight sums of 32 bits. Level 0 holds the weights themselves; each lane of a higher level holds the sum
/// of one slot of the level below. A tree of one leaf has no level at all: its weight is the total. The caller keeps
/// the total within 32 bits, hence every lane.
library SumTree {
    struct Tree {
        uint32 total;
        /// Levels of slots; the tree has room for 8 ** levels leaves.
        uint8 levels;
        /// One more than the highest leaf that was ever added to.
        uint64 leaves;
        mapping(uint256 levelAndSlot => uint256) sums;
    }

    /// Adds to a leaf's weight. The total must stay within 32 bits.
    function add(Tree storage tree, uint32 leaf, uint32 amount) internal {
        uint256 total = tree.total;
        uint256 levels = tree.levels;
        while (!_covers(levels, leaf)) {
            // What the tree held so far is the first lane of the level above it.
            if (total != 0) tree.sums[_key(levels, 0)] = total;
            levels++;
        }
        for (uint256 level = 0; level < levels; level++) {
            tree.sums[_key(level, leaf >> (3 * (level + 1)))] += uint256(amount) << _shift(leaf, level);
        }
        tree.total = uint32(total + amount);
        tree.levels = uint8(levels);
        if (leaf >= tree.leaves) tree.leaves = uint64(leaf) + 1;
    }

    /// Takes from a leaf's weight, which must be at least `amount`. A leaf of weight 0 keeps its place.
    function subtract(Tree storage tree, uint32 leaf, uint32 amount) internal {
        uint256 levels = tree.levels;
        for (uint256 level = 0; level < levels; level++) {
            tree.sums[_key(level, leaf >> (3 * (level + 1)))] -= uint256(amount) << _shift(leaf, level);
        }
        tree.total -= amount;
    }

    /// A leaf's weight.
    function weightOf(Tree storage tree, uint32 leaf) internal view returns (uint32) {
        uint256 levels = tree.levels;
        if (!_covers(levels, leaf)) return 0;
        if (levels == 0) return tree.total;
        return uint32(tree.sums[_key(0, leaf >> 3)] >> _shift(leaf, 0));
    }

    /// The weights of the leaves 0 to `leaf` together.
    function totalTo(Tree storage tree, uint32 leaf) internal view returns (uint32) {
        uint256 levels = tree.levels;
        if (levels == 0 || !_covers(levels, leaf)) return tree.total;
        uint256 sum = weightOf(tree, leaf);
        for (uint256 level = 0; level < levels; level++) {
            uint256 lanes = tree.sums[_key(level, leaf >> (3 * (level + 1)))];
            for (uint256 lane = (leaf >> (3 * level)) & 7; lane > 0; lane--) {
                sum += uint32(lanes);
                lanes >>= 32;
            }
        }
        return uint32(sum);
    }

    /// The leaf that covers `ticket`, which must be below the total: every leaf covers as many tickets as it weighs, in
    /// the order of the leaves. `rest` is the ticket's place within the leaf.
    function find(Tree storage tree, uint32 ticket) internal view returns (uint32 leaf, uint32 rest) {
        uint256 place = 0;
        uint256 left = ticket;
        for (uint256 level = tree.levels; level > 0; level--) {
            uint256 lanes = tree.sums[_key(level - 1, place)];
            place <<= 3;
            while (left >= uint32(lanes)) {
                left -= uint32(lanes);
                lanes >>= 32;
                place++;
            }
        }
        return (uint32(place), uint32(left));
    }

    function _covers(uint256 levels, uint32 leaf) private pure returns (bool) {
        return leaf >> (3 * levels) == 0;
    }

    function _key(uint256 level, uint256 slot) private pure returns (uint256) {
        return (level << 32) | slot;
    }

    /// Where the lane of `leaf` at a level starts in its slot, in bits.
    function _shift(uint32 leaf, uint256 level) private pure returns (uint256) {
        return ((leaf >> (3 * level)) & 7) * 32;
    }
}
