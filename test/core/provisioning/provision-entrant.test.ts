import { beforeEach, describe, expect, it } from '@jest/globals';
import { concat, keccak256, toUtf8Bytes } from 'ethers';
import { perform } from '../../../src/core/operations/perform.ts';
import { openFollowUp } from '../../../src/core/provisioning/follow-up.ts';
import { provisionEntrant } from '../../../src/core/provisioning/provision-entrant.ts';
import { A_WALLET, ANOTHER_WALLET } from '../../support/providers/provider-requests.ts';
import { providerCaller } from '../support/callers.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const caller = providerCaller();
const entrantWallet = A_WALLET;
const email = 'olga@example.com';

let ports: FakePorts;
let giveaway: string;
beforeEach(() => {
  ports = createPorts();
  giveaway = ports.digests.giveawayKey(caller.providerKey, 'summer');
  ports.knownGiveaways.keys.add(giveaway);
});
const provision = (body: object) =>
  perform(ports, caller, provisionEntrant, body, { requestId: 'request-1', wait: 0 });
/** The operation that this request leads to. */
async function accepted(body: object) {
  const { operation } = await provision(body);
  const found = ports.operations.all.find(({ id }) => id === operation.id);
  if (!found) throw new Error('The operation is not there.');
  return found;
}

describe('a provision to the wallet of the entrant', () => {
  it('mints a passport without a limit and without entries by default', async () => {
    expect(await accepted({ entrantWallet })).toMatchObject({
      call: {
        kind: 'provision-mint',
        provider: caller.providerKey,
        to: entrantWallet,
        maxTransfers: null,
        entries: null,
      },
      request: {
        endpoint: 'provision-entrant',
        facts: {
          ownershipMode: 'direct_entrant_wallet',
          ownerWallet: entrantWallet,
          entrantWallet,
          notification: null,
        },
      },
      evidence: null,
    });
    expect(ports.jobs.waiting).toEqual([]);
  });

  it('passes an address in lower case on in the form of its checksum', async () => {
    const { call } = await accepted({ entrantWallet: entrantWallet.toLowerCase() });
    expect(call).toMatchObject({ to: entrantWallet });
  });

  it.each([0, 3, 2 ** 32 - 2])('limits the transfers of the passport to %i', async (maxTransfers) => {
    expect((await accepted({ entrantWallet, maxTransfers })).call).toMatchObject({ maxTransfers });
  });

  it.each([-1, 2 ** 32 - 1])('cannot limit the transfers of the passport to %i', async (maxTransfers) => {
    expect(await errorOf(provision({ entrantWallet, maxTransfers }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['maxTransfers'] }],
    });
  });

  it.each(['direct_entrant_wallet', 'transfer_existing_passport'])(
    'is refused without that wallet with the mode %s',
    async (ownershipMode) => {
      expect(await errorOf(provision({ ownershipMode, sourceWallet: ANOTHER_WALLET }))).toMatchObject({
        code: 'INVALID_PAYLOAD',
        details: [{ path: ['entrantWallet'], message: expect.stringContaining(ownershipMode) }],
      });
    },
  );
});

describe('the entries of a provision', () => {
  const entries = { giveawayId: 'summer', amount: 5 };

  it('are issued where a giveaway is named, with the salted hash of the evidence', async () => {
    const operation = await accepted({ entrantWallet, ...entries, reasonCode: 9, evidence: 'order 12' });
    const { salt } = operation.evidence ?? {};
    expect(salt).toMatch(/^0x[\da-f]{64}$/);
    const hash = keccak256(concat([salt ?? '', toUtf8Bytes('order 12')]));
    expect(operation).toMatchObject({
      call: { entries: { giveaway, amount: 5, reasonCode: 9, evidence: hash } },
      request: { facts: { giveawayId: 'summer', amount: 5, reasonCode: 9 } },
      evidence: { hash, providerId: caller.providerId, evidence: 'order 12' },
    });
  });

  it('have the reason code 0 and no evidence by default', async () => {
    expect((await accepted({ entrantWallet, ...entries })).call).toMatchObject({
      entries: { reasonCode: 0, evidence: null },
    });
  });

  it('are not issued with issue: false, and then the giveaway and the evidence are not used', async () => {
    const body = { entrantWallet, ...entries, giveawayId: 'unknown', evidence: 'order 12', issue: false };
    const { call, evidence, request } = await accepted(body);
    expect({ call, evidence }).toMatchObject({ call: { entries: null }, evidence: null });
    expect(request?.facts).not.toHaveProperty('giveawayId');
  });

  it.each([
    ['issue: true without a giveaway', { issue: true, amount: 5 }, ['giveawayId']],
    ['issue: true without either', { issue: true }, ['giveawayId', 'amount']],
    ['a giveaway without an amount', { giveawayId: 'summer' }, ['amount']],
    ['an amount of 0', { ...entries, amount: 0 }, ['amount']],
    ['an amount above uint32', { ...entries, amount: 2 ** 32 }, ['amount']],
    ['a reason code above uint16', { ...entries, reasonCode: 65_536 }, ['reasonCode']],
    ['an evidence of 513 characters', { ...entries, evidence: 'x'.repeat(513) }, ['evidence']],
  ])('are refused with %s', async (_what, body, fields) => {
    const { code, details } = await errorOf(provision({ entrantWallet, ...body }));
    expect({ code, fields: details?.map(({ path }) => path.join('.')) }).toEqual({
      code: 'INVALID_PAYLOAD',
      fields,
    });
  });

  it('are refused for a giveaway that does not exist, and nothing is stored', async () => {
    const body = { entrantWallet, ...entries, giveawayId: 'unknown', email };
    expect(await errorOf(provision(body))).toMatchObject({ code: 'NOT_FOUND', reason: 'GIVEAWAY' });
    expect(ports.operations.all).toEqual([]);
    expect(ports.jobs.waiting).toEqual([]);
  });
});

