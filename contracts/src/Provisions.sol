// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EntryChanges} from "./EntryChanges.sol";

/// Passports minted or moved, with entries in the same transaction.
abstract contract Provisions is EntryChanges {
    function provisionMint(
        bytes32 provider,
        bytes32 opKey,
        address to,
        uint32 maxTransfers,
        ProvisionedEntries calldata entries
    ) external returns (uint256 passportId) {
        _requireSigner(provider);
        if (!_useOnce(provider, opKey)) return 0;

        passportId = passport.mint(to, maxTransfers);
        emit Provisioned(provider, opKey, passportId, address(0), to, true);
        _issueProvisioned(provider, opKey, passportId, to, entries);
    }

    function provisionTransfer(
        bytes32 provider,
        bytes32 opKey,
        uint256 passportId,
        address from,
        address to,
        uint64 deadline,
        bytes calldata signature,
        ProvisionedEntries calldata entries
    ) external {
        _requireSigner(provider);
        if (!_useOnce(provider, opKey)) return;

        bool moved = true;
        if (signature.length == 0) passport.moveFor(msg.sender, from, to, passportId);
        else moved = _moveWithPermit(passportId, from, to, deadline, signature);
        emit Provisioned(provider, opKey, passportId, moved ? from : to, to, false);
        _issueProvisioned(provider, opKey, passportId, to, entries);
    }

    /// False when the passport is there already.
    function _moveWithPermit(uint256 passportId, address from, address to, uint64 deadline, bytes calldata signature)
        private
        returns (bool moved)
    {
        try passport.moveWithPermit(from, to, passportId, deadline, signature) {
            return true;
        } catch (bytes memory refusal) {
            // Another provision may have used the same permit first: then what it asks for is so already.
            if (to == address(0) || _ownerOf(passportId) != to) _revertWith(refusal);
        }
    }

    function _issueProvisioned(
        bytes32 provider,
        bytes32 opKey,
        uint256 passportId,
        address owner,
        ProvisionedEntries calldata entries
    ) private {
        if (entries.giveaway == 0) return;
        Giveaway storage kept = _requireKnown(entries.giveaway);
        if (kept.provider != provider) revert SignerUnknown(kept.provider, msg.sender);

        EntryChange memory change = EntryChange({
            opKey: opKey,
            passportId: passportId,
            amount: entries.amount,
            remove: false,
            reasonCode: entries.reasonCode,
            evidence: entries.evidence,
            expectedOwner: owner
        });
        _revertIfRefused(_change(entries.giveaway, kept, change));
    }
}
