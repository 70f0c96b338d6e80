import type { Ids } from '../../ids.ts';
import { isSettled } from '../../operations/operation.ts';
import { withCounts } from '../../operations/readable-operation.ts';
import type { ReadModelProgress } from '../../chain/read-model-progress.ts';
import type { ChangedOperation, WebhookEvent, WebhookQueue } from '../deliver/webhook-queue.ts';
import { toOperationData, toPayload } from '../deliver/webhook-message.ts';
import type { WebhookEventType } from '../webhook.ts';

const MAX_BATCH = 100;

/**
 * Creates events for the oldest changes of operations; true when there may be more changes. An operation has an event when
 * it gets its outcome, one when a reorganisation reverts the outcome, and one for its next outcome. A change whose event cannot be
 * made is given up, and its error thrown after the others are stored.
 */
export async function announceOperations({
  ids,
  readModel,
  webhookQueue,
}: {
  ids: Ids;
  readModel: ReadModelProgress;
  webhookQueue: WebhookQueue;
}): Promise<boolean> {
  const { places, operations: changes } = await webhookQueue.changes(MAX_BATCH);
  if (places.length === 0) return false;
  const failures: unknown[] = [];
  const operations = await Promise.all(
    changes.map(async (changed) => ({
      ...changed,
      operation: await withCounts({ readModel }, changed.operation),
    })),
  );
  const events = operations.flatMap((changed) => {
    try {
      return eventsOf(changed, ids);
    } catch (error) {
      failures.push(error);
      return [];
    }
  });
  await webhookQueue.save(events, places);
  if (failures.length > 0) throw new AggregateError(failures, 'Events of operations were given up.');
  return true;
}

function eventsOf(changed: ChangedOperation, ids: Ids): WebhookEvent[] {
  const { operation, providerId, times } = changed;
  return typesOf(changed).map((type, index) => {
    const sequence = times + index + 1;
    return {
      id: ids.next('msg'),
      providerId,
      type,
      subject: operation.id,
      origin: String(sequence),
      payload: toPayload(type, operation.updatedAt, toOperationData(operation, sequence)),
    };
  });
}

function typesOf({ operation, notified, hasFallenBack }: ChangedOperation): WebhookEventType[] {
  const hasOutcome = notified === 'operation.confirmed' || notified === 'operation.failed';
  if (!isSettled(operation)) return hasOutcome ? ['operation.reorged'] : [];
  const outcome = operation.status === 'FAILED' ? 'operation.failed' : 'operation.confirmed';
  if (!hasOutcome) return [outcome];
  return hasFallenBack || notified !== outcome ? ['operation.reorged', outcome] : [];
}
