// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Weights in a row of leaves whose sums are kept, so that changing one, summing the first ones and finding the leaf
/// under a ticket all cost O(log leaves).
///
/// A slot holds eight sums of 32 bits. Level 0 holds the weights themselves; a lane of level 1 holds the sum of a slot of
/// level 0, and a lane of a higher level the sum of two neighbouring slots of the level below: a change writes one slot
/// a level, a search reads at most two. The highest level is one slot, whose lanes add up to the total. The caller keeps
/// the number of leaves, which determines the number of levels, and the total within 32 bits, hence every lane.
library SumTree {
    struct Tree {
        mapping(uint256 levelAndSlot => Slot) sums;
    }

    struct Slot {
        uint256 lanes;
    }

    /// The product with it has in each lane the sum of the lanes up to there, because no such sum exceeds 32 bits.
    uint256 private constant SUMMING = 0x0000000100000001000000010000000100000001000000010000000100000001;

    /// Makes room for leaves: to be called before the first of them is added to.
    function grow(Tree storage tree, uint256 leaves, uint256 newLeaves) internal {
        uint256 levels = _levelsOf(leaves);
        uint256 newLevels = _levelsOf(newLeaves);
        if (levels == newLevels) return;
        // What the tree held so far is the first lane of each level above it.
        uint256 total = totalOf(tree, leaves);
        for (; levels < newLevels; levels++) {
            tree.sums[_key(levels, 0)].lanes = total;
        }
    }

    /// Adds to a leaf's weight. The total must stay within 32 bits.
    function add(Tree storage tree, uint256 leaves, uint256 leaf, uint256 amount)
        internal
        returns (uint32 weight, uint32 total)
    {
        return _change(tree, leaves, leaf, amount);
    }

    /// Takes from a leaf's weight, which must be at least `amount`. A leaf of weight 0 keeps its place.
    function subtract(Tree storage tree, uint256 leaves, uint256 leaf, uint256 amount)
        internal
        returns (uint32 weight, uint32 total)
    {
        unchecked {
            return _change(tree, leaves, leaf, 0 - amount);
        }
    }

    function totalOf(Tree storage tree, uint256 leaves) internal view returns (uint32) {
        return _sum(tree.sums[_key(_levelsOf(leaves) - 1, 0)].lanes, 7);
    }

    /// A leaf's weight.
    function weightOf(Tree storage tree, uint256 leaf) internal view returns (uint32) {
        return uint32(tree.sums[_key(0, leaf >> 3)].lanes >> _shift(leaf));
    }

    /// The weights of the leaves 0 to `leaf` together.
    function totalTo(Tree storage tree, uint256 leaves, uint256 leaf) internal view returns (uint32) {
        if (leaf >= leaves) return totalOf(tree, leaves);
        uint256 levels = _levelsOf(leaves);
        uint256 sum = _sum(tree.sums[_key(0, leaf >> 3)].lanes, leaf & 7);
        uint256 index = leaf >> 3;
        for (uint256 level = 1; level < levels; level++) {
            if (index & 7 != 0) sum += _sum(tree.sums[_key(level, index >> 3)].lanes, (index & 7) - 1);
            if (index & 8 != 0) sum += _sum(tree.sums[_key(level, (index >> 3) - 1)].lanes, 7);
            index >>= 4;
        }
        return uint32(sum);
    }

    /// The leaf that covers `ticket`, which must be below the total: every leaf covers as many tickets as it weighs, in
    /// the order of the leaves. `rest` is the ticket's place within the leaf.
    function find(Tree storage tree, uint256 leaves, uint256 ticket)
        internal
        view
        returns (uint256 leaf, uint256 rest, uint256 weightOfLeaf)
    {
        unchecked {
            uint256 level = _levelsOf(leaves) - 1;
            uint256 lanes = tree.sums[_key(level, 0)].lanes;
            uint256 slot = 0;
            uint256 left = ticket;
            while (true) {
                uint256 weight;
                // The sums of the lanes up to each; the first one above the rest of the ticket is that of the lane. Without
                // branches, which cost most of a search.
                assembly ("memory-safe") {
                    let sums := mul(lanes, SUMMING)
                    let shift := shl(7, iszero(lt(left, and(shr(96, sums), 0xffffffff))))
                    shift := or(shift, shl(6, iszero(lt(left, and(shr(add(shift, 32), sums), 0xffffffff)))))
                    shift := or(shift, shl(5, iszero(lt(left, and(shr(shift, sums), 0xffffffff)))))
                    weight := and(shr(shift, lanes), 0xffffffff)
                    left := sub(left, sub(and(shr(shift, sums), 0xffffffff), weight))
                    slot := or(shl(3, slot), shr(5, shift))
                }
                if (level == 0) return (slot, left, weight);
                level--;
                if (level == 0) {
                    lanes = tree.sums[slot].lanes;
                    continue;
                }
                // A lane has two slots, the likelier one first: the other one is then seldom read.
                slot <<= 1;
                bool isSecond = left >= weight >> 1;
                lanes = tree.sums[_key(level, isSecond ? slot + 1 : slot)].lanes;
                uint256 sum = _sum(lanes, 7);
                uint256 first = isSecond ? weight - sum : sum;
                if (left >= first) {
                    left -= first;
                    slot++;
                    if (!isSecond) lanes = tree.sums[_key(level, slot)].lanes;
                } else if (isSecond) {
                    lanes = tree.sums[_key(level, slot)].lanes;
                }
            }
        }
    }

    /// Adds to a leaf's weight and to the sums above it, modulo 2^256: a negative amount takes.
    function _change(Tree storage tree, uint256 leaves, uint256 leaf, uint256 amount)
        private
        returns (uint32 weight, uint32 total)
    {
        unchecked {
            uint256 levels = _levelsOf(leaves);
            uint256 lanes;
            for (uint256 level = 0; level < levels; level++) {
                uint256 shift = _shift(leaf);
                Slot storage slot = tree.sums[_key(level, leaf >> 3)];
                lanes = slot.lanes + (amount << shift);
                slot.lanes = lanes;
                if (level == 0) weight = uint32(lanes >> shift);
                leaf >>= level == 0 ? 3 : 4;
            }
            total = _sum(lanes, 7);
        }
    }

    /// Levels whose highest one is a single slot: 1 has room for 8 leaves, 2 for 64, and each more for 16 times as many.
    function _levelsOf(uint256 leaves) private pure returns (uint256 levels) {
        // Without a loop: every change counts the levels. No round has more than 2^32 leaves.
        assembly ("memory-safe") {
            levels := add(1, add(gt(leaves, 8), add(gt(leaves, 0x40), gt(leaves, 0x400))))
            if gt(leaves, 0x4000) {
                levels := add(
                    5,
                    add(
                        gt(leaves, 0x40000),
                        add(gt(leaves, 0x400000), add(gt(leaves, 0x4000000), gt(leaves, 0x40000000)))
                    )
                )
            }
        }
    }

    /// The first lanes of a slot, up to `lane`, together.
    function _sum(uint256 lanes, uint256 lane) private pure returns (uint32) {
        unchecked {
            return uint32((lanes * SUMMING) >> (32 * lane));
        }
    }

    function _key(uint256 level, uint256 slot) private pure returns (uint256) {
        return (level << 32) | slot;
    }

    /// Where the lane of `leaf` starts in its slot, in bits.
    function _shift(uint256 leaf) private pure returns (uint256) {
        return (leaf & 7) * 32;
    }
}
