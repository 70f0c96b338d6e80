import type { ChainCallKind } from '../../../../core/chain/chain-call.ts';
import type { OperationTrace, QueuedOperation } from '../../../ports/lane-store.ts';
import { digests } from '../../hub/digests.ts';

/** The events of calls without a key in the hub that concern a round. */
const EVENTS: Readonly<Partial<Record<ChainCallKind, string>>> = {
  'declare-winner': 'WinnerDeclared',
  'draw-winner': 'WinnerDrawn',
  'void-round': 'RoundVoided',
  'confirm-receipt': 'ReceiptConfirmed',
  'record-prize-delivery': 'PrizeDelivered',
};

/** What an operation leaves on the chain. */
export function toTrace({ id, opKey, call }: QueuedOperation): OperationTrace {
  const trace = { id, opKey };
  if (call.kind === 'change-entries') return { ...trace, passportId: call.passportId };
  if (call.kind === 'create-giveaway') {
    const giveaway = digests.giveawayKey(call.provider, call.options.externalId);
    return { ...trace, giveaway, event: 'GiveawayCreated' };
  }
  const event = EVENTS[call.kind];
  if (event === undefined || !('round' in call)) return trace;
  return { ...trace, giveaway: call.giveaway, event, round: call.round };
}

/** Whether the contracts carry the operation out once by its key; a repetition of any other is refused, or is a further change. */
export function hasKeyInHub({ call }: QueuedOperation): boolean {
  return (
    call.kind === 'change-entries' || call.kind.startsWith('provision-') || call.kind.startsWith('set-round-')
  );
}
