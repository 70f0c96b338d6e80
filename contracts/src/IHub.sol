// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IDraws} from "./IDraws.sol";
import {IPrizes} from "./IPrizes.sol";
import {IRegistry} from "./IRegistry.sol";

/// Everything that the hub answers, at one address.
interface IHub is IRegistry, IDraws, IPrizes {
    // Of OpenZeppelin's Ownable2Step.
    function owner() external view returns (address);
    function pendingOwner() external view returns (address);
    function transferOwnership(address newOwner) external;
    function acceptOwnership() external;
    /// Always reverts.
    function renounceOwnership() external;
}
