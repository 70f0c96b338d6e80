// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Passport} from "../../src/Passport.sol";
import {artifactOf, vm} from "./Vm.sol";

/// Passports as tokens, and the people of EIP-721. The test is the hub.
abstract contract TokenSetup {
    address internal constant OWNER = address(0x0A11CE);
    address internal constant APPROVED = address(0xA99);
    address internal constant OPERATOR = address(0x09E);
    address internal constant OTHER = address(0xB0B);
    address internal constant STRANGER = address(0x57);

    Passport internal passport;
    /// A passport of the owner, for APPROVED to move; OPERATOR moves all of the owner's.
    uint256 internal id;

    function setUp() public virtual {
        passport = Passport(vm.deployCode(artifactOf("Passport"), abi.encode(address(this))));
        id = passport.mint(OWNER, passport.UNLIMITED());
        vm.startPrank(OWNER);
        passport.approve(APPROVED, id);
        passport.setApprovalForAll(OPERATOR, true);
        vm.stopPrank();
    }

    /// The three functions that transfer.
    function transfers(address from, address to, uint256 tokenId) internal pure returns (bytes[3] memory calls) {
        calls[0] = abi.encodeCall(IERC721.transferFrom, (from, to, tokenId));
        calls[1] = abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", from, to, tokenId);
        calls[2] =
            abi.encodeWithSignature("safeTransferFrom(address,address,uint256,bytes)", from, to, tokenId, bytes("d"));
    }

    function succeeds(address caller, bytes memory call) internal {
        vm.prank(caller);
        (bool success,) = address(passport).call(call);
        vm.assertTrue(success);
    }

    function refuses(address caller, bytes memory call, bytes memory encodedError) internal {
        vm.prank(caller);
        (bool success, bytes memory answer) = address(passport).call(call);
        vm.assertFalse(success, "was not refused");
        vm.assertEq(answer, encodedError);
    }
}
