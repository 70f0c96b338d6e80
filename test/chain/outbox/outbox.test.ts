import { beforeAll, describe, expect, it } from '@jest/globals';
import { entryChange, newOperation, partsOf, startTestOutbox } from './support/harness.ts';
import type { ChainCall } from '../../../src/core/chain/chain-call.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { keyOf, startTestChain } from '../../support/chain/anvil.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { ONE_ROUND } from '../../support/chain/one-round.ts';

const WAIT_MS = 15_000;

describe('the transaction outbox', () => {
  const chain = sharedByTests(() => startTestChain({ signers: 8 }));
  const opened = sharedByTests(openTestDatabase);
  const outbox = sharedByTests(async () =>
    startTestOutbox(chain, {
      ...partsOf(chain, opened.database),
      note: (event, facts) => {
        events.push({ event, facts });
        // oxlint-disable-next-line no-console
        if (process.env['OUTBOX_LOG']) console.log(event, facts);
      },
    }),
  );
  const events: { readonly event: string; readonly facts: Readonly<Record<string, unknown>> }[] = [];
  beforeAll(() => chain.mintPassports(10));

  async function carryOut(...calls: ChainCall[]) {
    const operations = calls.map((call) => newOperation(chain, call));
    await outbox.operations.submit(operations);
    const responses = await outbox.operations.wait(
      operations.map(({ id }) => id),
      WAIT_MS,
    );
    return responses.map((response) => {
      if (!response) throw new Error('An operation is gone.');
      return response;
    });
  }

  it('issues entries and returns what the contract reports', async () => {
    const giveaway = await chain.createGiveaway('first');
    const [response] = await carryOut(entryChange(giveaway, 1, 5));
    expect(response).toMatchObject({
      status: 'CONFIRMED',
      error: null,
      result: { round: 0, entries: 5, roundTotal: 5 },
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      blockNumber: expect.any(Number),
    });
    expect(await chain.entriesOf(giveaway, 1)).toBe(5);
  });

  it('sends changes of one giveaway that arrive together in one transaction, with a response for each', async () => {
    const giveaway = await chain.createGiveaway('together');
    const responses = await carryOut(
      ...Array.from({ length: 9 }, (_, place) => entryChange(giveaway, place + 1, place + 1)),
      entryChange(giveaway, 99, 1),
      entryChange(giveaway, 1, 1, { remove: true }),
    );
    expect(responses.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 9 }, () => 'CONFIRMED'),
      'FAILED',
      'CONFIRMED',
    ]);
    expect(responses[9]?.error).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'PASSPORT',
      values: { passportId: 99 },
    });
    expect(
      new Set(
        responses.flatMap(({ status, transactionHash }) => (status === 'FAILED' ? [] : transactionHash)),
      ).size,
    ).toBe(1);
    expect(await chain.entriesOf(giveaway, 1)).toBe(0);
    expect(await chain.entriesOf(giveaway, 9)).toBe(9);
  });

  it('keeps the order of operations that depend on each other: create, issue, remove', async () => {
    const giveaway = keyOf(chain.providerKey, 'created');
    const options = { ...ONE_ROUND, externalId: 'created', startTime: 1_600_000_000 };
    const create = { kind: 'create-giveaway', provider: chain.providerKey, options } as const;
    const responses = await carryOut(
      create,
      entryChange(giveaway, 2, 7),
      entryChange(giveaway, 2, 3, { remove: true }),
      entryChange(giveaway, 2, 5, { remove: true }),
      create,
    );
    expect(responses.map(({ status, error }) => error?.reason ?? status)).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'CONFIRMED',
      'NOT_ENOUGH_ENTRIES',
      'GIVEAWAY_EXISTS',
    ]);
    expect(responses[0]?.result).toEqual({ giveaway });
    expect(await chain.entriesOf(giveaway, 2)).toBe(4);
  });

  it('provisions a passport with entries, and returns its id', async () => {
    const giveaway = await chain.createGiveaway('provisioned');
    const to = '0x00000000000000000000000000000000000000AA';
    const entries = { giveaway, amount: 3, reasonCode: 1, evidence: null };
    const call = {
      kind: 'provision-mint',
      provider: chain.providerKey,
      to,
      maxTransfers: null,
      entries,
    } as const;
    const [response] = await carryOut(call);
    expect(response).toMatchObject({
      status: 'CONFIRMED',
      result: { passportId: 11, round: 0, entries: 3, owner: to },
    });
  });

  it('provisions many passports in one transaction; one that the contracts refuse fails alone', async () => {
    const giveaway = await chain.createGiveaway('provisioned together');
    const entries = { giveaway, amount: 2, reasonCode: 0, evidence: null };
    const entrant = '0x00000000000000000000000000000000000000bB';
    const mint = { kind: 'provision-mint', provider: chain.providerKey, maxTransfers: null } as const;
    const responses = await carryOut(
      ...Array.from({ length: 9 }, () => ({ ...mint, to: entrant, entries })),
      { ...mint, to: entrant, entries: { ...entries, giveaway: keyOf(chain.providerKey, 'unknown') } },
      { ...mint, to: '0x0000000000000000000000000000000000000000', entries },
      { ...mint, to: entrant, entries: null },
      // Nobody has approved the signer.
      {
        kind: 'provision-transfer',
        provider: chain.providerKey,
        passportId: 1,
        from: entrant,
        to: entrant,
        deadline: 0,
        signature: null,
        entries,
      },
    );
    expect(responses.map(({ status, error }) => error?.reason ?? status)).toEqual([
      ...Array.from({ length: 9 }, () => 'CONFIRMED'),
      'GIVEAWAY',
      'RECEIVER_INVALID',
      'CONFIRMED',
      'NOT_APPROVED',
    ]);
    const confirmed = responses.filter(({ status }) => status === 'CONFIRMED');
    expect(new Set(confirmed.map(({ transactionHash }) => transactionHash)).size).toBe(1);
    const passports = confirmed.map(({ result }) => Number(result?.['passportId']));
    expect(new Set(passports).size).toBe(10);
    expect(confirmed[8]?.result).toMatchObject({ round: 0, entries: 2, roundTotal: 18 });
    expect(await chain.entriesOf(giveaway, passports[0] ?? 0)).toBe(2);
  });

  it('changes nothing when an operation is submitted again', async () => {
    const giveaway = await chain.createGiveaway('again');
    const operation = newOperation(chain, entryChange(giveaway, 1, 2));
    await outbox.operations.submit([operation]);
    await outbox.operations.wait([operation.id], WAIT_MS);
    await outbox.operations.submit([operation, operation]);
    const other = newOperation(chain, entryChange(giveaway, 1, 1));
    await outbox.operations.submit([other]);
    await outbox.operations.wait([operation.id, other.id], WAIT_MS);
    expect(await chain.entriesOf(giveaway, 1)).toBe(3);
  });

  it('uses eight signers of a provider in parallel for 64 callers', async () => {
    const giveaway = await chain.createGiveaway('side by side');
    const operations = Array.from({ length: 64 }, (_, place) =>
      newOperation(chain, entryChange(giveaway, 1 + (place % 10), 1), chain.signers[place % 8]?.address),
    );
    const responses = await Promise.all(
      operations.map(async (operation) => {
        await outbox.operations.submit([operation]);
        return outbox.operations.wait([operation.id], WAIT_MS);
      }),
    );
    expect(new Set(responses.flat().map((response) => response?.status))).toEqual(new Set(['CONFIRMED']));
    expect(events.filter(({ event }) => event === 'broadcast-refused' || event === 'outside-use')).toEqual(
      [],
    );
  });

  it('returns the current status when the wait ends', async () => {
    const operation = newOperation(
      chain,
      entryChange(`0x${'0'.repeat(64)}`, 1, 1),
      '0x0000000000000000000000000000000000000001',
    );
    await outbox.operations.submit([operation]);
    const [response] = await outbox.operations.wait([operation.id], 0);
    expect(response?.status).toBe('QUEUED');
    expect(await outbox.operations.wait(['opn_unknown'], 0)).toEqual([undefined]);
  });
});
