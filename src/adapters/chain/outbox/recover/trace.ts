import type { ChainCallKind } from '../../../../core/chain/chain-call.ts';
import type { OperationTrace, QueuedOperation } from '../../../ports/lane-store.ts';
import { digests } from '../../hub/digests.ts';

/** The events of calls without a key in the hub that concern a round: for its first place, and for a later one. */
const EVENTS: Readonly<Partial<Record<ChainCallKind, readonly string[]>>> = {
  'declare-winner': ['WinnerDeclared', 'PlaceDeclared'],
  'draw-winner': ['WinnerDrawn', 'PlaceDrawn'],
  'void-round': ['RoundVoided'],
  'confirm-receipt': ['ReceiptConfirmed', 'PlaceReceiptConfirmed'],
  'record-prize-delivery': ['PrizeDelivered', 'PlaceDelivered'],
};

/** What an operation leaves on the chain: one event of those that it may cause. */
export function toTraces({ id, opKey, call }: QueuedOperation): readonly OperationTrace[] {
  const trace = { id, opKey };
  if (call.kind === 'change-entries') return [{ ...trace, passportId: call.passportId }];
  if (call.kind === 'create-giveaway') {
    const giveaway = digests.giveawayKey(call.provider, call.options.externalId);
    return [{ ...trace, giveaway, event: 'GiveawayCreated' }];
  }
  const events = EVENTS[call.kind];
  if (events === undefined || !('round' in call)) return [trace];
  const { giveaway, round } = call;
  const place = 'place' in call ? call.place : undefined;
  const winner = call.kind === 'declare-winner' ? call.passportId : undefined;
  return events.map((event) => ({
    ...trace,
    giveaway,
    event,
    round,
    ...(place !== undefined && { place }),
    ...(winner !== undefined && { winner }),
  }));
}

/**
 * Whether the contracts carry a repetition of the operation out as a further change. It is made again only when no reorganisation
 * can bring its former transaction back.
 */
export function wouldRepeat({ call }: Pick<QueuedOperation, 'call'>): boolean {
  return call.kind === 'record-prize-delivery';
}

/** Whether the contracts carry the operation out once by its key; a repetition of any other is refused, or is a further change. */
export function hasKeyInHub({ call }: QueuedOperation): boolean {
  return (
    call.kind === 'change-entries' || call.kind.startsWith('provision-') || call.kind.startsWith('set-round-')
  );
}
