// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBeacon} from "./IBeacon.sol";
import {Options} from "./Options.sol";
import {Rounds} from "./Rounds.sol";
import {Signers} from "./Signers.sol";

/// The beacons, and the giveaways with their rounds.
abstract contract Registry is Signers {
    using Options for GiveawayOptions;
    using Rounds for Giveaway;

    uint32 public immutable minBeaconMargin;

    mapping(IBeacon beacon => bool) public override isBeacon;
    mapping(bytes32 giveaway => Giveaway) internal _giveaways;
    mapping(bytes32 giveaway => bytes32) public override historyOf;

    constructor(uint32 minBeaconMargin_) {
        Options.requireValidMargin(minBeaconMargin_);
        minBeaconMargin = minBeaconMargin_;
    }

    function setBeacon(IBeacon beacon, bool allowed) external onlyOwner {
        _setBeacon(beacon, allowed);
    }

    function createGiveaway(bytes32 provider, GiveawayOptions calldata options) external returns (bytes32 giveaway) {
        _requireSigner(provider);
        options.requireValid(minBeaconMargin);
        bool isDrawn = options.determination == Determination.OnChainRandom;
        // Whoever signs for a provider and chose the beacon too would choose the winners.
        if (isDrawn && !isBeacon[options.beacon]) revert BeaconUnknown(options.beacon);
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
            beaconMargin: options.beaconMargin
        });
        historyOf[giveaway] = keccak256(abi.encode(provider, uint64(block.timestamp), options));
        uint64 openUntil = options.endTime == 0 ? type(uint64).max : options.endTime;
        if (openUntil > _openUntil[provider]) _openUntil[provider] = openUntil;
        emit GiveawayCreated(giveaway, provider, msg.sender, options);
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
        isBeacon[beacon] = allowed;
        emit BeaconSet(beacon, allowed);
    }

    function _requireKnown(bytes32 giveaway) internal view returns (Giveaway storage kept) {
        kept = _giveaways[giveaway];
        if (kept.startTime == 0) revert GiveawayUnknown(giveaway);
    }

    /// The giveaway, of whose provider the caller must be a signer.
    function _requireOwn(bytes32 giveaway) internal view returns (Giveaway storage kept) {
        kept = _requireKnown(giveaway);
        _requireSigner(kept.provider);
    }

    function _requireDetermination(bytes32 giveaway, Giveaway storage kept, Determination determination) internal view {
        if (kept.determination != determination) revert WrongDetermination(giveaway, kept.determination);
    }

    function _requireSpan(bytes32 giveaway, Giveaway storage kept, uint32 round)
        internal
        view
        returns (uint64 opensAt, uint64 closesAt)
    {
        bool exists;
        (exists, opensAt, closesAt) = kept.span(round);
        if (!exists) revert RoundUnknown(giveaway, round);
    }
}
