// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Giveaways} from "../src/Giveaways.sol";
import {Passport} from "../src/Passport.sol";
import {ChosenBeacon} from "./support/ChosenBeacon.sol";
import {artifactOf, vm} from "./support/Vm.sol";

contract InstallationTest {
    function test_createsPassportsAndHubThatNameEachOther() external {
        ChosenBeacon beacon = new ChosenBeacon();
        address operator = address(0x0A);
        address installation = vm.deployCode(artifactOf("Installation"), abi.encode(operator, beacon, 2 days, 60));
        Passport passport = Passport(vm.computeCreateAddress(installation, 1));
        Giveaways hub = Giveaways(vm.computeCreateAddress(installation, 2));

        vm.assertEq(passport.hub(), address(hub));
        vm.assertEq(address(hub.passport()), address(passport));
        vm.assertEq(hub.owner(), operator);
        vm.assertTrue(hub.isBeacon(beacon));
        vm.assertEq(hub.signerDelay(), 2 days);
        vm.assertEq(hub.minBeaconMargin(), 60);
    }
}
