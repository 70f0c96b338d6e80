// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAnnouncements} from "./IAnnouncements.sol";
import {IBeacon} from "./IBeacon.sol";
import {Options} from "./Options.sol";
import {Rounds} from "./Rounds.sol";
import {Signers} from "./Signers.sol";

/// The beacons, and the giveaways with their rounds.
abstract contract Registry is Signers {
    using Options for GiveawayOptions;
    using Rounds for Giveaway;

    /// The places of each round of a new giveaway. In memory, so that the compiler makes no second version of `_create` for one.
    struct Places {
        uint8 winners;
        uint8 alternates;
    }

    uint32 public immutable minBeaconMargin;
    IAnnouncements public immutable announcements;

    constructor(uint32 minBeaconMargin_, IAnnouncements announcements_) {
        Options.requireValidMargin(minBeaconMargin_);
        minBeaconMargin = minBeaconMargin_;
        announcements = announcements_;
    }

    function setBeacon(IBeacon beacon, bool allowed) external onlyOwner {
        _setBeacon(beacon, allowed);
    }

    function createGiveaway(bytes32 provider, GiveawayOptions calldata options) external returns (bytes32 giveaway) {
        return _create(provider, options, Places({winners: 1, alternates: 0}));
    }

    function createGiveawayWithPlaces(
        bytes32 provider,
        GiveawayOptions calldata options,
        uint8 winners,
        uint8 alternates
    ) external returns (bytes32 giveaway) {
        Options.requireValidPlaces(winners, alternates);
        return _create(provider, options, Places(winners, alternates));
    }

    function isBeacon(IBeacon beacon) external view returns (bool) {
        return _beacons[beacon];
    }

    function historyOf(bytes32 giveaway) external view returns (bytes32) {
        return _histories[giveaway];
    }

    function giveawayOf(bytes32 giveaway) external view returns (Giveaway memory) {
        return _requireKnown(giveaway);
    }

    function roundAt(bytes32 giveaway, uint64 timestamp) external view returns (uint32 round) {
        bool open;
        (open, round) = _requireKnown(giveaway).openAt(timestamp);
        if (!open) revert RoundNotActive(giveaway, timestamp);
    }

    function keyOf(bytes32 provider, string calldata externalId) public pure returns (bytes32 giveaway) {
        return keccak256(abi.encode(provider, externalId));
    }

    function _setBeacon(IBeacon beacon, bool allowed) internal {
        // A giveaway with a beacon that cannot answer could never be decided.
        if (allowed && address(beacon).code.length == 0) revert BeaconUnknown(beacon);
        _beacons[beacon] = allowed;
        emit BeaconSet(beacon, allowed);
    }

    function _create(bytes32 provider, GiveawayOptions calldata options, Places memory places)
        private
        returns (bytes32 giveaway)
    {
        _requireSigner(provider);
        options.requireValid(minBeaconMargin);
        bool isDrawn = options.determination == Determination.OnChainRandom;
        // Whoever signs for a provider and chose the beacon too would choose the winners.
        if (isDrawn && !_beacons[options.beacon]) revert BeaconUnknown(options.beacon);
        giveaway = keyOf(provider, options.externalId);
        if (_giveaways[giveaway].startTime != 0) revert GiveawayExists(giveaway);

        _giveaways[giveaway] = Giveaway({
            provider: provider,
            startTime: options.startTime,
            endTime: options.endTime,
            determination: options.determination,
            requiresHandshake: options.requiresHandshake,
            providerPaysReceiptGas: options.providerPaysReceiptGas,
            entriesCarryOver: options.entriesCarryOver,
            everyDays: options.everyDays,
            activeDays: options.activeDays,
            beacon: options.beacon,
            beaconMargin: options.beaconMargin,
            winners: places.winners,
            alternates: places.alternates
        });
        bytes32 history = keccak256(abi.encode(provider, uint64(block.timestamp), options));
        uint64 openUntil = options.endTime == 0 ? type(uint64).max : options.endTime;
        if (openUntil > _pending[provider].openUntil) _pending[provider].openUntil = openUntil;
        emit GiveawayCreated(giveaway, provider, msg.sender, options);
        if (places.winners != 1 || places.alternates != 0) {
            history = keccak256(abi.encodePacked(history, places.winners, places.alternates));
            emit PlacesSet(giveaway, places.winners, places.alternates);
        }
        _histories[giveaway] = history;
        if (isDrawn) _announce(provider, giveaway, options);
    }

    function _announce(bytes32 provider, bytes32 giveaway, GiveawayOptions calldata options) private {
        announcements.announce(
            provider,
            giveaway,
            IAnnouncements.Terms({
                startTime: options.startTime,
                endTime: options.endTime,
                everyDays: options.everyDays,
                activeDays: options.activeDays,
                beacon: address(options.beacon),
                beaconMargin: options.beaconMargin
            })
        );
    }
}
