import { withDatabase } from '../../harness/servers/database.ts';
import { createPublisherKey, operatorToken, startProduct } from '../../harness/servers/product.ts';
import type { Row } from '../../harness/row.ts';
import { ensureScale, SCALES, type Scale } from '../../seed/scale.ts';
import { createScaleRequests, type ScaleRequest } from './scale-requests.ts';

const REQUESTS_A_KIND = Number(process.env['BENCH_SCALE_REQUESTS'] ?? 100);
const WARM_UP = 5;
const MAX_P99_MS = 50;
const MAX_GROWTH = 1.5;

interface KindResult {
  readonly kind: string;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Every kind of read at full size and at a hundredth of it, one uncached request at a time. */
export const scaleReads: Row = {
  number: 14,
  title: 'reads of a large database: feed, own listings, audit log, giveaways, rounds, entries',
  async run(_settings, log) {
    const full = sizeOf(SCALES.full);
    const small = await measure('scale_small', SCALES.small, log);
    const large = await measure('scale', full, log);
    const kinds = large.kinds.map((kind, index) => ({
      ...kind,
      growth: kind.p99Ms / (small.kinds[index]?.p99Ms ?? Number.NaN),
      small: small.kinds[index],
    }));
    const growth = large.overall.p99Ms / small.overall.p99Ms;
    const isHeld = large.overall.p99Ms <= MAX_P99_MS && growth <= MAX_GROWTH;
    return {
      facts: {
        full,
        small: SCALES.small,
        requestsAKind: REQUESTS_A_KIND,
        kinds,
        overall: large.overall,
        overallSmall: small.overall,
        growth,
        isHeld,
      },
      table: [
        ['read', 'median ms', 'p99 ms', 'p99 ms at 100 k', 'growth'],
        ...kinds.map(({ kind, medianMs, p99Ms, growth: times, small: beside }) => [
          kind,
          medianMs.toFixed(1),
          p99Ms.toFixed(1),
          (beside?.p99Ms ?? Number.NaN).toFixed(1),
          times.toFixed(2),
        ]),
      ],
      remarks: [
        `all: p99 ${large.overall.p99Ms.toFixed(1)} ms (must: at most ${MAX_P99_MS}), ${growth.toFixed(2)} × that of the small one (must: at most ${MAX_GROWTH}): ${isHeld ? 'held' : 'MISSED'}`,
      ],
    };
  },
};

/** The size as a share of the full size, from BENCH_SCALE. */
function sizeOf({ listings, entries, auditEntries }: Scale): Scale {
  const share = Number(process.env['BENCH_SCALE'] ?? 1);
  return { listings: listings * share, entries: entries * share, auditEntries: auditEntries * share };
}

async function measure(name: string, scale: Scale, log: (message: string) => void) {
  const url = await ensureScale(name, scale, log);
  const server = await startProduct({ DATABASE_URL: url });
  try {
    const key = await createPublisherKey(server);
    // The key of the publisher that owns a tenth of all listings.
    await withDatabase(
      (client) => client.query(`update api_key set publisher_id = 'pub_' || repeat('0', 32)`),
      url,
    );
    const requests = await createScaleRequests(url, scale, { key, operator: operatorToken() });
    const all: number[] = [];
    const kinds: KindResult[] = [];
    for (const { kind, create } of requests) {
      const times: number[] = [];
      for (let index = 0; index < REQUESTS_A_KIND + WARM_UP; index += 1) {
        const ms = await timeOf(server.port, create(index));
        if (index >= WARM_UP) times.push(ms);
      }
      all.push(...times);
      kinds.push({ kind, medianMs: quantile(times, 0.5), p99Ms: quantile(times, 0.99) });
      log(`${name}: ${kind} ${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)} ms`);
    }
    return { kinds, overall: { medianMs: quantile(all, 0.5), p99Ms: quantile(all, 0.99) } };
  } finally {
    await server.stop();
  }
}

async function timeOf(port: number, { query, variables, credential }: ScaleRequest): Promise<number> {
  const body = JSON.stringify({ query, variables });
  const headers = {
    'content-type': 'application/json',
    ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
  };
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body });
  const reply = (await response.json()) as { readonly errors?: unknown };
  const ms = performance.now() - start;
  if (reply.errors !== undefined)
    throw new Error(`The product refused ${body}: ${JSON.stringify(reply.errors)}`);
  return ms;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
