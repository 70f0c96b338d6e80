import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Interface, Wallet } from 'ethers';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROVIDER_OPERATIONS } from '../../src/core/provider-api/provider-operations.ts';
import { embeddedNode, type EmbeddedNode } from '../support/chain/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Answer, Json } from '../support/http/http.ts';
import { createProviderKey, createProviderWithSigner } from '../support/providers/providers.ts';
import { REQUESTS } from '../support/providers/provider-requests.ts';

type Provider = Awaited<ReturnType<typeof createProviderWithSigner>>;

const AN_HOUR = 3_600;
const MARGIN = 600;
const FOR_A_WHILE = 120_000;
const erc721 = new Interface(['function transferFrom(address from, address to, uint256 tokenId)']);
const newWallet = () => Wallet.createRandom().address;

let gateway: Gateway;
let node: EmbeddedNode;
let own: Provider;
let other: Provider;
/** Its signer has no money. */
let poor: Provider;
let unsigned: string;
/** When the giveaways that end do so. */
let endTime: number;
/** When the scheduled giveaway starts. */
let scheduledFor: number;
/** It holds entries wherever there are any. */
let passportId: number;
const entrant = newWallet();

const ask = (endpoint: string, body: object, key = own.secret, headers = {}): Promise<Answer> =>
  gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body, headers });
const done = async (endpoint: string, body: object, key?: string): Promise<Json> => {
  const answer = await ask(endpoint, body, key);
  expect(answer).toMatchObject({ status: 200, body: { ok: true, context: { endpoint } } });
  return answer.body.result;
};

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly reason?: string;
  readonly retryable?: boolean;
  readonly details?: object;
}
const revert = (reason: string): Refusal => ({ status: 422, code: 'CONTRACT_REVERT', reason });
const NOT_ENDED: Refusal = {
  status: 409,
  code: 'CONTRACT_REVERT',
  reason: 'NOT_ENDED',
  retryable: true,
};
const unknown = (reason: string): Refusal => ({ status: 404, code: 'NOT_FOUND', reason });
const NO_WINNER: Refusal = { status: 409, code: 'WINNER_NOT_DECLARED', reason: 'WINNER_NOT_SET' };

/** Sees the refusal in the documented body, and that it cost the signer no transaction. */
async function refused(
  endpoint: string,
  body: object,
  { status, retryable = false, ...error }: Refusal,
  { secret, signer }: Pick<Provider, 'secret' | 'signer'> = own,
): Promise<Answer> {
  const nonce = await node.nonceOf(signer);
  const answer = await ask(endpoint, body, secret);
  expect(answer).toMatchObject({
    status,
    body: {
      ok: false,
      requestId: answer.headers.get('x-request-id'),
      error: {
        retryable,
        message: expect.stringMatching(/\w/),
        recommendedAction: expect.stringMatching(/\w/),
        ...error,
      },
      context: { endpoint },
    },
  });
  expect(answer.headers.has('retry-after')).toBe(retryable);
  expect(await node.nonceOf(signer)).toBe(nonce);
  return answer;
}

beforeAll(async () => {
  gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', CHAIN_BEACON_MARGIN: String(MARGIN) });
  node = await embeddedNode(gateway);
  own = await createProviderWithSigner(gateway);
  other = await createProviderWithSigner(gateway);
  poor = await createProviderWithSigner(gateway);
  unsigned = (await createProviderKey(gateway)).secret;

  const now = Math.floor(Date.now() / 1_000);
  const startTime = now - 60;
  scheduledFor = now + 1_000 * AN_HOUR;
  endTime = now + AN_HOUR;
  const giveaway = { startTime, determinationType: 0 };
  const ending = { ...giveaway, endTime };
  const [provisioned] = await Promise.all([
    done('provision-entrant', { entrantWallet: entrant }),
    done('create-giveaway', { ...giveaway, giveawayId: 'open' }),
    done('create-giveaway', { ...giveaway, giveawayId: 'scheduled', startTime: scheduledFor }),
    done('create-giveaway', { ...ending, giveawayId: 'declared', providerPaysReceiptGas: true }),
    done('create-giveaway', { ...ending, giveawayId: 'receipt off' }),
    done('create-giveaway', { ...ending, giveawayId: 'handshake', requiresHandshake: true }),
    done('create-giveaway', { ...ending, giveawayId: 'without entries' }),
    done('create-giveaway', { ...ending, giveawayId: 'drawn', determinationType: 1 }),
    done('create-giveaway', { ...giveaway, giveawayId: 'foreign' }, other.secret),
  ]);
  passportId = provisioned.passportId;
  const holding = ['open', 'declared', 'receipt off', 'handshake', 'drawn'];
  await Promise.all(
    holding.map((giveawayId) => done('issue-entries', { giveawayId, passportId, amount: 3 })),
  );
}, FOR_A_WHILE);
afterAll(() => gateway.stop());

