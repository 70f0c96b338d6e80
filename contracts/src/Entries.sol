// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SumTree} from "./SumTree.sol";
import {Uint64Map} from "./Uint64Map.sol";

/// The entries that passports hold in the rounds of one giveaway, and the passport under each ticket of a draw.
///
/// With carry-over, a passport's rounds with entries form a stack: entries are issued into the open round, which is the
/// latest, and removed from the latest rounds first.
library Entries {
    using SumTree for SumTree.Tree;
    using Uint64Map for Uint64Map.Map;

    struct Book {
        mapping(uint32 round => RoundBook) rounds;
        // The rest is kept only where entries carry over.
        /// The rounds' totals, each at the leaf of its round.
        SumTree.Tree totals;
        /// What a passport holds in all rounds (32 bits), and above it the last of these rounds plus one; 0 without entries.
        Uint64Map.Map holdings;
        /// Every round from the first to before the second is known to be decided or void.
        uint32 settledFrom;
        uint32 settledTo;
    }

    /// The winner of a place, and what followed. One slot, of which `outcomeOf`, `decide` and `markVoid` know the places.
    struct Outcome {
        // Of the first place alone. The first entries make its slot one in use, so that recording the winner costs little.
        uint64 winner; // passport, 0 while undecided
        /// The total when the round was decided or marked void.
        uint32 total;
        bool isVoid;
        // Of each place.
        bool receiptConfirmed;
        uint32 deliveries;
        uint40 firstDeliveredAt;
        // Of the round, beside the first place.
        /// Whether entries were ever issued in the round.
        bool isEntered;
        /// Places that have a winner.
        uint8 decided;
        /// Places whose prize was delivered.
        uint8 delivered;
        /// Whether more places are to be drawn.
        bool isDrawing;
    }

    /// Where a draw in several steps goes on.
    struct Drawing {
        bytes32 seed;
        /// Tickets drawn so far; the leaf of each is left out of the next ones.
        uint32 drawn;
        /// The leaves' tickets, sorted: the first one above their number of 32 bits.
        Uint64Map.Map excluded;
    }

    struct RoundBook {
        Outcome first;
        /// The passports' entries, in the order of first issues.
        SumTree.Tree tree;
        /// A passport's leaf plus one (32 bits), and above it the round before this one in the passport's stack plus one.
        Uint64Map.Map places;
        /// The passport of each leaf.
        Uint64Map.Map passports;
        // The rest is kept only where a round has several places.
        /// The winners of the places after the first one, each at the number of the place before it.
        Uint64Map.Map winners;
        /// What followed of those places.
        mapping(uint256 place => Outcome) others;
        Drawing drawing;
    }

    /// What a passport holds in a round, its leaf in the round's tree, what the round holds, and what counts for the open round.
    struct Holding {
        uint32 entries;
        uint32 leaf;
        uint32 roundTotal;
        uint32 countedTotal;
    }

    /// The rounds that a removal may touch.
    uint256 internal constant MAX_ROUNDS = 32;

    /// Whether the open round can count as many more entries: the counted total stays within 32 bits.
    function fits(Book storage book, bool carryOver, uint32 round, uint32 amount) internal view returns (bool) {
        // No later round holds entries yet, so all of them count for the open one.
        uint32 counted = carryOver ? book.totals.totalOf() : ownTotalOf(book, round);
        return amount <= type(uint32).max - counted;
    }

    /// Adds to a passport's entries in the open round, and sets `holding`; nothing when they do not fit. Passport ids must be
    /// within 64 bits.
    function issue(
        Book storage book,
        bool carryOver,
        uint32 round,
        uint256 passportId,
        uint32 amount,
        Holding memory holding
    ) internal returns (bool isIssued) {
        RoundBook storage entries = book.rounds[round];
        (uint32 leaves, uint32 counted) = entries.tree.sizeOf();
        if (carryOver) counted = book.totals.totalOf();
        if (amount > type(uint32).max - counted) return false;

        uint64 place = entries.places.get(passportId);
        uint32 leaf = uint32(place);
        uint32 previous = uint32(place >> 32);
        if (carryOver) previous = _addToStack(book, round, passportId, amount, previous);
        if (leaf == 0) leaf = _addLeaf(entries, leaves, passportId);
        uint64 newPlace = leaf | (uint64(previous) << 32);
        if (newPlace != place) entries.places.set(passportId, newPlace);

        holding.leaf = leaf - 1;
        (holding.entries, holding.roundTotal) = entries.tree.add(leaf - 1, amount);
        holding.countedTotal = counted + amount;
        return true;
    }

    /// What a passport may lose, and the earliest round that a removal of `amount` from it touches. That one is not
    /// determined when the passport holds less, or when the removal touches too many rounds.
    function findRemoval(Book storage book, bool carryOver, uint32 round, uint256 passportId, uint32 amount)
        internal
        view
        returns (uint32 held, bool isWithin, uint32 earliest)
    {
        if (!carryOver) return (entriesOf(book, round, passportId), true, round);

        uint64 holding = book.holdings.get(passportId);
        held = uint32(holding);
        if (amount > held) return (held, true, round);
        uint32 next = uint32(holding >> 32);
        uint256 found = 0;
        for (uint256 count = 0; count < MAX_ROUNDS; count++) {
            earliest = next - 1;
            found += entriesOf(book, earliest, passportId);
            if (found >= amount) return (held, true, earliest);
            next = _previousOf(book, earliest, passportId);
        }
        return (held, false, round);
    }

    /// Takes up to `amount` from the latest round in which the passport holds entries, and sets `holding`; without carry-over
    /// from `round`, where it must hold as many.
    function removeLatest(
        Book storage book,
        bool carryOver,
        uint32 round,
        uint256 passportId,
        uint32 amount,
        Holding memory holding
    ) internal returns (uint32 touched, uint32 taken) {
        touched = round;
        taken = amount;
        uint64 held;
        if (carryOver) {
            held = book.holdings.get(passportId);
            touched = uint32(held >> 32) - 1;
            uint32 there = entriesOf(book, touched, passportId);
            if (there < amount) taken = there;
        }
        RoundBook storage entries = book.rounds[touched];
        holding.leaf = uint32(entries.places.get(passportId)) - 1;
        (holding.entries, holding.roundTotal) = entries.tree.subtract(holding.leaf, taken);
        holding.countedTotal = holding.roundTotal;
        if (carryOver) {
            (, holding.countedTotal) = book.totals.subtract(touched, taken);
            uint32 last = holding.entries == 0 ? _previousOf(book, touched, passportId) : touched + 1;
            book.holdings.set(passportId, (uint32(held) - taken) | (uint64(last) << 32));
        }
    }

    /// Whether all rounds from `first` to before `open` are decided, with all places that are drawn, or void; else the first one
    /// that is not.
    function settle(Book storage book, uint32 first, uint32 open) internal returns (bool isSettled, uint32 unsettled) {
        (uint32 from, uint32 to) = (book.settledFrom, book.settledTo);
        bool extends_ = from <= first && first <= to;
        for (uint32 round = extends_ ? to : first; round < open; round++) {
            (uint64 winner, bool isVoid, bool isDrawing) = outcomeOf(book.rounds[round]);
            if ((winner == 0 && !isVoid) || isDrawing) return (false, round);
        }
        (book.settledFrom, book.settledTo) = (extends_ ? from : first, open);
        return (true, 0);
    }

    /// The first winner of a round, whether it is void, and whether more places are to be drawn, in one read.
    function outcomeOf(RoundBook storage entries) internal view returns (uint64 winner, bool isVoid, bool isDrawing) {
        uint256 word;
        assembly ("memory-safe") {
            word := sload(entries.slot)
        }
        return (uint64(word), uint8(word >> 96) != 0, word >> 208 != 0);
    }

    /// Records the first winner of a round, which must be neither decided nor void, in one write.
    function decide(RoundBook storage entries, uint64 winner, uint32 total) internal {
        _settle(entries, winner | uint256(total) << 64 | 1 << 192);
    }

    /// The same for a round that is void.
    function markVoid(RoundBook storage entries, uint32 total) internal {
        _settle(entries, uint256(total) << 64 | 1 << 96);
    }

    /// What a passport holds of a round's own entries.
    function entriesOf(Book storage book, uint32 round, uint256 passportId) internal view returns (uint32) {
        RoundBook storage entries = book.rounds[round];
        uint32 leaf = uint32(entries.places.get(passportId));
        return leaf == 0 ? 0 : entries.tree.weightOf(leaf - 1);
    }

    /// The round's own entries.
    function ownTotalOf(Book storage book, uint32 round) internal view returns (uint32) {
        return book.rounds[round].tree.totalOf();
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
        uint32 next = uint32(book.holdings.get(passportId) >> 32);
        while (next > uint256(round) + 1) next = _previousOf(book, next - 1, passportId);
        return next != 0;
    }

    /// The passport that holds `ticket`, which must be below the round's counted total: tickets go to the rounds in
    /// their order, within a round to the passports in the order of first issues. `first` is the first ticket of the leaf, and
    /// `weight` their number.
    function passportAt(Book storage book, bool carryOver, uint32 round, uint32 ticket)
        internal
        view
        returns (uint64 passportId, uint256 first, uint256 weight)
    {
        uint256 rest = ticket;
        uint256 leaf = round;
        if (carryOver) (leaf, rest,) = book.totals.find(ticket);
        RoundBook storage entries = book.rounds[uint32(leaf)];
        (leaf, rest, weight) = entries.tree.find(rest);
        unchecked {
            first = ticket - rest;
        }
        passportId = entries.passports.get(leaf);
    }

    /// The winner of a place; 0 while it has none.
    function winnerOf(RoundBook storage entries, uint256 place) internal view returns (uint64) {
        return place == 0 ? entries.first.winner : entries.winners.get(place - 1);
    }

    /// What followed of a place.
    function outcomeAt(RoundBook storage entries, uint256 place) internal view returns (Outcome storage) {
        return place == 0 ? entries.first : entries.others[place];
    }

    /// Counts the entries in the rounds' totals and in the passport's stack, onto which it puts the round. Returns the round
    /// below this one, plus one; `previous` is what it was when the round is on the stack already.
    function _addToStack(Book storage book, uint32 round, uint256 passportId, uint32 amount, uint32 previous)
        private
        returns (uint32)
    {
        book.totals.add(round, amount);

        uint64 held = book.holdings.get(passportId);
        uint32 last = uint32(held >> 32);
        book.holdings.set(passportId, (uint32(held) + amount) | (uint64(round + 1) << 32));
        return last == round + 1 ? previous : last;
    }

    /// Gives a passport the next leaf of a round; returns the new number of leaves. The tree grows with its first entries.
    function _addLeaf(RoundBook storage entries, uint32 leaf, uint256 passportId) private returns (uint32 leaves) {
        if (leaf == 0) entries.first.isEntered = true;
        entries.passports.set(leaf, uint64(passportId));
        return leaf + 1;
    }

    function _settle(RoundBook storage entries, uint256 outcome) private {
        assembly ("memory-safe") {
            sstore(entries.slot, or(sload(entries.slot), outcome))
        }
    }

    /// The round below `round` in a passport's stack plus one; 0 when there is none.
    function _previousOf(Book storage book, uint32 round, uint256 passportId) private view returns (uint32) {
        return uint32(book.rounds[round].places.get(passportId) >> 32);
    }
}
