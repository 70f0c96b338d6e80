// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../../src/IGiveaways.sol";
import {GiveawaysSetup} from "./GiveawaysSetup.sol";
import {Vm, vm} from "./Vm.sol";

/// Measures transactions, each with its 21,000 gas and its call data.
abstract contract GasSetup is GiveawaysSetup {
    /// The gas limit of a transaction (EIP-7825).
    uint256 private constant LIMIT = 1 << 24;

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
}
