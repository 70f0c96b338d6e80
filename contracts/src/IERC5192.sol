// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Tokens that say whether they can be transferred (ERC-5192).
interface IERC5192 {
    event Locked(uint256 tokenId);
    event Unlocked(uint256 tokenId);

    /// Whether a token cannot be transferred. Reverts for a token that nobody owns.
    function locked(uint256 tokenId) external view returns (bool);
}
