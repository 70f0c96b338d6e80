// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Entries} from "./Entries.sol";
import {IPassport} from "./IPassport.sol";
import {IPrizes} from "./IPrizes.sol";
import {Options} from "./Options.sol";
import {State} from "./State.sol";

/// A module of the hub: what follows a winner, which are the receipt, the round's texts and image, and the delivery of the prize.
contract Prizes is State, IPrizes {
    using Options for PrizeDelivery;

    /// How long a delivery that follows the receipt can be corrected.
    uint64 private constant CORRECTION_TIME = 30 days;

    constructor(IPassport passport_) State(passport_) {}

    function confirmReceipt(bytes32 giveaway, uint32 round) external {
        Entries.RoundBook storage outcome = _requireDecided(giveaway, _requireKnown(giveaway), round);
        if (_ownerOf(outcome.winner) != msg.sender) revert NotWinnerOwner(outcome.winner, msg.sender);
        _confirmReceipt(giveaway, round, outcome, false);
    }

    function confirmReceiptByProvider(bytes32 giveaway, uint32 round) external {
        Giveaway storage kept = _requireOwn(giveaway);
        if (!kept.providerPaysReceiptGas) revert ReceiptModeOff(giveaway);
        _confirmReceipt(giveaway, round, _requireDecided(giveaway, kept, round), true);
    }

    function setRoundMetadata(
        bytes32 giveaway,
        uint32 round,
        bytes32 opKey,
        bytes32 metadataHash,
        string calldata metadataUri
    ) external {
        if (_describeOnce(giveaway, round, opKey)) {
            emit RoundMetadataSet(giveaway, round, opKey, metadataHash, metadataUri);
        }
    }

    function setRoundImage(bytes32 giveaway, uint32 round, bytes32 opKey, bytes32 imageHash, string calldata imageUri)
        external
    {
        if (_describeOnce(giveaway, round, opKey)) emit RoundImageSet(giveaway, round, opKey, imageHash, imageUri);
    }

    function recordPrizeDelivery(bytes32 giveaway, uint32 round, PrizeDelivery calldata delivery) external {
        Giveaway storage kept = _requireOwn(giveaway);
        Entries.RoundBook storage outcome = _requireDecided(giveaway, kept, round);
        if (kept.requiresHandshake && !outcome.receiptConfirmed) revert HandshakePending(giveaway, round);
        uint32 revision = outcome.deliveries + 1;
        if (revision == 1) outcome.firstDeliveredAt = uint40(block.timestamp);
        else if (_isFinal(kept, outcome)) revert DeliveryFinal(giveaway, round);
        delivery.requireValid();
        address owner = _ownerOf(outcome.winner);
        if (delivery.recipient != owner) revert RecipientNotOwner(outcome.winner, owner, delivery.recipient);

        outcome.deliveries = revision;
        if (revision == 1) _endPending(kept);
        emit PrizeDelivered(giveaway, round, msg.sender, revision, delivery);
    }

    /// Whether a recorded delivery can no longer be corrected.
    function _isFinal(Giveaway storage kept, Entries.RoundBook storage outcome) private view returns (bool) {
        if (!kept.requiresHandshake) return outcome.receiptConfirmed;
        return block.timestamp > outcome.firstDeliveredAt + CORRECTION_TIME;
    }

    function _confirmReceipt(bytes32 giveaway, uint32 round, Entries.RoundBook storage outcome, bool byProvider) private {
        if (outcome.receiptConfirmed) revert ReceiptAlreadyConfirmed(giveaway, round);
        outcome.receiptConfirmed = true;
        emit ReceiptConfirmed(giveaway, round, outcome.winner, msg.sender, byProvider);
    }

    function _requireDecided(bytes32 giveaway, Giveaway storage kept, uint32 round)
        private
        view
        returns (Entries.RoundBook storage outcome)
    {
        _requireSpan(giveaway, kept, round);
        outcome = _books[giveaway].rounds[round];
        if (outcome.winner == 0) revert WinnerNotSet(giveaway, round);
    }

    /// False, and nothing to do, when the key was used.
    function _describeOnce(bytes32 giveaway, uint32 round, bytes32 opKey) private returns (bool first) {
        Giveaway storage kept = _requireOwn(giveaway);
        _requireDecided(giveaway, kept, round);
        Word storage word = _wordOf(kept.provider, opKey);
        first = !_isUsed(word, opKey);
        if (first) _use(word, opKey);
        else emit OperationReplayed(kept.provider, opKey);
    }
}
