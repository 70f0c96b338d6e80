import { beforeAll, describe, expect, it } from '@jest/globals';
import { Interface } from 'ethers';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { seedOf, ticketOf } from '../../src/core/draws/draw.ts';
import { keccak256 } from '../../src/verification/abi/hex.ts';
import { historyHash } from '../../src/verification/abi/history.ts';
import { toChange, toCreation } from '../../src/verification/abi/events.ts';
import type { BuiltCode } from '../../src/verification/contracts/built-code.ts';
import {
  BEACON_CODE,
  DRAWS_CODE,
  HUB_CODE,
  PASSPORT_CODE,
  PRIZES_CODE,
} from '../../src/verification/contracts/built-contracts.ts';
import { readLogs, TOPICS } from '../../src/verification/node/logs.ts';
import { proveOnNode } from '../../src/verification/state/prove-on-node.ts';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import { verifyOnNodes } from '../../src/verification/verify-on-nodes.ts';
import { carriedOver, chain, useDrawnChain } from '../support/chain/drawn-chain.ts';
import type { Json } from '../support/http/http.ts';
import { queryChain, queryFor, verifyThrough, type Lie } from './lying-proxy.ts';

useDrawnChain();

const HUB = new Interface(giveawaysArtifact.abi);
const viewOf = (name: string) => HUB.getFunction(name)?.selector ?? '';

/** The block that both an honest source and the node name. */
let blockHash: string;
beforeAll(async () => {
  blockHash = (await queryChain('eth_getBlockByNumber', ['finalized', false])).hash;
});

const of =
  (method: string, change: (result: Json, params: Json[]) => Json, when = (_params: Json[]) => true): Lie =>
  (requested, params, result) =>
    requested === method && when(params) ? change(result, params) : result;
const flip = (hex: string, at = hex.length - 1) =>
  hex.slice(0, at) + (Number.parseInt(hex[at] ?? '0', 16) ^ 1).toString(16) + hex.slice(at + 1);
const flipWord = (word: number) => (data: string) => flip(data, 2 + word * 64 + 63);
const view = (name: string, word: number) =>
  of('eth_call', flipWord(word), ([{ data }]) => data.startsWith(viewOf(name)));
/** Changes the code of one contract, which is known by its length. */
const code = (change: (code: string) => string, { length }: BuiltCode): Lie =>
  of('eth_getCode', (result: string) => (result.length === 2 + 2 * length ? change(result) : result));

/** Flips the last digit of an immutable value at each of its places. */
const flipAt =
  (places: readonly number[] = []) =>
  (built: string) =>
    places.reduce((altered, place) => flip(altered, 2 + place * 2 + 63), built);
const flipPassport = flipAt(DRAWS_CODE.immutables['passport']);
const flipLists = flipAt(HUB_CODE.immutables['announcements']);

