import { beforeAll, describe, expect, it } from '@jest/globals';
import { toDraft } from '../../../../src/adapters/chain/outbox/submit/group.ts';
import { createGasModel } from '../../../../src/adapters/chain/outbox/submit/gas-model.ts';
import { simulate } from '../../../../src/adapters/chain/outbox/submit/simulate.ts';
import type { OutboxContext } from '../../../../src/adapters/chain/outbox/lane-state.ts';
import type { ChainCall } from '../../../../src/core/chain/chain-call.ts';
import { startTestChain } from '../../../support/chain/anvil.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

describe('a simulation with too little gas', () => {
  const chain = sharedByTests(startTestChain);
  let giveaway: string;
  beforeAll(async () => {
    giveaway = await chain.createGiveaway('dear');
  });

  const judgeWith = (learnedGas: number, call: ChainCall) => {
    const signer = chain.signers[0]?.address ?? '';
    const operation = {
      id: 'opn_dear',
      providerKey: chain.providerKey,
      signer,
      call,
      sequence: 1,
      opKey: chain.providerKey,
      hub: 0,
      earlierTransactions: [],
    };
    const gas = createGasModel();
    const draft = toDraft([operation]);
    gas.learn(draft.kind, 1, learnedGas);
    const context = {
      rpc: chain.rpc,
      gas,
      settings: { hubs: new Map([[0, chain.hub]]) },
      head: { current: () => undefined },
      unixTime: () => Math.floor(Date.now() / 1_000),
    };
    const state = { lane: { signer, owner: 'test', fence: 1 }, mined: new Map() };
    return simulate(context as unknown as OutboxContext, state, [draft]);
  };
  const mint = (amount: number): ChainCall => ({
    kind: 'provision-mint',
    provider: chain.providerKey,
    to: chain.signers[0]?.address ?? '',
    maxTransfers: null,
    entries: { giveaway, amount, reasonCode: 0, evidence: null },
  });

  // The lower values run out of gas in a nested call, which looks like a refusal by the contracts.
  it.each([22_000, 50_000, 100_000, 150_000])('is repeated with more than %d gas', async (learnedGas) => {
    const { acceptable, rejected } = await judgeWith(learnedGas, mint(1));
    expect(rejected).toEqual([]);
    expect(acceptable[0]?.gasLimit).toBeGreaterThan(200_000);
  });

  it('still reports a refusal by the contracts', async () => {
    const { rejected } = await judgeWith(22_000, mint(0));
    expect(rejected).toMatchObject([{ error: { reason: 'AMOUNT_INVALID' } }]);
  });
});
