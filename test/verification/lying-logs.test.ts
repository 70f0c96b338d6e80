import { beforeAll, describe, expect, it } from '@jest/globals';
import { TOPICS } from '../../src/verification/node/logs.ts';
import { carriedOver, useDrawnChain } from '../support/chain/drawn-chain.ts';
import type { Json } from '../support/http/http.ts';
import { queryChain, verifyThrough, type Lie } from './lying-proxy.ts';

useDrawnChain();

let logs: Json[];
beforeAll(async () => {
  const topics = [null, carriedOver];
  const all: Json[] = await queryChain('eth_getLogs', [{ topics, fromBlock: '0x0', toBlock: 'latest' }]);
  logs = all.filter(({ topics }) => Object.values(TOPICS).includes(topics[0]));
});

/** Changes the logs of the giveaway, not those that twins are looked for in. */
const ofLogs =
  (change: (logs: Json[]) => Json[]): Lie =>
  (method, [filter], result) =>
    method === 'eth_getLogs' && filter.topics[1]?.[0] === carriedOver && filter.topics[0].length > 1
      ? change(result)
      : result;

const nameOf = ({ topics }: Json) =>
  Object.entries(TOPICS).find(([, topic]) => topic === topics[0])?.[0] ?? 'unknown';

/**
 * The words that a draw does not depend on: a node may lie about them. Neither the hash chain nor a view has them, and no step
 * reads them.
 */
const IRRELEVANT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GiveawayCreated: { 'topic 3': 'the signer that created the giveaway' },
  EntriesChanged: {
    'word 0': 'the key of the operation',
    'word 7': 'the code of the reason',
    'word 8': 'the hash of the evidence',
    'word 9': 'the owner of the passport',
    'word 10': 'the signer of the change',
  },
  WinnerDrawn: { 'word 0': 'the owner of the passport at the time of the draw' },
};
/** The draw of round 0, which round 1 does not depend on: only its round, and the encoding of its signature, are read. */
const DRAW_OF_ROUND_0 = 6;
const OF_ANOTHER_DRAW: readonly string[] = [
  'topic 3',
  'word 1',
  'word 3',
  'word 4',
  'word 5',
  'word 6',
  'word 7',
];

/** Every word of a log with its last bit inverted. */
function* alterations(log: Json): Generator<readonly [place: string, altered: Json]> {
  const flip = (hex: string) => hex.slice(0, -1) + (Number.parseInt(hex.slice(-1), 16) ^ 1).toString(16);
  for (const [index, topic] of log.topics.entries())
    yield [`topic ${index}`, { ...log, topics: log.topics.with(index, flip(topic)) }];
  const words: string[] = log.data.slice(2).match(/.{64}/g);
  for (const [index, word] of words.entries())
    yield [`word ${index}`, { ...log, data: `0x${words.with(index, flip(word)).join('')}` }];
}

