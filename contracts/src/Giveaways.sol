// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {EntryChanges} from "./EntryChanges.sol";
import {IBeacon} from "./IBeacon.sol";
import {IPassport} from "./IPassport.sol";
import {Prizes} from "./Prizes.sol";
import {Provisions} from "./Provisions.sol";
import {Registry} from "./Registry.sol";
import {Signers} from "./Signers.sol";

/// The hub: what the operator, providers' signers, winners and anyone may do with giveaways, recorded in events.
contract Giveaways is Provisions, Prizes {
    /// `beacon` is the first that giveaways may name; `signerDelay_` (at most 30 days) and `minBeaconMargin_` (30 seconds to a
    /// day) are in seconds. Reverts OptionInvalid with the name of a number that is out of range.
    constructor(address owner, IPassport passport_, IBeacon beacon, uint64 signerDelay_, uint32 minBeaconMargin_)
        Ownable(owner)
        Signers(signerDelay_)
        Registry(minBeaconMargin_)
        EntryChanges(passport_)
    {
        _setBeacon(beacon, true);
    }
}
