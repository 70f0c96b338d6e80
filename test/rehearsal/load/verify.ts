import { Client } from 'pg';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import { hubInterface } from '../../../src/adapters/chain/hub/hub-interface.ts';
import type { ProviderChain, SigningProvider } from '../../support/chain/provider-chain.ts';
import { eventually } from '../../support/eventually.ts';
import type { Change, Ledger } from './ledger.ts';

/** What became of the changes, read from the database and from the chain, not from the service. */
export interface Verdict {
  /** Answered changes that are not there. */
  readonly lost: readonly string[];
  /** Changes that took effect twice. */
  readonly doubled: readonly string[];
  /** Changes that were never answered, although their client repeated them. */
  readonly unanswered: readonly string[];
}

interface VerifyOptions {
  readonly ledger: Ledger;
  readonly databaseUrl: string;
  readonly chain: ProviderChain;
  readonly provider: SigningProvider;
}

const SETTLED_WITHIN_MS = 60_000;

/** Waits until no operation is under way, and compares. Throws when the database cannot be read. */
export async function verify(options: VerifyOptions): Promise<Verdict> {
  const { ledger, databaseUrl } = options;
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await eventually(
      async () => (await client.query(UNSETTLED)).rowCount,
      (count) => count === 0,
      SETTLED_WITHIN_MS,
    );
    const listings = await verifyListings(client, of(ledger, 'listing'));
    const operations = await verifyOperations(client, options);
    return {
      lost: [...listings.lost, ...operations.lost],
      doubled: [...listings.doubled, ...operations.doubled],
      unanswered: ledger.changes
        .filter(({ isAnswered }) => !isAnswered)
        .map(({ kind, id }) => `${kind} ${id}`),
    };
  } finally {
    await client.end();
  }
}

const UNSETTLED = `select from operation o left join chain_transaction t on t.id = o.transaction_id
  where o.error is null and coalesce(t.state, '') not in ('CONFIRMED', 'FINALIZED') limit 1`;
const LISTINGS = `select source_external_id as id, count(*)::integer as count, min(title) as title
  from listing where source_external_id like 'rehearsal-%' group by 1`;
const OPERATIONS = 'select id, op_key as key from operation where id = any($1)';

const of = (ledger: Ledger, kind: Change['kind']) => ledger.changes.filter((change) => change.kind === kind);

type Found = Pick<Verdict, 'lost' | 'doubled'>;

/** Each listing has the title of the last answered change. */
async function verifyListings(client: Client, changes: readonly Change[]): Promise<Found> {
  const { rows } = await client.query<{ id: string; count: number; title: string }>(LISTINGS);
  const stored = new Map(rows.map((row) => [row.id, row]));
  const last = new Map(changes.map((change) => [change.id, change]));
  const lost = [...last.values()].filter(
    ({ id, title, isAnswered }) => isAnswered && stored.get(id)?.title !== title,
  );
  return {
    lost: lost.map(({ id, title }) => `listing ${id} ${title}: ${stored.get(id)?.title ?? 'none'}`),
    doubled: rows.filter(({ count }) => count > 1).map(({ id }) => `listing ${id}`),
  };
}

/** Each answered operation has happened once on the chain. */
async function verifyOperations(client: Client, { ledger, chain, provider }: VerifyOptions): Promise<Found> {
  const [entries, draws] = [of(ledger, 'entries'), of(ledger, 'draw')];
  const ids = [...entries, ...draws].flatMap(({ operations }) => [...operations]);
  const { rows } = await client.query<{ id: string; key: string }>(OPERATIONS, [ids]);
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  const [issued, drawn] = await Promise.all([
    countBy(chain, 'EntriesChanged', ({ data }) => data.slice(0, 66)),
    countBy(chain, 'WinnerDrawn', ({ topics }) => topics[1] ?? ''),
  ]);
  const effectsOf = ({ kind, id, operations }: Change): number =>
    kind === 'draw'
      ? (drawn.get(digests.giveawayKey(provider.provider.chainKey, id)) ?? 0)
      : [...operations].reduce((sum, each) => sum + (issued.get(keys.get(each) ?? '') ?? 0), 0);
  const all = [...entries, ...draws];
  const name = ({ kind, id, operations }: Change) => `${kind} ${id} ${[...operations].join(' ')}`;
  return {
    lost: all.filter((change) => change.isAnswered && effectsOf(change) === 0).map(name),
    doubled: all.filter((change) => effectsOf(change) > 1 || change.operations.size > 1).map(name),
  };
}

interface Log {
  readonly topics: readonly string[];
  readonly data: string;
}

/** How many events of this name have each key. */
async function countBy(
  { contracts: { rpc, deployment } }: ProviderChain,
  event: string,
  keyOf: (log: Log) => string,
): Promise<ReadonlyMap<string, number>> {
  const filter = {
    address: deployment.hub,
    fromBlock: '0x0',
    toBlock: 'latest',
    topics: [hubInterface.getEvent(event)?.topicHash],
  };
  const logs = (await rpc.call('eth_getLogs', [filter])) as readonly Log[];
  const counts = new Map<string, number>();
  for (const log of logs) counts.set(keyOf(log), (counts.get(keyOf(log)) ?? 0) + 1);
  return counts;
}
