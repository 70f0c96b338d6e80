// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../src/IGiveaways.sol";
import {GasSetup} from "./support/GasSetup.sol";
import {permitOf} from "./support/PassportMoves.sol";
import {vm} from "./support/Vm.sol";

/// The gas of transactions in giveaways with 10,000 holders, as the snapshot in contracts/gas holds it.
contract GasTest is GasSetup {
    uint32 private constant HOLDERS = 10_000;
    bytes32 private _giveaway;
    bytes32 private _carrying;

    function setUp() public override {
        vm.pauseGasMetering();
        super.setUp();
        vm.warp(SIGNED_AT - MARGIN - 1);
        IGiveaways.GiveawayOptions memory options = decidedByRound1000();
        _giveaway = create(options);
        options = rolling(options, 1, 1, true);
        options.externalId = "carrying";
        _carrying = create(options);

        // As many more passports without entries.
        for (uint32 i = 1; i <= 2 * HOLDERS; i++) {
            vm.prank(address(hub));
            passport.mint(holderOf(i), 5);
        }
        for (uint32 first = 1; first < HOLDERS; first += 200) {
            send(_giveaway, batchOf(first, 1, 200));
            send(_carrying, batchOf(first, 1, 200));
        }
        vm.resumeGasMetering();
    }

    /// The limit of a contract's code (EIP-170).
    function test_gas_the_code_is_not_too_large() public {
        vm.snapshotValue("Gas", "bytes of the hub's code", address(hub).code.length);
        vm.assertLe(address(hub).code.length, 24_576);
    }

    function test_gas_draw() public {
        vm.assertLe(_draw("draw, 10,000 holders", _giveaway, POINT_1000), 190_000);
    }

    function test_gas_draw_with_the_compressed_signature() public {
        vm.assertLe(_draw("draw, 10,000 holders, compressed signature", _giveaway, SIGNATURE_1000), 265_000);
    }

    function test_gas_draw_with_carry_over() public {
        vm.assertLe(_draw("draw, 10,000 holders, carry-over", _carrying, POINT_1000), 230_000);
    }

    function test_gas_issue() public {
        vm.assertLe(_changeOne("issue, present holder", _giveaway, changeOf(HOLDERS / 2, 1)), 78_000);
    }

    /// The key of a request that can be repeated shares no word with others.
    function test_gas_issue_with_a_random_key() public {
        IGiveaways.EntryChange memory change = changeOf(HOLDERS / 2, 1);
        change.opKey = keccak256("a random key");
        _changeOne("issue, present holder, random key", _giveaway, change);
    }

    function test_gas_batches_with_random_keys() public {
        uint256 start = vm.snapshotState();
        _changeMany("batch of 100, present holders, random keys", _giveaway, _withRandomKeys(batchOf(1, 1, 100)));
        vm.revertToState(start);
        _changeMany("batch of 100, new holders, random keys", _giveaway, _withRandomKeys(batchOf(HOLDERS + 1, 1, 100)));
    }

    /// Any amount costs the same.
    function test_gas_issue_of_many() public {
        _changeOne("issue of 4,000,000,000, present holder", _giveaway, changeOf(HOLDERS / 2, 4_000_000_000));
    }

    function test_gas_issue_to_a_new_holder() public {
        _changeOne("issue, new holder", _giveaway, changeOf(HOLDERS + 3, 1));
    }

    function test_gas_issue_with_carry_over() public {
        _changeOne("issue, present holder, carry-over", _carrying, changeOf(HOLDERS / 2, 1));
    }

    function test_gas_remove() public {
        IGiveaways.EntryChange memory change = changeOf(HOLDERS / 2, 1);
        change.remove = true;
        _changeOne("remove", _giveaway, change);
    }

    function test_gas_batch_of_100_to_holders() public {
        vm.assertLe(_changeMany("batch of 100, present holders", _giveaway, batchOf(1, 1, 100)), 1_800_000);
    }

    /// Spread over the tree, so that changes share as few slots as possible.
    function test_gas_batch_of_100_to_holders_far_apart() public {
        _changeMany("batch of 100, present holders far apart", _giveaway, batchOf(1, 97, 100));
    }

    function test_gas_batch_of_100_to_new_holders() public {
        vm.assertLe(_changeMany("batch of 100, new holders", _giveaway, batchOf(HOLDERS + 1, 1, 100)), 3_600_000);
    }

    function test_gas_batch_of_100_to_new_holders_far_apart() public {
        uint256 gas = _changeMany("batch of 100, new holders far apart", _giveaway, batchOf(HOLDERS + 1, 97, 100));
        vm.assertLe(gas, 5_200_000);
    }

    /// The largest batch fits into one transaction, also where entries carry over and holders share no slots.
    function test_gas_batch_of_200_with_carry_over() public {
        _changeMany("batch of 200, new holders far apart", _giveaway, batchOf(HOLDERS + 1, 49, 200));
        _changeMany("batch of 200, new holders far apart, carry-over", _carrying, batchOf(HOLDERS + 1, 49, 200));
    }

    /// Holders of entries in an earlier round who enter the open one.
    function test_gas_batch_of_200_in_another_round() public {
        vm.warp(SIGNED_AT);
        _changeMany("batch of 200, in another round, carry-over", _carrying, batchOf(1, 49, 200));
    }

    function test_gas_batch_of_200_removals_from_an_earlier_round() public {
        vm.warp(SIGNED_AT);
        hub.drawWinner(_carrying, 0, POINT_1000);
        IGiveaways.EntryChange[] memory batch = batchOf(1, 49, 200);
        for (uint256 i = 0; i < batch.length; i++) {
            batch[i].remove = true;
        }
        _changeMany("batch of 200 removals from an earlier round", _carrying, batch);
    }

    function test_gas_provisions() public {
        IGiveaways.Provision[] memory items = _provisions(100);
        uint256 gas = measure("batch of 100 provisions", abi.encodeCall(hub.provisionBatch, (PROVIDER, items)));
        vm.snapshotValue("Gas", "provision with entries, in a batch of 100", gas / 100);
        vm.assertLe(gas / 100, 120_000);
        measure("provision with entries", abi.encodeCall(hub.provision, (PROVIDER, _provisions(1)[0])));
    }

    function test_gas_provisions_by_permit() public {
        IGiveaways.Provision[] memory items = _provisions(100);
        for (uint256 i = 0; i < items.length; i++) {
            vm.prank(address(hub));
            items[i].passportId = passport.mint(vm.addr(100 + i), 5);
            items[i].from = vm.addr(100 + i);
            items[i].deadline = type(uint64).max;
            items[i].signature = _permit(100 + i, items[i]);
        }
        measure("batch of 100 provisions by permit", abi.encodeCall(hub.provisionBatch, (PROVIDER, items)));
    }

    function _provisions(uint256 size) private returns (IGiveaways.Provision[] memory items) {
        items = new IGiveaways.Provision[](size);
        for (uint256 i = 0; i < size; i++) {
            items[i].opKey = nextKey();
            items[i].to = holderOf(uint256(items[i].opKey));
            items[i].maxTransfers = 5;
            items[i].entries = IGiveaways.ProvisionedEntries({
                giveaway: _giveaway,
                amount: 7,
                reasonCode: 1,
                evidence: keccak256("evidence")
            });
        }
    }

    function _permit(uint256 key, IGiveaways.Provision memory item) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, permitOf(passport, address(hub), item.from, item.to, item.passportId, item.deadline));
        return abi.encodePacked(r, s, v);
    }

    function _withRandomKeys(IGiveaways.EntryChange[] memory batch)
        private
        pure
        returns (IGiveaways.EntryChange[] memory)
    {
        for (uint256 i = 0; i < batch.length; i++) {
            batch[i].opKey = keccak256(abi.encode("random keys", i));
        }
        return batch;
    }

    function _changeMany(string memory name, bytes32 giveaway, IGiveaways.EntryChange[] memory batch)
        private
        returns (uint256)
    {
        return measure(name, abi.encodeCall(hub.changeEntriesBatch, (giveaway, batch)));
    }

    function _changeOne(string memory name, bytes32 giveaway, IGiveaways.EntryChange memory change)
        private
        returns (uint256)
    {
        return measure(name, abi.encodeCall(hub.changeEntries, (giveaway, change)));
    }

    /// The dearest of several tickets: the chain id is part of the seed.
    function _draw(string memory name, bytes32 giveaway, bytes memory signature) private returns (uint256 most) {
        vm.warp(SIGNED_AT);
        uint256 start = vm.snapshotState();
        for (uint256 chainId = 1; chainId <= 16; chainId++) {
            vm.chainId(chainId);
            uint256 gas = measure(abi.encodeCall(hub.drawWinner, (giveaway, 0, signature)));
            if (gas > most) most = gas;
            vm.revertToState(start);
        }
        vm.snapshotValue("Gas", name, most);
    }
}