describe('A request before the giveaway has ended', () => {
  it.each([
    ['a declaration', 'declare-winner', 'declared', NOT_ENDED],
    ['a declaration of a giveaway without an end', 'declare-winner', 'open', revert('NEVER_ENDS')],
    ['a draw', 'draw-winner', 'drawn', NOT_ENDED],
    ['a declaration where the winner is drawn', 'declare-winner', 'drawn', revert('WRONG_MODE')],
    ['a draw where the winner is declared', 'draw-winner', 'declared', revert('WRONG_MODE')],
    ['metadata', 'set-round-metadata', 'declared', NO_WINNER],
    ['an image', 'set-round-image', 'drawn', NO_WINNER],
    ['a delivery', 'record-prize-delivery', 'declared', NO_WINNER],
    ['a receipt', 'confirm-receipt-by-provider', 'declared', NO_WINNER],
    [
      'a receipt where only the winner confirms',
      'confirm-receipt-by-provider',
      'open',
      revert('RECEIPT_MODE_OFF'),
    ],
    ['entries before the start', 'issue-entries', 'scheduled', revert('ROUND_NOT_ACTIVE')],
    ['removing before the start', 'remove-entries', 'scheduled', revert('ROUND_NOT_ACTIVE')],
    ['the same giveawayId', 'create-giveaway', 'open', revert('GIVEAWAY_EXISTS')],
  ])('%s: %s is refused', async (_what, endpoint, giveawayId, refusal) => {
    await refused(endpoint, { ...REQUESTS[endpoint], giveawayId, ...named(endpoint) }, refusal);
  });

  it('entries before the start are told the chain’s time, and when the round opens', async () => {
    const body = { giveawayId: 'scheduled', passportId, amount: 1 };
    const { body: answer } = await refused('issue-entries', body, revert('ROUND_NOT_ACTIVE'));
    const { timestamp, opensAt, closesAt, roundIndex } = answer.error.details;
    expect({ opensAt, closesAt, roundIndex }).toEqual({ opensAt: scheduledFor, closesAt: 0, roundIndex: 0 });
    expect(Math.abs(timestamp - Date.now() / 1_000)).toBeLessThan(30);
    expect(answer.error.message).toContain(
      `opens at ${new Date(scheduledFor * 1_000).toISOString().slice(0, 19)}Z`,
    );
  });

  it('more entries than are held are not removed', async () => {
    const body = { giveawayId: 'open', passportId, amount: 4 };
    const details = { passportId, entries: 3, amount: 4 };
    await refused('remove-entries', body, { ...revert('NOT_ENOUGH_ENTRIES'), details });
  });

  it('more entries than a round can count are not issued', async () => {
    const body = { giveawayId: 'open', passportId, amount: 2 ** 32 - 1 };
    await refused('issue-entries', body, revert('TOO_MANY_ENTRIES'));
  });

  it.each([
    ['issue-entries', 'PASSPORT'],
    ['remove-entries', 'PASSPORT'],
  ])('%s for a passport that nobody has is refused', async (endpoint, reason) => {
    await refused(endpoint, { giveawayId: 'open', passportId: 999_999, amount: 1 }, unknown(reason));
  });

  it.each(['set-round-metadata', 'set-round-image', 'record-prize-delivery'])(
    '%s for a round that the giveaway never has is refused',
    async (endpoint) => {
      const body = { ...REQUESTS[endpoint], giveawayId: 'declared', roundIndex: 7 };
      await refused(endpoint, body, unknown('ROUND'));
    },
  );
});

/** The passport with entries, where the endpoint takes one. */
function named(endpoint: string): object {
  return 'passportId' in (REQUESTS[endpoint] ?? {}) ? { passportId } : {};
}

