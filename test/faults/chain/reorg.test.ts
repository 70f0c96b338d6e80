import { beforeAll, describe, expect, it } from '@jest/globals';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../../chain/outbox/support/harness.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { startTestChain } from '../../support/chain/anvil.ts';
import { eventually } from '../../support/eventually.ts';
import { findStoredViolations, type Signature } from '../../support/chain/history.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const BURST = 30;

describe('a reorganisation during a burst of issues', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 1 }));
  const opened = sharedByTests(openTestDatabase);
  const outbox = sharedByTests(async () =>
    startTestOutbox(chain, {
      ...partsOf(chain, opened.database, (signature) => signed.push(signature)),
      largestBatch: 3,
      note: (event) => (reorged += event === 'reorged' ? 1 : 0),
    }),
  );
  let reorged = 0;
  const accepted: string[] = [];
  const signed: Signature[] = [];
  beforeAll(() => chain.mintPassports(5));

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
      expect(await findStoredViolations(chain, opened.database, { accepted, responses, signed })).toEqual([]);
    },
  );
});
