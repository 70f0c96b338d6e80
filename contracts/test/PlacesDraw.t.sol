// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {PlacesModel} from "./support/PlacesModel.sol";
import {Vm, vm} from "./support/Vm.sol";

/// Several places drawn in one round.
contract PlacesDrawTest is GiveawaysSetup {
    uint256 private constant PASSPORTS = 12;
    uint256 private constant ALL = 256;

    uint256[] private _passports;
    /// The entries by leaf of each round, as the events told them.
    mapping(uint32 round => uint256[]) private _leaves;
    mapping(uint32 round => mapping(uint256 passportId => uint32)) private _entries;

    function setUp() public override {
        super.setUp();
        for (uint256 i = 0; i < PASSPORTS; i++) {
            _passports.push(mint(address(uint160(0x1000 + i))));
        }
    }

    /// The places of a round, and the tickets in its events, are those of a plain computation.
    /// forge-config: default.fuzz.runs = 64
    function test_fuzz_draws_each_place_from_the_tickets_that_are_left(uint256 seed) public {
        bytes32 giveaway = _filled(seed, false, uint8(2 + seed % 6), uint8(seed % 3));
        for (uint32 round = 0; round < 3; round++) {
            _compare(giveaway, round, round, keccak256(abi.encode(seed, round)), ALL);
        }
    }

    /// forge-config: default.fuzz.runs = 64
    function test_fuzz_with_carry_over_a_passport_has_one_place(uint256 seed) public {
        bytes32 giveaway = _filled(seed, true, uint8(2 + seed % 6), uint8(seed % 3));
        for (uint32 round = 0; round < 3; round++) {
            _compare(giveaway, 0, round, keccak256(abi.encode(seed, round)), ALL);
        }
    }

    /// Any number of tickets at a time draws the same places.
    /// forge-config: default.fuzz.runs = 64
    function test_fuzz_in_steps_the_places_are_the_same(uint256 seed) public {
        bytes32 giveaway = _filled(seed, seed & 1 == 0, uint8(2 + seed % 12), 2);
        _compare(giveaway, seed & 1 == 0 ? 0 : 2, 2, keccak256(abi.encode(seed)), 1 + seed % 4);
    }

    function test_all_places_are_drawn_once() public {
        bytes32 giveaway = _holding(3, 1);
        bytes memory signature = _signature(giveaway, "any");
        vm.assertEq(hub.drawWinner(giveaway, 0, signature), hub.placeOf(giveaway, 0, 0).winner);
        IGiveaways.Round memory round = hub.roundOf(giveaway, 0);
        vm.assertEq(round.decided, 4);
        vm.assertFalse(round.isDrawing);
        for (uint8 place = 0; place < 4; place++) {
            vm.assertNotEq(hub.placeOf(giveaway, 0, place).winner, 0);
            for (uint8 other = 0; other < place; other++) {
                vm.assertNotEq(hub.placeOf(giveaway, 0, place).winner, hub.placeOf(giveaway, 0, other).winner);
            }
        }
        vm.assertEq(hub.placeOf(giveaway, 0, 4).winner, 0);
        bytes memory already = abi.encodeWithSelector(IGiveaways.WinnerAlreadySet.selector, giveaway, 0, round.winner);
        vm.expectRevert(already);
        hub.drawWinner(giveaway, 0, signature);
        vm.expectRevert(already);
        hub.drawPlaces(giveaway, 0, signature, 1);
    }

    function test_fewer_passports_than_places_leave_places_empty() public {
        bytes32 giveaway = _holding(100, 100);
        hub.drawWinner(giveaway, 0, _signature(giveaway, "any"));
        IGiveaways.Round memory round = hub.roundOf(giveaway, 0);
        vm.assertEq(round.decided, PASSPORTS);
        vm.assertFalse(round.isDrawing);
        vm.assertEq(hub.placeOf(giveaway, 0, uint8(PASSPORTS)).winner, 0);
    }

    function test_the_signature_is_needed_once() public {
        bytes32 giveaway = _holding(3, 0);
        vm.assertEq(hub.drawPlaces(giveaway, 0, _signature(giveaway, "any"), 1), 1);
        vm.assertTrue(hub.roundOf(giveaway, 0).isDrawing);
        vm.assertEq(uint8(hub.roundOf(giveaway, 0).state), uint8(IGiveaways.RoundState.Decided));
        vm.prank(STRANGER);
        vm.assertEq(hub.drawPlaces(giveaway, 0, "", 1), 2);
        vm.assertEq(hub.drawWinner(giveaway, 0, ""), hub.roundOf(giveaway, 0).winner);
        vm.assertEq(hub.roundOf(giveaway, 0).decided, 3);
        vm.assertFalse(hub.roundOf(giveaway, 0).isDrawing);
    }

    function test_refuses_to_draw_no_ticket() public {
        bytes32 giveaway = _holding(3, 0);
        bytes memory signature = _signature(giveaway, "any");
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.BatchInvalid.selector, 0));
        hub.drawPlaces(giveaway, 0, signature, 0);
    }

    /// Otherwise nobody could draw the other places.
    function test_a_round_that_is_being_drawn_is_not_void() public {
        bytes32 giveaway = _holding(2, 0);
        hub.drawPlaces(giveaway, 0, _signature(giveaway, "any"), 1);
        uint256 first = hub.placeOf(giveaway, 0, 0).winner;
        vm.warp(START + 1000 * DAY);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.WinnerAlreadySet.selector, giveaway, 0, first));
        hub.voidRound(giveaway, 0);
        hub.drawPlaces(giveaway, 0, "", 1);
        vm.assertFalse(hub.roundOf(giveaway, 0).isDrawing);
    }

    /// Entries of a round whose places are still drawn cannot be removed: that would change the tickets.
    function test_a_round_is_settled_when_all_places_are_drawn() public {
        bytes32 giveaway = createWithPlaces(rolling(drawn(), 7, 7, true), 3, 0);
        vm.warp(START);
        _issueToAll(giveaway);
        vm.warp(START + 7 * DAY);
        hub.drawPlaces(giveaway, 0, _signature(giveaway, "any"), 2);
        IGiveaways.EntryChange memory change = removal(_passports[0], 1);
        refuses(giveaway, change, abi.encodeWithSelector(IGiveaways.RoundUnsettled.selector, giveaway, 0));
        // Later entries change nothing.
        apply_(giveaway, issue(_passports[3], 1_000_000));
        hub.drawPlaces(giveaway, 0, "", 1);
        change = removal(_passports[0], 1);
        apply_(giveaway, change);
    }

    /// One passport with entries in hundreds of rounds fills no transaction: after 256 tickets another one goes on.
    function test_a_passport_in_many_rounds_blocks_no_draw() public {
        bytes32 giveaway = createWithPlaces(rolling(drawn(), 1, 1, true), 2, 0);
        for (uint256 round = 0; round < 300; round++) {
            vm.warp(START + round * DAY);
            apply_(giveaway, issue(_passports[0], 4_000_000));
        }
        apply_(giveaway, issue(_passports[1], 1));
        vm.warp(START + 300 * DAY);
        bytes memory signature = abi.encode(hub.beaconRoundOf(giveaway, 299), bytes32("any"));
        vm.assertEq(hub.drawWinner(giveaway, 299, signature), _passports[0]);
        vm.assertTrue(hub.roundOf(giveaway, 299).isDrawing);
        hub.drawWinner(giveaway, 299, "");
        vm.assertFalse(hub.roundOf(giveaway, 299).isDrawing);
        vm.assertEq(hub.placeOf(giveaway, 299, 1).winner, _passports[1]);
    }

    /// A closed round in which each passport has entries.
    function _holding(uint8 winners, uint8 alternates) private returns (bytes32 giveaway) {
        giveaway = createWithPlaces(drawn(), winners, alternates);
        vm.warp(START);
        _issueToAll(giveaway);
        vm.warp(START + DAY);
    }

    function _issueToAll(bytes32 giveaway) private {
        for (uint32 i = 0; i < PASSPORTS; i++) {
            apply_(giveaway, issue(_passports[i], i + 1));
        }
    }

    function _signature(bytes32 giveaway, bytes32 randomness) private view returns (bytes memory) {
        return abi.encode(hub.beaconRoundOf(giveaway, 0), randomness);
    }

    /// Three rounds of random issues and removals.
    function _filled(uint256 seed, bool carryOver, uint8 winners, uint8 alternates) private returns (bytes32 giveaway) {
        giveaway = createWithPlaces(rolling(drawn(), 7, 7, carryOver), winners, alternates);
        for (uint32 round = 0; round < 3; round++) {
            vm.warp(START + round * 7 * DAY);
            for (uint256 i = 0; i < 12; i++) {
                seed = uint256(keccak256(abi.encode(seed)));
                uint256 passportId = _passports[(seed >> 8) % PASSPORTS];
                uint32 held = _entries[round][passportId];
                bool removes = seed & 3 == 0 && held != 0;
                uint32 amount = removes ? 1 + uint32((seed >> 16) % held) : 1 + uint32((seed >> 16) % 5);
                apply_(giveaway, removes ? removal(passportId, amount) : issue(passportId, amount));
                if (!_hasLeaf(round, passportId)) _leaves[round].push(passportId);
                _entries[round][passportId] = removes ? held - amount : held + amount;
            }
        }
        vm.warp(START + 21 * DAY);
    }

    function _hasLeaf(uint32 round, uint256 passportId) private view returns (bool) {
        for (uint256 leaf = 0; leaf < _leaves[round].length; leaf++) {
            if (_leaves[round][leaf] == passportId) return true;
        }
        return false;
    }

    /// Draws a round, `step` tickets at a time, and compares with the model. `first` is the first round that counts.
    function _compare(bytes32 giveaway, uint32 first, uint32 round, bytes32 randomness, uint256 step) private {
        if (hub.roundOf(giveaway, round).total == 0) return;
        PlacesModel.Drawn[] memory expected = _expected(giveaway, first, round, randomness);
        bytes memory signature = abi.encode(hub.beaconRoundOf(giveaway, round), randomness);
        vm.recordLogs();
        hub.drawPlaces(giveaway, round, signature, step);
        while (hub.roundOf(giveaway, round).isDrawing) hub.drawPlaces(giveaway, round, "", step);
        Vm.Log[] memory logs = vm.getRecordedLogs();

        vm.assertEq(logs.length, expected.length);
        vm.assertEq(hub.roundOf(giveaway, round).decided, expected.length);
        // As if there were no other place.
        _expectFirst(logs[0], expected[0]);
        vm.assertEq(hub.roundOf(giveaway, round).total, expected[0].total);
        for (uint8 place = 0; place < expected.length; place++) {
            _expectPlace(logs[place], place, expected[place]);
            vm.assertEq(hub.placeOf(giveaway, round, place).winner, expected[place].passportId);
        }
    }

    function _expected(bytes32 giveaway, uint32 first, uint32 round, bytes32 randomness)
        private
        returns (PlacesModel.Drawn[] memory)
    {
        PlacesModel model = new PlacesModel();
        for (uint32 counted = first; counted <= round; counted++) {
            for (uint256 leaf = 0; leaf < _leaves[counted].length; leaf++) {
                model.add(_leaves[counted][leaf], _entries[counted][_leaves[counted][leaf]]);
            }
        }
        IGiveaways.Giveaway memory kept = hub.giveawayOf(giveaway);
        bytes32 seed = keccak256(abi.encode(randomness, block.chainid, address(hub), giveaway, round));
        return model.draw(seed, uint256(kept.winners) + kept.alternates);
    }

    function _expectPlace(Vm.Log memory log, uint8 place, PlacesModel.Drawn memory expected) private pure {
        vm.assertEq(uint256(log.topics[3]), expected.passportId);
        if (place == 0) return;
        vm.assertEq(log.topics[0], IGiveaways.PlaceDrawn.selector);
        vm.assertEq(log.data, abi.encode(place, expected.drawn, expected.total, expected.ticket));
    }

    function _expectFirst(Vm.Log memory log, PlacesModel.Drawn memory expected) private pure {
        vm.assertEq(log.topics[0], IGiveaways.WinnerDrawn.selector);
        (,,,, uint32 total, uint32 ticket) =
            abi.decode(log.data, (address, uint64, bytes, bytes32, uint32, uint32));
        vm.assertEq(total, expected.total);
        vm.assertEq(ticket, expected.ticket);
    }
}
