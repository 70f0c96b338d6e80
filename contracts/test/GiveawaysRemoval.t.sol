// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EntryChanges} from "../src/EntryChanges.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {vm} from "./support/Vm.sol";

/// Removals where entries carry over.
contract GiveawaysRemovalTest is GiveawaysSetup {
    address private constant ANN = address(0xA1);
    address private constant BEN = address(0xB1);

    bytes32 private _giveaway;
    uint256 private _ann;
    uint256 private _ben;

    function setUp() public override {
        super.setUp();
        _giveaway = create(rolling(drawn(), 7, 7, true));
        _ann = mint(ANN);
        _ben = mint(BEN);
        vm.warp(START);
    }

    function test_reaches_earlier_rounds_after_the_open_one() public {
        apply_(_giveaway, issue(_ben, 4));
        apply_(_giveaway, issue(_ann, 10));
        _settleAndOpen(1);
        apply_(_giveaway, issue(_ann, 3));

        IGiveaways.EntryChange memory change = removal(_ann, 5);
        _expectRemoval(change, 1, 1, 3, 0, 0, 0);
        _expectRemoval(change, 0, 1, 2, 8, 12, 1);
        apply_(_giveaway, change);
        vm.assertEq(hub.entriesOf(_giveaway, 0, _ann), 8);
        vm.assertEq(hub.entriesOf(_giveaway, 1, _ann), 0);
        vm.assertEq(hub.roundOf(_giveaway, 0).ownTotal, 12);
        vm.assertEq(hub.roundOf(_giveaway, 1).total, 12);
    }

    function test_takes_the_newest_entries_first() public {
        apply_(_giveaway, issue(_ann, 1));
        _settleAndOpen(1);
        apply_(_giveaway, issue(_ann, 2));
        _settleAndOpen(2);
        _settleAndOpen(3);
        apply_(_giveaway, issue(_ann, 4));
        apply_(_giveaway, removal(_ann, 1));
        vm.assertEq(_held(3), abi.encode(1, 2, 0, 3));
        apply_(_giveaway, removal(_ann, 4));
        vm.assertEq(_held(3), abi.encode(1, 1, 0, 0));
        // A round that was emptied comes back.
        apply_(_giveaway, issue(_ann, 5));
        vm.assertEq(_held(3), abi.encode(1, 1, 0, 5));
        apply_(_giveaway, removal(_ann, 7));
        vm.assertEq(_held(3), abi.encode(0, 0, 0, 0));
        refuses(_giveaway, removal(_ann, 1), _notEnough(0, 1));
        apply_(_giveaway, issue(_ann, 1));
        vm.assertEq(_held(3), abi.encode(0, 0, 0, 1));
    }

    function test_refuses_more_than_a_passport_holds_in_all_rounds() public {
        apply_(_giveaway, issue(_ben, 100));
        apply_(_giveaway, issue(_ann, 10));
        _settleAndOpen(1);
        apply_(_giveaway, issue(_ann, 3));
        refuses(_giveaway, removal(_ann, 14), _notEnough(13, 14));
        apply_(_giveaway, removal(_ann, 13));
        refuses(_giveaway, removal(_ann, 1), _notEnough(0, 1));
    }

    /// A decided round keeps the total that it counted, and its winner.
    function test_a_decided_round_keeps_its_total() public {
        apply_(_giveaway, issue(_ann, 10));
        _settleAndOpen(1);
        apply_(_giveaway, removal(_ann, 10));
        IGiveaways.Round memory round = hub.roundOf(_giveaway, 0);
        vm.assertEq(round.total, 10);
        vm.assertEq(round.ownTotal, 0);
        vm.assertEq(round.winner, _ann);
    }

    function test_closed_rounds_are_settled_first() public {
        apply_(_giveaway, issue(_ann, 10));
        vm.warp(_opening(2));
        apply_(_giveaway, issue(_ann, 3));
        refuses(_giveaway, removal(_ann, 4), _unsettled(0));
        vm.assertEq(hub.roundOf(_giveaway, 0).total, 10);
        // The open round's own entries count for no closed round.
        apply_(_giveaway, removal(_ann, 3));
        _draw(1);
        refuses(_giveaway, removal(_ann, 1), _unsettled(0));
        _draw(0);
        apply_(_giveaway, removal(_ann, 1));
        vm.assertEq(hub.roundOf(_giveaway, 1).total, 10);
        vm.assertEq(hub.roundOf(_giveaway, 2).total, 9);
    }

    /// Only the closed rounds count that hold the entries which are removed, however the removals before went.
    function test_rounds_before_the_entries_need_no_winner() public {
        apply_(_giveaway, issue(_ben, 1));
        vm.warp(_opening(2));
        apply_(_giveaway, issue(_ann, 8));
        vm.warp(_opening(4));
        _draw(2);
        _draw(3);
        apply_(_giveaway, removal(_ann, 1));
        refuses(_giveaway, removal(_ben, 1), _unsettled(0));
        vm.warp(_opening(5));
        refuses(_giveaway, removal(_ann, 1), _unsettled(4));
        _draw(4);
        apply_(_giveaway, removal(_ann, 1));
        _draw(1);
        _draw(0);
        apply_(_giveaway, removal(_ben, 1));
        vm.warp(_opening(7));
        refuses(_giveaway, removal(_ann, 1), _unsettled(5));
        _draw(6);
        refuses(_giveaway, removal(_ann, 1), _unsettled(5));
        _draw(5);
        apply_(_giveaway, removal(_ann, 6));
        vm.assertEq(hub.roundOf(_giveaway, 7).total, 0);
    }

    /// Rounds that are known to be settled are known only up to the round that was open then.
    function test_a_gap_in_what_is_settled_is_noticed() public {
        apply_(_giveaway, issue(_ben, 5));
        _settleAndOpen(1);
        apply_(_giveaway, removal(_ben, 1));
        vm.warp(_opening(3));
        apply_(_giveaway, issue(_ann, 5));
        vm.warp(_opening(4));
        _draw(3);
        apply_(_giveaway, removal(_ann, 1));
        refuses(_giveaway, removal(_ben, 1), _unsettled(1));
        _draw(1);
        refuses(_giveaway, removal(_ben, 1), _unsettled(2));
    }

    function test_an_empty_round_needs_no_winner() public {
        vm.warp(_opening(3));
        apply_(_giveaway, issue(_ann, 2));
        vm.warp(_opening(4));
        _draw(3);
        apply_(_giveaway, removal(_ann, 2));
        vm.assertEq(uint8(hub.roundOf(_giveaway, 0).state), uint8(IGiveaways.RoundState.Void));
        vm.warp(_opening(5));
        vm.assertEq(uint8(hub.roundOf(_giveaway, 4).state), uint8(IGiveaways.RoundState.Void));
    }

    function test_reaches_32_rounds_at_most() public {
        for (uint32 round = 0; round < 34; round++) {
            vm.warp(_opening(round));
            apply_(_giveaway, issue(_ann, 1));
        }
        for (uint32 round = 0; round < 33; round++) {
            _draw(round);
        }
        refuses(
            _giveaway, removal(_ann, 33), abi.encodeWithSelector(IGiveaways.TooManyRounds.selector, _ann, 33)
        );
        vm.recordLogs();
        apply_(_giveaway, removal(_ann, 32));
        vm.assertEq(vm.getRecordedLogs().length, 32);
        vm.assertEq(hub.roundOf(_giveaway, 33).total, 2);
        apply_(_giveaway, removal(_ann, 2));
        vm.assertEq(hub.roundOf(_giveaway, 33).total, 0);
    }

    function test_declared_winners_settle_too() public {
        IGiveaways.GiveawayOptions memory options = rolling(declared(), 7, 7, true);
        options.externalId = "declared";
        _giveaway = create(options);
        apply_(_giveaway, issue(_ann, 2));
        vm.warp(_opening(1));
        refuses(_giveaway, removal(_ann, 1), _unsettled(0));
        vm.prank(SIGNER);
        hub.declareWinner(_giveaway, 0, _ann);
        apply_(_giveaway, removal(_ann, 1));
    }

    function _settleAndOpen(uint32 round) private {
        vm.warp(_opening(round));
        _draw(round - 1);
    }

    function _draw(uint32 round) private {
        hub.drawWinner(_giveaway, round, abi.encode(hub.beaconRoundOf(_giveaway, round), bytes32("any")));
    }

    function _opening(uint32 round) private pure returns (uint64) {
        return START + round * 7 * DAY;
    }

    /// What Ann holds in each round from 0 to `last`.
    function _held(uint32 last) private view returns (bytes memory held) {
        for (uint32 round = 0; round <= last; round++) {
            held = abi.encodePacked(held, uint256(hub.entriesOf(_giveaway, round, _ann)));
        }
    }

    function _notEnough(uint32 entries, uint32 amount) private view returns (bytes memory) {
        return abi.encodeWithSelector(IGiveaways.NotEnoughEntries.selector, _ann, entries, amount);
    }

    function _unsettled(uint32 round) private view returns (bytes memory) {
        return abi.encodeWithSelector(IGiveaways.RoundUnsettled.selector, _giveaway, round);
    }

    function _expectRemoval(
        IGiveaways.EntryChange memory change,
        uint32 round,
        uint32 openRound,
        uint32 amount,
        uint32 entries,
        uint32 roundTotal,
        uint32 leaf
    ) private {
        EntryChanges.ChangeRecord memory record;
        record.opKey = change.opKey;
        record.openRound = openRound;
        record.removed = true;
        record.amount = amount;
        record.entries = entries;
        record.roundTotal = roundTotal;
        record.leaf = leaf;
        record.owner = ANN;
        expectChange(_giveaway, round, _ann, record);
    }
}
