import type { ChainCall } from '../../core/operations/chain-call.ts';
import { hubInterface, toOpKey } from './hub-calls.ts';

type EntryChange = Extract<ChainCall, { kind: 'change-entries' }>;

const SELECTOR = hubInterface.getFunction('changeEntriesBatch')?.selector ?? '';
const WORD = 64;
const NOTHING = '0'.repeat(WORD);
// Where the array begins: behind the giveaway and this offset.
const OFFSET = toWord(64);

/**
 * The calldata of one transaction for many changes of one giveaway's entries, 0x hex. Written out word by word, since every
 * item is seven static words and the general encoder takes a hundred times as long for it.
 */
export function encodeBatch(
  giveaway: string,
  changes: readonly { readonly id: string; readonly call: EntryChange }[],
): string {
  const items = changes.map(({ id, call }) => {
    const { passportId, amount, remove, reasonCode, evidence, expectedOwner } = call;
    return (
      strip(toOpKey(id)) +
      toWord(passportId) +
      toWord(amount) +
      toWord(remove ? 1 : 0) +
      toWord(reasonCode) +
      (evidence === null ? NOTHING : strip(evidence)) +
      (expectedOwner === null ? NOTHING : strip(expectedOwner))
    );
  });
  return SELECTOR + strip(giveaway) + OFFSET + toWord(changes.length) + items.join('');
}

function toWord(number: number): string {
  return number.toString(16).padStart(WORD, '0');
}

/** Hexadecimal digits as a word; addresses stand at its end. */
function strip(hex: string): string {
  return hex.slice(2).toLowerCase().padStart(WORD, '0');
}
