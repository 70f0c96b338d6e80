// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {vm} from "./support/Vm.sol";

/// Rounds whose beacon stays silent.
contract GiveawaysVoidTest is GiveawaysSetup {
    uint64 private constant VOIDABLE = START + DAY + MARGIN + 30 days;

    bytes32 private _giveaway;
    uint256 private _ann;

    function setUp() public override {
        super.setUp();
        _giveaway = create(drawn());
        _ann = mint(address(0xA1));
        vm.warp(START);
        apply_(_giveaway, issue(_ann, 3));
    }

    function test_anyone_voids_a_round_30_days_after_its_beacon_round() public {
        bytes memory early = abi.encodeWithSelector(IGiveaways.RoundNotVoidable.selector, _giveaway, 0, VOIDABLE);
        vm.warp(VOIDABLE - 1);
        vm.expectRevert(early);
        hub.voidRound(_giveaway, 0);
        vm.assertEq(uint8(hub.roundOf(_giveaway, 0).state), uint8(IGiveaways.RoundState.Closed));

        vm.warp(VOIDABLE);
        uint64 beaconRound = hub.beaconRoundOf(_giveaway, 0);
        vm.expectEmit(address(hub));
        emit IGiveaways.RoundVoided(_giveaway, 0, beaconRound, STRANGER);
        vm.prank(STRANGER);
        hub.voidRound(_giveaway, 0);
        IGiveaways.Round memory round = hub.roundOf(_giveaway, 0);
        vm.assertEq(uint8(round.state), uint8(IGiveaways.RoundState.Void));
        vm.assertEq(round.total, 3);
        vm.assertEq(round.winner, 0);
    }

    function test_a_void_round_is_never_drawn() public {
        vm.warp(VOIDABLE);
        hub.voidRound(_giveaway, 0);
        bytes memory isVoid = abi.encodeWithSelector(IGiveaways.RoundIsVoid.selector, _giveaway, 0);
        bytes memory signature = abi.encode(hub.beaconRoundOf(_giveaway, 0), bytes32("late"));
        vm.expectRevert(isVoid);
        hub.drawWinner(_giveaway, 0, signature);
        vm.warp(VOIDABLE + 1000 * DAY);
        vm.expectRevert(isVoid);
        hub.drawWinner(_giveaway, 0, signature);
        vm.expectRevert(isVoid);
        hub.voidRound(_giveaway, 0);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.WinnerNotSet.selector, _giveaway, 0));
        hub.confirmReceipt(_giveaway, 0);
    }

    /// A late signature still decides a round that nobody marked void.
    function test_a_late_draw_prevents_the_void() public {
        vm.warp(VOIDABLE + 1000 * DAY);
        hub.drawWinner(_giveaway, 0, abi.encode(hub.beaconRoundOf(_giveaway, 0), bytes32("late")));
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.WinnerAlreadySet.selector, _giveaway, 0, _ann));
        hub.voidRound(_giveaway, 0);
    }

    function test_refuses_rounds_that_wait_for_no_beacon() public {
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.RoundNotClosed.selector, _giveaway, 0, START + DAY));
        hub.voidRound(_giveaway, 0);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.RoundUnknown.selector, _giveaway, 1));
        hub.voidRound(_giveaway, 1);

        IGiveaways.GiveawayOptions memory options = drawn();
        options.externalId = "empty";
        bytes32 empty = create(options);
        options = declared();
        options.externalId = "declared";
        bytes32 declaring = create(options);
        vm.warp(VOIDABLE);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.NoEntries.selector, empty, 0));
        hub.voidRound(empty, 0);
        vm.expectRevert(
            abi.encodeWithSelector(
                IGiveaways.WrongDetermination.selector, declaring, IGiveaways.Determination.ProviderDeclared
            )
        );
        hub.voidRound(declaring, 0);
    }

    /// Entries of a void round carry over, may be removed, and its total stays as it was.
    function test_a_void_round_is_settled() public {
        IGiveaways.GiveawayOptions memory options = rolling(drawn(), 1, 1, true);
        options.externalId = "carrying";
        _giveaway = create(options);
        apply_(_giveaway, issue(_ann, 3));
        vm.warp(START + 40 * DAY);
        for (uint32 round = 1; round < 40; round++) {
            hub.drawWinner(_giveaway, round, abi.encode(hub.beaconRoundOf(_giveaway, round), bytes32("any")));
        }
        IGiveaways.EntryChange memory change = removal(_ann, 1);
        refuses(_giveaway, change, abi.encodeWithSelector(IGiveaways.RoundUnsettled.selector, _giveaway, 0));
        hub.voidRound(_giveaway, 0);
        apply_(_giveaway, change);
        vm.assertEq(hub.roundOf(_giveaway, 0).total, 3);
        vm.assertEq(hub.roundOf(_giveaway, 0).ownTotal, 2);
        vm.assertEq(hub.roundOf(_giveaway, 40).total, 2);
    }
}
