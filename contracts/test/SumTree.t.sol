// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SumTree} from "../src/SumTree.sol";
import {bound, vm} from "./support/Vm.sol";

contract SumTreeTest {
    using SumTree for SumTree.Tree;

    SumTree.Tree private _tree;
    uint32[] private _weights;

    function test_an_empty_tree_weighs_nothing() public view {
        vm.assertEq(_total(), 0);
        vm.assertEq(_tree.weightOf(0), 0);
        vm.assertEq(_tree.weightOf(type(uint32).max), 0);
        vm.assertEq(_tree.totalTo(7), 0);
    }

    function test_grows_with_its_leaves() public {
        uint32[8] memory leaves = [uint32(0), 6, 7, 55, 56, 895, 896, 14_336];
        for (uint256 i = 0; i < leaves.length; i++) {
            _add(leaves[i], 5);
            vm.assertEq(_total(), 5 * (i + 1));
            for (uint256 j = 0; j <= i; j++) {
                vm.assertEq(_tree.weightOf(leaves[j]), 5);
                vm.assertEq(_tree.totalTo(leaves[j]), 5 * (j + 1));
                (uint256 leaf, uint256 rest,) = _tree.find(uint32(5 * j + 4));
                vm.assertEq(leaf, leaves[j]);
                vm.assertEq(rest, 4);
            }
        }
    }

    function test_reaches_the_last_leaf() public {
        _add(3, 2);
        _add(type(uint32).max - 1, 7);
        vm.assertEq(_tree.totalTo(type(uint32).max - 2), 2);
        vm.assertEq(_tree.totalTo(type(uint32).max - 1), 9);
        (uint256 leaf, uint256 rest,) = _tree.find(8);
        vm.assertEq(leaf, type(uint32).max - 1);
        vm.assertEq(rest, 6);
    }

    function test_has_less_than_2_to_the_32_leaves() public {
        vm.expectRevert();
        this.addTo(type(uint32).max);
    }

    function addTo(uint32 leaf) external {
        _tree.add(leaf, 1);
    }

    function test_holds_all_of32_bits_in_one_lane() public {
        for (uint32 leaf = 0; leaf < 17; leaf++) {
            _add(leaf, type(uint32).max);
            vm.assertEq(_tree.weightOf(leaf), type(uint32).max);
            vm.assertEq(_total(), type(uint32).max);
            (uint256 found, uint256 rest,) = _tree.find(type(uint32).max - 1);
            vm.assertEq(found, leaf);
            vm.assertEq(rest, type(uint32).max - 1);
            _subtract(leaf, type(uint32).max);
            vm.assertEq(_total(), 0);
        }
    }

    /// An emptied leaf keeps its index and covers no ticket.
    function test_finds_no_empty_leaf() public {
        for (uint32 leaf = 0; leaf < 20; leaf++) {
            _add(leaf, 1);
        }
        for (uint32 leaf = 0; leaf < 20; leaf += 2) {
            _subtract(leaf, 1);
        }
        for (uint32 ticket = 0; ticket < 10; ticket++) {
            (uint256 leaf,,) = _tree.find(ticket);
            vm.assertEq(leaf, 2 * ticket + 1);
        }
        (uint32 leaves,) = _tree.sizeOf();
        vm.assertEq(leaves, 20);
    }

    /// forge-config: default.fuzz.runs = 128
    function test_fuzz_agrees_with_a_plain_list(uint256 seed, uint8 leafCount, uint8 changes) public {
        _weights = new uint32[](bound(leafCount, 1, 80));
        for (uint256 i = 0; i < changes; i++) {
            seed = uint256(keccak256(abi.encode(seed)));
            _changeBoth(uint32((seed >> 64) % _weights.length), uint32(seed >> 128), seed & 1 == 0);
        }
        _compare(seed);
    }

    /// Every ticket of a small tree finds the leaf that a plain list finds: each leaf wins exactly its weight.
    /// forge-config: default.fuzz.runs = 64
    function test_fuzz_gives_each_leaf_as_many_tickets_as_it_weighs(uint8[40] memory amounts) public {
        for (uint32 leaf = 0; leaf < amounts.length; leaf++) {
            uint32 amount = amounts[leaf] % 9;
            _add(leaf, amount);
            _weights.push(amount);
        }
        uint32 ticket = 0;
        for (uint32 leaf = 0; leaf < _weights.length; leaf++) {
            for (uint32 rest = 0; rest < _weights[leaf]; rest++) {
                (uint256 found, uint256 left,) = _tree.find(ticket++);
                vm.assertEq(found, leaf);
                vm.assertEq(left, rest);
            }
        }
        vm.assertEq(_total(), ticket);
    }

    /// Where the slots below a lane weigh differently, the likelier one is not always the right one.
    function test_finds_the_leaves_of_uneven_slots() public {
        _fill(1, 10);
        _compare(3);
    }

    function test_finds_the_leaves_of_uneven_slots_the_other_way() public {
        _fill(10, 1);
        _compare(3);
    }

    /// Two slots of level 1, of 64 leaves each.
    function _fill(uint32 first, uint32 second) private {
        for (uint32 leaf = 0; leaf < 128; leaf++) {
            _weights.push(leaf < 64 ? first : second);
            _add(leaf, _weights[leaf]);
        }
    }

    /// A change returns the new weight and the new total.
    function test_returns_what_a_change_gives() public {
        (uint32 weight, uint32 total) = _tree.add(8, 5);
        vm.assertEq(abi.encode(weight, total), abi.encode(5, 5));
        (weight, total) = _tree.add(0, 2);
        vm.assertEq(abi.encode(weight, total), abi.encode(2, 7));
        (weight, total) = _tree.subtract(8, 4);
        vm.assertEq(abi.encode(weight, total), abi.encode(1, 3));
    }

    function _add(uint32 leaf, uint32 amount) private {
        _tree.add(leaf, amount);
    }

    function _subtract(uint32 leaf, uint32 amount) private {
        _tree.subtract(leaf, amount);
    }

    function _total() private view returns (uint32) {
        return _tree.totalOf();
    }

    function _changeBoth(uint32 leaf, uint32 amount, bool adds) private {
        if (adds) {
            amount %= (type(uint32).max - _total()) / 8 + 1;
            _add(leaf, amount);
            _weights[leaf] += amount;
        } else {
            amount = uint32(bound(amount, 0, _weights[leaf]));
            _subtract(leaf, amount);
            _weights[leaf] -= amount;
        }
    }

    function _compare(uint256 seed) private view {
        uint32 sum = 0;
        for (uint32 leaf = 0; leaf < _weights.length; leaf++) {
            vm.assertEq(_tree.weightOf(leaf), _weights[leaf]);
            if (_weights[leaf] != 0) {
                uint32 inside = uint32(seed % _weights[leaf]);
                (uint256 found, uint256 rest,) = _tree.find(sum + inside);
                vm.assertEq(found, leaf);
                vm.assertEq(rest, inside);
            }
            sum += _weights[leaf];
            vm.assertEq(_tree.totalTo(leaf), sum);
        }
        vm.assertEq(_total(), sum);
    }
}
