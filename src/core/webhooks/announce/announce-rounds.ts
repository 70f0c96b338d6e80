import type { Ids } from '../../ids.ts';
import type {
  ChainPosition,
  ClosingGiveaway,
  DecidedRound,
  VoidedRound,
  WebhookEvent,
  WebhookQueue,
} from '../deliver/webhook-queue.ts';
import { toRoundId } from '../../rounds/round-id.ts';
import { closedRounds, closesAt } from '../../rounds/schedule.ts';
import { toClosedData, toDecidedData, toPayload, toVoidedData } from '../deliver/webhook-message.ts';

const MAX_BATCH = 100;

type AnnouncePorts = { ids: Ids; webhookQueue: WebhookQueue };

/** Creates events for rounds that closed by the chain's clock, and for decided and void rounds; true when there are more of them. */
export async function announceRounds(ports: AnnouncePorts): Promise<boolean> {
  const position = await ports.webhookQueue.position();
  if (position === undefined) return false;
  const hasMore = [
    await announceClosed(ports, position),
    await announceDecided(ports, position),
    await announceVoided(ports, position),
  ].includes(true);
  if (!hasMore) await ports.webhookQueue.advance(position);
  return hasMore;
}

async function announceClosed(
  { ids, webhookQueue }: AnnouncePorts,
  position: ChainPosition,
): Promise<boolean> {
  const closing = await webhookQueue.closing(position, MAX_BATCH);
  const giveaways = new Map(closing.map((giveaway) => [giveaway.giveawayId, giveaway]));
  if (giveaways.size === 0) return false;
  const rounds = [...giveaways.values()].flatMap(closedIn);
  const unannounced = await webhookQueue.unannouncedClosed(rounds);
  const events = unannounced.slice(0, MAX_BATCH).flatMap((round): WebhookEvent[] => {
    const { giveawayId, index } = round;
    const giveaway = giveaways.get(giveawayId);
    const closes = giveaway && closesAt(giveaway.schedule, index);
    if (giveaway === undefined || closes === undefined) return [];
    const type = 'round.closed';
    return [
      {
        id: ids.next('msg'),
        providerId: giveaway.providerId,
        type,
        subject: toRoundId(giveawayId, index),
        origin: '1',
        payload: toPayload(type, new Date(closes), toClosedData(giveaway, round)),
      },
    ];
  });
  if (events.length === 0) return false;
  await webhookQueue.save(events);
  return unannounced.length > MAX_BATCH || closing.length === MAX_BATCH;
}

function closedIn({ giveawayId, schedule, after, until }: ClosingGiveaway) {
  const first = closedRounds(schedule, after);
  const count = Math.max(0, closedRounds(schedule, until) - first);
  return Array.from({ length: count }, (_, offset) => ({ giveawayId, index: first + offset }));
}

async function announceDecided(
  { ids, webhookQueue }: AnnouncePorts,
  position: ChainPosition,
): Promise<boolean> {
  const rounds = await webhookQueue.unannouncedDecided(position, MAX_BATCH);
  if (rounds.length > 0) await webhookQueue.save(rounds.map((round) => toDecidedEvent(ids, round)));
  return rounds.length === MAX_BATCH;
}

function toDecidedEvent(ids: Ids, round: DecidedRound): WebhookEvent {
  const type = 'round.decided';
  return {
    id: ids.next('msg'),
    providerId: round.providerId,
    type,
    subject: toRoundId(round.giveawayId, round.index),
    // After a reorganisation the round may be decided again, which is a new event.
    origin: [round.transactionHash, round.passportId, ...(round.place === 0 ? [] : [round.place])].join(':'),
    payload: toPayload(type, round.decidedAt, toDecidedData(round)),
  };
}

async function announceVoided(
  { ids, webhookQueue }: AnnouncePorts,
  position: ChainPosition,
): Promise<boolean> {
  const rounds = await webhookQueue.unannouncedVoided(position, MAX_BATCH);
  if (rounds.length > 0) await webhookQueue.save(rounds.map((round) => toVoidedEvent(ids, round)));
  return rounds.length === MAX_BATCH;
}

function toVoidedEvent(ids: Ids, round: VoidedRound): WebhookEvent {
  const type = 'round.voided';
  return {
    id: ids.next('msg'),
    providerId: round.providerId,
    type,
    subject: toRoundId(round.giveawayId, round.index),
    origin: round.transactionHash,
    payload: toPayload(type, round.voidedAt, toVoidedData(round)),
  };
}
