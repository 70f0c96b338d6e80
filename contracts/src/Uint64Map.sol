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

    function _shift(uint256 index) private pure returns (uint256) {
        return (index & 3) * 64;
    }
}
