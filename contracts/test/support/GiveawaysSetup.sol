// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EntryChanges} from "../../src/EntryChanges.sol";
import {IAnnouncements} from "../../src/IAnnouncements.sol";
import {IBeacon} from "../../src/IBeacon.sol";
import {IGiveaways} from "../../src/IGiveaways.sol";
import {IHub} from "../../src/IHub.sol";
import {IPassport} from "../../src/IPassport.sol";
import {Passport} from "../../src/Passport.sol";
import {ChosenBeacon} from "./ChosenBeacon.sol";
import {artifactOf, vm} from "./Vm.sol";

/// A hub with its passports and a beacon, a provider with one signer, and helpers for frequent calls.
abstract contract GiveawaysSetup {
    address internal constant OPERATOR = address(0x0A);
    address internal constant SIGNER = address(0x51);
    address internal constant STRANGER = address(0x57);
    bytes32 internal constant PROVIDER = "provider";
    bytes32 internal constant OTHER_PROVIDER = "other provider";
    uint64 internal constant START = 1_800_000_000;
    uint64 internal constant DAY = 1 days;
    uint32 internal constant MARGIN = 60;
    uint64 internal constant SIGNER_DELAY = 2 days;

    IHub internal hub;
    Passport internal passport;
    ChosenBeacon internal beacon;
    IAnnouncements internal announcements;
    uint256 private _keys;

    function setUp() public virtual {
        beacon = new ChosenBeacon();
        announcements = IAnnouncements(vm.deployCode(artifactOf("Announcements"), ""));
        address hubAddress = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 3);
        passport = Passport(vm.deployCode(artifactOf("Passport"), abi.encode(hubAddress)));
        hub = deployHub(passport);
        vm.prank(OPERATOR);
        hub.setProviderSigner(PROVIDER, SIGNER, true);
        vm.warp(START - 1);
    }

    /// A hub, after its two modules.
    function deployHub(IPassport of_) internal returns (IHub) {
        address draws = vm.deployCode(artifactOf("Draws"), abi.encode(of_));
        address prizes = vm.deployCode(artifactOf("Prizes"), abi.encode(of_));
        bytes memory arguments =
            abi.encode(OPERATOR, of_, draws, prizes, announcements, beacon, SIGNER_DELAY, MARGIN);
        return IHub(vm.deployCode(artifactOf("Giveaways"), arguments));
    }

    /// The options of one round of a day, from START.
    function declared() internal pure returns (IGiveaways.GiveawayOptions memory options) {
        options.externalId = "summer";
        options.startTime = START;
        options.endTime = START + DAY;
    }

    function drawn() internal view returns (IGiveaways.GiveawayOptions memory options) {
        options = declared();
        options.determination = IGiveaways.Determination.OnChainRandom;
        options.beacon = IBeacon(address(beacon));
        options.beaconMargin = MARGIN;
    }

    /// The options of endless rounds of `activeDays` every `everyDays`.
    function rolling(IGiveaways.GiveawayOptions memory options, uint32 everyDays, uint32 activeDays, bool carryOver)
        internal
        pure
        returns (IGiveaways.GiveawayOptions memory)
    {
        options.endTime = 0;
        options.everyDays = everyDays;
        options.activeDays = activeDays;
        options.entriesCarryOver = carryOver;
        return options;
    }

    function create(IGiveaways.GiveawayOptions memory options) internal returns (bytes32) {
        vm.prank(SIGNER);
        return hub.createGiveaway(PROVIDER, options);
    }

    function createWithPlaces(IGiveaways.GiveawayOptions memory options, uint8 winners, uint8 alternates)
        internal
        returns (bytes32)
    {
        vm.prank(SIGNER);
        return hub.createGiveawayWithPlaces(PROVIDER, options, winners, alternates);
    }

    /// A new operation key.
    function newKey() internal returns (bytes32) {
        return bytes32(++_keys);
    }

    /// A provision that mints, with unlimited transfers.
    function minting(bytes32 opKey, address to) internal pure returns (IGiveaways.Provision memory item) {
        item.opKey = opKey;
        item.to = to;
        item.maxTransfers = type(uint32).max;
    }

    function mint(address to) internal returns (uint256) {
        return provision(minting(newKey(), to));
    }

    function provision(IGiveaways.Provision memory item) internal returns (uint256) {
        vm.prank(SIGNER);
        return hub.provision(PROVIDER, item);
    }

    function issue(uint256 passportId, uint32 amount) internal returns (IGiveaways.EntryChange memory change) {
        change.opKey = newKey();
        change.passportId = passportId;
        change.amount = amount;
    }

    function removal(uint256 passportId, uint32 amount) internal returns (IGiveaways.EntryChange memory change) {
        change = issue(passportId, amount);
        change.remove = true;
    }

    function apply_(bytes32 giveaway, IGiveaways.EntryChange memory change) internal {
        vm.prank(SIGNER);
        hub.changeEntries(giveaway, change);
    }

    /// Expects EntriesChanged. In memory a struct of values looks as event data.
    function expectChange(
        bytes32 giveaway,
        uint32 round,
        uint256 passportId,
        EntryChanges.ChangeRecord memory record
    ) internal {
        record.signer = SIGNER;
        bytes32 topic = IGiveaways.EntriesChanged.selector;
        vm.expectEmit(address(hub));
        assembly ("memory-safe") {
            log4(record, 352, topic, giveaway, round, passportId)
        }
    }

    /// Expects that the change is refused with this error, alone and in a batch, and that its key stays unused.
    function refuses(bytes32 giveaway, IGiveaways.EntryChange memory change, bytes memory encodedError) internal {
        vm.expectRevert(encodedError);
        apply_(giveaway, change);

        IGiveaways.EntryChange[] memory batch = new IGiveaways.EntryChange[](1);
        batch[0] = change;
        vm.expectEmit(address(hub));
        emit IGiveaways.EntryChangeRejected(giveaway, change.opKey, encodedError);
        vm.prank(SIGNER);
        bytes[] memory results = hub.changeEntriesBatch(giveaway, batch);
        vm.assertEq(results[0], encodedError);
        vm.assertFalse(hub.isUsed(PROVIDER, change.opKey), "a refused change used its key");
    }

    /// Makes the next call as a stranger, and expects that it is refused.
    function expectUnknownSigner() internal {
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.SignerUnknown.selector, PROVIDER, STRANGER));
        vm.prank(STRANGER);
    }
}
