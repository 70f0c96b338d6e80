// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A public source of randomness that signs numbered rounds at known times, so that nobody can choose a value.
interface IBeacon {
    error BeaconRoundInvalid(uint64 beaconRound);
    error BeaconSignatureInvalid(uint64 beaconRound);

    /// The first round that is signed at or after `timestamp` (seconds).
    function roundAt(uint64 timestamp) external view returns (uint64 beaconRound);

    /// When a round is signed, in seconds. Rounds count from 1.
    function timeOf(uint64 beaconRound) external view returns (uint64 timestamp);

    /// The randomness of a round: sha256 of its compressed signature. `signature` is that one, 48 bytes, or for less gas the
    /// same point uncompressed: x and y, 48 bytes each. Reverts when it is not the beacon's for that round.
    function randomnessOf(uint64 beaconRound, bytes calldata signature) external view returns (bytes32 randomness);
}
