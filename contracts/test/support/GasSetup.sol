// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBeacon} from "../../src/IBeacon.sol";
import {IGiveaways} from "../../src/IGiveaways.sol";
import {GiveawaysSetup} from "./GiveawaysSetup.sol";
import {artifactOf, Vm, vm} from "./Vm.sol";

/// Measures transactions, each with its 21,000 gas and its call data.
abstract contract GasSetup is GiveawaysSetup {
    /// The gas limit of a transaction (EIP-7825).
    uint256 private constant LIMIT = 1 << 24;
    // drand's quicknet, and its round 1000.
    uint64 internal constant GENESIS = 1_692_803_367;
    uint64 internal constant SIGNED_AT = GENESIS + 999 * 3;
    bytes internal constant QUICKNET = hex"000000000000000000000000000000000d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
        hex"0000000000000000000000000000000003cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        hex"000000000000000000000000000000000e5db2b6bfbb01c867749cadffca88b36c24f3012ba09fc4d3022c5c37dce0f977d3adb5d183c7477c442b1f04515273"
        hex"0000000000000000000000000000000001a714f2edb74119a2f2b0d5a7c75ba902d163700a61bc224ededd8e63aef7be1aaf8e93d7a9718b047ccddb3eb5d68b";
    bytes internal constant SIGNATURE_1000 =
        hex"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
    bytes internal constant POINT_1000 =
        hex"144679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
        hex"11f92e4521ef54f047b64b85fa98db2d46f0f44add1f60b93f8a0dbddd63b34f238657c2d93aed18b90bddd60a01b6d2";

    /// The upper 248 bits of the keys; 256 operations share a word.
    uint256 private _word = uint256(keccak256("keys")) >> 8;
    uint256 private _used;

    /// The options of a drawn giveaway whose one round quicknet's round 1000 decides.
    function decidedByRound1000() internal returns (IGiveaways.GiveawayOptions memory options) {
        IBeacon quicknet = IBeacon(vm.deployCode(artifactOf("DrandBeacon"), abi.encode(QUICKNET, GENESIS, 3)));
        vm.prank(OPERATOR);
        hub.setBeacon(quicknet, true);
        options = drawn();
        options.startTime = SIGNED_AT - MARGIN - DAY;
        options.endTime = SIGNED_AT - MARGIN;
        options.beacon = quicknet;
    }

    /// Records the gas of a transaction with this call, which must succeed in all of its items.
    function measure(string memory name, bytes memory call) internal returns (uint256 gas) {
        gas = measure(call);
        vm.snapshotValue("Gas", name, gas);
    }

    function measure(bytes memory call) internal returns (uint256 gas) {
        vm.recordLogs();
        vm.prank(SIGNER);
        (bool success,) = address(hub).call(call);
        Vm.Gas memory last = vm.lastCallGas();
        vm.assertTrue(success);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; i++) {
            bool isRejection = logs[i].topics[0] == IGiveaways.EntryChangeRejected.selector
                || logs[i].topics[0] == IGiveaways.ProvisionRejected.selector;
            vm.assertFalse(isRejection);
        }
        gas = last.gasTotalUsed + 21_000;
        for (uint256 i = 0; i < call.length; i++) {
            gas += call[i] == 0 ? 4 : 16;
        }
        vm.assertLt(gas, LIMIT);
    }

    function batchOf(uint256 first, uint256 step, uint256 size)
        internal
        returns (IGiveaways.EntryChange[] memory batch)
    {
        batch = new IGiveaways.EntryChange[](size);
        for (uint256 i = 0; i < size; i++) {
            batch[i] = changeOf(first + i * step, 7);
        }
    }

    function changeOf(uint256 passportId, uint32 amount) internal returns (IGiveaways.EntryChange memory change) {
        change.opKey = nextKey();
        change.passportId = passportId;
        change.amount = amount;
        change.reasonCode = 1;
        change.evidence = keccak256("evidence");
        change.expectedOwner = holderOf(passportId);
    }

    function nextKey() internal returns (bytes32) {
        uint256 used = _used++;
        return bytes32((_word + (used >> 8)) << 8 | (used & 0xff));
    }

    function holderOf(uint256 passportId) internal pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encode(passportId)))));
    }

    function send(bytes32 giveaway, IGiveaways.EntryChange[] memory batch) internal {
        vm.prank(SIGNER);
        bytes[] memory results = hub.changeEntriesBatch(giveaway, batch);
        for (uint256 i = 0; i < results.length; i++) {
            vm.assertEq(results[i], "");
        }
    }
}
