// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IBeacon} from "../src/IBeacon.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {GasSetup} from "./support/GasSetup.sol";
import {permitOf} from "./support/PassportMoves.sol";
import {artifactOf, vm} from "./support/Vm.sol";

/// The gas of transactions in giveaways with 10,000 holders, as the snapshot in contracts/gas holds it.
contract GasTest is GasSetup {
    uint32 private constant HOLDERS = 10_000;
    // drand's quicknet, and its round 1000.
    uint64 private constant GENESIS = 1_692_803_367;
    uint64 private constant SIGNED_AT = GENESIS + 999 * 3;
    bytes private constant QUICKNET = hex"000000000000000000000000000000000d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
        hex"0000000000000000000000000000000003cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        hex"000000000000000000000000000000000e5db2b6bfbb01c867749cadffca88b36c24f3012ba09fc4d3022c5c37dce0f977d3adb5d183c7477c442b1f04515273"
        hex"0000000000000000000000000000000001a714f2edb74119a2f2b0d5a7c75ba902d163700a61bc224ededd8e63aef7be1aaf8e93d7a9718b047ccddb3eb5d68b";
    bytes private constant SIGNATURE_1000 =
        hex"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
    bytes private constant POINT_1000 =
        hex"144679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
        hex"11f92e4521ef54f047b64b85fa98db2d46f0f44add1f60b93f8a0dbddd63b34f238657c2d93aed18b90bddd60a01b6d2";

    bytes32 private _giveaway;
    bytes32 private _carrying;
    /// The upper 248 bits of the keys; 256 operations share a word.
    uint256 private _word = uint256(keccak256("keys")) >> 8;
    uint256 private _used;

    function setUp() public override {
        vm.pauseGasMetering();
        super.setUp();
        vm.warp(SIGNED_AT - MARGIN - 1);
        IBeacon quicknet = IBeacon(vm.deployCode(artifactOf("DrandBeacon"), abi.encode(QUICKNET, GENESIS, 3)));
        vm.prank(OPERATOR);
        hub.setBeacon(quicknet, true);
        IGiveaways.GiveawayOptions memory options = drawn();
        options.startTime = SIGNED_AT - MARGIN - DAY;
        options.endTime = SIGNED_AT - MARGIN;
        options.beacon = quicknet;
        _giveaway = create(options);
        options = rolling(options, 1, 1, true);
        options.externalId = "carrying";
        _carrying = create(options);

        // As many more passports without entries.
        for (uint32 i = 1; i <= 2 * HOLDERS; i++) {
            vm.prank(address(hub));
            passport.mint(_ownerOf(i), 5);
        }
        for (uint32 first = 1; first < HOLDERS; first += 200) {
            _send(_giveaway, _batch(first, 1, 200));
            _send(_carrying, _batch(first, 1, 200));
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
        vm.assertLe(_changeOne("issue, present holder", _giveaway, _change(HOLDERS / 2, 1)), 85_000);
    }

    /// The key of a request that can be repeated shares no word with others.
    function test_gas_issue_with_a_random_key() public {
        IGiveaways.EntryChange memory change = _change(HOLDERS / 2, 1);
        change.opKey = keccak256("a random key");
        _changeOne("issue, present holder, random key", _giveaway, change);
    }

    function test_gas_batches_with_random_keys() public {
        uint256 start = vm.snapshotState();
        _changeMany("batch of 100, present holders, random keys", _giveaway, _withRandomKeys(_batch(1, 1, 100)));
        vm.revertToState(start);
        _changeMany("batch of 100, new holders, random keys", _giveaway, _withRandomKeys(_batch(HOLDERS + 1, 1, 100)));
    }

    /// Any amount costs the same.
    function test_gas_issue_of_many() public {
        _changeOne("issue of 4,000,000,000, present holder", _giveaway, _change(HOLDERS / 2, 4_000_000_000));
    }

    function test_gas_issue_to_a_new_holder() public {
        _changeOne("issue, new holder", _giveaway, _change(HOLDERS + 3, 1));
    }

    function test_gas_issue_with_carry_over() public {
        _changeOne("issue, present holder, carry-over", _carrying, _change(HOLDERS / 2, 1));
    }

    function test_gas_remove() public {
        IGiveaways.EntryChange memory change = _change(HOLDERS / 2, 1);
        change.remove = true;
        _changeOne("remove", _giveaway, change);
    }

    function test_gas_batch_of_100_to_holders() public {
        vm.assertLe(_changeMany("batch of 100, present holders", _giveaway, _batch(1, 1, 100)), 2_900_000);
    }

    /// Spread over the tree, so that changes share as few slots as possible.
    function test_gas_batch_of_100_to_holders_far_apart() public {
        _changeMany("batch of 100, present holders far apart", _giveaway, _batch(1, 97, 100));
    }

    function test_gas_batch_of_100_to_new_holders() public {
        vm.assertLe(_changeMany("batch of 100, new holders", _giveaway, _batch(HOLDERS + 1, 1, 100)), 5_200_000);
    }

    function test_gas_batch_of_100_to_new_holders_far_apart() public {
        uint256 gas = _changeMany("batch of 100, new holders far apart", _giveaway, _batch(HOLDERS + 1, 97, 100));
        vm.assertLe(gas, 5_200_000);
    }

    /// The largest batch fits into one transaction, also where entries carry over and holders share no slots.
    function test_gas_batch_of_200_with_carry_over() public {
        _changeMany("batch of 200, new holders far apart", _giveaway, _batch(HOLDERS + 1, 49, 200));
        _changeMany("batch of 200, new holders far apart, carry-over", _carrying, _batch(HOLDERS + 1, 49, 200));
    }

    /// Holders of entries in an earlier round who enter the open one.
    function test_gas_batch_of_200_in_another_round() public {
        vm.warp(SIGNED_AT);
        _changeMany("batch of 200, in another round, carry-over", _carrying, _batch(1, 49, 200));
    }

    function test_gas_batch_of_200_removals_from_an_earlier_round() public {
        vm.warp(SIGNED_AT);
        hub.drawWinner(_carrying, 0, POINT_1000);
        IGiveaways.EntryChange[] memory batch = _batch(1, 49, 200);
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
            items[i].opKey = _nextKey();
            items[i].to = _ownerOf(1_000_000 + _used);
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

    function _batch(uint256 first, uint256 step, uint256 size)
        private
        returns (IGiveaways.EntryChange[] memory batch)
    {
        batch = new IGiveaways.EntryChange[](size);
        for (uint256 i = 0; i < size; i++) {
            batch[i] = _change(first + i * step, 7);
        }
    }

    function _change(uint256 passportId, uint32 amount) private returns (IGiveaways.EntryChange memory change) {
        change.opKey = _nextKey();
        change.passportId = passportId;
        change.amount = amount;
        change.reasonCode = 1;
        change.evidence = keccak256("evidence");
        change.expectedOwner = _ownerOf(passportId);
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

    function _nextKey() private returns (bytes32) {
        uint256 used = _used++;
        return bytes32((_word + (used >> 8)) << 8 | (used & 0xff));
    }

    function _ownerOf(uint256 passportId) private pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encode(passportId)))));
    }

    function _send(bytes32 giveaway, IGiveaways.EntryChange[] memory batch) private {
        vm.prank(SIGNER);
        bytes[] memory results = hub.changeEntriesBatch(giveaway, batch);
        for (uint256 i = 0; i < results.length; i++) {
            vm.assertEq(results[i], "");
        }
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
