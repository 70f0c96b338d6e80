// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Passport} from "../src/Passport.sol";
import {PassportMoves} from "./support/PassportMoves.sol";
import {vm} from "./support/Vm.sol";

contract PassportInvariants {
    PassportMoves private moves;
    Passport private passport;

    function setUp() external {
        moves = new PassportMoves();
        passport = moves.passport();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(moves);
    }

    function invariant_every_move_counts_and_none_exceeds_the_limit() external view {
        for (uint256 id = 1; id <= moves.minted(); ++id) {
            vm.assertEq(passport.transfersUsedOf(id), moves.moves(id));
            vm.assertEq(passport.nonces(id), moves.moves(id));
            vm.assertEq(passport.maxTransfersOf(id), moves.limit(id));
            vm.assertLe(moves.moves(id), moves.limit(id));
            vm.assertEq(passport.locked(id), moves.moves(id) == moves.limit(id));
        }
    }
}
