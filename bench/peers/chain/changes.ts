import { id, Interface, ZeroAddress, ZeroHash } from 'ethers';
import type { Change } from '../../chain/sender.ts';

const CHANGE =
  'tuple(bytes32 opKey, uint256 passportId, uint32 amount, bool remove, uint16 reasonCode, bytes32 evidence, address expectedOwner)';

/** The part of the hub that the peers call. */
export const HUB = [
  `function changeEntries(bytes32 giveaway, ${CHANGE} change)`,
  `function changeEntriesBatch(bytes32 giveaway, ${CHANGE}[] changes) returns (bytes[] results)`,
  'event EntryChangeRejected(bytes32 indexed giveaway, bytes32 indexed opKey, bytes reason)',
];

export const hub = new Interface(HUB);

/** The arguments of one more entry. */
export function toEntryChange({ key, passport }: Change) {
  return {
    opKey: id(key),
    passportId: passport,
    amount: 1,
    remove: false,
    reasonCode: 0,
    evidence: ZeroHash,
    expectedOwner: ZeroAddress,
  };
}
