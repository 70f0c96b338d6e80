import type { ChainCall } from '../../../core/chain/chain-call.ts';
import { hubInterface } from './hub-interface.ts';

type EntryChange = Extract<ChainCall, { kind: 'change-entries' }>;

// Encoded word by word: the general encoder takes a hundred times as long for an item.
const CHANGE_SELECTOR = hubInterface.getFunction('changeEntries')?.selector ?? '';
const BATCH_SELECTOR = hubInterface.getFunction('changeEntriesBatch')?.selector ?? '';
const WORD = 64;
const ZERO_WORD = '0'.repeat(WORD);
// The offset of the array: after the giveaway and this word.
const ARRAY_OFFSET = toWord(64);

/** The calldata of a transaction for one change, 0x hex. */
export function encodeChange(opKey: string, call: EntryChange): string {
  return CHANGE_SELECTOR + toHexWord(call.giveaway) + toItem(opKey, call);
}

/** The calldata of one transaction for many changes of one giveaway's entries, 0x hex. */
export function encodeBatch(
  giveaway: string,
  changes: readonly { readonly opKey: string; readonly call: EntryChange }[],
): string {
  const items = changes.map(({ opKey, call }) => toItem(opKey, call));
  return BATCH_SELECTOR + toHexWord(giveaway) + ARRAY_OFFSET + toWord(changes.length) + items.join('');
}

/** The seven words of IGiveaways.EntryChange. */
function toItem(opKey: string, call: EntryChange): string {
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

function toWord(number: number): string {
  return number.toString(16).padStart(WORD, '0');
}

/** Hexadecimal digits, left-padded to a word. */
function toHexWord(hex: string): string {
  return hex.slice(2).toLowerCase().padStart(WORD, '0');
}
