// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Append-only lists of drawn giveaways, one list for each provider, over all hubs of a chain. A reader who proves the head of a
/// list has the whole list: no node can leave a giveaway out.
///
/// Anybody can append to the list of any provider, in the name of the calling contract. So an announcement counts by its hub: a
/// reader judges the hub by its birth (docs/draws.md) and its owner, and ignores the announcements of other callers.
interface IAnnouncements {
    /// What determines the closes of all rounds, and the beacon rounds that decide them, as in GiveawayOptions.
    struct Terms {
        uint64 startTime;
        uint64 endTime;
        uint32 everyDays;
        uint32 activeDays;
        address beacon;
        uint32 beaconMargin;
    }

    /// `hub` is the caller, `index` the place in the provider's list, counted from 0, and `timestamp` the time of the block. A
    /// giveaway was announced before its start when `timestamp` is below `terms.startTime`.
    event GiveawayAnnounced(
        bytes32 indexed provider,
        address indexed hub,
        bytes32 indexed giveaway,
        uint64 index,
        uint64 timestamp,
        Terms terms
    );

    /// Appends a giveaway of the caller to the list of a provider; returns its index.
    function announce(bytes32 provider, bytes32 giveaway, Terms calldata terms) external returns (uint64 index);

    /// The hash chain over a provider's list; 0 for an empty one. Each event GiveawayAnnounced continues it, in order:
    /// keccak256(abi.encode(previous, block.chainid, provider, hub, giveaway, index, timestamp, terms)), which are the previous
    /// hash, the chain id, and topics 1 to 3 and the data of the event: 13 words.
    function headOf(bytes32 provider) external view returns (bytes32);
    /// The length of a provider's list.
    function countOf(bytes32 provider) external view returns (uint64);
}
