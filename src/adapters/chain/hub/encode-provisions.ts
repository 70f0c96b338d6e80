import type { Provision } from '../../../core/chain/chain-call.ts';
import { UNLIMITED_TRANSFERS } from '../../../core/chain/contracts.ts';
import { toHexWord, toWord, WORD, ZERO_WORD } from './words.ts';
import { hubInterface } from './hub-interface.ts';

// Encoded word by word: the general encoder takes a hundred times as long for an item.
const PROVISION_SELECTOR = hubInterface.getFunction('provision')?.selector ?? '';
const BATCH_SELECTOR = hubInterface.getFunction('provisionBatch')?.selector ?? '';
// The offset of the second argument: after the provider and this word.
const ARGUMENT_OFFSET = toWord(64);
/** The words of an item before its signature. */
const ITEM_WORDS = 11;
const WORD_BYTES = WORD / 2;

interface KeyedProvision {
  readonly opKey: string;
  readonly call: Provision;
}

/** The calldata of a transaction for one provision, 0x hex. */
export function encodeProvision(opKey: string, call: Provision): string {
  return PROVISION_SELECTOR + toHexWord(call.provider) + ARGUMENT_OFFSET + toItem({ opKey, call });
}

/** The calldata of one transaction for many provisions of a provider, 0x hex. */
export function encodeProvisions(provider: string, provisions: readonly KeyedProvision[]): string {
  const items = provisions.map(toItem);
  let next = items.length * WORD_BYTES;
  const offsets = items.map((item) => {
    const offset = toWord(next);
    next += item.length / 2;
    return offset;
  });
  return [
    BATCH_SELECTOR + toHexWord(provider) + ARGUMENT_OFFSET + toWord(items.length),
    ...offsets,
    ...items,
  ].join('');
}

/** The words of IGiveaways.Provision. A passport number of 0 mints; an empty signature uses the owner's approval. */
function toItem({ opKey, call }: KeyedProvision): string {
  const isMint = call.kind === 'provision-mint';
  const { to, entries } = call;
  const signature = (isMint ? null : call.signature)?.slice(2).toLowerCase() ?? '';
  return [
    toHexWord(opKey),
    isMint ? ZERO_WORD : toWord(call.passportId),
    isMint ? ZERO_WORD : toHexWord(call.from),
    toHexWord(to),
    isMint ? toWord(call.maxTransfers ?? UNLIMITED_TRANSFERS) : ZERO_WORD,
    isMint ? ZERO_WORD : toWord(call.deadline),
    toWord(ITEM_WORDS * WORD_BYTES),
    entries === null ? ZERO_WORD : toHexWord(entries.giveaway),
    toWord(entries?.amount ?? 0),
    toWord(entries?.reasonCode ?? 0),
    entries?.evidence == null ? ZERO_WORD : toHexWord(entries.evidence),
    toWord(signature.length / 2),
    signature.padEnd(Math.ceil(signature.length / WORD) * WORD, '0'),
  ].join('');
}