describe('a provision to a managed wallet', () => {
  const managed = { ownershipMode: 'managed_wallet' };

  it('creates a wallet in custody that the provider manages', async () => {
    const { call, request } = await accepted({ ...managed, entrantWallet });
    const address = 'to' in call ? call.to : '';
    expect(await ports.wallets.find('MANAGED', address)).toMatchObject({ label: 'entrant of prv_1' });
    expect(await ports.provisions.isManagedBy('prv_1', address)).toBe(true);
    expect(await ports.provisions.isManagedBy('prv_2', address)).toBe(false);
    expect(request?.facts).toMatchObject({ ownerWallet: address, managedWallet: address, entrantWallet });
  });

  it('creates another wallet for each entrant', async () => {
    const first = await accepted(managed);
    const second = await accepted(managed);
    expect(first.request?.facts['ownerWallet']).not.toBe(second.request?.facts['ownerWallet']);
  });

  it('uses the managed wallet that the request names, and creates none', async () => {
    const { call } = await accepted({ ...managed, managedWallet: ANOTHER_WALLET });
    expect(call).toMatchObject({ kind: 'provision-mint', to: ANOTHER_WALLET });
    expect(await ports.provisions.isManagedBy('prv_1', ANOTHER_WALLET)).toBe(false);
  });
});

describe('the follow-up of a provision', () => {
  const personal = { email, notify: true, claimUrl: 'https://claim.example/1' };

  it('is stored sealed with its job, and the response says that the entrant is notified', async () => {
    const { id: operationId, request } = await accepted({ entrantWallet, ...personal });
    expect(request?.facts['notification']).toBe('QUEUED');
    expect(ports.jobs.waiting).toEqual([
      { name: 'finish-provision', data: { operationId }, key: operationId, group: 'prv_1' },
    ]);
    const sealed = await ports.provisions.findFollowUp(operationId);
    expect(Buffer.from(sealed!.sealed.ciphertext).toString()).not.toContain(email);
    expect(await openFollowUp(ports, sealed!)).toEqual({ operationId, providerId: 'prv_1', ...personal });
    expect(JSON.stringify([ports.jobs.waiting, ports.audit.entries, request])).not.toContain(email);
  });

  it('is stored for an e-mail address alone, without a notification', async () => {
    const { id, request } = await accepted({ entrantWallet, email });
    expect(request?.facts['notification']).toBeNull();
    expect(await openFollowUp(ports, (await ports.provisions.findFollowUp(id))!)).toMatchObject({
      email,
      notify: false,
      claimUrl: '',
    });
  });

  it.each([undefined, null, ''])('is not stored without an e-mail address: %j', async (none) => {
    const { id } = await accepted({ entrantWallet, email: none });
    expect(await ports.provisions.findFollowUp(id)).toBeUndefined();
  });

  it('is refused where the entrant is to be notified without an e-mail address', async () => {
    expect(await errorOf(provision({ entrantWallet, notify: true }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['email'] }],
    });
  });

  it('is refused where the service cannot send e-mails, unless nobody is to be notified', async () => {
    ports.mail.isConfigured = false;
    expect(await errorOf(provision({ entrantWallet, ...personal }))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(ports.operations.all).toEqual([]);
    await expect(provision({ entrantWallet, email })).resolves.toBeDefined();
  });
});
