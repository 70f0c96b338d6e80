// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {IPassport} from "../src/IPassport.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {SilentPassport} from "./support/SilentPassport.sol";
import {vm} from "./support/Vm.sol";

contract GiveawaysProvisionTest is GiveawaysSetup {
    uint256 private constant ANN_KEY = 0xA11;
    address private constant BEN = address(0xB1);
    uint64 private constant DEADLINE = START + DAY;

    address private _ann;

    function setUp() public override {
        super.setUp();
        _ann = vm.addr(ANN_KEY);
    }

    function test_mints_a_passport() public {
        vm.expectEmit(address(hub));
        emit IGiveaways.Provisioned(PROVIDER, "key", 1, address(0), _ann, true);
        vm.prank(SIGNER);
        vm.assertEq(hub.provisionMint(PROVIDER, "key", _ann, 3, noEntries()), 1);
        vm.assertEq(passport.ownerOf(1), _ann);
        vm.assertEq(passport.maxTransfersOf(1), 3);
        vm.assertTrue(hub.isUsed(PROVIDER, "key"), "the key is not used");
    }

    function test_mints_with_entries() public {
        bytes32 giveaway = create(declared());
        vm.warp(START);
        vm.expectEmit(address(hub));
        emit IGiveaways.EntriesChanged(giveaway, 0, 1, "key", false, 5, 5, 5, 0, 9, "proof", _ann, SIGNER);
        vm.prank(SIGNER);
        hub.provisionMint(PROVIDER, "key", _ann, 0, _entries(giveaway, 5));
        vm.assertEq(hub.entriesOf(giveaway, 0, 1), 5);
    }

    function test_a_replayed_mint_mints_nothing() public {
        vm.prank(SIGNER);
        hub.provisionMint(PROVIDER, "key", _ann, 0, noEntries());
        vm.expectEmit(address(hub));
        emit IGiveaways.OperationReplayed(PROVIDER, "key");
        vm.prank(SIGNER);
        vm.assertEq(hub.provisionMint(PROVIDER, "key", _ann, 0, noEntries()), 0);
        vm.assertEq(passport.balanceOf(_ann), 1);
    }

    function test_all_or_nothing() public {
        bytes32 giveaway = create(declared());
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.RoundNotActive.selector, giveaway, START - 1));
        vm.prank(SIGNER);
        hub.provisionMint(PROVIDER, "key", _ann, 0, _entries(giveaway, 5));
        vm.assertEq(passport.balanceOf(_ann), 0);
        vm.assertFalse(hub.isUsed(PROVIDER, "key"), "a refused provision used its key");

        vm.warp(START);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.AmountInvalid.selector, 1, 0));
        vm.prank(SIGNER);
        hub.provisionMint(PROVIDER, "key", _ann, 0, _entries(giveaway, 0));

        vm.expectRevert(abi.encodeWithSelector(IGiveaways.GiveawayUnknown.selector, bytes32("x")));
        vm.prank(SIGNER);
        hub.provisionMint(PROVIDER, "key", _ann, 0, _entries("x", 5));

        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        vm.prank(SIGNER);
        hub.provisionMint(PROVIDER, "key", address(0), 0, noEntries());
        vm.assertEq(passport.balanceOf(_ann), 0);
    }

    /// Even a signer of both providers can issue into a giveaway only for the giveaway's own provider.
    function test_issues_only_into_giveaways_of_the_provider() public {
        vm.prank(OPERATOR);
        hub.setProviderSigner(OTHER_PROVIDER, SIGNER, true);
        bytes32 giveaway = create(declared());
        vm.warp(START);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.SignerUnknown.selector, PROVIDER, SIGNER));
        vm.prank(SIGNER);
        hub.provisionMint(OTHER_PROVIDER, "key", _ann, 0, _entries(giveaway, 5));
    }

    function test_moves_by_the_owners_permit() public {
        bytes32 giveaway = create(declared());
        uint256 passportId = mint(_ann);
        vm.warp(START);
        vm.expectEmit(address(hub));
        emit IGiveaways.Provisioned(PROVIDER, "key", passportId, _ann, BEN, false);
        vm.expectEmit(address(hub));
        emit IGiveaways.EntriesChanged(giveaway, 0, passportId, "key", false, 5, 5, 5, 0, 9, "proof", BEN, SIGNER);
        _transfer("key", passportId, BEN, _permit(passportId, BEN), _entries(giveaway, 5));
        vm.assertEq(passport.ownerOf(passportId), BEN);
        vm.assertEq(hub.entriesOf(giveaway, 0, passportId), 5);
    }

    function test_a_replayed_transfer_moves_nothing() public {
        uint256 passportId = mint(_ann);
        _transfer("key", passportId, BEN, _permit(passportId, BEN), noEntries());
        vm.prank(BEN);
        passport.transferFrom(BEN, _ann, passportId);
        vm.expectEmit(address(hub));
        emit IGiveaways.OperationReplayed(PROVIDER, "key");
        _transfer("key", passportId, BEN, _permit(passportId, BEN), noEntries());
        vm.assertEq(passport.ownerOf(passportId), _ann);
    }

    /// A permit names the hub and not the provider: it has the same effect when another signer uses it first.
    function test_goes_on_when_the_permit_was_used_by_another() public {
        vm.prank(OPERATOR);
        hub.setProviderSigner(OTHER_PROVIDER, STRANGER, true);
        bytes32 giveaway = create(declared());
        uint256 passportId = mint(_ann);
        bytes memory permit = _permit(passportId, BEN);
        vm.prank(STRANGER);
        hub.provisionTransfer(OTHER_PROVIDER, "key", passportId, _ann, BEN, DEADLINE, permit, noEntries());

        vm.warp(START);
        vm.expectEmit(address(hub));
        emit IGiveaways.Provisioned(PROVIDER, "key", passportId, BEN, BEN, false);
        _transfer("key", passportId, BEN, permit, _entries(giveaway, 5));
        vm.assertEq(hub.entriesOf(giveaway, 0, passportId), 5);
        vm.assertEq(passport.transfersUsedOf(passportId), 1);
    }

    function test_refuses_another_permit() public {
        uint256 passportId = mint(_ann);
        bytes memory permit = _permit(passportId, BEN);
        vm.expectRevert(abi.encodeWithSelector(IPassport.PermitInvalid.selector, passportId, _ann));
        _transfer("key", passportId, STRANGER, permit, noEntries());
        vm.warp(DEADLINE + 1);
        vm.expectRevert(abi.encodeWithSelector(IPassport.PermitExpired.selector, passportId, DEADLINE));
        _transfer("key", passportId, BEN, permit, noEntries());
        vm.assertFalse(hub.isUsed(PROVIDER, "key"), "a refused provision used its key");
    }

    function test_refuses_to_move_what_does_not_exist() public {
        bytes memory unknown = abi.encodeWithSelector(IPassport.PassportUnknown.selector, 99);
        vm.expectRevert(unknown);
        _transfer("key", 99, BEN, "permit", noEntries());
        vm.expectRevert(unknown);
        _transfer("key", 99, address(0), "permit", noEntries());
    }

    function test_refuses_without_a_reason_too() public {
        SilentPassport silent = new SilentPassport();
        hub = deployHub(IPassport(address(silent)));
        vm.prank(OPERATOR);
        hub.setProviderSigner(PROVIDER, SIGNER, true);
        vm.expectRevert(bytes(""));
        _transfer("key", 1, BEN, "permit", noEntries());
    }

    function test_moves_by_the_owners_approval() public {
        uint256 passportId = mint(_ann);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, SIGNER, passportId));
        _transfer("key", passportId, BEN, "", noEntries());
        vm.prank(_ann);
        passport.approve(SIGNER, passportId);
        _transfer("key", passportId, BEN, "", noEntries());
        vm.assertEq(passport.ownerOf(passportId), BEN);
    }

    /// An approval is for one signer: signers of other providers cannot use it.
    function test_an_approval_is_for_the_approved_signer() public {
        vm.prank(OPERATOR);
        hub.setProviderSigner(OTHER_PROVIDER, STRANGER, true);
        uint256 passportId = mint(_ann);
        vm.prank(_ann);
        passport.setApprovalForAll(SIGNER, true);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, STRANGER, passportId));
        vm.prank(STRANGER);
        hub.provisionTransfer(OTHER_PROVIDER, "key", passportId, _ann, STRANGER, 0, "", noEntries());
    }

    function _transfer(
        bytes32 opKey,
        uint256 passportId,
        address to,
        bytes memory signature,
        IGiveaways.ProvisionedEntries memory entries
    ) private {
        vm.prank(SIGNER);
        hub.provisionTransfer(PROVIDER, opKey, passportId, _ann, to, DEADLINE, signature, entries);
    }

    function _entries(bytes32 giveaway, uint32 amount)
        private
        pure
        returns (IGiveaways.ProvisionedEntries memory entries)
    {
        return IGiveaways.ProvisionedEntries({giveaway: giveaway, amount: amount, reasonCode: 9, evidence: "proof"});
    }

    function _permit(uint256 passportId, address to) private view returns (bytes memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Passport"),
                keccak256("1"),
                block.chainid,
                address(passport)
            )
        );
        bytes32 permit = keccak256(
            abi.encode(
                keccak256(
                    "TransferPermit(address spender,address from,address to,uint256 passportId,uint256 nonce,uint64 deadline)"
                ),
                address(hub),
                _ann,
                to,
                passportId,
                passport.nonces(passportId),
                DEADLINE
            )
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ANN_KEY, keccak256(abi.encodePacked(hex"1901", domain, permit)));
        return abi.encodePacked(r, s, v);
    }
}
