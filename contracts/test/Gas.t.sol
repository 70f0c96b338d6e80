// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DrandBeacon} from "../src/DrandBeacon.sol";
import {IBeacon} from "../src/IBeacon.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {SumTree} from "../src/SumTree.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {vm} from "./support/Vm.sol";

/// The gas of operations with 10,000 holders, without the 21,000 gas and the call data of a transaction.
contract GasTest is GiveawaysSetup {
    using SumTree for SumTree.Tree;

    uint32 private constant HOLDERS = 10_000;
    /// The gas limit of a transaction (EIP-7825).
    uint256 private constant MOST = 1 << 24;
    // drand's quicknet, and its round 1000.
    uint64 private constant GENESIS = 1_692_803_367;
    uint64 private constant SIGNED_AT = GENESIS + 999 * 3;
    bytes private constant QUICKNET = hex"000000000000000000000000000000000d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
        hex"0000000000000000000000000000000003cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        hex"000000000000000000000000000000000e5db2b6bfbb01c867749cadffca88b36c24f3012ba09fc4d3022c5c37dce0f977d3adb5d183c7477c442b1f04515273"
        hex"0000000000000000000000000000000001a714f2edb74119a2f2b0d5a7c75ba902d163700a61bc224ededd8e63aef7be1aaf8e93d7a9718b047ccddb3eb5d68b";
    bytes private constant SIGNATURE_1000 =
        hex"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

    bytes32 private _giveaway;
    bytes32 private _carrying;
    SumTree.Tree private _tree;

    function setUp() public override {
        vm.pauseGasMetering();
        super.setUp();
        vm.warp(SIGNED_AT - MARGIN - 1);
        IBeacon quicknet = new DrandBeacon(QUICKNET, GENESIS, 3);
        vm.prank(OPERATOR);
        hub.setBeacon(quicknet, true);
        IGiveaways.GiveawayOptions memory options = drawn();
        options.startTime = SIGNED_AT - MARGIN - DAY;
        options.endTime = SIGNED_AT - MARGIN;
        options.beacon = quicknet;
        _giveaway = create(options);
        options = rolling(options, 1, 1, true);
        options.externalId = "carrying";
        _carrying = create(options);

        // As many more passports without entries.
        for (uint32 i = 0; i < 2 * HOLDERS; i++) {
            vm.prank(address(hub));
            passport.mint(STRANGER, 0);
        }
        for (uint32 first = 1; first < HOLDERS; first += 200) {
            _gasOfBatch(_giveaway, first, 200);
            _gasOfBatch(_carrying, first, 200);
        }
        for (uint32 leaf = 0; leaf < HOLDERS; leaf++) {
            _tree.add(leaf, 7);
        }
        vm.resumeGasMetering();
    }

    function test_gas_a_leaf_of_10_000() public {
        uint256 before = gasleft();
        _tree.add(HOLDERS / 2, 1);
        vm.assertLt(before - gasleft(), 40_000);
    }

    function test_gas_issue_to_a_holder() public {
        vm.assertLt(_gasOf(_giveaway, issue(HOLDERS / 2, 1)), 90_000);
    }

    function test_gas_is_flat_in_the_amount() public {
        uint256 one = _gasOf(_giveaway, issue(HOLDERS / 2, 1));
        uint256 many = _gasOf(_giveaway, issue(HOLDERS / 3, 4_000_000_000));
        vm.assertApproxEqAbs(one, many, 30_000);
    }

    function test_gas_remove_from_a_holder() public {
        vm.assertLt(_gasOf(_giveaway, removal(HOLDERS / 2, 1)), 90_000);
    }

    function test_gas_issue_to_a_new_holder() public {
        vm.assertLt(_gasOf(_giveaway, issue(HOLDERS + 1, 1)), 150_000);
    }

    function test_gas_issue_with_carry_over() public {
        vm.assertLt(_gasOf(_carrying, issue(HOLDERS / 2, 1)), 100_000);
    }

    function test_gas_batch_of_100_to_holders() public {
        vm.assertLt(_gasOfBatch(_giveaway, 1, 100), MOST / 3);
    }

    function test_gas_batch_of_100_to_new_holders() public {
        vm.assertLt(_gasOfBatch(_giveaway, HOLDERS + 1, 100), MOST / 2);
    }

    function test_gas_batch_of_100_to_new_holders_with_carry_over() public {
        vm.assertLt(_gasOfBatch(_carrying, HOLDERS + 1, 100), MOST * 2 / 3);
    }

    /// The largest batch fits into one transaction; with carry-over 150 new holders fit.
    function test_gas_batch_of_200_to_new_holders() public {
        vm.assertLt(_gasOfBatch(_giveaway, HOLDERS + 1, 200), MOST - 2_000_000);
    }

    /// Spread over the tree, so that changes share as few slots as possible.
    function test_gas_batch_of_200_to_holders_far_apart() public {
        IGiveaways.EntryChange[] memory batch = new IGiveaways.EntryChange[](200);
        for (uint32 i = 0; i < batch.length; i++) {
            batch[i] = issue(1 + 49 * i, 1);
        }
        vm.assertLt(_gasOf(_giveaway, batch), MOST - 2_000_000);
    }

    /// Including the verification of the beacon's signature.
    function test_gas_draw() public {
        vm.assertLt(_gasOfDraw(_giveaway), 250_000);
    }

    function test_gas_draw_with_carry_over() public {
        vm.assertLt(_gasOfDraw(_carrying), 250_000);
    }

    function _gasOfBatch(bytes32 giveaway, uint32 first, uint256 size) private returns (uint256) {
        return _gasOf(giveaway, _batch(first, size));
    }

    function _batch(uint32 first, uint256 size) private returns (IGiveaways.EntryChange[] memory batch) {
        batch = new IGiveaways.EntryChange[](size);
        for (uint256 i = 0; i < size; i++) {
            batch[i] = issue(first + i, 7);
            batch[i].evidence = keccak256("evidence");
            batch[i].expectedOwner = STRANGER;
        }
    }

    function _gasOf(bytes32 giveaway, IGiveaways.EntryChange[] memory batch) private returns (uint256 gas) {
        vm.prank(SIGNER);
        gas = gasleft();
        bytes[] memory results = hub.changeEntriesBatch(giveaway, batch);
        gas -= gasleft();
        for (uint256 i = 0; i < results.length; i++) {
            vm.assertEq(results[i], "");
        }
    }

    function _gasOf(bytes32 giveaway, IGiveaways.EntryChange memory change) private returns (uint256 gas) {
        vm.prank(SIGNER);
        gas = gasleft();
        hub.changeEntries(giveaway, change);
        gas -= gasleft();
    }

    function _gasOfDraw(bytes32 giveaway) private returns (uint256 gas) {
        vm.warp(SIGNED_AT);
        gas = gasleft();
        hub.drawWinner(giveaway, 0, SIGNATURE_1000);
        gas -= gasleft();
        vm.assertEq(uint8(hub.roundOf(giveaway, 0).state), uint8(IGiveaways.RoundState.Decided));
    }
}
