// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBeacon} from "./IBeacon.sol";
import {IPassport} from "./IPassport.sol";

/// What is said of giveaways whose entries belong to passports, in one round or many, with winners declared or drawn: the types,
/// events and errors of the hub.
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
        /// The places of a round: so many winners, 1 to 100, and after them alternates, at most 100.
        uint8 winners;
        uint8 alternates;
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
        uint256 winner; // passport of the first place, 0 while undecided
        // Of the first place.
        bool receiptConfirmed;
        /// How often the delivery of the prize was recorded: the first time and its corrections.
        uint32 deliveries;
        /// Places that have a winner.
        uint8 decided;
        /// Places whose prize was delivered.
        uint8 delivered;
        /// Whether more places are to be drawn.
        bool isDrawing;
    }

    /// What is known of one place of a round.
    struct Place {
        uint256 winner; // passport, 0 while undecided
        bool receiptConfirmed;
        uint32 deliveries;
    }

    // Every state change is in these events: the read model and the verification of draws live on them alone.

    /// `activeFrom` is 0 for a removed signer; otherwise the time from which it acts (seconds).
    event ProviderSignerSet(bytes32 indexed provider, address indexed signer, bool allowed, uint64 activeFrom);
    event BeaconSet(IBeacon indexed beacon, bool allowed);
    event GiveawayCreated(bytes32 indexed giveaway, bytes32 indexed provider, address indexed signer, GiveawayOptions options);
    /// Follows GiveawayCreated where a round has more places than one winner.
    event PlacesSet(bytes32 indexed giveaway, uint8 winners, uint8 alternates);
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
    /// The winner of a place after the first one; places count from 0.
    event PlaceDeclared(
        bytes32 indexed giveaway,
        uint32 indexed round,
        uint256 indexed passportId,
        uint8 place,
        address owner,
        address signer
    );
    /// `drawn` is the number of tickets drawn before, `total` the number of those that were left, and `ticket` one of them.
    event PlaceDrawn(
        bytes32 indexed giveaway,
        uint32 indexed round,
        uint256 indexed passportId,
        uint8 place,
        uint32 drawn,
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
    // The same of a place after the first one.
    event PlaceReceiptConfirmed(
        bytes32 indexed giveaway, uint32 indexed round, uint256 indexed passportId, uint8 place, address by, bool byProvider
    );
    event PlaceMetadataSet(
        bytes32 indexed giveaway,
        uint32 indexed round,
        uint8 indexed place,
        bytes32 opKey,
        bytes32 metadataHash,
        string metadataUri
    );
    event PlaceImageSet(
        bytes32 indexed giveaway, uint32 indexed round, uint8 indexed place, bytes32 opKey, bytes32 imageHash, string imageUri
    );
    event PlaceDelivered(
        bytes32 indexed giveaway,
        uint32 indexed round,
        uint8 indexed place,
        address signer,
        uint32 revision,
        PrizeDelivery delivery
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
    /// `field` is the name of the option as in GiveawayOptions or Giveaway, of the particular as in PrizeDelivery, or of the parameter
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
    error PlaceNotSet(bytes32 giveaway, uint32 round, uint8 place);
    /// A passport wins one place of a round at most.
    error PassportHasPlace(bytes32 giveaway, uint32 round, uint256 passportId, uint8 place);
    error RoundNotVoidable(bytes32 giveaway, uint32 round, uint64 from);
    error RoundIsVoid(bytes32 giveaway, uint32 round);
    /// The first closed round that counts the entries to remove and is neither decided nor void, or of which places are still to
    /// be drawn; the same of a round whose prize is to be delivered.
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

    /// The passports that entries belong to; the hub alone mints them.
    function passport() external view returns (IPassport);
}
