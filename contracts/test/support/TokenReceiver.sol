// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";

/// A contract that answers a safe transfer as the test chooses, and keeps what it was told.
contract TokenReceiver is IERC721Receiver {
    enum Answer {
        Accept,
        WrongValue,
        Nothing,
        Reason,
        CustomError,
        Panic,
        NoReason,
        PassOn
    }

    error Refused(uint256 tokenId);

    Answer public answer;
    uint256 public calls;
    address public token;
    /// The arguments of the last call, and the owner of the token during it.
    bytes32 public told;

    constructor(Answer answer_) {
        answer = answer_;
    }

    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4)
    {
        if (answer == Answer.Reason) revert("no room");
        if (answer == Answer.CustomError) revert Refused(tokenId);
        if (answer == Answer.NoReason) {
            assembly ("memory-safe") {
                revert(0, 0)
            }
        }
        if (answer == Answer.Panic) assert(false);
        if (answer == Answer.Nothing) {
            assembly ("memory-safe") {
                return(0, 0)
            }
        }
        calls++;
        token = msg.sender;
        told = keccak256(abi.encode(operator, from, tokenId, data, IERC721(msg.sender).ownerOf(tokenId)));
        if (answer == Answer.PassOn) IERC721(msg.sender).transferFrom(address(this), from, tokenId);
        return answer == Answer.WrongValue ? bytes4(0x150b7a03) : this.onERC721Received.selector;
    }
}
