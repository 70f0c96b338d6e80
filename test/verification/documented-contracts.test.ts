import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  ANNOUNCEMENTS,
  BEACON_CODE,
  CREATION_CODE,
  DRAWS_CODE,
  HUB_CODE,
  HUB_SLOTS,
  PASSPORT_CODE,
  PRIZES_CODE,
} from '../../src/verification/contracts/built-contracts.ts';
import { FORMER_HUB_CODE, FORMER_HUB_SLOTS } from '../../src/verification/contracts/former-contracts.ts';
import { FACTORY } from '../../src/verification/contracts/factory.ts';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import { toProofDocument } from '../../src/verification/proof-document.ts';
import { proveOnNode } from '../../src/verification/state/prove-on-node.ts';
import { verifyOnNodes } from '../../src/verification/verify-on-nodes.ts';
import { chain, useDrawnChain } from '../support/chain/drawn-chain.ts';
import { queryFor } from './lying-proxy.ts';

useDrawnChain();

const DOCUMENT = readFileSync(fileURLToPath(new URL('../../docs/draws.md', import.meta.url)), 'utf8');
/** The rows of all tables; a heading row is followed by one of dashes. */
const ROWS = DOCUMENT.split('\n').flatMap((line) =>
  line.startsWith('|')
    ? [
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ]
    : [[]],
);

/** The rows of the table with this heading. */
function tableOf(...heading: readonly string[]): string[][] {
  const start = ROWS.findIndex((row) => row.join('|') === heading.join('|'));
  if (start < 0) return [];
  const rest = ROWS.slice(start + 2);
  return rest.slice(
    0,
    rest.findIndex((row) => row.length === 0),
  );
}

const CODES = {
  hub: HUB_CODE,
  draws: DRAWS_CODE,
  prizes: PRIZES_CODE,
  passports: PASSPORT_CODE,
  beacon: BEACON_CODE,
  'former hub': FORMER_HUB_CODE,
};

describe('docs/draws.md', () => {
  it('has the code of the contracts as they compile', () => {
    expect(tableOf('code of', 'bytes', 'keccak256')).toEqual(
      Object.entries(CODES).map(([name, { length, hash }]) => [name, String(length), `\`${hash}\``]),
    );
  });

  it('has the places of all immutable values', () => {
    expect(tableOf('code of', 'immutable value', 'places')).toEqual(
      Object.entries(CODES).flatMap(([name, { immutables }]) =>
        Object.entries(immutables).map(([value, places]) => [name, `\`${value}\``, places.join(', ')]),
      ),
    );
  });

  it('has the factory and the code that creates passports, modules and hub', () => {
    expect(tableOf('birth', 'value')).toEqual([
      ['factory', `\`${FACTORY}\``],
      ['bytes of the creation code', String(CREATION_CODE.length)],
      ['keccak256 of the creation code', `\`${CREATION_CODE.hash}\``],
    ]);
  });

  it('has the slots of the hub', () => {
    expect(tableOf('slot of', 'hub', 'former hub')).toEqual(
      (['history', 'outcomes'] as const).map((name) => [
        name,
        String(HUB_SLOTS[name]),
        String(FORMER_HUB_SLOTS[name]),
      ]),
    );
  });

  it('has the address and the slots of the lists of announced giveaways', () => {
    expect(tableOf('announcements', 'value')).toEqual([
      ['address', `\`${ANNOUNCEMENTS.address}\``],
      ['slot of heads', String(ANNOUNCEMENTS.slots.heads)],
      ['slot of counts', String(ANNOUNCEMENTS.slots.counts)],
    ]);
  });

  it('has the keys of the document of a proof', async () => {
    const nodes = [createHttpNode(chain.url)];
    const { times, state, ...verification } = await verifyOnNodes({
      ...queryFor(),
      nodes,
      prove: proveOnNode,
    });
    if (times === undefined || state === undefined) throw new Error('A proof is expected.');
    const document = toProofDocument({ ...verification, times, state });
    const keys = Object.entries(document).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.keys(value).map((inner) => `${key}.${inner}`)
        : [key],
    );
    const documented = tableOf('key', 'content').flatMap(([cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, key]) => key),
    );
    expect(new Set(documented)).toEqual(new Set(keys));
    expect(Object.keys(document.times.draw)).toEqual(['header', 'transaction', 'log', 'receipt']);
    expect(DOCUMENT).toContain(`\`${document.format}\``);
  });
});
