// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {vm} from "./support/Vm.sol";

contract GiveawaysDeclareTest is GiveawaysSetup {
    address private constant ANN = address(0xA1);
    address private constant BEN = address(0xB1);

    uint256 private _ann;
    uint256 private _ben;

    function setUp() public override {
        super.setUp();
        _ann = mint(ANN);
        _ben = mint(BEN);
    }

    function test_declares_once_after_the_close() public {
        bytes32 giveaway = create(declared());
        vm.warp(START);
        apply_(giveaway, issue(_ann, 1));
        vm.warp(START + DAY - 1);
        bytes memory open = abi.encodeWithSelector(IGiveaways.RoundNotClosed.selector, giveaway, 0, START + DAY);
        _refuses(giveaway, 0, _ann, open);

        vm.warp(START + DAY);
        vm.expectEmit(address(hub));
        emit IGiveaways.WinnerDeclared(giveaway, 0, _ann, ANN, SIGNER);
        _declare(giveaway, 0, _ann);
        vm.assertEq(hub.roundOf(giveaway, 0).winner, _ann);
        vm.assertEq(uint8(hub.roundOf(giveaway, 0).state), uint8(IGiveaways.RoundState.Decided));
        _refuses(giveaway, 0, _ann, abi.encodeWithSelector(IGiveaways.WinnerAlreadySet.selector, giveaway, 0, _ann));
    }

    function test_a_round_without_end_is_never_decided() public {
        IGiveaways.GiveawayOptions memory options = declared();
        options.endTime = 0;
        bytes32 giveaway = create(options);
        vm.warp(START + 10_000 * DAY);
        apply_(giveaway, issue(_ann, 1));
        _refuses(giveaway, 0, _ann, abi.encodeWithSelector(IGiveaways.RoundNotClosed.selector, giveaway, 0, 0));
        vm.assertEq(uint8(hub.roundOf(giveaway, 0).state), uint8(IGiveaways.RoundState.Open));
    }

    function test_a_drawn_giveaway_is_not_declared() public {
        bytes32 giveaway = create(drawn());
        vm.warp(START + DAY);
        _refuses(
            giveaway,
            0,
            _ann,
            abi.encodeWithSelector(
                IGiveaways.WrongDetermination.selector, giveaway, IGiveaways.Determination.OnChainRandom
            )
        );
    }

    function test_a_round_that_never_opens_is_unknown() public {
        bytes32 giveaway = create(declared());
        vm.warp(START + DAY);
        bytes memory unknown = abi.encodeWithSelector(IGiveaways.RoundUnknown.selector, giveaway, 1);
        _refuses(giveaway, 1, _ann, unknown);
        vm.expectRevert(unknown);
        hub.roundOf(giveaway, 1);
        vm.expectRevert(unknown);
        hub.confirmReceipt(giveaway, 1);
    }

    function test_the_winner_holds_entries_of_the_round() public {
        bytes32 giveaway = create(rolling(declared(), 7, 7, false));
        vm.warp(START);
        apply_(giveaway, issue(_ben, 1));
        vm.warp(START + 7 * DAY);
        apply_(giveaway, issue(_ann, 1));
        apply_(giveaway, issue(_ben, 1));
        apply_(giveaway, removal(_ben, 1));
        vm.warp(START + 14 * DAY);
        _refuses(giveaway, 0, _ann, _without(giveaway, 0, _ann));
        _refuses(giveaway, 1, _ben, _without(giveaway, 1, _ben));
        _refuses(giveaway, 1, 999, _without(giveaway, 1, 999));
        _refuses(giveaway, 1, (1 << 64) | _ann, _without(giveaway, 1, (1 << 64) | _ann));
        _declare(giveaway, 1, _ann);
        _declare(giveaway, 0, _ben);
    }

    function test_with_carry_over_earlier_entries_count() public {
        bytes32 giveaway = create(rolling(declared(), 7, 7, true));
        vm.warp(START);
        apply_(giveaway, issue(_ben, 1));
        vm.warp(START + 7 * DAY);
        apply_(giveaway, issue(_ann, 1));
        vm.warp(START + 28 * DAY);
        _refuses(giveaway, 0, _ann, _without(giveaway, 0, _ann));
        _refuses(giveaway, 2, 999, _without(giveaway, 2, 999));
        _declare(giveaway, 1, _ben);
        _declare(giveaway, 2, _ann);
        _declare(giveaway, 3, _ben);
    }

    /// Entries removed before the close do not count; those of an earlier round still do.
    function test_with_carry_over_removed_entries_do_not_count() public {
        bytes32 giveaway = create(rolling(declared(), 7, 7, true));
        vm.warp(START);
        apply_(giveaway, issue(_ann, 3));
        apply_(giveaway, removal(_ann, 2));
        apply_(giveaway, issue(_ben, 3));
        apply_(giveaway, removal(_ben, 3));
        vm.warp(START + 7 * DAY);
        apply_(giveaway, issue(_ann, 1));
        apply_(giveaway, removal(_ann, 1));
        _refuses(giveaway, 0, _ben, _without(giveaway, 0, _ben));
        _declare(giveaway, 0, _ann);
        vm.warp(START + 14 * DAY);
        apply_(giveaway, issue(_ben, 1));
        _refuses(giveaway, 1, _ben, _without(giveaway, 1, _ben));
        _declare(giveaway, 1, _ann);
        vm.warp(START + 21 * DAY);
        _declare(giveaway, 2, _ben);
    }

    function test_an_empty_round_is_void_and_blocks_nothing() public {
        bytes32 giveaway = create(rolling(declared(), 7, 7, false));
        vm.warp(START);
        apply_(giveaway, issue(_ann, 1));
        apply_(giveaway, removal(_ann, 1));
        vm.warp(START + 7 * DAY);
        apply_(giveaway, issue(_ann, 1));
        vm.warp(START + 14 * DAY);
        _refuses(giveaway, 0, _ann, abi.encodeWithSelector(IGiveaways.NoEntries.selector, giveaway, 0));
        vm.assertEq(uint8(hub.roundOf(giveaway, 0).state), uint8(IGiveaways.RoundState.Void));
        _declare(giveaway, 1, _ann);
    }

    function test_a_round_passes_through_its_states() public {
        bytes32 giveaway = create(rolling(declared(), 7, 2, true));
        vm.assertEq(uint8(hub.roundOf(giveaway, 0).state), uint8(IGiveaways.RoundState.Scheduled));
        vm.warp(START);
        vm.assertEq(uint8(hub.roundOf(giveaway, 0).state), uint8(IGiveaways.RoundState.Open));
        vm.assertEq(uint8(hub.roundOf(giveaway, 1).state), uint8(IGiveaways.RoundState.Scheduled));
        apply_(giveaway, issue(_ann, 4));
        vm.warp(START + 2 * DAY);
        IGiveaways.Round memory round = hub.roundOf(giveaway, 0);
        vm.assertEq(
            abi.encode(round), abi.encode(IGiveaways.RoundState.Closed, START, START + 2 * DAY, 4, 4, 0, false, 0, 0, 0, false)
        );
        vm.warp(START + 9 * DAY);
        round = hub.roundOf(giveaway, 1);
        vm.assertEq(
            abi.encode(round),
            abi.encode(IGiveaways.RoundState.Closed, START + 7 * DAY, START + 9 * DAY, 0, 4, 0, false, 0, 0, 0, false)
        );
    }

    function _declare(bytes32 giveaway, uint32 round, uint256 passportId) private {
        vm.prank(SIGNER);
        hub.declareWinner(giveaway, round, passportId);
    }

    function _refuses(bytes32 giveaway, uint32 round, uint256 passportId, bytes memory encodedError) private {
        vm.expectRevert(encodedError);
        _declare(giveaway, round, passportId);
    }

    function _without(bytes32 giveaway, uint32 round, uint256 passportId) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IGiveaways.PassportWithoutEntries.selector, giveaway, round, passportId);
    }
}
