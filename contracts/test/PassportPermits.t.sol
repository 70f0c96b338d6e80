// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IPassport} from "../src/IPassport.sol";
import {Passport} from "../src/Passport.sol";
import {PassportHolder} from "./support/PassportHolder.sol";
import {permitOf} from "./support/PassportMoves.sol";
import {artifactOf, vm} from "./support/Vm.sol";

/// The hub moves passports by their owners' permits. The test is the hub, and the spender.
contract PassportPermitsTest {
    uint256 private constant OWNER_KEY = 0xA11;
    uint64 private constant DEADLINE = 2_000_000_000;
    address private constant OTHER = address(0xB0B);
    address private constant SPENDER = address(0x5E11);

    Passport private passport;
    address private owner;

    function setUp() external {
        passport = Passport(vm.deployCode(artifactOf("Passport"), abi.encode(address(this))));
        owner = vm.addr(OWNER_KEY);
        vm.warp(1_900_000_000);
    }

    function test_the_owners_permit_moves_a_passport() external {
        uint256 id = passport.mint(owner, 1);
        passport.moveWithPermit(owner, OTHER, id, DEADLINE, permit(owner, OTHER, id));
        vm.assertEq(passport.ownerOf(id), OTHER);
        vm.assertEq(passport.nonces(id), 1);
        vm.assertTrue(passport.locked(id));
    }

    function test_a_permit_holds_up_to_its_deadline() external {
        uint256 id = passport.mint(owner, 1);
        bytes memory signature = permit(owner, OTHER, id);
        vm.warp(DEADLINE + 1);
        expectRefused(abi.encodeWithSelector(IPassport.PermitExpired.selector, id, DEADLINE));
        passport.moveWithPermit(owner, OTHER, id, DEADLINE, signature);
        vm.warp(DEADLINE);
        passport.moveWithPermit(owner, OTHER, id, DEADLINE, signature);
    }

    function test_a_permit_is_for_its_spender() external {
        uint256 id = passport.mint(owner, 1);
        bytes memory signature = permit(owner, OTHER, id);
        expectRefused(abi.encodeWithSelector(IPassport.PermitInvalid.selector, id, owner));
        vm.prank(SPENDER);
        passport.moveWithPermit(owner, OTHER, id, DEADLINE, signature);
    }

    function test_a_permit_is_for_its_receiver_passport_and_deadline() external {
        uint256 id = passport.mint(owner, 1);
        uint256 second = passport.mint(owner, 1);
        bytes memory signature = permit(owner, OTHER, id);
        refusesPermit(SPENDER, id, DEADLINE, signature);
        refusesPermit(OTHER, second, DEADLINE, signature);
        refusesPermit(OTHER, id, DEADLINE + 1, signature);
    }

    function test_a_permit_is_for_its_chain() external {
        uint256 id = passport.mint(owner, 1);
        bytes memory signature = permit(owner, OTHER, id);
        vm.chainId(5);
        refusesPermit(OTHER, id, DEADLINE, signature);
    }

    function test_a_permit_works_once() external {
        uint256 id = passport.mint(owner, 5);
        bytes memory signature = permit(owner, OTHER, id);
        passport.moveWithPermit(owner, OTHER, id, DEADLINE, signature);
        move(OTHER, owner, id);
        refusesPermit(OTHER, id, DEADLINE, signature);
    }

    function test_any_transfer_voids_the_permits_before_it() external {
        uint256 id = passport.mint(owner, 5);
        bytes memory signature = permit(owner, OTHER, id);
        move(owner, owner, id);
        refusesPermit(OTHER, id, DEADLINE, signature);
    }

    function test_a_signature_of_another_is_no_permit() external {
        uint256 id = passport.mint(owner, 1);
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(0xBAD, permitOf(passport, address(this), owner, OTHER, id, DEADLINE));
        refusesPermit(OTHER, id, DEADLINE, abi.encodePacked(r, s, v));
        refusesPermit(OTHER, id, DEADLINE, "");
        refusesPermit(OTHER, id, DEADLINE, new bytes(65));
    }

    function test_a_permit_of_another_than_the_owner_moves_nothing() external {
        uint256 id = passport.mint(OTHER, 1);
        bytes memory signature = permit(owner, SPENDER, id);
        expectRefused(abi.encodeWithSelector(IERC721Errors.ERC721IncorrectOwner.selector, owner, id, OTHER));
        passport.moveWithPermit(owner, SPENDER, id, DEADLINE, signature);
    }

    function test_a_permit_does_not_lift_the_limit() external {
        uint256 id = passport.mint(owner, 0);
        bytes memory signature = permit(owner, OTHER, id);
        expectRefused(abi.encodeWithSelector(IPassport.TransferLimitReached.selector, id, 0));
        passport.moveWithPermit(owner, OTHER, id, DEADLINE, signature);
    }

    function test_a_permit_does_not_burn() external {
        uint256 id = passport.mint(owner, 1);
        bytes memory signature = permit(owner, address(0), id);
        expectRefused(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        passport.moveWithPermit(owner, address(0), id, DEADLINE, signature);
    }

    function test_short_signatures_are_permits_too() external {
        uint256 id = passport.mint(owner, 2);
        bytes memory signature = shortPermit(owner, OTHER, id);
        vm.assertEq(signature.length, 64);
        refusesPermit(SPENDER, id, DEADLINE, signature);
        passport.moveWithPermit(owner, OTHER, id, DEADLINE, signature);
        vm.assertEq(passport.ownerOf(id), OTHER);
    }

    /// An account that delegates to code (EIP-7702) signs with its own key, even when its code refuses.
    function test_delegating_accounts_give_permits_by_their_key() external {
        address[3] memory delegates = [address(this), address(new PassportHolder()), address(0xC0DE)];
        for (uint256 i = 0; i < delegates.length; i++) {
            vm.etch(owner, abi.encodePacked(hex"ef0100", delegates[i]));
            uint256 id = passport.mint(owner, 2);
            passport.moveWithPermit(owner, OTHER, id, DEADLINE, permit(owner, OTHER, id));
            vm.assertEq(passport.ownerOf(id), OTHER);
        }
        uint256 last = passport.mint(owner, 2);
        refusesPermit(OTHER, last, DEADLINE, "open");
        vm.etch(owner, abi.encodePacked(hex"ef0100", delegates[1]));
        passport.moveWithPermit(owner, OTHER, last, DEADLINE, "open");
    }

    function test_refuses_a_permit_that_moves_nothing() external {
        uint256 id = passport.mint(owner, 2);
        bytes memory signature = permit(owner, owner, id);
        expectRefused(abi.encodeWithSelector(IPassport.PermitMovesNothing.selector, id));
        passport.moveWithPermit(owner, owner, id, DEADLINE, signature);
        vm.assertEq(passport.transfersUsedOf(id), 0);
    }

    function test_contract_wallets_give_permits_too() external {
        address holder = address(new PassportHolder());
        uint256 id = passport.mint(holder, 2);
        expectRefused(abi.encodeWithSelector(IPassport.PermitInvalid.selector, id, holder));
        passport.moveWithPermit(holder, OTHER, id, DEADLINE, "closed");
        passport.moveWithPermit(holder, OTHER, id, DEADLINE, "open");
        vm.assertEq(passport.ownerOf(id), OTHER);
    }

    function test_there_is_no_permit_for_an_unknown_passport() external {
        expectRefused(abi.encodeWithSelector(IPassport.PassportUnknown.selector, 9));
        passport.moveWithPermit(owner, OTHER, 9, DEADLINE, "");
    }

    function move(address from, address to, uint256 id) private {
        vm.prank(from);
        passport.transferFrom(from, to, id);
    }

    function permit(address from, address to, uint256 id) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(OWNER_KEY, permitOf(passport, address(this), from, to, id, DEADLINE));
        return abi.encodePacked(r, s, v);
    }

    /// With the parity in the highest bit of s (ERC-2098).
    function shortPermit(address from, address to, uint256 id) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(OWNER_KEY, permitOf(passport, address(this), from, to, id, DEADLINE));
        return abi.encodePacked(r, uint256(s) | (uint256(v - 27) << 255));
    }

    function refusesPermit(address to, uint256 id, uint64 deadline, bytes memory signature) private {
        expectRefused(abi.encodeWithSelector(IPassport.PermitInvalid.selector, id, owner));
        passport.moveWithPermit(owner, to, id, deadline, signature);
    }

    function expectRefused(bytes memory encodedError) private {
        vm.expectRevert(encodedError);
    }
}
