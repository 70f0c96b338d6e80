// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {Vm, vm} from "./support/Vm.sol";

/// The steps after a decision: receipt, texts, image, prize.
contract GiveawaysPrizeTest is GiveawaysSetup {
    address private constant ANN = address(0xA1);

    uint256 private _ann;

    function setUp() public override {
        super.setUp();
        _ann = mint(ANN);
    }

    function test_the_winners_owner_confirms_once() public {
        bytes32 giveaway = _decided(declared());
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.NotWinnerOwner.selector, _ann, SIGNER));
        vm.prank(SIGNER);
        hub.confirmReceipt(giveaway, 0);

        vm.expectEmit(address(hub));
        emit IGiveaways.ReceiptConfirmed(giveaway, 0, _ann, ANN, false);
        vm.prank(ANN);
        hub.confirmReceipt(giveaway, 0);
        vm.assertTrue(hub.roundOf(giveaway, 0).receiptConfirmed, "not confirmed");

        vm.expectRevert(abi.encodeWithSelector(IGiveaways.ReceiptAlreadyConfirmed.selector, giveaway, 0));
        vm.prank(ANN);
        hub.confirmReceipt(giveaway, 0);
    }

    function test_the_receipt_goes_with_the_passport() public {
        bytes32 giveaway = _decided(declared());
        vm.prank(ANN);
        passport.transferFrom(ANN, STRANGER, _ann);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.NotWinnerOwner.selector, _ann, ANN));
        vm.prank(ANN);
        hub.confirmReceipt(giveaway, 0);
        vm.prank(STRANGER);
        hub.confirmReceipt(giveaway, 0);
    }

    function test_the_provider_confirms_where_it_pays() public {
        bytes32 off = _decided(declared());
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.ReceiptModeOff.selector, off));
        vm.prank(SIGNER);
        hub.confirmReceiptByProvider(off, 0);

        vm.warp(START - 1);
        bytes32 giveaway = _decided(_paying());
        vm.expectEmit(address(hub));
        emit IGiveaways.ReceiptConfirmed(giveaway, 0, _ann, SIGNER, true);
        vm.prank(SIGNER);
        hub.confirmReceiptByProvider(giveaway, 0);

        bytes memory already = abi.encodeWithSelector(IGiveaways.ReceiptAlreadyConfirmed.selector, giveaway, 0);
        vm.expectRevert(already);
        vm.prank(SIGNER);
        hub.confirmReceiptByProvider(giveaway, 0);
        vm.expectRevert(already);
        vm.prank(ANN);
        hub.confirmReceipt(giveaway, 0);
    }

    function test_refuses_all_later_steps_without_a_winner() public {
        bytes32 giveaway = create(_paying());
        bytes memory notSet = abi.encodeWithSelector(IGiveaways.WinnerNotSet.selector, giveaway, 0);
        vm.expectRevert(notSet);
        hub.confirmReceipt(giveaway, 0);
        vm.expectRevert(notSet);
        vm.prank(SIGNER);
        hub.confirmReceiptByProvider(giveaway, 0);
        vm.expectRevert(notSet);
        vm.prank(SIGNER);
        hub.setRoundMetadata(giveaway, 0, "key", 0, "");
        vm.expectRevert(notSet);
        vm.prank(SIGNER);
        hub.setRoundImage(giveaway, 0, "key", 0, "");
        vm.expectRevert(notSet);
        vm.prank(SIGNER);
        hub.recordPrizeDelivery(giveaway, 0, _delivery());
        vm.assertFalse(hub.isUsed(PROVIDER, "key"), "a refused change used its key");
    }

    function test_describes_a_round_once_per_key() public {
        bytes32 giveaway = _decided(declared());
        vm.expectEmit(address(hub));
        emit IGiveaways.RoundMetadataSet(giveaway, 0, "texts", keccak256("texts"), "ipfs://texts");
        vm.prank(SIGNER);
        hub.setRoundMetadata(giveaway, 0, "texts", keccak256("texts"), "ipfs://texts");
        vm.expectEmit(address(hub));
        emit IGiveaways.RoundImageSet(giveaway, 0, "image", keccak256("image"), "ipfs://image");
        vm.prank(SIGNER);
        hub.setRoundImage(giveaway, 0, "image", keccak256("image"), "ipfs://image");

        vm.recordLogs();
        vm.prank(SIGNER);
        hub.setRoundMetadata(giveaway, 0, "texts", keccak256("more"), "ipfs://more");
        _replayed("texts");
        vm.prank(SIGNER);
        hub.setRoundImage(giveaway, 0, "image", keccak256("more"), "ipfs://more");
        _replayed("image");
    }

    function test_a_delivery_is_corrected_until_the_receipt() public {
        bytes32 giveaway = _decided(declared());
        IGiveaways.PrizeDelivery memory delivery = _delivery();
        _records(giveaway, delivery, 1);
        delivery.proofTxHash = keccak256("another proof");
        vm.warp(START + 100 * DAY);
        _records(giveaway, delivery, 2);
        _records(giveaway, delivery, 3);
        vm.assertEq(hub.roundOf(giveaway, 0).deliveries, 3);

        vm.prank(ANN);
        hub.confirmReceipt(giveaway, 0);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.DeliveryFinal.selector, giveaway, 0));
        _record(giveaway, delivery);
        vm.assertEq(hub.roundOf(giveaway, 0).deliveries, 3);
    }

    /// After an early receipt the delivery is still recorded, once.
    function test_an_early_receipt_leaves_one_delivery() public {
        bytes32 giveaway = _decided(declared());
        vm.prank(ANN);
        hub.confirmReceipt(giveaway, 0);
        _records(giveaway, _delivery(), 1);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.DeliveryFinal.selector, giveaway, 0));
        _record(giveaway, _delivery());
    }

    function test_a_handshake_comes_before_the_delivery() public {
        bytes32 giveaway = _decidedWithHandshake();
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.HandshakePending.selector, giveaway, 0));
        _record(giveaway, _delivery());
        vm.prank(ANN);
        hub.confirmReceipt(giveaway, 0);
        _records(giveaway, _delivery(), 1);
    }

    function test_after_a_handshake_a_delivery_is_corrected_for_30_days() public {
        bytes32 giveaway = _decidedWithHandshake();
        vm.prank(ANN);
        hub.confirmReceipt(giveaway, 0);
        vm.warp(START + 50 * DAY);
        _records(giveaway, _delivery(), 1);
        vm.warp(START + 60 * DAY);
        _records(giveaway, _delivery(), 2);
        vm.warp(START + 80 * DAY);
        _records(giveaway, _delivery(), 3);
        vm.warp(START + 80 * DAY + 1);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.DeliveryFinal.selector, giveaway, 0));
        _record(giveaway, _delivery());
    }

    /// The prize follows the passport, as the receipt does.
    function test_the_recipient_owns_the_winning_passport() public {
        bytes32 giveaway = _decided(declared());
        IGiveaways.PrizeDelivery memory delivery = _delivery();
        delivery.recipient = STRANGER;
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.RecipientNotOwner.selector, _ann, ANN, STRANGER));
        _record(giveaway, delivery);
        vm.prank(ANN);
        passport.transferFrom(ANN, STRANGER, _ann);
        _records(giveaway, delivery, 1);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.RecipientNotOwner.selector, _ann, STRANGER, ANN));
        _record(giveaway, _delivery());
    }

    function test_refuses_a_delivery_without_its_details() public {
        bytes32 giveaway = _decided(declared());
        IGiveaways.PrizeDelivery memory delivery = _delivery();
        delivery.assetContract = address(0);
        _refuses(giveaway, delivery, "assetContract");
        delivery = _delivery();
        delivery.recipient = address(0);
        _refuses(giveaway, delivery, "recipient");
        delivery = _delivery();
        delivery.proofChainId = 0;
        _refuses(giveaway, delivery, "proofChainId");
        delivery = _delivery();
        delivery.proofTxHash = 0;
        _refuses(giveaway, delivery, "proofTxHash");
        delivery = _delivery();
        delivery.proofUri = "";
        _record(giveaway, delivery);
    }

    function _decided(IGiveaways.GiveawayOptions memory options) private returns (bytes32 giveaway) {
        giveaway = create(options);
        vm.warp(START);
        apply_(giveaway, issue(_ann, 1));
        vm.warp(START + DAY);
        vm.prank(SIGNER);
        hub.declareWinner(giveaway, 0, _ann);
    }

    function _decidedWithHandshake() private returns (bytes32) {
        IGiveaways.GiveawayOptions memory options = declared();
        options.requiresHandshake = true;
        return _decided(options);
    }

    function _paying() private pure returns (IGiveaways.GiveawayOptions memory options) {
        options = declared();
        options.externalId = "paying";
        options.providerPaysReceiptGas = true;
    }

    function _delivery() private pure returns (IGiveaways.PrizeDelivery memory) {
        return IGiveaways.PrizeDelivery({
            assetContract: address(0xC0),
            recipient: ANN,
            proofChainId: 137,
            proofTxHash: keccak256("proof"),
            proofUri: "https://example.org/proof"
        });
    }

    function _records(bytes32 giveaway, IGiveaways.PrizeDelivery memory delivery, uint32 revision) private {
        vm.expectEmit(address(hub));
        emit IGiveaways.PrizeDelivered(giveaway, 0, SIGNER, revision, delivery);
        _record(giveaway, delivery);
    }

    function _record(bytes32 giveaway, IGiveaways.PrizeDelivery memory delivery) private {
        vm.prank(SIGNER);
        hub.recordPrizeDelivery(giveaway, 0, delivery);
    }

    function _refuses(bytes32 giveaway, IGiveaways.PrizeDelivery memory delivery, string memory field) private {
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.OptionInvalid.selector, field));
        _record(giveaway, delivery);
    }

    function _replayed(bytes32 opKey) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 1);
        vm.assertTrue(logs[0].topics[0] == IGiveaways.OperationReplayed.selector, "another event");
        vm.assertTrue(logs[0].topics[1] == PROVIDER && logs[0].topics[2] == opKey, "another key");
    }
}
