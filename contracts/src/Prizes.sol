// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Entries} from "./Entries.sol";
import {IPassport} from "./IPassport.sol";
import {IPrizes} from "./IPrizes.sol";
import {Options} from "./Options.sol";
import {State} from "./State.sol";

/// A module of the hub: what follows a winner, which are the receipt, the round's texts and image, and the delivery of the prize.
contract Prizes is State, IPrizes {
    using Entries for Entries.RoundBook;
    using Options for PrizeDelivery;

    /// A place of a round. In memory, so that the compiler makes no second version of each function for the first place.
    struct Target {
        bytes32 giveaway;
        uint32 round;
        uint8 place;
    }

    /// How long a delivery that follows the receipt can be corrected.
    uint64 private constant CORRECTION_TIME = 30 days;

    constructor(IPassport passport_) State(passport_) {}

    function confirmReceipt(bytes32 giveaway, uint32 round) external {
        _confirm(Target(giveaway, round, 0), false);
    }

    function confirmPlaceReceipt(bytes32 giveaway, uint32 round, uint8 place) external {
        _confirm(_later(giveaway, round, place), false);
    }

    function confirmReceiptByProvider(bytes32 giveaway, uint32 round) external {
        _confirm(Target(giveaway, round, 0), true);
    }

    function confirmPlaceReceiptByProvider(bytes32 giveaway, uint32 round, uint8 place) external {
        _confirm(_later(giveaway, round, place), true);
    }

    function setRoundMetadata(
        bytes32 giveaway,
        uint32 round,
        bytes32 opKey,
        bytes32 metadataHash,
        string calldata metadataUri
    ) external {
        if (_describeOnce(Target(giveaway, round, 0), opKey)) {
            emit RoundMetadataSet(giveaway, round, opKey, metadataHash, metadataUri);
        }
    }

    function setPlaceMetadata(
        bytes32 giveaway,
        uint32 round,
        uint8 place,
        bytes32 opKey,
        bytes32 metadataHash,
        string calldata metadataUri
    ) external {
        if (_describeOnce(_later(giveaway, round, place), opKey)) {
            emit PlaceMetadataSet(giveaway, round, place, opKey, metadataHash, metadataUri);
        }
    }

    function setRoundImage(bytes32 giveaway, uint32 round, bytes32 opKey, bytes32 imageHash, string calldata imageUri)
        external
    {
        if (_describeOnce(Target(giveaway, round, 0), opKey)) {
            emit RoundImageSet(giveaway, round, opKey, imageHash, imageUri);
        }
    }

    function setPlaceImage(
        bytes32 giveaway,
        uint32 round,
        uint8 place,
        bytes32 opKey,
        bytes32 imageHash,
        string calldata imageUri
    ) external {
        if (_describeOnce(_later(giveaway, round, place), opKey)) {
            emit PlaceImageSet(giveaway, round, place, opKey, imageHash, imageUri);
        }
    }

    function recordPrizeDelivery(bytes32 giveaway, uint32 round, PrizeDelivery calldata delivery) external {
        uint32 revision = _recordDelivery(Target(giveaway, round, 0), delivery);
        emit PrizeDelivered(giveaway, round, msg.sender, revision, delivery);
    }

    function recordPlaceDelivery(bytes32 giveaway, uint32 round, uint8 place, PrizeDelivery calldata delivery)
        external
    {
        uint32 revision = _recordDelivery(_later(giveaway, round, place), delivery);
        emit PlaceDelivered(giveaway, round, place, msg.sender, revision, delivery);
    }

    function _recordDelivery(Target memory target, PrizeDelivery calldata delivery)
        private
        returns (uint32 revision)
    {
        Giveaway storage kept = _requireOwn(target.giveaway);
        (Entries.Outcome storage outcome, uint64 winner) = _requireDecided(kept, target);
        Entries.Outcome storage first = _books[target.giveaway].rounds[target.round].first;
        if (first.isDrawing) revert RoundUnsettled(target.giveaway, target.round);
        if (kept.requiresHandshake && !outcome.receiptConfirmed) {
            revert HandshakePending(target.giveaway, target.round);
        }
        revision = outcome.deliveries + 1;
        if (revision == 1) outcome.firstDeliveredAt = uint40(block.timestamp);
        else if (_isFinal(kept, outcome)) revert DeliveryFinal(target.giveaway, target.round);
        delivery.requireValid();
        address owner = _ownerOf(winner);
        if (delivery.recipient != owner) revert RecipientNotOwner(winner, owner, delivery.recipient);

        outcome.deliveries = revision;
        if (revision == 1) _countDelivery(kept, first);
    }

    /// Ends the round when the prizes of its winners, or of alternates instead, are delivered.
    function _countDelivery(Giveaway storage kept, Entries.Outcome storage first) private {
        uint8 delivered = first.delivered + 1;
        first.delivered = delivered;
        uint8 winners = kept.winners;
        // A draw may have found fewer passports than places.
        uint8 decided = first.decided;
        if (decided < winners && kept.determination == Determination.OnChainRandom) winners = decided;
        if (delivered == winners) _endPending(kept);
    }

    /// Whether a recorded delivery can no longer be corrected.
    function _isFinal(Giveaway storage kept, Entries.Outcome storage outcome) private view returns (bool) {
        if (!kept.requiresHandshake) return outcome.receiptConfirmed;
        return block.timestamp > outcome.firstDeliveredAt + CORRECTION_TIME;
    }

    function _confirm(Target memory target, bool byProvider) private {
        (bytes32 giveaway, uint32 round, uint8 place) = (target.giveaway, target.round, target.place);
        Giveaway storage kept = _requireKnown(giveaway);
        if (byProvider) {
            _requireSigner(kept.provider);
            if (!kept.providerPaysReceiptGas) revert ReceiptModeOff(giveaway);
        }
        (Entries.Outcome storage outcome, uint64 winner) = _requireDecided(kept, target);
        if (!byProvider && _ownerOf(winner) != msg.sender) revert NotWinnerOwner(winner, msg.sender);
        if (outcome.receiptConfirmed) revert ReceiptAlreadyConfirmed(giveaway, round);
        outcome.receiptConfirmed = true;
        if (place == 0) emit ReceiptConfirmed(giveaway, round, winner, msg.sender, byProvider);
        else emit PlaceReceiptConfirmed(giveaway, round, winner, place, msg.sender, byProvider);
    }

    /// A place after the first one, which has calls and events of its own.
    function _later(bytes32 giveaway, uint32 round, uint8 place) private pure returns (Target memory) {
        if (place == 0) revert OptionInvalid("place");
        return Target(giveaway, round, place);
    }

    function _requireDecided(Giveaway storage kept, Target memory target)
        private
        view
        returns (Entries.Outcome storage outcome, uint64 winner)
    {
        _requireSpan(target.giveaway, kept, target.round);
        Entries.RoundBook storage entries = _books[target.giveaway].rounds[target.round];
        outcome = entries.outcomeAt(target.place);
        winner = entries.winnerOf(target.place);
        if (winner != 0) return (outcome, winner);
        if (target.place == 0) revert WinnerNotSet(target.giveaway, target.round);
        revert PlaceNotSet(target.giveaway, target.round, target.place);
    }

    /// False, and nothing to do, when the key was used.
    function _describeOnce(Target memory target, bytes32 opKey) private returns (bool first) {
        Giveaway storage kept = _requireOwn(target.giveaway);
        _requireDecided(kept, target);
        Word storage word = _wordOf(kept.provider, opKey);
        first = !_isUsed(word, opKey);
        if (first) _use(word, opKey);
        else emit OperationReplayed(kept.provider, opKey);
    }
}
