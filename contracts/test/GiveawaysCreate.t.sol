// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IBeacon} from "../src/IBeacon.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {ChosenBeacon} from "./support/ChosenBeacon.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {vm} from "./support/Vm.sol";

contract GiveawaysCreateTest is GiveawaysSetup {
    function test_starts_with_its_parameters() public view {
        vm.assertEq(hub.owner(), OPERATOR);
        vm.assertEq(hub.signerDelay(), SIGNER_DELAY);
        vm.assertEq(hub.minBeaconMargin(), MARGIN);
        vm.assertEq(address(hub.passport()), address(passport));
        vm.assertEq(address(hub.announcements()), address(announcements));
    }

    function test_only_the_operator_sets_signers() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, SIGNER));
        vm.prank(SIGNER);
        hub.setProviderSigner(PROVIDER, STRANGER, true);

        vm.expectEmit(address(hub));
        emit IGiveaways.ProviderSignerSet(PROVIDER, STRANGER, true, START - 1);
        vm.prank(OPERATOR);
        hub.setProviderSigner(PROVIDER, STRANGER, true);
        vm.assertTrue(hub.isSigner(PROVIDER, STRANGER), "not a signer");
        vm.assertFalse(hub.isSigner(OTHER_PROVIDER, STRANGER), "a signer of another provider");
    }

    function test_only_the_operator_sets_beacons() public {
        IBeacon another = new ChosenBeacon();
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, SIGNER));
        vm.prank(SIGNER);
        hub.setBeacon(another, true);

        vm.expectEmit(address(hub));
        emit IGiveaways.BeaconSet(another, true);
        vm.prank(OPERATOR);
        hub.setBeacon(another, true);
        vm.assertTrue(hub.isBeacon(another) && hub.isBeacon(beacon), "a beacon that is not allowed");
        vm.assertFalse(hub.isBeacon(new ChosenBeacon()), "any beacon is allowed");
    }

    function test_an_address_without_code_is_not_a_beacon() public {
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.BeaconUnknown.selector, STRANGER));
        vm.prank(OPERATOR);
        hub.setBeacon(IBeacon(STRANGER), true);
        vm.prank(OPERATOR);
        hub.setBeacon(IBeacon(STRANGER), false);
    }

    function test_a_giveaway_keeps_its_beacon_after_it_is_disallowed() public {
        bytes32 giveaway = create(drawn());
        uint256 passportId = mint(STRANGER);
        vm.warp(START);
        apply_(giveaway, issue(passportId, 1));
        vm.prank(OPERATOR);
        hub.setBeacon(beacon, false);
        vm.warp(START + DAY + MARGIN);
        bytes memory signature = abi.encode(hub.beaconRoundOf(giveaway, 0), bytes32("randomness"));
        vm.assertEq(hub.drawWinner(giveaway, 0, signature), passportId);

        IGiveaways.GiveawayOptions memory options = drawn();
        options.externalId = "autumn";
        options.endTime = START + 10 * DAY;
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.BeaconUnknown.selector, beacon));
        create(options);
    }

    function test_a_new_operator_must_accept() public {
        vm.prank(OPERATOR);
        hub.transferOwnership(STRANGER);
        vm.assertEq(hub.owner(), OPERATOR);
        vm.prank(STRANGER);
        hub.acceptOwnership();
        vm.assertEq(hub.owner(), STRANGER);
    }

    function test_there_is_always_an_operator() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        vm.prank(OPERATOR);
        hub.renounceOwnership();
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, STRANGER));
        vm.prank(STRANGER);
        hub.renounceOwnership();
    }

    function test_strangers_change_nothing() public {
        bytes32 giveaway = create(declared());
        IGiveaways.EntryChange[] memory batch = new IGiveaways.EntryChange[](1);
        IGiveaways.Provision[] memory items = new IGiveaways.Provision[](1);
        IGiveaways.PrizeDelivery memory delivery;
        expectUnknownSigner();
        hub.createGiveaway(PROVIDER, declared());
        expectUnknownSigner();
        hub.changeEntries(giveaway, batch[0]);
        expectUnknownSigner();
        hub.changeEntriesBatch(giveaway, batch);
        expectUnknownSigner();
        hub.declareWinner(giveaway, 0, 1);
        expectUnknownSigner();
        hub.confirmReceiptByProvider(giveaway, 0);
        expectUnknownSigner();
        hub.setRoundMetadata(giveaway, 0, 0, 0, "");
        expectUnknownSigner();
        hub.setRoundImage(giveaway, 0, 0, 0, "");
        expectUnknownSigner();
        hub.recordPrizeDelivery(giveaway, 0, delivery);
        expectUnknownSigner();
        hub.provision(PROVIDER, items[0]);
        expectUnknownSigner();
        hub.provisionBatch(PROVIDER, items);
    }

    function test_refuses_an_unknown_giveaway() public {
        IGiveaways.EntryChange[] memory batch = new IGiveaways.EntryChange[](1);
        IGiveaways.PrizeDelivery memory delivery;
        _expectUnknown();
        hub.changeEntries("x", batch[0]);
        _expectUnknown();
        hub.changeEntriesBatch("x", batch);
        _expectUnknown();
        hub.declareWinner("x", 0, 1);
        _expectUnknown();
        hub.drawWinner("x", 0, "");
        _expectUnknown();
        hub.voidRound("x", 0);
        _expectUnknown();
        hub.confirmReceipt("x", 0);
        _expectUnknown();
        hub.confirmReceiptByProvider("x", 0);
        _expectUnknown();
        hub.setRoundMetadata("x", 0, 0, 0, "");
        _expectUnknown();
        hub.setRoundImage("x", 0, 0, 0, "");
        _expectUnknown();
        hub.recordPrizeDelivery("x", 0, delivery);
        _expectUnknown();
        hub.giveawayOf("x");
        _expectUnknown();
        hub.roundOf("x", 0);
        _expectUnknown();
        hub.roundAt("x", START);
        _expectUnknown();
        hub.beaconRoundOf("x", 0);
    }

    function test_keeps_what_it_was_created_with() public {
        IGiveaways.GiveawayOptions memory options = rolling(drawn(), 7, 3, true);
        options.endTime = START + 100 * DAY;
        options.requiresHandshake = true;
        options.providerPaysReceiptGas = true;
        options.metadataHash = keccak256("texts");
        options.metadataUri = "ipfs://texts";
        bytes32 expected = keccak256(abi.encode(PROVIDER, options.externalId));

        vm.expectEmit(address(hub));
        emit IGiveaways.GiveawayCreated(expected, PROVIDER, SIGNER, options);
        bytes32 giveaway = create(options);
        vm.assertTrue(giveaway == expected && hub.keyOf(PROVIDER, options.externalId) == expected, "another key");
        bytes memory kept = abi.encode(hub.giveawayOf(giveaway));
        bytes memory common = abi.encode(PROVIDER, START, options.endTime, options.determination, true, true, true);
        vm.assertEq(kept, abi.encodePacked(common, abi.encode(7, 3, beacon, MARGIN), abi.encode(1, 0)));
    }

    function test_an_external_id_is_unique_within_its_provider() public {
        bytes32 giveaway = create(declared());
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.GiveawayExists.selector, giveaway));
        create(drawn());

        vm.prank(OPERATOR);
        hub.setProviderSigner(OTHER_PROVIDER, SIGNER, true);
        vm.prank(SIGNER);
        vm.assertTrue(hub.createGiveaway(OTHER_PROVIDER, declared()) != giveaway, "one key for two");
    }

    function test_accepts_a_start_in_the_past_and_no_end_in_the_past() public {
        vm.warp(START + DAY);
        _refuses(declared(), "endTime");
        vm.warp(START + DAY - 1);
        bytes32 giveaway = create(declared());
        vm.assertEq(uint8(hub.roundOf(giveaway, 0).state), uint8(IGiveaways.RoundState.Open));
    }

    /// A draw of one round without an end could never take place; with rounds, each of them closes.
    function test_a_draw_has_an_end_or_rounds() public {
        IGiveaways.GiveawayOptions memory options = drawn();
        options.endTime = 0;
        _refuses(options, "endTime");
        create(rolling(options, 1, 1, false));
        options = declared();
        options.externalId = "endless";
        options.endTime = 0;
        create(options);
    }

    function test_bounds_the_external_id() public {
        IGiveaways.GiveawayOptions memory options = declared();
        options.externalId = "";
        _refuses(options, "externalId");
        options.externalId = string(new bytes(513));
        _refuses(options, "externalId");
        options.externalId = string(new bytes(512));
        create(options);
    }

    function test_bounds_the_times() public {
        IGiveaways.GiveawayOptions memory options = declared();
        options.startTime = 0;
        _refuses(options, "startTime");
        options.startTime = uint64(type(uint40).max) + 1;
        _refuses(options, "startTime");
        options.startTime = START;
        options.endTime = START;
        _refuses(options, "endTime");
        options.endTime = uint64(type(uint40).max) + 1;
        _refuses(options, "endTime");
        options.endTime = type(uint40).max;
        create(options);
    }

    function test_bounds_the_rounds() public {
        IGiveaways.GiveawayOptions memory options = rolling(declared(), 36_501, 1, false);
        _refuses(options, "everyDays");
        options.everyDays = 7;
        options.activeDays = 0;
        _refuses(options, "activeDays");
        options.activeDays = 8;
        _refuses(options, "activeDays");
        options.activeDays = 7;
        create(options);
        options.externalId = "seldom";
        options.everyDays = 36_500;
        create(options);
    }

    function test_one_round_takes_no_options_of_many() public {
        IGiveaways.GiveawayOptions memory options = declared();
        options.activeDays = 1;
        _refuses(options, "activeDays");
        options.activeDays = 0;
        options.entriesCarryOver = true;
        _refuses(options, "entriesCarryOver");
    }

    function test_a_draw_needs_a_beacon_that_the_operator_allows() public {
        IBeacon[3] memory others = [IBeacon(address(0)), IBeacon(STRANGER), new ChosenBeacon()];
        for (uint256 i = 0; i < others.length; i++) {
            IGiveaways.GiveawayOptions memory options = drawn();
            options.beacon = others[i];
            vm.expectRevert(abi.encodeWithSelector(IGiveaways.BeaconUnknown.selector, others[i]));
            create(options);
        }
    }

    function test_bounds_the_beacons_margin() public {
        IGiveaways.GiveawayOptions memory options = drawn();
        options.beaconMargin = MARGIN - 1;
        _refuses(options, "beaconMargin");
        options.beaconMargin = 1 days + 1;
        _refuses(options, "beaconMargin");
        options.beaconMargin = 1 days;
        create(options);
        options.externalId = "soon";
        options.beaconMargin = MARGIN;
        create(options);
    }

    function test_a_declaration_takes_no_beacon() public {
        IGiveaways.GiveawayOptions memory options = declared();
        options.beacon = IBeacon(address(beacon));
        _refuses(options, "beacon");
        options.beacon = IBeacon(address(0));
        options.beaconMargin = 1;
        _refuses(options, "beaconMargin");
    }

    function _refuses(IGiveaways.GiveawayOptions memory options, string memory field) private {
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.OptionInvalid.selector, field));
        create(options);
    }

    function _expectUnknown() private {
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.GiveawayUnknown.selector, bytes32("x")));
        vm.prank(SIGNER);
    }
}
