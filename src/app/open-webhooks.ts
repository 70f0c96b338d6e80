import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { startLoop } from '../runtime/loop.ts';
import type { Uses } from '../core/ports.ts';
import { announce } from '../core/webhooks/announce/announce.ts';

const EVERY_MS = 1_000;
/** The pause while there is no webhook, or another instance has the lease. */
const IDLE_MS = 3_000;
const LEASE_MS = 10_000;

interface WebhooksParts extends Uses<'ids' | 'jobs' | 'webhookQueue'> {
  readonly log: Pick<Logger, 'warn'>;
}

/** Polls for events to announce, on one instance at a time and only while there is a webhook. */
export function openWebhooks({ log, ...ports }: WebhooksParts): { stop(): Promise<void> } {
  const { webhookQueue } = ports;
  const owner = randomUUID();
  let restUntil = 0;
  let isBlind = false;

  async function look(): Promise<void> {
    if (performance.now() < restUntil) return;
    if (!(await webhookQueue.claim(owner, LEASE_MS))) {
      restUntil = performance.now() + IDLE_MS;
      return;
    }
    if (await announce(ports)) loop.poke();
  }

  const loop = startLoop({ everyMs: EVERY_MS }, async () => {
    try {
      await look();
      isBlind = false;
    } catch (error) {
      if (!isBlind) log.warn({ err: error }, 'polling for webhook events failed');
      isBlind = true;
    }
  });
  return {
    async stop() {
      await loop.stop();
      await webhookQueue.release(owner).catch(() => undefined);
    },
  };
}
