import { afterAll, beforeAll } from '@jest/globals';
import type { BaseWallet } from 'ethers';
import type { Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { startPassportChain, type PassportChain } from '../../support/chain/passports.ts';
import { createProviderKey } from '../../support/providers/providers.ts';

export const MESSAGE = `query ($input: PassportContactMessageInput!) {
  passportContactMessage(input: $input) { typedData ownerWallet issuedAt expiresAt }
}`;
export const SHARE = `mutation ($input: SharePassportContactInput!) {
  sharePassportContact(input: $input) { passportId providerKey ownerWallet sharedAt }
}`;
const CONTACT = `query ($passportId: SafeInt!) {
  passportContact(passportId: $passportId) { passportId ownerWallet email name source sharedAt }
}`;
export const NOT_SHARED = { code: 'UNAUTHORIZED', reason: 'CONTACT_NOT_SHARED' };

export let passports: PassportChain;
export let gateway: Gateway;
export let provider: Json;

/** Starts a gateway on a chain with passports, and a provider's key, for a suite; stops them. */
export function usePassportChain(): void {
  beforeAll(async () => {
    passports = await startPassportChain();
    ({ gateway } = passports);
    provider = await createProviderKey(gateway);
  });
  afterAll(() => passports.stop());
}

export const failure = ({ body }: HttpResponse) => body.errors?.[0].extensions;
export const contactOf = (passportId: number, key: string = provider.secret) =>
  gateway.graphql(CONTACT, { passportId }, key);

export interface Statement {
  readonly passportId: number;
  readonly provider?: string;
  readonly email?: string;
  readonly name?: string;
}

/** Signs the message as a wallet would: from its JSON text alone. */
export async function sign(
  { passportId, provider: reference = provider.provider.id, ...contact }: Statement,
  signer: BaseWallet,
  action: 'SHARE' | 'REVOKE' = 'SHARE',
): Promise<Json> {
  const input = { passportId, provider: reference, action, ...contact };
  const { body } = await gateway.graphql(MESSAGE, { input });
  const { typedData, issuedAt } = body.data.passportContactMessage;
  const { domain, types, message } = typedData;
  const { EIP712Domain: _domain, ...messageTypes } = types;
  const signature = await signer.signTypedData(domain, messageTypes, message);
  return { passportId, provider: reference, ...contact, issuedAt, signature };
}
export const share = async (statement: Statement, signer: BaseWallet) =>
  gateway.graphql(SHARE, { input: await sign(statement, signer) });
