import { element } from '../draws/element.ts';
import { field } from '../draws/fields.ts';
import type { VerifierTexts } from './languages.ts';

/** The draw that the reader names; what is left out comes from the proof file. */
export interface DrawValues {
  readonly chainId?: bigint;
  readonly hub?: string;
  readonly giveaway?: string;
  readonly round?: number;
  readonly firstBlock: number;
}

const KEY_DIGITS = 64;

/** The fields that name a draw. */
export function drawFields({ own }: VerifierTexts): {
  readonly shown: HTMLElement[];
  /** Those without which no draw is named. */
  readonly needed: readonly HTMLInputElement[];
  readonly values: () => DrawValues;
} {
  const [chain, hub, giveaway] = [element('input', ''), element('input', ''), element('input', '')];
  const [round, firstBlock] = [element('input', ''), element('input', '')];
  const code = { autocomplete: 'off', spellcheck: false } as const;
  const number = { ...code, inputMode: 'numeric', pattern: '[0-9]{1,15}' };
  const shown = [
    ...field(chain, 'chain', { label: own.chain }, number),
    ...field(hub, 'hub', { label: own.hub }, { ...code, pattern: '0x[0-9a-fA-F]{40}' }),
    ...field(giveaway, 'giveaway', { label: own.giveaway }, { ...code, pattern: '(0x|gwy_)[0-9a-fA-F]{64}' }),
    ...field(round, 'round', { label: own.round }, { ...number, pattern: '[0-9]{1,9}' }),
    ...field(firstBlock, 'first', { label: own.firstBlock, hint: own.firstBlockHint }, number),
  ];
  const values = () => ({
    ...(chain.value !== '' && { chainId: BigInt(chain.value) }),
    ...(hub.value !== '' && { hub: hub.value }),
    ...(giveaway.value !== '' && { giveaway: `0x${giveaway.value.slice(-KEY_DIGITS)}` }),
    ...(round.value !== '' && { round: Number(round.value) }),
    firstBlock: Number(firstBlock.value),
  });
  return { shown, needed: [chain, hub, giveaway, round], values };
}