describe('a node that lies about logs', () => {
  it('is believed when it does not lie', async () => {
    expect(logs.map(nameOf)).toEqual([
      'GiveawayCreated',
      ...Array.from({ length: 5 }, () => 'EntriesChanged'),
      'WinnerDrawn',
      'WinnerDrawn',
      'EntriesChanged',
    ]);
    expect(await verifyThrough([undefined])).toEqual({ verified: true, isProved: false, failed: '' });
  });

  it('is found out for every altered word of every log that the draw depends on', async () => {
    const unnoticed: string[] = [];
    for (const [index, log] of logs.entries()) {
      for (const [place, altered] of alterations(log)) {
        const { verified, failed } = await verifyThrough([ofLogs((all) => all.with(index, altered))]);
        const isIrrelevant =
          place in (IRRELEVANT[nameOf(log)] ?? {}) ||
          (index === DRAW_OF_ROUND_0 && OF_ANOTHER_DRAW.includes(place));
        if (verified !== isIrrelevant) unnoticed.push(`${nameOf(log)} ${index}, ${place}: ${failed}`);
        if (!verified && failed === '')
          unnoticed.push(`${nameOf(log)} ${index}, ${place}: no check is named`);
      }
    }
    expect(unnoticed).toEqual([]);
  }, 300_000);

  /**
   * The lies that are not found out, by the index of the log, because round 1 does not depend on them. The draw of round 0 (6) may be
   * anywhere, or missing. The draw of round 1 (7) may change places with it and with the change of round 2 (8), which comes after
   * both rounds have closed: no hash covers the order of draws among the other events, and each only has to be after its close.
   */
  const HARMLESS: Readonly<Record<string, readonly number[]>> = {
    drops: [6],
    'exchanges with the one before it': [6, 7, 8],
  };
  const each = (change: (all: Json[], index: number) => Json[]) => change;
  it.each<[string, RegExp, (all: Json[], index: number) => Json[]]>([
    ['drops', /./, each((all, index) => all.toSpliced(index, 1))],
    [
      'doubles',
      /^logs: .*does not follow the one before it/m,
      each((all, index) => all.toSpliced(index, 0, all[index])),
    ],
    [
      'moves',
      /^logs: |^NOT_FOUND/m,
      each((all, index) => [all[index], ...all.toSpliced(index, 1)].toReversed()),
    ],
    [
      'takes from another contract',
      /is not of the hub|^NOT_/m,
      each((all, index) => all.with(index, { ...all[index], address: `0x${'5'.repeat(40)}` })),
    ],
    [
      'takes from an abandoned block',
      /was removed from the chain|^NOT_/m,
      each((all, index) => all.with(index, { ...all[index], removed: true })),
    ],
    [
      'exchanges with the one before it',
      /./,
      each((all, index) => {
        const [one, other] = [all[Math.max(0, index - 1)], all[Math.max(1, index)]];
        const place = ({ blockNumber, blockHash, logIndex, transactionHash, blockTimestamp }: Json) => ({
          blockNumber,
          blockHash,
          logIndex,
          transactionHash,
          blockTimestamp,
        });
        return all
          .with(Math.max(0, index - 1), { ...other, ...place(one) })
          .with(Math.max(1, index), { ...one, ...place(other) });
      }),
    ],
  ])('is found out for each log that it %s', async (title, expected, change) => {
    const unnoticed: number[] = [];
    const wrong: string[] = [];
    for (const [index, log] of logs.entries()) {
      const { verified, failed } = await verifyThrough([ofLogs((all) => change(all, index))]);
      if (verified) unnoticed.push(index);
      else if (!expected.test(failed)) wrong.push(`${nameOf(log)} ${index}: ${failed}`);
    }
    expect(wrong).toEqual([]);
    expect(unnoticed).toEqual(HARMLESS[title] ?? []);
  });

  it.each<[string, RegExp, (all: Json[]) => Json]>([
    ['a second creation', /^logs: .*created more than once/m, (all) => ({ ...all[0] })],
    ['a second draw', /^logs: .*drawn more than once/m, (all) => ({ ...all[7] })],
    [
      'a void round',
      /^logs: .*also marked void/m,
      (all) => ({
        ...all[7],
        topics: [TOPICS.RoundVoided, ...all[7].topics.slice(1, 3)],
        data: `0x${'0'.repeat(128)}`,
      }),
    ],
    ['a change of entries', /^history: /m, (all) => ({ ...all[8] })],
  ])('is found out for an invented event: %s', async (_case, expected, invent) => {
    const last = { logIndex: '0x77' };
    const { verified, failed } = await verifyThrough([
      ofLogs((all) => [...all, { ...invent(all), ...place(all.at(-1)), ...last }]),
    ]);
    expect(failed).toMatch(expected);
    expect(verified).toBe(false);
    function place({ blockNumber, blockHash, transactionHash, blockTimestamp }: Json) {
      return { blockNumber, blockHash, transactionHash, blockTimestamp };
    }
  });

  it.each<[string, RegExp, number, number]>([
    ['the creation to after the close', /^creation: the round closed at/m, 0, 5 * 86_400],
    ['the first entries to before the opening', /^times of entries: .*round 0 was not open/m, 1, -86_400],
    ['the last entries to after the close', /^times of entries: .*round 2 was not open/m, 8, 86_400],
    ['the draw to before the close', /^settled: before the round closed/m, 7, -5 * 86_400],
  ])('is found out when it moves %s', async (_case, expected, index, seconds) => {
    const { verified, failed } = await verifyThrough([
      ofLogs((all) =>
        all.with(index, {
          ...all[index],
          blockTimestamp: `0x${(Number(all[index].blockTimestamp) + seconds).toString(16)}`,
        }),
      ),
    ]);
    expect(failed).toMatch(expected);
    expect(verified).toBe(false);
  });
});
