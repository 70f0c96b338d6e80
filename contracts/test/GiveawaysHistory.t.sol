// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {Vm, vm} from "./support/Vm.sol";

/// The hash chain of a giveaway, recomputed from its events alone, and where a storage proof finds it.
contract GiveawaysHistoryTest is GiveawaysSetup {
    // As in the gateway's artifact of the hub.
    uint256 private constant GIVEAWAYS_SLOT = 4;
    uint256 private constant HISTORY_SLOT = 5;
    uint256 private constant OUTCOMES_SLOT = 6;

    bytes32 private _giveaway;
    uint256 private _ann;
    uint256 private _ben;

    function setUp() public override {
        super.setUp();
        _ann = mint(address(0xA1));
        _ben = mint(address(0xB1));
        vm.recordLogs();
        _giveaway = create(rolling(drawn(), 7, 7, true));
    }

    function test_starts_with_the_options() public view {
        bytes32 start = keccak256(abi.encode(PROVIDER, START - 1, rolling(drawn(), 7, 7, true)));
        vm.assertEq(hub.historyOf(_giveaway), start);
        vm.assertEq(hub.historyOf("x"), bytes32(0));
    }

    function test_follows_from_the_events() public {
        vm.warp(START);
        apply_(_giveaway, issue(_ann, 10));
        IGiveaways.EntryChange[] memory batch = new IGiveaways.EntryChange[](4);
        (batch[0], batch[1], batch[2]) = (issue(_ben, 2), removal(_ann, 11), removal(_ann, 1));
        batch[3] = batch[0];
        vm.prank(SIGNER);
        hub.changeEntriesBatch(_giveaway, batch);
        IGiveaways.Provision memory item = minting(newKey(), address(0xC1));
        item.entries.giveaway = _giveaway;
        item.entries.amount = 7;
        provision(item);
        vm.warp(START + 7 * DAY);
        apply_(_giveaway, issue(_ann, 3));
        hub.drawWinner(_giveaway, 0, abi.encode(hub.beaconRoundOf(_giveaway, 0), bytes32("any")));
        apply_(_giveaway, removal(_ann, 5));
        _compare(7);
    }

    /// Changes of two giveaways in one batch of provisions, by turns.
    function test_follows_each_giveaway_in_a_batch_of_provisions() public {
        bytes32 first = _giveaway;
        IGiveaways.GiveawayOptions memory options = rolling(drawn(), 7, 7, true);
        options.externalId = "second";
        bytes32 second = create(options);
        vm.warp(START);
        IGiveaways.Provision[] memory items = new IGiveaways.Provision[](5);
        for (uint256 i = 0; i < items.length; i++) {
            items[i] = minting(newKey(), address(0xC1));
            items[i].entries.giveaway = i % 2 == 0 ? first : second;
            items[i].entries.amount = 1;
        }
        items[4].entries.giveaway = 0;
        vm.prank(SIGNER);
        hub.provisionBatch(PROVIDER, items);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(_replay(logs, first), hub.historyOf(first));
        vm.assertEq(_replay(logs, second), hub.historyOf(second));
        vm.assertEq(hub.roundOf(first, 0).total, 2);
        vm.assertEq(hub.roundOf(second, 0).total, 2);
    }

    /// Random changes over four rounds, all of which are drawn.
    /// forge-config: default.fuzz.runs = 24
    function test_fuzz_follows_from_the_events(uint256 seed) public {
        for (uint32 round = 0; round < 4; round++) {
            vm.warp(START + round * 7 * DAY);
            if (round > 0 && hub.roundOf(_giveaway, round - 1).total != 0) {
                bytes memory signature = abi.encode(hub.beaconRoundOf(_giveaway, round - 1), bytes32(seed));
                hub.drawWinner(_giveaway, round - 1, signature);
            }
            for (uint256 i = 0; i < 8; i++) {
                seed = uint256(keccak256(abi.encode(seed)));
                IGiveaways.EntryChange[] memory batch = new IGiveaways.EntryChange[](2);
                batch[0] = issue(seed & 1 == 0 ? _ann : _ben, uint32(seed >> 8) % 5);
                batch[1] = removal(seed & 2 == 0 ? _ann : _ben, uint32(seed >> 16) % 12);
                vm.prank(SIGNER);
                hub.changeEntriesBatch(_giveaway, batch);
            }
        }
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(_replay(logs, _giveaway), hub.historyOf(_giveaway));
    }

    function test_is_in_the_slots_of_the_artifact() public {
        vm.warp(START);
        apply_(_giveaway, issue(_ann, 3));
        bytes32 slot = keccak256(abi.encode(_giveaway, HISTORY_SLOT));
        vm.assertEq(vm.load(address(hub), slot), hub.historyOf(_giveaway));

        slot = keccak256(abi.encode(_giveaway, GIVEAWAYS_SLOT));
        vm.assertEq(vm.load(address(hub), slot), PROVIDER);
        // startTime, endTime, determination, three flags of which the last is carry-over, everyDays and activeDays.
        uint256 schedule = START | (1 << 128) | (1 << 152) | (7 << 160) | (7 << 192);
        vm.assertEq(uint256(vm.load(address(hub), bytes32(uint256(slot) + 1))), schedule);
        // And one winner without alternates.
        uint256 draw = uint160(address(beacon)) | (uint256(MARGIN) << 160) | (1 << 192);
        vm.assertEq(uint256(vm.load(address(hub), bytes32(uint256(slot) + 2))), draw);
    }

    function test_an_outcome_is_in_its_slot() public {
        IGiveaways.GiveawayOptions memory options = declared();
        options.externalId = "declared";
        _giveaway = create(options);
        vm.warp(START);
        apply_(_giveaway, issue(_ben, 5));
        apply_(_giveaway, issue(_ann, 3));
        vm.warp(START + DAY);
        vm.assertEq(_outcome(), 1 << 184);
        vm.prank(SIGNER);
        hub.declareWinner(_giveaway, 0, _ann);
        uint256 expected = _ann | (8 << 64) | (1 << 184) | (1 << 192);
        vm.assertEq(_outcome(), expected);
        vm.prank(SIGNER);
        hub.recordPrizeDelivery(_giveaway, 0, IGiveaways.PrizeDelivery(address(1), address(0xA1), 1, "x", ""));
        expected |= (1 << 112) | (uint256(START + DAY) << 144) | (1 << 200);
        vm.prank(address(0xA1));
        hub.confirmReceipt(_giveaway, 0);
        vm.assertEq(_outcome(), expected | (1 << 104));
    }

    function test_a_void_outcome_is_in_its_slot() public {
        vm.warp(START);
        apply_(_giveaway, issue(_ann, 3));
        vm.warp(START + 38 * DAY);
        hub.voidRound(_giveaway, 0);
        vm.assertEq(_outcome(), (3 << 64) | (1 << 96) | (1 << 184));
    }

    function _outcome() private view returns (uint256) {
        bytes32 rounds = keccak256(abi.encode(_giveaway, OUTCOMES_SLOT));
        return uint256(vm.load(address(hub), keccak256(abi.encode(uint256(0), rounds))));
    }

    function _compare(uint256 changes) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 count = 0;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].topics[0] == IGiveaways.EntriesChanged.selector) count++;
        }
        vm.assertEq(count, changes);
        vm.assertEq(_replay(logs, _giveaway), hub.historyOf(_giveaway));
    }

    function _replay(Vm.Log[] memory logs, bytes32 giveaway) private pure returns (bytes32 history) {
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].topics.length < 2 || logs[i].topics[1] != giveaway) continue;
            if (logs[i].topics[0] == IGiveaways.GiveawayCreated.selector) {
                IGiveaways.GiveawayOptions memory options = abi.decode(logs[i].data, (IGiveaways.GiveawayOptions));
                history = keccak256(abi.encode(logs[i].topics[2], START - 1, options));
            } else if (logs[i].topics[0] == IGiveaways.EntriesChanged.selector) {
                (, uint32 openRound, bool removed, uint32 amount) =
                    abi.decode(logs[i].data, (bytes32, uint32, bool, uint32));
                uint32 round = uint32(uint256(logs[i].topics[2]));
                uint64 passportId = uint64(uint256(logs[i].topics[3]));
                history = keccak256(abi.encodePacked(history, passportId, openRound, round, amount, removed));
            }
        }
    }
}
