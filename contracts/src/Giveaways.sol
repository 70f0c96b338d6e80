// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {EntryChanges} from "./EntryChanges.sol";
import {IBeacon} from "./IBeacon.sol";
import {IPassport} from "./IPassport.sol";
import {Prizes} from "./Prizes.sol";
import {Provisions} from "./Provisions.sol";

/// The hub: what the operator, providers' signers, winners and anyone may do with giveaways, recorded in events.
contract Giveaways is Provisions, Prizes {
    /// `beacon` is the first that giveaways may name.
    constructor(address owner, IPassport passport_, IBeacon beacon) Ownable(owner) EntryChanges(passport_) {
        _setBeacon(beacon, true);
    }
}
