import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Outbox } from '../../../src/adapters/chain/outbox/outbox.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../../chain/outbox/support/harness.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../chain/outbox/support/test-database.ts';
import { startTestChain, type TestChain } from '../../support/chain/anvil.ts';
import { eventually } from '../../support/eventually.ts';
import { findViolations, readOperationKeys, type Signature } from '../../support/chain/history.ts';

const BURST = 30;

describe('a reorganisation during a burst of issues', () => {
  let chain: TestChain;
  let opened: OpenTestDatabase;
  let outbox: Outbox;
  let reorged = 0;
  const accepted: string[] = [];
  const signed: Signature[] = [];
  beforeAll(async () => {
    [chain, opened] = await Promise.all([startTestChain({ signers: 1 }), openTestDatabase()]);
    await chain.mintPassports(5);
    outbox = startTestOutbox(chain, {
      ...partsOf(chain, opened.database, (signature) => signed.push(signature)),
      largestBatch: 3,
      note: (event) => (reorged += event === 'reorged' ? 1 : 0),
    });
  });
  afterAll(async () => {
    await outbox.stop();
    await opened.close();
    await chain.stop();
  });

  it.each([1, 3, 7])(
    'a reorganisation during a burst of issues of %i blocks leaves every acknowledged operation on the chain',
    async (depth) => {
      const giveaway = await chain.createGiveaway(`reorg ${depth}`);
      // Deep enough to keep the giveaway on the chain.
      await chain.rpc.call('anvil_mine', ['0x10']);
      const before = reorged;
      const waits: Promise<unknown>[] = [];
      for (let index = 0; index < BURST; index += 1) {
        const operation = newOperation(chain, entryChange(giveaway, 1 + (index % 5), 1));
        await outbox.operations.submit([operation]);
        accepted.push(operation.id);
        waits.push(outbox.operations.wait([operation.id], 10_000));
        if (index === BURST / 2) {
          await waits.at(-1);
          await chain.rpc.call('anvil_reorg', [depth, []]);
        }
      }
      await Promise.all(waits);
      await eventually(
        () => Promise.resolve(reorged),
        (count) => count > before,
      );

      const responses = (await outbox.operations.wait(accepted, 10_000)).flatMap(
        (response) => response ?? [],
      );
      expect(responses.map(({ status }) => status)).toEqual(
        accepted.map(() => expect.stringMatching(/CONFIRMED|FINALIZED/)),
      );
      expect(
        await findViolations(chain, {
          accepted,
          responses,
          signed,
          keys: await readOperationKeys(opened.database.sql),
        }),
      ).toEqual([]);
    },
  );
});
