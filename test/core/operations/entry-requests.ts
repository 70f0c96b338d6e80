import { beforeEach } from '@jest/globals';
import type { ProviderCaller } from '../../../src/core/access/callers.ts';
import { issueEntries } from '../../../src/core/entries/issue-entries.ts';
import type { Performed } from '../../../src/core/operations/operation-response.ts';
import { perform } from '../../../src/core/operations/perform.ts';
import { providerCaller } from '../support/callers.ts';
import { CONFIRMED } from '../support/operations.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';

export const caller = providerCaller();
export const input = { giveawayId: 'summer', passportId: 7, amount: 3 };
export const REJECTED_BY_CONTRACTS = {
  status: 'FAILED',
  error: { code: 'CONTRACT_REVERT', reason: 'NOT_ENOUGH_ENTRIES', message: 'Too few.', values: { held: 1 } },
} as const;
export const REJECTED_WITHOUT_FUNDS = {
  status: 'FAILED',
  error: { code: 'INSUFFICIENT_FUNDS', reason: 'SIGNER_BALANCE', message: 'No money.' },
} as const;

export let ports: FakePorts;

/** Creates fake ports before each test, in which the giveaway exists and every operation is confirmed. */
export function useEntryRequests(): void {
  beforeEach(() => {
    ports = createPorts();
    ports.knownGiveaways.keys.add(ports.digests.giveawayKey(caller.providerKey, input.giveawayId));
    ports.operations.outcome = () => ({ ...CONFIRMED, result: { round: 0, entries: 3 } });
  });
}

let requestCount = 0;
export const lastRequestId = () => `request-${requestCount}`;

export interface EntryRequest {
  readonly key?: string;
  readonly wait?: unknown;
  readonly body?: object;
  readonly as?: ProviderCaller;
  readonly operation?: typeof issueEntries;
}

/** Performs an issue of entries, or another operation, with a new request ID. */
export function request({
  key,
  wait,
  body = {},
  as = caller,
  operation = issueEntries,
}: EntryRequest = {}): Promise<Performed> {
  requestCount += 1;
  const options = { requestId: lastRequestId(), idempotencyKey: key, wait };
  return perform(ports, as, operation, { ...input, ...body }, options);
}
