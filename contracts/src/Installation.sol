// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Announcements} from "./Announcements.sol";
import {Draws} from "./Draws.sol";
import {Giveaways} from "./Giveaways.sol";
import {IAnnouncements} from "./IAnnouncements.sol";
import {IBeacon} from "./IBeacon.sol";
import {Passport} from "./Passport.sol";
import {Prizes} from "./Prizes.sol";

/// Creates the passports, the modules and then the hub. Hub and passports have each other's address in their code, so that CREATE2
/// alone cannot create both. The factory creates this contract by CREATE2: its address commits to the code below and to the
/// arguments, and the addresses of its contracts follow from its own.
contract Installation {
    /// The public deterministic factory, the same on every chain.
    address private constant FACTORY = 0x4e59b44847b379578588920cA78FbF26c0B4956C;

    constructor(address owner, IBeacon beacon, uint64 signerDelay, uint32 minBeaconMargin) {
        // The address of the fourth contract: keccak256(RLP([this, 4])).
        bytes32 fourth = keccak256(abi.encodePacked(hex"d694", address(this), hex"04"));
        Passport passport = new Passport(address(uint160(uint256(fourth))));
        address draws = address(new Draws(passport));
        address prizes = address(new Prizes(passport));
        new Giveaways(owner, passport, draws, prizes, _announcements(), beacon, signerDelay, minBeaconMargin);
    }

    /// The lists of the chain, which the first installation creates.
    function _announcements() private returns (IAnnouncements) {
        bytes memory code = type(Announcements).creationCode;
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", FACTORY, bytes32(0), keccak256(code)));
        address lists = address(uint160(uint256(hash)));
        if (lists.code.length == 0) {
            (bool isDone,) = FACTORY.call(bytes.concat(bytes32(0), code));
            require(isDone && lists.code.length != 0);
        }
        return IAnnouncements(lists);
    }
}