describe('A new giveaway that could never take an entry, or have a winner', () => {
  const day = 86_400;
  const ago = (days: number) => Math.floor(Date.now() / 1_000) - days * day;
  it.each([
    ['one that has ended', { startTime: ago(2), endTime: ago(1) }, true],
    [
      'a rolling one whose last round has closed',
      { startTime: ago(3), endTime: ago(-4), rollingEveryDays: 7, rollingActiveDays: 2 },
      true,
    ],
    ['a drawn one of one round without an end', { startTime: ago(1), determinationType: 1 }, false],
  ])('%s is refused as a wrong endTime', async (_what, options, isOver) => {
    const body = { giveawayId: 'over', determinationType: 0, ...options };
    const { body: answer } = await refused('create-giveaway', body, { status: 400, code: 'INVALID_PAYLOAD' });
    const { fields, timestamp, operationId } = answer.error.details;
    expect(fields).toEqual([{ field: 'endTime', message: expect.stringMatching(/\w/) }]);
    expect(operationId).toBeUndefined();
    if (isOver) expect(Math.abs(timestamp - Date.now() / 1_000)).toBeLessThan(30);
  });

  it('is accepted while its last round is still to come', async () => {
    const rolling = { startTime: ago(3), endTime: ago(-5), rollingEveryDays: 7, rollingActiveDays: 5 };
    await done('create-giveaway', { giveawayId: 'last round', determinationType: 1, ...rolling });
  });
});

describe("Another provider's giveaway", () => {
  const needing = PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint).filter(
    (endpoint) => endpoint !== 'create-giveaway',
  );

  it.each(needing)('is for %s the same as one that nobody has', async (endpoint) => {
    const answers = [];
    for (const giveawayId of ['foreign', 'nobody’s'])
      answers.push(
        await refused(
          endpoint,
          { ...REQUESTS[endpoint], giveawayId, ...named(endpoint) },
          unknown('GIVEAWAY'),
        ),
      );
    const [foreign, none] = answers.map(({ status, body }) => {
      const { details, ...error } = body.error;
      return { status, error, details: Object.keys(details) };
    });
    expect(foreign).toEqual(none);
  });

  it('leaves its name free for a giveaway of your own', async () => {
    const { id } = await done('create-giveaway', { ...REQUESTS['create-giveaway'], giveawayId: 'foreign' });
    const theirs = await refused(
      'create-giveaway',
      { ...REQUESTS['create-giveaway'], giveawayId: 'foreign' },
      revert('GIVEAWAY_EXISTS'),
      other,
    );
    expect(`gwy_${theirs.body.error.details.giveaway.slice(2)}`).not.toBe(id);
  });
});

describe('A key without a signer', () => {
  it.each(PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint))('cannot have %s done', async (endpoint) => {
    const answer = await ask(endpoint, REQUESTS[endpoint] ?? {}, unsigned);
    expect(answer).toMatchObject({
      status: 409,
      body: { ok: false, error: { code: 'SIGNER_NOT_CONFIGURED', retryable: false }, context: { endpoint } },
    });
  });
});

describe('A signer without money', () => {
  const create = (giveawayId: string) => ({ ...REQUESTS['create-giveaway'], giveawayId });
  const LACKS: Refusal = {
    status: 402,
    code: 'INSUFFICIENT_FUNDS',
    reason: 'SIGNER_BALANCE',
    retryable: true,
  };

  it(
    'is told what it needs, and the same request succeeds once after a top-up',
    async () => {
      const { secret, signer } = poor;
      await node.setBalance(signer, 1n);
      const nonce = await node.nonceOf(signer);
      const headers = { 'idempotency-key': 'after-a-top-up' };
      const repeated = () => ask('create-giveaway', create('paid'), secret, headers);
      let lastRefusal: Answer | undefined;
      for (let time = 0; time < 2; time += 1) {
        const answer = (lastRefusal = await repeated());
        const { status, ...error } = LACKS;
        expect(answer).toMatchObject({
          status,
          body: {
            ok: false,
            error: {
              ...error,
              details: {
                address: signer,
                balance: '1',
                needed: expect.stringMatching(/^\d+$/),
                symbol: 'ETH',
              },
            },
          },
        });
      }
      expect(await node.nonceOf(signer)).toBe(nonce);
      expect(lastRefusal?.headers.has('retry-after')).toBe(true);
      // What became of the operation is told without a time to wait: it does not change any more.
      const { error } = lastRefusal?.body ?? {};
      const reported = await gateway.rest(
        'GET',
        `/api/provider/integrations/operations/${error.details.operationId}`,
        { key: secret },
      );
      expect(reported).toMatchObject({ status: 402, body: { error } });
      expect(reported.headers.has('retry-after')).toBe(false);

      await node.setBalance(signer, 10n ** 18n);
      const answers = await Promise.all([repeated(), repeated(), repeated()]);
      for (const { status, body } of answers)
        if (status !== 200) expect(body.error).toMatchObject({ reason: 'IN_PROGRESS', retryable: true });
      const first = answers.find(({ status }) => status === 200);
      const again = await repeated();
      expect(again).toMatchObject({ status: 200, body: first?.body });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await node.nonceOf(signer)).toBe(nonce + 1);
    },
    FOR_A_WHILE,
  );

  it('is told so whatever it asks for', async () => {
    const { secret, signer } = poor;
    const [created, provisioned] = [
      await done('create-giveaway', create('own'), secret),
      await done('provision-entrant', { entrantWallet: entrant }, secret),
    ];
    expect(created.giveawayId).toBe('own');
    await node.setBalance(signer, 0n);
    const change = { giveawayId: 'own', passportId: provisioned.passportId, amount: 1 };
    await refused('issue-entries', change, LACKS, poor);
    await refused('provision-entrant', { entrantWallet: entrant }, LACKS, poor);
    // What the contracts refuse needs no money to be refused.
    await refused('remove-entries', change, revert('NOT_ENOUGH_ENTRIES'), poor);
  });
});

