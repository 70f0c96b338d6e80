// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAnnouncements} from "./IAnnouncements.sol";

/// Created by the public factory with the salt 0 and without arguments, so that it has one address, the same on every chain. It
/// has no owner. Its address is a hash of its code: a change of the code, or another compiler, starts lists at another address.
contract Announcements is IAnnouncements {
    mapping(bytes32 provider => bytes32) public override headOf;
    mapping(bytes32 provider => uint64) public override countOf;

    function announce(bytes32 provider, bytes32 giveaway, Terms calldata terms) external returns (uint64 index) {
        uint64 time = uint64(block.timestamp);
        index = countOf[provider]++;
        headOf[provider] = keccak256(
            abi.encode(headOf[provider], block.chainid, provider, msg.sender, giveaway, index, time, terms)
        );
        emit GiveawayAnnounced(provider, msg.sender, giveaway, index, time, terms);
    }
}
