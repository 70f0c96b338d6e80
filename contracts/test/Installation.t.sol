// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAnnouncements} from "../src/IAnnouncements.sol";
import {IHub} from "../src/IHub.sol";
import {Passport} from "../src/Passport.sol";
import {State} from "../src/State.sol";
import {ChosenBeacon} from "./support/ChosenBeacon.sol";
import {artifactOf, vm} from "./support/Vm.sol";

contract InstallationTest {
    address private constant FACTORY = 0x4e59b44847b379578588920cA78FbF26c0B4956C;
    address private constant OPERATOR = address(0x0A);
    /// The code of the public factory.
    bytes private constant FACTORY_CODE =
        hex"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";

    ChosenBeacon private _beacon = new ChosenBeacon();

    function test_creates_passports_modules_and_hub_that_name_each_other() external {
        vm.etch(FACTORY, FACTORY_CODE);
        address installation = _install();
        Passport passport = Passport(vm.computeCreateAddress(installation, 1));
        IHub hub = IHub(vm.computeCreateAddress(installation, 4));

        vm.assertEq(passport.hub(), address(hub));
        vm.assertEq(address(hub.passport()), address(passport));
        vm.assertEq(hub.draws(), vm.computeCreateAddress(installation, 2));
        vm.assertEq(hub.prizes(), vm.computeCreateAddress(installation, 3));
        vm.assertEq(address(State(hub.draws()).passport()), address(passport));
        vm.assertEq(address(State(hub.prizes()).passport()), address(passport));
        vm.assertEq(hub.owner(), OPERATOR);
        vm.assertTrue(hub.isBeacon(_beacon));
        vm.assertEq(hub.signerDelay(), 2 days);
        vm.assertEq(hub.minBeaconMargin(), 60);
    }

    /// The first installation creates the lists, which all later ones use.
    function test_all_hubs_use_the_lists_of_one_address() external {
        vm.etch(FACTORY, FACTORY_CODE);
        IAnnouncements first = IHub(vm.computeCreateAddress(_install(), 4)).announcements();
        IAnnouncements second = IHub(vm.computeCreateAddress(_install(), 4)).announcements();
        vm.assertEq(address(second), address(first));
        bytes memory code = vm.getCode(artifactOf("Announcements"));
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", FACTORY, bytes32(0), keccak256(code)));
        vm.assertEq(address(first), address(uint160(uint256(hash))));
        vm.assertEq(first.countOf("provider"), 0);
    }

    function test_without_the_factory_nothing_is_created() external {
        vm.etch(FACTORY, "");
        vm.assertEq(_create(), address(0));
    }

    function _install() private returns (address) {
        return vm.deployCode(artifactOf("Installation"), abi.encode(OPERATOR, _beacon, 2 days, 60));
    }

    function _create() private returns (address created) {
        bytes memory code = bytes.concat(
            vm.getCode(artifactOf("Installation")), abi.encode(OPERATOR, _beacon, uint64(2 days), uint32(60))
        );
        assembly ("memory-safe") {
            created := create(0, add(code, 32), mload(code))
        }
    }
}
