import type { EntryChangeCall } from '../../../core/chain/chain-call.ts';
import { hubInterface } from './hub-interface.ts';
import { toHexWord, toWord, ZERO_WORD } from './words.ts';

// Encoded word by word: the general encoder takes a hundred times as long for an item.
const CHANGE_SELECTOR = hubInterface.getFunction('changeEntries')?.selector ?? '';
const BATCH_SELECTOR = hubInterface.getFunction('changeEntriesBatch')?.selector ?? '';
// The offset of the array: after the giveaway and this word.
const ARRAY_OFFSET = toWord(64);

/** The calldata of a transaction for one change, 0x hex. */
export function encodeChange(opKey: string, call: EntryChangeCall): string {
  return CHANGE_SELECTOR + toHexWord(call.giveaway) + toItem(opKey, call);
}

/** The calldata of one transaction for many changes of one giveaway's entries, 0x hex. */
export function encodeBatch(
  giveaway: string,
  changes: readonly { readonly opKey: string; readonly call: EntryChangeCall }[],
): string {
  const items = changes.map(({ opKey, call }) => toItem(opKey, call));
  return BATCH_SELECTOR + toHexWord(giveaway) + ARRAY_OFFSET + toWord(changes.length) + items.join('');
}

/** The seven words of IGiveaways.EntryChange. */
function toItem(opKey: string, call: EntryChangeCall): string {
  const { passportId, amount, remove, reasonCode, evidence, expectedOwner } = call;
  return (
    toHexWord(opKey) +
    toWord(passportId) +
    toWord(amount) +
    toWord(remove ? 1 : 0) +
    toWord(reasonCode) +
    (evidence === null ? ZERO_WORD : toHexWord(evidence)) +
    (expectedOwner === null ? ZERO_WORD : toHexWord(expectedOwner))
  );
}
