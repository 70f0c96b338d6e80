// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {GasSetup} from "./support/GasSetup.sol";
import {vm} from "./support/Vm.sol";

/// The gas of removals where entries carry over, by the number of rounds that they reach and the levels of these rounds' trees. The
/// passports hold one entry in each of 32 settled rounds, and none in the open one; passport 7 has its only one in the first round.
contract GasOfRemovalsTest is GasSetup {
    uint32 private constant ROUNDS = 32;
    // What docs/chain.md says that each further round costs at most.
    uint256 private constant ROUND = 17_000;
    uint256 private constant LEVEL = 5_500;
    uint256 private constant PASSED_ROUND = 2_500;

    /// Rounds with 7 holders (one level), and with 200 (three).
    bytes32 private _small;
    bytes32 private _large;

    function setUp() public override {
        vm.pauseGasMetering();
        super.setUp();
        _small = _createCarrying("small");
        _large = _createCarrying("large");
        for (uint256 i = 0; i < 200; i++) {
            mint(STRANGER);
        }
        for (uint32 round = 0; round < ROUNDS; round++) {
            vm.warp(START + round * DAY);
            _send(_small, _batch(round == 0 ? 7 : 6, 1, false));
            _send(_large, _batch(200, 1, false));
            vm.warp(START + (round + 1) * DAY);
            vm.startPrank(SIGNER);
            hub.declareWinner(_small, round, 1);
            hub.declareWinner(_large, round, 1);
            vm.stopPrank();
        }
        vm.resumeGasMetering();
    }

    function test_gas_of_each_further_round_in_small_trees() public {
        _measureRounds("remove from 32 earlier rounds, 7 holders", _small, 1, 1);
    }

    function test_gas_of_each_further_round_in_trees_of_three_levels() public {
        _measureRounds("remove from 32 earlier rounds, 200 holders", _large, 3, 1);
    }

    /// Changes of one batch share slots, and cost no more than alone.
    function test_gas_of_each_further_round_in_a_batch() public {
        _measureRounds("batch of 20 removals from 32 earlier rounds, 200 holders", _large, 3, 20);
    }

    /// The first removal finds out whether the rounds between are settled.
    function test_gas_of_each_round_that_a_removal_passes() public {
        uint256 state = vm.snapshotState();
        uint256 newest = measure(abi.encodeCall(hub.changeEntries, (_small, removal(6, 1))));
        vm.assertTrue(vm.revertToState(state));
        uint256 first = measure(abi.encodeCall(hub.changeEntries, (_small, removal(7, 1))));
        vm.assertLe(first, newest + (ROUNDS - 1) * PASSED_ROUND);
        vm.snapshotValue("Gas", "remove from the first of 32 earlier rounds", first);
    }

    function _measureRounds(string memory name, bytes32 giveaway, uint256 levels, uint256 size) private {
        uint256 first = _measureFrom(giveaway, 1, size);
        uint256 last = first;
        for (uint32 rounds = 2; rounds <= ROUNDS; rounds *= 2) {
            last = _measureFrom(giveaway, rounds, size);
            vm.assertLe(last, first + size * (rounds - 1) * (ROUND + levels * LEVEL));
        }
        vm.snapshotValue("Gas", name, last);
    }

    function _measureFrom(bytes32 giveaway, uint32 rounds, uint256 size) private returns (uint256 gas) {
        uint256 state = vm.snapshotState();
        gas = measure(abi.encodeCall(hub.changeEntriesBatch, (giveaway, _batch(size, rounds, true))));
        vm.assertTrue(vm.revertToState(state));
    }

    function _createCarrying(string memory externalId) private returns (bytes32) {
        IGiveaways.GiveawayOptions memory options = rolling(declared(), 1, 1, true);
        options.externalId = externalId;
        return create(options);
    }

    /// Changes of the first passports; removals are spread over the trees.
    function _batch(uint256 size, uint32 amount, bool remove) private returns (IGiveaways.EntryChange[] memory batch) {
        batch = new IGiveaways.EntryChange[](size);
        for (uint256 i = 0; i < size; i++) {
            batch[i] = remove ? removal(1 + (i * 49) % 200, amount) : issue(1 + i, amount);
        }
    }

    function _send(bytes32 giveaway, IGiveaways.EntryChange[] memory batch) private {
        vm.prank(SIGNER);
        hub.changeEntriesBatch(giveaway, batch);
    }
}
