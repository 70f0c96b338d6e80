import type { ChainCall, ChainCallKind } from './chain-call.ts';

/** The calls of which the last one counts: each sets a value anew, and the contracts do not compare it with the former one. */
export const SETTING_KINDS = [
  'set-round-metadata',
  'set-round-image',
  'record-prize-delivery',
  'set-provider-signer',
] as const satisfies readonly ChainCallKind[];

/**
 * Names the value that the call sets anew. Calls with the same name take effect in the order of acceptance, or not at all; undefined
 * for all others, which commute or which the contracts accept once.
 */
export function valueSetBy(call: ChainCall): string | undefined {
  switch (call.kind) {
    case 'set-round-metadata':
    case 'set-round-image':
    case 'record-prize-delivery':
      return `${call.kind} ${call.giveaway} ${call.round} ${call.place ?? 0}`;
    case 'set-provider-signer':
      return `${call.kind} ${call.provider} ${call.signer}`;
    default:
      return undefined;
  }
}
