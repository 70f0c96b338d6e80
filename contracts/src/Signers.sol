// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IRegistry} from "./IRegistry.sol";
import {State} from "./State.sol";

/// The signers of providers, which the operator registers.
abstract contract Signers is State, IRegistry, Ownable2Step {
    uint64 private constant MAX_SIGNER_DELAY = 30 days;

    uint64 public immutable signerDelay;

    constructor(uint64 signerDelay_) {
        if (signerDelay_ > MAX_SIGNER_DELAY) revert OptionInvalid("signerDelay");
        signerDelay = signerDelay_;
    }

    function setProviderSigner(bytes32 provider, address signer, bool allowed) external onlyOwner {
        uint64 activeFrom = 0;
        if (allowed) {
            uint64 time = uint64(block.timestamp);
            Pending storage pending = _pending[provider];
            activeFrom = time < pending.openUntil || pending.rounds != 0 ? time + signerDelay : time;
            // A signer that is registered already keeps its time.
            uint64 known = _activeFrom[provider][signer];
            if (known != 0 && known < activeFrom) activeFrom = known;
        }
        _activeFrom[provider][signer] = activeFrom;
        emit ProviderSignerSet(provider, signer, allowed, activeFrom);
    }

    /// Without an operator a provider that loses its signers could not get new ones: it can be replaced only.
    function renounceOwnership() public view override onlyOwner {
        revert OwnableInvalidOwner(address(0));
    }

    function isSigner(bytes32 provider, address signer) external view returns (bool) {
        uint64 activeFrom = _activeFrom[provider][signer];
        return activeFrom != 0 && activeFrom <= block.timestamp;
    }

    function signerActiveFrom(bytes32 provider, address signer) external view returns (uint64) {
        return _activeFrom[provider][signer];
    }

    function pendingOf(bytes32 provider) external view returns (uint64 openUntil, uint64 rounds) {
        Pending storage pending = _pending[provider];
        return (pending.openUntil, pending.rounds);
    }

    function isUsed(bytes32 provider, bytes32 opKey) external view returns (bool) {
        return _isUsed(_wordOf(provider, opKey), opKey);
    }
}
