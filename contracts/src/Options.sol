// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "./IGiveaways.sol";

/// Which options a giveaway may be created with, and which particulars a prize delivery needs.
library Options {
    /// Times stay below this, so that no round's times overflow 64 bits.
    uint64 internal constant LATEST_TIME = type(uint40).max;
    uint256 internal constant MAX_EXTERNAL_ID_BYTES = 512;
    uint32 internal constant MAX_EVERY_DAYS = 36_500;
    /// Of each kind: winners, alternates.
    uint8 private constant MAX_PLACES = 100;
    uint32 private constant SMALLEST_BEACON_MARGIN = 30;
    uint32 private constant MAX_BEACON_MARGIN = 1 days;

    /// Reverts OptionInvalid with the name of the first option that does not hold.
    function requireValid(IGiveaways.GiveawayOptions calldata options, uint32 minBeaconMargin) internal view {
        uint256 idBytes = bytes(options.externalId).length;
        _require(idBytes > 0 && idBytes <= MAX_EXTERNAL_ID_BYTES, "externalId");
        _require(options.startTime > 0 && options.startTime <= LATEST_TIME, "startTime");
        if (options.endTime != 0) {
            _require(options.endTime > options.startTime && options.endTime <= LATEST_TIME, "endTime");
            _require(options.endTime > block.timestamp, "endTime");
        }
        _require(options.everyDays <= MAX_EVERY_DAYS, "everyDays");
        _requireValidRounds(options);
        _requireValidDraw(options, minBeaconMargin);
    }

    /// Reverts OptionInvalid with the name of the number that is out of range.
    function requireValidPlaces(uint8 winners, uint8 alternates) internal pure {
        _require(winners > 0 && winners <= MAX_PLACES, "winners");
        _require(alternates <= MAX_PLACES, "alternates");
    }

    /// Reverts OptionInvalid with the name of the first particular that is missing.
    function requireValid(IGiveaways.PrizeDelivery calldata delivery) internal pure {
        _require(delivery.assetContract != address(0), "assetContract");
        _require(delivery.recipient != address(0), "recipient");
        _require(delivery.proofChainId != 0, "proofChainId");
        _require(delivery.proofTxHash != 0, "proofTxHash");
    }

    /// Reverts OptionInvalid unless a hub may be created with this smallest margin: 30 seconds to a day.
    function requireValidMargin(uint32 minBeaconMargin) internal pure {
        _require(
            minBeaconMargin >= SMALLEST_BEACON_MARGIN && minBeaconMargin <= MAX_BEACON_MARGIN, "minBeaconMargin"
        );
    }

    function _requireValidRounds(IGiveaways.GiveawayOptions calldata options) private pure {
        if (options.everyDays == 0) {
            _require(options.activeDays == 0, "activeDays");
            _require(!options.entriesCarryOver, "entriesCarryOver");
        } else {
            _require(options.activeDays > 0 && options.activeDays <= options.everyDays, "activeDays");
        }
    }

    function _requireValidDraw(IGiveaways.GiveawayOptions calldata options, uint32 minBeaconMargin) private pure {
        uint32 margin = options.beaconMargin;
        if (options.determination == IGiveaways.Determination.OnChainRandom) {
            // A round that never closes is never drawn.
            _require(options.endTime != 0 || options.everyDays != 0, "endTime");
            _require(margin >= minBeaconMargin && margin <= MAX_BEACON_MARGIN, "beaconMargin");
        } else {
            _require(address(options.beacon) == address(0), "beacon");
            _require(margin == 0, "beaconMargin");
        }
    }

    function _require(bool holds, string memory field) private pure {
        if (!holds) revert IGiveaways.OptionInvalid(field);
    }
}
