// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Ranges of tickets that are left out of a draw, in memory: sorted by their first ticket, without overlap.
library Exclusions {
    struct List {
        /// Each with its first ticket above its length of 32 bits. The caller keeps `count` within the length of the array.
        uint256[] ranges;
        uint256 count;
    }

    /// The ticket with this number among those that are not left out, counted from 0, and the number of ranges before it.
    function locate(List memory list, uint256 number) internal pure returns (uint256 ticket, uint256 before) {
        ticket = number;
        assembly ("memory-safe") {
            let start := add(mload(list), 32)
            let end := add(start, shl(5, mload(add(list, 32))))
            let place := start
            for {} lt(place, end) { place := add(place, 32) } {
                let range := mload(place)
                if lt(ticket, shr(32, range)) { break }
                ticket := add(ticket, and(range, 0xffffffff))
            }
            before := shr(5, sub(place, start))
        }
    }

    /// Leaves out a range that has `before` ranges before it.
    function insert(List memory list, uint256 before, uint256 first, uint256 length) internal pure {
        assembly ("memory-safe") {
            let place := add(add(mload(list), 32), shl(5, before))
            let count := mload(add(list, 32))
            mcopy(add(place, 32), place, shl(5, sub(count, before)))
            mstore(place, or(shl(32, first), length))
            mstore(add(list, 32), add(count, 1))
        }
    }
}
