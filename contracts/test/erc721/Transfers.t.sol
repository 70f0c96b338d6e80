// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IPassport} from "../../src/IPassport.sol";
import {TokenSetup} from "../support/TokenSetup.sol";
import {vm} from "../support/Vm.sol";

/// What EIP-721 requires of `ownerOf`, `balanceOf`, `transferFrom`, both `safeTransferFrom` and the event Transfer, with the errors
/// of EIP-6093. A test's comment names the paragraph.
contract TransfersTest is TokenSetup {
    /// transferFrom: "Throws unless `msg.sender` is the current owner, an authorized operator, or the approved address".
    function test_the_owner_the_operator_and_the_approved_address_transfer() public {
        address[3] memory callers = [OWNER, OPERATOR, APPROVED];
        bytes[3] memory calls = transfers(OWNER, OTHER, id);
        for (uint256 i = 0; i < callers.length; i++) {
            for (uint256 j = 0; j < calls.length; j++) {
                uint256 state = vm.snapshotState();
                succeeds(callers[i], calls[j]);
                vm.assertEq(passport.ownerOf(id), OTHER);
                vm.assertTrue(vm.revertToState(state));
            }
        }
    }

    /// transferFrom: the same sentence.
    function test_nobody_else_transfers() public {
        vm.prank(OTHER);
        passport.setApprovalForAll(STRANGER, true);
        address[3] memory callers = [STRANGER, OTHER, address(this)];
        for (uint256 i = 0; i < callers.length; i++) {
            bytes memory refusal =
                abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, callers[i], id);
            _refusesAll(callers[i], OWNER, OTHER, id, refusal);
        }
    }

    /// transferFrom: "Throws if `_from` is not the current owner".
    function test_transfers_from_the_current_owner_only() public {
        _refusesAll(
            OWNER,
            OTHER,
            STRANGER,
            id,
            abi.encodeWithSelector(IERC721Errors.ERC721IncorrectOwner.selector, OTHER, id, OWNER)
        );
        _refusesAll(
            APPROVED,
            address(0),
            OTHER,
            id,
            abi.encodeWithSelector(IERC721Errors.ERC721IncorrectOwner.selector, address(0), id, OWNER)
        );
    }

    /// transferFrom: "Throws if `_to` is the zero address".
    function test_does_not_transfer_to_the_zero_address() public {
        bytes memory refusal = abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0));
        _refusesAll(OWNER, OWNER, address(0), id, refusal);
    }

    /// transferFrom: "Throws if `_tokenId` is not a valid NFT".
    function test_does_not_transfer_what_does_not_exist() public {
        uint256[3] memory unknown = [0, id + 1, type(uint256).max];
        for (uint256 i = 0; i < unknown.length; i++) {
            bytes memory refusal = abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, unknown[i]);
            _refusesAll(OWNER, OWNER, OTHER, unknown[i], refusal);
            _refusesAll(OWNER, address(0), OTHER, unknown[i], refusal);
        }
    }

    /// Transfer: "emits when ownership of any NFT changes by any mechanism. [...] At the time of any transfer, the approved address
    /// for that NFT (if any) is reset to none."
    function test_a_transfer_announces_itself_and_ends_the_approval() public {
        bytes[3] memory calls = transfers(OWNER, OTHER, id);
        for (uint256 i = 0; i < calls.length; i++) {
            uint256 state = vm.snapshotState();
            vm.expectEmit(address(passport));
            emit IERC721.Transfer(OWNER, OTHER, id);
            vm.recordLogs();
            succeeds(APPROVED, calls[i]);
            vm.assertEq(vm.getRecordedLogs().length, 1);
            vm.assertEq(passport.getApproved(id), address(0));
            vm.assertTrue(vm.revertToState(state));
        }
    }

    /// transferFrom: the approved address of a passport's earlier owner, and that owner's operators, have no say any more.
    function test_approvals_do_not_outlive_a_transfer() public {
        succeeds(OWNER, transfers(OWNER, OTHER, id)[0]);
        address[3] memory former = [OWNER, OPERATOR, APPROVED];
        for (uint256 i = 0; i < former.length; i++) {
            bytes memory refusal =
                abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, former[i], id);
            _refusesAll(former[i], OTHER, STRANGER, id, refusal);
        }
    }

    /// The same when it comes back: only the operators, who are approved for all.
    function test_an_approval_does_not_return_with_the_passport() public {
        succeeds(OWNER, transfers(OWNER, OTHER, id)[0]);
        succeeds(OTHER, transfers(OTHER, OWNER, id)[0]);
        vm.assertEq(passport.getApproved(id), address(0));
        _refusesAll(
            APPROVED,
            OWNER,
            OTHER,
            id,
            abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, APPROVED, id)
        );
        succeeds(OPERATOR, transfers(OWNER, OTHER, id)[0]);
    }

    /// A transfer to the owner itself is one like any other.
    function test_a_transfer_to_oneself_keeps_the_balance_and_ends_the_approval() public {
        bytes[3] memory calls = transfers(OWNER, OWNER, id);
        for (uint256 i = 0; i < calls.length; i++) {
            vm.prank(OWNER);
            passport.approve(APPROVED, id);
            succeeds(APPROVED, calls[i]);
            vm.assertEq(passport.ownerOf(id), OWNER);
            vm.assertEq(passport.balanceOf(OWNER), 1);
            vm.assertEq(passport.getApproved(id), address(0));
        }
    }

    /// balanceOf: "NFTs assigned to the zero address are considered invalid, and this function throws for queries about the zero
    /// address." ownerOf: "[...] queries about them do throw".
    function test_the_zero_address_owns_nothing() public {
        refuses(
            OWNER,
            abi.encodeCall(IERC721.balanceOf, (address(0))),
            abi.encodeWithSelector(IERC721Errors.ERC721InvalidOwner.selector, address(0))
        );
        uint256[3] memory unknown = [0, id + 1, type(uint256).max];
        for (uint256 i = 0; i < unknown.length; i++) {
            bytes memory refusal = abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, unknown[i]);
            refuses(OWNER, abi.encodeCall(IERC721.ownerOf, (unknown[i])), refusal);
        }
    }

    /// balanceOf: "Count all NFTs assigned to an owner".
    function test_balances_add_up_to_the_passports() public {
        address[3] memory people = [OWNER, OTHER, STRANGER];
        for (uint256 i = 0; i < 8; i++) {
            passport.mint(people[i % 3], 5);
        }
        for (uint256 tokenId = 1; tokenId <= 9; tokenId++) {
            address from = passport.ownerOf(tokenId);
            succeeds(from, transfers(from, people[(tokenId * 5) % 3], tokenId)[tokenId % 3]);
            vm.assertEq(passport.balanceOf(OWNER) + passport.balanceOf(OTHER) + passport.balanceOf(STRANGER), 9);
        }
        for (uint256 i = 0; i < people.length; i++) {
            uint256 owned = 0;
            for (uint256 tokenId = 1; tokenId <= 9; tokenId++) {
                if (passport.ownerOf(tokenId) == people[i]) owned++;
            }
            vm.assertEq(passport.balanceOf(people[i]), owned);
        }
    }

    /// ERC-5192, locked: "If true [...] any function in the EIP-721 contract that transfers [...] MUST throw".
    function test_no_function_transfers_a_locked_passport() public {
        uint256 locked = passport.mint(OWNER, 0);
        vm.assertTrue(passport.locked(locked));
        bytes memory refusal = abi.encodeWithSelector(IPassport.TransferLimitReached.selector, locked, 0);
        _refusesAll(OWNER, OWNER, OTHER, locked, refusal);
        _refusesAll(OPERATOR, OWNER, OTHER, locked, refusal);
    }

    function _refusesAll(address caller, address from, address to, uint256 tokenId, bytes memory encodedError) private {
        bytes[3] memory calls = transfers(from, to, tokenId);
        for (uint256 i = 0; i < calls.length; i++) {
            refuses(caller, calls[i], encodedError);
        }
    }
}
