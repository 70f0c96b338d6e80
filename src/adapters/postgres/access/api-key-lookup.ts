import { isProviderScope } from '../../../core/access/callers.ts';
import type { ApiKeyLookup, KeyOwner } from '../../ports/api-key-lookup.ts';
import type { Clock } from '../../../core/clock.ts';
import { coalesceStatements } from '../connection/coalesce-statements.ts';
import type { Sql, TextRow } from '../connection/sql.ts';

const FIND = {
  name: 'find-api-keys',
  // A key loses its provider scopes with the account's membership: the provider is then null. Signers can only be
  // wallets of the key's provider, which the schema guarantees.
  text: `select key.hash, key.id, key.account_id, key.publisher_id, array_to_string(key.scopes, ' '),
      key.revoked_at is not null, key.expires_at <= now(), coalesce(key.signer, provider.default_signer), provider.id, provider.chain_key
    from api_key key
    left join provider_member member
      on member.provider_id = key.provider_id and member.account_id = key.account_id
    left join provider on provider.id = member.provider_id
    where key.hash = any($1::text[])`,
};
const NOTE_USE = {
  name: 'note-key-use',
  text: `update api_key set last_used_at = greatest(last_used_at, used.at)
    from unnest($1::text[], $2::timestamptz[]) as used (hash, at) where api_key.hash = used.hash`,
};
const WRITE_INTERVAL_MS = 5_000;

/** Looks keys up by one indexed query, shared by all concurrent requests (hot path: `find-api-keys`). */
export function createApiKeyLookup(
  sql: Sql,
  clock: Clock,
  warn: (message: string) => void,
): ApiKeyLookup & { close(): Promise<void> } {
  const find = coalesceStatements({ inFlight: 2, largest: 128 }, async (hashes: readonly string[]) => {
    const rows = await sql.query(FIND, [hashes]);
    const owners = new Map(rows.map((row) => [String(row[0]), toOwner(row)]));
    return hashes.map((hash) => owners.get(hash));
  });

  let uses = new Map<string, string>();
  const writeUses = async () => {
    if (uses.size === 0) return;
    const written = uses;
    uses = new Map();
    await sql
      .query(NOTE_USE, [[...written.keys()], [...written.values()]])
      .catch((error: unknown) =>
        warn(`The last use of ${written.size} keys was not written: ${String(error)}`),
      );
  };
  const timer = setInterval(() => void writeUses(), WRITE_INTERVAL_MS).unref();
  return {
    find,
    noteUse: (hash) => uses.set(hash, clock.now().toISOString()),
    async close() {
      clearInterval(timer);
      await writeUses();
    },
  };
}

function toOwner(row: TextRow): KeyOwner {
  const [, keyId, accountId, publisherId, scopes, revoked, expired, signer, providerId, providerKey] = row;
  const granted = String(scopes).split(' ');
  return {
    keyId: String(keyId),
    accountId: String(accountId),
    publisherId: String(publisherId),
    scopes: providerId === null ? granted.filter((scope) => !isProviderScope(scope)) : granted,
    providerId: toText(providerId),
    providerKey: toText(providerKey),
    signer: providerId === null ? null : toText(signer),
    revoked: revoked === true,
    expired: expired === true,
  };
}

function toText(value: TextRow[number] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
