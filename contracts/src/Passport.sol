// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {IERC5192} from "./IERC5192.sol";
import {IPassport} from "./IPassport.sol";

/// Passports count every change of hands after the mint, one to oneself included, so that the Transfer events alone
/// tell how many are left. They never burn.
contract Passport is ERC721, EIP712, IERC5192, IPassport {
    struct Terms {
        uint32 maxTransfers;
        uint32 transfersUsed;
    }

    /// As a number of transfers it is out of reach, so the limit needs no exception for it.
    uint32 public constant UNLIMITED = type(uint32).max;

    bytes32 private constant TRANSFER_PERMIT_TYPEHASH = keccak256(
        "TransferPermit(address spender,address from,address to,uint256 passportId,uint256 nonce,uint64 deadline)"
    );

    /// The one caller that mints.
    address public immutable hub;
    uint256 private _minted;
    mapping(uint256 passportId => Terms) private _terms;

    modifier onlyHub() {
        if (msg.sender != hub) revert NotHub(msg.sender);
        _;
    }

    constructor(address hub_) ERC721("Passport", "PASS") EIP712("Passport", "1") {
        hub = hub_;
    }

    /// The receiver is not called back: nothing can enter between a mint and the entries issued with it.
    function mint(address to, uint32 maxTransfers) external onlyHub returns (uint256 passportId) {
        passportId = ++_minted;
        _terms[passportId].maxTransfers = maxTransfers;
        _mint(to, passportId);
        emit PassportMinted(passportId, to, maxTransfers);
        if (maxTransfers == 0) emit Locked(passportId);
        else emit Unlocked(passportId);
    }

    function moveFor(address spender, address from, address to, uint256 passportId) external onlyHub {
        _checkAuthorized(_ownerOf(passportId), spender, passportId);
        _transfer(from, to, passportId);
    }

    function moveWithPermit(address from, address to, uint256 passportId, uint64 deadline, bytes calldata signature)
        external
    {
        if (block.timestamp > deadline) revert PermitExpired(passportId, deadline);
        bytes32 permit = keccak256(
            abi.encode(TRANSFER_PERMIT_TYPEHASH, msg.sender, from, to, passportId, nonces(passportId), deadline)
        );
        if (!SignatureChecker.isValidSignatureNow(from, _hashTypedDataV4(permit), signature)) {
            revert PermitInvalid(passportId, from);
        }
        _transfer(from, to, passportId);
    }

    function maxTransfersOf(uint256 passportId) external view returns (uint32) {
        return _termsOf(passportId).maxTransfers;
    }

    function transfersUsedOf(uint256 passportId) external view returns (uint32) {
        return _termsOf(passportId).transfersUsed;
    }

    /// Every transfer counts, so that one voids all permits signed before it.
    function nonces(uint256 passportId) public view returns (uint256) {
        return _termsOf(passportId).transfersUsed;
    }

    function locked(uint256 passportId) external view returns (bool) {
        Terms storage terms = _termsOf(passportId);
        return terms.transfersUsed == terms.maxTransfers;
    }

    function supportsInterface(bytes4 interfaceId) public view override(ERC721, IERC165) returns (bool) {
        return interfaceId == type(IERC5192).interfaceId || interfaceId == type(IPassport).interfaceId
            || super.supportsInterface(interfaceId);
    }

    function _update(address to, uint256 passportId, address auth) internal override returns (address from) {
        from = super._update(to, passportId, auth);
        if (from != address(0)) _countTransfer(passportId);
    }

    function _countTransfer(uint256 passportId) private {
        Terms storage terms = _terms[passportId];
        uint32 maxTransfers = terms.maxTransfers;
        uint32 used = terms.transfersUsed;
        if (used == maxTransfers) revert TransferLimitReached(passportId, maxTransfers);
        terms.transfersUsed = ++used;
        if (used == maxTransfers) emit Locked(passportId);
    }

    function _termsOf(uint256 passportId) private view returns (Terms storage) {
        if (_ownerOf(passportId) == address(0)) revert PassportUnknown(passportId);
        return _terms[passportId];
    }
}
