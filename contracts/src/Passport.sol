// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {IERC5192} from "./IERC5192.sol";
import {IPassport} from "./IPassport.sol";

/// Passports count every change of hands after the mint, one to oneself included, so that the Transfer events alone
/// tell how many are left. They never burn.
contract Passport is ERC721, EIP712, IERC5192, IPassport {
    /// One slot. ERC721 has slots of its own for owners and balances, which stay empty.
    struct Ownership {
        address owner;
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
    mapping(uint256 passportId => Ownership) private _ownerships;
    mapping(address owner => uint256) private _balances;

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
        _mint(to, passportId);
        _ownerships[passportId].maxTransfers = maxTransfers;
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
        if (from == to) revert PermitMovesNothing(passportId);
        if (block.timestamp > deadline) revert PermitExpired(passportId, deadline);
        bytes32 permit = _hashTypedDataV4(
            keccak256(
                abi.encode(TRANSFER_PERMIT_TYPEHASH, msg.sender, from, to, passportId, nonces(passportId), deadline)
            )
        );
        if (!_isSignedBy(from, permit, signature)) revert PermitInvalid(passportId, from);
        _transfer(from, to, passportId);
    }

    function maxTransfersOf(uint256 passportId) external view returns (uint32) {
        return _ownershipOf(passportId).maxTransfers;
    }

    function transfersUsedOf(uint256 passportId) external view returns (uint32) {
        return _ownershipOf(passportId).transfersUsed;
    }

    /// Every transfer counts, so that one voids all permits signed before it.
    function nonces(uint256 passportId) public view returns (uint256) {
        return _ownershipOf(passportId).transfersUsed;
    }

    function locked(uint256 passportId) external view returns (bool) {
        Ownership storage ownership = _ownershipOf(passportId);
        return ownership.transfersUsed == ownership.maxTransfers;
    }

    function balanceOf(address owner) public view override(ERC721, IERC721) returns (uint256) {
        if (owner == address(0)) revert ERC721InvalidOwner(address(0));
        return _balances[owner];
    }

    function supportsInterface(bytes4 interfaceId) public view override(ERC721, IERC165) returns (bool) {
        return interfaceId == type(IERC5192).interfaceId || interfaceId == type(IPassport).interfaceId
            || super.supportsInterface(interfaceId);
    }

    /// Replaces that of ERC721 whole; the callers have refused the zero address as `to`.
    function _update(address to, uint256 passportId, address auth) internal override returns (address from) {
        Ownership storage ownership = _ownerships[passportId];
        from = ownership.owner;
        if (auth != address(0)) _checkAuthorized(from, auth, passportId);
        if (from != address(0)) {
            _approve(address(0), passportId, address(0), false);
            _balances[from] -= 1;
        }
        ownership.owner = to;
        _balances[to] += 1;
        emit Transfer(from, to, passportId);
        if (from != address(0)) _countTransfer(ownership, passportId);
    }

    function _ownerOf(uint256 passportId) internal view override returns (address) {
        return _ownerships[passportId].owner;
    }

    function _countTransfer(Ownership storage ownership, uint256 passportId) private {
        uint32 maxTransfers = ownership.maxTransfers;
        uint32 used = ownership.transfersUsed;
        if (used == maxTransfers) revert TransferLimitReached(passportId, maxTransfers);
        ownership.transfersUsed = ++used;
        if (used == maxTransfers) emit Locked(passportId);
    }

    /// The key comes first: an account that delegates to code (EIP-7702) has both, and its code may know no ERC-1271. The
    /// address of any other contract has no key.
    function _isSignedBy(address signer, bytes32 digest, bytes calldata signature) private view returns (bool) {
        (uint8 v, bytes32 r, bytes32 s) = ECDSA.parseCalldata(signature);
        (address recovered, ECDSA.RecoverError problem,) = ECDSA.tryRecover(digest, v, r, s);
        if (problem == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return signer.code.length != 0 && SignatureChecker.isValidERC1271SignatureNowCalldata(signer, digest, signature);
    }

    function _ownershipOf(uint256 passportId) private view returns (Ownership storage) {
        if (_ownerOf(passportId) == address(0)) revert PassportUnknown(passportId);
        return _ownerships[passportId];
    }
}
