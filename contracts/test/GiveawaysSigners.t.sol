// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Giveaways} from "../src/Giveaways.sol";
import {IGiveaways} from "../src/IGiveaways.sol";
import {GiveawaysSetup} from "./support/GiveawaysSetup.sol";
import {artifactOf, vm} from "./support/Vm.sol";

/// Who acts for a provider, and from when.
contract GiveawaysSignersTest is GiveawaysSetup {
    address private constant ADDED = address(0xADD);

    function test_without_open_giveaways_a_signer_acts_at_once() public {
        _set(ADDED, true, START - 1);
        vm.assertTrue(hub.isSigner(PROVIDER, ADDED), "not a signer");
        vm.assertEq(hub.signerActiveFrom(PROVIDER, ADDED), START - 1);
        vm.assertFalse(hub.isSigner(OTHER_PROVIDER, ADDED), "a signer of another provider");
        vm.assertEq(hub.signerActiveFrom(PROVIDER, STRANGER), 0);
        vm.prank(ADDED);
        hub.createGiveaway(PROVIDER, declared());
    }

    function test_with_an_open_giveaway_a_signer_waits() public {
        bytes32 giveaway = create(declared());
        uint256 passportId = mint(STRANGER);
        vm.warp(START);
        uint64 activeFrom = START + SIGNER_DELAY;
        _set(ADDED, true, activeFrom);
        vm.assertFalse(hub.isSigner(PROVIDER, ADDED), "a signer before its time");
        IGiveaways.EntryChange memory change = issue(passportId, 5);
        bytes memory waiting =
            abi.encodeWithSelector(IGiveaways.SignerNotActive.selector, PROVIDER, ADDED, activeFrom);
        vm.expectRevert(waiting);
        vm.prank(ADDED);
        hub.changeEntries(giveaway, change);

        vm.warp(activeFrom - 1);
        IGiveaways.GiveawayOptions memory options = declared();
        options.externalId = "next";
        options.endTime = START + 100 * DAY;
        vm.expectRevert(waiting);
        vm.prank(ADDED);
        hub.createGiveaway(PROVIDER, options);
        vm.warp(activeFrom);
        vm.assertTrue(hub.isSigner(PROVIDER, ADDED), "not a signer");
        vm.prank(ADDED);
        hub.createGiveaway(PROVIDER, options);
    }

    /// The latest close of any giveaway decides, in any order of their creation.
    function test_the_latest_close_ends_the_delay() public {
        IGiveaways.GiveawayOptions memory options = declared();
        options.externalId = "long";
        options.endTime = START + 9 * DAY;
        create(options);
        create(declared());
        vm.warp(START + 9 * DAY - 1);
        _set(address(1), true, START + 9 * DAY - 1 + SIGNER_DELAY);
        vm.warp(START + 9 * DAY);
        _set(address(2), true, START + 9 * DAY);

        options = rolling(options, 1, 1, false);
        options.externalId = "endless";
        create(options);
        vm.warp(START + 10_000 * DAY);
        _set(address(3), true, START + 10_000 * DAY + SIGNER_DELAY);
        vm.prank(OPERATOR);
        hub.setProviderSigner(OTHER_PROVIDER, address(3), true);
        vm.assertTrue(hub.isSigner(OTHER_PROVIDER, address(3)), "delayed by another provider");
    }

    function test_a_signer_added_at_the_close_does_not_decide() public {
        bytes32 giveaway = create(declared());
        uint256 passportId = mint(STRANGER);
        vm.warp(START);
        apply_(giveaway, issue(passportId, 5));
        vm.warp(START + DAY);
        uint64 activeFrom = START + DAY + SIGNER_DELAY;
        _set(ADDED, true, activeFrom);
        vm.expectRevert(
            abi.encodeWithSelector(IGiveaways.SignerNotActive.selector, PROVIDER, ADDED, activeFrom)
        );
        vm.prank(ADDED);
        hub.declareWinner(giveaway, 0, passportId);

        vm.prank(SIGNER);
        hub.declareWinner(giveaway, 0, passportId);
        _set(address(1), true, activeFrom);
        _deliver(giveaway, 0, STRANGER, 0);
        _set(address(2), true, START + DAY);
        // A correction is of a round that is not pending any more.
        _deliver(giveaway, 0, STRANGER, 0);
    }

    function test_a_void_round_is_not_pending() public {
        bytes32 giveaway = create(drawn());
        uint256 passportId = mint(STRANGER);
        vm.warp(START);
        apply_(giveaway, issue(passportId, 5));
        _expectPending(START + DAY, 1);
        vm.warp(START + 40 * DAY);
        hub.voidRound(giveaway, 0);
        _expectPending(START + DAY, 0);
    }

    function test_an_emptied_round_is_not_pending() public {
        bytes32 giveaway = create(declared());
        uint256 passportId = mint(STRANGER);
        vm.warp(START);
        _expectPending(START + DAY, 0);
        apply_(giveaway, issue(passportId, 5));
        apply_(giveaway, issue(passportId, 5));
        _expectPending(START + DAY, 1);
        apply_(giveaway, removal(passportId, 9));
        _expectPending(START + DAY, 1);
        apply_(giveaway, removal(passportId, 1));
        _expectPending(START + DAY, 0);
        apply_(giveaway, issue(passportId, 1));
        _expectPending(START + DAY, 1);
    }

    /// Entries that carry over count for all rounds from theirs on.
    function test_all_rounds_that_count_an_entry_are_pending() public {
        IGiveaways.GiveawayOptions memory options = rolling(declared(), 2, 1, true);
        options.endTime = START + 7 * DAY;
        bytes32 giveaway = create(options);
        uint256 passportId = mint(STRANGER);
        vm.warp(START + 2 * DAY);
        apply_(giveaway, issue(passportId, 5));
        _expectPending(options.endTime, 3);
        vm.warp(START + 4 * DAY);
        apply_(giveaway, issue(passportId, 5));
        _expectPending(options.endTime, 3);
        vm.prank(SIGNER);
        hub.declareWinner(giveaway, 1, passportId);
        _expectPending(options.endTime, 3);
        _deliver(giveaway, 1, STRANGER, 2);
        apply_(giveaway, removal(passportId, 10));
        _expectPending(options.endTime, 0);
    }

    /// While a giveaway never ends, signers wait anyway.
    function test_rounds_of_an_endless_giveaway_are_not_counted() public {
        bytes32 giveaway = create(rolling(declared(), 2, 1, false));
        uint256 passportId = mint(STRANGER);
        vm.warp(START);
        apply_(giveaway, issue(passportId, 5));
        _expectPending(type(uint64).max, 0);
        vm.warp(START + DAY);
        vm.prank(SIGNER);
        hub.declareWinner(giveaway, 0, passportId);
        _deliver(giveaway, 0, STRANGER, 0);
    }

    function test_a_removal_is_immediate() public {
        bytes32 giveaway = create(declared());
        uint256 passportId = mint(STRANGER);
        _set(SIGNER, false, 0);
        vm.warp(START);
        IGiveaways.EntryChange memory change = issue(passportId, 5);
        vm.expectRevert(abi.encodeWithSelector(IGiveaways.SignerUnknown.selector, PROVIDER, SIGNER));
        apply_(giveaway, change);
        _set(SIGNER, true, START + SIGNER_DELAY);
        vm.warp(START + DAY - 1);
        vm.expectRevert(
            abi.encodeWithSelector(IGiveaways.SignerNotActive.selector, PROVIDER, SIGNER, START + SIGNER_DELAY)
        );
        apply_(giveaway, change);
    }

    /// Registering a signer again neither delays nor hastens it.
    function test_a_known_signer_keeps_its_time() public {
        create(declared());
        // As in the set-up.
        _set(SIGNER, true, 1);
        _set(ADDED, true, START - 1 + SIGNER_DELAY);
        vm.warp(START);
        _set(ADDED, true, START - 1 + SIGNER_DELAY);
        vm.warp(START + DAY);
        _set(ADDED, true, START + DAY);
        vm.assertTrue(hub.isSigner(PROVIDER, ADDED), "not a signer");
    }

    function test_any_signer_of_the_provider_acts_for_it() public {
        _set(ADDED, true, START - 1);
        bytes32 giveaway = create(declared());
        uint256 passportId = mint(STRANGER);
        vm.warp(START);
        IGiveaways.EntryChange memory change = issue(passportId, 5);
        vm.prank(ADDED);
        hub.changeEntries(giveaway, change);
        apply_(giveaway, issue(passportId, 5));
        vm.assertEq(hub.entriesOf(giveaway, 0, passportId), 10);
    }

    function test_bounds_the_parameters_of_the_hub() public {
        _refuses(30 days + 1, MARGIN, "signerDelay");
        _refuses(0, 29, "minBeaconMargin");
        _refuses(0, 1 days + 1, "minBeaconMargin");
        (address created,) = _create(30 days, 1 days);
        vm.assertEq(Giveaways(created).signerDelay(), 30 days);
        (created,) = _create(0, 30);
        vm.assertEq(Giveaways(created).minBeaconMargin(), 30);
    }

    function _deliver(bytes32 giveaway, uint32 round, address to, uint64 pending) private {
        vm.prank(SIGNER);
        hub.recordPrizeDelivery(
            giveaway,
            round,
            IGiveaways.PrizeDelivery({assetContract: to, recipient: to, proofChainId: 1, proofTxHash: "x", proofUri: ""})
        );
        (, uint64 rounds) = hub.pendingOf(PROVIDER);
        vm.assertEq(rounds, pending);
    }

    function _expectPending(uint64 openUntil, uint64 rounds) private view {
        (uint64 until, uint64 count) = hub.pendingOf(PROVIDER);
        vm.assertEq(until, openUntil);
        vm.assertEq(count, rounds);
    }

    function _set(address signer, bool allowed, uint64 activeFrom) private {
        vm.expectEmit(address(hub));
        emit IGiveaways.ProviderSignerSet(PROVIDER, signer, allowed, activeFrom);
        vm.prank(OPERATOR);
        hub.setProviderSigner(PROVIDER, signer, allowed);
        vm.assertEq(hub.signerActiveFrom(PROVIDER, signer), activeFrom);
    }

    function _refuses(uint64 signerDelay, uint32 minBeaconMargin, string memory field) private {
        (address created, bytes memory answer) = _create(signerDelay, minBeaconMargin);
        vm.assertEq(created, address(0));
        vm.assertEq(answer, abi.encodeWithSelector(IGiveaways.OptionInvalid.selector, field));
    }

    /// The new hub, or zero with the encoded error.
    function _create(uint64 signerDelay, uint32 minBeaconMargin)
        private
        returns (address created, bytes memory answer)
    {
        bytes memory code = bytes.concat(
            vm.getCode(artifactOf("Giveaways")),
            abi.encode(
                OPERATOR, passport, hub.draws(), hub.prizes(), announcements, beacon, signerDelay, minBeaconMargin
            )
        );
        assembly ("memory-safe") {
            created := create(0, add(code, 32), mload(code))
        }
        if (created != address(0)) return (created, answer);
        assembly ("memory-safe") {
            answer := mload(0x40)
            mstore(answer, returndatasize())
            returndatacopy(add(answer, 32), 0, returndatasize())
            mstore(0x40, add(add(answer, 64), returndatasize()))
        }
    }
}
