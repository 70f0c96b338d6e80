// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBeacon} from "../src/IBeacon.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {bound, vm} from "./support/Vm.sol";

contract GiveawaysDrawTest is GiveawaysSetup {
    address private constant ANN = address(0xA1);
    uint64 private constant BEACON_ROUND = (START + DAY + MARGIN) / 3;

    /// The expected entries of each passport, as a plain list per round.
    mapping(uint32 round => uint32[]) private _entries;
    uint256[] private _passports;

    function test_draws_once_after_the_close() public {
        bytes32 giveaway = create(drawn());
        uint256 ann = mint(ANN);
        vm.warp(START);
        apply_(giveaway, issue(ann, 3));
        bytes memory signature = abi.encode(BEACON_ROUND, keccak256("randomness"));
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.RoundNotClosed.selector, giveaway, 0, START + DAY));
        hub.drawWinner(giveaway, 0, signature);

        vm.warp(START + DAY);
        bytes32 seed = keccak256(abi.encode(keccak256("randomness"), block.chainid, address(hub), giveaway, uint32(0)));
        vm.expectEmit(address(hub));
        emit IGiveaways.WinnerDrawn(
            giveaway, 0, ann, ANN, BEACON_ROUND, signature, keccak256("randomness"), 3, uint32(uint256(seed) % 3)
        );
        vm.prank(STRANGER);
        vm.assertEq(hub.drawWinner(giveaway, 0, signature), ann);
        vm.assertEq(hub.roundOf(giveaway, 0).winner, ann);

        vm.expectRevert(abi.encodeWithSelector(IGiveaways.WinnerAlreadySet.selector, giveaway, 0, ann));
        hub.drawWinner(giveaway, 0, signature);
    }

    function test_one_beacon_round_decides() public {
        bytes32 giveaway = create(drawn());
        vm.assertEq(hub.beaconRoundOf(giveaway, 0), BEACON_ROUND);
        uint256 ann = mint(ANN);
        vm.warp(START);
        apply_(giveaway, issue(ann, 3));
        vm.warp(START + 2 * DAY);
        vm.expectRevert(abi.encodeWithSelector(IBeacon.BeaconSignatureInvalid.selector, BEACON_ROUND));
        hub.drawWinner(giveaway, 0, abi.encode(BEACON_ROUND + 1, keccak256("randomness")));
    }

    function test_a_declared_giveaway_is_not_drawn() public {
        bytes32 giveaway = create(declared());
        vm.warp(START + DAY);
        bytes memory wrong = abi.encodeWithSelector(
            IGiveaways.WrongDetermination.selector, giveaway, IGiveaways.Determination.ProviderDeclared
        );
        vm.expectRevert(wrong);
        hub.drawWinner(giveaway, 0, "");
        vm.expectRevert(wrong);
        hub.beaconRoundOf(giveaway, 0);
    }

    function test_an_empty_round_is_not_drawn() public {
        bytes32 giveaway = create(drawn());
        vm.warp(START + DAY);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.NoEntries.selector, giveaway, 0));
        hub.drawWinner(giveaway, 0, "");
        bytes memory unknown = abi.encodeWithSelector(IGiveaways.RoundUnknown.selector, giveaway, 1);
        vm.expectRevert(unknown);
        hub.drawWinner(giveaway, 1, "");
        vm.expectRevert(unknown);
        hub.beaconRoundOf(giveaway, 1);
    }

    /// Entries of a later round do not change an earlier round that is not drawn yet.
    function test_a_late_draw_counts_the_entries_at_the_close() public {
        bytes32 giveaway = create(rolling(drawn(), 7, 7, true));
        uint256 ann = mint(ANN);
        uint256 ben = mint(STRANGER);
        vm.warp(START);
        apply_(giveaway, issue(ann, 1));
        vm.warp(START + 7 * DAY);
        apply_(giveaway, issue(ben, 1_000_000));
        vm.warp(START + 14 * DAY);
        vm.assertEq(hub.roundOf(giveaway, 0).total, 1);
        vm.assertEq(_draw(giveaway, 0, keccak256("any")), ann);
    }

    /// Over all tickets each passport wins exactly as many times as it has entries in the round.
    /// forge-config: default.fuzz.runs = 24
    function test_fuzz_each_entry_wins_one_ticket(uint256 seed) public {
        bytes32 giveaway = _filled(seed, false);
        for (uint32 round = 0; round < 3; round++) {
            _compareWins(giveaway, round, round);
        }
    }

    /// The same with the entries of earlier rounds.
    /// forge-config: default.fuzz.runs = 24
    function test_fuzz_with_carry_over_each_earlier_entry_wins_one_ticket(uint256 seed) public {
        bytes32 giveaway = _filled(seed, true);
        for (uint32 round = 0; round < 3; round++) {
            _compareWins(giveaway, 0, round);
        }
    }

    /// Three rounds of random issues and removals; the second one is sometimes empty.
    function _filled(uint256 seed, bool carryOver) private returns (bytes32 giveaway) {
        giveaway = create(rolling(drawn(), 7, 7, carryOver));
        for (uint256 i = 0; i < 10; i++) {
            _passports.push(mint(address(uint160(0x1000 + i))));
        }
        for (uint32 round = 0; round < 3; round++) {
            _entries[round] = new uint32[](_passports.length);
            vm.warp(START + round * 7 * DAY);
            seed = uint256(keccak256(abi.encode(seed)));
            if (round == 1 && seed & 3 == 0) continue;
            for (uint256 i = 0; i < 16; i++) {
                seed = uint256(keccak256(abi.encode(seed)));
                _changeBoth(giveaway, round, (seed >> 8) % _passports.length, uint32((seed >> 16) % 4), seed & 3 == 0);
            }
        }
        vm.warp(START + 21 * DAY);
    }

    function _changeBoth(bytes32 giveaway, uint32 round, uint256 place, uint32 amount, bool removes) private {
        if (removes) amount = uint32(bound(amount, 0, _entries[round][place]));
        if (amount == 0) return;
        apply_(giveaway, removes ? removal(_passports[place], amount) : issue(_passports[place], amount));
        if (removes) _entries[round][place] -= amount;
        else _entries[round][place] += amount;
    }

    function _compareWins(bytes32 giveaway, uint32 first, uint32 round) private {
        uint32 total = hub.roundOf(giveaway, round).total;
        uint256[] memory wins = new uint256[](_passports.length);
        for (uint32 ticket = 0; ticket < total; ticket++) {
            uint256 before = vm.snapshotState();
            wins[_draw(giveaway, round, _randomnessFor(giveaway, round, ticket, total)) - _passports[0]]++;
            vm.revertToState(before);
        }
        for (uint256 i = 0; i < _passports.length; i++) {
            uint256 expected = 0;
            for (uint32 counted = first; counted <= round; counted++) {
                expected += _entries[counted][i];
            }
            vm.assertEq(wins[i], expected);
        }
    }

    function _draw(bytes32 giveaway, uint32 round, bytes32 randomness) private returns (uint256) {
        return hub.drawWinner(giveaway, round, abi.encode(hub.beaconRoundOf(giveaway, round), randomness));
    }

    function _randomnessFor(bytes32 giveaway, uint32 round, uint32 ticket, uint32 total)
        private
        view
        returns (bytes32 randomness)
    {
        for (uint256 guess = 0;; guess++) {
            randomness = bytes32(guess);
            bytes32 seed = keccak256(abi.encode(randomness, block.chainid, address(hub), giveaway, round));
            if (uint256(seed) % total == ticket) return randomness;
        }
    }
}
