// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Entries} from "./Entries.sol";
import {EntryChanges} from "./EntryChanges.sol";

/// Passports minted or moved, with entries in the same transaction.
abstract contract Provisions is EntryChanges {
    using Entries for Entries.Book;

    uint256 private constant MAX_PROVISIONS = 100;
    /// What a permit in a batch may use, so that an owner's contract cannot use up the gas of the other items.
    uint256 private constant PERMIT_GAS = 300_000;

    function provision(bytes32 provider, Provision calldata item) external returns (uint256 passportId) {
        _requireSigner(provider);
        OpenGiveaway memory open;
        bytes memory refusal;
        (refusal, passportId) = _provisionOnce(provider, item, open, false);
        if (refusal.length != 0) _revertWith(refusal);
        _store(open);
    }

    function provisionBatch(bytes32 provider, Provision[] calldata items) external returns (bytes[] memory results) {
        _requireSigner(provider);
        if (items.length == 0 || items.length > MAX_PROVISIONS) revert BatchInvalid(items.length);

        OpenGiveaway memory open;
        results = new bytes[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            (results[i],) = _provisionOnce(provider, items[i], open, true);
            if (results[i].length != 0) emit ProvisionRejected(provider, items[i].opKey, results[i]);
        }
        _store(open);
    }

    /// Provisions unless the key was used. A refused item comes back as its encoded error, changes nothing and uses no key.
    /// `open` is the giveaway of the item before it, if that had one, and becomes this item's.
    function _provisionOnce(bytes32 provider, Provision calldata item, OpenGiveaway memory open, bool isBatched)
        private
        returns (bytes memory refusal, uint256 passportId)
    {
        Word storage word = _wordOf(provider, item.opKey);
        if (_isUsed(word, item.opKey)) {
            emit OperationReplayed(provider, item.opKey);
            return (refusal, 0);
        }
        bool hasEntries = item.entries.giveaway != 0;
        if (hasEntries) refusal = _refusalOfEntries(provider, item, open);
        if (refusal.length != 0) return (refusal, 0);

        (refusal, passportId) = item.passportId == 0 ? _mint(provider, item) : _move(provider, item, isBatched);
        if (refusal.length != 0) return (refusal, 0);
        _use(word, item.opKey);
        if (hasEntries) _issueProvisioned(item, passportId, open);
    }

    /// The encoded error that refuses the item's entries; empty when none does, and `open` is their giveaway.
    function _refusalOfEntries(bytes32 provider, Provision calldata item, OpenGiveaway memory open)
        private
        returns (bytes memory refusal)
    {
        bytes32 giveaway = item.entries.giveaway;
        if (giveaway != open.giveaway) {
            Giveaway storage kept = _giveaways[giveaway];
            if (kept.startTime == 0) return abi.encodeWithSelector(GiveawayUnknown.selector, giveaway);
            if (kept.provider != provider) {
                return abi.encodeWithSelector(SignerUnknown.selector, kept.provider, msg.sender);
            }
            _store(open);
            _load(giveaway, open);
        }
        refusal = _refusalToChange(open, item.passportId, item.entries.amount);
        if (refusal.length == 0 && !_books[giveaway].fits(open.entriesCarryOver, open.round, item.entries.amount)) {
            refusal = _tooMany(open);
        }
    }

    function _mint(bytes32 provider, Provision calldata item) private returns (bytes memory refusal, uint256) {
        try passport.mint(item.to, item.maxTransfers) returns (uint256 passportId) {
            emit Provisioned(provider, item.opKey, passportId, address(0), item.to, true, msg.sender);
            return (refusal, passportId);
        } catch (bytes memory reason) {
            return (reason, 0);
        }
    }

    function _move(bytes32 provider, Provision calldata item, bool isBatched)
        private
        returns (bytes memory refusal, uint256 passportId)
    {
        passportId = item.passportId;
        address from = item.from;
        if (item.signature.length == 0) {
            try passport.moveFor(msg.sender, from, item.to, passportId) {}
            catch (bytes memory reason) {
                return (reason, passportId);
            }
        } else {
            // Otherwise a permit could be refused because the transaction has too little gas.
            if (isBatched && gasleft() < 2 * PERMIT_GAS) revert GasTooLow();
            uint256 gas = isBatched ? PERMIT_GAS : gasleft();
            try passport.moveWithPermit{gas: gas}(from, item.to, passportId, item.deadline, item.signature) {}
            catch (bytes memory reason) {
                // Another provision may have used the same permit first: then what it asks for is so already.
                bool isThere = item.to != address(0) && from != item.to && _ownerOf(passportId) == item.to;
                if (!isThere) return (_orUnexplained(reason, passportId), passportId);
                from = item.to;
            }
        }
        emit Provisioned(provider, item.opKey, passportId, from, item.to, false, msg.sender);
    }

    function _issueProvisioned(Provision calldata item, uint256 passportId, OpenGiveaway memory open) private {
        ChangeRecord memory record = open.record;
        record.removed = false;
        record.opKey = item.opKey;
        record.reasonCode = item.entries.reasonCode;
        record.evidence = item.entries.evidence;
        record.owner = item.to;
        // It fits: nothing was issued since that was checked.
        _issue(open, passportId, item.entries.amount, record);
    }

    /// Stores the hash chain, unless there is no giveaway.
    function _store(OpenGiveaway memory open) private {
        if (open.giveaway != 0) _histories[open.giveaway] = open.history;
    }

    /// An empty reason would be taken for success.
    function _orUnexplained(bytes memory reason, uint256 passportId) private pure returns (bytes memory) {
        return reason.length != 0 ? reason : abi.encodeWithSelector(MoveFailed.selector, passportId);
    }
}
