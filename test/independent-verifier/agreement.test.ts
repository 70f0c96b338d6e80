import { beforeAll, describe, expect, it } from '@jest/globals';
import { toPublicKey } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { QUICKNET } from '../../src/core/draws/quicknet.ts';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import { readProofDocument, toProofDocument } from '../../src/verification/proof-document.ts';
import { proveOnNode } from '../../src/verification/state/prove-on-node.ts';
import { VerificationError } from '../../src/verification/verification-error.ts';
import { verifyOnNodes } from '../../src/verification/verify-on-nodes.ts';
import { verifyProof } from '../../src/verification/verify-proof.ts';
import { startTestChain } from '../support/chain/anvil.ts';
import { SECRET } from '../support/chain/drawn-chain.ts';
import type { Json } from '../support/http/http.ts';
import { drawMany, DRAWS, type MadeDraw } from './many-draws.ts';
import { slotsOf, verifyDocument, verifyLogs, type RawLog, type Reported } from './verify.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const BEACON = { key: toPublicKey(SECRET), genesis: 1_600_000_000, period: 3 };
const EXPECTED = { ...QUICKNET, publicKey: BEACON.key, genesis: BEACON.genesis, leastMargin: 60 };

const chain = sharedByTests(() => startTestChain({ flags: ['--slots-in-an-epoch', '1'] }));
let hub: string;
let draws: readonly MadeDraw[];
let blockHash: string;
beforeAll(async () => {
  hub = chain.hub.toLowerCase();
  draws = await drawMany(chain);
  const final = await query('eth_getBlockByNumber', ['finalized', false]);
  blockHash = final.hash;
  hashes.set(Number(final.number), final.hash);
});

const query = (method: string, params: readonly unknown[]) => chain.rpc.call(method, params) as Promise<Json>;
const questionOf = (draw: MadeDraw) => ({
  ...draw,
  hub,
  fromBlock: 0,
  nodes: [createHttpNode(chain.url)],
  expected: EXPECTED,
});

/** The document of the product's proof, and the winner that the product names. */
async function proveByProduct(draw: MadeDraw) {
  const verification = await verifyOnNodes({ ...questionOf(draw), blockHash, prove: proveOnNode });
  const { verdict, isProved, evidence, state, times } = verification;
  if (state === undefined || times === undefined) throw new Error('A proof is expected.');
  const { passportId: winner, ticket } = evidence.draw;
  const text = JSON.stringify(toProofDocument({ ...verification, state, times }));
  await readHashes(text);
  return {
    text,
    result: { verified: verdict === 'verified' && isProved, winner, ticket },
  };
}

/** The proof of a draw with two places after the first one or more. */
async function findSeveralPlaces(): Promise<{ readonly text: string; readonly places: Json }> {
  for (const draw of draws) {
    const { text } = await proveByProduct(draw);
    const { places } = JSON.parse(text);
    if (places?.drawn.length > 1) return { text, places };
  }
  throw new Error('No round has three places.');
}

/** Draws that are verified at the same time, so that node and verifiers both work. */
const AT_ONCE = 10;
const hashes = new Map<number, string>();

/** The hashes of the blocks that a document names, from the node. */
async function readHashes(text: string): Promise<void> {
  const { creation, draw, changes } = JSON.parse(text);
  for (const block of [creation.blockNumber, draw.blockNumber, ...changes.map((change: Json) => change[9])])
    if (!hashes.has(block)) {
      const { hash } = await query('eth_getBlockByNumber', [`0x${block.toString(16)}`, false]);
      hashes.set(block, hash);
    }
}

const verifyOwn = (text: string) => verifyDocument(text, (block) => hashes.get(block), BEACON);

