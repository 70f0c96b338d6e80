import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import type { Answer, Json } from '../support/http.ts';
import { newEmail } from '../support/listings.ts';
import { createProviderWithSigner } from '../support/providers.ts';
import { startSmtp, type ReceivedMail, type Smtp } from '../support/smtp.ts';

const FOR_A_WHILE = 120_000;
const newWallet = () => Wallet.createRandom().address;

describe('Provisioning entrants', () => {
  let gateway: Gateway;
  let smtp: Smtp;
  let key: string;
  const provision = (body: object, headers = {}): Promise<Answer> =>
    gateway.rest('POST', '/api/provider/integrations/provision-entrant', { key, body, headers });
  const provisioned = async (body: object): Promise<Json> => {
    const answer = await provision(body);
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    return answer.body.result;
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
    smtp = await startSmtp();
    gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', SMTP_URL: smtp.url });
    key = (await createProviderWithSigner(gateway)).secret;
    const created = await gateway.rest('POST', '/api/provider/integrations/create-giveaway', {
      key,
      body: { giveawayId: 'open', startTime: Math.floor(Date.now() / 1_000) - 60, determinationType: 0 },
    });
    expect(created.status).toBe(200);
  }, FOR_A_WHILE);
  afterAll(async () => {
    await gateway.stop();
    await smtp.stop();
  });

  it(
    "mints for the entrant's own wallet, with entries and an e-mail",
    async () => {
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
    },
    FOR_A_WHILE,
  );

  it(
    'makes a managed wallet, and moves its passport by its own permit',
    async () => {
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
    },
    FOR_A_WHILE,
  );

  it(
    'asks which passport moves where the wallet holds several',
    async () => {
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
    },
    FOR_A_WHILE,
  );

  it(
    'mints nothing when the entries are refused',
    async () => {
      const refused = await provision({ entrantWallet: newWallet(), giveawayId: 'unknown', amount: 1 });
      expect(refused).toMatchObject({ status: 404, body: { error: { reason: 'GIVEAWAY' } } });
    },
    FOR_A_WHILE,
  );

  it(
    'sends the e-mail when the mail server is back, and never blocks the answer',
    async () => {
      await smtp.stop();
      const email = newEmail();
      await provisioned({ entrantWallet: newWallet(), notify: true, email });
      const { body } = await gateway.graphql('{ __typename }');
      expect(body.data).toBeDefined();
      await smtp.start();
      expect((await mailTo(email))?.recipients).toEqual([email]);
    },
    FOR_A_WHILE,
  );

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
