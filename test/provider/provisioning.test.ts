import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Wallet } from 'ethers';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedNode } from '../support/chain/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';
import { newEmail } from '../support/listings.ts';
import { hubStateOf } from '../support/chain/provider-chain.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { decodeMail } from '../support/mail/mail.ts';
import { startSmtp, type ReceivedMail } from '../support/mail/smtp.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const FOR_A_WHILE = 120_000;
jest.setTimeout(FOR_A_WHILE);
const newWallet = () => Wallet.createRandom().address;

describe('Provisioning entrants', () => {
  const smtp = sharedByTests(startSmtp);
  const gateway = sharedByTests(() =>
    startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', SMTP_URL: smtp.url }),
  );
  let key: string;
  let signer: string;
  let provider: Json;
  const provision = (body: object, headers = {}): Promise<HttpResponse> =>
    gateway.rest('POST', '/api/provider/integrations/provision-entrant', { key, body, headers });
  const provisioned = async (body: object): Promise<Json> => {
    const response = await provision(body);
    expect(response).toMatchObject({ status: 200, body: { ok: true } });
    return response.body.result;
  };
  const mailTo = (email: string): Promise<ReceivedMail | undefined> =>
    eventually(
      async () => smtp.received.find(({ recipients }) => recipients.includes(email)),
      (mail) => mail !== undefined,
      40_000,
    );
  const passport = async (passportId: number): Promise<Json> => {
    const { body } = await gateway.graphql(
      'query ($id: SafeInt!) { passport(passportId: $id) { owner maxTransfers transfersUsed } }',
      { id: passportId },
    );
    return body.data.passport;
  };

  beforeAll(async () => {
    ({ secret: key, signer, provider } = await createProviderWithSigner(gateway));
    const created = await gateway.rest('POST', '/api/provider/integrations/create-giveaway', {
      key,
      body: { giveawayId: 'open', startTime: Math.floor(Date.now() / 1_000) - 60, determinationType: 0 },
    });
    expect(created.status).toBe(200);
  });

  it("mints for the entrant's own wallet, with entries and an e-mail", async () => {
    const entrantWallet = newWallet();
    const email = newEmail();
    const claimUrl = 'https://example.com/claim?code=<b>&more=1';
    const refused = await provision({ entrantWallet, notify: true });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PAYLOAD', details: { fields: [{ field: 'email' }] } } },
    });
    const plain = claimUrl.replace('<b>', 'b');
    const result = await provisioned({
      entrantWallet,
      giveawayId: 'open',
      amount: 4,
      maxTransfers: 0,
      notify: true,
      email,
      claimUrl: plain,
    });
    expect(result).toMatchObject({
      ownershipMode: 'direct_entrant_wallet',
      ownerWallet: entrantWallet,
      giveawayId: 'open',
      entries: 4,
      notification: 'QUEUED',
    });
    const mail = await mailTo(email);
    expect(mail?.recipients).toEqual([email]);
    const shown = mail?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    expect(shown).toContain(`passport ${result.passportId}`);
    expect(shown).toContain(plain);
    expect(shown).toContain(`<a href="${plain.replace('&', '&amp;')}">`);
    const shownPassport = await eventually(() => passport(result.passportId), Boolean);
    expect(shownPassport).toEqual({ owner: entrantWallet, maxTransfers: 0, transfersUsed: 0 });
  });

  it('creates a managed wallet, and transfers its passport with its own permit', async () => {
    const reference = newWallet();
    const managed = await provisioned({
      ownershipMode: 'managed_wallet',
      entrantWallet: reference,
      maxTransfers: 1,
    });
    expect(managed).toMatchObject({ entrantWallet: reference, ownerWallet: managed.managedWallet });
    await eventually(() => passport(managed.passportId), Boolean);

    const target = newWallet();
    const move = {
      ownershipMode: 'transfer_existing_passport',
      sourceWallet: managed.managedWallet,
      entrantWallet: target,
      issue: false,
    };
    expect(await provisioned(move)).toMatchObject({ passportId: managed.passportId, ownerWallet: target });
    const moved = await eventually(
      () => passport(managed.passportId),
      ({ owner }) => owner === target,
    );
    expect(moved).toEqual({ owner: target, maxTransfers: 1, transfersUsed: 1 });
    expect(await provision(move)).toMatchObject({ status: 404, body: { error: { reason: 'PASSPORT' } } });
    const foreign = await provision({ ...move, sourceWallet: target, entrantWallet: newWallet() });
    expect(foreign).toMatchObject({ status: 403, body: { error: { code: 'UNAUTHORIZED' } } });
  });

  it('requires a passportId when the wallet holds several passports', async () => {
    const wallet = await provisioned({ ownershipMode: 'managed_wallet' });
    const second = await provisioned({
      ownershipMode: 'managed_wallet',
      managedWallet: wallet.managedWallet,
    });
    await eventually(() => passport(second.passportId), Boolean);
    const move = {
      ownershipMode: 'transfer_existing_passport',
      sourceWallet: wallet.managedWallet,
      entrantWallet: newWallet(),
    };
    expect(await provision(move)).toMatchObject({
      status: 400,
      body: { error: { details: { fields: [{ field: 'passportId' }] } } },
    });
    const both = await provisioned({
      ...move,
      passportId: wallet.passportId,
      giveawayId: 'open',
      amount: 2,
    });
    expect(both).toMatchObject({ passportId: wallet.passportId, entries: 2 });
  });

  it('mints and moves nothing when the entries are refused, in each mode', async () => {
    const later = { giveawayId: 'later', startTime: Math.floor(Date.now() / 1_000) + 86_400 };
    await gateway.rest('POST', '/api/provider/integrations/create-giveaway', {
      key,
      body: { ...later, determinationType: 0 },
    });
    const managed = await provisioned({ ownershipMode: 'managed_wallet' });
    await eventually(() => passport(managed.passportId), Boolean);
    const { managedWallet, passportId } = managed;
    const node = await embeddedNode(gateway);
    const addresses = JSON.parse(await readFile(join(gateway.directory, 'chain', 'addresses.json'), 'utf8'));
    const ground = hubStateOf(node.rpc, addresses.hub);
    const onChain = async () => ({
      provisions: await ground.countOf('Provisioned'),
      changes: await ground.countOf('EntriesChanged'),
      // Of mints and of transfers alike.
      passports: await node.rpc.call('eth_getLogs', [{ address: addresses.passport, fromBlock: '0x0' }]),
      passport: await passport(passportId),
      nonce: await node.nonceOf(signer),
    });
    const before = await onChain();
    expect(before.provisions).toBeGreaterThan(0);
    expect(before.passports).not.toEqual([]);
    const refusals = [
      ['unknown', 404, { code: 'NOT_FOUND', reason: 'GIVEAWAY' }],
      ['later', 422, { code: 'CONTRACT_REVERT', reason: 'ROUND_NOT_ACTIVE' }],
    ] as const;
    for (const [giveawayId, status, error] of refusals) {
      for (const mode of [
        { entrantWallet: newWallet() },
        { ownershipMode: 'managed_wallet' },
        { ownershipMode: 'managed_wallet', managedWallet },
        {
          ownershipMode: 'transfer_existing_passport',
          sourceWallet: managedWallet,
          passportId,
          entrantWallet: newWallet(),
        },
      ])
        expect(await provision({ ...mode, giveawayId, amount: 1 })).toMatchObject({
          status,
          body: { error },
        });
    }
    expect(await onChain()).toEqual(before);
  });

  it("puts a provider's name into one line of the e-mail, whatever is in it", async () => {
    // As another program may have written it: the doors take no such name.
    await gateway.onDatabase((em) =>
      em.execute('update provider set name = ? where id = ?', [
        'A\r\nBcc: stranger@example.com\r\n\r\n<b>\u2028B',
        provider.id,
      ]),
    );
    const email = newEmail();
    const { passportId } = await provisioned({ entrantWallet: newWallet(), notify: true, email });
    const mail = await mailTo(email);
    expect(mail?.recipients).toEqual([email]);
    const [head = '', ...body] = mail?.text.split('\r\n\r\n') ?? [];
    const headers = head.replace(/\r\n[ \t]/g, ' ').split('\r\n');
    expect(headers.filter((line) => /^(to|cc|bcc|subject):/i.test(line)).toSorted()).toEqual([
      `Subject: A Bcc: stranger@example.com <b> B: your passport ${passportId} / Ihr Pass ${passportId}`,
      `To: ${email}`,
    ]);
    expect(body.join('\n').replaceAll('=\r\n', '')).toContain('&lt;b&gt; B has given you');
  });

  it("writes in the language of the recipient's account, and in both languages to all others", async () => {
    const reader = newEmail();
    const values = "('acc_reader', ?, 'de', now(), now())";
    const account = `insert into user_account (id, email, language, created_at, updated_at) values ${values}`;
    await gateway.onDatabase((em) => em.execute(account, [reader]));
    const stranger = newEmail();
    for (const email of [reader, stranger])
      await provisioned({ entrantWallet: newWallet(), notify: true, email });
    const german = decodeMail((await mailTo(reader))?.text ?? '');
    expect(german).toMatch(/^Content-Language: de\r$[^]*hat Ihnen den Pass \d+ gegeben/m);
    expect(german).not.toContain('has given you');
    const both = decodeMail((await mailTo(stranger))?.text ?? '');
    expect(both).toMatch(/^Content-Language: en, de\r$[^]*has given you passport[^]*hat Ihnen den Pass/m);
  });

  it('sends the e-mail when the mail server is back, and never blocks the response', async () => {
    await smtp.stop();
    const email = newEmail();
    await provisioned({ entrantWallet: newWallet(), notify: true, email });
    const { body } = await gateway.graphql('{ __typename }');
    expect(body.data).toBeDefined();
    await smtp.start();
    expect((await mailTo(email))?.recipients).toEqual([email]);
  });

  it('tries an address that the mail server refuses for good once', async () => {
    const email = newEmail();
    smtp.refuse = (recipient) => (recipient === email ? '550 5.1.1 No such user' : undefined);
    const { passportId } = await provisioned({ entrantWallet: newWallet(), notify: true, email });
    const select = 'select id from pgboss.job where data @> ?::jsonb';
    const later = () =>
      gateway.onDatabase((em) => em.execute<object[]>(select, [JSON.stringify({ passportId })]));
    expect(await eventually(later, (jobs) => jobs.length > 0, FOR_A_WHILE / 2)).toHaveLength(1);
    expect(smtp.refusals.get(email)).toBe(1);
    smtp.refuse = () => undefined;
  });

  it.each([
    ['two recipients', 'a@example.com,b@example.com'],
    ['a header', 'a@example.com\r\nBcc: b@example.com'],
    ['a name', '"A" <a@example.com>'],
  ])('refuses an address with %s', async (_name, email) => {
    const refused = await provision({ entrantWallet: newWallet(), notify: true, email });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { details: { fields: [{ field: 'email' }] } } },
    });
  });
});
