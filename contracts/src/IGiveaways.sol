// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBeacon} from "./IBeacon.sol";

/// Giveaways whose entries belong to passports, in one round or many, with winners declared or drawn.
interface IGiveaways {
    /// How a winner is determined.
    enum Determination {
        ProviderDeclared,
        OnChainRandom
    }

    enum RoundState {
        Scheduled,
        Open,
        Closed,
        Decided,
        Void
    }

    struct GiveawayOptions {
        /// The provider's own identifier, 1 to 128 code points; unique within the provider.
        string externalId;
        /// Seconds; where round 0 opens.
        uint64 startTime;
        /// Seconds; 0 never ends.
        uint64 endTime;
        Determination determination;
        bool requiresHandshake;
        bool providerPaysReceiptGas;
        bool entriesCarryOver;
        /// 0 for a giveaway of one round.
        uint32 everyDays;
        /// 1 to everyDays; 0 for a giveaway of one round.
        uint32 activeDays;
        /// One that the operator allows; zero unless the winner is drawn.
        IBeacon beacon;
        /// Seconds after a round's close before which no beacon round may decide it, 30 to a day; 0 unless the winner is
        /// drawn. Where the chain's clock lags by more, the signature is known before the chain closes the round.
        uint32 beaconMargin;
        /// keccak256 of the texts as the service keeps them, zero without.
        bytes32 metadataHash;
        string metadataUri;
    }

    /// A giveaway as it is kept, without its texts.
    struct Giveaway {
        bytes32 provider;
        uint64 startTime;
        uint64 endTime;
        Determination determination;
        bool requiresHandshake;
        bool providerPaysReceiptGas;
        bool entriesCarryOver;
        uint32 everyDays;
        uint32 activeDays;
        IBeacon beacon;
        uint32 beaconMargin;
    }

    struct EntryChange {
        /// Unique within the provider: a change with a used key changes nothing.
        bytes32 opKey;
        uint256 passportId;
        uint32 amount;
        bool remove;
        uint16 reasonCode;
        /// keccak256 of the provider's reference.
        bytes32 evidence;
        /// Zero accepts any owner.
        address expectedOwner;
    }

    /// Entries that a provision issues with the passport; `giveaway` zero issues none.
    struct ProvisionedEntries {
        bytes32 giveaway;
        uint32 amount;
        uint16 reasonCode;
        bytes32 evidence;
    }

    struct PrizeDelivery {
        address assetContract;
        address recipient;
        uint64 proofChainId;
        bytes32 proofTxHash;
        string proofUri;
    }

    struct Round {
        RoundState state;
        uint64 opensAt;
        uint64 closesAt; // 0 never
        /// Entries issued in the round itself and not removed.
        uint32 ownTotal;
        /// Entries that count for its winner: its own, or with carry-over those of rounds 0 to this one.
        uint32 total;
        uint256 winner; // passport, 0 while undecided
        bool receiptConfirmed;
        bool prizeDelivered;
    }

    // Every state change is in these events: the read model and the verification of draws live on them alone.

    event ProviderSignerSet(bytes32 indexed provider, address indexed signer, bool allowed);
    event BeaconSet(IBeacon indexed beacon, bool allowed);
    event GiveawayCreated(bytes32 indexed giveaway, bytes32 indexed provider, address indexed signer, GiveawayOptions options);
    /// `entries` is what the passport holds in the round afterwards, `roundTotal` what the round holds; `leaf` is the
    /// passport's place in the round's tree, counted from 0 in the order of first issues.
    event EntriesChanged(
        bytes32 indexed giveaway,
        uint32 indexed round,
        uint256 indexed passportId,
        bytes32 opKey,
        bool removed,
        uint32 amount,
        uint32 entries,
        uint32 roundTotal,
        uint32 leaf,
        uint16 reasonCode,
        bytes32 evidence,
        address owner,
        address signer
    );
    /// An item of a batch that was refused; `reason` is the ABI-encoded custom error.
    event EntryChangeRejected(bytes32 indexed giveaway, bytes32 indexed opKey, bytes reason);
    event OperationReplayed(bytes32 indexed provider, bytes32 indexed opKey);
    event WinnerDeclared(bytes32 indexed giveaway, uint32 indexed round, uint256 indexed passportId, address owner, address signer);
    event WinnerDrawn(
        bytes32 indexed giveaway,
        uint32 indexed round,
        uint256 indexed passportId,
        address owner,
        uint64 beaconRound,
        bytes signature,
        bytes32 randomness,
        uint32 total,
        uint32 ticket
    );
    event ReceiptConfirmed(bytes32 indexed giveaway, uint32 indexed round, uint256 indexed passportId, address by, bool byProvider);
    event RoundMetadataSet(bytes32 indexed giveaway, uint32 indexed round, bytes32 opKey, bytes32 metadataHash, string metadataUri);
    event RoundImageSet(bytes32 indexed giveaway, uint32 indexed round, bytes32 opKey, bytes32 imageHash, string imageUri);
    event PrizeDelivered(bytes32 indexed giveaway, uint32 indexed round, address signer, PrizeDelivery delivery);
    /// `from` is zero for a mint, and `to` itself when the passport was there already and nothing moved.
    event Provisioned(bytes32 indexed provider, bytes32 indexed opKey, uint256 indexed passportId, address from, address to, bool minted);

