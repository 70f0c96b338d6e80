import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedDelivery } from '../../../src/core/prizes/delivery-checks.ts';
import type { AssetTransfer, ProofFinding } from '../../../src/core/prizes/proof-chains.ts';
import { verifyPrizeDeliveries } from '../../../src/core/prizes/verify-prize-deliveries.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const PROVIDER = `0x${'2'.repeat(64)}`;
const WINNER = `0x${'1'.repeat(40)}`;
const TREASURY = `0x${'5'.repeat(40)}`;
const SENDER = `0x${'6'.repeat(40)}`;
const PROOF = `0x${'4'.repeat(64)}`;
const HOUR = 3_600;

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
});

function record(changes: Partial<RecordedDelivery> = {}): number {
  const delivery: RecordedDelivery = {
    giveawayId: 'gwy_1',
    round: 0,
    place: 0,
    revision: 1,
    transactionHash: `0x${'9'.repeat(64)}`,
    providerKey: PROVIDER,
    decidedAt: START,
    begunAt: null,
    verdict: null,
    proofChainId: 1,
    proofTransactionHash: PROOF,
    assetContract: WINNER,
    recipient: WINNER,
    ...changes,
  };
  return ports.deliveryChecks.recorded.push({ delivery, dueAt: START, check: null }) - 1;
}

function moved(changes: Partial<AssetTransfer> = {}, at = START): ProofFinding {
  const transfer = { index: 0, from: TREASURY, amount: '5', tokenId: null, ...changes };
  return { kind: 'SUCCEEDED', at, sender: SENDER, transfers: [transfer] };
}

const verify = (isOver = () => false) => verifyPrizeDeliveries(ports, isOver);
const checkOf = (index = 0) => ports.deliveryChecks.recorded[index]?.check;
const secondsToNext = (index = 0) => {
  const at = checkOf(index)?.again;
  return at ? (at.getTime() - ports.clock.now().getTime()) / 1_000 : null;
};

