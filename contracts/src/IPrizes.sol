// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "./IGiveaways.sol";

/// What follows a winner: the receipt, the round's texts and image, the delivery of the prize.
interface IPrizes is IGiveaways {
    /// By the owner of the winning passport.
    function confirmReceipt(bytes32 giveaway, uint32 round) external;
    /// The same of a place after the first one; places count from 0.
    function confirmPlaceReceipt(bytes32 giveaway, uint32 round, uint8 place) external;

    // Signers of the giveaway's provider.
    function confirmReceiptByProvider(bytes32 giveaway, uint32 round) external;
    function confirmPlaceReceiptByProvider(bytes32 giveaway, uint32 round, uint8 place) external;
    function setRoundMetadata(bytes32 giveaway, uint32 round, bytes32 opKey, bytes32 metadataHash, string calldata metadataUri) external;
    function setRoundImage(bytes32 giveaway, uint32 round, bytes32 opKey, bytes32 imageHash, string calldata imageUri) external;
    /// Records the delivery, or corrects it until the receipt is confirmed. Where the giveaway requires the handshake, the
    /// receipt comes first, and a correction is possible for 30 days after the first delivery. Refused while places are to be drawn.
    function recordPrizeDelivery(bytes32 giveaway, uint32 round, PrizeDelivery calldata delivery) external;
    // The same of a place after the first one.
    function setPlaceMetadata(bytes32 giveaway, uint32 round, uint8 place, bytes32 opKey, bytes32 metadataHash, string calldata metadataUri) external;
    function setPlaceImage(bytes32 giveaway, uint32 round, uint8 place, bytes32 opKey, bytes32 imageHash, string calldata imageUri) external;
    function recordPlaceDelivery(bytes32 giveaway, uint32 round, uint8 place, PrizeDelivery calldata delivery) external;
}
