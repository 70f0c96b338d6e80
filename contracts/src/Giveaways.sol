// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IAnnouncements} from "./IAnnouncements.sol";
import {IBeacon} from "./IBeacon.sol";
import {IDraws} from "./IDraws.sol";
import {IPassport} from "./IPassport.sol";
import {Provisions} from "./Provisions.sol";
import {Registry} from "./Registry.sol";
import {Signers} from "./Signers.sol";
import {State} from "./State.sol";

/// The hub: what the operator, providers' signers, winners and anyone may do with giveaways, recorded in events. Two modules
/// execute the calls of IDraws and IPrizes in its storage. Nobody can replace them.
contract Giveaways is Provisions {
    address public immutable draws;
    address public immutable prizes;

    /// `beacon` is the first that giveaways may name; `signerDelay_` (at most 30 days) and `minBeaconMargin_` (30 seconds to a
    /// day) are in seconds. Reverts OptionInvalid with the name of a number that is out of range.
    constructor(
        address owner,
        IPassport passport_,
        address draws_,
        address prizes_,
        IAnnouncements announcements_,
        IBeacon beacon,
        uint64 signerDelay_,
        uint32 minBeaconMargin_
    ) Ownable(owner) State(passport_) Signers(signerDelay_) Registry(minBeaconMargin_, announcements_) {
        (draws, prizes) = (draws_, prizes_);
        _setBeacon(beacon, true);
    }

    /// Calls of the modules. A module refuses a call that it does not know.
    fallback() external {
        address module = _isOfDraws(msg.sig) ? draws : prizes;
        assembly ("memory-safe") {
            let free := mload(0x40)
            calldatacopy(free, 0, calldatasize())
            let isDone := delegatecall(gas(), module, free, calldatasize(), 0, 0)
            returndatacopy(free, 0, returndatasize())
            if isDone { return(free, returndatasize()) }
            revert(free, returndatasize())
        }
    }

    function _isOfDraws(bytes4 selector) private pure returns (bool) {
        return selector == IDraws.drawWinner.selector || selector == IDraws.declareWinner.selector
            || selector == IDraws.voidRound.selector || selector == IDraws.roundOf.selector
            || selector == IDraws.beaconRoundOf.selector || selector == IDraws.drawPlaces.selector
            || selector == IDraws.placeOf.selector;
    }
}
