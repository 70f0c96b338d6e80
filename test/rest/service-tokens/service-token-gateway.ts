import { afterAll, beforeAll } from '@jest/globals';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';
import { draft } from '../../support/listings.ts';

export let gateway: Gateway;
export let issuer: Issuer;
export let rsaIssuer: Issuer;

/** Starts a gateway that trusts two token issuers for a suite, and stops all three. */
export function useServiceTokenGateway(): void {
  beforeAll(async () => {
    [issuer, rsaIssuer] = await Promise.all([startIssuer(), startIssuer('RS256')]);
    gateway = await startGateway({ OAUTH_ISSUERS: `${issuer.entry}, ${rsaIssuer.entry}` });
  });
  afterAll(async () => {
    await gateway.stop();
    await issuer.stop();
    await rsaIssuer.stop();
  });
}

export const publish = async (token: string): Promise<HttpResponse> => gateway.publish(token, draft());
/** The instant so many seconds from now, as the claims of a token write it. */
export const inSeconds = (ahead: number): number => Math.floor(Date.now() / 1_000) + ahead;