/** What a node says about a draw, without anything of the product. */
async function readRaw({ giveaway, round }: MadeDraw, code: Reported['codes']): Promise<Reported> {
  const slots = slotsOf(giveaway, round);
  const filter = { address: hub, topics: [null, giveaway], fromBlock: '0x0', toBlock: 'latest' };
  const logs: RawLog[] = await query('eth_getLogs', [filter]);
  return {
    chainId: BigInt(await query('eth_chainId', [])),
    hub,
    giveaway,
    round,
    logs,
    codes: code,
    history: await query('eth_getStorageAt', [hub, slots.history, 'latest']),
    outcome: await query('eth_getStorageAt', [hub, slots.outcome, 'latest']),
    birth: (birth ??= await readBirth()),
  };
}

let birth: string | undefined;

/** The data of the call that created the hub: those of the transaction of its first event. */
async function readBirth(): Promise<string> {
  const logs = await query('eth_getLogs', [{ address: hub, fromBlock: '0x0', toBlock: '0x80' }]);
  return (await query('eth_getTransactionByHash', [logs[0].transactionHash])).input;
}

describe('a verifier written from docs/draws.md alone', () => {
  it(`agrees with the product on ${DRAWS} draws, with a proof and without`, async () => {
    expect(draws).toHaveLength(DRAWS);
    const winners = new Set<bigint>();
    const compareDraw = async (draw: MadeDraw) => {
      const { text, result } = await proveByProduct(draw);
      expect(result.verified).toBe(true);
      expect(verifyOwn(text)).toEqual(result);
      const reported = await verifyOnNodes(questionOf(draw));
      const { passportId: winner, ticket } = reported.evidence.draw;
      const verified = reported.verdict === 'verified';
      const raw = await readRaw(draw, JSON.parse(text).code);
      expect(verifyLogs(raw, BEACON)).toEqual({ verified, winner, ticket });
      winners.add(winner);
    };
    for (let start = 0; start < draws.length; start += AT_ONCE)
      await Promise.all(draws.slice(start, start + AT_ONCE).map(compareDraw));
    expect(winners.size).toBeGreaterThan(5);
  }, 600_000);

  it('refuses what the product refuses: each altered part of a proof', async () => {
    const { text } = await proveByProduct(draws[1] as MadeDraw);
    const document = JSON.parse(text);
    const accepted: string[] = [];
    for (const [place, altered] of alterations(document)) {
      const changed = JSON.stringify(altered);
      const own = verifyOwn(changed).verified;
      const product = await verifiesByProduct(changed);
      if (own || product)
        accepted.push(`${place}: ${own ? 'accepted here' : ''} ${product ? 'by product' : ''}`);
    }
    expect(accepted).toEqual([]);
    const other = `0x${'1'.repeat(64)}`;
    expect(verifyDocument(text, () => other, BEACON)).toMatchObject({
      failed: 'the hash of the block differs.',
    });
    expect(await verifiesByProduct(text, other)).toBe(false);
    expect(await verifiesByProduct(text)).toBe(true);
  });

  it('refuses altered places', async () => {
    const { text, places } = await findSeveralPlaces();
    const forged = [
      undefined,
      { ...places, winners: places.winners + 1 },
      { ...places, alternates: places.alternates + 1 },
      { ...places, drawn: places.drawn.slice(1) },
      { ...places, drawn: places.drawn.slice(0, -1) },
      { ...places, drawn: [...places.drawn, places.drawn.at(-1)] },
      ...places.drawn.flatMap((place: Json[], index: number) =>
        place.map((value, column) => {
          const altered = typeof value === 'number' ? value + 1 : String(BigInt(value) + 1n);
          return { ...places, drawn: places.drawn.with(index, place.with(column, altered)) };
        }),
      ),
    ].map((altered) => JSON.stringify({ ...JSON.parse(text), places: altered }));
    expect(forged.filter((document) => verifyOwn(document).verified)).toEqual([]);
    const accepted = await Promise.all(forged.map((document) => verifiesByProduct(document)));
    expect(accepted).not.toContain(true);
    expect(verifyOwn(text).verified && (await verifiesByProduct(text))).toBe(true);
  });

  it('refuses altered logs', async () => {
    const draw = draws[3] as MadeDraw;
    const { text } = await proveByProduct(draw);
    const raw = await readRaw(draw, JSON.parse(text).code);
    const accepted = raw.logs.flatMap((log, index) => {
      const forged = [
        raw.logs.toSpliced(index, 1),
        raw.logs.toSpliced(index, 0, log),
        raw.logs.with(index, { ...log, topics: log.topics.with(3, flip(log.topics[3] as string)) }),
        // The amount of a change, the start of a giveaway, the beacon round of a draw.
        raw.logs.with(index, { ...log, data: flipWord(log.data, { 0: 2, 1: 3, 2: 1 }[kindOf(log)] ?? 1) }),
      ];
      return forged.flatMap((logs, way) =>
        verifyLogs({ ...raw, logs }, BEACON).verified && !isHarmless(log, way) ? [`${index}, ${way}`] : [],
      );
    });
    expect(verifyLogs(raw, BEACON).verified).toBe(true);
    expect(accepted).toEqual([]);

    function kindOf({ topics }: RawLog): number {
      return [raw.logs[0]?.topics[0], raw.logs[1]?.topics[0]].indexOf(topics[0]) === -1
        ? 2
        : topics[0] === raw.logs[0]?.topics[0]
          ? 0
          : 1;
    }
    /** The signer of the creation is no part of a draw, nor is the draw of another round. */
    function isHarmless(log: RawLog, way: number): boolean {
      if (kindOf(log) === 0) return way === 2;
      return kindOf(log) === 2 && Number(log.topics[2]) !== draw.round;
    }
  });
});

