import { beforeEach, describe, expect, it } from '@jest/globals';
import type { GraphqlContext } from '../../../src/adapters/graphql/gateway/context.ts';
import { createOperationPayload } from '../../../src/adapters/graphql/operations/operation-payload.ts';
import { issueEntries } from '../../../src/core/entries/issue-entries.ts';
import type { Performed } from '../../../src/core/operations/operation-response.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import { providerCaller } from '../../core/support/callers.ts';
import { CONFIRMED } from '../../core/support/operations.ts';
import { createPorts, type FakePorts } from '../../core/support/ports.ts';

const caller = providerCaller();
const input = { giveawayId: 'summer', passportId: 7, amount: 3 };

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
  ports.knownGiveaways.keys.add(ports.digests.giveawayKey(caller.providerKey, input.giveawayId));
  ports.operations.outcome = () => ({ ...CONFIRMED, result: { round: 0, entries: 3 } });
});

const request = (requestId: string) =>
  perform(ports, caller, issueEntries, input, { requestId, idempotencyKey: 'key-1' });

function payloadOf(performed: Performed) {
  const run = (...requested: [never, unknown]) => ports.run(caller, ...requested);
  const context = { caller, ports, run, loaders: { reads: { node: async (id: string) => ({ id }) } } };
  return createOperationPayload(context as unknown as GraphqlContext, performed);
}

describe("a mutation's payload", () => {
  it('shows the operation as it was read for the response, and does not read it again', async () => {
    const performed = await request('request-1');
    ports.operations.breakReads(new Error('The operation was read again.'));
    const { id } = performed.operation;
    expect(payloadOf(performed)).toMatchObject({ replayed: false });
    await expect(payloadOf(performed).operation).resolves.toMatchObject({ id, status: CONFIRMED.status });
  });

  it('shows the operation of a repeated response as it is now', async () => {
    const { operation } = await request('request-1');
    const repeated = await request('request-2');
    ports.operations.settle(operation.id, { status: 'FINALIZED' });
    expect(payloadOf(repeated)).toMatchObject({ replayed: true });
    await expect(payloadOf(repeated).operation).resolves.toMatchObject({
      id: operation.id,
      status: 'FINALIZED',
    });
  });

  it('has no objects while the read model does not include the operation, also in a repeated response', async () => {
    const performed = await request('request-1');
    ports.readModel.isBehind = true;
    const [repeated, fresh] = [
      await request('request-2'),
      await perform(ports, caller, issueEntries, input, { requestId: 'request-3' }),
    ];
    for (const each of [repeated, fresh])
      expect(await shown(each)).toEqual({ status: 'MINED', giveaway: null, round: null, entry: null });
    expect(await shown(performed)).toMatchObject({ status: 'CONFIRMED', entry: { id: expect.any(String) } });
  });
});

async function shown(performed: Performed) {
  const { operation, giveaway, round, entry } = payloadOf(performed);
  const { status } = await operation;
  return { status, giveaway: await giveaway, round: await round, entry: await entry };
}
