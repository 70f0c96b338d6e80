import { describe, expect, it } from '@jest/globals';
import { getAddress, id as toKey, ZeroAddress, ZeroHash } from 'ethers';
import fc from 'fast-check';
import { hubInterface } from '../../../src/adapters/chain/hub/hub-interface.ts';
import { toOutcomes } from '../../../src/adapters/chain/outbox/outcomes.ts';
import type { RpcLog } from '../../../src/adapters/chain/rpc/receipt.ts';
import { toOperationError } from '../../../src/adapters/chain/hub/reverts.ts';
import type { QueuedOperation } from '../../../src/adapters/ports/lane-store.ts';

const HUB = getAddress(`0x${'ab'.repeat(20)}`);
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`));

type ReportedChange =
  | { readonly kind: 'changed'; readonly counts: readonly number[]; readonly owner: string }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'repeated' };

const reportedChange: fc.Arbitrary<ReportedChange> = fc.oneof(
  fc.record({
    kind: fc.constant('changed' as const),
    counts: fc.array(uint32, { minLength: 5, maxLength: 5 }),
    owner: address,
  }),
  fc.record({
    kind: fc.constant('rejected' as const),
    reason: fc
      .tuple(uint32, uint32, uint32)
      .map((values) => hubInterface.encodeErrorResult('NotEnoughEntries', values)),
  }),
  fc.record({ kind: fc.constant('repeated' as const) }),
);

function toLog(id: string, each: ReportedChange): RpcLog {
  const key = toKey(id);
  if (each.kind === 'repeated') return encode('OperationReplayed', [ZeroHash, key]);
  if (each.kind === 'rejected') return encode('EntryChangeRejected', [ZeroHash, key, each.reason]);
  const [round, amount, entries, roundTotal, leaf] = each.counts;
  const { owner } = each;
  const counts = [amount, entries, roundTotal, leaf];
  return encode('EntriesChanged', [ZeroHash, round, 7, key, 9, false, ...counts, 3, ZeroHash, owner, HUB]);
}

const changedIn = (round: number): ReportedChange => ({
  kind: 'changed',
  counts: [round, 1, 2, 3, 4],
  owner: HUB,
});

function encode(event: string, values: readonly unknown[]): RpcLog {
  const fragment = hubInterface.getEvent(event);
  if (fragment === null) throw new Error(`There is no event ${event}.`);
  return { address: HUB.toLowerCase(), ...hubInterface.encodeEventLog(fragment, values) };
}

/** What the general decoder reads. */
function toExpected(id: string, log: RpcLog) {
  const parsed = hubInterface.parseLog({ topics: [...log.topics], data: log.data });
  if (parsed?.name === 'OperationReplayed') return { id, error: null, result: {} };
  if (parsed?.name === 'EntryChangeRejected')
    return { id, result: null, error: toOperationError(String(parsed.args.getValue('reason'))) };
  const [round, entries, roundTotal] = ['round', 'entries', 'roundTotal'].map((field) =>
    Number(parsed?.args.getValue(field)),
  );
  return { id, error: null, result: { round, entries, roundTotal, owner: parsed?.args.getValue('owner') } };
}

function toOperation(id: string, sequence: number): QueuedOperation {
  return {
    id,
    opKey: toKey(id),
    hub: 0,
    sequence,
    earlierTransactions: [],
    providerKey: ZeroHash,
    signer: HUB,
    call: {
      kind: 'change-entries',
      giveaway: ZeroHash,
      passportId: 7,
      amount: 1,
      remove: false,
      reasonCode: 3,
      evidence: null,
      expectedOwner: null,
    },
  };
}

describe('the outcome of a mined transaction', () => {
  it('equals what the general decoder reads from its events', () => {
    fc.assert(
      fc.property(fc.array(reportedChange, { minLength: 1, maxLength: 6 }), (items) => {
        const operations = items.map((_item, index) => toOperation(`opn_${index}`, index));
        const logs = items.map((item, index) => toLog(`opn_${index}`, item));
        const expected = logs.map((log, index) => toExpected(`opn_${index}`, log));
        expect(toOutcomes(operations, { logs }, HUB)).toEqual(expected);
      }),
    );
  });

  it('the outcome of a removal from several rounds is that of the newest round', () => {
    const events = [5, 3, 1].map((round) => toLog('opn_0', changedIn(round)));
    expect(toOutcomes([toOperation('opn_0', 0)], { logs: events }, HUB)).toMatchObject([
      { result: { round: 5, entries: 2, roundTotal: 3 } },
    ]);
  });

  it('the outcome of provisions in one transaction is by their keys: the passport and the entries, or the error', () => {
    const provisions = ['mints', 'fails', 'is repeated'].map((id, index) => ({
      ...toOperation(id, index),
      call: {
        kind: 'provision-mint',
        provider: ZeroHash,
        to: HUB,
        maxTransfers: null,
        entries: null,
      } as const,
    }));
    const reason = hubInterface.encodeErrorResult('GiveawayUnknown', [ZeroHash]);
    const logs = [
      encode('Provisioned', [ZeroHash, toKey('mints'), 12, ZeroAddress, HUB, true, HUB]),
      toLog('mints', changedIn(0)),
      encode('ProvisionRejected', [ZeroHash, toKey('fails'), reason]),
      encode('OperationReplayed', [ZeroHash, toKey('is repeated')]),
    ];
    expect(toOutcomes(provisions, { logs }, HUB)).toEqual([
      {
        id: 'mints',
        error: null,
        result: { passportId: 12, round: 0, entries: 2, roundTotal: 3, owner: HUB },
      },
      { id: 'fails', result: null, error: toOperationError(reason) },
      { id: 'is repeated', error: null, result: {} },
    ]);
  });

  it('ignores events of other contracts', () => {
    const logs = [{ ...toLog('opn_0', changedIn(0)), address: `0x${'cd'.repeat(20)}` }];
    expect(toOutcomes([toOperation('opn_0', 0)], { logs }, HUB)).toEqual([
      { id: 'opn_0', error: null, result: {} },
    ]);
  });
});
