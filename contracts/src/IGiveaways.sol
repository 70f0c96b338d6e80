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
        /// Seconds, in the future; 0 never ends, which a draw allows only with rounds.
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
        /// Seconds after a round's close before which no beacon round may decide it, minBeaconMargin() to a day; 0 unless
        /// the winner is drawn. Where the chain's clock lags by more, or a longer reorganisation replaces the round's last
        /// blocks, the signature is known before the round is final.
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
        /// Unique within the provider: a change with a used key changes nothing. Keys with the same upper 248 bits share a
        /// slot of storage, so that the keys of one batch should differ in their last byte only.
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

    /// A passport for a person, with entries.
    struct Provision {
        /// As in EntryChange.
        bytes32 opKey;
        /// 0 mints a passport for `to`; another one moves from `from` to `to`.
        uint256 passportId;
        address from;
        address to;
        /// Of a minted passport.
        uint32 maxTransfers;
        /// Of the owner's permit.
        uint64 deadline;
        /// The owner's permit to the hub; empty to move by the owner's approval of the caller.
        bytes signature;
        ProvisionedEntries entries;
    }

    struct PrizeDelivery {
        address assetContract;
        /// The owner of the winning passport when the delivery is recorded.
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
        /// Entries that count for its winner: its own, or with carry-over those of rounds 0 to this one. A round that is
        /// decided, or was marked void, keeps the total at that moment.
        uint32 total;
        uint256 winner; // passport, 0 while undecided
        bool receiptConfirmed;
        /// How often the delivery of the prize was recorded: the first time and its corrections.
        uint32 deliveries;
    }

    // Every state change is in these events: the read model and the verification of draws live on them alone.

    /// `activeFrom` is 0 for a removed signer; otherwise the time from which it acts (seconds).
    event ProviderSignerSet(bytes32 indexed provider, address indexed signer, bool allowed, uint64 activeFrom);
    event BeaconSet(IBeacon indexed beacon, bool allowed);
    event GiveawayCreated(bytes32 indexed giveaway, bytes32 indexed provider, address indexed signer, GiveawayOptions options);
    /// Entries of `round`, changed while `openRound` was open: the same round, or with carry-over an earlier one from which
    /// entries were removed. A removal has one event for each round that it touches, the newest first, all with the same
    /// opKey. `entries` is what the passport holds in the round afterwards, `roundTotal` what the round holds; `leaf` is
    /// the passport's place in the round's tree, counted from 0 in the order of first issues.
    event EntriesChanged(
        bytes32 indexed giveaway,
        uint32 indexed round,
        uint256 indexed passportId,
        bytes32 opKey,
        uint32 openRound,
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
    event RoundVoided(bytes32 indexed giveaway, uint32 indexed round, uint64 beaconRound, address by);
    event ReceiptConfirmed(bytes32 indexed giveaway, uint32 indexed round, uint256 indexed passportId, address by, bool byProvider);
    event RoundMetadataSet(bytes32 indexed giveaway, uint32 indexed round, bytes32 opKey, bytes32 metadataHash, string metadataUri);
    event RoundImageSet(bytes32 indexed giveaway, uint32 indexed round, bytes32 opKey, bytes32 imageHash, string imageUri);
    /// `revision` counts from 1; a later one replaces the delivery before it.
    event PrizeDelivered(
        bytes32 indexed giveaway, uint32 indexed round, address signer, uint32 revision, PrizeDelivery delivery
    );
    /// `from` is zero for a mint, and `to` itself when the passport was there already and nothing moved.
    event Provisioned(
        bytes32 indexed provider,
        bytes32 indexed opKey,
        uint256 indexed passportId,
        address from,
        address to,
        bool minted,
        address signer
    );
    /// An item of a batch that was refused; `reason` is the ABI-encoded custom error.
    event ProvisionRejected(bytes32 indexed provider, bytes32 indexed opKey, bytes reason);

    error SignerUnknown(bytes32 provider, address signer);
    /// A signer that was added while the provider had open giveaways.
    error SignerNotActive(bytes32 provider, address signer, uint64 activeFrom);
    error GiveawayUnknown(bytes32 giveaway);
    error GiveawayExists(bytes32 giveaway);
    /// `field` is the name of the option as in GiveawayOptions, of the particular as in PrizeDelivery, or of the parameter
    /// of the hub's creation.
    error OptionInvalid(string field);
    /// Not one that the operator allows, or no contract at all.
    error BeaconUnknown(IBeacon beacon);
    error RoundUnknown(bytes32 giveaway, uint32 round);
    error RoundNotActive(bytes32 giveaway, uint64 timestamp);
    error RoundNotClosed(bytes32 giveaway, uint32 round, uint64 closesAt);
    error WrongDetermination(bytes32 giveaway, Determination determination);
    error WinnerAlreadySet(bytes32 giveaway, uint32 round, uint256 passportId);
    error WinnerNotSet(bytes32 giveaway, uint32 round);
    error RoundNotVoidable(bytes32 giveaway, uint32 round, uint64 from);
    error RoundIsVoid(bytes32 giveaway, uint32 round);
    /// The first closed round that counts the entries to remove and is neither decided nor void.
    error RoundUnsettled(bytes32 giveaway, uint32 round);
    error NoEntries(bytes32 giveaway, uint32 round);
    error PassportWithoutEntries(bytes32 giveaway, uint32 round, uint256 passportId);
    error AmountInvalid(uint256 passportId, uint32 amount);
    /// `entries` is all that the passport holds and may lose: those of the open round, with carry-over of all rounds.
    error NotEnoughEntries(uint256 passportId, uint32 entries, uint32 amount);
    error TooManyEntries(bytes32 giveaway, uint32 round);
    /// The entries to remove are in more than 32 rounds: remove fewer at a time.
    error TooManyRounds(uint256 passportId, uint32 amount);
    error OwnerMismatch(uint256 passportId, address expected, address actual);
    error PassportMissing(uint256 passportId);
    error NotWinnerOwner(uint256 passportId, address caller);
    error ReceiptModeOff(bytes32 giveaway);
    error ReceiptAlreadyConfirmed(bytes32 giveaway, uint32 round);
    error HandshakePending(bytes32 giveaway, uint32 round);
    error RecipientNotOwner(uint256 passportId, address owner, address recipient);
    /// The delivery can no longer be corrected.
    error DeliveryFinal(bytes32 giveaway, uint32 round);
    /// The passport contract refused a move without a reason, or needed more gas than an item of a batch may use.
    error MoveFailed(uint256 passportId);
    /// Less gas is left than an item of a batch may use.
    error GasTooLow();
    error BatchInvalid(uint256 size);

    /// keccak256(abi.encode(provider, externalId)).
    function keyOf(bytes32 provider, string calldata externalId) external pure returns (bytes32 giveaway);

    // The operator (owner) alone.
    /// An added signer acts at once, or signerDelay() later while the provider has open giveaways: those it created and
    /// whose latest close has not passed. A removed signer never acts again until it is added anew.
    function setProviderSigner(bytes32 provider, address signer, bool allowed) external;
    /// Which beacons new giveaways may name; those that exist keep theirs.
    function setBeacon(IBeacon beacon, bool allowed) external;

    // Signers of the giveaway's provider.
    /// Idempotent by state: an existing giveaway is GiveawayExists.
    function createGiveaway(bytes32 provider, GiveawayOptions calldata options) external returns (bytes32 giveaway);
    /// Into, or out of, the round that is open now; with carry-over a removal goes on with the passport's earlier rounds,
    /// the newest first, once all closed rounds that count those entries are decided or void. Reverts when refused.
    function changeEntries(bytes32 giveaway, EntryChange calldata change) external;
    /// The same for 1 to 200 items; one refused item refuses nothing else. An empty result is success, else the encoded error.
    function changeEntriesBatch(bytes32 giveaway, EntryChange[] calldata changes) external returns (bytes[] memory results);
    function declareWinner(bytes32 giveaway, uint32 round, uint256 passportId) external;
    function confirmReceiptByProvider(bytes32 giveaway, uint32 round) external;
    function setRoundMetadata(bytes32 giveaway, uint32 round, bytes32 opKey, bytes32 metadataHash, string calldata metadataUri) external;
    function setRoundImage(bytes32 giveaway, uint32 round, bytes32 opKey, bytes32 imageHash, string calldata imageUri) external;
    /// Records the delivery, or corrects it until the receipt is confirmed. Where the giveaway requires the handshake, the
    /// receipt comes first, and a correction is possible for 30 days after the first delivery.
    function recordPrizeDelivery(bytes32 giveaway, uint32 round, PrizeDelivery calldata delivery) external;
    /// Mints or moves a passport and issues entries, all or nothing. 0 for a used opKey.
    function provision(bytes32 provider, Provision calldata item) external returns (uint256 passportId);
    /// The same for 1 to 100 items; one refused item refuses nothing else. An empty result is success, else the encoded error.
    function provisionBatch(bytes32 provider, Provision[] calldata items) external returns (bytes[] memory results);

    // Anyone.
    /// Settles a closed round by the beacon's signature of its one beacon round: 48 bytes, or for less gas 96 (see IBeacon).
    function drawWinner(bytes32 giveaway, uint32 round, bytes calldata signature) external returns (uint256 passportId);
    /// Marks a round with entries void, from 30 days after the time of its beacon round. It can never be drawn afterwards.
    function voidRound(bytes32 giveaway, uint32 round) external;
    /// By the owner of the winning passport.
    function confirmReceipt(bytes32 giveaway, uint32 round) external;

    /// Seconds until a signer acts that is added while its provider has open giveaways.
    function signerDelay() external view returns (uint64);
    /// Seconds; no giveaway may have a smaller beacon margin.
    function minBeaconMargin() external view returns (uint32);
    /// Whether the address acts for the provider now.
    function isSigner(bytes32 provider, address signer) external view returns (bool);
    /// When the signer acts from, in seconds; 0 for an address that is not a signer.
    function signerActiveFrom(bytes32 provider, address signer) external view returns (uint64);
    function isBeacon(IBeacon beacon) external view returns (bool);
    function isUsed(bytes32 provider, bytes32 opKey) external view returns (bool);
    /// The hash chain over the giveaway's options and changes of entries; 0 for an unknown giveaway. It starts with
    /// keccak256(abi.encode(provider, uint64 block.timestamp, options)) and continues with each EntriesChanged event, in order:
    /// keccak256(abi.encodePacked(previous, uint64 passportId, openRound, round, amount, removed)).
    function historyOf(bytes32 giveaway) external view returns (bytes32);
    function giveawayOf(bytes32 giveaway) external view returns (Giveaway memory);
    /// Reverts RoundUnknown for a round that never opens.
    function roundOf(bytes32 giveaway, uint32 round) external view returns (Round memory);
    /// The round that is open at `timestamp`; reverts RoundNotActive.
    function roundAt(bytes32 giveaway, uint64 timestamp) external view returns (uint32 round);
    function entriesOf(bytes32 giveaway, uint32 round, uint256 passportId) external view returns (uint32);
    /// The beacon round that decides a round.
    function beaconRoundOf(bytes32 giveaway, uint32 round) external view returns (uint64 beaconRound);
}