async function verifiesByProduct(text: string, hash = blockHash): Promise<boolean> {
  try {
    const nodes = [createHttpNode(chain.url)];
    const parts = readProofDocument(text);
    const { verdict } = await verifyProof(parts, { nodes, expected: EXPECTED, blockHash: hash });
    return verdict === 'verified';
  } catch (error) {
    if (error instanceof VerificationError) return false;
    throw error;
  }
}

/** Each value that the verdict depends on, altered, in a copy of a document. */
function* alterations(document: Json): Generator<readonly [string, Json]> {
  const alter = (value: Json): Json => {
    if (typeof value === 'number') return value + 1;
    return value.startsWith('0x') ? flip(value) : String(BigInt(value) + 1n);
  };
  const copy = () => structuredClone(document);
  for (const key of ['chainId', 'hub', 'giveaway', 'round', 'birth'])
    yield [key, { ...document, [key]: alter(document[key]) }];
  for (const part of ['creation', 'draw', 'code', 'state'])
    for (const [key, value] of Object.entries<Json>(document[part])) {
      // These say where to look, and no step of a proof reads them.
      if (['draw.round', 'draw.blockHash', 'draw.transactionHash'].includes(`${part}.${key}`)) continue;
      if (key === 'logIndex') continue;
      const variants = Array.isArray(value)
        ? value.map((node, index) => value.with(index, alter(node)))
        : [alter(value)];
      for (const [index, variant] of variants.entries())
        yield [`${part}.${key} ${index}`, { ...document, [part]: { ...document[part], [key]: variant } }];
    }
  for (const event of ['creation', 'lastChange', 'draw'])
    for (const key of ['header', 'receipt']) {
      const changed = copy();
      if (key === 'header') changed.times[event].header = alter(changed.times[event].header);
      else changed.times[event].receipt[0] = alter(changed.times[event].receipt[0]);
      yield [`times.${event}.${key}`, changed];
    }
  for (const index of [0, document.changes.length - 1])
    for (const column of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const changed = copy();
      changed.changes[index][column] =
        column === 3 ? 1 - changed.changes[index][3] : alter(changed.changes[index][column]);
      yield [`changes ${index}, ${column}`, changed];
    }
}

function flip(hex: string): string {
  return hex.slice(0, -1) + (Number.parseInt(hex.slice(-1), 16) ^ 1).toString(16);
}

function flipWord(data: string, index: number): string {
  const end = 2 + (index + 1) * 64;
  return flip(data.slice(0, end)) + data.slice(end);
}
