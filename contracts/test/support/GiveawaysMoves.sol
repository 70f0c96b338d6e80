// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IBeacon} from "../../src/IBeacon.sol";
import {IGiveaways} from "../../src/IGiveaways.sol";
import {IHub} from "../../src/IHub.sol";
import {bound, vm} from "./Vm.sol";

/// Random calls on two giveaways with rounds, with a plain model of the expected state.
contract GiveawaysMoves {
    uint32 public constant ROUNDS = 6;
    uint256 public constant PASSPORTS = 5;
    uint64 private constant EVERY = 3 days;
    uint64 private constant ACTIVE = 2 days;

    IHub private immutable hub;
    bytes32 private immutable provider;
    address private immutable signer;
    uint64 private immutable start;
    /// The first one has declared winners, the second one draws with carry-over.
    bytes32[2] public giveaways;

    uint64 private time;
    // Above the numbers that the set-up used.
    uint256 private keys = 1 << 128;
    IGiveaways.EntryChange[] private applied;
    mapping(bytes32 giveaway => mapping(uint32 round => mapping(uint256 passportId => uint32))) public entries;
    mapping(bytes32 giveaway => mapping(uint32 round => uint256)) public issued;
    mapping(bytes32 giveaway => mapping(uint32 round => uint256)) public removed;
    mapping(bytes32 giveaway => mapping(uint32 round => uint256)) public winner;
    /// What counted when a round was decided.
    mapping(bytes32 giveaway => mapping(uint32 round => uint256)) public counted;
    mapping(uint32 round => bool) public isVoid;
    mapping(bytes32 giveaway => bytes32) public history;
    /// Describes an effect that must not happen; empty while there is none.
    string public wrong;
    /// The numbers of successful calls.
    uint256 public changes;
    uint256 public replays;
    uint256 public winners;
    /// The number of refused calls by strangers.
    uint256 public refusals;

    constructor(IHub hub_, bytes32 provider_, address signer_, uint64 start_, bytes32[2] memory giveaways_) {
        (hub, provider, signer, start, giveaways) = (hub_, provider_, signer_, start_, giveaways_);
        time = start_;
        for (uint256 i = 0; i < 2; i++) {
            history[giveaways_[i]] = hub_.historyOf(giveaways_[i]);
        }
    }

    function pass(uint32 elapsed) external {
        time += uint64(bound(elapsed, 1, 2 days));
        vm.warp(time);
    }

    function change(uint256 which, uint256 passportId, uint32 amount, bool removes) external {
        vm.warp(time);
        bytes32 giveaway = giveaways[which % 2];
        IGiveaways.EntryChange memory next = IGiveaways.EntryChange({
            opKey: bytes32(++keys),
            passportId: bound(passportId, 1, PASSPORTS + 1),
            amount: uint32(bound(amount, 0, 20)),
            remove: removes,
            reasonCode: 0,
            evidence: 0,
            expectedOwner: address(0)
        });
        vm.prank(signer);
        try hub.changeEntries(giveaway, next) {
            record(giveaway, next);
        } catch {}
    }

    /// Two new changes and one that was applied before.
    function changeMany(uint256 which, uint256 passportId, uint32 amount, uint256 old) external {
        vm.warp(time);
        IGiveaways.EntryChange[] memory batch = new IGiveaways.EntryChange[](applied.length == 0 ? 2 : 3);
        for (uint256 i = 0; i < 2; i++) {
            batch[i].opKey = bytes32(++keys);
            batch[i].passportId = bound(passportId, 1, PASSPORTS + 1);
            batch[i].amount = uint32(bound(amount, 0, 20));
            batch[i].remove = i == 1;
        }
        if (batch.length == 3) batch[2] = applied[old % applied.length];
        vm.prank(signer);
        bytes[] memory results = hub.changeEntriesBatch(giveaways[which % 2], batch);
        for (uint256 i = 0; i < 2; i++) {
            if (results[i].length == 0) record(giveaways[which % 2], batch[i]);
        }
    }

    function replay(uint256 which, uint256 old) external {
        vm.warp(time);
        if (applied.length == 0) return;
        vm.prank(signer);
        hub.changeEntries(giveaways[which % 2], applied[old % applied.length]);
        ++replays;
    }

    function declare(uint256 round, uint256 passportId) external {
        vm.warp(time);
        tryToDeclare(uint32(bound(round, 0, ROUNDS - 1)), bound(passportId, 1, PASSPORTS));
    }

    function draw(uint256 round, bytes32 randomness, address anyone) external {
        vm.warp(time);
        tryToDraw(uint32(bound(round, 0, ROUNDS - 1)), randomness, anyone);
    }

    /// Any winner's owner is the same.
    function deliver(uint256 which, uint256 round) external {
        vm.warp(time);
        tryToDeliver(giveaways[which % 2], uint32(bound(round, 0, ROUNDS - 1)));
    }

    /// Decides every round with entries after all have closed; each of them must be decidable. The last one is marked void
    /// instead of drawn. Then it delivers all prizes, so that no round is pending.
    function settle() external {
        time = start + 2 * ROUNDS * EVERY + 30 days;
        vm.warp(time);
        uint32 last = ROUNDS - 1;
        if (winner[giveaways[1]][last] == 0 && hub.roundOf(giveaways[1], last).total != 0) {
            counted[giveaways[1]][last] = hub.roundOf(giveaways[1], last).total;
            hub.voidRound(giveaways[1], last);
            isVoid[last] = true;
        }
        for (uint32 round = 0; round < ROUNDS; round++) {
            uint256 holder = 1;
            while (holder < PASSPORTS && entries[giveaways[0]][round][holder] == 0) ++holder;
            tryToDeclare(round, holder);
            tryToDraw(round, bytes32(uint256(round)), address(this));
            for (uint256 which = 0; which < 2; which++) {
                bool isDecided = winner[giveaways[which]][round] != 0 || (which == 1 && isVoid[round]);
                bool counts = hub.roundOf(giveaways[which], round).total != 0;
                if (isDecided != counts) wrong = "a round that cannot be decided";
                tryToDeliver(giveaways[which], round);
            }
        }
        (, uint64 pending) = hub.pendingOf(provider);
        if (pending != 0) wrong = "a pending round that nobody can end";
    }

    /// Makes every restricted call as a stranger.
    function intrude(address stranger, uint256 which, uint256 passportId, uint256 round) external {
        vm.warp(time);
        if (stranger == signer || stranger == hub.owner()) return;
        bytes32 giveaway = giveaways[which % 2];
        passportId = bound(passportId, 1, PASSPORTS);
        bytes[] memory calls = callsOfSigners(giveaway, uint32(bound(round, 0, ROUNDS - 1)), passportId, stranger);
        bytes memory refusal = abi.encodeWithSelector(IGiveaways.SignerUnknown.selector, provider, stranger);
        for (uint256 i = 0; i < calls.length; i++) {
            expectRefusal(stranger, calls[i], refusal);
        }
        refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger);
        expectRefusal(stranger, abi.encodeCall(hub.setProviderSigner, (provider, stranger, true)), refusal);
        expectRefusal(stranger, abi.encodeCall(hub.setBeacon, (IBeacon(address(hub)), true)), refusal);
        expectRefusal(stranger, abi.encodeCall(hub.transferOwnership, (stranger)), refusal);
    }

    function callsOfSigners(bytes32 giveaway, uint32 round, uint256 passportId, address to)
        private
        returns (bytes[] memory calls)
    {
        IGiveaways.GiveawayOptions memory options;
        options.externalId = "a stranger's";
        options.startTime = time;
        IGiveaways.EntryChange[] memory batch = new IGiveaways.EntryChange[](1);
        batch[0].opKey = bytes32(++keys);
        batch[0].passportId = passportId;
        batch[0].amount = 1;
        IGiveaways.Provision[] memory items = new IGiveaways.Provision[](1);
        items[0].opKey = bytes32(++keys);
        items[0].to = to;
        IGiveaways.PrizeDelivery memory delivery =
            IGiveaways.PrizeDelivery({assetContract: to, recipient: to, proofChainId: 1, proofTxHash: "x", proofUri: ""});
        calls = new bytes[](10);
        calls[0] = abi.encodeCall(hub.createGiveaway, (provider, options));
        calls[1] = abi.encodeCall(hub.changeEntries, (giveaway, batch[0]));
        calls[2] = abi.encodeCall(hub.changeEntriesBatch, (giveaway, batch));
        calls[3] = abi.encodeCall(hub.declareWinner, (giveaway, round, passportId));
        calls[4] = abi.encodeCall(hub.confirmReceiptByProvider, (giveaway, round));
        calls[5] = abi.encodeCall(hub.setRoundMetadata, (giveaway, round, bytes32(++keys), 0, ""));
        calls[6] = abi.encodeCall(hub.setRoundImage, (giveaway, round, bytes32(++keys), 0, ""));
        calls[7] = abi.encodeCall(hub.recordPrizeDelivery, (giveaway, round, delivery));
        calls[8] = abi.encodeCall(hub.provision, (provider, items[0]));
        calls[9] = abi.encodeCall(hub.provisionBatch, (provider, items));
    }

    function expectRefusal(address stranger, bytes memory call, bytes memory refusal) private {
        vm.prank(stranger);
        (bool success, bytes memory answer) = address(hub).call(call);
        if (success) wrong = "a stranger was let in";
        else if (keccak256(answer) != keccak256(refusal)) wrong = "a stranger was refused for another reason";
        else ++refusals;
    }

    function tryToDeclare(uint32 chosen, uint256 passportId) private {
        vm.prank(signer);
        try hub.declareWinner(giveaways[0], chosen, passportId) {
            decide(0, chosen, passportId);
            if (entries[giveaways[0]][chosen][passportId] == 0) wrong = "a declared winner without entries";
        } catch {}
    }

    function tryToDraw(uint32 chosen, bytes32 randomness, address anyone) private {
        uint64 beaconRound = hub.beaconRoundOf(giveaways[1], chosen);
        vm.prank(anyone);
        try hub.drawWinner(giveaways[1], chosen, abi.encode(beaconRound, randomness)) returns (uint256 passportId) {
            decide(1, chosen, passportId);
            uint256 held = 0;
            for (uint32 earlier = 0; earlier <= chosen; earlier++) {
                held += entries[giveaways[1]][earlier][passportId];
            }
            if (held == 0) wrong = "a drawn winner without entries";
        } catch {}
    }

    function tryToDeliver(bytes32 giveaway, uint32 round) private {
        uint256 won = winner[giveaway][round];
        address to = hub.passport().ownerOf(won == 0 ? 1 : won);
        IGiveaways.PrizeDelivery memory delivery =
            IGiveaways.PrizeDelivery({assetContract: to, recipient: to, proofChainId: 1, proofTxHash: "x", proofUri: ""});
        vm.prank(signer);
        try hub.recordPrizeDelivery(giveaway, round, delivery) {
            if (won == 0) wrong = "a delivery without a winner";
        } catch {
            if (won != 0) wrong = "a prize that cannot be delivered";
        }
    }

    function decide(uint256 which, uint32 round, uint256 passportId) private {
        bytes32 giveaway = giveaways[which];
        if (winner[giveaway][round] != 0) wrong = "a second winner";
        if (which == 1 && isVoid[round]) wrong = "a winner of a void round";
        if (time < start + round * EVERY + ACTIVE) wrong = "a winner before the close";
        winner[giveaway][round] = passportId;
        counted[giveaway][round] = hub.roundOf(giveaway, round).total;
        ++winners;
    }

    function record(bytes32 giveaway, IGiveaways.EntryChange memory done) private {
        uint32 round = uint32((time - start) / EVERY);
        if ((time - start) % EVERY >= ACTIVE || round >= ROUNDS) wrong = "a change while no round was open";
        if (done.passportId > PASSPORTS || done.amount == 0) wrong = "a change that should be refused";
        applied.push(done);
        ++changes;
        if (done.remove) {
            remove(giveaway, round, done.passportId, done.amount);
        } else {
            entries[giveaway][round][done.passportId] += done.amount;
            issued[giveaway][round] += done.amount;
            extend(giveaway, done.passportId, round, round, done.amount, false);
        }
    }

    /// From the open round, and where entries carry over from the rounds before it.
    function remove(bytes32 giveaway, uint32 open, uint256 passportId, uint32 amount) private {
        for (uint32 round = open;; round--) {
            uint32 held = entries[giveaway][round][passportId];
            uint32 taken = held < amount ? held : amount;
            if (taken != 0) {
                entries[giveaway][round][passportId] -= taken;
                removed[giveaway][round] += taken;
                extend(giveaway, passportId, open, round, taken, true);
                amount -= taken;
                for (uint32 closed = round; closed < open; closed++) {
                    if (winner[giveaway][closed] == 0) wrong = "a removal from an unsettled round";
                }
            }
            if (amount == 0) return;
            if (round == 0 || giveaway == giveaways[0]) break;
        }
        wrong = "a removal of more than there was";
    }

    function extend(bytes32 giveaway, uint256 passportId, uint32 open, uint32 round, uint32 amount, bool removes)
        private
    {
        history[giveaway] = keccak256(
            abi.encodePacked(history[giveaway], uint64(passportId), open, round, amount, removes)
        );
    }
}
