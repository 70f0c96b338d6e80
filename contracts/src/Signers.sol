// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IGiveaways} from "./IGiveaways.sol";

/// The providers: their signers, which the operator registers, and their used operation keys.
abstract contract Signers is IGiveaways, Ownable2Step {
    uint64 private constant MAX_SIGNER_DELAY = 30 days;

    uint64 public immutable signerDelay;

    mapping(bytes32 provider => mapping(address signer => uint64)) public override signerActiveFrom;
    /// The latest close of any giveaway of the provider.
    mapping(bytes32 provider => uint64) internal _openUntil;
    struct Word {
        uint256 bits;
    }

    /// One bit for each key: the upper 248 bits of a key name the word, the lower 8 bits the bit.
    mapping(bytes32 provider => mapping(uint256 word => Word)) private _usedKeys;

    constructor(uint64 signerDelay_) {
        if (signerDelay_ > MAX_SIGNER_DELAY) revert OptionInvalid("signerDelay");
        signerDelay = signerDelay_;
    }

    function setProviderSigner(bytes32 provider, address signer, bool allowed) external onlyOwner {
        uint64 activeFrom = 0;
        if (allowed) {
            uint64 time = uint64(block.timestamp);
            activeFrom = time < _openUntil[provider] ? time + signerDelay : time;
            // A signer that is registered already keeps its time.
            uint64 known = signerActiveFrom[provider][signer];
            if (known != 0 && known < activeFrom) activeFrom = known;
        }
        signerActiveFrom[provider][signer] = activeFrom;
        emit ProviderSignerSet(provider, signer, allowed, activeFrom);
    }

    /// Without an operator a provider that loses its signers could not get new ones: it can be replaced only.
    function renounceOwnership() public view override onlyOwner {
        revert OwnableInvalidOwner(address(0));
    }

    function isSigner(bytes32 provider, address signer) external view returns (bool) {
        uint64 activeFrom = signerActiveFrom[provider][signer];
        return activeFrom != 0 && activeFrom <= block.timestamp;
    }

    function isUsed(bytes32 provider, bytes32 opKey) external view returns (bool) {
        return _isUsed(_wordOf(provider, opKey), opKey);
    }

    function _wordOf(bytes32 provider, bytes32 opKey) internal view returns (Word storage) {
        return _usedKeys[provider][uint256(opKey) >> 8];
    }

    function _isUsed(Word storage word, bytes32 opKey) internal view returns (bool) {
        return word.bits & _bitOf(opKey) != 0;
    }

    function _use(Word storage word, bytes32 opKey) internal {
        word.bits |= _bitOf(opKey);
    }

    function _useOnce(bytes32 provider, bytes32 opKey) internal returns (bool first) {
        Word storage word = _wordOf(provider, opKey);
        first = !_isUsed(word, opKey);
        if (first) _use(word, opKey);
        else emit OperationReplayed(provider, opKey);
    }

    function _requireSigner(bytes32 provider) internal view {
        uint64 activeFrom = signerActiveFrom[provider][msg.sender];
        if (activeFrom == 0) revert SignerUnknown(provider, msg.sender);
        if (block.timestamp < activeFrom) revert SignerNotActive(provider, msg.sender, activeFrom);
    }

    function _bitOf(bytes32 opKey) private pure returns (uint256) {
        return 1 << (uint256(opKey) & 0xff);
    }
}
