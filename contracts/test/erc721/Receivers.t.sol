// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IPassport} from "../../src/IPassport.sol";
import {TokenReceiver} from "../support/TokenReceiver.sol";
import {TokenSetup} from "../support/TokenSetup.sol";
import {vm} from "../support/Vm.sol";

/// What EIP-721 requires of safe transfers to contracts (ERC721TokenReceiver).
contract ReceiversTest is TokenSetup {
    /// safeTransferFrom: "When transfer is complete, this function checks if `_to` is a smart contract (code size > 0). If so, it
    /// calls `onERC721Received` on `_to`". onERC721Received: "the contract address is always the message sender".
    function test_a_receiver_is_told_after_the_transfer() public {
        TokenReceiver receiver = new TokenReceiver(TokenReceiver.Answer.Accept);
        vm.prank(OPERATOR);
        passport.safeTransferFrom(OWNER, address(receiver), id, "a gift");
        vm.assertEq(receiver.token(), address(passport));
        vm.assertEq(receiver.told(), keccak256(abi.encode(OPERATOR, OWNER, id, bytes("a gift"), address(receiver))));
        vm.assertEq(receiver.calls(), 1);
        vm.assertEq(passport.ownerOf(id), address(receiver));
    }

    /// safeTransferFrom without data: "works identically [...] except this function just sets data to an empty string".
    function test_without_data_a_receiver_is_told_an_empty_string() public {
        TokenReceiver receiver = new TokenReceiver(TokenReceiver.Answer.Accept);
        vm.prank(APPROVED);
        passport.safeTransferFrom(OWNER, address(receiver), id);
        vm.assertEq(receiver.told(), keccak256(abi.encode(APPROVED, OWNER, id, bytes(""), address(receiver))));
    }

    /// safeTransferFrom: a contract that sends to itself is a receiver too.
    function test_a_receiver_is_told_of_a_transfer_to_itself() public {
        TokenReceiver receiver = new TokenReceiver(TokenReceiver.Answer.Accept);
        uint256 owned = passport.mint(address(receiver), 5);
        vm.prank(address(receiver));
        passport.safeTransferFrom(address(receiver), address(receiver), owned);
        vm.assertEq(receiver.calls(), 1);
        vm.assertEq(passport.balanceOf(address(receiver)), 1);
    }

    /// transferFrom: "THE CALLER IS RESPONSIBLE TO CONFIRM THAT `_to` IS CAPABLE OF RECEIVING NFTS".
    function test_a_plain_transfer_and_a_mint_ask_no_receiver() public {
        TokenReceiver receiver = new TokenReceiver(TokenReceiver.Answer.NoReason);
        vm.prank(OWNER);
        passport.transferFrom(OWNER, address(receiver), id);
        passport.mint(address(receiver), 1);
        vm.assertEq(receiver.calls(), 0);
        vm.assertEq(passport.balanceOf(address(receiver)), 2);
    }

    /// onERC721Received: "Return of other than the magic value MUST result in the transaction being reverted."
    function test_another_answer_than_the_magic_value_refuses_the_transfer() public {
        _refusesInvalid(address(new TokenReceiver(TokenReceiver.Answer.WrongValue)));
    }

    /// The same for contracts that know no `onERC721Received`, and for those that revert without a reason.
    function test_a_contract_that_is_no_receiver_refuses_the_transfer() public {
        _refusesInvalid(address(new TokenReceiver(TokenReceiver.Answer.NoReason)));
        _refusesInvalid(address(this));
        _refusesInvalid(address(passport));
    }

    /// "This function MAY throw to revert and reject the transfer": its reason comes back as it is.
    function test_the_reason_of_a_receiver_comes_back() public {
        _refuses(TokenReceiver.Answer.Reason, abi.encodeWithSignature("Error(string)", "no room"));
        _refuses(TokenReceiver.Answer.CustomError, abi.encodeWithSelector(TokenReceiver.Refused.selector, id));
        _refuses(TokenReceiver.Answer.Panic, abi.encodeWithSignature("Panic(uint256)", 1));
    }

    /// An answer too short for a value is none: it refuses without a reason.
    function test_an_empty_answer_refuses_the_transfer() public {
        _refuses(TokenReceiver.Answer.Nothing, "");
    }

    function test_a_receiver_may_pass_the_passport_on_while_it_is_told() public {
        TokenReceiver receiver = new TokenReceiver(TokenReceiver.Answer.PassOn);
        vm.prank(OPERATOR);
        passport.safeTransferFrom(OWNER, address(receiver), id);
        vm.assertEq(receiver.calls(), 1);
        vm.assertEq(passport.ownerOf(id), OWNER);
        vm.assertEq(passport.balanceOf(OWNER), 1);
        vm.assertEq(passport.balanceOf(address(receiver)), 0);
        vm.assertEq(passport.transfersUsedOf(id), 2);
    }

    function test_passing_on_while_being_told_does_not_get_round_the_limit() public {
        TokenReceiver receiver = new TokenReceiver(TokenReceiver.Answer.PassOn);
        uint256 limited = passport.mint(OWNER, 1);
        refuses(
            OWNER,
            transfers(OWNER, address(receiver), limited)[1],
            abi.encodeWithSelector(IPassport.TransferLimitReached.selector, limited, 1)
        );
        vm.assertEq(passport.ownerOf(limited), OWNER);
        vm.assertEq(passport.transfersUsedOf(limited), 0);
    }

    function _refusesInvalid(address to) private {
        _refuses(to, abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, to));
    }

    function _refuses(TokenReceiver.Answer answer, bytes memory encodedError) private {
        _refuses(address(new TokenReceiver(answer)), encodedError);
    }

    /// Both safe transfers are refused, and change nothing.
    function _refuses(address to, bytes memory encodedError) private {
        bytes[3] memory calls = transfers(OWNER, to, id);
        refuses(OWNER, calls[1], encodedError);
        refuses(APPROVED, calls[2], encodedError);
        vm.assertEq(passport.ownerOf(id), OWNER);
        vm.assertEq(passport.balanceOf(to), 0);
        vm.assertEq(passport.getApproved(id), APPROVED);
        vm.assertEq(passport.transfersUsedOf(id), 0);
    }
}
