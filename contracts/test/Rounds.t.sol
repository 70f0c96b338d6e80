// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {Rounds} from "../src/Rounds.sol";
import {bound, vm} from "./support/Vm.sol";

contract RoundsTest {
    using Rounds for IGiveaways.Giveaway;

    uint64 private constant START = 1_800_000_000;
    uint64 private constant DAY = 1 days;

    IGiveaways.Giveaway private _giveaway;

    function setUp() public {
        _giveaway.startTime = START;
    }

    function test_one_round_from_start_to_end() public {
        _giveaway.endTime = START + 10;
        _isClosedAt(0);
        _isClosedAt(START - 1);
        _isOpenAt(START, 0);
        _isOpenAt(START + 9, 0);
        _isClosedAt(START + 10);
        _spans(0, START, START + 10);
        _neverOpens(1);
        _neverOpens(type(uint32).max);
    }

    function test_one_round_without_end() public view {
        _isClosedAt(START - 1);
        _isOpenAt(START, 0);
        _isOpenAt(type(uint64).max, 0);
        _spans(0, START, 0);
        _neverOpens(1);
    }

    function test_rounds_one_after_another() public {
        _repeat(7, 7, 0);
        _isOpenAt(START, 0);
        _isOpenAt(START + 7 * DAY - 1, 0);
        _isOpenAt(START + 7 * DAY, 1);
        _isOpenAt(START + 7_000 * DAY, 1_000);
        _spans(1_000, START + 7_000 * DAY, START + 7_007 * DAY);
    }

    function test_no_round_between_rounds() public {
        _repeat(7, 2, 0);
        _isOpenAt(START + 2 * DAY - 1, 0);
        _isClosedAt(START + 2 * DAY);
        _isClosedAt(START + 7 * DAY - 1);
        _isOpenAt(START + 7 * DAY, 1);
        _spans(1, START + 7 * DAY, START + 9 * DAY);
    }

    function test_the_end_cuts_a_round() public {
        _repeat(7, 3, START + 15 * DAY);
        _spans(1, START + 7 * DAY, START + 10 * DAY);
        _spans(2, START + 14 * DAY, START + 15 * DAY);
        _neverOpens(3);
        _isOpenAt(START + 15 * DAY - 1, 2);
        _isClosedAt(START + 15 * DAY);
        _isClosedAt(START + 21 * DAY);
    }

    function test_no_round_opens_at_the_end() public {
        _repeat(7, 7, START + 14 * DAY);
        _spans(1, START + 7 * DAY, START + 14 * DAY);
        _neverOpens(2);
        _isClosedAt(START + 14 * DAY);
    }

    /// The longest period from the latest start: the last round's times are within 64 bits.
    function test_the_last_round_of_all() public {
        _giveaway.startTime = type(uint40).max;
        _repeat(36_500, 36_500, 0);
        uint64 opensAt = uint64(type(uint40).max) + uint64(type(uint32).max) * 36_500 * DAY;
        _spans(type(uint32).max, opensAt, opensAt + 36_500 * DAY);
        _isOpenAt(opensAt + 36_500 * DAY - 1, type(uint32).max);
        _isClosedAt(opensAt + 36_500 * DAY);
        _isClosedAt(type(uint64).max);
    }

    /// A round is open exactly from its start to its end.
    /// forge-config: default.fuzz.runs = 256
    function test_fuzz_open_and_span_agree(
        uint16 everyDays,
        uint16 activeDays,
        uint32 length,
        bool ends,
        uint32 elapsed
    ) public {
        uint32 every = uint32(bound(everyDays, 1, 400));
        _repeat(every, uint32(bound(activeDays, 1, every)), ends ? START + 1 + length : 0);
        uint64 time = START + elapsed;
        uint32 round = uint32(elapsed / (every * 1 days));

        (bool open, uint32 openRound) = _giveaway.openAt(time);
        (bool exists, uint64 opensAt, uint64 closesAt) = _giveaway.span(round);
        vm.assertTrue(open == (exists && opensAt <= time && time < closesAt), "open outside of the span");
        if (open) vm.assertEq(openRound, round);
        vm.assertEq(opensAt, START + round * every * DAY);
        vm.assertTrue(exists == (!ends || opensAt < _giveaway.endTime), "exists beyond the end");
        if (exists) vm.assertTrue(opensAt < closesAt && closesAt <= opensAt + every * DAY, "spans of rounds overlap");
    }

    function _repeat(uint32 everyDays, uint32 activeDays, uint64 endTime) private {
        _giveaway.everyDays = everyDays;
        _giveaway.activeDays = activeDays;
        _giveaway.endTime = endTime;
    }

    function _isOpenAt(uint64 time, uint32 expected) private view {
        (bool open, uint32 round) = _giveaway.openAt(time);
        vm.assertTrue(open, "no round is open");
        vm.assertEq(round, expected);
    }

    function _isClosedAt(uint64 time) private view {
        (bool open,) = _giveaway.openAt(time);
        vm.assertFalse(open, "a round is open");
    }

    function _spans(uint32 round, uint64 opensAt, uint64 closesAt) private view {
        (bool exists, uint64 opens, uint64 closes) = _giveaway.span(round);
        vm.assertTrue(exists, "the round never opens");
        vm.assertEq(opens, opensAt);
        vm.assertEq(closes, closesAt);
    }

    function _neverOpens(uint32 round) private view {
        (bool exists,,) = _giveaway.span(round);
        vm.assertFalse(exists, "the round opens");
    }
}
