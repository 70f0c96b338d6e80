// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DrandBeacon} from "../src/DrandBeacon.sol";
import {IBeacon} from "../src/IBeacon.sol";
import {DrandSigner} from "./support/DrandSigner.sol";
import {artifactOf, bound, vm} from "./support/Vm.sol";

contract DrandBeaconTest {
    uint64 private constant GENESIS = 1692803367;
    uint64 private constant PERIOD = 3;
    bytes private constant QUICKNET =
        hex"000000000000000000000000000000000d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
        hex"0000000000000000000000000000000003cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        hex"000000000000000000000000000000000e5db2b6bfbb01c867749cadffca88b36c24f3012ba09fc4d3022c5c37dce0f977d3adb5d183c7477c442b1f04515273"
        hex"0000000000000000000000000000000001a714f2edb74119a2f2b0d5a7c75ba902d163700a61bc224ededd8e63aef7be1aaf8e93d7a9718b047ccddb3eb5d68b";
    bytes private constant SIGNATURE_1000 =
        hex"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
    bytes private constant X_1000 =
        hex"144679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
    bytes private constant Y_1000 =
        hex"11f92e4521ef54f047b64b85fa98db2d46f0f44add1f60b93f8a0dbddd63b34f238657c2d93aed18b90bddd60a01b6d2";
    // The order of the curve's groups.
    uint256 private constant ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001;

    DrandBeacon private beacon;

    function setUp() external {
        beacon = deploy(QUICKNET, GENESIS, PERIOD);
    }

    // The real network.

    function test_accepts_the_signature_of_quicknet() external view {
        vm.assertEq(
            beacon.randomnessOf(1000, SIGNATURE_1000),
            bytes32(0xfe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd)
        );
    }

    function test_accepts_the_uncompressed_signature_of_quicknet() external view {
        vm.assertEq(beacon.randomnessOf(1000, bytes.concat(X_1000, Y_1000)), sha256(SIGNATURE_1000));
    }

    /// Without the square root.
    function test_gas_of_verifying_an_uncompressed_signature() external view {
        uint256 before = gasleft();
        beacon.randomnessOf(1000, bytes.concat(X_1000, Y_1000));
        vm.assertLt(before - gasleft(), 135_000);
    }

    function test_shows_its_key() external view {
        vm.assertEq(beacon.publicKey(), QUICKNET);
        vm.assertEq(beacon.genesis(), GENESIS);
        vm.assertEq(beacon.period(), PERIOD);
    }

    function test_refuses_the_signature_of_another_round() external {
        expectInvalid(1001);
        beacon.randomnessOf(1001, SIGNATURE_1000);
    }

    function test_refuses_the_negated_signature() external {
        refuses(hex"944679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39");
    }

    function test_refuses_a_cleared_compression_flag() external {
        refuses(hex"344679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39");
    }

    function test_refuses_a_set_infinity_flag() external {
        refuses(hex"f44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39");
    }

    function test_refuses_infinity() external {
        refuses(hex"c00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000");
    }

    function test_refuses_x_of_the_modulus_itself() external {
        refuses(hex"9a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab");
    }

    function test_refuses_the_greatest_number() external {
        refuses(hex"bfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff");
    }

    function test_refuses_a_point_off_the_curve() external {
        refuses(hex"800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001");
    }

    function test_refuses_a_point_out_of_the_subgroup() external {
        refuses(hex"800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004");
    }

    function test_refuses_other_lengths() external {
        refuses("");
        refuses(hex"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e");
        refuses(bytes.concat(SIGNATURE_1000, hex"00"));
    }

    function test_refuses_another_uncompressed_point() external {
        // The negated point, whose y is p - y.
        refuses(
            bytes.concat(
                X_1000,
                hex"0807e3a5179091aa03655c3048b2d1aa1d86573a1665b20627a6c4e3194d42d4fb25a83bd81912e700f32229f5fdf3d9"
            )
        );
        refuses(bytes.concat(Y_1000, X_1000));
        refuses(bytes.concat(SIGNATURE_1000, Y_1000));
        refuses(new bytes(96));
        // Its y + p, the same number of the field.
        refuses(
            bytes.concat(
                X_1000,
                hex"2bfa402f5b6f3b8a92d1f33c3de48804ab683fcfd0a47378a6bae05ed414a973423257c18a8eed18730addd60a01617d"
            )
        );
        refuses(bytes.concat(X_1000, Y_1000, hex"00"));
        refuses(bytes.concat(X_1000, new bytes(48)));
    }

    function test_refuses_round_0() external {
        expectUnknown(0);
        beacon.randomnessOf(0, SIGNATURE_1000);
    }

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_refuses_a_signature_with_a_flipped_bit(uint256 bit) external {
        bit = bound(bit, 0, 383);
        bytes memory signature = SIGNATURE_1000;
        signature[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        refuses(signature);
    }

    // Any key.

    /// forge-config: default.fuzz.runs = 64
    function testFuzz_accepts_what_the_key_signed_and_nothing_else(uint256 secret, uint64 beaconRound, uint64 other)
        external
    {
        DrandSigner signer = new DrandSigner(bound(secret, 1, ORDER - 1));
        beacon = deploy(signer.publicKey(), GENESIS, PERIOD);
        beaconRound = uint64(bound(beaconRound, 1, type(uint64).max));
        other = uint64(bound(other, 1, type(uint64).max));
        vm.assume(other != beaconRound);
        bytes memory signature = signer.sign(beaconRound);

        vm.assertEq(beacon.randomnessOf(beaconRound, signature), sha256(signature));
        vm.assertEq(beacon.randomnessOf(beaconRound, signer.signUncompressed(beaconRound)), sha256(signature));
        expectInvalid(other);
        beacon.randomnessOf(other, signature);
    }

    function test_refuses_the_other_encoding_of_a_valid_point() external {
        DrandSigner signer = new DrandSigner(5);
        beacon = deploy(signer.publicKey(), GENESIS, PERIOD);
        uint256 refused;
        for (uint64 round = 1; round <= 20; ++round) {
            bytes memory signature = signer.signBeyondField(round);
            if (signature.length == 0) continue;
            expectInvalid(round);
            beacon.randomnessOf(round, signature);
            ++refused;
        }
        vm.assertGt(refused, 0);
    }

    // Times.

    function test_round_1_is_signed_at_genesis() external view {
        vm.assertEq(beacon.timeOf(1), GENESIS);
        vm.assertEq(beacon.timeOf(1000), GENESIS + 999 * PERIOD);
    }

    function test_finds_the_first_round_at_or_after_a_time() external view {
        vm.assertEq(beacon.roundAt(0), 1);
        vm.assertEq(beacon.roundAt(GENESIS), 1);
        vm.assertEq(beacon.roundAt(GENESIS + 1), 2);
        vm.assertEq(beacon.roundAt(GENESIS + PERIOD), 2);
        vm.assertEq(beacon.roundAt(GENESIS + PERIOD + 1), 3);
    }

    function testFuzz_the_round_at_a_time_is_the_first_one(uint64 genesis, uint64 period, uint64 timestamp) external {
        genesis = uint64(bound(genesis, 1, type(uint32).max));
        period = uint64(bound(period, 1, type(uint32).max));
        timestamp = uint64(bound(timestamp, 0, type(uint64).max - period));
        beacon = deploy(QUICKNET, genesis, period);

        uint64 round = beacon.roundAt(timestamp);
        vm.assertGe(beacon.timeOf(round), timestamp);
        if (round > 1) vm.assertLt(beacon.timeOf(round - 1), timestamp);
    }

    function test_round_0_has_no_time() external {
        expectUnknown(0);
        beacon.timeOf(0);
    }

    function test_a_round_beyond_64_bits_has_no_time() external {
        uint64 last = (type(uint64).max - GENESIS) / PERIOD + 1;
        vm.assertLe(beacon.timeOf(last), type(uint64).max);
        expectUnknown(last + 1);
        beacon.timeOf(last + 1);
    }

    // Configuration.

    function test_refuses_a_period_of_zero() external {
        vm.expectRevert(abi.encodeWithSelector(DrandBeacon.BeaconPeriodInvalid.selector, 0));
        deploy(QUICKNET, GENESIS, 0);
    }

    function test_refuses_a_key_of_another_length() external {
        refusesKey(hex"0d1fec");
        refusesKey(bytes.concat(QUICKNET, hex"00"));
    }

    function test_refuses_infinity_as_a_key() external {
        refusesKey(new bytes(256));
    }

    function test_refuses_a_key_off_the_curve() external {
        bytes memory key = QUICKNET;
        key[255] ^= 0x01;
        refusesKey(key);
    }

    /// With little gas, because the precompile uses up what it gets.
    function refuses(bytes memory signature) private {
        expectInvalid(1000);
        beacon.randomnessOf{gas: 1_000_000}(1000, signature);
    }

    function deploy(bytes memory key, uint64 genesis, uint64 period) private returns (DrandBeacon) {
        return DrandBeacon(vm.deployCode(artifactOf("DrandBeacon"), abi.encode(key, genesis, period)));
    }

    function refusesKey(bytes memory key) private {
        vm.expectRevert(abi.encodeWithSelector(DrandBeacon.BeaconKeyInvalid.selector, key));
        deploy(key, GENESIS, PERIOD);
    }

    function expectInvalid(uint64 beaconRound) private {
        vm.expectRevert(abi.encodeWithSelector(IBeacon.BeaconSignatureInvalid.selector, beaconRound));
    }

    function expectUnknown(uint64 beaconRound) private {
        vm.expectRevert(abi.encodeWithSelector(IBeacon.BeaconRoundInvalid.selector, beaconRound));
    }
}
