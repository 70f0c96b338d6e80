import { describe, expect, it } from '@jest/globals';
import { getAddress, id as toKey, ZeroAddress, ZeroHash } from 'ethers';
import fc from 'fast-check';
import { hubInterface } from '../../../src/adapters/chain/hub/hub-interface.ts';
import { toOutcomes } from '../../../src/adapters/chain/outbox/outcomes.ts';
import type { RpcLog } from '../../../src/adapters/chain/rpc/receipt.ts';
import { toOperationError } from '../../../src/adapters/chain/hub/reverts.ts';
import type { ChainCall } from '../../../src/core/chain/chain-call.ts';
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

  const round = { giveaway: toKey('giveaway'), round: 3 };
  const prize = {
    assetContract: HUB,
    recipient: HUB,
    proofChainId: 1,
    proofTxHash: ZeroHash,
    proofUri: '',
  };
  const set = [round.giveaway, round.round, 4, ZeroHash, ZeroHash, ''];
  const declaration = { kind: 'declare-winner', passportId: 7, ...round } as const;
  const draw = { kind: 'draw-winner', signature: '0x', tickets: 256, ...round } as const;
  const receipt = { kind: 'confirm-receipt', place: 4, ...round } as const;
  const texts = {
    kind: 'set-round-metadata',
    place: 4,
    metadataHash: null,
    metadataUri: '',
    ...round,
  } as const;
  const image = { kind: 'set-round-image', place: 4, imageHash: null, imageUri: '', ...round } as const;
  const delivery = {
    kind: 'record-prize-delivery',
    place: 4,
    assetContract: HUB,
    recipient: HUB,
    proofChainId: 1,
    proofTransactionHash: ZeroHash,
    proofUri: '',
    ...round,
  } as const;
  const PLACES: readonly (readonly [ChainCall, string, readonly (readonly unknown[])[], object])[] = [
    [
      declaration,
      'PlaceDeclared',
      [[round.giveaway, 3, 7, 4, HUB, HUB]],
      { round: 3, place: 4, passportId: 7, owner: HUB },
    ],
    [
      draw,
      'PlaceDrawn',
      [
        [round.giveaway, 3, 7, 8, 8, 99, 1],
        [round.giveaway, 3, 6, 9, 10, 98, 2],
      ],
      { round: 3, decided: 10 },
    ],
    [
      receipt,
      'PlaceReceiptConfirmed',
      [[round.giveaway, 3, 7, 4, HUB, true]],
      { round: 3, place: 4, passportId: 7 },
    ],
    [texts, 'PlaceMetadataSet', [set], { round: 3, place: 4 }],
    [image, 'PlaceImageSet', [set], { round: 3, place: 4 }],
    [
      delivery,
      'PlaceDelivered',
      [[round.giveaway, 3, 4, HUB, 2, prize]],
      { round: 3, place: 4, revision: 2 },
    ],
  ];
  it.each(PLACES)('names the place after the first one: %j', (call, event, values, result) => {
    const operation = { ...toOperation('opn_0', 0), call };
    const logs = values.map((arguments_) => encode(event, arguments_));
    expect(toOutcomes([operation], { logs }, HUB)).toEqual([{ id: 'opn_0', error: null, result }]);
  });

  it('counts the places of a draw with all of them', () => {
    const first = encode('WinnerDrawn', [round.giveaway, 3, 5, HUB, 1, '0x', ZeroHash, 99, 1]);
    const further = encode('PlaceDrawn', [round.giveaway, 3, 7, 1, 1, 98, 2]);
    const operation = { ...toOperation('opn_0', 0), call: draw };
    expect(toOutcomes([operation], { logs: [first, further] }, HUB)).toMatchObject([
      { result: { round: 3, passportId: 5, ticket: 1, decided: 2 } },
    ]);
  });
});
