// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Entries} from "./Entries.sol";
import {EntryChanges} from "./EntryChanges.sol";

/// Winners of closed rounds, declared by the provider or drawn with a beacon that nobody can steer.
abstract contract Winners is EntryChanges {
    using Entries for Entries.Book;

    struct Outcome {
        uint64 winner;
        bool receiptConfirmed;
        bool prizeDelivered;
    }

    mapping(bytes32 giveaway => mapping(uint32 round => Outcome)) private _outcomes;

    function declareWinner(bytes32 giveaway, uint32 round, uint256 passportId) external {
        Giveaway storage kept = _requireOwn(giveaway);
        _requireDecidable(giveaway, kept, round, Determination.ProviderDeclared);
        if (!_entries[giveaway].isCounted(kept.entriesCarryOver, round, passportId)) {
            revert PassportWithoutEntries(giveaway, round, passportId);
        }

        // Passports with entries are within 64 bits.
        _outcomes[giveaway][round].winner = uint64(passportId);
        emit WinnerDeclared(giveaway, round, passportId, _ownerOf(passportId), msg.sender);
    }

    function drawWinner(bytes32 giveaway, uint32 round, bytes calldata signature)
        external
        returns (uint256 passportId)
    {
        Giveaway storage kept = _requireKnown(giveaway);
        uint32 total = _requireDecidable(giveaway, kept, round, Determination.OnChainRandom);

        uint64 beaconRound = beaconRoundOf(giveaway, round);
        bytes32 randomness = kept.beacon.randomnessOf(beaconRound, signature);
        uint32 ticket = _ticketOf(giveaway, round, randomness, total);
        passportId = _entries[giveaway].passportAt(kept.entriesCarryOver, round, ticket);

        _outcomes[giveaway][round].winner = uint64(passportId);
        emit WinnerDrawn(
            giveaway, round, passportId, _ownerOf(passportId), beaconRound, signature, randomness, total, ticket
        );
    }

    function roundOf(bytes32 giveaway, uint32 round) external view returns (Round memory) {
        Giveaway storage kept = _requireKnown(giveaway);
        (uint64 opensAt, uint64 closesAt) = _requireSpan(giveaway, kept, round);
        Outcome storage outcome = _outcomes[giveaway][round];
        uint32 total = _entries[giveaway].totalOf(kept.entriesCarryOver, round);
        return Round({
            state: _stateOf(opensAt, closesAt, total, outcome.winner),
            opensAt: opensAt,
            closesAt: closesAt,
            ownTotal: _entries[giveaway].ownTotalOf(round),
            total: total,
            winner: outcome.winner,
            receiptConfirmed: outcome.receiptConfirmed,
            prizeDelivered: outcome.prizeDelivered
        });
    }

    function beaconRoundOf(bytes32 giveaway, uint32 round) public view returns (uint64 beaconRound) {
        Giveaway storage kept = _requireKnown(giveaway);
        _requireDetermination(giveaway, kept, Determination.OnChainRandom);
        (, uint64 closesAt) = _requireSpan(giveaway, kept, round);
        if (closesAt == 0) revert RoundNotClosed(giveaway, round, closesAt);
        return kept.beacon.roundAt(closesAt + kept.beaconMargin);
    }

    function _requireDecided(bytes32 giveaway, Giveaway storage kept, uint32 round)
        internal
        view
        returns (Outcome storage outcome)
    {
        _requireSpan(giveaway, kept, round);
        outcome = _outcomes[giveaway][round];
        if (outcome.winner == 0) revert WinnerNotSet(giveaway, round);
    }

    /// The entries that count for the winner of a round that waits for one.
    function _requireDecidable(bytes32 giveaway, Giveaway storage kept, uint32 round, Determination determination)
        private
        view
        returns (uint32 total)
    {
        _requireDetermination(giveaway, kept, determination);
        (, uint64 closesAt) = _requireSpan(giveaway, kept, round);
        if (closesAt == 0 || block.timestamp < closesAt) revert RoundNotClosed(giveaway, round, closesAt);
        uint64 winner = _outcomes[giveaway][round].winner;
        if (winner != 0) revert WinnerAlreadySet(giveaway, round, winner);
        total = _entries[giveaway].totalOf(kept.entriesCarryOver, round);
        if (total == 0) revert NoEntries(giveaway, round);
    }

    /// The ticket below `total` that the randomness gives to a round.
    function _ticketOf(bytes32 giveaway, uint32 round, bytes32 randomness, uint32 total) private view returns (uint32) {
        bytes32 seed = keccak256(abi.encode(randomness, block.chainid, address(this), giveaway, round));
        // 256 bits over at most 32: no ticket is likelier than another by more than 2^-223.
        return uint32(uint256(seed) % total);
    }

    function _stateOf(uint64 opensAt, uint64 closesAt, uint32 total, uint64 winner) private view returns (RoundState) {
        if (winner != 0) return RoundState.Decided;
        if (block.timestamp < opensAt) return RoundState.Scheduled;
        if (closesAt == 0 || block.timestamp < closesAt) return RoundState.Open;
        return total == 0 ? RoundState.Void : RoundState.Closed;
    }
}
