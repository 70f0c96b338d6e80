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
        OpenGiveaway memory open = _load(giveaway, _requireOwn(giveaway));
        bytes memory refusal = _changeOnce(open, change);
        if (refusal.length != 0) _revertWith(refusal);
        _histories[giveaway] = open.history;
    }

    function changeEntriesBatch(bytes32 giveaway, EntryChange[] calldata changes)
        external
        returns (bytes[] memory results)
    {
        OpenGiveaway memory open = _load(giveaway, _requireOwn(giveaway));
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

    function _load(bytes32 giveaway, Giveaway storage kept) internal view returns (OpenGiveaway memory open) {
        open.giveaway = giveaway;
        open.provider = kept.provider;
        open.entriesCarryOver = kept.entriesCarryOver;
        (open.isOpen, open.round) = kept.openAt(uint64(block.timestamp));
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
        (bool isIssued, Entries.Holding memory holding) =
            _books[open.giveaway].issue(open.entriesCarryOver, open.round, passportId, amount);
        if (!isIssued) return _tooMany(open);
        if (holding.countedTotal == amount) _pending[open.provider].rounds += _roundsFrom(open);
        _record(open, passportId, open.round, amount, holding, record);
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
        Word storage word = _wordOf(open.provider, change.opKey);
        if (_isUsed(word, change.opKey)) {
            emit OperationReplayed(open.provider, change.opKey);
            return refusal;
        }
        refusal = _change(open, change);
        if (refusal.length == 0) _use(word, change.opKey);
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

        ChangeRecord memory record;
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
            (uint32 round, uint32 taken, Entries.Holding memory holding) =
                book.removeLatest(open.entriesCarryOver, open.round, passportId, amount);
            amount -= taken;
            _record(open, passportId, round, taken, holding, record);
            if (holding.countedTotal == 0) _pending[open.provider].rounds -= _roundsFrom(open);
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
        Entries.Holding memory holding,
        ChangeRecord memory record
    ) private {
        record.openRound = open.round;
        record.amount = amount;
        record.entries = holding.entries;
        record.roundTotal = holding.roundTotal;
        record.leaf = holding.leaf;
        record.signer = msg.sender;
        open.history = keccak256(
            abi.encodePacked(open.history, uint64(passportId), record.openRound, round, amount, record.removed)
        );
        bytes32 topic = EntriesChanged.selector;
        bytes32 giveaway = open.giveaway;
        assembly ("memory-safe") {
            log4(record, 352, topic, giveaway, round, passportId)
        }
    }
}
