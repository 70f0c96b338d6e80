// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Bls} from "./Bls.sol";
import {Entries} from "./Entries.sol";
import {IBeacon} from "./IBeacon.sol";
import {IDraws} from "./IDraws.sol";
import {IPassport} from "./IPassport.sol";
import {State} from "./State.sol";

/// A module of the hub: winners of closed rounds, declared by the provider or drawn with a beacon that nobody can steer.
contract Draws is State, IDraws {
    using Entries for Entries.Book;
    using Entries for Entries.RoundBook;

    struct Draw {
        uint64 beaconRound;
        bytes32 randomness;
        uint32 total;
        uint32 ticket;
    }

    /// How long a beacon may stay silent before its round can be marked void.
    uint64 private constant VOID_DELAY = 30 days;

    constructor(IPassport passport_) State(passport_) {}

    function declareWinner(bytes32 giveaway, uint32 round, uint256 passportId) external {
        Giveaway storage kept = _requireOwn(giveaway);
        _requireDetermination(giveaway, kept, Determination.ProviderDeclared);
        Entries.Book storage book = _books[giveaway];
        (Entries.RoundBook storage outcome, uint32 total,) = _requireDecidable(giveaway, kept, book, round);
        if (!book.isCounted(kept.entriesCarryOver, round, passportId)) {
            revert PassportWithoutEntries(giveaway, round, passportId);
        }

        // Passports with entries are within 64 bits.
        outcome.settle(uint64(passportId), false, total);
        emit WinnerDeclared(giveaway, round, passportId, _ownerOf(passportId), msg.sender);
    }

    function drawWinner(bytes32 giveaway, uint32 round, bytes calldata signature)
        external
        returns (uint256 passportId)
    {
        Giveaway storage kept = _requireKnown(giveaway);
        _requireDetermination(giveaway, kept, Determination.OnChainRandom);
        Entries.Book storage book = _books[giveaway];
        Draw memory draw;
        (Entries.RoundBook storage outcome, uint32 total, uint64 closesAt) =
            _requireDecidable(giveaway, kept, book, round);

        draw.total = total;
        IBeacon beacon = kept.beacon;
        unchecked {
            // A round that has closed did so before now.
            draw.beaconRound = beacon.roundAt(closesAt + kept.beaconMargin);
        }
        draw.randomness = beacon.randomnessOf(draw.beaconRound, signature);
        draw.ticket = _ticketOf(giveaway, round, draw.randomness, total);
        passportId = book.passportAt(kept.entriesCarryOver, round, draw.ticket);

        outcome.settle(uint64(passportId), false, total);
        _record(giveaway, round, passportId, Bls.compress(signature), draw);
    }

    function voidRound(bytes32 giveaway, uint32 round) external {
        Giveaway storage kept = _requireKnown(giveaway);
        _requireDetermination(giveaway, kept, Determination.OnChainRandom);
        (Entries.RoundBook storage outcome, uint32 total, uint64 closesAt) =
            _requireDecidable(giveaway, kept, _books[giveaway], round);
        uint64 beaconRound = kept.beacon.roundAt(closesAt + kept.beaconMargin);
        uint64 from = kept.beacon.timeOf(beaconRound) + VOID_DELAY;
        if (block.timestamp < from) revert RoundNotVoidable(giveaway, round, from);

        outcome.settle(0, true, total);
        _endPending(kept);
        emit RoundVoided(giveaway, round, beaconRound, msg.sender);
    }

    function roundOf(bytes32 giveaway, uint32 round) external view returns (Round memory) {
        Giveaway storage kept = _requireKnown(giveaway);
        (uint64 opensAt, uint64 closesAt) = _requireSpan(giveaway, kept, round);
        Entries.Book storage book = _books[giveaway];
        Entries.RoundBook storage outcome = book.rounds[round];
        bool isSettled = outcome.winner != 0 || outcome.isVoid;
        uint32 total = isSettled ? outcome.total : book.totalOf(kept.entriesCarryOver, round);
        return Round({
            state: _stateOf(opensAt, closesAt, total, outcome),
            opensAt: opensAt,
            closesAt: closesAt,
            ownTotal: book.ownTotalOf(round),
            total: total,
            winner: outcome.winner,
            receiptConfirmed: outcome.receiptConfirmed,
            deliveries: outcome.deliveries
        });
    }

    function beaconRoundOf(bytes32 giveaway, uint32 round) external view returns (uint64 beaconRound) {
        Giveaway storage kept = _requireKnown(giveaway);
        _requireDetermination(giveaway, kept, Determination.OnChainRandom);
        (, uint64 closesAt) = _requireSpan(giveaway, kept, round);
        return kept.beacon.roundAt(closesAt + kept.beaconMargin);
    }

    function _requireDetermination(bytes32 giveaway, Giveaway storage kept, Determination determination) private view {
        if (kept.determination != determination) revert WrongDetermination(giveaway, kept.determination);
    }

    /// A closed round that is neither decided nor void, and the entries that count for its winner.
    function _requireDecidable(bytes32 giveaway, Giveaway storage kept, Entries.Book storage book, uint32 round)
        private
        view
        returns (Entries.RoundBook storage outcome, uint32 total, uint64 closesAt)
    {
        (, closesAt) = _requireSpan(giveaway, kept, round);
        if (closesAt == 0 || block.timestamp < closesAt) revert RoundNotClosed(giveaway, round, closesAt);
        outcome = book.rounds[round];
        (uint64 winner, bool isVoid) = outcome.outcomeOf();
        if (winner != 0) revert WinnerAlreadySet(giveaway, round, winner);
        if (isVoid) revert RoundIsVoid(giveaway, round);
        total = book.totalOf(kept.entriesCarryOver, round);
        if (total == 0) revert NoEntries(giveaway, round);
    }

    /// The ticket below `total` that the randomness gives to a round.
    function _ticketOf(bytes32 giveaway, uint32 round, bytes32 randomness, uint32 total) private view returns (uint32) {
        bytes32 seed = keccak256(abi.encode(randomness, block.chainid, address(this), giveaway, round));
        // 256 bits over at most 32: no ticket is likelier than another by more than 2^-223.
        return uint32(uint256(seed) % total);
    }

    function _record(bytes32 giveaway, uint32 round, uint256 passportId, bytes memory signature, Draw memory draw)
        private
    {
        emit WinnerDrawn(
            giveaway,
            round,
            passportId,
            _ownerOf(passportId),
            draw.beaconRound,
            signature,
            draw.randomness,
            draw.total,
            draw.ticket
        );
    }

    function _stateOf(uint64 opensAt, uint64 closesAt, uint32 total, Entries.RoundBook storage outcome)
        private
        view
        returns (RoundState)
    {
        if (outcome.winner != 0) return RoundState.Decided;
        if (outcome.isVoid) return RoundState.Void;
        if (block.timestamp < opensAt) return RoundState.Scheduled;
        if (closesAt == 0 || block.timestamp < closesAt) return RoundState.Open;
        return total == 0 ? RoundState.Void : RoundState.Closed;
    }
}
