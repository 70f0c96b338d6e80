// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// OpenZeppelin's ERC-721 as it is, with the names of passports: what they are compared with.
contract PlainToken is ERC721("Passport", "PASS") {
    function mint(address to, uint256 tokenId) external {
        _mint(to, tokenId);
    }
}
