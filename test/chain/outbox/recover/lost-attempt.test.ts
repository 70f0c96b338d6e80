import { beforeAll, describe, expect, it } from '@jest/globals';
import { Transaction } from 'ethers';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { eventually } from '../../../support/eventually.ts';
import { entryChange, newOperation, partsOf, startTestOutbox } from '../support/harness.ts';
import { openTestDatabase } from '../../../support/database/open-database.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

const RAW = {
  name: '',
  text: `select '0x' || encode(raw, 'hex') from chain_attempt where raw is not null and broadcast_at is not null`,
};

describe('a transaction that the chain has with higher fees than the database knows', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 1 }));
  const opened = sharedByTests(openTestDatabase);
  const outbox = sharedByTests(async () =>
    startTestOutbox(chain, {
      ...partsOf(chain, opened.database),
      note: (event) => events.push(event),
    }),
  );
  const events: string[] = [];
  beforeAll(() => chain.mintPassports(1));

  it('is adopted as an attempt of its own, since it differs in nothing else', async () => {
    const giveaway = await chain.createGiveaway('attempts');
    await chain.rpc.call('evm_setAutomine', [false]);
    const operation = newOperation(chain, entryChange(giveaway, 1, 2));
    await outbox.operations.submit([operation]);
    const [raw] = await eventually(
      async () => (await opened.database.sql.query(RAW, []))[0] ?? [],
      ([bytes]) => bytes != null,
    );
    const ours = Transaction.from(String(raw));
    const signed = await chain.signers[0]?.signTransaction({
      ...ours.toJSON(),
      from: null,
      sig: null,
      hash: null,
      maxFeePerGas: 400_000_000_000n,
      maxPriorityFeePerGas: 100_000_000_000n,
    });
    const hash = await chain.rpc.call('eth_sendRawTransaction', [signed]);
    await chain.rpc.call('evm_mine');
    await chain.rpc.call('evm_setAutomine', [true]);

    const [response] = await outbox.operations.wait([operation.id], 20_000);
    expect(response).toMatchObject({ status: 'CONFIRMED', result: { entries: 2 }, transactionHash: hash });
    expect(events).toContain('adopted');
    expect(events).not.toContain('outside-use');
    expect(await chain.rpc.call('eth_getTransactionCount', [operation.signer, 'latest'])).toBe('0x1');
  });
});
