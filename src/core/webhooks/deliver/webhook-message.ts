import { isRetryable, recommendedActionFor } from '../../errors.ts';
import { toErrorDetails } from '../../error-details.ts';
import { toFailure, toResult, toSummary } from '../../operations/operation-response.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ClosedRound, ClosingGiveaway, DecidedRound, VoidedRound } from './webhook-queue.ts';
import { toRoundId } from '../../rounds/round-id.ts';
import { closedState } from '../../rounds/round-state.ts';
import { closesAt, opensAt } from '../../rounds/schedule.ts';
import type { WebhookEventType } from '../webhook.ts';

/** The body of a message (Standard Webhooks 1.0, payload structure). */
export function toPayload(type: WebhookEventType, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

/**
 * The data of an operation's event: the operation as in the responses of interface B, with its error when it failed. `sequence`
 * counts the events of the operation from 1, so that a receiver knows the latest one.
 */
export function toOperationData(operation: Operation, sequence: number): object {
  return {
    sequence,
    operation: toSummary(operation),
    result: toResult(operation),
    endpoint: operation.request?.endpoint ?? null,
    ...(operation.status === 'FAILED' && { error: toErrorData(operation) }),
  };
}

function toErrorData(operation: Operation): object {
  const failure = toFailure(operation);
  const { code, reason, message } = failure;
  const details = toErrorDetails(failure);
  return {
    code,
    message,
    retryable: isRetryable(failure),
    recommendedAction: recommendedActionFor(failure),
    ...(reason && { reason }),
    ...(details && { details }),
  };
}

/** The data of a closed round's event; `entriesTotal` is the former name of `entriesCounted`. */
export function toClosedData(
  { giveawayId, externalId, schedule }: ClosingGiveaway,
  { index, entriesCounted, entriesIssued }: ClosedRound,
): object {
  const closes = closesAt(schedule, index);
  return {
    roundId: toRoundId(giveawayId, index),
    giveawayId: externalId,
    roundIndex: index,
    state: closedState(entriesCounted),
    opensAt: new Date(opensAt(schedule, index)).toISOString(),
    closesAt: closes === undefined ? null : new Date(closes).toISOString(),
    entriesCounted,
    entriesIssued,
    entriesTotal: entriesCounted,
  };
}

/** The data of the event of a round whose winner was drawn or declared; `place` is that of a winner after the first one. */
export function toDecidedData(round: DecidedRound): object {
  const { giveawayId, externalId, index, place, passportId, ownerWallet, decidedAt } = round;
  const { blockNumber, transactionHash } = round;
  return {
    roundId: toRoundId(giveawayId, index),
    giveawayId: externalId,
    roundIndex: index,
    ...(place > 0 && { place }),
    passportId,
    ownerWallet,
    decidedAt: decidedAt.toISOString(),
    blockNumber,
    transactionHash,
  };
}

/** The data of the event of a round that was marked void because its beacon stayed silent. */
export function toVoidedData(round: VoidedRound): object {
  const { giveawayId, externalId, index, voidedAt, blockNumber, transactionHash } = round;
  return {
    roundId: toRoundId(giveawayId, index),
    giveawayId: externalId,
    roundIndex: index,
    voidedAt: voidedAt.toISOString(),
    blockNumber,
    transactionHash,
  };
}
