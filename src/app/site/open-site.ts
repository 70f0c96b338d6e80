import type { Router } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toHeaders, type GraphqlTransport } from '../../adapters/graphql/gateway/transport.ts';
import { followLink } from '../../core/listings/clicks/listing-clicks.ts';
import { uploadPicture } from '../../core/pictures/upload-picture.ts';
import { countEach } from '../../adapters/http/admission.ts';
import { readBody } from '../../adapters/http/body.ts';
import { requestIdOf } from '../../adapters/http/request-id.ts';
import { coalesceStatements } from '../../adapters/postgres/connection/coalesce-statements.ts';
import { createWebRoutes } from '../../adapters/web/web-routes.ts';
import type { Auth } from '../open-auth.ts';
import { createReadGate } from '../read-gate.ts';
import type { Served } from '../serving/served.ts';

const ONE_AT_A_TIME = { inFlight: 1, largest: 128 };

interface SiteParts {
  readonly auth: Auth;
  readonly transport: GraphqlTransport;
  /** The public front. */
  readonly cachedReads: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** The routes of the site; its pages ask the GraphQL server of this process. */
export function openSite(served: Served, { auth, transport, cachedReads }: SiteParts): Router {
  const { config, site, admission, networkOf, ports } = served;
  const { identify } = auth.authenticator;
  const reads = createReadGate();
  // A burst of clicks takes one connection of those that publishing needs too.
  const findListing = coalesceStatements(ONE_AT_A_TIME, async (ids: readonly string[]) => {
    const found = new Map((await ports.listings.findPublished(ids)).map((listing) => [listing.id, listing]));
    return ids.map((id) => found.get(id));
  });
  return createWebRoutes({
    site,
    publicUrl: config.PUBLIC_URL,
    servePublic: cachedReads,
    // A page has a session or nobody: a key in a header has no effect here.
    admit: (request, response, publisher) =>
      admission.admit(request, response, ({ cookie }) => identify({ cookie, publisher }), {
        cookie: request.headers.cookie,
      }),
    identify: ({ headers: { cookie } }, publisher) => identify({ cookie, publisher }),
    run: served.run,
    now: () => ports.clock.now(),
    requestIdOf,
    readBody,
    readImage: served.readImage,
    uploadPicture: async (caller, image) => (await served.run(caller, uploadPicture, { image })).id,
    countEach: countEach(admission),
    async followLink(listingId, isCounted) {
      return followLink({ ...ports, listings: { load: findListing } }, listingId, isCounted);
    },
    queryAs(caller, request, setCookie) {
      const context = {
        caller,
        requestId: requestIdOf(request),
        network: networkOf(request),
        headers: () => toHeaders(request),
      };
      // Forms, whose mutations do not wait for reads, are limited by their mutations.
      const gate = request.method === 'POST' ? undefined : reads;
      return async (document, variables) => {
        const result = await transport.query(document, variables, context, gate);
        for (const cookie of result.cookies) setCookie(cookie);
        return result;
      };
    },
  });
}
