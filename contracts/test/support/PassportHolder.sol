// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// A wallet that is a contract and takes whatever names its code word for its signature.
contract PassportHolder is IERC1271 {
    function isValidSignature(bytes32, bytes calldata signature) external pure returns (bytes4) {
        return keccak256(signature) == keccak256("open") ? this.isValidSignature.selector : bytes4(0);
    }
}
