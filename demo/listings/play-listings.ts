import type { ListingDraft } from '@giveaway-gateway/client';
import type { ListingFactsInput } from '@giveaway-gateway/client/documents';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { graphqlAs, meetGateway, refusalOf, restAs } from '../gateway.ts';
import { expectThat, step, tell } from '../tell.ts';
import { closeAccess, openAccess } from './access.ts';
import { createKey, revokeKey } from './key.ts';
import { publishAll } from './publish-all.ts';
import { readAsAnybody } from './read-as-anybody.ts';

const EMAIL = 'demo@example.com';

/**
 * The first act: a publisher signs in, creates a key, publishes the listings of listings.json, changes some and withdraws
 * one; a front end reads the feed; the key is revoked.
 */
export async function playListings(): Promise<void> {
  const drafts = await readJson<ListingDraft[]>('listings.json');
  const facts = await readJson<Record<string, ListingFactsInput>>('facts.json');
  await meetGateway();

  step(`Signing in as ${EMAIL}`);
  const access = await openAccess(EMAIL);

  step('Creating an API key');
  const key = await createKey(access);
  tell(`${key.id}, whose secret begins ${key.secret.slice(0, 13)}… and is shown only this once`);

  const rest = restAs(key.secret);
  await readAsAnybody(drafts, await publishAll({ rest, graphql: graphqlAs(key.secret) }, drafts, facts));

  step('Revoking the key');
  await revokeKey(access, key);
  const [draft] = drafts;
  if (draft) {
    const { status } = await refusalOf(rest.publishListing({ body: draft }));
    expectThat(status === 401, `a revoked key should be refused, but the answer was ${status}`);
  }
  tell('it is refused from now on; its listings stay');
  await closeAccess(access);
}

async function readJson<Content>(name: string): Promise<Content> {
  return JSON.parse(await readFile(fileURLToPath(new URL(name, import.meta.url)), 'utf8')) as Content;
}
