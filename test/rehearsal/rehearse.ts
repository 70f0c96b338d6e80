import { setTimeout as after } from 'node:timers/promises';
import { createRandom } from '../support/faults/fault-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { sendAs, type SigningProvider } from '../support/chain/provider-chain.ts';
import type { Fault } from './faults/fault.ts';
import { createLoadClient } from './load/client.ts';
import { createLedger, type Attempt, type Ledger } from './load/ledger.ts';
import { createLoad, type Load } from './load/load.ts';
import { verify } from './load/verify.ts';
import { operatorClient } from './parts/gateways.ts';
import type { Outcome } from './report.ts';
import type { World } from './world.ts';

/** The clients of a rehearsal, and what they have done. */
export interface Cast {
  readonly ledger: Ledger;
  readonly load: Load;
  readonly provider: SigningProvider;
  /** Changes that are known to be lost, doubled or unanswered: each is told once. */
  readonly told: Set<string>;
}

const BEFORE_MS = 3_000;
/** Without a failure for so long, the service has recovered. */
const CALM_MS = 6_000;
const MOST_ALERT_MS = 130_000;
const RECOVERS_WITHIN_MS = 60_000;
const PASSES_WITHIN_MS = 60_000;
/** For the alerts of the fault before to end. */
const QUIET_WITHIN_MS = 30_000;

/** Creates a publisher, and a provider with an open giveaway and a passport. */
export async function castClients({ haproxy, secrets, chain }: World, seed: number): Promise<Cast> {
  const operator = operatorClient(haproxy.url, secrets);
  const publisherKey = await operator.createKey();
  const provider = await chain.enroll(operator);
  const request = sendAs(operator, provider.secret);
  const giveawayId = 'open';
  const startTime = Math.floor(Date.now() / 1_000) - 60;
  const created = await eventually(
    () => request('create-giveaway', { giveawayId, startTime, determinationType: 0 }),
    ({ status }) => status === 200,
    PASSES_WITHIN_MS,
  );
  const minted = await request('provision-entrant', { ownershipMode: 'managed_wallet' });
  const passportId: unknown = minted.body?.result?.passportId;
  if (typeof passportId !== 'number') throw new Error(`No passport: ${created.text} ${minted.text}`);
  const ledger = createLedger();
  const random = createRandom(seed);
  const client = createLoadClient(haproxy.url, ledger, random);
  const load = createLoad({ client, ledger, random, publisherKey, provider, giveawayId, passportId });
  return { ledger, load, provider, told: new Set() };
}

/** Lets one fault happen under load, and compares what the clients were answered with what is there. */
export async function rehearse(world: World, cast: Cast, fault: Fault, seconds: number): Promise<Outcome> {
  const { ledger, load, provider, told } = cast;
  await world.untilHealthy();
  await eventually(world.prometheus.firing, ({ length }) => length === 0, QUIET_WITHIN_MS);
  const first = ledger.attempts.length;
  load.start();
  await after(BEFORE_MS);
  const begunAt = Date.now();
  const end = await fault.begin(world);
  await lasts(world, fault, begunAt, seconds);
  const alerts = await world.prometheus.firedSince(begunAt);
  await end();
  const returnedAt = Date.now();
  await eventually(
    async () => Date.now() - Math.max(returnedAt, lastFailure(ledger.attempts, first)),
    (calm) => calm > CALM_MS,
    RECOVERS_WITHIN_MS,
  );
  await load.stop();
  await world.untilHealthy();
  const verdict = await verify({ ledger, databaseUrl: world.databaseUrl, chain: world.chain, provider });
  const isNews = (each: string) => !told.has(each);
  const news = {
    lost: verdict.lost.filter(isNews),
    doubled: verdict.doubled.filter(isNews),
    unanswered: verdict.unanswered.filter(isNews),
  };
  for (const each of Object.values(news).flat()) told.add(each);
  const from = fault.counted === 'from the fault' ? begunAt : returnedAt;
  return {
    fault,
    ...news,
    requests: ledger.attempts.length - first,
    failures: countFailures(ledger.attempts.slice(first)),
    recoverySeconds: Math.max(0, lastFailure(ledger.attempts, first) - from) / 1_000,
    alerts: new Map([...alerts].map(([name, ms]) => [name, ms / 1_000])),
  };
}

async function lasts(world: World, { alert }: Fault, begunAt: number, seconds: number): Promise<void> {
  if (alert === undefined) return after(seconds * 1_000);
  await eventually(
    async () => world.prometheus.firedSince(begunAt),
    (fired) => fired.has(alert),
    MOST_ALERT_MS,
  );
}

function lastFailure(attempts: readonly Attempt[], first: number): number {
  return attempts.findLast(({ failure }, index) => index >= first && failure !== undefined)?.endedAt ?? 0;
}

function countFailures(attempts: readonly Attempt[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { what, failure } of attempts) {
    if (failure === undefined) continue;
    const reason = `${what}: ${failure}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}
