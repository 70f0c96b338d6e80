// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A passport contract in which every passport exists, and every permit is refused without a reason.
contract SilentPassport {
    function ownerOf(uint256) external pure returns (address) {
        return address(1);
    }

    function moveWithPermit(address, address, uint256, uint64, bytes calldata) external pure {
        assembly ("memory-safe") {
            revert(0, 0)
        }
    }
}
