import { expect, it } from '@jest/globals';
import { id, ZeroAddress, ZeroHash } from 'ethers';
import { findRevert } from '../../../../src/adapters/chain/outbox/submit/find-revert.ts';
import { toOperationError } from '../../../../src/adapters/chain/hub/reverts.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { mintItem } from '../../../support/chain/provision.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

const LATER = 1_000;
const chain = sharedByTests(startTestChain);

const GAS = { gasLimit: 500_000 };

const timeOf = async (block: string) => {
  const found = await chain.rpc.call('eth_getBlockByNumber', [block, false]);
  return Number((found as { readonly timestamp: string }).timestamp);
};

it("finds the reason of a revert at the time of the transaction's block, long after the block before it", async () => {
  const { contract, providerKey, rpc } = chain;
  const now = await timeOf('latest');
  const send = (method: string, ...values: unknown[]) => contract.getFunction(method)(...values);
  const giveaway = await chain.createGiveaway('ends', now + LATER);
  const entries = { giveaway, amount: 1, reasonCode: 0, evidence: ZeroHash };
  const minted = await send(
    'provision',
    providerKey,
    mintItem(id('one'), chain.signers[0]?.address ?? '', 0, entries),
  );
  await minted.wait();
  await rpc.call('evm_setAutomine', [false]);
  const declared = [
    await send('declareWinner', giveaway, 0, 1, GAS),
    await send('declareWinner', giveaway, 0, 1, GAS),
  ];
  await rpc.call('evm_setNextBlockTimestamp', [now + LATER]);
  await rpc.call('evm_mine');

  expect(await reasonOf(declared[1])).toBe('WINNER_ALREADY_SET');
});

it('finds the reason of a revert that a later transaction of the same block takes away', async () => {
  const { contract, providerKey, rpc } = chain;
  await rpc.call('evm_setAutomine', [true]);
  const now = await timeOf('latest');
  const send = (method: string, ...values: unknown[]) => contract.getFunction(method)(...values);
  const giveaway = await chain.createGiveaway('changes', now + LATER);
  const entries = { giveaway, amount: 1, reasonCode: 0, evidence: ZeroHash };
  const item = mintItem(id('two'), chain.signers[0]?.address ?? '', 0, entries);
  await (await send('provision', providerKey, item)).wait();
  const change = (key: string, remove: boolean) => {
    const evidence = { reasonCode: 0, evidence: ZeroHash };
    return { opKey: id(key), passportId: 2, amount: 1, remove, ...evidence, expectedOwner: ZeroAddress };
  };
  await rpc.call('evm_setAutomine', [false]);
  await send('changeEntries', giveaway, change('removes', true), GAS);
  const refused = await send('changeEntries', giveaway, change('finds none', true), GAS);
  await send('changeEntries', giveaway, change('issues', false), GAS);
  await rpc.call('evm_mine');

  expect(await reasonOf(refused)).toBe('NOT_ENOUGH_ENTRIES');
});

async function reasonOf({ hash, from, to, data }: Record<'hash' | 'from' | 'to' | 'data', string>) {
  const { rpc } = chain;
  const receipt = (await rpc.call('eth_getTransactionReceipt', [hash])) as Record<string, string>;
  expect(receipt).toMatchObject({ status: '0x0' });
  const mined = { hash, blockNumber: Number(receipt['blockNumber']) };
  return toOperationError((await findRevert(rpc, { from, to, data, gas: '0x7a120' }, mined)) ?? '0x').reason;
}
