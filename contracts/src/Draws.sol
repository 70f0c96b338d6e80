// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Bls} from "./Bls.sol";
import {Entries} from "./Entries.sol";
import {IBeacon} from "./IBeacon.sol";
import {IDraws} from "./IDraws.sol";
import {IPassport} from "./IPassport.sol";
import {Places} from "./Places.sol";
import {State} from "./State.sol";

/// A module of the hub: winners of closed rounds, declared by the provider or drawn with a beacon that nobody can steer.
contract Draws is Places, IDraws {
    using Entries for Entries.Book;
    using Entries for Entries.RoundBook;

    /// A draw in one transaction: how many tickets it may draw, the number of places, and the data of WinnerDrawn. In memory, so that
    /// the compiler makes no second version of `_draw` for one number of tickets.
    struct Draw {
        uint256 tickets;
        uint256 places;
        uint64 beaconRound;
        bytes signature;
        bytes32 randomness;
        uint32 total;
        uint32 ticket;
    }

    /// How long a beacon may stay silent before its round can be marked void.
    uint64 private constant VOID_DELAY = 30 days;

    constructor(IPassport passport_) State(passport_) {}

    function declareWinner(bytes32 giveaway, uint32 round, uint256 passportId) external {
        Giveaway storage kept = _requireOwn(giveaway);
        if (kept.determination != Determination.ProviderDeclared) {
            revert WrongDetermination(giveaway, kept.determination);
        }
        Entries.Book storage book = _books[giveaway];
        uint256 place = book.rounds[round].first.decided;
        if (place != 0 && place < _placesOf(kept)) {
            _requireCounted(giveaway, kept, book, round, passportId);
            _declarePlace(giveaway, round, place, passportId);
            return;
        }
        (Entries.RoundBook storage entries, uint32 total,) = _requireDecidable(giveaway, kept, round);
        _requireCounted(giveaway, kept, book, round, passportId);

        // Passports with entries are within 64 bits.
        entries.decide(uint64(passportId), total);
        emit WinnerDeclared(giveaway, round, passportId, _ownerOf(passportId), msg.sender);
    }

    function drawWinner(bytes32 giveaway, uint32 round, bytes calldata signature)
        external
        returns (uint256 passportId)
    {
        Draw memory draw;
        draw.tickets = MAX_TICKETS;
        return _draw(giveaway, round, signature, draw);
    }

    function drawPlaces(bytes32 giveaway, uint32 round, bytes calldata signature, uint256 tickets)
        external
        returns (uint256 decided)
    {
        if (tickets == 0) revert BatchInvalid(tickets);
        Draw memory draw;
        draw.tickets = tickets < MAX_TICKETS ? tickets : MAX_TICKETS;
        _draw(giveaway, round, signature, draw);
        return _books[giveaway].rounds[round].first.decided;
    }

    function voidRound(bytes32 giveaway, uint32 round) external {
        Giveaway storage kept = _requireDrawn(giveaway);
        (Entries.RoundBook storage entries, uint32 total, uint64 closesAt) =
            _requireDecidable(giveaway, kept, round);
        uint64 beaconRound = kept.beacon.roundAt(closesAt + kept.beaconMargin);
        uint64 from = kept.beacon.timeOf(beaconRound) + VOID_DELAY;
        if (block.timestamp < from) revert RoundNotVoidable(giveaway, round, from);

        entries.markVoid(total);
        _endPending(kept);
        emit RoundVoided(giveaway, round, beaconRound, msg.sender);
    }

    function roundOf(bytes32 giveaway, uint32 round) external view returns (Round memory) {
        Giveaway storage kept = _requireKnown(giveaway);
        (uint64 opensAt, uint64 closesAt) = _requireSpan(giveaway, kept, round);
        Entries.Book storage book = _books[giveaway];
        Entries.Outcome storage outcome = book.rounds[round].first;
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
            deliveries: outcome.deliveries,
            decided: outcome.decided,
            delivered: outcome.delivered,
            isDrawing: outcome.isDrawing
        });
    }

    function placeOf(bytes32 giveaway, uint32 round, uint8 place) external view returns (Place memory) {
        Giveaway storage kept = _requireKnown(giveaway);
        _requireSpan(giveaway, kept, round);
        Entries.RoundBook storage entries = _books[giveaway].rounds[round];
        Entries.Outcome storage outcome = entries.outcomeAt(place);
        return Place({
            winner: entries.winnerOf(place),
            receiptConfirmed: outcome.receiptConfirmed,
            deliveries: outcome.deliveries
        });
    }

    function beaconRoundOf(bytes32 giveaway, uint32 round) external view returns (uint64 beaconRound) {
        Giveaway storage kept = _requireDrawn(giveaway);
        (, uint64 closesAt) = _requireSpan(giveaway, kept, round);
        return kept.beacon.roundAt(closesAt + kept.beaconMargin);
    }

    /// Returns the winner of the first place.
    function _draw(bytes32 giveaway, uint32 round, bytes calldata signature, Draw memory draw)
        private
        returns (uint64 passportId)
    {
        Giveaway storage kept = _requireDrawn(giveaway);
        (Entries.RoundBook storage entries, uint32 total, uint64 closesAt) =
            _requireUndecided(giveaway, kept, round);
        if (total == 0) {
            _resume(giveaway, kept, round, draw.tickets);
            return entries.first.winner;
        }
        draw.total = total;
        _askBeacon(kept, closesAt, signature, draw);
        bytes32 seed = keccak256(abi.encode(draw.randomness, block.chainid, address(this), giveaway, round));
        // 256 bits over at most 32: no ticket is likelier than another by more than 2^-223.
        draw.ticket = uint32(uint256(seed) % total);
        passportId = _passportAt(giveaway, kept, round, draw.ticket);
        entries.decide(passportId, total);
        draw.signature = Bls.compress(signature);
        _record(giveaway, round, passportId, draw);
        if (draw.places != 1) _drawFurther(giveaway, kept, round, seed, draw.tickets);
    }

    function _passportAt(bytes32 giveaway, Giveaway storage kept, uint32 round, uint32 ticket)
        private
        view
        returns (uint64 passportId)
    {
        (passportId,,) = _books[giveaway].passportAt(kept.entriesCarryOver, round, ticket);
    }

    /// Reads the beacon round that decides a closed round, and its randomness.
    function _askBeacon(Giveaway storage kept, uint64 closesAt, bytes calldata signature, Draw memory draw) private view {
        // One slot, which is read before the beacon is asked.
        (IBeacon beacon, uint32 margin, uint256 places) = (kept.beacon, kept.beaconMargin, _placesOf(kept));
        draw.places = places;
        unchecked {
            // A round that has closed did so before now.
            draw.beaconRound = beacon.roundAt(closesAt + margin);
        }
        draw.randomness = beacon.randomnessOf(draw.beaconRound, signature);
    }

    /// A giveaway whose winners are drawn.
    function _requireDrawn(bytes32 giveaway) private view returns (Giveaway storage kept) {
        kept = _giveaways[giveaway];
        // One slot.
        (uint64 startTime, Determination determination) = (kept.startTime, kept.determination);
        if (startTime == 0) revert GiveawayUnknown(giveaway);
        if (determination != Determination.OnChainRandom) revert WrongDetermination(giveaway, determination);
    }

    /// A closed round that is neither decided nor void, and the entries that count for its winner.
    function _requireDecidable(bytes32 giveaway, Giveaway storage kept, uint32 round)
        private
        view
        returns (Entries.RoundBook storage entries, uint32 total, uint64 closesAt)
    {
        (entries, total, closesAt) = _requireUndecided(giveaway, kept, round);
        if (total == 0) revert WinnerAlreadySet(giveaway, round, entries.first.winner);
    }

    /// The same, or a round of which places are to be drawn; its total is 0.
    function _requireUndecided(bytes32 giveaway, Giveaway storage kept, uint32 round)
        private
        view
        returns (Entries.RoundBook storage entries, uint32 total, uint64 closesAt)
    {
        (, closesAt) = _requireSpan(giveaway, kept, round);
        if (closesAt == 0 || block.timestamp < closesAt) revert RoundNotClosed(giveaway, round, closesAt);
        Entries.Book storage book = _books[giveaway];
        entries = book.rounds[round];
        (uint64 winner, bool isVoid, bool isDrawing) = entries.outcomeOf();
        if (isDrawing) return (entries, 0, closesAt);
        if (winner != 0) revert WinnerAlreadySet(giveaway, round, winner);
        if (isVoid) revert RoundIsVoid(giveaway, round);
        total = book.totalOf(kept.entriesCarryOver, round);
        if (total == 0) revert NoEntries(giveaway, round);
    }

    function _requireCounted(
        bytes32 giveaway,
        Giveaway storage kept,
        Entries.Book storage book,
        uint32 round,
        uint256 passportId
    ) private view {
        if (!book.isCounted(kept.entriesCarryOver, round, passportId)) {
            revert PassportWithoutEntries(giveaway, round, passportId);
        }
    }

    function _record(bytes32 giveaway, uint32 round, uint256 passportId, Draw memory draw) private {
        emit WinnerDrawn(
            giveaway,
            round,
            passportId,
            _ownerOf(passportId),
            draw.beaconRound,
            draw.signature,
            draw.randomness,
            draw.total,
            draw.ticket
        );
    }

    function _stateOf(uint64 opensAt, uint64 closesAt, uint32 total, Entries.Outcome storage outcome)
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
