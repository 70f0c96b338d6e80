import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import type { SigningProvider } from '../../support/chain/provider-chain.ts';
import { draft } from '../../support/listings.ts';
import type { LoadClient } from './client.ts';
import type { Ledger } from './ledger.ts';

/** Clients that publish, read, issue entries and draw winners all the time. */
export interface Load {
  start(): void;
  /** Lets each client finish what it has begun. */
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly client: LoadClient;
  readonly ledger: Ledger;
  readonly random: () => number;
  readonly publisherKey: string;
  readonly provider: SigningProvider;
  /** The open giveaway and the passport of the entries. */
  readonly giveawayId: string;
  readonly passportId: number;
}

const PUBLISHERS = 3;
const ISSUERS = 2;
const READERS = 2;
const PAUSE_MS = 40;
const DRAW_PAUSE_MS = 4_000;
/** From the end of a giveaway to the signature that decides it: the margin, and a period of the beacon. */
const DECIDED_AFTER_MS = 36_000;
/** Shorter than the time after which the client gives up. */
const SHORT_WAIT = { prefer: 'wait=3' };
const OPEN_FOR_SECONDS = 12;
/** An entry takes a few blocks. */
const MINED_WITHIN_SECONDS = 4;

export function createLoad(options: LoadOptions): Load {
  const { client, ledger, random, publisherKey, provider, giveawayId, passportId } = options;
  let ending = new AbortController();
  let running: readonly Promise<void>[] = [];

  async function publish(): Promise<void> {
    const sourceExternalId = `rehearsal-${randomUUID()}`;
    for (const title of ['First', 'Second']) {
      const change = ledger.begin({ kind: 'listing', id: sourceExternalId, title });
      const body = draft({ sourceExternalId, title });
      await client.change(change, 'POST', '/api/v1/giveaways', { key: publisherKey, body });
    }
  }

  const READS = [
    () => client.sendRequest('read', 'GET', '/feed.json'),
    () => graphql('{ feed(first: 5, filter: { includeEnded: true }) { nodes { id title platform } } }'),
    () =>
      graphql(
        `{ feed(first: 5, filter: { search: "seaside${Math.floor(random() * 50)}" }) { nodes { id } } }`,
      ),
    () =>
      graphql('{ giveaways(first: 5) { nodes { giveawayId rounds(first: 1) { nodes { entriesTotal } } } } }'),
    () =>
      client.sendRequest(
        'read',
        'GET',
        `/api/provider/integrations/passport-status?passportId=${passportId}`,
        {
          key: provider.secret,
        },
      ),
  ];

  async function read(): Promise<void> {
    await READS[Math.floor(random() * READS.length)]?.();
  }

  const graphql = (query: string) => client.sendRequest('read', 'POST', '/graphql', { body: { query } });

  function operate(change: ReturnType<Ledger['begin']>, endpoint: string, body: object) {
    const headers = { ...SHORT_WAIT, 'idempotency-key': `${change.kind}-${change.id}` };
    const path = `/api/provider/integrations/${endpoint}`;
    return client.change(change, 'POST', path, { key: provider.secret, headers, body });
  }

  async function issue(): Promise<void> {
    const change = ledger.begin({ kind: 'entries', id: randomUUID() });
    await operate(change, 'issue-entries', { giveawayId, passportId, amount: 1 });
  }

  const due: { readonly id: string; readonly at: number }[] = [];

  /** Opens a giveaway with one entry, and draws those whose beacon round is signed. */
  async function draw(): Promise<void> {
    const id = `drawn-${randomUUID()}`;
    const now = Math.floor(Date.now() / 1_000);
    const [startTime, endTime] = [now - 60, now + OPEN_FOR_SECONDS];
    const path = '/api/provider/integrations/';
    const request = (endpoint: string, body: object) =>
      client.sendRequest('giveaway', 'POST', `${path}${endpoint}`, {
        key: provider.secret,
        headers: SHORT_WAIT,
        body,
      });
    const created = await request('create-giveaway', {
      giveawayId: id,
      startTime,
      endTime,
      determinationType: 1,
    });
    const isOpen = Date.now() < (endTime - MINED_WITHIN_SECONDS) * 1_000;
    const entry = { giveawayId: id, passportId, amount: 1 };
    const issued = created && isOpen ? await request('issue-entries', entry) : undefined;
    if (issued?.body?.operation?.status === 'CONFIRMED')
      due.push({ id, at: endTime * 1_000 + DECIDED_AFTER_MS });
    while ((due[0]?.at ?? Infinity) < Date.now()) {
      const { id } = due.shift()!;
      await operate(ledger.begin({ kind: 'draw', id }), 'draw-winner', { giveawayId: id });
    }
    await after(DRAW_PAUSE_MS, undefined, { signal: ending.signal }).catch(() => undefined);
  }

  async function repeat(work: () => Promise<void>, pauseMs = PAUSE_MS): Promise<void> {
    const { signal } = ending;
    while (!signal.aborted) {
      await work();
      await after(pauseMs * (0.5 + random()));
    }
  }

  return {
    start() {
      ending = new AbortController();
      running = [
        ...Array.from({ length: PUBLISHERS }, () => repeat(publish)),
        ...Array.from({ length: READERS }, () => repeat(read)),
        ...Array.from({ length: ISSUERS }, () => repeat(issue)),
        repeat(draw),
      ];
    },
    async stop() {
      ending.abort();
      await Promise.all(running);
    },
  };
}
