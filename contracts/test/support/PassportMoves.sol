// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Passport} from "../../src/Passport.sol";
import {artifactOf, bound, vm} from "./Vm.sol";

/// Mints and transfers passports in every possible way, as the hub, and counts the successful calls.
contract PassportMoves {
    uint256 private constant PEOPLE = 3;

    Passport public immutable passport = Passport(vm.deployCode(artifactOf("Passport"), abi.encode(address(this))));
    uint256 public minted;
    mapping(uint256 passportId => uint32) public limit;
    mapping(uint256 passportId => uint256) public moves;

    function mint(uint256 person, uint32 maxTransfers) external {
        // Small limits, so that they are reached; sometimes no limit.
        uint32 terms = maxTransfers % 5 == 4 ? passport.UNLIMITED() : maxTransfers % 5;
        uint256 passportId = passport.mint(personOf(person), terms);
        limit[passportId] = terms;
        minted = passportId;
    }

    function transfer(uint256 passportId, uint256 person, bool safely) external {
        if (minted == 0) return;
        passportId = bound(passportId, 1, minted);
        address owner = passport.ownerOf(passportId);
        vm.prank(owner);
        if (safely) {
            try passport.safeTransferFrom(owner, personOf(person), passportId) {
                ++moves[passportId];
            } catch {}
        } else {
            try passport.transferFrom(owner, personOf(person), passportId) {
                ++moves[passportId];
            } catch {}
        }
    }

    function moveFor(uint256 passportId, uint256 person) external {
        if (minted == 0) return;
        passportId = bound(passportId, 1, minted);
        address owner = passport.ownerOf(passportId);
        vm.prank(owner);
        passport.approve(address(0xA), passportId);
        try passport.moveFor(address(0xA), owner, personOf(person), passportId) {
            ++moves[passportId];
        } catch {}
    }

    function moveWithPermit(uint256 passportId, uint256 person) external {
        if (minted == 0) return;
        passportId = bound(passportId, 1, minted);
        address owner = passport.ownerOf(passportId);
        uint256 key = 1;
        while (vm.addr(key) != owner) ++key;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(
            key, permitOf(passport, address(this), owner, personOf(person), passportId, type(uint64).max)
        );
        try passport.moveWithPermit(
            owner, personOf(person), passportId, type(uint64).max, abi.encodePacked(r, s, v)
        ) {
            ++moves[passportId];
        } catch {}
    }

    function personOf(uint256 person) private pure returns (address) {
        return vm.addr(bound(person, 1, PEOPLE));
    }
}

/// The digest that an owner signs, computed as in a wallet.
function permitOf(Passport passport, address spender, address from, address to, uint256 passportId, uint64 deadline)
    view
    returns (bytes32)
{
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
            spender,
            from,
            to,
            passportId,
            passport.nonces(passportId),
            deadline
        )
    );
    return keccak256(abi.encodePacked(hex"1901", domain, permit));
}
