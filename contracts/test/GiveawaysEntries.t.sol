// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EntryChanges} from "../src/EntryChanges.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {IPassport} from "../src/IPassport.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {SilentPassport} from "./support/SilentPassport.sol";
import {vm} from "./support/Vm.sol";

contract GiveawaysEntriesTest is GiveawaysSetup {
    address private constant ANN = address(0xA1);
    address private constant BEN = address(0xB1);

    bytes32 private _giveaway;
    uint256 private _ann;
    uint256 private _ben;

    function setUp() public override {
        super.setUp();
        _giveaway = create(declared());
        _ann = mint(ANN);
        _ben = mint(BEN);
        vm.warp(START);
    }

    function test_issues_and_removes() public {
        IGiveaways.EntryChange memory first = issue(_ann, 10);
        first.reasonCode = 7;
        first.evidence = keccak256("receipt");
        first.expectedOwner = ANN;
        _expectChange(first, 10, 10, 0, ANN);
        apply_(_giveaway, first);
        vm.assertTrue(hub.isUsed(PROVIDER, first.opKey), "the key is not used");

        IGiveaways.EntryChange memory second = issue(_ben, 5);
        _expectChange(second, 5, 15, 1, BEN);
        apply_(_giveaway, second);

        IGiveaways.EntryChange memory third = removal(_ann, 4);
        third.expectedOwner = ANN;
        _expectChange(third, 6, 11, 0, ANN);
        apply_(_giveaway, third);

        vm.assertEq(hub.entriesOf(_giveaway, 0, _ann), 6);
        vm.assertEq(hub.entriesOf(_giveaway, 0, _ben), 5);
        vm.assertEq(hub.roundOf(_giveaway, 0).total, 11);
    }

    function test_a_holder_without_entries_keeps_its_leaf() public {
        apply_(_giveaway, issue(_ann, 3));
        apply_(_giveaway, issue(_ben, 3));
        apply_(_giveaway, removal(_ann, 3));
        IGiveaways.EntryChange memory again = issue(_ann, 2);
        _expectChange(again, 2, 5, 0, ANN);
        apply_(_giveaway, again);
    }

    function test_a_passport_has_no_entries_before_any_are_issued() public view {
        vm.assertEq(hub.entriesOf(_giveaway, 0, _ann), 0);
        vm.assertEq(hub.entriesOf("x", 0, _ann), 0);
    }

    function test_a_used_key_changes_nothing() public {
        IGiveaways.EntryChange memory change = issue(_ann, 10);
        apply_(_giveaway, change);
        change.amount = 99;
        change.passportId = _ben;
        vm.expectEmit(address(hub));
        emit IGiveaways.OperationReplayed(PROVIDER, change.opKey);
        apply_(_giveaway, change);
        vm.assertEq(hub.roundOf(_giveaway, 0).total, 10);

        // A replay is accepted even after the round has closed.
        vm.warp(START + DAY);
        apply_(_giveaway, change);
        vm.assertEq(hub.roundOf(_giveaway, 0).total, 10);
    }

    function test_providers_have_separate_keys() public {
        vm.prank(OPERATOR);
        hub.setProviderSigner(OTHER_PROVIDER, SIGNER, true);
        vm.prank(SIGNER);
        bytes32 other = hub.createGiveaway(OTHER_PROVIDER, declared());
        IGiveaways.EntryChange memory change = issue(_ann, 10);
        apply_(_giveaway, change);
        vm.assertFalse(hub.isUsed(OTHER_PROVIDER, change.opKey), "one key used up for two providers");
        apply_(other, change);
        vm.assertEq(hub.entriesOf(other, 0, _ann), 10);
    }

    function test_refuses_outside_of_the_open_round() public {
        vm.warp(START - 1);
        refuses(_giveaway, issue(_ann, 1), _notActive(START - 1));
        vm.warp(START + DAY - 1);
        apply_(_giveaway, issue(_ann, 1));
        vm.warp(START + DAY);
        refuses(_giveaway, issue(_ann, 1), _notActive(START + DAY));
        refuses(_giveaway, removal(_ann, 1), _notActive(START + DAY));
    }

    function test_refuses_an_amount_of_nothing() public {
        refuses(_giveaway, issue(_ann, 0), abi.encodeWithSelector(IGiveaways.AmountInvalid.selector, _ann, 0));
        refuses(_giveaway, removal(_ann, 0), abi.encodeWithSelector(IGiveaways.AmountInvalid.selector, _ann, 0));
    }

    function test_refuses_a_passport_that_does_not_exist() public {
        uint256[4] memory ids = [uint256(0), 3, 1 << 64, _ann | (1 << 64)];
        for (uint256 i = 0; i < ids.length; i++) {
            refuses(_giveaway, issue(ids[i], 1), abi.encodeWithSelector(IGiveaways.PassportMissing.selector, ids[i]));
        }
    }

    /// The hub stores 64 bits of an id, whatever the passport contract returns.
    function test_refuses_a_passport_beyond_64_bits() public {
        SilentPassport silent = new SilentPassport();
        hub = deployHub(IPassport(address(silent)));
        vm.prank(OPERATOR);
        hub.setProviderSigner(PROVIDER, SIGNER, true);
        create(declared());
        apply_(_giveaway, issue((1 << 64) - 1, 1));
        bytes memory missing = abi.encodeWithSelector(IGiveaways.PassportMissing.selector, 1 << 64);
        refuses(_giveaway, issue(1 << 64, 1), missing);
    }

    function test_refuses_another_owner_than_expected() public {
        IGiveaways.EntryChange memory change = issue(_ann, 1);
        change.expectedOwner = BEN;
        refuses(_giveaway, change, abi.encodeWithSelector(IGiveaways.OwnerMismatch.selector, _ann, BEN, ANN));
    }

    function test_refuses_to_remove_more_than_is_there() public {
        refuses(_giveaway, removal(_ann, 1), _notEnough(_ann, 0, 1));
        apply_(_giveaway, issue(_ann, 5));
        apply_(_giveaway, issue(_ben, 50));
        refuses(_giveaway, removal(_ann, 6), _notEnough(_ann, 5, 6));
        apply_(_giveaway, removal(_ann, 5));
        refuses(_giveaway, removal(_ann, 1), _notEnough(_ann, 0, 1));
    }

    function test_refuses_more_entries_than_a_round_counts() public {
        apply_(_giveaway, issue(_ann, type(uint32).max - 1));
        apply_(_giveaway, issue(_ben, 1));
        bytes memory tooMany = abi.encodeWithSelector(IGiveaways.TooManyEntries.selector, _giveaway, 0);
        refuses(_giveaway, issue(_ben, 1), tooMany);
        refuses(_giveaway, issue(_ann, type(uint32).max), tooMany);
        apply_(_giveaway, removal(_ann, 1));
        apply_(_giveaway, issue(_ben, 1));
        vm.assertEq(hub.roundOf(_giveaway, 0).total, type(uint32).max);
    }

    function test_with_carry_over_all_rounds_together_are_bounded() public {
        bytes32 giveaway = _rolling(true);
        apply_(giveaway, issue(_ann, type(uint32).max - 5));
        vm.warp(START + 7 * DAY);
        apply_(giveaway, issue(_ann, 5));
        refuses(giveaway, issue(_ben, 1), abi.encodeWithSelector(IGiveaways.TooManyEntries.selector, giveaway, 1));
        vm.assertEq(hub.roundOf(giveaway, 1).ownTotal, 5);
        vm.assertEq(hub.roundOf(giveaway, 1).total, type(uint32).max);
    }

    function test_without_carry_over_each_round_is_bounded_alone() public {
        bytes32 giveaway = _rolling(false);
        apply_(giveaway, issue(_ann, type(uint32).max));
        vm.warp(START + 7 * DAY);
        apply_(giveaway, issue(_ann, type(uint32).max));
        vm.assertEq(hub.roundOf(giveaway, 1).total, type(uint32).max);
    }

    function test_without_carry_over_removes_only_from_the_open_round() public {
        bytes32 giveaway = _rolling(false);
        apply_(giveaway, issue(_ann, 5));
        vm.warp(START + 7 * DAY);
        refuses(giveaway, removal(_ann, 1), _notEnough(_ann, 0, 1));
        apply_(giveaway, issue(_ann, 2));
        refuses(giveaway, removal(_ann, 3), _notEnough(_ann, 2, 3));
        apply_(giveaway, removal(_ann, 2));
        vm.assertEq(hub.entriesOf(giveaway, 0, _ann), 5);
    }

    function test_refuses_between_rounds() public {
        IGiveaways.GiveawayOptions memory options = rolling(declared(), 7, 2, false);
        options.externalId = "rolling";
        bytes32 giveaway = create(options);
        vm.warp(START + 2 * DAY);
        bytes memory notActive = abi.encodeWithSelector(IGiveaways.RoundNotActive.selector, giveaway, START + 2 * DAY);
        refuses(giveaway, issue(_ann, 1), notActive);
        vm.expectRevert(notActive);
        hub.roundAt(giveaway, START + 2 * DAY);
        vm.assertEq(hub.roundAt(giveaway, START + 7 * DAY), 1);
    }

    function test_a_batch_applies_its_valid_changes() public {
        IGiveaways.EntryChange[] memory batch = new IGiveaways.EntryChange[](6);
        batch[0] = issue(_ann, 10);
        batch[1] = issue(999, 1);
        batch[2] = removal(_ann, 4);
        batch[3] = batch[0];
        batch[4] = removal(_ben, 1);
        batch[5] = issue(_ben, 3);
        bytes memory missing = abi.encodeWithSelector(IGiveaways.PassportMissing.selector, 999);

        _expectChange(batch[0], 10, 10, 0, ANN);
        vm.expectEmit(address(hub));
        emit IGiveaways.EntryChangeRejected(_giveaway, batch[1].opKey, missing);
        _expectChange(batch[2], 6, 6, 0, ANN);
        vm.expectEmit(address(hub));
        emit IGiveaways.OperationReplayed(PROVIDER, batch[0].opKey);
        vm.expectEmit(address(hub));
        emit IGiveaways.EntryChangeRejected(_giveaway, batch[4].opKey, _notEnough(_ben, 0, 1));
        _expectChange(batch[5], 3, 9, 1, BEN);
        vm.prank(SIGNER);
        bytes[] memory results = hub.changeEntriesBatch(_giveaway, batch);

        vm.assertEq(results.length, 6);
        vm.assertEq(results[0], "");
        vm.assertEq(results[1], missing);
        vm.assertEq(results[2], "");
        vm.assertEq(results[3], "");
        vm.assertEq(results[4], _notEnough(_ben, 0, 1));
        vm.assertEq(results[5], "");
        vm.assertFalse(hub.isUsed(PROVIDER, batch[4].opKey), "a refused change used its key");
        vm.assertEq(hub.roundOf(_giveaway, 0).total, 9);
    }

    function test_a_batch_holds_1_to_200() public {
        _refusesBatchOf(0);
        _refusesBatchOf(201);
        IGiveaways.EntryChange[] memory batch = new IGiveaways.EntryChange[](200);
        for (uint256 i = 0; i < batch.length; i++) {
            batch[i] = issue(_ann, 1);
        }
        vm.prank(SIGNER);
        hub.changeEntriesBatch(_giveaway, batch);
        vm.assertEq(hub.entriesOf(_giveaway, 0, _ann), 200);
    }

    function _refusesBatchOf(uint256 size) private {
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.BatchInvalid.selector, size));
        vm.prank(SIGNER);
        hub.changeEntriesBatch(_giveaway, new IGiveaways.EntryChange[](size));
    }

    function _rolling(bool carryOver) private returns (bytes32) {
        IGiveaways.GiveawayOptions memory options = rolling(declared(), 7, 7, carryOver);
        options.externalId = "rolling";
        return create(options);
    }

    function _expectChange(
        IGiveaways.EntryChange memory change,
        uint32 entries,
        uint32 roundTotal,
        uint32 leaf,
        address owner
    ) private {
        EntryChanges.ChangeRecord memory record;
        record.opKey = change.opKey;
        record.removed = change.remove;
        record.amount = change.amount;
        record.entries = entries;
        record.roundTotal = roundTotal;
        record.leaf = leaf;
        record.reasonCode = change.reasonCode;
        record.evidence = change.evidence;
        record.owner = owner;
        expectChange(_giveaway, 0, change.passportId, record);
    }

    function _notActive(uint64 time) private view returns (bytes memory) {
        return abi.encodeWithSelector(IGiveaways.RoundNotActive.selector, _giveaway, time);
    }

    function _notEnough(uint256 passportId, uint32 entries, uint32 amount) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IGiveaways.NotEnoughEntries.selector, passportId, entries, amount);
    }
}
