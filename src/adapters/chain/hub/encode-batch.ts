import type { ChainCall } from '../../../core/chain/chain-call.ts';
import { hubInterface } from './hub-interface.ts';
import { toOpKey } from './op-key.ts';

type EntryChange = Extract<ChainCall, { kind: 'change-entries' }>;

// Written out word by word: the general encoder takes a hundred times as long for an item.
const ONE = hubInterface.getFunction('changeEntries')?.selector ?? '';
const MANY = hubInterface.getFunction('changeEntriesBatch')?.selector ?? '';
const WORD = 64;
const NOTHING = '0'.repeat(WORD);
// Where the array begins: behind the giveaway and this offset.
const OFFSET = toWord(64);

/** The calldata of one change's own transaction, 0x hex. */
export function encodeChange(opKey: string, call: EntryChange): string {
  return ONE + strip(call.giveaway) + toItem(opKey, call);
}

/** The calldata of one transaction for many changes of one giveaway's entries, 0x hex. */
export function encodeBatch(
  giveaway: string,
  changes: readonly { readonly id: string; readonly call: EntryChange }[],
): string {
  const items = changes.map((change) => toItem(toOpKey(change), change.call));
  return MANY + strip(giveaway) + OFFSET + toWord(changes.length) + items.join('');
}

/** The seven words of a change, as IGiveaways.EntryChange has them. */
function toItem(opKey: string, call: EntryChange): string {
  const { passportId, amount, remove, reasonCode, evidence, expectedOwner } = call;
  return (
    strip(opKey) +
    toWord(passportId) +
    toWord(amount) +
    toWord(remove ? 1 : 0) +
    toWord(reasonCode) +
    (evidence === null ? NOTHING : strip(evidence)) +
    (expectedOwner === null ? NOTHING : strip(expectedOwner))
  );
}

function toWord(number: number): string {
  return number.toString(16).padStart(WORD, '0');
}

/** Hexadecimal digits as a word; addresses stand at its end. */
function strip(hex: string): string {
  return hex.slice(2).toLowerCase().padStart(WORD, '0');
}
