// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Entries} from "./Entries.sol";
import {Exclusions} from "./Exclusions.sol";
import {State} from "./State.sol";
import {Uint64Map} from "./Uint64Map.sol";

/// The places of a round after the first one.
///
/// Ticket n (counted from 0) is keccak256(seed, n) modulo the number of tickets that are left, 0 being the first winner's. The
/// leaf that it hits is left out of the next tickets, and its passport takes the next place unless it has one: with carry-over a
/// passport may have a leaf in several rounds. So each ticket costs a search and nothing more, however many leaves a winner has.
abstract contract Places is State {
    using Entries for Entries.Book;
    using Entries for Entries.RoundBook;
    using Exclusions for Exclusions.List;
    using Uint64Map for Uint64Map.Map;

    struct Progress {
        bytes32 giveaway;
        uint32 round;
        bool carryOver;
        /// How many tickets may still be drawn now.
        uint256 tickets;
        bytes32 seed;
        /// Tickets drawn before, and those that are left to draw from.
        uint256 drawn;
        uint256 left;
        /// Places that have a winner, and all places.
        uint256 decided;
        uint256 places;
        /// The winners by place; where a passport has one leaf alone, only those that are drawn now.
        uint256[] winners;
        Exclusions.List excluded;
    }

    /// What one transaction draws at most.
    uint256 internal constant MAX_TICKETS = 256;

    function _placesOf(Giveaway storage kept) internal view returns (uint256) {
        unchecked {
            return uint256(kept.winners) + kept.alternates;
        }
    }

    function _declarePlace(bytes32 giveaway, uint32 round, uint256 place, uint256 passportId) internal {
        Entries.RoundBook storage entries = _books[giveaway].rounds[round];
        for (uint256 taken = 0; taken < place; taken++) {
            if (entries.winnerOf(taken) == passportId) revert PassportHasPlace(giveaway, round, passportId, uint8(taken));
        }
        // Passports with entries are within 64 bits.
        entries.winners.set(place - 1, uint64(passportId));
        entries.first.decided = uint8(place + 1);
        emit PlaceDeclared(giveaway, round, passportId, uint8(place), _ownerOf(passportId), msg.sender);
    }

    /// Draws up to `tickets` tickets, of which the first one has decided the first place already.
    function _drawFurther(bytes32 giveaway, Giveaway storage kept, uint32 round, bytes32 seed, uint256 tickets) internal {
        Progress memory progress;
        (progress.giveaway, progress.round, progress.seed, progress.tickets) = (giveaway, round, seed, tickets);
        Entries.RoundBook storage entries = _books[giveaway].rounds[round];
        _load(kept, entries, progress);
        _drawTickets(entries, progress);
    }

    /// Goes on with a draw.
    function _resume(bytes32 giveaway, Giveaway storage kept, uint32 round, uint256 tickets) internal {
        Progress memory progress;
        (progress.giveaway, progress.round, progress.tickets) = (giveaway, round, tickets);
        Entries.RoundBook storage entries = _books[giveaway].rounds[round];
        Entries.Drawing storage drawing = entries.drawing;
        (progress.seed, progress.drawn, progress.decided) = (drawing.seed, drawing.drawn, entries.first.decided);
        _load(kept, entries, progress);
        for (uint256 i = 0; i < progress.drawn; i++) {
            uint64 range = drawing.excluded.get(i);
            progress.excluded.ranges[i] = range;
            progress.left -= uint32(range);
        }
        progress.excluded.count = progress.drawn;
        _drawTickets(entries, progress);
    }

    function _load(Giveaway storage kept, Entries.RoundBook storage entries, Progress memory progress) private view {
        progress.left = entries.first.total;
        progress.places = _placesOf(kept);
        progress.carryOver = kept.entriesCarryOver;
        // Where a passport has one leaf alone, each ticket decides a place.
        uint256 most = progress.drawn + progress.tickets;
        if (!progress.carryOver && most > progress.places) most = progress.places;
        progress.excluded.ranges = new uint256[](most);
        progress.winners = new uint256[](progress.places);
        if (!progress.carryOver) return;
        for (uint256 place = 0; place < progress.decided; place++) {
            progress.winners[place] = entries.winnerOf(place);
        }
    }

    function _drawTickets(Entries.RoundBook storage entries, Progress memory progress) private {
        bool isDrawing = _isDrawing(progress);
        uint256 known = progress.decided;
        unchecked {
            for (; isDrawing && progress.tickets != 0; progress.tickets--) {
                _drawTicket(progress);
                isDrawing = _isDrawing(progress);
            }
            // The first place is kept apart.
            entries.winners.setAll(progress.winners, 1, known == 0 ? 0 : known - 1, progress.decided - 1);
        }
        entries.first.decided = uint8(progress.decided);
        entries.first.isDrawing = isDrawing;
        if (!isDrawing) return;
        entries.drawing.seed = progress.seed;
        entries.drawing.drawn = uint32(progress.drawn);
        entries.drawing.excluded.setAll(progress.excluded.ranges, 0, 0, progress.drawn);
    }

    /// Whether there is another place, and a ticket to draw for it.
    function _isDrawing(Progress memory progress) private pure returns (bool) {
        return progress.decided < progress.places && progress.left != 0;
    }

    function _drawTicket(Progress memory progress) private {
        unchecked {
            uint256 left = progress.left;
            bytes32 hash = progress.seed;
            if (progress.drawn != 0) hash = keccak256(abi.encode(hash, progress.drawn));
            uint256 ticket = uint256(hash) % left;
            (uint256 among, uint256 before) = progress.excluded.locate(ticket);
            (uint64 passportId, uint256 first, uint256 weight) =
                _books[progress.giveaway].passportAt(progress.carryOver, progress.round, uint32(among));
            progress.excluded.insert(before, first, weight);
            progress.left = left - weight;
            uint256 drawn = progress.drawn++;
            uint256 place = progress.decided;
            if (progress.carryOver && _hasPlace(progress, passportId)) return;
            progress.winners[place] = passportId;
            progress.decided = place + 1;
            if (place == 0) return;
            emit PlaceDrawn(
                progress.giveaway, progress.round, passportId, uint8(place), uint32(drawn), uint32(left), uint32(ticket)
            );
        }
    }

    function _hasPlace(Progress memory progress, uint64 passportId) private pure returns (bool) {
        unchecked {
            for (uint256 place = 0; place < progress.decided; place++) {
                if (progress.winners[place] == passportId) return true;
            }
            return false;
        }
    }
}
