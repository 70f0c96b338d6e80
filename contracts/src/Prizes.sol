// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Options} from "./Options.sol";
import {Winners} from "./Winners.sol";

/// What follows a winner: the receipt, the round's texts and image, the delivery of the prize.
abstract contract Prizes is Winners {
    using Options for PrizeDelivery;

    function confirmReceipt(bytes32 giveaway, uint32 round) external {
        Outcome storage outcome = _requireDecided(giveaway, _requireKnown(giveaway), round);
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
        Outcome storage outcome = _requireDecided(giveaway, kept, round);
        if (kept.requiresHandshake && !outcome.receiptConfirmed) revert HandshakePending(giveaway, round);
        if (outcome.prizeDelivered) revert PrizeAlreadyDelivered(giveaway, round);
        delivery.requireValid();

        outcome.prizeDelivered = true;
        emit PrizeDelivered(giveaway, round, msg.sender, delivery);
    }

    function _confirmReceipt(bytes32 giveaway, uint32 round, Outcome storage outcome, bool byProvider) private {
        if (outcome.receiptConfirmed) revert ReceiptAlreadyConfirmed(giveaway, round);
        outcome.receiptConfirmed = true;
        emit ReceiptConfirmed(giveaway, round, outcome.winner, msg.sender, byProvider);
    }

    /// False, and nothing to do, when the key was used.
    function _describeOnce(bytes32 giveaway, uint32 round, bytes32 opKey) private returns (bool) {
        Giveaway storage kept = _requireOwn(giveaway);
        _requireDecided(giveaway, kept, round);
        return _useOnce(kept.provider, opKey);
    }
}
