import { beforeEach, describe, expect, it } from '@jest/globals';
import { getAddress, id } from 'ethers';
import { registerHubs } from '../../../src/adapters/postgres/read-model/hubs.ts';
import {
  hubOfPassport,
  toContractNumber,
  toNumberOnChain,
  toServiceNumber,
} from '../../../src/core/chain/hubs.ts';
import { openReadModel } from './read-model.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const hub = (name: string) => getAddress(id(name).slice(0, 42));
const [first, second, third] = [hub('first'), hub('second'), hub('third')];
const model = sharedByTests(openReadModel);
beforeEach(async () => {
  await model.empty();
  await model.sql.query({ name: '', text: 'truncate hub' }, []);
});

const register = (...addresses: readonly string[]) => registerHubs(model.sql, addresses);
const drop = (address: string) =>
  model.sql.query({ name: '', text: 'update hub set dropped_at = now() where address = $1' }, [address]);
const projectOnce = (address: string, chainId: number) =>
  model.sql.query(
    {
      name: '',
      text: `insert into chain_cursor (chain_id, hub, start_block, next_block, head_number, confirmed_number, finalized_number)
        values ($1, $2, 1, 9, 8, 8, 8)`,
    },
    [chainId, address],
  );

describe('the place of a hub', () => {
  it('stays the same when other hubs are added in front of it', async () => {
    expect(await register(first)).toEqual([0]);
    expect(await register(second, first)).toEqual([1, 0]);
    expect(await register(third, second, first)).toEqual([2, 1, 0]);
    expect(await register(first, third, second)).toEqual([0, 2, 1]);
  });

  it('is the lowest for the last one of several new hubs', async () => {
    expect(await register(third, second, first)).toEqual([2, 1, 0]);
  });

  it('is never given to another hub after the hub was dropped', async () => {
    await register(second, first);
    await drop(second);
    expect(await register(first)).toEqual([0]);
    expect(await register(third, first)).toEqual([2, 0]);
    expect(await register(third, second, first)).toEqual([2, 1, 0]);
  });

  it('is 0 for the hub of a database from before there were several, whatever the case of its letters', async () => {
    await projectOnce(first.toLowerCase(), 1);
    expect(await register(second, first)).toEqual([1, 0]);
  });

  it('is 0 for a hub that replaces an embedded chain', async () => {
    await projectOnce(first, 31_337);
    expect(await register(second)).toEqual([0]);
  });

  it('does not exist for the 33rd hub of a database', async () => {
    const many = Array.from({ length: 32 }, (_, index) => hub(`hub ${index}`));
    await register(...many);
    await expect(register(first, ...many)).rejects.toThrow('at most 32 hubs');
  });
});

describe('a list without a hub of the database', () => {
  it('is refused with the hub and what to do', async () => {
    await register(first);
    await expect(register(second)).rejects.toThrow(
      new RegExp(`hub ${first}, which CHAIN_HUB does not list.*update hub set dropped_at`),
    );
    expect(await register(second, first)).toEqual([1, 0]);
  });

  it('is refused for the hub of a database from before there were several', async () => {
    await projectOnce(first, 1);
    await expect(register(second)).rejects.toThrow(`hub ${first}, which CHAIN_HUB does not list`);
  });
});

it('gives tables no new files when there is nothing to erase', async () => {
  const text = `select relname, relfilenode::text from pg_class where relname in ('giveaway', 'entry') order by 1`;
  const files = () => model.sql.query({ name: '', text }, []);
  const before = await files();
  const hubs = [{ hubIndex: 0, hub: first, startBlock: 1 }];
  expect(await model.projection.open('a writer', { chainId: 1, hubs })).toBeUndefined();
  expect(await files()).toEqual(before);
});

it('gives passports of different hubs different numbers, which lead back to the hub and the number on chain', () => {
  expect([toServiceNumber(0, 5), toServiceNumber(1, 5)]).toEqual([5, 281_474_976_710_661]);
  const highest = toServiceNumber(31, 2 ** 48 - 1);
  expect(Number.isSafeInteger(highest)).toBe(true);
  expect([hubOfPassport(highest), toNumberOnChain(highest)]).toEqual([31, 2 ** 48 - 1]);
  expect(toContractNumber(1, toServiceNumber(1, 5))).toBe(5);
  expect(toContractNumber(1, 5)).toBe(Number.MAX_SAFE_INTEGER);
  expect(toContractNumber(0, toServiceNumber(1, 5))).toBe(Number.MAX_SAFE_INTEGER);
});
