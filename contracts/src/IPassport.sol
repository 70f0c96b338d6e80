// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

/// A token that entries belong to; how often it may change hands is fixed when it is minted.
interface IPassport is IERC721 {
    event PassportMinted(uint256 indexed passportId, address indexed to, uint32 maxTransfers);

    error NotHub(address caller);
    error TransferLimitReached(uint256 passportId, uint32 maxTransfers);
    error PermitExpired(uint256 passportId, uint64 deadline);
    error PermitInvalid(uint256 passportId, address owner);
    /// The permit's sender and receiver are the same.
    error PermitMovesNothing(uint256 passportId);
    error PassportUnknown(uint256 passportId);

    /// Stands for no limit.
    function UNLIMITED() external view returns (uint32);

    /// Mints the next passport (ids count from 1); only the hub.
    function mint(address to, uint32 maxTransfers) external returns (uint256 passportId);

    /// Moves a passport for `spender`, whom its owner approved (ERC-721); only the hub.
    function moveFor(address spender, address from, address to, uint256 passportId) external;

    /// Moves a passport by its owner's EIP-712 signature over
    /// TransferPermit(address spender,address from,address to,uint256 passportId,uint256 nonce,uint64 deadline),
    /// where spender is the caller and nonce is nonces(passportId). The signature is one of 65 bytes, or of 64 (ERC-2098), by
    /// the owner's key, also where the owner delegates to code (EIP-7702); or any that a contract accepts (ERC-1271).
    function moveWithPermit(address from, address to, uint256 passportId, uint64 deadline, bytes calldata signature) external;

    function maxTransfersOf(uint256 passportId) external view returns (uint32);
    function transfersUsedOf(uint256 passportId) external view returns (uint32);
    function nonces(uint256 passportId) external view returns (uint256);
}
