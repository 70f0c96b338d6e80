import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { id, ZeroHash } from 'ethers';
import { findRevert } from '../../../../src/adapters/chain/outbox/submit/find-revert.ts';
import { toOperationError } from '../../../../src/adapters/chain/hub/reverts.ts';
import { startTestChain, type TestChain } from '../../../support/chain/anvil.ts';
import { mintItem } from '../../../support/chain/provision.ts';

const LATER = 1_000;
let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

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
  const declare = { gasLimit: 500_000 };
  const declared = [
    await send('declareWinner', giveaway, 0, 1, declare),
    await send('declareWinner', giveaway, 0, 1, declare),
  ];
  await rpc.call('evm_setNextBlockTimestamp', [now + LATER]);
  await rpc.call('evm_mine');

  const [{ hash, from, to, data }] = declared.slice(1);
  const receipt = (await rpc.call('eth_getTransactionReceipt', [hash])) as Record<string, string>;
  expect(receipt).toMatchObject({ status: '0x0' });
  const revert = await findRevert(rpc, { from, to, data, gas: '0x7a120' }, Number(receipt['blockNumber']));
  expect(toOperationError(revert ?? '0x')).toMatchObject({ reason: 'WINNER_ALREADY_SET' });
});
