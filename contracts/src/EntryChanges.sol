// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Entries} from "./Entries.sol";
import {Registry} from "./Registry.sol";
import {Rounds} from "./Rounds.sol";

/// Entries issued and removed, one change at a time or many.
abstract contract EntryChanges is Registry {
    using Entries for Entries.Book;
    using Rounds for Giveaway;

    uint256 private constant MAX_BATCH = 200;

    /// A giveaway to be changed now, with its hash chain, which is stored after the last change.
    struct OpenGiveaway {
        bytes32 giveaway;
        bytes32 provider;
        bool entriesCarryOver;
        bool isOpen;
        uint32 round;
        bytes32 history;
        // Of the last change: one place in memory for all changes.
        ChangeRecord record;
        Entries.Holding holding;
    }

    /// The data of EntriesChanged: in memory a struct of values looks as they are encoded.
    struct ChangeRecord {
        bytes32 opKey;
        uint32 openRound;
        bool removed;
        uint32 amount;
        uint32 entries;
        uint32 roundTotal;
        uint32 leaf;
        uint16 reasonCode;
        bytes32 evidence;
        address owner;
        address signer;
    }

    function changeEntries(bytes32 giveaway, EntryChange calldata change) external {
        OpenGiveaway memory open = _loadOwn(giveaway);
        bytes memory refusal = _changeOnce(open, change);
        if (refusal.length != 0) _revertWith(refusal);
        _histories[giveaway] = open.history;
    }

    function changeEntriesBatch(bytes32 giveaway, EntryChange[] calldata changes)
        external
        returns (bytes[] memory results)
    {
        OpenGiveaway memory open = _loadOwn(giveaway);
        if (changes.length == 0 || changes.length > MAX_BATCH) revert BatchInvalid(changes.length);

        results = new bytes[](changes.length);
        for (uint256 i = 0; i < changes.length; i++) {
            results[i] = _changeOnce(open, changes[i]);
            if (results[i].length != 0) emit EntryChangeRejected(giveaway, changes[i].opKey, results[i]);
        }
        _histories[giveaway] = open.history;
    }

    function entriesOf(bytes32 giveaway, uint32 round, uint256 passportId) external view returns (uint32) {
        return _books[giveaway].entriesOf(round, passportId);
    }

    function _loadOwn(bytes32 giveaway) private view returns (OpenGiveaway memory open) {
        _load(giveaway, open);
        _requireSigner(open.provider);
    }

    /// Reads a giveaway into `open`, two slots of it once each.
    function _load(bytes32 giveaway, OpenGiveaway memory open) internal view {
        Giveaway storage kept = _giveaways[giveaway];
        (uint64 start, uint64 end, bool carryOver) = (kept.startTime, kept.endTime, kept.entriesCarryOver);
        (uint32 everyDays, uint32 activeDays) = (kept.everyDays, kept.activeDays);
        if (start == 0) revert GiveawayUnknown(giveaway);
        open.giveaway = giveaway;
        open.provider = kept.provider;
        open.entriesCarryOver = carryOver;
        (open.isOpen, open.round) = Rounds.openAt(start, end, everyDays, activeDays, uint64(block.timestamp));
        open.history = _histories[giveaway];
    }

    /// The encoded error that refuses any change of this amount now; empty when none does.
    function _refusalToChange(OpenGiveaway memory open, uint256 passportId, uint32 amount)
        internal
        view
        returns (bytes memory refusal)
    {
        if (!open.isOpen) {
            return abi.encodeWithSelector(RoundNotActive.selector, open.giveaway, uint64(block.timestamp));
        }
        if (amount == 0) return abi.encodeWithSelector(AmountInvalid.selector, passportId, amount);
    }

    /// Issues entries; too many come back as the encoded error. The record has the rest of the change.
    function _issue(OpenGiveaway memory open, uint256 passportId, uint32 amount, ChangeRecord memory record)
        internal
        returns (bytes memory refusal)
    {
        bool isIssued = _books[open.giveaway]
            .issue(open.entriesCarryOver, open.round, passportId, amount, open.holding);
        if (!isIssued) return _tooMany(open);
        if (open.holding.countedTotal == amount) _pending[open.provider].rounds += _roundsFrom(open);
        _record(open, passportId, open.round, amount, record);
    }

    /// The encoded error of entries that do not fit into the round.
    function _tooMany(OpenGiveaway memory open) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(TooManyEntries.selector, open.giveaway, open.round);
    }

    function _revertWith(bytes memory encodedError) internal pure {
        assembly ("memory-safe") {
            revert(add(encodedError, 32), mload(encodedError))
        }
    }

    /// Changes entries unless the key was used. A refused change comes back as its encoded error and uses no key.
    function _changeOnce(OpenGiveaway memory open, EntryChange calldata change) private returns (bytes memory refusal) {
        bytes32 opKey = change.opKey;
        Word storage word = _wordOf(open.provider, opKey);
        (uint256 used, uint256 bit) = (word.bits, _bitOf(opKey));
        if (used & bit != 0) {
            emit OperationReplayed(open.provider, opKey);
            return refusal;
        }
        refusal = _change(open, change);
        // Nothing else used a key meanwhile.
        if (refusal.length == 0) word.bits = used | bit;
    }

    function _change(OpenGiveaway memory open, EntryChange calldata change) private returns (bytes memory refusal) {
        (uint256 passportId, uint32 amount) = (change.passportId, change.amount);
        refusal = _refusalToChange(open, passportId, amount);
        if (refusal.length != 0) return refusal;
        address owner = _ownerOf(passportId);
        if (owner == address(0)) return abi.encodeWithSelector(PassportMissing.selector, passportId);
        address expected = change.expectedOwner;
        if (expected != address(0) && expected != owner) {
            return abi.encodeWithSelector(OwnerMismatch.selector, passportId, expected, owner);
        }

        ChangeRecord memory record = open.record;
        record.opKey = change.opKey;
        record.removed = change.remove;
        record.reasonCode = change.reasonCode;
        record.evidence = change.evidence;
        record.owner = owner;
        if (record.removed) return _remove(open, passportId, amount, record);
        return _issue(open, passportId, amount, record);
    }

    function _remove(OpenGiveaway memory open, uint256 passportId, uint32 amount, ChangeRecord memory record)
        private
        returns (bytes memory refusal)
    {
        Entries.Book storage book = _books[open.giveaway];
        (uint32 held, bool isWithin, uint32 earliest) =
            book.findRemoval(open.entriesCarryOver, open.round, passportId, amount);
        if (amount > held) return abi.encodeWithSelector(NotEnoughEntries.selector, passportId, held, amount);
        if (!isWithin) return abi.encodeWithSelector(TooManyRounds.selector, passportId, amount);
        if (earliest < open.round) {
            (bool isSettled, uint32 unsettled) = book.settle(earliest, open.round);
            if (!isSettled) return abi.encodeWithSelector(RoundUnsettled.selector, open.giveaway, unsettled);
        }

        while (amount != 0) {
            (uint32 round, uint32 taken) =
                book.removeLatest(open.entriesCarryOver, open.round, passportId, amount, open.holding);
            amount -= taken;
            _record(open, passportId, round, taken, record);
            if (open.holding.countedTotal == 0) _pending[open.provider].rounds -= _roundsFrom(open);
        }
    }

    /// The rounds that entries of the open round count for, which have no others: with carry-over all rounds from it on. Where
    /// they never end, signers wait anyway.
    function _roundsFrom(OpenGiveaway memory open) private view returns (uint64) {
        Giveaway storage kept = _giveaways[open.giveaway];
        if (kept.endTime == 0) return 0;
        return open.entriesCarryOver ? kept.roundsFrom(open.round) : 1;
    }

    /// Emits EntriesChanged, and extends the hash chain.
    function _record(
        OpenGiveaway memory open,
        uint256 passportId,
        uint32 round,
        uint32 amount,
        ChangeRecord memory record
    ) private {
        Entries.Holding memory holding = open.holding;
        record.openRound = open.round;
        record.amount = amount;
        record.entries = holding.entries;
        record.roundTotal = holding.roundTotal;
        record.leaf = holding.leaf;
        record.signer = msg.sender;
        // 21 bytes: passport, open round, round, amount, whether it was a removal.
        uint256 change = uint256(uint64(passportId)) << 104 | uint256(open.round) << 72 | uint256(round) << 40
            | uint256(amount) << 8 | (record.removed ? 1 : 0);
        bytes32 topic = EntriesChanged.selector;
        bytes32 giveaway = open.giveaway;
        bytes32 history = open.history;
        assembly ("memory-safe") {
            mstore(0, history)
            mstore(32, shl(88, change))
            history := keccak256(0, 53)
            log4(record, 352, topic, giveaway, round, passportId)
        }
        open.history = history;
    }
}
