// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Giveaways} from "./Giveaways.sol";
import {IBeacon} from "./IBeacon.sol";
import {Passport} from "./Passport.sol";

/// Creates the passports and then the hub. Each has the address of the other in its code, so that CREATE2 alone cannot create
/// both. The factory creates this contract by CREATE2: its address commits to the code below and to the arguments, and the
/// addresses of its first two contracts follow from its own.
contract Installation {
    constructor(address owner, IBeacon beacon, uint64 signerDelay, uint32 minBeaconMargin) {
        // The address of the second contract: keccak256(RLP([this, 2])).
        bytes32 second = keccak256(abi.encodePacked(hex"d694", address(this), hex"02"));
        Passport passport = new Passport(address(uint160(uint256(second))));
        new Giveaways(owner, passport, beacon, signerDelay, minBeaconMargin);
    }
}
