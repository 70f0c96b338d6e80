// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAnnouncements} from "./IAnnouncements.sol";
import {IBeacon} from "./IBeacon.sol";
import {IGiveaways} from "./IGiveaways.sol";

/// Signers, beacons, giveaways, their entries, and passports with entries.
interface IRegistry is IGiveaways {
    /// keccak256(abi.encode(provider, externalId)).
    function keyOf(bytes32 provider, string calldata externalId) external pure returns (bytes32 giveaway);

    // The operator (owner) alone.
    /// An added signer acts at once, or signerDelay() later while the provider has open giveaways or pending rounds (see
    /// pendingOf). A removed signer never acts again until it is added anew.
    function setProviderSigner(bytes32 provider, address signer, bool allowed) external;
    /// Which beacons new giveaways may name; those that exist keep theirs.
    function setBeacon(IBeacon beacon, bool allowed) external;

    // Signers of the giveaway's provider.
    /// Idempotent by state: an existing giveaway is GiveawayExists.
    function createGiveaway(bytes32 provider, GiveawayOptions calldata options) external returns (bytes32 giveaway);
    /// The same with several places in each round: `winners` (1 to 100), then `alternates` (at most 100), which follow in order. With
    /// more than one place, the hash chain goes on with keccak256(abi.encodePacked(previous, winners, alternates)).
    function createGiveawayWithPlaces(
        bytes32 provider,
        GiveawayOptions calldata options,
        uint8 winners,
        uint8 alternates
    ) external returns (bytes32 giveaway);
    /// Into, or out of, the round that is open now; with carry-over a removal goes on with the passport's earlier rounds,
    /// the newest first, once all closed rounds that count those entries are decided or void. Reverts when refused.
    function changeEntries(bytes32 giveaway, EntryChange calldata change) external;
    /// The same for 1 to 200 items; one refused item refuses nothing else. An empty result is success, else the encoded error.
    function changeEntriesBatch(bytes32 giveaway, EntryChange[] calldata changes) external returns (bytes[] memory results);
    /// Mints or moves a passport and issues entries, all or nothing. 0 for a used opKey.
    function provision(bytes32 provider, Provision calldata item) external returns (uint256 passportId);
    /// The same for 1 to 100 items; one refused item refuses nothing else. An empty result is success, else the encoded error.
    function provisionBatch(bytes32 provider, Provision[] calldata items) external returns (bytes[] memory results);

    // Anyone.
    /// The contract that executes calls about winners, in the storage of the hub.
    function draws() external view returns (address);
    /// The same for receipts, texts, images and deliveries.
    function prizes() external view returns (address);
    /// The lists to which the hub appends each drawn giveaway.
    function announcements() external view returns (IAnnouncements);
    /// Seconds until a signer acts that is added while its provider has open giveaways or pending rounds.
    function signerDelay() external view returns (uint64);
    /// Seconds; no giveaway may have a smaller beacon margin.
    function minBeaconMargin() external view returns (uint32);
    /// Whether the address acts for the provider now.
    function isSigner(bytes32 provider, address signer) external view returns (bool);
    /// When the signer acts from, in seconds; 0 for an address that is not a signer.
    function signerActiveFrom(bytes32 provider, address signer) external view returns (uint64);
    /// The latest close of any giveaway of the provider (seconds, the largest number for never), and the pending rounds: those
    /// with entries that count, whose prize is not delivered and which are not void. Giveaways that never end are not counted.
    function pendingOf(bytes32 provider) external view returns (uint64 openUntil, uint64 rounds);
    function isBeacon(IBeacon beacon) external view returns (bool);
    function isUsed(bytes32 provider, bytes32 opKey) external view returns (bool);
    /// The hash chain over the giveaway's options and changes of entries; 0 for an unknown giveaway. It starts with
    /// keccak256(abi.encode(provider, uint64 block.timestamp, options)) and continues with each EntriesChanged event, in order:
    /// keccak256(abi.encodePacked(previous, uint64 passportId, openRound, round, amount, removed)).
    function historyOf(bytes32 giveaway) external view returns (bytes32);
    function giveawayOf(bytes32 giveaway) external view returns (Giveaway memory);
    /// The round that is open at `timestamp`; reverts RoundNotActive.
    function roundAt(bytes32 giveaway, uint64 timestamp) external view returns (uint32 round);
    function entriesOf(bytes32 giveaway, uint32 round, uint256 passportId) external view returns (uint32);
}
