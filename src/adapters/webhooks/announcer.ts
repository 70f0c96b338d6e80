import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { startLoop } from '../../runtime/loop.ts';
import type { Ports } from '../ports/ports.ts';
import { announce } from '../../core/webhooks/announce/announce.ts';

const EVERY_MS = 1_000;
/** The pause after a while without news, unless a webhook follows the feed. */
const QUIET_MS = 3_000;
const LIVELY_MS = 10_000;
/** The pause while there is no webhook, or another instance has the lease. */
const IDLE_MS = 3_000;
const LEASE_MS = 10_000;
/** Rounds close by the clock alone, half a minute after their time at the earliest. */
const CLOCK_MS = 20_000;

interface AnnouncerParts extends Pick<Ports, 'feedMatches' | 'ids' | 'jobs' | 'readModel' | 'webhookQueue'> {
  readonly log: Pick<Logger, 'warn'>;
}

export interface Announcer {
  /** Announces that something changed; otherwise it is found within three seconds. */
  poke(): void;
  stop(): Promise<void>;
}

/** Polls for events to announce, on one instance at a time and only while there is a webhook. */
export function createAnnouncer({ log, ...ports }: AnnouncerParts): Announcer {
  const { webhookQueue } = ports;
  const owner = randomUUID();
  let restUntil = 0;
  let isBlind = false;
  let isFeedFollowed = false;
  let newsAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** The last search that found nothing more. */
  let announced: { readonly step: string; readonly at: number } | undefined;

  async function look(): Promise<void> {
    if (performance.now() < restUntil) return;
    lookedAt = performance.now();
    const signs = await webhookQueue.claim(owner, LEASE_MS);
    isFeedFollowed = signs?.isFeedFollowed === true;
    if (signs === undefined) {
      restUntil = performance.now() + IDLE_MS;
      return;
    }
    const isDue =
      signs.hasWork || signs.step !== announced?.step || performance.now() - announced.at > CLOCK_MS;
    if (!isDue) return;
    if (signs.hasWork) newsAt = performance.now();
    if (await announce(ports)) loop.poke();
    else announced = { step: signs.step, at: performance.now() };
  }

  const loop = startLoop(
    { everyMs: () => (isFeedFollowed || isLively() ? EVERY_MS : QUIET_MS) },
    async () => {
      try {
        await look();
        isBlind = false;
      } catch (error) {
        if (!isBlind) log.warn({ err: error }, 'polling for webhook events failed');
        isBlind = true;
      }
    },
  );
  function isLively(): boolean {
    return performance.now() - newsAt < LIVELY_MS;
  }

  return {
    poke() {
      newsAt = performance.now();
      if (newsAt - lookedAt >= EVERY_MS) loop.poke();
    },
    async stop() {
      await loop.stop();
      await webhookQueue.release(owner).catch(() => undefined);
    },
  };
}
