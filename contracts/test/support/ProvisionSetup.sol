// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "../../src/IGiveaways.sol";
import {GiveawaysSetup} from "./GiveawaysSetup.sol";
import {permitOf} from "./PassportMoves.sol";
import {vm} from "./Vm.sol";

/// Provisions for Ann, whose key signs permits, and for Ben.
abstract contract ProvisionSetup is GiveawaysSetup {
    uint256 private constant ANN_KEY = 0xA11;
    address internal constant BEN = address(0xB1);
    uint64 internal constant DEADLINE = START + DAY;

    address internal ann;

    function setUp() public virtual override {
        super.setUp();
        ann = vm.addr(ANN_KEY);
    }

    /// Expects that the item is refused with this error, alone and in a batch, and that its key stays unused.
    function refuses(IGiveaways.Provision memory item, bytes memory encodedError) internal {
        vm.expectRevert(encodedError);
        provision(item);

        IGiveaways.Provision[] memory items = new IGiveaways.Provision[](1);
        items[0] = item;
        vm.expectEmit(address(hub));
        emit IGiveaways.ProvisionRejected(PROVIDER, item.opKey, encodedError);
        vm.prank(SIGNER);
        bytes[] memory results = hub.provisionBatch(PROVIDER, items);
        vm.assertEq(results[0], encodedError);
        vm.assertFalse(hub.isUsed(PROVIDER, item.opKey), "a refused provision used its key");
    }

    function mintingForAnn() internal view returns (IGiveaways.Provision memory) {
        return minting("key", ann);
    }

    /// By Ann's permit.
    function moving(uint256 passportId, address to) internal view returns (IGiveaways.Provision memory item) {
        item.opKey = "key";
        item.passportId = passportId;
        item.from = ann;
        item.to = to;
        item.deadline = DEADLINE;
        item.signature = permit(passportId, to);
    }

    function entriesOf(bytes32 giveaway, uint32 amount)
        internal
        pure
        returns (IGiveaways.ProvisionedEntries memory entries)
    {
        return IGiveaways.ProvisionedEntries({giveaway: giveaway, amount: amount, reasonCode: 9, evidence: "proof"});
    }

    function permit(uint256 passportId, address to) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(ANN_KEY, permitOf(passport, address(hub), ann, to, passportId, DEADLINE));
        return abi.encodePacked(r, s, v);
    }
}
