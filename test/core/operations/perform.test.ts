import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../../../src/core/errors.ts';
import { findOperation } from '../../../src/core/operations/find-operation.ts';
import { OPERATOR, providerCaller } from '../support/callers.ts';
import { CONFIRMED } from '../support/operations.ts';
import { errorOf } from '../support/ports.ts';
import {
  caller,
  lastRequestId,
  ports,
  REJECTED_BY_CONTRACTS,
  REJECTED_WITHOUT_FUNDS,
  request,
  useEntryRequests,
} from './entry-requests.ts';

const CONNECTION_LOST = new DomainError('SERVICE_UNAVAILABLE', 'The connection broke.', {
  retryAfterSeconds: 2,
});

useEntryRequests();

describe('a provider operation', () => {
  it('is answered with the operation, the input and the result of the contracts', async () => {
    expect(await request()).toMatchObject({
      requestId: lastRequestId(),
      isReplay: false,
      operation: { id: expect.stringMatching(/^opn_/), ...CONFIRMED },
      result: { giveawayId: 'summer', passportId: 7, amount: 3, reasonCode: 0, roundIndex: 0, entries: 3 },
    });
    expect(ports.operations.all).toMatchObject([
      { providerKey: caller.providerKey, signer: caller.signer, request: { endpoint: 'issue-entries' } },
    ]);
    expect(ports.audit.entries).toMatchObject([
      {
        action: 'issueEntries',
        actor: `key:${caller.keyId}`,
        facts: { provider: caller.providerId, amount: 3 },
      },
    ]);
  });

  it('waits for the read model to index its block, but not when it does not wait for the chain', async () => {
    await request();
    expect(ports.readModel.waitedFor).toEqual([12]);
    ports.operations.outcome = () => ({});
    await request({ wait: 0 });
    expect(ports.readModel.waitedFor).toEqual([12]);
  });

  it('is not confirmed to its caller, nor stored as a response, before the read model has its block', async () => {
    ports.readModel.isBehind = true;
    const { operation, result } = await request({ key: 'order-1' });
    expect(operation).toMatchObject({ ...CONFIRMED, status: 'MINED' });
    expect(result).toMatchObject({ roundIndex: 0, entries: 3 });
    const find = () => ports.run(caller, findOperation, { id: operation.id });
    expect(await find()).toMatchObject({ status: 'MINED' });
    ports.readModel.isBehind = false;
    expect(await find()).toMatchObject({ status: 'CONFIRMED' });
    expect(await request({ key: 'order-1' })).toMatchObject({
      isReplay: false,
      operation: { id: operation.id, status: 'CONFIRMED' },
    });
    expect(await request({ key: 'order-1' })).toMatchObject({ isReplay: true, operation: CONFIRMED });
  });

  it('fails at once when the contracts refuse it, however far the read model is behind', async () => {
    ports.readModel.isBehind = true;
    ports.operations.outcome = () => ({ ...CONFIRMED, ...REJECTED_BY_CONTRACTS });
    expect(await errorOf(request())).toMatchObject({ code: 'CONTRACT_REVERT' });
    expect(ports.readModel.waitedFor).toEqual([]);
  });

  it.each([
    [undefined, 25_000],
    [null, 25_000],
    [1, 1_000],
    [60, 60_000],
  ])('a provider operation with wait %j waits for the chain for %i ms', async (wait, ms) => {
    await request({ wait });
    expect(ports.operations.waitedMs).toBe(ms);
  });

  it('is answered with wait 0 as soon as it is accepted', async () => {
    const { operation, result } = await request({ wait: 0 });
    expect(operation).toMatchObject({
      status: 'QUEUED',
      transactionHash: null,
      blockNumber: null,
      confirmations: 0,
    });
    expect(result).toMatchObject({ giveawayId: 'summer', amount: 3 });
    expect(ports.operations.waitedMs).toBeUndefined();
  });

  it.each([-1, 61, 1.5, '5', true, {}])('is refused with wait %j', async (wait) => {
    expect(await errorOf(request({ wait }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['wait'] }],
    });
  });

  it('is answered with an error that names the operation when the contracts refuse it', async () => {
    ports.operations.outcome = () => REJECTED_BY_CONTRACTS;
    expect(await errorOf(request())).toMatchObject({
      code: 'CONTRACT_REVERT',
      reason: 'NOT_ENOUGH_ENTRIES',
      values: { held: 1, operationId: ports.operations.all[0]?.id },
      retryAfterSeconds: undefined,
    });
  });

  it('is answered with a time to wait when a later request may succeed', async () => {
    ports.operations.outcome = () => REJECTED_WITHOUT_FUNDS;
    expect(await errorOf(request())).toMatchObject({ code: 'INSUFFICIENT_FUNDS', retryAfterSeconds: 5 });
  });

  it('is refused without a signer', async () => {
    expect(await errorOf(request({ as: { ...caller, signer: null } }))).toMatchObject({
      code: 'SIGNER_NOT_CONFIGURED',
    });
    expect(ports.operations.all).toEqual([]);
  });

  it('is answered with an error that names the operation when the submission fails', async () => {
    ports.operations.breakSubmit(CONNECTION_LOST);
    expect(await errorOf(request())).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      values: { operationId: expect.stringMatching(/^opn_/) },
      retryAfterSeconds: 2,
    });
  });

  it('succeeds when it was accepted although the submission failed', async () => {
    ports.operations.breakSubmit(CONNECTION_LOST, true);
    expect((await request()).operation.status).toBe('CONFIRMED');
  });

  it('is answered as accepted when its newer state cannot be read', async () => {
    const { submit } = ports.operations;
    ports.operations.submit = async (operations) => {
      await submit(operations);
      ports.operations.breakReads(CONNECTION_LOST);
    };
    expect((await request()).operation).toMatchObject({ status: 'QUEUED' });
  });
});

describe('reading an operation', () => {
  it('is allowed to the keys of its provider and to the operator only', async () => {
    const { operation } = await request();
    for (const who of [caller, OPERATOR])
      expect(await ports.run(who, findOperation, { id: operation.id })).toMatchObject({ id: operation.id });
    const [foreign, absent] = [
      await errorOf(ports.run(providerCaller('prv_2'), findOperation, { id: operation.id })),
      await errorOf(ports.run(caller, findOperation, { id: 'opn_none' })),
    ];
    expect(foreign).toMatchObject({ code: 'NOT_FOUND', reason: 'OPERATION', message: absent.message });
  });
});
