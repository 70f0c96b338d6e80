// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAnnouncements} from "../src/IAnnouncements.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {vm} from "./support/Vm.sol";

/// The hub and the contracts that it calls: its modules, and the lists of announcements.
contract GiveawaysModulesTest is GiveawaysSetup {
    /// A module finds no giveaway in its own storage, whoever calls.
    function test_modules_refuse_direct_calls() public {
        bytes32 giveaway = create(drawn());
        uint256 passportId = mint(STRANGER);
        vm.warp(START);
        apply_(giveaway, issue(passportId, 1));
        vm.warp(START + DAY + MARGIN);
        IGiveaways.PrizeDelivery memory delivery;
        bytes memory signature = abi.encode(hub.beaconRoundOf(giveaway, 0), bytes32("randomness"));
        address draws = hub.draws();
        _refuses(draws, abi.encodeCall(hub.declareWinner, (giveaway, 0, passportId)), giveaway);
        _refuses(draws, abi.encodeCall(hub.drawWinner, (giveaway, 0, signature)), giveaway);
        _refuses(draws, abi.encodeCall(hub.drawPlaces, (giveaway, 0, signature, 1)), giveaway);
        _refuses(draws, abi.encodeCall(hub.placeOf, (giveaway, 0, 0)), giveaway);
        _refuses(draws, abi.encodeCall(hub.voidRound, (giveaway, 0)), giveaway);
        _refuses(draws, abi.encodeCall(hub.roundOf, (giveaway, 0)), giveaway);
        _refuses(draws, abi.encodeCall(hub.beaconRoundOf, (giveaway, 0)), giveaway);
        address prizes = hub.prizes();
        _refuses(prizes, abi.encodeCall(hub.confirmReceipt, (giveaway, 0)), giveaway);
        _refuses(prizes, abi.encodeCall(hub.confirmReceiptByProvider, (giveaway, 0)), giveaway);
        _refuses(prizes, abi.encodeCall(hub.setRoundMetadata, (giveaway, 0, "key", 0, "")), giveaway);
        _refuses(prizes, abi.encodeCall(hub.setRoundImage, (giveaway, 0, "key", 0, "")), giveaway);
        _refuses(prizes, abi.encodeCall(hub.recordPrizeDelivery, (giveaway, 0, delivery)), giveaway);
        _refuses(prizes, abi.encodeCall(hub.confirmPlaceReceipt, (giveaway, 0, 1)), giveaway);
        _refuses(prizes, abi.encodeCall(hub.confirmPlaceReceiptByProvider, (giveaway, 0, 1)), giveaway);
        _refuses(prizes, abi.encodeCall(hub.setPlaceMetadata, (giveaway, 0, 1, "key", 0, "")), giveaway);
        _refuses(prizes, abi.encodeCall(hub.setPlaceImage, (giveaway, 0, 1, "key", 0, "")), giveaway);
        _refuses(prizes, abi.encodeCall(hub.recordPlaceDelivery, (giveaway, 0, 1, delivery)), giveaway);
    }

    function test_the_hub_refuses_unknown_calls() public {
        bytes[4] memory calls =
            [bytes(""), hex"01", abi.encodeWithSignature("upgradeTo(address)", STRANGER), abi.encodeWithSignature("selfDestruct()")];
        for (uint256 i = 0; i < calls.length; i++) {
            vm.prank(OPERATOR);
            (bool success, bytes memory answer) = address(hub).call(calls[i]);
            vm.assertFalse(success);
            vm.assertEq(answer, "");
        }
    }

    /// Not even with a call of a module.
    function test_the_hub_takes_no_coins() public {
        vm.deal(address(this), 2);
        (bool success,) = address(hub).call{value: 1}(abi.encodeCall(hub.voidRound, (bytes32(0), 0)));
        vm.assertFalse(success);
        (success,) = address(hub).call{value: 1}("");
        vm.assertFalse(success);
    }

    function test_a_drawn_giveaway_is_announced() public {
        IGiveaways.GiveawayOptions memory options = rolling(drawn(), 3, 2, true);
        options.endTime = START + 30 * DAY;
        bytes32 giveaway = hub.keyOf(PROVIDER, options.externalId);
        vm.expectEmit(address(announcements));
        emit IAnnouncements.GiveawayAnnounced(
            PROVIDER,
            address(hub),
            giveaway,
            0,
            START - 1,
            IAnnouncements.Terms({
                startTime: START,
                endTime: START + 30 * DAY,
                everyDays: 3,
                activeDays: 2,
                beacon: address(beacon),
                beaconMargin: MARGIN
            })
        );
        create(options);
        vm.assertEq(announcements.countOf(PROVIDER), 1);

        // A second hub appends to the same list.
        hub = deployHub(passport);
        vm.prank(OPERATOR);
        hub.setProviderSigner(PROVIDER, SIGNER, true);
        create(drawn());
        vm.assertEq(announcements.countOf(PROVIDER), 2);
    }

    function test_a_declared_giveaway_is_not_announced() public {
        create(declared());
        vm.assertEq(announcements.countOf(PROVIDER), 0);
    }

    function _refuses(address module, bytes memory call, bytes32 giveaway) private {
        vm.prank(SIGNER);
        (bool success, bytes memory answer) = module.call(call);
        vm.assertFalse(success);
        vm.assertEq(answer, abi.encodeWithSelector(IGiveaways.GiveawayUnknown.selector, giveaway));
    }
}
