// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Bls} from "./Bls.sol";
import {IBeacon} from "./IBeacon.sol";

/// A network of drand with the scheme bls-unchained-g1-rfc9380 (quicknet), or anything that signs like one: round n is
/// signed at genesis + (n - 1) * period, over sha256 of n as 8 bytes, big end first.
contract DrandBeacon is IBeacon {
    error BeaconKeyInvalid(bytes key);
    error BeaconPeriodInvalid(uint64 period);

    /// Seconds; when round 1 is signed.
    uint64 public immutable genesis;
    /// Seconds from one round to the next.
    uint64 public immutable period;

    // In the code instead of storage, where reading would cost more than hashing to the curve.
    bytes32 private immutable _key0;
    bytes32 private immutable _key1;
    bytes32 private immutable _key2;
    bytes32 private immutable _key3;
    bytes32 private immutable _key4;
    bytes32 private immutable _key5;
    bytes32 private immutable _key6;
    bytes32 private immutable _key7;

    /// `key` is a point of G2 in the 256 bytes of EIP-2537.
    constructor(bytes memory key, uint64 genesis_, uint64 period_) {
        if (period_ == 0) revert BeaconPeriodInvalid(period_);
        if (key.length != 256 || keccak256(key) == keccak256(new bytes(256))) revert BeaconKeyInvalid(key);
        // The pairing of infinity with any key is one, if the key is in the subgroup.
        if (!Bls.isOne(bytes.concat(new bytes(128), key))) revert BeaconKeyInvalid(key);
        (_key0, _key1, _key2, _key3, _key4, _key5, _key6, _key7) =
            abi.decode(key, (bytes32, bytes32, bytes32, bytes32, bytes32, bytes32, bytes32, bytes32));
        genesis = genesis_;
        period = period_;
    }

    function roundAt(uint64 timestamp) external view returns (uint64 beaconRound) {
        if (timestamp <= genesis) return 1;
        // From 2 on: the least n with genesis + (n - 1) * period >= timestamp.
        return (timestamp - genesis - 1) / period + 2;
    }

    function timeOf(uint64 beaconRound) external view returns (uint64 timestamp) {
        if (beaconRound == 0) revert BeaconRoundInvalid(beaconRound);
        uint256 time = genesis + (uint256(beaconRound) - 1) * period;
        if (time > type(uint64).max) revert BeaconRoundInvalid(beaconRound);
        return uint64(time);
    }

    function randomnessOf(uint64 beaconRound, bytes calldata signature) external view returns (bytes32 randomness) {
        if (beaconRound == 0) revert BeaconRoundInvalid(beaconRound);
        bytes memory message = abi.encodePacked(sha256(abi.encodePacked(beaconRound)));
        if (!Bls.isSigned(message, signature, publicKey())) revert BeaconSignatureInvalid(beaconRound);
        return sha256(Bls.compress(signature));
    }

    /// The point of G2 in the 256 bytes of EIP-2537.
    function publicKey() public view returns (bytes memory) {
        return abi.encode(_key0, _key1, _key2, _key3, _key4, _key5, _key6, _key7);
    }
}