describe('a node that lies about the state', () => {
  it.each<[string, RegExp, () => Lie]>([
    ['the state of the round', /^round on chain: /m, () => view('roundOf', 0)],
    ['the opening', /^round on chain: /m, () => view('roundOf', 1)],
    ['the close', /^round on chain: /m, () => view('roundOf', 2)],
    ['the total', /^round on chain: /m, () => view('roundOf', 4)],
    ['the winner', /^round on chain: /m, () => view('roundOf', 5)],
    ['the history', /^history: /m, () => view('historyOf', 0)],
    ['the code of the hub', /^hub code: other code/m, () => code(flip, HUB_CODE)],
    ['the code of the module of draws', /^draws code: other code/m, () => code(flip, DRAWS_CODE)],
    ['the code of the module of prizes', /^prizes code: other code/m, () => code(flip, PRIZES_CODE)],
    ['a missing module', /^draws code: no code/m, () => code(() => '0x', DRAWS_CODE)],
    ['the passports of a module', /^draws passport: /m, () => code(flipPassport, DRAWS_CODE)],
    ['the lists of announcements', /^announcements: /m, () => code(flipLists, HUB_CODE)],
    ['the code of the beacon', /^beacon code: other code/m, () => code(flip, BEACON_CODE)],
    ['the code of the passports', /^passport code: other code/m, () => code(flip, PASSPORT_CODE)],
    ['a missing contract', /^hub code: no code/m, () => code(() => '0x', HUB_CODE)],
    ...Array.from({ length: 11 }, (_, word): [string, RegExp, () => Lie] => [
      `option ${word}`,
      /^options on chain: |^MALFORMED: /m,
      () => view('giveawayOf', word),
    ]),
  ])('is found out about %s', async (_case, expected, lie) => {
    const { verified, failed } = await verifyThrough([lie()]);
    expect(failed).toMatch(expected);
    expect(verified).toBe(false);
  });

  it('is found out about the chain by the passports, and by the ticket unless the other seed draws the same one', async () => {
    const honest = await verifyOnNodes({ ...queryFor(), nodes: [createHttpNode(chain.url)] });
    const { randomness, ticket, passportId, total } = honest.evidence.draw;
    const site = { chainId: 31_338n, hub: chain.hub, giveaway: carriedOver, round: 1 };
    const other = ticketOf(seedOf({ ...site, randomness }, keccak256), total);
    // Passport 1 has the tickets 0 to 2, passport 2 those to 11, passport 3 those to 15.
    const winner = other < 3 ? 1n : other < 12 ? 2n : 3n;
    const { verified, failed } = await verifyThrough([of('eth_chainId', () => '0x7a6a')]);
    expect(failed.split('\n')).toEqual([
      'passport chain: 31337',
      'passport constants: _cachedDomainSeparator, _cachedChainId.',
      ...(other === ticket ? [] : [`ticket: ${ticket}`]),
      ...(winner === passportId ? [] : [`winner: passport ${passportId}`]),
    ]);
    expect(verified).toBe(false);
  });

  it.each(Object.entries(PASSPORT_CODE.immutables))(
    'is found out about the immutable value %s of the passports',
    async (name, places) => {
      const { failed } = await verifyThrough([code(flipAt(places), PASSPORT_CODE)]);
      expect(failed.split('\n')).toContain(`passport constants: ${name}.`);
      const [first = 0] = places;
      const once = await verifyThrough([code((built) => flip(built, 2 + first * 2 + 63), PASSPORT_CODE)]);
      expect(once.failed).toMatch(
        places.length > 1 ? /^passport code: other code/m : /^passport constants: /m,
      );
    },
  );

  it('is named when another node tells the truth', async () => {
    for (const lies of [
      [undefined, view('roundOf', 5), undefined],
      [undefined, of('eth_getLogs', (logs: Json[]) => logs.slice(0, -1))],
      [undefined, of('eth_chainId', () => '0x1')],
      [undefined, of('eth_getBlockByNumber', () => null)],
    ]) {
      const { verified, failed } = await verifyThrough(lies);
      expect(failed).toMatch(/^nodes: .*node 2/m);
      expect(failed).not.toMatch(/^nodes: .*node [13] (?:fails|differs)/m);
      expect(verified).toBe(false);
    }
  });
});

