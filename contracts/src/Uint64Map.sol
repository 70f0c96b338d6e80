// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Numbers of 64 bits by index, four in a slot, so that neighbours share the cost of a slot.
library Uint64Map {
    struct Map {
        mapping(uint256 slot => Slot) slots;
    }

    struct Slot {
        uint256 numbers;
    }

    function get(Map storage map, uint256 index) internal view returns (uint64) {
        return uint64(map.slots[index >> 2].numbers >> _shift(index));
    }

    function set(Map storage map, uint256 index, uint64 value) internal {
        uint256 shift = _shift(index);
        Slot storage slot = map.slots[index >> 2];
        uint256 others = slot.numbers & ~(uint256(type(uint64).max) << shift);
        slot.numbers = others | (uint256(value) << shift);
    }

    /// Sets the numbers from `first` to before `end`, with one read and one write a slot. The value of number n is at n + `skipped`;
    /// the caller keeps it within the length of `values`, and each value within 64 bits.
    function setAll(Map storage map, uint256[] memory values, uint256 skipped, uint256 first, uint256 end) internal {
        unchecked {
            for (uint256 index = first; index < end;) {
                Slot storage slot = map.slots[index >> 2];
                uint256 numbers = slot.numbers;
                uint256 next = (index | 3) + 1;
                if (next > end) next = end;
                assembly ("memory-safe") {
                    let place := add(add(values, 32), shl(5, add(index, skipped)))
                    for {} lt(index, next) { index := add(index, 1) } {
                        let shift := shl(6, and(index, 3))
                        let others := and(numbers, not(shl(shift, 0xffffffffffffffff)))
                        numbers := or(others, shl(shift, mload(place)))
                        place := add(place, 32)
                    }
                }
                slot.numbers = numbers;
            }
        }
    }

    function _shift(uint256 index) private pure returns (uint256) {
        return (index & 3) * 64;
    }
}
