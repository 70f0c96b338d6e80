// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Entries} from "./Entries.sol";
import {IPassport} from "./IPassport.sol";
import {Registry} from "./Registry.sol";
import {Rounds} from "./Rounds.sol";

/// Entries issued and removed, one change at a time or many.
abstract contract EntryChanges is Registry {
    using Entries for Entries.Book;
    using Rounds for Giveaway;

    uint256 private constant MAX_BATCH = 200;

    /// The passports that entries belong to; this hub alone mints them.
    IPassport public immutable passport;

    mapping(bytes32 giveaway => Entries.Book) internal _entries;

    constructor(IPassport passport_) {
        passport = passport_;
    }

    function changeEntries(bytes32 giveaway, EntryChange calldata change) external {
        Giveaway storage kept = _requireOwn(giveaway);
        _revertIfRefused(_changeOnce(giveaway, kept, change));
    }

    function changeEntriesBatch(bytes32 giveaway, EntryChange[] calldata changes)
        external
        returns (bytes[] memory results)
    {
        Giveaway storage kept = _requireOwn(giveaway);
        if (changes.length == 0 || changes.length > MAX_BATCH) revert BatchInvalid(changes.length);

        results = new bytes[](changes.length);
        for (uint256 i = 0; i < changes.length; i++) {
            results[i] = _changeOnce(giveaway, kept, changes[i]);
            if (results[i].length != 0) emit EntryChangeRejected(giveaway, changes[i].opKey, results[i]);
        }
    }

    function entriesOf(bytes32 giveaway, uint32 round, uint256 passportId) external view returns (uint32) {
        return _entries[giveaway].entriesOf(round, passportId);
    }

    /// Changes entries unless the key was used. A refused change comes back as its encoded error and uses no key.
    function _changeOnce(bytes32 giveaway, Giveaway storage kept, EntryChange memory change)
        private
        returns (bytes memory refusal)
    {
        if (isUsed[kept.provider][change.opKey]) {
            emit OperationReplayed(kept.provider, change.opKey);
            return refusal;
        }
        refusal = _change(giveaway, kept, change);
        if (refusal.length == 0) isUsed[kept.provider][change.opKey] = true;
    }

    function _change(bytes32 giveaway, Giveaway storage kept, EntryChange memory change)
        internal
        returns (bytes memory refusal)
    {
        uint64 time = uint64(block.timestamp);
        (bool open, uint32 round) = kept.openAt(time);
        if (!open) return abi.encodeWithSelector(RoundNotActive.selector, giveaway, time);
        if (change.amount == 0) {
            return abi.encodeWithSelector(AmountInvalid.selector, change.passportId, change.amount);
        }

        address owner = _ownerOf(change.passportId);
        if (owner == address(0)) return abi.encodeWithSelector(PassportMissing.selector, change.passportId);
        if (change.expectedOwner != address(0) && change.expectedOwner != owner) {
            return abi.encodeWithSelector(OwnerMismatch.selector, change.passportId, change.expectedOwner, owner);
        }
        return _changeHolding(giveaway, kept.entriesCarryOver, round, owner, change);
    }

    function _changeHolding(bytes32 giveaway, bool carryOver, uint32 round, address owner, EntryChange memory change)
        private
        returns (bytes memory refusal)
    {
        Entries.Book storage book = _entries[giveaway];
        bool done;
        Entries.Holding memory holding;
        if (change.remove) {
            (done, holding) = book.remove(carryOver, round, change.passportId, change.amount);
            if (!done) {
                return
                    abi.encodeWithSelector(NotEnoughEntries.selector, change.passportId, holding.entries, change.amount);
            }
        } else {
            (done, holding) = book.issue(carryOver, round, change.passportId, change.amount);
            if (!done) return abi.encodeWithSelector(TooManyEntries.selector, giveaway, round);
        }
        _recordChange(giveaway, round, owner, change, holding);
    }

    function _recordChange(
        bytes32 giveaway,
        uint32 round,
        address owner,
        EntryChange memory change,
        Entries.Holding memory holding
    ) private {
        emit EntriesChanged(
            giveaway,
            round,
            change.passportId,
            change.opKey,
            change.remove,
            change.amount,
            holding.entries,
            holding.roundTotal,
            holding.leaf,
            change.reasonCode,
            change.evidence,
            owner,
            msg.sender
        );
    }

    /// Zero for a passport that does not exist. Ids count from 1, so none is above 64 bits.
    function _ownerOf(uint256 passportId) internal view returns (address) {
        if (passportId > type(uint64).max) return address(0);
        try passport.ownerOf(passportId) returns (address owner) {
            return owner;
        } catch {
            return address(0);
        }
    }

    function _revertIfRefused(bytes memory refusal) internal pure {
        if (refusal.length != 0) _revertWith(refusal);
    }

    function _revertWith(bytes memory encodedError) internal pure {
        assembly ("memory-safe") {
            revert(add(encodedError, 32), mload(encodedError))
        }
    }
}