describe('a proof in the state', () => {
  const prove = (lie?: Lie) => verifyThrough([lie], { prove: proveOnNode, blockHash });

  it('needs a block hash from two sources', async () => {
    expect(await prove()).toEqual({ verified: true, isProved: true, failed: '' });
    expect(await verifyThrough([undefined, undefined], { prove: proveOnNode })).toMatchObject({
      isProved: true,
    });
    const { verified, failed } = await verifyThrough([undefined], { prove: proveOnNode });
    expect(failed).toBe('block hash: 1 confirm it');
    expect(verified).toBe(false);
  });

  it('is not of a block that the node does not know', async () => {
    const { failed } = await verifyThrough([undefined], { prove: proveOnNode, blockHash: flip(blockHash) });
    expect(failed).toMatch(/^NODE_FAILED: node 1 does not have the block/);
  });

  it('does not hold with any altered field of the header', async () => {
    const block = await queryChain('eth_getBlockByHash', [blockHash, false]);
    const fields = ['parentHash', 'stateRoot', 'timestamp', 'extraData'];
    for (const field of fields) {
      const value = block[field] === '0x' ? '0x01' : flip(block[field]);
      const { verified, failed } = await prove(
        of('eth_getBlockByHash', (found) => ({ ...found, [field]: value })),
      );
      expect(failed).toMatch(/^headers: node 1 reports another header\.\nheader: /m);
      expect(verified).toBe(false);
    }
  });

  it('does not hold with any altered, dropped or foreign node of a proof', async () => {
    const unnoticed: string[] = [];
    const changes: Record<string, (proof: string[], index: number) => string[]> = {
      altered: (proof, index) => proof.with(index, flip(proof[index] ?? '', 20)),
      dropped: (proof, index) => proof.toSpliced(index, 1),
      foreign: (proof, index) => proof.with(index, proof[(index + 1) % proof.length] ?? '0x'),
    };
    const parts: Record<string, (response: Json, change: (proof: string[]) => string[]) => Json> = {
      account: (response, change) => ({ ...response, accountProof: change(response.accountProof) }),
      storage: (response, change) => ({
        ...response,
        storageProof: response.storageProof.map((slot: Json) => ({ ...slot, proof: change(slot.proof) })),
      }),
    };
    const isHub = ([address]: Json[]) => address === chain.hub.toLowerCase();
    async function findUnnoticed(name: string, alter: (index: number, response: Json) => Json) {
      const found: string[] = [];
      for (const index of [0, 1]) {
        const lie = of('eth_getProof', (response) => alter(index, response), isHub);
        const { verified, isProved, failed } = await prove(lie);
        if (verified || isProved || !/hub account|history proof/.test(failed))
          found.push(`${name} ${index}: ${failed}`);
      }
      return found;
    }
    for (const [part, alter] of Object.entries(parts))
      for (const [name, change] of Object.entries(changes))
        unnoticed.push(
          ...(await findUnnoticed(`${part}, ${name}`, (index, response) =>
            alter(response, (proof) => change(proof, index)),
          )),
        );
    expect(unnoticed).toEqual([]);
  });

  it('finds out a node whose logs, views and code agree on a false winner', async () => {
    const node = createHttpNode(chain.url);
    const { logs } = await readLogs(node, {
      hub: chain.hub,
      topics: [Object.values(TOPICS), [carriedOver]],
      fromBlock: 0,
      toBlock: Number(await queryChain('eth_blockNumber', [])),
    });
    const creation = toCreation(logs[0] as (typeof logs)[number]);
    const changes = logs.filter(({ event }) => event === 'EntriesChanged').map(toChange);
    // Every entry belongs to passport 9: whatever ticket is drawn, it wins.
    const false9 = changes.map((change) => ({ ...change, passportId: 9n }));
    const forged = historyHash(creation, false9);
    const nine = `0x${'0'.repeat(63)}9`;
    let leaf = 0;
    const held = new Map<string, number>();
    const forgeLog = (log: Json): Json => {
      if (log.topics[1] !== carriedOver || log.topics[0] === TOPICS.GiveawayCreated) return log;
      const topics = log.topics.with(3, nine);
      if (log.topics[0] !== TOPICS.EntriesChanged) return { ...log, topics };
      const parsed = HUB.parseLog(log);
      const values: Json[] = [...(parsed?.args ?? [])];
      const round = String(values[1]);
      const entries = (held.get(round) ?? 0) + Number(values[6]) * (values[5] ? -1 : 1);
      held.set(round, entries);
      leaf = 0;
      values[2] = 9n;
      [values[7], values[8], values[9]] = [entries, entries, leaf];
      return { ...log, ...HUB.encodeEventLog('EntriesChanged', values) };
    };
    const lie: Lie = (method, params, result) => {
      if (method === 'eth_getLogs') {
        held.clear();
        return result.map(forgeLog);
      }
      if (method !== 'eth_call') return result;
      if (params[0].data.startsWith(viewOf('historyOf'))) return forged;
      return params[0].data.startsWith(viewOf('roundOf'))
        ? result.slice(0, 2 + 5 * 64) + nine.slice(2) + result.slice(2 + 6 * 64)
        : result;
    };
    // A single node that invents everything is believed, as one that reports and proves nothing.
    expect(await verifyThrough([lie])).toEqual({ verified: true, isProved: false, failed: '' });
    const proved = await prove(lie);
    expect(proved).toMatchObject({ verified: false, isProved: false });
    expect(proved.failed).toMatch(
      /^outcome proof: passport [123] of 16 entries\n(?:.* receipt: .*\n)+history: /m,
    );
    expect((await verifyThrough([lie, undefined])).failed).toMatch(/^nodes: .*node [12] differs from/m);
  });
});
