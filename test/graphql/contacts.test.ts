import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway.ts';
import type { Answer } from '../support/http.ts';
import { createProviderKey } from '../support/providers.ts';

const MESSAGE = `query ($passportId: SafeInt!) {
  passportContactMessage(input: { passportId: $passportId, provider: "prv_none", action: REVOKE }) { issuedAt }
}`;
const REVOKE = `mutation ($input: RevokePassportContactInput!) {
  revokePassportContact(input: $input) { revokedAt }
}`;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ RATE_LIMIT: '1000' });
});
afterAll(() => gateway.stop());

const failure = ({ body }: Answer) => body.errors?.[0].extensions;

describe('contacts of passports', () => {
  it('may be stated, or asked to be, twenty times in ten minutes for one passport', async () => {
    const statement = (passportId: number) => ({
      input: { passportId, provider: 'prv_none', issuedAt: new Date().toISOString(), signature: '0x00' },
    });
    for (let count = 0; count < 10; count += 1) {
      expect(failure(await gateway.graphql(MESSAGE, { passportId: 1 }))).toMatchObject({
        reason: 'PROVIDER',
      });
      expect(failure(await gateway.graphql(REVOKE, statement(1)))).toMatchObject({ reason: 'PROVIDER' });
    }

    for (const answer of [
      await gateway.graphql(MESSAGE, { passportId: 1 }),
      await gateway.graphql(REVOKE, statement(1)),
    ]) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(failure(answer)).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    }
    expect(failure(await gateway.graphql(REVOKE, statement(2)))).toMatchObject({ reason: 'PROVIDER' });
  });

  it('and the status of passports need the chain, and say so when it is away', async () => {
    const { secret } = await createProviderKey(gateway);
    for (const query of [
      '{ passportContact(passportId: 1) { email } }',
      'mutation { passportStatus(input: { passportId: 1 }) { ownerWallet } }',
    ]) {
      expect(failure(await gateway.graphql(query, {}, secret))).toMatchObject({
        code: 'CHAIN_UNAVAILABLE',
        retryable: true,
      });
    }
  });

  it('are each for the scope of its own', async () => {
    const ask = async (scope: string) => {
      const { secret } = await createProviderKey(gateway, [scope]);
      const answers = [
        await gateway.graphql('{ passportContact(passportId: 1) { email } }', {}, secret),
        await gateway.graphql(
          'mutation { passportStatus(input: { passportId: 1 }) { ownerWallet } }',
          {},
          secret,
        ),
      ];
      return answers.map((answer) => failure(answer).code);
    };
    expect(await ask('provider:contacts')).toEqual(['CHAIN_UNAVAILABLE', 'UNAUTHORIZED']);
    expect(await ask('provider:passports')).toEqual(['UNAUTHORIZED', 'CHAIN_UNAVAILABLE']);
  });
});
