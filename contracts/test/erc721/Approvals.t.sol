// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";
import {IPassport} from "../../src/IPassport.sol";
import {TokenSetup} from "../support/TokenSetup.sol";
import {vm} from "../support/Vm.sol";

/// What EIP-721 requires of approvals and metadata, ERC-165 of interfaces and ERC-5192 of `locked`.
contract ApprovalsTest is TokenSetup {
    /// approve: "Change or reaffirm the approved address for an NFT". Approval: "emits when the approved address for an NFT is changed
    /// or reaffirmed. The zero address indicates there is no approved address."
    function test_approving_announces_the_address_also_the_same_one_and_none() public {
        address[3] memory approved = [OTHER, OTHER, address(0)];
        for (uint256 i = 0; i < approved.length; i++) {
            vm.expectEmit(address(passport));
            emit IERC721.Approval(OWNER, approved[i], id);
            vm.recordLogs();
            succeeds(OWNER, abi.encodeCall(IERC721.approve, (approved[i], id)));
            vm.assertEq(vm.getRecordedLogs().length, 1);
            vm.assertEq(passport.getApproved(id), approved[i]);
        }
        refuses(
            OTHER,
            transfers(OWNER, OTHER, id)[0],
            abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, OTHER, id)
        );
    }

    /// approve: "Throws unless `msg.sender` is the current NFT owner, or an authorized operator of the current owner."
    function test_operators_approve_and_the_approved_address_does_not() public {
        succeeds(OPERATOR, abi.encodeCall(IERC721.approve, (OTHER, id)));
        vm.assertEq(passport.getApproved(id), OTHER);
        address[3] memory others = [OTHER, STRANGER, APPROVED];
        for (uint256 i = 0; i < others.length; i++) {
            bytes memory refusal = abi.encodeWithSelector(IERC721Errors.ERC721InvalidApprover.selector, others[i]);
            refuses(others[i], abi.encodeCall(IERC721.approve, (others[i], id)), refusal);
            refuses(others[i], abi.encodeCall(IERC721.approve, (address(0), id)), refusal);
        }
    }

    /// getApproved: "Throws if `_tokenId` is not a valid NFT."
    function test_there_is_no_approval_of_an_unknown_passport() public {
        uint256[3] memory unknown = [0, id + 1, type(uint256).max];
        for (uint256 i = 0; i < unknown.length; i++) {
            bytes memory refusal = abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, unknown[i]);
            refuses(OWNER, abi.encodeCall(IERC721.getApproved, (unknown[i])), refusal);
            refuses(OWNER, abi.encodeCall(IERC721.approve, (OTHER, unknown[i])), refusal);
        }
    }

    /// setApprovalForAll: "Emits the ApprovalForAll event. The contract MUST allow multiple operators per owner."
    function test_an_owner_has_many_operators_of_all_its_passports() public {
        vm.expectEmit(address(passport));
        emit IERC721.ApprovalForAll(OWNER, OTHER, true);
        vm.recordLogs();
        succeeds(OWNER, abi.encodeCall(IERC721.setApprovalForAll, (OTHER, true)));
        vm.assertEq(vm.getRecordedLogs().length, 1);
        vm.assertTrue(passport.isApprovedForAll(OWNER, OTHER));
        vm.assertTrue(passport.isApprovedForAll(OWNER, OPERATOR));

        uint256 later = passport.mint(OWNER, 5);
        succeeds(OTHER, transfers(OWNER, STRANGER, later)[0]);
        succeeds(OPERATOR, transfers(OWNER, STRANGER, id)[0]);
    }

    /// ApprovalForAll: "emits when an operator is enabled or disabled for an owner."
    function test_a_disabled_operator_transfers_nothing_and_the_others_stay() public {
        succeeds(OWNER, abi.encodeCall(IERC721.setApprovalForAll, (OTHER, true)));
        vm.expectEmit(address(passport));
        emit IERC721.ApprovalForAll(OWNER, OPERATOR, false);
        succeeds(OWNER, abi.encodeCall(IERC721.setApprovalForAll, (OPERATOR, false)));
        vm.assertFalse(passport.isApprovedForAll(OWNER, OPERATOR));
        refuses(
            OPERATOR,
            transfers(OWNER, OTHER, id)[0],
            abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, OPERATOR, id)
        );
        succeeds(OTHER, transfers(OWNER, OTHER, id)[0]);
    }

    /// isApprovedForAll: "True if `_operator` is an approved operator for `_owner`": not the other way round, nor the owner itself.
    function test_an_operator_is_one_of_its_owner_only() public view {
        vm.assertFalse(passport.isApprovedForAll(OPERATOR, OWNER));
        vm.assertFalse(passport.isApprovedForAll(OWNER, OWNER));
        vm.assertFalse(passport.isApprovedForAll(OWNER, APPROVED));
        vm.assertFalse(passport.isApprovedForAll(OTHER, OPERATOR));
    }

    /// EIP-6093 names an error for the zero address as an operator.
    function test_the_zero_address_is_no_operator() public {
        refuses(
            OWNER,
            abi.encodeCall(IERC721.setApprovalForAll, (address(0), true)),
            abi.encodeWithSelector(IERC721Errors.ERC721InvalidOperator.selector, address(0))
        );
    }

    /// tokenURI: "Throws if `_tokenId` is not a valid NFT."
    function test_has_metadata_for_passports_that_exist() public {
        vm.assertEq(passport.name(), "Passport");
        vm.assertEq(passport.symbol(), "PASS");
        vm.assertEq(passport.tokenURI(id), "");
        uint256[3] memory unknown = [0, id + 1, type(uint256).max];
        for (uint256 i = 0; i < unknown.length; i++) {
            bytes memory refusal = abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, unknown[i]);
            refuses(OWNER, abi.encodeCall(IERC721Metadata.tokenURI, (unknown[i])), refusal);
        }
    }

    /// ERC-165: "uses less than 30,000 gas", and false for 0xffffffff. EIP-721: "MUST implement the ERC721 and ERC165 interfaces".
    function test_names_its_interfaces_within_the_gas_of_erc165() public view {
        // ERC-165, ERC-721, its metadata, and ERC-5192.
        bytes4[4] memory known = [bytes4(0x01ffc9a7), 0x80ac58cd, 0x5b5e139f, 0xb45a3c0e];
        for (uint256 i = 0; i < known.length; i++) {
            vm.assertTrue(passport.supportsInterface{gas: 30_000}(known[i]));
        }
        // None, and the extension of EIP-721 that passports do not have.
        bytes4[3] memory unknown = [bytes4(0xffffffff), 0x00000000, 0x780e9d63];
        for (uint256 i = 0; i < unknown.length; i++) {
            vm.assertFalse(passport.supportsInterface{gas: 30_000}(unknown[i]));
        }
    }

    /// ERC-5192, locked: "NFTs assigned to zero address are considered invalid, and queries about them do throw."
    function test_only_passports_that_exist_are_locked_or_not() public {
        vm.assertFalse(passport.locked(id));
        uint256[3] memory unknown = [0, id + 1, type(uint256).max];
        for (uint256 i = 0; i < unknown.length; i++) {
            bytes memory refusal = abi.encodeWithSelector(IPassport.PassportUnknown.selector, unknown[i]);
            refuses(OWNER, abi.encodeWithSignature("locked(uint256)", unknown[i]), refusal);
        }
    }

    /// An approval remains possible for a locked passport, and moves nothing.
    function test_a_locked_passport_can_be_approved_and_does_not_move() public {
        uint256 locked = passport.mint(OWNER, 0);
        succeeds(OWNER, abi.encodeCall(IERC721.approve, (OTHER, locked)));
        refuses(
            OTHER,
            transfers(OWNER, OTHER, locked)[0],
            abi.encodeWithSelector(IPassport.TransferLimitReached.selector, locked, 0)
        );
        vm.assertEq(passport.getApproved(locked), OTHER);
    }
}
