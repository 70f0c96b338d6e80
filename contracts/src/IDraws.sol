// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "./IGiveaways.sol";

/// Winners of closed rounds, and what is known of a round.
interface IDraws is IGiveaways {
    // Signers of the giveaway's provider.
    /// Gives a passport the next place of a closed round.
    function declareWinner(bytes32 giveaway, uint32 round, uint256 passportId) external;

    // Anyone.
    /// Settles a closed round by the beacon's signature of its one beacon round: 48 bytes, or for less gas 96 (see IBeacon).
    /// Draws all places, with at most 256 tickets; repeated calls draw those that are left. Returns the winner of the first place.
    function drawWinner(bytes32 giveaway, uint32 round, bytes calldata signature) external returns (uint256 passportId);
    /// The same with at most so many tickets, from 1 on, for a chain whose transactions have little gas. After the first call the
    /// signature is not needed. Returns the number of places that have a winner.
    function drawPlaces(bytes32 giveaway, uint32 round, bytes calldata signature, uint256 tickets)
        external
        returns (uint256 decided);
    /// Marks a round with entries void, from 30 days after the time of its beacon round. It can never be drawn afterwards.
    function voidRound(bytes32 giveaway, uint32 round) external;

    /// Reverts RoundUnknown for a round that never opens.
    function roundOf(bytes32 giveaway, uint32 round) external view returns (Round memory);
    /// Places count from 0. The same for a round that never opens; a place that does not exist has no winner.
    function placeOf(bytes32 giveaway, uint32 round, uint8 place) external view returns (Place memory);
    /// The beacon round that decides a round.
    function beaconRoundOf(bytes32 giveaway, uint32 round) external view returns (uint64 beaconRound);
}
