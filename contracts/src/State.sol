// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Entries} from "./Entries.sol";
import {IBeacon} from "./IBeacon.sol";
import {IGiveaways} from "./IGiveaways.sol";
import {IPassport} from "./IPassport.sol";
import {Rounds} from "./Rounds.sol";

/// The storage of the hub, from slot 0 on, and what the hub and its modules ask of it. A module runs in the storage of the hub
/// (delegatecall); its own storage stays empty, so that a direct call finds no giveaway and is refused.
abstract contract State is IGiveaways {
    using Rounds for Giveaway;

    /// Used operation keys: the upper 248 bits of a key name the word, the lower 8 bits the bit.
    struct Word {
        uint256 bits;
    }

    /// What delays a provider's new signers, in one slot.
    struct Pending {
        /// The latest close of any giveaway of the provider.
        uint64 openUntil;
        /// Rounds with entries that are neither delivered nor void, of giveaways that end.
        uint64 rounds;
    }

    IPassport public immutable override passport;

    mapping(bytes32 provider => mapping(address signer => uint64)) internal _activeFrom;
    mapping(bytes32 provider => Pending) internal _pending;
    mapping(bytes32 provider => mapping(uint256 word => Word)) private _usedKeys;
    mapping(IBeacon beacon => bool) internal _beacons;
    mapping(bytes32 giveaway => Giveaway) internal _giveaways;
    mapping(bytes32 giveaway => bytes32) internal _histories;
    mapping(bytes32 giveaway => Entries.Book) internal _books;

    constructor(IPassport passport_) {
        passport = passport_;
    }

    function _requireKnown(bytes32 giveaway) internal view returns (Giveaway storage kept) {
        kept = _giveaways[giveaway];
        if (kept.startTime == 0) revert GiveawayUnknown(giveaway);
    }

    /// The giveaway, of whose provider the caller must be a signer.
    function _requireOwn(bytes32 giveaway) internal view returns (Giveaway storage kept) {
        kept = _requireKnown(giveaway);
        _requireSigner(kept.provider);
    }

    function _requireSigner(bytes32 provider) internal view {
        uint64 activeFrom = _activeFrom[provider][msg.sender];
        if (activeFrom == 0) revert SignerUnknown(provider, msg.sender);
        if (block.timestamp < activeFrom) revert SignerNotActive(provider, msg.sender, activeFrom);
    }

    function _requireSpan(bytes32 giveaway, Giveaway storage kept, uint32 round)
        internal
        view
        returns (uint64 opensAt, uint64 closesAt)
    {
        bool exists;
        (exists, opensAt, closesAt) = kept.span(round);
        if (!exists) revert RoundUnknown(giveaway, round);
    }

    /// Zero for a passport that does not exist. Ids count from 1, so none is above 64 bits.
    function _ownerOf(uint256 passportId) internal view returns (address owner) {
        if (passportId > type(uint64).max) return address(0);
        // By hand, as every change of entries asks: try and catch would copy the answer twice.
        (address target, bytes4 selector) = (address(passport), IERC721.ownerOf.selector);
        assembly ("memory-safe") {
            mstore(0, selector)
            mstore(4, passportId)
            let isAnswered := staticcall(gas(), target, 0, 36, 0, 32)
            owner := mul(mload(0), and(isAnswered, gt(returndatasize(), 31)))
        }
    }

    /// Counts a round as delivered or void.
    function _endPending(Giveaway storage kept) internal {
        if (kept.endTime != 0) _pending[kept.provider].rounds -= 1;
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

    function _bitOf(bytes32 opKey) internal pure returns (uint256) {
        return 1 << (uint256(opKey) & 0xff);
    }
}
