// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {IPassport} from "../src/IPassport.sol";
import {ProvisionSetup} from "./support/ProvisionSetup.sol";
import {SilentPassport} from "./support/SilentPassport.sol";
import {vm} from "./support/Vm.sol";

contract GiveawaysProvisionTest is ProvisionSetup {
    function test_mints_a_passport() public {
        IGiveaways.Provision memory item = mintingForAnn();
        item.maxTransfers = 3;
        vm.expectEmit(address(hub));
        emit IGiveaways.Provisioned(PROVIDER, "key", 1, address(0), ann, true, SIGNER);
        vm.assertEq(provision(item), 1);
        vm.assertEq(passport.ownerOf(1), ann);
        vm.assertEq(passport.maxTransfersOf(1), 3);
        vm.assertTrue(hub.isUsed(PROVIDER, "key"), "the key is not used");
    }

    function test_mints_withentriesOf() public {
        bytes32 giveaway = create(declared());
        vm.warp(START);
        IGiveaways.Provision memory item = mintingForAnn();
        item.entries = entriesOf(giveaway, 5);
        vm.expectEmit(address(hub));
        emit IGiveaways.EntriesChanged(giveaway, 0, 1, "key", 0, false, 5, 5, 5, 0, 9, "proof", ann, SIGNER);
        provision(item);
        vm.assertEq(hub.entriesOf(giveaway, 0, 1), 5);
    }

    function test_a_replayed_mint_mints_nothing() public {
        provision(mintingForAnn());
        vm.expectEmit(address(hub));
        emit IGiveaways.OperationReplayed(PROVIDER, "key");
        vm.assertEq(provision(mintingForAnn()), 0);
        vm.assertEq(passport.balanceOf(ann), 1);
    }

    function test_all_or_nothing() public {
        bytes32 giveaway = create(declared());
        IGiveaways.Provision memory item = mintingForAnn();
        item.entries = entriesOf(giveaway, 5);
        refuses(item, abi.encodeWithSelector(IGiveaways.RoundNotActive.selector, giveaway, START - 1));
        vm.warp(START);
        item.entries.amount = 0;
        refuses(item, abi.encodeWithSelector(IGiveaways.AmountInvalid.selector, 0, 0));
        item.entries = entriesOf("x", 5);
        refuses(item, abi.encodeWithSelector(IGiveaways.GiveawayUnknown.selector, bytes32("x")));
        item.entries = entriesOf(giveaway, 5);
        item.to = address(0);
        refuses(item, abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        vm.assertEq(passport.balanceOf(ann), 0);

        uint256 other = mint(STRANGER);
        apply_(giveaway, issue(other, type(uint32).max));
        item.to = ann;
        refuses(item, abi.encodeWithSelector(IGiveaways.TooManyEntries.selector, giveaway, 0));
        vm.assertEq(passport.balanceOf(ann), 0);
        vm.assertEq(hub.roundOf(giveaway, 0).total, type(uint32).max);
    }

    /// Even a signer of both providers can issue into a giveaway only for the giveaway's own provider.
    function test_issues_only_into_giveaways_of_the_provider() public {
        vm.prank(OPERATOR);
        hub.setProviderSigner(OTHER_PROVIDER, SIGNER, true);
        bytes32 giveaway = create(declared());
        vm.warp(START);
        IGiveaways.Provision memory item = mintingForAnn();
        item.entries = entriesOf(giveaway, 5);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.SignerUnknown.selector, PROVIDER, SIGNER));
        vm.prank(SIGNER);
        hub.provision(OTHER_PROVIDER, item);
    }

    function test_moves_by_the_owners_permit() public {
        bytes32 giveaway = create(declared());
        uint256 passportId = mint(ann);
        IGiveaways.Provision memory item = moving(passportId, BEN);
        item.entries = entriesOf(giveaway, 5);
        vm.warp(START);
        vm.expectEmit(address(hub));
        emit IGiveaways.Provisioned(PROVIDER, "key", passportId, ann, BEN, false, SIGNER);
        vm.expectEmit(address(hub));
        emit IGiveaways.EntriesChanged(giveaway, 0, passportId, "key", 0, false, 5, 5, 5, 0, 9, "proof", BEN, SIGNER);
        vm.assertEq(provision(item), passportId);
        vm.assertEq(passport.ownerOf(passportId), BEN);
        vm.assertEq(hub.entriesOf(giveaway, 0, passportId), 5);
    }

    function test_a_replayed_transfer_moves_nothing() public {
        uint256 passportId = mint(ann);
        provision(moving(passportId, BEN));
        vm.prank(BEN);
        passport.transferFrom(BEN, ann, passportId);
        vm.expectEmit(address(hub));
        emit IGiveaways.OperationReplayed(PROVIDER, "key");
        provision(moving(passportId, BEN));
        vm.assertEq(passport.ownerOf(passportId), ann);
    }

    /// A permit names the hub and not the provider: it has the same effect when another signer uses it first.
    function test_goes_on_when_the_permit_was_used_by_another() public {
        vm.prank(OPERATOR);
        hub.setProviderSigner(OTHER_PROVIDER, STRANGER, true);
        bytes32 giveaway = create(declared());
        uint256 passportId = mint(ann);
        IGiveaways.Provision memory item = moving(passportId, BEN);
        vm.prank(STRANGER);
        hub.provision(OTHER_PROVIDER, item);

        vm.warp(START);
        item.entries = entriesOf(giveaway, 5);
        vm.expectEmit(address(hub));
        emit IGiveaways.Provisioned(PROVIDER, "key", passportId, BEN, BEN, false, SIGNER);
        provision(item);
        vm.assertEq(hub.entriesOf(giveaway, 0, passportId), 5);
        vm.assertEq(passport.transfersUsedOf(passportId), 1);
    }

    function test_refuses_another_permit() public {
        uint256 passportId = mint(ann);
        IGiveaways.Provision memory item = moving(passportId, BEN);
        item.to = STRANGER;
        refuses(item, abi.encodeWithSelector(IPassport.PermitInvalid.selector, passportId, ann));
        item.to = BEN;
        vm.warp(DEADLINE + 1);
        refuses(item, abi.encodeWithSelector(IPassport.PermitExpired.selector, passportId, DEADLINE));
    }

    function test_refuses_a_permit_that_moves_nothing() public {
        uint256 passportId = mint(ann);
        refuses(
            moving(passportId, ann), abi.encodeWithSelector(IPassport.PermitMovesNothing.selector, passportId)
        );
    }

    function test_refuses_to_move_what_does_not_exist() public {
        uint256 passportId = mint(ann);
        IGiveaways.Provision memory item = moving(passportId, BEN);
        item.passportId = 99;
        bytes memory unknown = abi.encodeWithSelector(IPassport.PassportUnknown.selector, 99);
        refuses(item, unknown);
        item.to = address(0);
        refuses(item, unknown);
        item.signature = "";
        refuses(item, abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 99));
    }

    function test_refuses_without_a_reason_too() public {
        SilentPassport silent = new SilentPassport();
        hub = deployHub(IPassport(address(silent)));
        vm.prank(OPERATOR);
        hub.setProviderSigner(PROVIDER, SIGNER, true);
        IGiveaways.Provision memory item = mintingForAnn();
        (item.passportId, item.from, item.to, item.signature) = (7, ann, BEN, "permit");
        refuses(item, abi.encodeWithSelector(IGiveaways.MoveFailed.selector, 7));
    }

    function test_moves_by_the_owners_approval() public {
        uint256 passportId = mint(ann);
        IGiveaways.Provision memory item = moving(passportId, BEN);
        item.signature = "";
        refuses(
            item, abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, SIGNER, passportId)
        );
        vm.prank(ann);
        passport.approve(SIGNER, passportId);
        provision(item);
        vm.assertEq(passport.ownerOf(passportId), BEN);
    }

    /// An approval is for one signer: signers of other providers cannot use it.
    function test_an_approval_is_for_the_approved_signer() public {
        vm.prank(OPERATOR);
        hub.setProviderSigner(OTHER_PROVIDER, STRANGER, true);
        uint256 passportId = mint(ann);
        vm.prank(ann);
        passport.setApprovalForAll(SIGNER, true);
        IGiveaways.Provision memory item = moving(passportId, STRANGER);
        item.signature = "";
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, STRANGER, passportId));
        vm.prank(STRANGER);
        hub.provision(OTHER_PROVIDER, item);
    }
}
