// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Announcements} from "../src/Announcements.sol";
import {IAnnouncements} from "../src/IAnnouncements.sol";
import {artifactOf, Vm, vm} from "./support/Vm.sol";

contract AnnouncementsTest {
    address private constant HUB = address(0x4B);
    address private constant OTHER = address(0x07);
    bytes32 private constant PROVIDER = "provider";
    uint64 private constant NOW = 1_800_000_000;

    IAnnouncements private _announcements;

    function setUp() external {
        _announcements = Announcements(vm.deployCode(artifactOf("Announcements"), ""));
        vm.warp(NOW);
    }

    function test_the_list_of_a_provider_starts_empty() external view {
        vm.assertEq(_announcements.countOf(PROVIDER), 0);
        vm.assertEq(_announcements.headOf(PROVIDER), 0);
    }

    function test_each_announcement_is_recorded_at_the_end_of_the_list() external {
        _announce(HUB, PROVIDER, "summer", _terms(), 0);
        vm.warp(NOW + 10);
        _announce(OTHER, PROVIDER, "winter", _terms(), 1);
        _announce(HUB, "other provider", "summer", _terms(), 0);
        // The caller decides whether it announces a giveaway again.
        _announce(HUB, PROVIDER, "summer", _terms(), 2);
        vm.assertEq(_announcements.countOf(PROVIDER), 3);
        vm.assertEq(_announcements.countOf("other provider"), 1);
    }

    /// The caller decides, and a start in the past is visible as such.
    function test_a_start_in_the_past_is_recorded_with_the_time() external {
        IAnnouncements.Terms memory terms = _terms();
        terms.startTime = 1;
        _announce(HUB, PROVIDER, "late", terms, 0);
    }

    function testFuzz_the_head_follows_from_the_events(uint8 count, bytes32 seed) external {
        vm.recordLogs();
        for (uint256 i = 0; i < count % 8; i++) {
            vm.warp(NOW + i);
            bytes32 giveaway = keccak256(abi.encode(seed, i));
            IAnnouncements.Terms memory terms = _terms();
            (terms.endTime, terms.everyDays) = (uint64(uint256(giveaway)), uint32(uint256(giveaway) >> 64));
            vm.prank(address(uint160(uint256(giveaway)) | 1));
            _announcements.announce(PROVIDER, giveaway, terms);
        }
        Vm.Log[] memory logs = vm.getRecordedLogs();
        bytes32 head;
        for (uint256 i = 0; i < logs.length; i++) {
            bytes32[] memory topics = logs[i].topics;
            head = keccak256(
                bytes.concat(head, bytes32(block.chainid), topics[1], topics[2], topics[3], logs[i].data)
            );
        }
        vm.assertEq(_announcements.headOf(PROVIDER), head);
    }

    /// The slots of storage are part of the interface: proofs of the state use them.
    function test_head_and_count_have_the_slots_0_and_1() external {
        _announce(HUB, PROVIDER, "summer", _terms(), 0);
        address list = address(_announcements);
        vm.assertEq(vm.load(list, keccak256(abi.encode(PROVIDER, 0))), _announcements.headOf(PROVIDER));
        vm.assertEq(vm.load(list, keccak256(abi.encode(PROVIDER, 1))), bytes32(uint256(1)));
    }

    function _announce(
        address hub,
        bytes32 provider,
        bytes32 giveaway,
        IAnnouncements.Terms memory terms,
        uint64 index
    ) private {
        vm.expectEmit(address(_announcements));
        emit IAnnouncements.GiveawayAnnounced(provider, hub, giveaway, index, uint64(block.timestamp), terms);
        vm.prank(hub);
        vm.assertEq(_announcements.announce(provider, giveaway, terms), index);
    }

    function _terms() private pure returns (IAnnouncements.Terms memory) {
        return IAnnouncements.Terms({
            startTime: NOW + 1 days,
            endTime: NOW + 9 days,
            everyDays: 3,
            activeDays: 2,
            beacon: address(0xBEAC),
            beaconMargin: 900
        });
    }
}
