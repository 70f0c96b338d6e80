import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { id, ZeroAddress } from 'ethers';
import { createProofChains } from '../../src/adapters/chain/hub/proof-chains.ts';
import { createDeliveryChecks } from '../../src/adapters/postgres/providers/delivery-checks.ts';
import { verifyPrizeDeliveries } from '../../src/core/prizes/verify-prize-deliveries.ts';
import { startTestChain } from '../support/chain/anvil.ts';
import {
  deliveryRow,
  giveawayIdOf,
  giveawayRow,
  hashOf,
  insert,
  setChainTime,
  WALLETS,
} from '../support/database/read-model.ts';
import { openTestDatabase } from '../support/database/open-database.ts';
import { createServiceHealth } from '../core/support/time.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const [WINNER] = WALLETS;

const opened = sharedByTests(openTestDatabase);
const chain = sharedByTests(startTestChain);
let sender: string;
/** After which the payments of the tests were made. */
let decidedAt: string;
beforeAll(async () => {
  sender = chain.signers[0]?.address ?? '';
});
beforeEach(async () => {
  for (const table of [
    'prize_delivery_check',
    'prize_transfer',
    'prize_delivery',
    'place_delivery_check',
    'place_delivery',
    'round_place',
    'giveaway_round',
    'giveaway',
    'provider_signer',
  ])
    await execute(`delete from ${table}`);
  await setChainTime(opened.database.em(), '2026-06-01T00:00:00Z');
  const block = (await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
  decidedAt = new Date((Number(block.timestamp) + 1) * 1_000).toISOString();
  await chain.rpc.call('evm_increaseTime', ['0x5']);
});

const execute = (text: string) => opened.database.sql.query({ name: '', text }, []);

async function pay(value = '0x1'): Promise<string> {
  const hash = String(await chain.rpc.call('eth_sendTransaction', [{ from: sender, to: WINNER, value }]));
  await chain.rpc.call('evm_mine');
  return hash;
}

/** Records the delivery of the first round of a giveaway; `fields` override. */
async function deliver(
  giveaway: number,
  proof: string,
  fields: Parameters<typeof insert>[2][number] = {},
): Promise<void> {
  const { revision = 1 } = fields;
  const em = opened.database.em();
  if (revision === 1) {
    await insert(em, 'giveaway', [giveawayRow(giveaway)]);
    await insert(em, 'giveaway_round', [
      { giveaway_id: giveawayIdOf(giveaway), index: 0, net_entries: 1, holders: 1, decided_at: decidedAt },
    ]);
  }
  await insert(em, 'prize_delivery', [
    {
      block_number: 90,
      log_index: giveaway * 10 + Number(revision),
      giveaway_id: giveawayIdOf(giveaway),
      round_index: 0,
      revision: Number(revision),
      signer: WINNER,
      asset_contract: ZeroAddress,
      recipient: WINNER,
      proof_chain_id: Number(chain.chainId),
      proof_transaction_hash: proof,
      proof_uri: '',
      recorded_at: decidedAt,
      transaction_hash: hashOf(500 + giveaway * 10 + Number(revision)),
      ...fields,
    },
  ]);
}

/** Records the delivery of a later place of the first round of a giveaway. */
async function deliverPlace(giveaway: number, place: number, proof: string): Promise<void> {
  const em = opened.database.em();
  const of = { giveaway_id: giveawayIdOf(giveaway), round_index: 0, place };
  await insert(em, 'round_place', [{ ...of, winner_passport_id: place, decided_at: decidedAt }]);
  await insert(em, 'place_delivery', [
    {
      ...deliveryRow(giveaway, 0, 1),
      ...of,
      log_index: 50 + place,
      recipient: WINNER,
      asset_contract: ZeroAddress,
      proof_chain_id: Number(chain.chainId),
      proof_transaction_hash: proof,
    },
  ]);
}

const checksOfPlaces = () =>
  execute(`select place, verdict, reason, transfer ->> 'amount' from place_delivery_check order by place`);

function verify(): Promise<readonly unknown[]> {
  const ports = {
    clock: { now: () => new Date() },
    deliveryChecks: createDeliveryChecks(opened.database.sql),
    proofChains: createProofChains({ urls: new Map(), own: { rpc: chain.rpc, confirmations: 1 } }),
    serviceHealth: createServiceHealth(),
  };
  return verifyPrizeDeliveries(ports, () => false);
}

const checks = () =>
  execute(`
    select c.verdict, c.reason, c.transfer ->> 'amount', c.transfer ->> 'byProvider'
    from prize_delivery_check c order by c.giveaway_id, c.revision`);

describe('the checks of prize deliveries', () => {
  it('verify whoever recorded the delivery, once it is confirmed, and say what was moved', async () => {
    await deliver(1, await pay('0x7'), { block_number: 100 });
    expect([await verify(), await checks()]).toEqual([[], []]);
    await execute('update chain_cursor set confirmed_number = 100');
    await execute(
      `insert into provider_signer (provider_key, signer, allowed, changed_at) values ('${String(giveawayRow(1)['provider_key'])}', '${sender}', true, now())`,
    );
    expect([await verify(), await checks()]).toEqual([[], [['VERIFIED', null, '7', 'true']]]);
    expect(await execute('select check_at from prize_delivery')).toEqual([[null]]);
  });

  it('refuse a payment that was made before the round was decided', async () => {
    const proof = await pay();
    decidedAt = new Date(Date.now() + 86_400_000).toISOString();
    await deliver(1, proof);
    await verify();
    expect(await checks()).toEqual([['MISMATCH', 'BEFORE_DECISION', null, null]]);
  });

  it('let one payment prove one delivery, also when two are checked at once', async () => {
    const proof = await pay();
    for (const giveaway of [1, 2, 3]) await deliver(giveaway, proof);
    await Promise.all([verify(), verify(), verify()]);
    const verdicts = (await checks()).map(([verdict]) => String(verdict)).toSorted();
    expect(verdicts).toEqual(['MISMATCH', 'MISMATCH', 'VERIFIED']);
  });

  it('let a correction name the same payment, and another round only when the delivery was reorganised away', async () => {
    const proof = await pay();
    await deliver(1, proof);
    await deliver(1, proof, { revision: 2 });
    await verify();
    await deliver(2, proof);
    await verify();
    expect((await checks()).map(([verdict]) => verdict)).toEqual(['VERIFIED', 'VERIFIED', 'MISMATCH']);
    await execute(`delete from prize_delivery where giveaway_id = '${giveawayIdOf(1)}'`);
    await deliver(3, proof);
    await verify();
    expect((await checks()).map(([verdict]) => verdict)).toEqual([
      'VERIFIED',
      'VERIFIED',
      'MISMATCH',
      'VERIFIED',
    ]);
  });

  it('verify each place of a round by a transfer of its own', async () => {
    const [first, second] = [await pay('0x3'), await pay('0x4')];
    await deliver(1, first);
    await deliverPlace(1, 1, first);
    await deliverPlace(1, 2, second);
    await verify();
    expect(await checks()).toEqual([['VERIFIED', null, '3', 'false']]);
    expect(await checksOfPlaces()).toEqual([
      ['1', 'MISMATCH', 'USED_BEFORE', null],
      ['2', 'VERIFIED', null, '4'],
    ]);
    expect(await execute('select check_at from place_delivery')).toEqual([[null], [null]]);

    // The transfer is free again when no delivery of its place names it.
    await execute('delete from place_delivery where place = 2');
    await deliver(2, second);
    await verify();
    expect((await checks()).map(([verdict]) => verdict)).toEqual(['VERIFIED', 'VERIFIED']);
  });

  it('refuse a payment that was made before its place was decided', async () => {
    await deliver(1, await pay());
    const proof = await pay();
    decidedAt = new Date(Date.now() + 86_400_000).toISOString();
    await deliverPlace(1, 1, proof);
    await verify();
    expect(await checksOfPlaces()).toEqual([['1', 'MISMATCH', 'BEFORE_DECISION', null]]);
  });

  it('keep their verdicts when the read model is read again, and renew those of earlier versions', async () => {
    await deliver(1, await pay());
    await verify();
    await execute(`update prize_delivery set check_at = '-infinity'`);
    await execute(`update prize_delivery_check set reason = 'FAILED', verdict = 'MISMATCH'`);
    await verify();
    expect(await checks()).toEqual([['MISMATCH', 'FAILED', '1', 'false']]);
    await execute(`update prize_delivery set check_at = '-infinity'`);
    await execute(`update prize_delivery_check set revision = null`);
    await verify();
    expect(await checks()).toEqual([['VERIFIED', null, '1', 'false']]);
  });

  it('wait for a transaction that is not mined, and say that a chain has no node', async () => {
    await deliver(1, id('no transaction'));
    await deliver(2, id('no transaction'), { proof_chain_id: 999 });
    await verify();
    expect(await checks()).toEqual([
      [null, 'WAITING', null, null],
      ['UNVERIFIABLE', 'NO_NODE', null, null],
    ]);
    const next = await execute(
      'select extract(epoch from check_at - now()) from prize_delivery order by log_index',
    );
    expect(Number(next[0]?.[0])).toBeLessThan(3);
    expect(Number(next[1]?.[0])).toBeGreaterThan(3_500);
  });
});
