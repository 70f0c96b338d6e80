// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Bls} from "../src/Bls.sol";
import {vm} from "./support/Vm.sol";

contract BlsTest {
    function test_hashes_to_the_point_that_other_implementations_give() external view {
        bytes32 message = sha256(abi.encodePacked(uint64(1000)));
        vm.assertEq(
            Bls.hashToPoint(abi.encodePacked(message)),
            hex"000000000000000000000000000000000f5a32d53837b00fbc0ee31ce9966435a41c5188a80ce9934d3c80588b6ad6f643ebda1b83ef89e44da9ced6205cdecf"
            hex"0000000000000000000000000000000004754d95146af4bd20a900b0494bcd1fb6406778975b4a9e38e806651736ff051ba689cf130adb29d362a1ab3214e6f7"
        );
        vm.assertEq(
            Bls.hashToPoint(""),
            hex"0000000000000000000000000000000012e0e662181bd9f8cd8ef246071357cd07a23c4391e879b49e32084dcc1a2aede123c8e8bfcde92edac229e28b719142"
            hex"000000000000000000000000000000000d568a0595f7e9620fd05bb0494fe782ab2bfb1c588edf404326a9d074c2a4b2d43ea2d4c8253eb1ce1ad7b70be521d8"
        );
    }

    function test_finds_the_larger_y() external view {
        assertPoint(
            hex"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
            hex"00000000000000000000000000000000144679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
            hex"0000000000000000000000000000000011f92e4521ef54f047b64b85fa98db2d46f0f44add1f60b93f8a0dbddd63b34f238657c2d93aed18b90bddd60a01b6d2"
        );
    }

    function test_finds_the_smaller_y() external view {
        assertPoint(
            hex"944679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
            hex"00000000000000000000000000000000144679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
            hex"000000000000000000000000000000000807e3a5179091aa03655c3048b2d1aa1d86573a1665b20627a6c4e3194d42d4fb25a83bd81912e700f32229f5fdf3d9"
        );
    }

    /// x³ ends in 256 ones, so that adding 4 carries.
    function test_carries_in_the_equation_of_the_curve() external view {
        assertPoint(
            hex"9819d1be5dd50af41864af757cac03b6a364dd7c52d8f653779ff902c461c298ea99a82f3ba2d08749c90aa1f02dab1f",
            hex"000000000000000000000000000000001819d1be5dd50af41864af757cac03b6a364dd7c52d8f653779ff902c461c298ea99a82f3ba2d08749c90aa1f02dab1f"
            hex"000000000000000000000000000000000532b7db7bfafe6f53fe30da4ba8574c9df381da0fd3b82df7536f38614a452e873e16cf5fde03e9ff4b7ffb628904b8"
        );
    }

    function test_the_greatest_x_belongs_to_no_point() external view {
        (bool isPoint,) = this.decompress(
            hex"9a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaaa"
        );
        vm.assertFalse(isPoint);
    }

    function decompress(bytes calldata encoded) external view returns (bool, bytes memory) {
        return Bls.decompress(encoded);
    }

    function assertPoint(bytes memory encoded, bytes memory expected) private view {
        (bool isPoint, bytes memory point) = this.decompress(encoded);
        vm.assertTrue(isPoint);
        vm.assertEq(point, expected);
    }
}
