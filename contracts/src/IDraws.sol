// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "./IGiveaways.sol";

/// Winners of closed rounds, and what is known of a round.
interface IDraws is IGiveaways {
    // Signers of the giveaway's provider.
    function declareWinner(bytes32 giveaway, uint32 round, uint256 passportId) external;

    // Anyone.
    /// Settles a closed round by the beacon's signature of its one beacon round: 48 bytes, or for less gas 96 (see IBeacon).
    function drawWinner(bytes32 giveaway, uint32 round, bytes calldata signature) external returns (uint256 passportId);
    /// Marks a round with entries void, from 30 days after the time of its beacon round. It can never be drawn afterwards.
    function voidRound(bytes32 giveaway, uint32 round) external;

    /// Reverts RoundUnknown for a round that never opens.
    function roundOf(bytes32 giveaway, uint32 round) external view returns (Round memory);
    /// The beacon round that decides a round.
    function beaconRoundOf(bytes32 giveaway, uint32 round) external view returns (uint64 beaconRound);
}
