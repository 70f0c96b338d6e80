// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {GasSetup} from "./support/GasSetup.sol";
import {vm} from "./support/Vm.sol";

/// The gas of draws with several places, in giveaways with 10,000 holders.
contract GasOfPlacesTest is GasSetup {
    uint32 private constant HOLDERS = 10_000;

    /// One with 11 winners, and one with 100 winners and as many alternates.
    bytes32 private _few;
    bytes32 private _many;

    function setUp() public override {
        vm.pauseGasMetering();
        super.setUp();
        vm.warp(SIGNED_AT - MARGIN - 1);
        IGiveaways.GiveawayOptions memory options = decidedByRound1000();
        _few = createWithPlaces(options, 11, 0);
        options.externalId = "many";
        _many = createWithPlaces(options, 100, 100);
        for (uint32 i = 1; i <= HOLDERS; i++) {
            vm.prank(address(hub));
            passport.mint(holderOf(i), 5);
        }
        for (uint32 first = 1; first < HOLDERS; first += 200) {
            send(_few, batchOf(first, 1, 200));
            send(_many, batchOf(first, 1, 200));
        }
        vm.warp(SIGNED_AT);
        vm.resumeGasMetering();
    }

    function test_gas_of_a_further_winner() public {
        uint256 eleven = measure("draw, 10,000 holders, 11 winners", _drawing(_few, 256));
        uint256 all = measure("draw, 10,000 holders, 100 winners and 100 alternates", _drawing(_many, 256));
        vm.snapshotValue("Gas", "each of 10 further winners", (eleven - 190_000) / 10);
        vm.snapshotValue("Gas", "each of 199 further winners and alternates", (all - 190_000) / 199);
        vm.assertLe((eleven - 190_000) / 10, 22_000);
        vm.assertLe((all - 190_000) / 199, 22_700);
    }

    /// A step costs little more than the same places at once, however many were drawn before.
    function test_gas_of_steps() public {
        measure(_drawing(_many, 100));
        uint256 middle = measure("10 further places after 100", _drawing(_many, 10));
        measure(_drawing(_many, 80));
        uint256 last = measure("the last 10 of 200 places", _drawing(_many, 10));
        vm.assertFalse(hub.roundOf(_many, 0).isDrawing);
        vm.assertLe(middle, 1_000_000);
        vm.assertLe(last, 1_000_000);
    }

    function _drawing(bytes32 giveaway, uint256 tickets) private view returns (bytes memory) {
        return abi.encodeCall(hub.drawPlaces, (giveaway, 0, POINT_1000, tickets));
    }
}
