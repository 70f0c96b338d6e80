// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysMoves} from "./support/GiveawaysMoves.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {vm} from "./support/Vm.sol";

/// The type that forge expects from `excludeSelectors`.
struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

/// Properties that hold for any calls, in any order and at any time.
contract InvariantsTest is GiveawaysSetup {
    GiveawaysMoves private _moves;
    uint32 private _rounds;
    uint256 private _passports;

    function setUp() public override {
        super.setUp();
        IGiveaways.GiveawayOptions memory options = rolling(declared(), 3, 2, false);
        _moves = new GiveawaysMoves(hub, PROVIDER, SIGNER, START, [_create(options), _create(_carrying())]);
        _rounds = _moves.ROUNDS();
        _passports = _moves.PASSPORTS();
        for (uint256 i = 0; i < _passports; i++) {
            mint(STRANGER);
        }
        // Initial entries, so that every run can replay, remove and win.
        vm.warp(START);
        _moves.change(0, 0, 3, false);
        _moves.change(1, 0, 3, false);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_moves);
    }

    /// Excludes `settle`, which `afterInvariant` calls at the end of a run.
    function excludeSelectors() external view returns (FuzzSelector[] memory excluded) {
        excluded = new FuzzSelector[](1);
        excluded[0] = FuzzSelector({addr: address(_moves), selectors: new bytes4[](1)});
        excluded[0].selectors[0] = GiveawaysMoves.settle.selector;
    }

    /// Each run has made successful and refused calls, and all rounds can still be decided.
    function afterInvariant() external {
        vm.assertGe(_moves.changes(), 2);
        _moves.settle();
        _moves.replay(0, 0);
        _moves.intrude(STRANGER, 0, 1, 0);
        vm.assertGt(_moves.refusals(), 0);
        vm.assertGt(_moves.replays(), 0);
        vm.assertEq(_moves.wrong(), "");
    }

    /// forge-config: default.invariant.runs = 16
    function invariant_no_forbidden_call_succeeds() external view {
        vm.assertEq(_moves.wrong(), "");
    }

    /// Also for closed rounds, which are frozen, and after replays.
    /// forge-config: default.invariant.runs = 16
    function invariant_each_passport_holds_what_was_issued_and_not_removed() external view {
        for (uint256 which = 0; which < 2; which++) {
            bytes32 giveaway = _moves.giveaways(which);
            for (uint32 round = 0; round < _rounds; round++) {
                uint256 sum = 0;
                for (uint256 passportId = 1; passportId <= _passports; passportId++) {
                    uint32 held = hub.entriesOf(giveaway, round, passportId);
                    vm.assertEq(held, _moves.entries(giveaway, round, passportId));
                    sum += held;
                }
                vm.assertEq(sum, hub.roundOf(giveaway, round).ownTotal);
                vm.assertEq(sum, _moves.issued(giveaway, round) - _moves.removed(giveaway, round));
            }
        }
    }

    /// forge-config: default.invariant.runs = 16
    function invariant_counted_entries_are_those_of_the_round_or_of_all_rounds_before() external view {
        uint256 carried = 0;
        for (uint32 round = 0; round < _rounds; round++) {
            IGiveaways.Round memory alone = hub.roundOf(_moves.giveaways(0), round);
            vm.assertEq(alone.total, alone.ownTotal);
            IGiveaways.Round memory carrying = hub.roundOf(_moves.giveaways(1), round);
            carried += carrying.ownTotal;
            bool isSettled = carrying.winner != 0 || _moves.isVoid(round);
            vm.assertEq(carrying.total, isSettled ? _moves.counted(_moves.giveaways(1), round) : carried);
        }
    }

    /// forge-config: default.invariant.runs = 16
    function invariant_the_history_follows_from_the_changes() external view {
        for (uint256 which = 0; which < 2; which++) {
            vm.assertEq(hub.historyOf(_moves.giveaways(which)), _moves.history(_moves.giveaways(which)));
        }
    }

    /// forge-config: default.invariant.runs = 16
    function invariant_a_round_keeps_its_one_winner() external view {
        for (uint256 which = 0; which < 2; which++) {
            bytes32 giveaway = _moves.giveaways(which);
            for (uint32 round = 0; round < _rounds; round++) {
                IGiveaways.Round memory kept = hub.roundOf(giveaway, round);
                vm.assertEq(kept.winner, _moves.winner(giveaway, round));
                vm.assertEq(kept.state == IGiveaways.RoundState.Decided, kept.winner != 0);
            }
        }
    }

    /// The pending rounds are those with entries that count and without a delivery; each of them can be ended.
    /// forge-config: default.invariant.runs = 16
    function invariant_the_pending_rounds_are_counted() external view {
        uint256 pending = 0;
        for (uint256 which = 0; which < 2; which++) {
            bytes32 giveaway = _moves.giveaways(which);
            for (uint32 round = 0; round < _rounds; round++) {
                IGiveaways.Round memory kept = hub.roundOf(giveaway, round);
                bool isEnded = kept.deliveries != 0 || (which == 1 && _moves.isVoid(round));
                if (kept.total != 0 && !isEnded) pending++;
            }
        }
        (, uint64 rounds) = hub.pendingOf(PROVIDER);
        vm.assertEq(rounds, pending);
    }

    function _carrying() private view returns (IGiveaways.GiveawayOptions memory options) {
        options = rolling(drawn(), 3, 2, true);
        options.externalId = "carrying";
    }

    function _create(IGiveaways.GiveawayOptions memory options) private returns (bytes32) {
        options.endTime = START + 18 * DAY;
        return create(options);
    }
}
