// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {IPassport} from "../src/IPassport.sol";
import {GreedyWallet} from "./support/GreedyWallet.sol";
import {ProvisionSetup} from "./support/ProvisionSetup.sol";
import {vm} from "./support/Vm.sol";

contract GiveawaysProvisionBatchTest is ProvisionSetup {
    function test_a_batch_provisions_its_valid_items() public {
        bytes32 giveaway = create(declared());
        uint256 passportId = mint(ann);
        vm.warp(START);
        IGiveaways.Provision[] memory items = new IGiveaways.Provision[](6);
        items[0] = minting("mint", BEN);
        items[0].entries = entriesOf(giveaway, 2);
        items[1] = minting("nobody", address(0));
        items[1].entries = entriesOf(giveaway, 2);
        items[2] = moving(passportId, BEN);
        items[2].entries = entriesOf(giveaway, 3);
        items[3] = items[0];
        items[4] = minting("unknown", BEN);
        items[4].entries = entriesOf("x", 2);
        items[5] = minting("last", STRANGER);
        bytes memory nobody = abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0));
        bytes memory unknown = abi.encodeWithSelector(IGiveaways.GiveawayUnknown.selector, bytes32("x"));

        vm.expectEmit(address(hub));
        emit IGiveaways.Provisioned(PROVIDER, "mint", 2, address(0), BEN, true, SIGNER);
        vm.expectEmit(address(hub));
        emit IGiveaways.EntriesChanged(giveaway, 0, 2, "mint", 0, false, 2, 2, 2, 0, 9, "proof", BEN, SIGNER);
        vm.expectEmit(address(hub));
        emit IGiveaways.ProvisionRejected(PROVIDER, "nobody", nobody);
        vm.expectEmit(address(hub));
        emit IGiveaways.Provisioned(PROVIDER, "key", passportId, ann, BEN, false, SIGNER);
        vm.expectEmit(address(hub));
        emit IGiveaways.EntriesChanged(giveaway, 0, passportId, "key", 0, false, 3, 3, 5, 1, 9, "proof", BEN, SIGNER);
        vm.expectEmit(address(hub));
        emit IGiveaways.OperationReplayed(PROVIDER, "mint");
        vm.expectEmit(address(hub));
        emit IGiveaways.ProvisionRejected(PROVIDER, "unknown", unknown);
        vm.expectEmit(address(hub));
        emit IGiveaways.Provisioned(PROVIDER, "last", 3, address(0), STRANGER, true, SIGNER);
        vm.prank(SIGNER);
        bytes[] memory results = hub.provisionBatch(PROVIDER, items);

        vm.assertEq(results.length, 6);
        bytes[6] memory expected = [bytes(""), nobody, "", "", unknown, ""];
        for (uint256 i = 0; i < expected.length; i++) {
            vm.assertEq(results[i], expected[i]);
        }
        vm.assertFalse(hub.isUsed(PROVIDER, "nobody"), "a refused item used its key");
        vm.assertFalse(hub.isUsed(PROVIDER, "unknown"), "a refused item used its key");
        vm.assertEq(hub.roundOf(giveaway, 0).total, 5);
        vm.assertEq(passport.balanceOf(BEN), 2);
    }

    function test_a_batch_holds_1_to_100() public {
        _refusesBatchOf(0);
        _refusesBatchOf(101);
        IGiveaways.Provision[] memory items = new IGiveaways.Provision[](100);
        for (uint256 i = 0; i < items.length; i++) {
            items[i] = minting(newKey(), ann);
        }
        vm.prank(SIGNER);
        hub.provisionBatch(PROVIDER, items);
        vm.assertEq(passport.balanceOf(ann), 100);
    }

    /// A contract that uses up all gas for its answer fails alone.
    function test_a_wallet_cannot_use_up_the_gas_of_others() public {
        address wallet = address(new GreedyWallet());
        uint256 passportId = mint(wallet);
        IGiveaways.Provision[] memory items = new IGiveaways.Provision[](11);
        for (uint256 i = 0; i < 10; i++) {
            items[i] = minting(newKey(), BEN);
            (items[i].passportId, items[i].from, items[i].signature) = (passportId, wallet, "permit");
            items[i].deadline = DEADLINE;
        }
        items[10] = minting(newKey(), BEN);
        vm.prank(SIGNER);
        bytes[] memory results = hub.provisionBatch{gas: 5_000_000}(PROVIDER, items);
        bytes memory refusal = abi.encodeWithSelector(IPassport.PermitInvalid.selector, passportId, wallet);
        for (uint256 i = 0; i < 10; i++) {
            vm.assertEq(results[i], refusal);
        }
        vm.assertEq(results[10], "");
        vm.assertEq(passport.balanceOf(BEN), 1);
    }

    /// Too little gas refuses the whole batch, and no item for good.
    function test_a_batch_needs_gas_for_each_permit() public {
        uint256 passportId = mint(ann);
        IGiveaways.Provision[] memory items = new IGiveaways.Provision[](1);
        items[0] = moving(passportId, BEN);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.GasTooLow.selector));
        vm.prank(SIGNER);
        hub.provisionBatch{gas: 600_000}(PROVIDER, items);
        vm.prank(SIGNER);
        hub.provisionBatch{gas: 700_000}(PROVIDER, items);
        vm.assertEq(passport.ownerOf(passportId), BEN);
    }

    function _refusesBatchOf(uint256 size) private {
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.BatchInvalid.selector, size));
        vm.prank(SIGNER);
        hub.provisionBatch(PROVIDER, new IGiveaways.Provision[](size));
    }
}
