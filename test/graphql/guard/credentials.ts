import { afterAll, beforeAll } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';
import { newEmail } from '../../support/listings.ts';
import { createProviderKey } from '../../support/providers/providers.ts';
import type { Who } from './callers-table.ts';

export let gateway: Gateway;
let issuer: Issuer;
export const email = newEmail();
export const credentials: Partial<Record<Who | 'other account', string>> = {};

/** Starts a gateway for a suite, with a credential of every kind of caller, and stops it. */
export function useCredentials(): void {
  beforeAll(async () => {
    issuer = await startIssuer();
    // No name server is there: checks of domains fail at once.
    gateway = await startGateway({
      DOMAIN_CHECKS: 'on',
      DOMAIN_DNS_SERVERS: '127.0.0.1:9',
      OAUTH_ISSUERS: issuer.entry,
    });
    credentials.account = await gateway.signIn(email);
    credentials['other account'] = await gateway.signIn();
    credentials.key = await gateway.createKey(email);
    credentials['provider key'] = (await createProviderKey(gateway)).secret;
    const revokedKeyOwner = await createProviderKey(gateway);
    await gateway.onDatabase((em) =>
      em.execute('delete from provider_member where provider_id = ?', [revokedKeyOwner.provider.id]),
    );
    credentials['key without scope'] = revokedKeyOwner.secret;
    credentials.client = await issuer.token();
    credentials['client without scope'] = await issuer.token({ scope: 'giveaways:read' });
    credentials.operator = gateway.operatorToken;
    // On a busy machine the first request for the keys of the issuer may take too long, and the next one follows after a pause.
    await eventually(
      () => gateway.graphql('{ myListings(first: 1) { nodes { id } } }', {}, credentials.client),
      ({ body }) => body.errors === undefined,
      60_000,
    );
  });
  afterAll(async () => {
    await gateway.stop();
    await issuer.stop();
  });
}

export const codeOf = ({ body }: HttpResponse): string | undefined => body.errors?.[0].extensions.code;
