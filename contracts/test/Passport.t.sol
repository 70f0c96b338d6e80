// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC5192} from "../src/IERC5192.sol";
import {IPassport} from "../src/IPassport.sol";
import {Passport} from "../src/Passport.sol";
import {artifactOf, bound, vm} from "./support/Vm.sol";

/// Passports and their transfers. The test is the hub.
contract PassportTest {
    uint256 private constant OWNER_KEY = 0xA11;
    address private constant OTHER = address(0xB0B);
    address private constant SPENDER = address(0x5E11);

    Passport private passport;
    address private owner;

    function setUp() external {
        passport = Passport(vm.deployCode(artifactOf("Passport"), abi.encode(address(this))));
        owner = vm.addr(OWNER_KEY);
        vm.warp(1_900_000_000);
    }

    // Minting.

    function test_passports_count_from_1() external {
        vm.assertEq(passport.mint(owner, 0), 1);
        vm.assertEq(passport.mint(OTHER, 7), 2);
        vm.assertEq(passport.ownerOf(1), owner);
        vm.assertEq(passport.ownerOf(2), OTHER);
        vm.assertEq(passport.maxTransfersOf(2), 7);
        vm.assertEq(passport.transfersUsedOf(2), 0);
    }

    function test_minting_announces_a_passport_that_can_move() external {
        vm.expectEmit(address(passport));
        emit IERC721.Transfer(address(0), owner, 1);
        vm.expectEmit(address(passport));
        emit IPassport.PassportMinted(1, owner, 3);
        vm.expectEmit(address(passport));
        emit IERC5192.Unlocked(1);
        passport.mint(owner, 3);
        vm.assertFalse(passport.locked(1));
    }

    function test_a_passport_without_transfers_is_locked_from_the_start() external {
        vm.expectEmit(address(passport));
        emit IERC5192.Locked(1);
        passport.mint(owner, 0);
        vm.assertTrue(passport.locked(1));
    }

    function test_only_the_hub_mints() external {
        expectRefused(abi.encodeWithSelector(IPassport.NotHub.selector, OTHER));
        vm.prank(OTHER);
        passport.mint(OTHER, 1);
    }

    function test_does_not_mint_to_the_zero_address() external {
        expectRefused(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        passport.mint(address(0), 1);
    }

    // Transfers.

    function test_a_passport_moves_as_often_as_its_limit() external {
        uint256 id = passport.mint(owner, 2);
        move(owner, OTHER, id);
        vm.assertFalse(passport.locked(id));

        vm.expectEmit(address(passport));
        emit IERC5192.Locked(id);
        move(OTHER, owner, id);
        vm.assertTrue(passport.locked(id));
        vm.assertEq(passport.transfersUsedOf(id), 2);

        expectRefused(abi.encodeWithSelector(IPassport.TransferLimitReached.selector, id, 2));
        move(owner, OTHER, id);
        vm.assertEq(passport.ownerOf(id), owner);
    }

    function test_counts_what_an_owner_has() external {
        passport.mint(owner, 1);
        uint256 id = passport.mint(owner, 2);
        vm.assertEq(passport.balanceOf(owner), 2);
        move(owner, OTHER, id);
        vm.assertEq(passport.balanceOf(owner), 1);
        vm.assertEq(passport.balanceOf(OTHER), 1);
        move(OTHER, OTHER, id);
        vm.assertEq(passport.balanceOf(OTHER), 1);
        expectRefused(abi.encodeWithSelector(IERC721Errors.ERC721InvalidOwner.selector, address(0)));
        passport.balanceOf(address(0));
    }

    function test_a_move_to_oneself_counts() external {
        uint256 id = passport.mint(owner, 1);
        move(owner, owner, id);
        expectRefused(abi.encodeWithSelector(IPassport.TransferLimitReached.selector, id, 1));
        move(owner, OTHER, id);
    }

    function test_a_safe_transfer_counts_too() external {
        uint256 id = passport.mint(owner, 1);
        vm.prank(owner);
        passport.safeTransferFrom(owner, OTHER, id);
        expectRefused(abi.encodeWithSelector(IPassport.TransferLimitReached.selector, id, 1));
        vm.prank(OTHER);
        passport.safeTransferFrom(OTHER, owner, id);
    }

    function test_a_locked_passport_does_not_move() external {
        uint256 id = passport.mint(owner, 0);
        expectRefused(abi.encodeWithSelector(IPassport.TransferLimitReached.selector, id, 0));
        move(owner, OTHER, id);
    }

    function testFuzz_a_limit_is_the_number_of_moves(uint32 limit) external {
        limit = uint32(bound(limit, 0, 20));
        uint256 id = passport.mint(owner, limit);
        for (uint256 i; i < limit; ++i) {
            vm.assertFalse(passport.locked(id));
            move(owner, owner, id);
        }
        expectRefused(abi.encodeWithSelector(IPassport.TransferLimitReached.selector, id, limit));
        move(owner, owner, id);
    }

    function test_without_a_limit_it_never_locks() external {
        uint256 id = passport.mint(owner, passport.UNLIMITED());
        vm.assertEq(passport.UNLIMITED(), 4_294_967_295);
        for (uint256 i; i < 100; ++i) move(owner, owner, id);
        vm.assertFalse(passport.locked(id));
        vm.assertEq(passport.transfersUsedOf(id), 100);
    }

    // The hub's moves for whom the owner approved.

    function test_the_hub_moves_for_an_approved_spender() external {
        uint256 id = passport.mint(owner, 2);
        vm.prank(owner);
        passport.approve(SPENDER, id);
        passport.moveFor(SPENDER, owner, OTHER, id);
        vm.assertEq(passport.ownerOf(id), OTHER);
        vm.assertEq(passport.transfersUsedOf(id), 1);
        vm.assertEq(passport.getApproved(id), address(0));
    }

    function test_the_hub_moves_for_an_operator_of_all_and_for_the_owner() external {
        uint256 id = passport.mint(owner, 2);
        vm.prank(owner);
        passport.setApprovalForAll(SPENDER, true);
        passport.moveFor(SPENDER, owner, OTHER, id);
        passport.moveFor(OTHER, OTHER, owner, id);
        vm.assertEq(passport.ownerOf(id), owner);
    }

    function test_the_hub_does_not_move_for_others() external {
        uint256 id = passport.mint(owner, 2);
        expectRefused(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, SPENDER, id));
        passport.moveFor(SPENDER, owner, OTHER, id);
        expectRefused(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, address(0), id));
        passport.moveFor(address(0), owner, OTHER, id);
    }

    function test_the_hub_moves_only_from_the_owner() external {
        uint256 id = passport.mint(owner, 2);
        expectRefused(abi.encodeWithSelector(IERC721Errors.ERC721IncorrectOwner.selector, OTHER, id, owner));
        passport.moveFor(owner, OTHER, OTHER, id);
    }

    function test_the_hub_does_not_move_to_the_zero_address() external {
        uint256 id = passport.mint(owner, 2);
        expectRefused(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        passport.moveFor(owner, owner, address(0), id);
    }

    function test_the_hub_does_not_move_an_unknown_passport() external {
        expectRefused(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 1));
        passport.moveFor(owner, owner, OTHER, 1);
    }

    function test_only_the_hub_moves_for_others() external {
        uint256 id = passport.mint(owner, 2);
        expectRefused(abi.encodeWithSelector(IPassport.NotHub.selector, owner));
        vm.prank(owner);
        passport.moveFor(owner, owner, OTHER, id);
    }

    // Views.

    function test_an_unknown_passport_has_no_terms() external {
        bytes memory refusal = abi.encodeWithSelector(IPassport.PassportUnknown.selector, 1);
        expectRefused(refusal);
        passport.maxTransfersOf(1);
        expectRefused(refusal);
        passport.transfersUsedOf(1);
        expectRefused(refusal);
        passport.nonces(1);
        expectRefused(refusal);
        passport.locked(1);
    }

    function test_reports_its_name_hub_and_interfaces() external view {
        vm.assertEq(passport.name(), "Passport");
        vm.assertEq(passport.hub(), address(this));
        vm.assertTrue(passport.supportsInterface(0x80ac58cd)); // ERC-721
        vm.assertTrue(passport.supportsInterface(0xb45a3c0e)); // ERC-5192
        vm.assertTrue(passport.supportsInterface(type(IPassport).interfaceId));
        vm.assertTrue(passport.supportsInterface(type(IERC165).interfaceId));
        vm.assertFalse(passport.supportsInterface(0xffffffff));
    }

    function move(address from, address to, uint256 id) private {
        vm.prank(from);
        passport.transferFrom(from, to, id);
    }

    function expectRefused(bytes memory encodedError) private {
        vm.expectRevert(encodedError);
    }
}
