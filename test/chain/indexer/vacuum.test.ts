import { expect, it } from '@jest/globals';
import { createVacuum } from '../../../src/adapters/postgres/read-model/write/vacuum.ts';
import type { ChainEvent } from '../../../src/adapters/ports/projection.ts';
import { openReadModel } from './read-model.ts';

const EVENT: ChainEvent = {
  blockNumber: 1,
  logIndex: 0,
  blockHash: '',
  transactionHash: '',
  timestamp: 1,
  name: 'Transfer',
  hub: 0,
  giveawayKey: null,
  passportId: null,
  args: {},
};

it('analyzes the tables after many changes and makes their free space usable', async () => {
  const model = await openReadModel();
  try {
    const counted = async () => {
      const text = `select reltuples from pg_class where relname = 'chain_cursor'`;
      return (await model.sql.query({ name: '', text }, [])).flat();
    };
    const head = { number: 1, timestamp: 1, confirmedNumber: 0, finalizedNumber: 0 };
    const step = { version: 0, after: 0, through: 1, blocks: [], head };
    const vacuum = createVacuum(model.sql);
    await vacuum.afterStep({ ...step, events: [] });
    expect(await counted()).toEqual(['-1']);
    await vacuum.afterStep({ ...step, events: Array.from({ length: 30_000 }, () => EVENT) });
    expect(await counted()).toEqual(['0']);
  } finally {
    await model.close();
  }
});