describe('A passport', () => {
  it("whose owner shared no contact keeps it: the provider's own passport too", async () => {
    for (const key of [own.secret, other.secret]) {
      const answer = await ask('passport-contact', { passportId }, key);
      expect(answer).toMatchObject({
        status: 403,
        body: { error: { code: 'UNAUTHORIZED', reason: 'CONTACT_NOT_SHARED', retryable: false } },
      });
    }
    expect(await ask('passport-contact', { passportId: 999_999 })).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND', reason: 'PASSPORT' } },
    });
  });

  it(
    'that changed hands outside gets no entries for its former owner, until the provider knows the new one',
    async () => {
      const [former, present] = [newWallet(), newWallet()];
      const { passportId: moved } = await done('provision-entrant', { entrantWallet: former });
      const status = (): Promise<Answer> =>
        gateway.rest('GET', `/api/provider/integrations/passport-status?passportId=${moved}`, {
          key: own.secret,
        });
      expect((await status()).body.result).toMatchObject({ ownerWallet: former, ownerChanged: false });
      const file = await readFile(join(gateway.directory, 'chain', 'addresses.json'), 'utf8');
      const data = erc721.encodeFunctionData('transferFrom', [former, present, moved]);
      await node.sendFrom(former, JSON.parse(file).passport, data);

      const change = { giveawayId: 'open', passportId: moved, amount: 2 };
      for (const endpoint of ['issue-entries', 'remove-entries']) {
        const details = { passportId: moved, expected: former, actual: present };
        const body = { ...change, expectedOwnerWallet: former };
        await refused(endpoint, body, { ...revert('OWNER_MISMATCH'), details });
      }
      const changed = { ownerWallet: present, previousOwnerWallet: former, ownerChanged: true };
      expect((await status()).body.result).toMatchObject(changed);
      // A change that names nobody says nothing of what the provider knows, nor does one that is refused.
      await done('issue-entries', change);
      const tooMany = { ...change, amount: 9, expectedOwnerWallet: present };
      await refused('remove-entries', tooMany, revert('NOT_ENOUGH_ENTRIES'));
      expect((await status()).body.result).toMatchObject(changed);
      const issued = await done('issue-entries', { ...change, expectedOwnerWallet: present });
      expect(issued).toMatchObject({ entries: 4 });
      const known = { previousOwnerWallet: present, ownerChanged: false };
      const told = await eventually(status, ({ body }) => body.result.ownerChanged === false);
      expect(told.body.result).toMatchObject(known);
    },
    FOR_A_WHILE,
  );

  it(
    'stays where its transfers are used up, and with a wallet that approved nothing',
    async () => {
      const [locked, free] = await Promise.all([
        done('provision-entrant', { ownershipMode: 'managed_wallet', maxTransfers: 0 }),
        done('provision-entrant', { entrantWallet: newWallet() }),
      ]);
      const move = (from: Json, wallet: string) => ({
        ownershipMode: 'transfer_existing_passport',
        sourceWallet: wallet,
        passportId: from.passportId,
        entrantWallet: newWallet(),
        giveawayId: 'open',
        amount: 1,
      });
      await refused('provision-entrant', move(locked, locked.managedWallet), revert('TRANSFER_LIMIT'));
      await refused('provision-entrant', move(free, free.ownerWallet), {
        status: 403,
        code: 'UNAUTHORIZED',
        reason: 'NOT_APPROVED',
      });
      await refused('provision-entrant', move(free, locked.managedWallet), revert('OWNER_MISMATCH'));
      // A managed wallet signs for its own provider alone.
      await refused(
        'provision-entrant',
        { ...move(locked, locked.managedWallet), issue: false },
        { status: 403, code: 'UNAUTHORIZED', reason: 'NOT_APPROVED' },
        other,
      );
    },
    FOR_A_WHILE,
  );
});

