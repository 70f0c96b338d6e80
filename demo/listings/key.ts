import { graphql } from '../gateway.ts';
import type { Access } from './access.ts';

/** A key of the account with the scope to publish. */
export interface Key {
  readonly id: string;
  readonly secret: string;
}

const CREATE = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { secret apiKey { id } }
}`;
const REVOKE = `mutation ($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) { apiKey { id revokedAt } }
}`;

/** Creates a key. */
export async function createKey({ token, keyOwner }: Access): Promise<Key> {
  const input = { ...keyOwner, name: 'Demo', scopes: ['giveaways:publish'] };
  const { createApiKey } = await graphql<{
    createApiKey: { secret: string; apiKey: { id: string } };
  }>(CREATE, { input }, token);
  return { id: createApiKey.apiKey.id, secret: createApiKey.secret };
}

/** Revokes it at once. */
export async function revokeKey({ token, keyOwner }: Access, { id }: Key): Promise<void> {
  await graphql(REVOKE, { input: { ...keyOwner, id } }, token);
}