    error SignerUnknown(bytes32 provider, address signer);
    error GiveawayUnknown(bytes32 giveaway);
    error GiveawayExists(bytes32 giveaway);
    /// `field` is the name of the option as in GiveawayOptions, or of the particular as in PrizeDelivery.
    error OptionInvalid(string field);
    /// Not one that the operator allows, or no contract at all.
    error BeaconUnknown(IBeacon beacon);
    error RoundUnknown(bytes32 giveaway, uint32 round);
    error RoundNotActive(bytes32 giveaway, uint64 timestamp);
    error RoundNotClosed(bytes32 giveaway, uint32 round, uint64 closesAt);
    error WrongDetermination(bytes32 giveaway, Determination determination);
    error WinnerAlreadySet(bytes32 giveaway, uint32 round, uint256 passportId);
    error WinnerNotSet(bytes32 giveaway, uint32 round);
    error NoEntries(bytes32 giveaway, uint32 round);
    error PassportWithoutEntries(bytes32 giveaway, uint32 round, uint256 passportId);
    error AmountInvalid(uint256 passportId, uint32 amount);
    error NotEnoughEntries(uint256 passportId, uint32 entries, uint32 amount);
    error TooManyEntries(bytes32 giveaway, uint32 round);
    error OwnerMismatch(uint256 passportId, address expected, address actual);
    error PassportMissing(uint256 passportId);
    error NotWinnerOwner(uint256 passportId, address caller);
    error ReceiptModeOff(bytes32 giveaway);
    error ReceiptAlreadyConfirmed(bytes32 giveaway, uint32 round);
    error HandshakePending(bytes32 giveaway, uint32 round);
    error PrizeAlreadyDelivered(bytes32 giveaway, uint32 round);
    error BatchInvalid(uint256 size);

    /// keccak256(abi.encode(provider, externalId)).
    function keyOf(bytes32 provider, string calldata externalId) external pure returns (bytes32 giveaway);

    // The operator (owner) alone.
    function setProviderSigner(bytes32 provider, address signer, bool allowed) external;
    /// Which beacons new giveaways may name; those that exist keep theirs.
    function setBeacon(IBeacon beacon, bool allowed) external;

    // Signers of the giveaway's provider.
    /// Idempotent by state: an existing giveaway is GiveawayExists.
    function createGiveaway(bytes32 provider, GiveawayOptions calldata options) external returns (bytes32 giveaway);
    /// Into, or out of, the round that is open now. Reverts when refused.
    function changeEntries(bytes32 giveaway, EntryChange calldata change) external;
    /// The same for 1 to 200 items; one refused item refuses nothing else. An empty result is success, else the encoded error.
    function changeEntriesBatch(bytes32 giveaway, EntryChange[] calldata changes) external returns (bytes[] memory results);
    function declareWinner(bytes32 giveaway, uint32 round, uint256 passportId) external;
    function confirmReceiptByProvider(bytes32 giveaway, uint32 round) external;
    function setRoundMetadata(bytes32 giveaway, uint32 round, bytes32 opKey, bytes32 metadataHash, string calldata metadataUri) external;
    function setRoundImage(bytes32 giveaway, uint32 round, bytes32 opKey, bytes32 imageHash, string calldata imageUri) external;
    function recordPrizeDelivery(bytes32 giveaway, uint32 round, PrizeDelivery calldata delivery) external;
    /// Mints a passport and issues entries, all or nothing; 0 for a replayed opKey.
    function provisionMint(bytes32 provider, bytes32 opKey, address to, uint32 maxTransfers, ProvisionedEntries calldata entries)
        external
        returns (uint256 passportId);
    /// Moves a passport by its owner's permit, or with an empty signature by the owner's approval of the caller, and issues entries.
    function provisionTransfer(
        bytes32 provider,
        bytes32 opKey,
        uint256 passportId,
        address from,
        address to,
        uint64 deadline,
        bytes calldata signature,
        ProvisionedEntries calldata entries
    ) external;

    // Anyone.
    /// Settles a closed round by the beacon's signature of its one beacon round.
    function drawWinner(bytes32 giveaway, uint32 round, bytes calldata signature) external returns (uint256 passportId);
    /// By the owner of the winning passport.
    function confirmReceipt(bytes32 giveaway, uint32 round) external;

    function isSigner(bytes32 provider, address signer) external view returns (bool);
    function isBeacon(IBeacon beacon) external view returns (bool);
    function isUsed(bytes32 provider, bytes32 opKey) external view returns (bool);
    function giveawayOf(bytes32 giveaway) external view returns (Giveaway memory);
    /// Reverts RoundUnknown for a round that never opens.
    function roundOf(bytes32 giveaway, uint32 round) external view returns (Round memory);
    /// The round that is open at `timestamp`; reverts RoundNotActive.
    function roundAt(bytes32 giveaway, uint64 timestamp) external view returns (uint32 round);
    function entriesOf(bytes32 giveaway, uint32 round, uint256 passportId) external view returns (uint32);
    /// The beacon round that decides a round.
    function beaconRoundOf(bytes32 giveaway, uint32 round) external view returns (uint64 beaconRound);
}
