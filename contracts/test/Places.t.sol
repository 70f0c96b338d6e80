// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {Vm, vm} from "./support/Vm.sol";

/// Several places in a round: their number, declared winners, and what follows.
contract PlacesTest is GiveawaysSetup {
    uint256[] private _passports;

    function setUp() public override {
        super.setUp();
        for (uint256 i = 0; i < 5; i++) {
            _passports.push(mint(_owner(i)));
        }
    }

    function test_places_are_part_of_the_history() public {
        IGiveaways.GiveawayOptions memory options = declared();
        bytes32 giveaway = hub.keyOf(PROVIDER, options.externalId);
        vm.expectEmit(address(hub));
        emit IGiveaways.GiveawayCreated(giveaway, PROVIDER, SIGNER, options);
        vm.expectEmit(address(hub));
        emit IGiveaways.PlacesSet(giveaway, 3, 2);
        createWithPlaces(options, 3, 2);
        bytes32 created = keccak256(abi.encode(PROVIDER, uint64(block.timestamp), options));
        vm.assertEq(hub.historyOf(giveaway), keccak256(abi.encodePacked(created, uint8(3), uint8(2))));
        vm.assertEq(hub.giveawayOf(giveaway).winners, 3);
        vm.assertEq(hub.giveawayOf(giveaway).alternates, 2);
    }

    /// One winner without alternates is what a giveaway has without the option.
    function test_one_place_is_as_without_places() public {
        uint256 start = vm.snapshotState();
        bytes32 giveaway = create(declared());
        bytes32 history = hub.historyOf(giveaway);
        bytes memory kept = abi.encode(hub.giveawayOf(giveaway));
        vm.revertToState(start);
        vm.recordLogs();
        createWithPlaces(declared(), 1, 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 1);
        vm.assertEq(hub.historyOf(giveaway), history);
        vm.assertEq(abi.encode(hub.giveawayOf(giveaway)), kept);
    }

    function test_refuses_other_numbers_of_places() public {
        _refusesPlaces(0, 0, "winners");
        _refusesPlaces(101, 0, "winners");
        _refusesPlaces(1, 101, "alternates");
        expectUnknownSigner();
        hub.createGiveawayWithPlaces(PROVIDER, declared(), 2, 0);
        createWithPlaces(declared(), 100, 100);
    }

    function test_declares_the_next_place() public {
        bytes32 giveaway = _closed(declared(), 2, 1);
        _declare(giveaway, 0);
        vm.expectEmit(address(hub));
        emit IGiveaways.PlaceDeclared(giveaway, 0, _passports[1], 1, _owner(1), SIGNER);
        _declare(giveaway, 1);
        for (uint8 place = 0; place < 2; place++) {
            vm.expectRevert(
                abi.encodeWithSelector(IGiveaways.PassportHasPlace.selector, giveaway, 0, _passports[place], place)
            );
            _declare(giveaway, place);
        }
        vm.expectRevert(
            abi.encodeWithSelector(IGiveaways.PassportWithoutEntries.selector, giveaway, 0, _passports[4])
        );
        _declare(giveaway, 4);
        expectUnknownSigner();
        hub.declareWinner(giveaway, 0, _passports[2]);
        _declare(giveaway, 2);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.WinnerAlreadySet.selector, giveaway, 0, _passports[0]));
        _declare(giveaway, 3);

        vm.assertEq(hub.roundOf(giveaway, 0).decided, 3);
        vm.assertEq(hub.roundOf(giveaway, 0).winner, _passports[0]);
        for (uint8 place = 0; place < 3; place++) {
            vm.assertEq(hub.placeOf(giveaway, 0, place).winner, _passports[place]);
        }
    }

    function test_places_of_unknown_rounds_are_unknown() public {
        bytes32 giveaway = createWithPlaces(declared(), 2, 0);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.RoundUnknown.selector, giveaway, 1));
        hub.placeOf(giveaway, 1, 0);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.GiveawayUnknown.selector, bytes32("unknown")));
        hub.placeOf("unknown", 0, 0);
    }

    function test_each_winner_confirms_its_own_receipt() public {
        bytes32 giveaway = _decided(declared(), 3, 0);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.NotWinnerOwner.selector, _passports[1], _owner(0)));
        vm.prank(_owner(0));
        hub.confirmPlaceReceipt(giveaway, 0, 1);
        vm.expectEmit(address(hub));
        emit IGiveaways.PlaceReceiptConfirmed(giveaway, 0, _passports[1], 1, _owner(1), false);
        vm.prank(_owner(1));
        hub.confirmPlaceReceipt(giveaway, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.ReceiptAlreadyConfirmed.selector, giveaway, 0));
        vm.prank(_owner(1));
        hub.confirmPlaceReceipt(giveaway, 0, 1);
        vm.prank(_owner(0));
        hub.confirmReceipt(giveaway, 0);
        vm.assertTrue(hub.placeOf(giveaway, 0, 0).receiptConfirmed);
        vm.assertTrue(hub.roundOf(giveaway, 0).receiptConfirmed);
        vm.assertTrue(hub.placeOf(giveaway, 0, 1).receiptConfirmed);
        vm.assertFalse(hub.placeOf(giveaway, 0, 2).receiptConfirmed);
    }

    function test_the_provider_confirms_a_place_where_it_pays() public {
        IGiveaways.GiveawayOptions memory options = declared();
        options.providerPaysReceiptGas = true;
        bytes32 giveaway = _decided(options, 2, 0);
        vm.expectEmit(address(hub));
        emit IGiveaways.PlaceReceiptConfirmed(giveaway, 0, _passports[1], 1, SIGNER, true);
        vm.prank(SIGNER);
        hub.confirmPlaceReceiptByProvider(giveaway, 0, 1);
        expectUnknownSigner();
        hub.confirmPlaceReceiptByProvider(giveaway, 0, 1);
    }

    function test_a_place_has_texts_and_an_image() public {
        bytes32 giveaway = _decided(declared(), 2, 0);
        vm.expectEmit(address(hub));
        emit IGiveaways.PlaceMetadataSet(giveaway, 0, 1, "texts", keccak256("texts"), "ipfs://texts");
        vm.prank(SIGNER);
        hub.setPlaceMetadata(giveaway, 0, 1, "texts", keccak256("texts"), "ipfs://texts");
        vm.expectEmit(address(hub));
        emit IGiveaways.PlaceImageSet(giveaway, 0, 1, "image", keccak256("image"), "ipfs://image");
        vm.prank(SIGNER);
        hub.setPlaceImage(giveaway, 0, 1, "image", keccak256("image"), "ipfs://image");

        vm.recordLogs();
        vm.startPrank(SIGNER);
        hub.setPlaceMetadata(giveaway, 0, 1, "texts", 0, "ipfs://more");
        hub.setPlaceImage(giveaway, 0, 1, "image", 0, "ipfs://more");
        vm.stopPrank();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 2);
        vm.assertEq(logs[0].topics[0], IGiveaways.OperationReplayed.selector);
        vm.assertEq(logs[1].topics[0], IGiveaways.OperationReplayed.selector);
    }

    function test_refuses_the_steps_of_a_place_without_a_winner() public {
        bytes32 giveaway = _decided(declared(), 2, 0);
        IGiveaways.PrizeDelivery memory delivery = _delivery(0);
        bytes[] memory calls = new bytes[](5);
        calls[0] = abi.encodeCall(hub.confirmPlaceReceipt, (giveaway, 0, 2));
        calls[1] = abi.encodeCall(hub.setPlaceMetadata, (giveaway, 0, 2, "key", 0, ""));
        calls[2] = abi.encodeCall(hub.setPlaceImage, (giveaway, 0, 2, "key", 0, ""));
        calls[3] = abi.encodeCall(hub.recordPlaceDelivery, (giveaway, 0, 2, delivery));
        calls[4] = abi.encodeCall(hub.confirmPlaceReceipt, (giveaway, 0, 255));
        for (uint256 i = 0; i < calls.length; i++) {
            uint8 place = i == 4 ? 255 : 2;
            _refusesCall(calls[i], abi.encodeWithSelector(IGiveaways.PlaceNotSet.selector, giveaway, 0, place));
        }
        // The first place has calls of its own.
        bytes memory invalid = abi.encodeWithSelector(IGiveaways.OptionInvalid.selector, "place");
        _refusesCall(abi.encodeCall(hub.setPlaceMetadata, (giveaway, 0, 0, "key", 0, "")), invalid);
        _refusesCall(abi.encodeCall(hub.setPlaceImage, (giveaway, 0, 0, "key", 0, "")), invalid);
        _refusesCall(abi.encodeCall(hub.recordPlaceDelivery, (giveaway, 0, 0, delivery)), invalid);
        _refusesCall(abi.encodeCall(hub.confirmPlaceReceipt, (giveaway, 0, 0)), invalid);
        _refusesCall(abi.encodeCall(hub.confirmPlaceReceiptByProvider, (giveaway, 0, 0)), invalid);
    }

    function test_the_round_ends_when_the_winners_or_alternates_have_their_prizes() public {
        bytes32 giveaway = _decided(declared(), 2, 2);
        _deliver(giveaway, 1);
        vm.assertEq(_pending(), 1);
        vm.expectEmit(address(hub));
        emit IGiveaways.PlaceDelivered(giveaway, 0, 1, SIGNER, 2, _delivery(1));
        _deliver(giveaway, 1);
        vm.assertEq(_pending(), 1);
        // The first winner did not react.
        _deliver(giveaway, 3);
        vm.assertEq(_pending(), 0);
        _deliver(giveaway, 2);
        vm.prank(SIGNER);
        hub.recordPrizeDelivery(giveaway, 0, _delivery(0));
        vm.assertEq(_pending(), 0);
        vm.assertEq(hub.roundOf(giveaway, 0).delivered, 4);
        vm.assertEq(hub.placeOf(giveaway, 0, 1).deliveries, 2);
    }

    function test_a_declared_round_waits_for_all_of_its_winners() public {
        bytes32 giveaway = _closed(declared(), 2, 0);
        _declare(giveaway, 0);
        vm.prank(SIGNER);
        hub.recordPrizeDelivery(giveaway, 0, _delivery(0));
        vm.assertEq(_pending(), 1);
        _declare(giveaway, 1);
        _deliver(giveaway, 1);
        vm.assertEq(_pending(), 0);
    }

    /// A draw that finds fewer passports ends with their prizes, none of which is delivered before all places are drawn.
    function test_a_drawn_round_ends_with_the_winners_that_it_has() public {
        bytes32 giveaway = _closed(drawn(), 5, 0);
        hub.drawPlaces(giveaway, 0, abi.encode(hub.beaconRoundOf(giveaway, 0), bytes32("any")), 1);
        IGiveaways.PrizeDelivery memory delivery = _delivery(0);
        _refusesCall(
            abi.encodeCall(hub.recordPrizeDelivery, (giveaway, 0, delivery)),
            abi.encodeWithSelector(IGiveaways.RoundUnsettled.selector, giveaway, 0)
        );
        hub.drawWinner(giveaway, 0, "");
        vm.assertEq(hub.roundOf(giveaway, 0).decided, 4);
        for (uint8 place = 0; place < 4; place++) {
            vm.assertEq(_pending(), 1);
            delivery = _delivery(0);
            delivery.recipient = passport.ownerOf(hub.placeOf(giveaway, 0, place).winner);
            vm.prank(SIGNER);
            if (place == 0) hub.recordPrizeDelivery(giveaway, 0, delivery);
            else hub.recordPlaceDelivery(giveaway, 0, place, delivery);
        }
        vm.assertEq(_pending(), 0);
    }

    function test_the_handshake_is_of_each_place() public {
        IGiveaways.GiveawayOptions memory options = declared();
        options.requiresHandshake = true;
        bytes32 giveaway = _decided(options, 2, 0);
        IGiveaways.PrizeDelivery memory delivery = _delivery(1);
        bytes memory call = abi.encodeCall(hub.recordPlaceDelivery, (giveaway, 0, 1, delivery));
        bytes memory pending = abi.encodeWithSelector(IGiveaways.HandshakePending.selector, giveaway, 0);
        _refusesCall(call, pending);
        vm.prank(_owner(0));
        hub.confirmReceipt(giveaway, 0);
        _refusesCall(call, pending);
        vm.prank(_owner(1));
        hub.confirmPlaceReceipt(giveaway, 0, 1);
        _deliver(giveaway, 1);
        vm.warp(block.timestamp + 31 days);
        _refusesCall(call, abi.encodeWithSelector(IGiveaways.DeliveryFinal.selector, giveaway, 0));
    }

    function _closed(IGiveaways.GiveawayOptions memory options, uint8 winners, uint8 alternates)
        private
        returns (bytes32 giveaway)
    {
        giveaway = createWithPlaces(options, winners, alternates);
        vm.warp(START);
        // The last passport has no entries.
        for (uint32 i = 0; i < 4; i++) {
            apply_(giveaway, issue(_passports[i], i + 1));
        }
        vm.warp(START + DAY);
    }

    /// With a declared winner in each place.
    function _decided(IGiveaways.GiveawayOptions memory options, uint8 winners, uint8 alternates)
        private
        returns (bytes32 giveaway)
    {
        giveaway = _closed(options, winners, alternates);
        for (uint256 place = 0; place < uint256(winners) + alternates; place++) {
            _declare(giveaway, place);
        }
    }

    function _declare(bytes32 giveaway, uint256 index) private {
        vm.prank(SIGNER);
        hub.declareWinner(giveaway, 0, _passports[index]);
    }

    function _deliver(bytes32 giveaway, uint8 place) private {
        vm.prank(SIGNER);
        hub.recordPlaceDelivery(giveaway, 0, place, _delivery(place));
    }

    function _delivery(uint256 index) private pure returns (IGiveaways.PrizeDelivery memory) {
        return IGiveaways.PrizeDelivery({
            assetContract: address(0xC0FFEE),
            recipient: _owner(index),
            proofChainId: 1,
            proofTxHash: "proof",
            proofUri: ""
        });
    }

    function _pending() private view returns (uint64 rounds) {
        (, rounds) = hub.pendingOf(PROVIDER);
    }

    function _owner(uint256 index) private pure returns (address) {
        return address(uint160(0x1000 + index));
    }

    function _refusesPlaces(uint8 winners, uint8 alternates, string memory field) private {
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.OptionInvalid.selector, field));
        createWithPlaces(declared(), winners, alternates);
    }

    function _refusesCall(bytes memory call, bytes memory encodedError) private {
        vm.prank(SIGNER);
        (bool success, bytes memory answer) = address(hub).call(call);
        vm.assertFalse(success);
        vm.assertEq(answer, encodedError);
    }
}
