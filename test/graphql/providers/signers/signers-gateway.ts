import { afterAll, beforeAll } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { auditLog } from '../../../support/gateway/operator.ts';
import { startGateway, type Gateway } from '../../../support/gateway/gateway.ts';
import { nodesOf, type HttpResponse, type Json } from '../../../support/http/http.ts';

export let gateway: Gateway;

/** Starts a gateway with the embedded chain for a suite, and stops it. */
export function useSignersGateway(): void {
  beforeAll(async () => {
    gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' });
  });
  afterAll(() => gateway.stop());
}

export const SIGNERS = `query ($id: ID!) {
  provider(id: $id) { signers { edges { node { address label isDefault isRegistered balance operationsLeft } } } }
}`;
export const DETACH = `mutation ($input: DetachSignerInput!) {
  detachSigner(input: $input) { isRegistered provider { signers { edges { node { address } } } } }
}`;
export const CREATE_WALLET = `mutation ($label: String) {
  createWallet(input: { purpose: SIGNER, label: $label }) { wallet { address } }
}`;
export const IMPORT = `mutation ($input: ImportWalletInput!) {
  importWallet(input: $input) { wallet { id address purpose label } }
}`;
export const SET_SIGNER = `mutation ($input: SetApiKeySignerInput!) { setApiKeySigner(input: $input) { apiKey { id signer } } }`;

export const codeOf = ({ body }: HttpResponse): string | undefined => body.errors?.[0].extensions.code;
export const fieldsOf = ({ body }: HttpResponse): Json =>
  body.errors?.[0].extensions.fields?.map(({ path }: Json) => path);
export const asOperator = (query: string, variables: object = {}, at = gateway): Promise<HttpResponse> =>
  at.graphql(query, variables, at.operatorToken);
export const signersOf = async (provider: string, at = gateway): Promise<Json[]> =>
  nodesOf((await asOperator(SIGNERS, { id: provider }, at)).body.data.provider.signers);
export const newWallet = async (label = 'Second', at = gateway): Promise<string> =>
  (await asOperator(CREATE_WALLET, { label }, at)).body.data.createWallet.wallet.address;
export const detach = (provider: string, wallet: string, at = gateway): Promise<HttpResponse> =>
  asOperator(DETACH, { input: { provider, wallet } }, at);
/** The actions on a provider in the audit log, oldest first. */
export const auditActionsOf = async (provider: string): Promise<string[]> =>
  (await auditLog(gateway, 50))
    .filter(({ subject }) => subject === provider)
    .map(({ action }) => action)
    .toReversed();
export const newPrivateKey = (): string => `0x${randomBytes(32).toString('hex')}`;
