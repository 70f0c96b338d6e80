// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Passport} from "../../src/Passport.sol";
import {PlainToken} from "../support/PlainToken.sol";
import {TokenReceiver} from "../support/TokenReceiver.sol";
import {artifactOf, Vm, vm} from "../support/Vm.sol";

/// Passports keep owners and balances in slots of their own. Random calls have the same results, errors, events and calls of receivers
/// as with OpenZeppelin's ERC721, whose slots they replace.
contract SameAsOpenZeppelinTest {
    uint256 private constant STEPS = 48;
    uint256 private constant PEOPLE = 8;

    Passport private _passport;
    PlainToken private _plain;
    address[PEOPLE] private _people;
    uint256 private _minted;
    uint256 private _random;
    uint256 private _successes;

    function setUp() public {
        _passport = Passport(vm.deployCode(artifactOf("Passport"), abi.encode(address(this))));
        _plain = new PlainToken();
        // The first one is the zero address.
        _people[1] = address(0xA11CE);
        _people[2] = address(0xB0B);
        _people[3] = address(0xCA201);
        TokenReceiver.Answer[4] memory answers = [
            TokenReceiver.Answer.Accept,
            TokenReceiver.Answer.WrongValue,
            TokenReceiver.Answer.Reason,
            TokenReceiver.Answer.PassOn
        ];
        for (uint256 i = 0; i < answers.length; i++) {
            _people[4 + i] = address(new TokenReceiver(answers[i]));
        }
    }

    /// forge-config: default.fuzz.runs = 24
    function testFuzz_any_calls_have_the_same_outcome(uint256 seed) public {
        _random = seed;
        _mint(_people[1]);
        for (uint256 i = 0; i < STEPS; i++) {
            uint256 kind = _below(12);
            if (kind == 0) _mint(_people[1 + _below(PEOPLE - 1)]);
            else _call(_caller(), _encode(kind));
            _compareOwners();
        }
        _compareApprovals();
        // Without it runs could pass in which every call was refused.
        address owner = _passport.ownerOf(1);
        uint256 before = _successes;
        _call(owner, abi.encodeCall(IERC721.transferFrom, (owner, _people[1], 1)));
        vm.assertEq(_successes, before + 1);
    }

    function _encode(uint256 kind) private returns (bytes memory) {
        uint256 tokenId = _token();
        address to = _people[_below(PEOPLE)];
        if (kind < 3) return abi.encodeCall(IERC721.approve, (to, tokenId));
        if (kind < 5) return abi.encodeCall(IERC721.setApprovalForAll, (to, _below(3) != 0));
        // Mostly the owner.
        address from = _below(5) == 0 ? _people[_below(PEOPLE)] : _ownerOf(tokenId);
        if (kind < 8) return abi.encodeCall(IERC721.transferFrom, (from, to, tokenId));
        if (kind < 10) return abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", from, to, tokenId);
        return abi.encodeWithSignature(
            "safeTransferFrom(address,address,uint256,bytes)", from, to, tokenId, abi.encode(_below(1_000))
        );
    }

    function _mint(address to) private {
        uint256 unlimited = _passport.UNLIMITED();
        vm.assertEq(_passport.mint(to, uint32(unlimited)), ++_minted);
        _plain.mint(to, _minted);
    }

    /// Makes the same call on both; the results and the events are equal.
    function _call(address caller, bytes memory call) private {
        (bool success, bytes memory answer, bytes32 logs) = _callOne(address(_passport), caller, call);
        bytes32 told = _told();
        (bool plainSuccess, bytes memory plainAnswer, bytes32 plainLogs) = _callOne(address(_plain), caller, call);
        vm.assertEq(success, plainSuccess);
        vm.assertEq(answer, plainAnswer);
        vm.assertEq(logs, plainLogs);
        vm.assertEq(told, _told());
        if (success) _successes++;
    }

    function _callOne(address token, address caller, bytes memory call)
        private
        returns (bool success, bytes memory answer, bytes32 logs)
    {
        vm.recordLogs();
        vm.prank(caller);
        (success, answer) = token.call(call);
        Vm.Log[] memory emitted = vm.getRecordedLogs();
        for (uint256 i = 0; i < emitted.length; i++) {
            vm.assertEq(emitted[i].emitter, token);
            logs = keccak256(abi.encode(logs, emitted[i].topics, emitted[i].data));
        }
    }

    /// What the receivers were told last.
    function _told() private view returns (bytes32 told) {
        for (uint256 i = 4; i < PEOPLE; i++) {
            told = keccak256(abi.encode(told, TokenReceiver(_people[i]).told()));
        }
    }

    function _compareOwners() private view {
        uint256 sum = 0;
        for (uint256 i = 0; i < PEOPLE; i++) {
            bytes memory balance = _compareView(abi.encodeCall(IERC721.balanceOf, (_people[i])));
            if (i != 0) sum += abi.decode(balance, (uint256));
        }
        vm.assertEq(sum, _minted);
        for (uint256 tokenId = 0; tokenId <= _minted + 1; tokenId++) {
            _compareView(abi.encodeCall(IERC721.ownerOf, (tokenId)));
            _compareView(abi.encodeCall(IERC721.getApproved, (tokenId)));
        }
    }

    function _compareApprovals() private view {
        for (uint256 i = 0; i < PEOPLE * PEOPLE; i++) {
            _compareView(abi.encodeCall(IERC721.isApprovedForAll, (_people[i / PEOPLE], _people[i % PEOPLE])));
        }
    }

    function _compareView(bytes memory call) private view returns (bytes memory answer) {
        bool success;
        (success, answer) = address(_passport).staticcall(call);
        (bool plainSuccess, bytes memory plainAnswer) = address(_plain).staticcall(call);
        vm.assertEq(success, plainSuccess);
        vm.assertEq(answer, plainAnswer);
    }

    /// Any but the zero address; often the owner of a token.
    function _caller() private returns (address) {
        address owner = _ownerOf(_token());
        return owner == address(0) || _below(2) == 0 ? _people[1 + _below(PEOPLE - 1)] : owner;
    }

    /// A token's id; sometimes 0 or one that does not exist yet.
    function _token() private returns (uint256) {
        return _below(10) == 0 ? _below(2) * (_minted + 1) : 1 + _below(_minted);
    }

    function _ownerOf(uint256 tokenId) private view returns (address) {
        return tokenId == 0 || tokenId > _minted ? address(0) : _passport.ownerOf(tokenId);
    }

    function _below(uint256 limit) private returns (uint256) {
        _random = uint256(keccak256(abi.encode(_random)));
        return _random % limit;
    }
}
