import { describe, expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { createProviderKey } from '../../support/providers/providers.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const MESSAGE = `query ($passportId: SafeInt!) {
  passportContactMessage(input: { passportId: $passportId, provider: "prv_none", action: REVOKE }) { issuedAt }
}`;
const gateway = sharedByTests(() => startGateway({ TRUST_PROXY: '1' }));

const newNetwork = () => `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`;
const failure = ({ body }: HttpResponse) => body.errors?.[0].extensions;

describe('contacts of passports', () => {
  it('may be asked for twenty times in ten minutes for one passport, by each client network', async () => {
    const query = (passportId: number, network: string) =>
      gateway.graphql(MESSAGE, { passportId }, undefined, { 'x-forwarded-for': `${network}::1` });
    const [network, other] = [newNetwork(), newNetwork()];
    for (let count = 0; count < 20; count += 1)
      expect(failure(await query(1, network))).toMatchObject({ reason: 'PROVIDER' });

    const response = await query(1, network);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(failure(response)).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    expect(failure(await query(2, network))).toMatchObject({ reason: 'PROVIDER' });
    expect(failure(await query(1, other))).toMatchObject({ reason: 'PROVIDER' });
  });

  it('may be asked for or stated 120 times in ten minutes by one client network, counting each field of a request', async () => {
    const network = newNetwork();
    const input = (passportId: number) =>
      `{ passportId: ${passportId}, provider: "prv_none", issuedAt: "${new Date().toISOString()}", signature: "0x00" }`;
    const revoke = (passportId: number) =>
      gateway.graphql(
        `mutation { revokePassportContact(input: ${input(passportId)}) { revokedAt } }`,
        {},
        undefined,
        { 'x-forwarded-for': `${network}::1` },
      );
    const many = Array.from(
      { length: 30 },
      (_, at) =>
        `m${at}: passportContactMessage(input: { passportId: ${at + 1}, provider: "prv_none", action: REVOKE }) { issuedAt }`,
    );
    for (let time = 0; time < 4; time += 1) {
      const { body } = await gateway.graphql(`{ ${many.join(' ')} } #${time}`, {}, undefined, {
        'x-forwarded-for': `${network}::2`,
      });
      expect(body.errors[0]).toMatchObject({ extensions: { reason: 'PROVIDER' } });
    }
    expect(failure(await revoke(1))).toMatchObject({ code: 'RATE_LIMITED' });
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
    const query = async (scope: string) => {
      const { secret } = await createProviderKey(gateway, [scope]);
      const responses = [
        await gateway.graphql('{ passportContact(passportId: 1) { email } }', {}, secret),
        await gateway.graphql(
          'mutation { passportStatus(input: { passportId: 1 }) { ownerWallet } }',
          {},
          secret,
        ),
      ];
      return responses.map((response) => failure(response).code);
    };
    expect(await query('provider:contacts')).toEqual(['CHAIN_UNAVAILABLE', 'UNAUTHORIZED']);
    expect(await query('provider:passports')).toEqual(['UNAUTHORIZED', 'CHAIN_UNAVAILABLE']);
  });
});