describe('the check of a prize delivery', () => {
  it('says what was moved, when, and by whom', async () => {
    record();
    ports.proofChains.finding = moved();
    expect(await verify()).toEqual([]);
    expect(checkOf()).toMatchObject({
      verdict: 'VERIFIED',
      reason: null,
      again: null,
      transfer: { from: TREASURY, amount: '5', tokenId: null, sender: SENDER, byProvider: false, at: START },
    });
    await verify();
    expect(ports.proofChains.requested).toBe(1);
  });

  it.each([
    ['the wallet that it came from', TREASURY],
    ['the wallet that sent the transaction', SENDER],
  ])('knows the provider by %s', async (_which, wallet) => {
    ports.deliveryChecks.owners.set(wallet, PROVIDER);
    record();
    ports.proofChains.finding = moved();
    await verify();
    expect(checkOf()).toMatchObject({ verdict: 'VERIFIED', transfer: { byProvider: true } });
  });

  it.each<readonly [why: string, reason: string, finding: ProofFinding]>([
    ['whose transaction failed', 'FAILED', { kind: 'FAILED' }],
    [
      'that moves nothing to the recipient',
      'NO_TRANSFER',
      { kind: 'SUCCEEDED', at: START, sender: SENDER, transfers: [] },
    ],
    ['that is older than the decision', 'BEFORE_DECISION', moved({}, new Date(START.getTime() - 1_000))],
  ])('refuses a transfer %s', async (_why, reason, finding) => {
    record();
    ports.proofChains.finding = finding;
    await verify();
    expect(checkOf()).toMatchObject({ verdict: 'MISMATCH', reason, transfer: null, again: null });
  });

  it('refuses a transfer from a wallet of another provider, whose delivery it may prove', async () => {
    ports.deliveryChecks.owners.set(TREASURY, 'other');
    record();
    record({ giveawayId: 'gwy_2', providerKey: 'other' });
    ports.proofChains.finding = moved();
    await verify();
    expect([checkOf(0), checkOf(1)]).toMatchObject([
      { verdict: 'MISMATCH', reason: 'OTHER_PROVIDER' },
      { verdict: 'VERIFIED', transfer: { byProvider: true } },
    ]);
  });

  it('takes a transfer for one round, with all corrections of its delivery, and another one for the next', async () => {
    record();
    record({ revision: 2 });
    record({ round: 1 });
    record({ giveawayId: 'gwy_2', providerKey: 'other' });
    const [first] = [moved()];
    const second = { index: 3, from: TREASURY, amount: '7', tokenId: null };
    ports.proofChains.finding = {
      ...first,
      transfers: [...(first.kind === 'SUCCEEDED' ? first.transfers : []), second],
    } as ProofFinding;
    await verify();
    expect([0, 1, 2, 3].map(checkOf)).toMatchObject([
      { verdict: 'VERIFIED', transfer: { amount: '5' } },
      { verdict: 'VERIFIED', transfer: { amount: '5' } },
      { verdict: 'VERIFIED', transfer: { amount: '7' } },
      { verdict: 'MISMATCH', reason: 'USED_BEFORE' },
    ]);
  });

  it('gives a proof a day to be mined, and asks less and less often', async () => {
    record();
    expect(await verify()).toEqual([]);
    expect([checkOf()?.verdict, checkOf()?.reason, secondsToNext()]).toEqual([null, 'WAITING', 2]);
    await verify();
    expect(ports.proofChains.requested).toBe(1);
    ports.clock.advance(HOUR);
    await verify();
    expect(secondsToNext()).toBe(360);
    ports.clock.advance(23 * HOUR);
    await verify();
    expect(checkOf()).toMatchObject({ verdict: 'UNVERIFIABLE', reason: 'NOT_FOUND', again: null });
  });

  it('is not given up by a clock that is ahead', async () => {
    record();
    await verify();
    ports.serviceHealth.isClockWrong = true;
    ports.clock.advance(48 * HOUR);
    await verify();
    expect([checkOf()?.verdict, checkOf()?.reason]).toEqual([null, 'WAITING']);
    ports.serviceHealth.isClockWrong = false;
    ports.clock.advance(HOUR);
    await verify();
    expect(checkOf()).toMatchObject({ verdict: 'UNVERIFIABLE', reason: 'NOT_FOUND' });
  });

  it('gives a proof no more than a day when a clock ahead began its check', async () => {
    record();
    ports.clock.advance(30 * 24 * HOUR);
    await verify();
    expect(checkOf()?.begunAt).toEqual(ports.clock.now());
    ports.clock.advance(-30 * 24 * HOUR);
    // The database sets it so.
    Object.assign(ports.deliveryChecks.recorded[0] ?? {}, { dueAt: START });
    await verify();
    expect(checkOf()).toMatchObject({ verdict: null, begunAt: START });
  });

  it('says at once that there is no node of the chain, and looks for one every hour', async () => {
    record();
    ports.proofChains.finding = { kind: 'UNKNOWN_CHAIN' };
    await verify();
    expect(checkOf()).toMatchObject({ verdict: 'UNVERIFIABLE', reason: 'NO_NODE' });
    expect(secondsToNext()).toBe(HOUR);
    ports.clock.advance(HOUR);
    ports.proofChains.finding = moved();
    await verify();
    expect(checkOf()).toMatchObject({ verdict: 'VERIFIED' });
  });

  it('is settled by no node that does not answer, however long it takes, and delays no other check', async () => {
    record();
    record({ round: 1 });
    ports.proofChains.isAway = true;
    expect(await verify()).toMatchObject([{ code: 'CHAIN_UNAVAILABLE' }, { code: 'CHAIN_UNAVAILABLE' }]);
    ports.clock.advance(48 * HOUR);
    await verify();
    expect([checkOf()?.verdict, checkOf()?.reason, secondsToNext(1)]).toEqual([null, 'NO_ANSWER', 600]);
    ports.proofChains.isAway = false;
    ports.proofChains.finding = moved();
    ports.clock.advance(600);
    await verify();
    expect(checkOf()).toMatchObject({ verdict: 'VERIFIED' });
  });

  it('asks nothing of a delivery that was read again and has a verdict', async () => {
    record({ verdict: 'MISMATCH' });
    await verify();
    expect([ports.proofChains.requested, ports.deliveryChecks.recorded[0]?.dueAt]).toEqual([0, null]);
  });

  it('stops when its time is over', async () => {
    record();
    record({ round: 1 });
    await verify(() => ports.proofChains.requested === 1);
    expect([checkOf(0) !== null, checkOf(1)]).toEqual([true, null]);
  });
});
