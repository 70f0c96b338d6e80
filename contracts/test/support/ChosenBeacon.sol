// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBeacon} from "../../src/IBeacon.sol";

/// A beacon whose signatures contain the beacon round and a randomness chosen by the test.
contract ChosenBeacon is IBeacon {
    uint64 public constant PERIOD = 3;

    function roundAt(uint64 timestamp) external pure returns (uint64) {
        return (timestamp + PERIOD - 1) / PERIOD;
    }

    function timeOf(uint64 beaconRound) external pure returns (uint64) {
        return beaconRound * PERIOD;
    }

    function randomnessOf(uint64 beaconRound, bytes calldata signature) external pure returns (bytes32 randomness) {
        uint64 signedRound;
        (signedRound, randomness) = abi.decode(signature, (uint64, bytes32));
        if (signedRound != beaconRound) revert BeaconSignatureInvalid(beaconRound);
    }
}
