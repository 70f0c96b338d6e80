import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Outbox } from '../../../src/adapters/chain/outbox/outbox.ts';
import { createRpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import type { NewOperation, Operation } from '../../../src/core/operations/operation.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../../chain/outbox/support/harness.ts';
import { sendNaively } from '../../chain/outbox/support/naive-sender.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { startTestChain } from '../../support/chain/anvil.ts';
import { FAULTS, startFaultProxy, type Fault } from '../../support/faults/fault-proxy.ts';
import {
  findViolations,
  readOperationKeys,
  type History,
  type Signature,
} from '../../support/chain/history.ts';
import { PATIENCE } from '../../support/patience.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const SEED = 20_261_121;
// Receipts are requested repeatedly, so only a node that rarely returns them causes a fault.
const shareOf = (faults: readonly Fault[]) =>
  faults.length === 1 && faults[0] === 'no-receipts' ? 0.8 : 0.4;

describe('a faulty node', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 2 }));
  const opened = sharedByTests(openTestDatabase);
  const proxy = sharedByTests(() => startFaultProxy(chain.url, SEED));
  let outbox: Outbox | undefined;
  let giveaway: string;
  const accepted: string[] = [];
  const answered: Operation[] = [];
  const signed: Signature[] = [];
  beforeAll(async () => {
    await chain.mintPassports(5);
    giveaway = await chain.createGiveaway('faults');
  });
  afterEach(async () => {
    proxy.set(0);
    await outbox?.stop();
    outbox = undefined;
  });

  it.each([...FAULTS.map((fault) => [fault, [fault]] as const), ['all faults', FAULTS] as const])(
    '%s: every operation takes effect once, and no response is wrong',
    async (_name, faults) => {
      const parts = partsOf(chain, opened.database, (signature) => signed.push(signature));
      outbox = startTestOutbox(chain, {
        ...parts,
        rpc: createRpc(proxy.url, 600),
        rebroadcastMs: 300,
        largestBatch: 2,
      });
      proxy.set(shareOf(faults), faults);

      const operations = newOperations();
      for (const wave of [operations.slice(0, 6), operations.slice(6)]) {
        await outbox.operations.submit(wave);
        accepted.push(...wave.map(({ id }) => id));
        await outbox.operations.wait([wave[0]?.id ?? ''], 300);
      }
      const ids = operations.map(({ id }) => id);
      await outbox.operations.wait(ids, 3_000);
      proxy.set(0);
      answered.push(
        ...(await outbox.operations.wait(ids, 15_000 * PATIENCE)).flatMap((response) => response ?? []),
      );

      const keys = await readOperationKeys(opened.database.sql);
      const history: History = { accepted, responses: answered, signed, keys };
      expect(await findViolations(chain, history)).toEqual([]);
    },
  );

  it('the proxy has caused all of the faults', () => {
    expect([...proxy.counts.keys()].toSorted()).toEqual([...FAULTS].toSorted());
  });

  it.each([
    ['forgotten', /CONFIRMED and did not happen/],
    ['swallowed', /FAILED and happened/],
    ['reset', /signed for two transactions/],
  ] as const)(
    '%s: a sender without an outbox violates the history, and the check finds it',
    async (fault, violation) => {
      const naive: Signature[] = [];
      const [, wallet] = chain.signers;
      if (!wallet) throw new Error('There is no second signer.');
      proxy.set(0.5, [fault]);
      const operations = [...newOperations(), ...newOperations()];
      const send = (operation: NewOperation) =>
        sendNaively(chain, proxy.url, wallet, operation, (signature) => naive.push(signature));
      const responses: Awaited<ReturnType<typeof send>>[] = [];
      // Sent together, operations take one nonce; sent one by one, each has its own, so that only the node's faults remain.
      if (fault === 'reset') responses.push(...(await Promise.all(operations.map(send))));
      else for (const operation of operations) responses.push(await send(operation));
      const history = { accepted: operations.map(({ id }) => id), responses, signed: naive };
      expect(await findViolations(chain, history)).toContainEqual(expect.stringMatching(violation));
    },
  );

  function newOperations(): NewOperation[] {
    return [
      ...Array.from({ length: 10 }, (_, place) =>
        newOperation(chain, entryChange(giveaway, 1 + (place % 5), 1)),
      ),
      newOperation(chain, entryChange(giveaway, 77, 1)),
      newOperation(chain, entryChange(giveaway, 1, 900_000, { remove: true })),
    ];
  }
});
