import { CreateApiKey, RevokeApiKey } from '@giveaway-gateway/client/documents';
import type { Access } from './access.ts';

/** A key of the account with the scope to publish. */
export interface Key {
  readonly id: string;
  readonly secret: string;
}

/** Creates a key. */
export async function createKey({ graphql, keyOwner }: Access): Promise<Key> {
  const input = { ...keyOwner, name: 'Demo', scopes: ['giveaways:publish'] };
  const { createApiKey } = await graphql(CreateApiKey, { input });
  return { id: createApiKey.apiKey.id, secret: createApiKey.secret };
}

/** Revokes it at once. */
export async function revokeKey({ graphql, keyOwner }: Access, { id }: Key): Promise<void> {
  await graphql(RevokeApiKey, { input: { ...keyOwner, id } });
}
