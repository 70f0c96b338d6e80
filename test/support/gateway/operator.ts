import type { Gateway } from './gateway.ts';
import { nodesOf, type HttpResponse, type Json } from '../http/http.ts';

const KEY_FIELDS = 'id name start end scopes providerId signer createdAt lastUsedAt rotatedAt revokedAt';

/** Returns an account's keys as the operator sees them, newest first. */
export async function keysOf(gateway: Gateway, account: string): Promise<Json[]> {
  const { body } = await gateway.graphql(
    `query ($account: String) { apiKeys(account: $account, first: 100) { edges { node { ${KEY_FIELDS} } } } }`,
    { account },
    gateway.operatorToken,
  );
  return nodesOf(body.data.apiKeys);
}

/** Creates a key of an account; returns it with its secret. */
export async function createKey(gateway: Gateway, account: string, name?: string): Promise<Json> {
  const { body } = await gateway.graphql(
    `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { ${KEY_FIELDS} } } }`,
    { input: { account, name, scopes: ['giveaways:publish'] } },
    gateway.operatorToken,
  );
  return body.data.createApiKey;
}

/** Rotates a key; returns it with its new secret, or undefined when the rotation is refused. */
export async function rotateKey(gateway: Gateway, account: string, id: string): Promise<Json> {
  const { body } = await gateway.graphql(
    `mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { secret apiKey { ${KEY_FIELDS} } } }`,
    { input: { account, id } },
    gateway.operatorToken,
  );
  return body.data?.rotateApiKey;
}

/** Changes values of a key. */
export function changeKey(gateway: Gateway, account: string, id: string, values: object): Promise<Json> {
  return gateway.graphql(
    `mutation ($input: ChangeApiKeyInput!) { changeApiKey(input: $input) { apiKey { ${KEY_FIELDS} } } }`,
    { input: { account, id, ...values } },
    gateway.operatorToken,
  );
}

/** Revokes a key. */
export function revokeKey(gateway: Gateway, account: string, id: string): Promise<Json> {
  return gateway.graphql(
    `mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { ${KEY_FIELDS} } } }`,
    { input: { account, id } },
    gateway.operatorToken,
  );
}

/** Returns the newest entries of the audit log. */
export async function auditLog(gateway: Gateway, first = 20): Promise<Json[]> {
  const { body } = await gateway.graphql(
    'query ($first: Int) { auditLog(first: $first) { edges { node { id at actor action subject facts } } } }',
    { first },
    gateway.operatorToken,
  );
  return (body.data.auditLog.edges as Json[]).map(({ node }: Json) => node);
}

/** Revokes a client of the embedded issuer. */
export function revokeServiceClient(gateway: Gateway, id: string): Promise<HttpResponse> {
  return gateway.graphql(
    `mutation ($input: RevokeServiceClientInput!) {
      revokeServiceClient(input: $input) { client { id name revokedAt } }
    }`,
    { input: { id } },
    gateway.operatorToken,
  );
}

/** Creates a client of the embedded issuer; returns its credentials. */
export async function createServiceClient(gateway: Gateway): Promise<{ id: string; secret: string }> {
  const { body } = await gateway.graphql(
    'mutation { createServiceClient(input: { name: "A partner" }) { client { id } secret } }',
    {},
    gateway.operatorToken,
  );
  return { id: body.data.createServiceClient.client.id, secret: body.data.createServiceClient.secret };
}
