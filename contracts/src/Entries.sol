// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SumTree} from "./SumTree.sol";

/// The entries that passports hold in the rounds of one giveaway, and the passport under each ticket of a draw.
library Entries {
    using SumTree for SumTree.Tree;

    struct Book {
        mapping(uint32 round => RoundBook) rounds;
        // The rest is kept only where entries carry over.
        /// The rounds' totals, each at the leaf of its round.
        SumTree.Tree totals;
        /// The first round in which a passport holds entries, plus one; 0 while it holds none.
        mapping(uint256 passportId => uint64) firstRound;
    }

    struct RoundBook {
        /// The passports' entries, in the order of first issues.
        SumTree.Tree tree;
        /// A passport's leaf plus one; 0 without.
        mapping(uint256 passportId => uint64) leafOf;
        /// The passports of four leaves a slot, 64 bits each.
        mapping(uint256 slot => uint256) passports;
    }

    /// What a passport holds in a round, its leaf in the round's tree, and what the round holds.
    struct Holding {
        uint32 entries;
        uint32 leaf;
        uint32 roundTotal;
    }

    /// Adds to a passport's entries in the open round; nothing when the counted total would leave 32 bits. Passport ids
    /// must be within 64 bits.
    function issue(Book storage book, bool carryOver, uint32 round, uint256 passportId, uint32 amount)
        internal
        returns (bool fits, Holding memory holding)
    {
        RoundBook storage entries = book.rounds[round];
        // No later round holds entries yet, so all of them count for the open one.
        uint32 counted = carryOver ? book.totals.total : entries.tree.total;
        if (amount > type(uint32).max - counted) return (false, holding);

        holding.leaf = _leafFor(entries, passportId);
        entries.tree.add(holding.leaf, amount);
        if (carryOver) {
            book.totals.add(round, amount);
            if (book.firstRound[passportId] == 0) book.firstRound[passportId] = uint64(round) + 1;
        }
        holding.entries = entries.tree.weightOf(holding.leaf);
        holding.roundTotal = entries.tree.total;
        return (true, holding);
    }

    /// Takes from a passport's entries of the open round; nothing when it holds fewer there.
    function remove(Book storage book, bool carryOver, uint32 round, uint256 passportId, uint32 amount)
        internal
        returns (bool enough, Holding memory holding)
    {
        RoundBook storage entries = book.rounds[round];
        holding.entries = entriesOf(book, round, passportId);
        if (amount > holding.entries) return (false, holding);

        holding.leaf = uint32(entries.leafOf[passportId] - 1);
        holding.entries -= amount;
        entries.tree.subtract(holding.leaf, amount);
        if (carryOver) {
            book.totals.subtract(round, amount);
            bool heldNowhereElse = book.firstRound[passportId] == uint64(round) + 1;
            if (holding.entries == 0 && heldNowhereElse) delete book.firstRound[passportId];
        }
        holding.roundTotal = entries.tree.total;
        return (true, holding);
    }

    /// What a passport holds of a round's own entries.
    function entriesOf(Book storage book, uint32 round, uint256 passportId) internal view returns (uint32) {
        RoundBook storage entries = book.rounds[round];
        uint64 leaf = entries.leafOf[passportId];
        return leaf == 0 ? 0 : entries.tree.weightOf(uint32(leaf - 1));
    }

    /// The round's own entries.
    function ownTotalOf(Book storage book, uint32 round) internal view returns (uint32) {
        return book.rounds[round].tree.total;
    }

    /// The entries that count for a round's winner.
    function totalOf(Book storage book, bool carryOver, uint32 round) internal view returns (uint32) {
        return carryOver ? book.totals.totalTo(round) : ownTotalOf(book, round);
    }

    /// Whether a passport holds entries that count for a round's winner.
    function isCounted(Book storage book, bool carryOver, uint32 round, uint256 passportId)
        internal
        view
        returns (bool)
    {
        if (!carryOver) return entriesOf(book, round, passportId) != 0;
        uint64 first = book.firstRound[passportId];
        return first != 0 && first - 1 <= round;
    }

    /// The passport that holds `ticket`, which must be below the round's counted total: tickets go to the rounds in
    /// their order, within a round to the passports in the order of first issues.
    function passportAt(Book storage book, bool carryOver, uint32 round, uint32 ticket) internal view returns (uint64) {
        if (carryOver) (round, ticket) = book.totals.find(ticket);
        RoundBook storage entries = book.rounds[round];
        (uint32 leaf,) = entries.tree.find(ticket);
        return uint64(entries.passports[leaf >> 2] >> _passportShift(leaf));
    }

    function _leafFor(RoundBook storage entries, uint256 passportId) private returns (uint32 leaf) {
        uint64 known = entries.leafOf[passportId];
        if (known != 0) return uint32(known - 1);

        leaf = uint32(entries.tree.leaves);
        entries.leafOf[passportId] = uint64(leaf) + 1;
        entries.passports[leaf >> 2] |= passportId << _passportShift(leaf);
    }

    function _passportShift(uint32 leaf) private pure returns (uint256) {
        return (leaf & 3) * 64;
    }
}
