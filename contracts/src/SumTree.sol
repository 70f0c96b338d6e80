// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Weights in a row of leaves whose sums are kept, so that changing one, summing the first ones and finding the leaf
/// under a ticket all cost O(log leaves).
///
/// A slot holds eight sums of 32 bits. Level 0 holds the weights themselves; a lane of level 1 holds the sum of a slot of
/// level 0, and a lane of a higher level the sum of two neighbouring slots of the level below: a change writes one slot
/// a level, a search reads at most two. The highest level is one slot, the root, whose first seven lanes add up to the
/// total. Its last lane is the number of leaves, which determines the number of levels: both come with the total, and
/// cost no slot of their own. The caller keeps the total within 32 bits, hence every lane.
library SumTree {
    struct Tree {
        uint256 root;
        /// The slots of the other levels.
        mapping(uint256 levelAndSlot => Slot) sums;
    }

    struct Slot {
        uint256 lanes;
    }

    /// The product with it has in each lane the sum of the lanes up to there, because no such sum exceeds 32 bits.
    uint256 private constant SUMMING = 0x0000000100000001000000010000000100000001000000010000000100000001;
    /// Where the number of leaves starts in the root, in bits.
    uint256 private constant LEAVES = 224;

    /// Adds to a leaf's weight, and makes room for the leaf and all before it. The total must stay within 32 bits, and the
    /// number of leaves too.
    function add(Tree storage tree, uint256 leaf, uint256 amount) internal returns (uint32 weight, uint32 total) {
        uint256 root = tree.root;
        if (leaf >= root >> LEAVES) root = _grow(tree, root, leaf);
        return _change(tree, root, leaf, amount);
    }

    /// Takes from a leaf's weight, which must be at least `amount`. A leaf of weight 0 keeps its place.
    function subtract(Tree storage tree, uint256 leaf, uint256 amount) internal returns (uint32 weight, uint32 total) {
        unchecked {
            return _change(tree, tree.root, leaf, 0 - amount);
        }
    }

    /// The number of leaves and what they weigh together, in one read.
    function sizeOf(Tree storage tree) internal view returns (uint32 leaves, uint32 total) {
        uint256 root = tree.root;
        return (uint32(root >> LEAVES), _sum(root, 6));
    }

    function totalOf(Tree storage tree) internal view returns (uint32) {
        return _sum(tree.root, 6);
    }

    /// A leaf's weight.
    function weightOf(Tree storage tree, uint256 leaf) internal view returns (uint32) {
        uint256 root = tree.root;
        if (leaf >= root >> LEAVES) return 0;
        return uint32((_levelsOf(root) == 1 ? root : tree.sums[leaf >> 3].lanes) >> _shift(leaf));
    }

    /// The weights of the leaves 0 to `leaf` together.
    function totalTo(Tree storage tree, uint256 leaf) internal view returns (uint32) {
        uint256 root = tree.root;
        if (leaf >= root >> LEAVES) return _sum(root, 6);
        uint256 highest = _levelsOf(root) - 1;
        uint256 sum = _sum(highest == 0 ? root : tree.sums[leaf >> 3].lanes, leaf & 7);
        uint256 index = leaf >> 3;
        for (uint256 level = 1; level <= highest; level++) {
            if (index & 7 != 0) {
                uint256 lanes = level == highest ? root : tree.sums[_key(level, index >> 3)].lanes;
                sum += _sum(lanes, (index & 7) - 1);
            }
            if (index & 8 != 0) sum += _sum(tree.sums[_key(level, (index >> 3) - 1)].lanes, 7);
            index >>= 4;
        }
        return uint32(sum);
    }

    /// The leaf that covers `ticket`, which must be below the total: every leaf covers as many tickets as it weighs, in
    /// the order of the leaves. `rest` is the ticket's place within the leaf.
    function find(Tree storage tree, uint256 ticket)
        internal
        view
        returns (uint256 leaf, uint256 rest, uint256 weightOfLeaf)
    {
        unchecked {
            uint256 lanes = tree.root;
            uint256 level = _levelsOf(lanes) - 1;
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
    function _change(Tree storage tree, uint256 root, uint256 leaf, uint256 amount)
        private
        returns (uint32 weight, uint32 total)
    {
        unchecked {
            uint256 highest = _levelsOf(root) - 1;
            if (highest != 0) {
                uint256 shift = _shift(leaf);
                leaf >>= 3;
                Slot storage slot = tree.sums[leaf];
                uint256 lanes = slot.lanes + (amount << shift);
                slot.lanes = lanes;
                weight = uint32(lanes >> shift);
                mapping(uint256 levelAndSlot => Slot) storage sums = tree.sums;
                // tree.sums[_key(level, leaf >> 3)].lanes += amount << _shift(leaf), of which most changes have several.
                assembly ("memory-safe") {
                    mstore(32, sums.slot)
                    for { let level := 1 } lt(level, highest) { level := add(level, 1) } {
                        mstore(0, or(shl(32, level), shr(3, leaf)))
                        let place := keccak256(0, 64)
                        sstore(place, add(sload(place), shl(shl(5, and(leaf, 7)), amount)))
                        leaf := shr(4, leaf)
                    }
                }
            }
            root += amount << (leaf << 5);
            tree.root = root;
            if (highest == 0) weight = uint32(root >> (leaf << 5));
            total = _sum(root, 6);
        }
    }

    /// The root with room for `leaf`. Where there are more levels than before, what the tree held so far is the first lane of
    /// each level above it.
    function _grow(Tree storage tree, uint256 root, uint256 leaf) private returns (uint256 grown) {
        uint256 levels = _levelsOf(root);
        grown = (leaf + 1) << LEAVES;
        // The number of leaves would be above 32 bits.
        assert(grown != 0);
        uint256 newLevels = _levelsOf(grown);
        uint256 lanes = root & ((1 << LEAVES) - 1);
        for (; levels < newLevels; levels++) {
            tree.sums[_key(levels - 1, 0)].lanes = lanes;
            lanes = _sum(root, 6);
        }
        grown |= lanes;
    }

    /// Levels with this root: 1 has room for 7 leaves, 2 for 56, and each more for 16 times as many.
    function _levelsOf(uint256 root) private pure returns (uint256 levels) {
        // Without a loop: every change counts the levels.
        assembly ("memory-safe") {
            let leaves := shr(LEAVES, root)
            levels := add(1, add(gt(leaves, 7), add(gt(leaves, 56), gt(leaves, 896))))
            if gt(leaves, 0x3800) {
                levels := add(
                    5,
                    add(
                        gt(leaves, 0x38000),
                        add(gt(leaves, 0x380000), add(gt(leaves, 0x3800000), gt(leaves, 0x38000000)))
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