describe('A request after the giveaway has ended', () => {
  beforeAll(async () => {
    await node.advance(endTime + 5 - Math.floor(Date.now() / 1_000));
    // What is confirmed after it shows that the gateway has seen the new time: until then it judges by its own clock.
    await done('create-giveaway', { ...REQUESTS['create-giveaway'], giveawayId: 'later' });
  });

  it.each([
    ['entries', 'issue-entries', 'declared', revert('ROUND_NOT_ACTIVE')],
    ['removing', 'remove-entries', 'declared', revert('ROUND_NOT_ACTIVE')],
    ['a declaration where the winner is drawn', 'declare-winner', 'drawn', revert('WRONG_MODE')],
    ['a draw where the winner is declared', 'draw-winner', 'declared', revert('WRONG_MODE')],
    [
      'a declaration of a giveaway that nobody entered',
      'declare-winner',
      'without entries',
      revert('NO_ENTRIES'),
    ],
    ['metadata', 'set-round-metadata', 'declared', NO_WINNER],
    ['an image', 'set-round-image', 'declared', NO_WINNER],
    ['a delivery', 'record-prize-delivery', 'declared', NO_WINNER],
    ['a receipt', 'confirm-receipt-by-provider', 'declared', NO_WINNER],
  ])('%s: %s is refused', async (_what, endpoint, giveawayId, refusal) => {
    await refused(endpoint, { ...REQUESTS[endpoint], giveawayId, ...named(endpoint) }, refusal);
  });

  it('a winner must have entries', async () => {
    const body = { giveawayId: 'declared', passportId: 999_999 };
    await refused('declare-winner', body, revert('PASSPORT_WITHOUT_ENTRIES'));
  });

  it(
    'a draw waits for the beacon, and the same request then succeeds',
    async () => {
      const headers = { 'idempotency-key': 'the-draw' };
      const draw = () => ask('draw-winner', { giveawayId: 'drawn' }, own.secret, headers);
      const early = await draw();
      expect(early).toMatchObject({
        status: 409,
        body: {
          error: {
            code: 'CONTRACT_REVERT',
            reason: 'BEACON_NOT_READY',
            retryable: true,
            details: { beaconRound: expect.stringMatching(/^\d+$/) },
          },
        },
      });
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
      await node.advance(MARGIN + 60);
      const drawn = await draw();
      expect(drawn).toMatchObject({ status: 200, body: { result: { roundIndex: 0, passportId, total: 3 } } });
      expect(String(drawn.body.result.beaconRound)).toBe(early.body.error.details.beaconRound);
      await refused('draw-winner', { giveawayId: 'drawn' }, revert('WINNER_ALREADY_SET'));
    },
    FOR_A_WHILE,
  );

  it(
    'what happens once is refused the second time',
    async () => {
      const giveaways = ['declared', 'receipt off', 'handshake'];
      await Promise.all(giveaways.map((giveawayId) => done('declare-winner', { giveawayId, passportId })));
      const delivery = { ...REQUESTS['record-prize-delivery'], recipient: entrant };
      for (const giveawayId of giveaways)
        await refused('declare-winner', { giveawayId, passportId }, revert('WINNER_ALREADY_SET'));
      for (const giveawayId of ['receipt off', 'handshake'])
        await refused('confirm-receipt-by-provider', { giveawayId }, revert('RECEIPT_MODE_OFF'));
      await refused(
        'record-prize-delivery',
        { ...delivery, giveawayId: 'handshake' },
        revert('HANDSHAKE_PENDING'),
      );

      await Promise.all([
        done('confirm-receipt-by-provider', { giveawayId: 'declared' }),
        done('record-prize-delivery', { ...delivery, giveawayId: 'declared' }),
      ]);
      await refused(
        'confirm-receipt-by-provider',
        { giveawayId: 'declared', roundIndex: 0 },
        revert('RECEIPT_ALREADY_CONFIRMED'),
      );
      await refused(
        'record-prize-delivery',
        { ...delivery, giveawayId: 'declared' },
        revert('PRIZE_ALREADY_DELIVERED'),
      );
    },
    FOR_A_WHILE,
  );
});
