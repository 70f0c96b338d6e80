import type { RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGraphqlRoute } from '../adapters/graphql/gateway/route.ts';
import type { GraphqlTransport } from '../adapters/graphql/gateway/transport.ts';
import { countEach } from '../adapters/http/admission.ts';
import { readForm, readJson, readSizedJson } from '../adapters/http/body.ts';
import { createDocsRoutes } from '../adapters/http/docs-page.ts';
import { createExpressApp } from '../adapters/http/express-app.ts';
import { requestIdOf } from '../adapters/http/request-id.ts';
import { toSchemaText } from '../adapters/graphql/documents/schema-text.ts';
import { createOpenApiDocument } from '../adapters/rest/openapi/document.ts';
import { toYaml } from '../adapters/rest/openapi/to-yaml.ts';
import { createSecurityTxt, SECURITY_TXT } from '../adapters/rest/security-txt.ts';
import { createRestRoutes } from '../adapters/rest/routes.ts';
import { ISOLATION } from '../adapters/web/page-headers.ts';
import type { StorageFault } from '../core/status/service-health.ts';
import type { Chain } from './chain/chain.ts';
import { createRelayRoute } from './chain/relay-route.ts';
import type { Auth } from './open-auth.ts';
import { ANONYMOUS } from '../core/access/callers.ts';
import { createPictureFiles } from './serving/picture-files.ts';
import { createReadGate } from './read-gate.ts';
import type { Served } from './serving/served.ts';

interface HttpParts {
  readonly auth: Auth;
  readonly schema: GraphQLSchema;
  readonly transport: GraphqlTransport;
  readonly chain: Pick<Chain, 'beaconRoutes' | 'relay'>;
  /** The page at /graphql for browsers. */
  readonly explorer: RequestHandler | undefined;
  /** The routes of the site. */
  readonly pages: RequestHandler;
  /** Whether this instance is ready. */
  readonly isReady: () => Promise<boolean>;
  /** Why nothing can be stored. */
  readonly storageFault: () => StorageFault | undefined;
}

/** All routes that the public front leaves to Express, in order. */
export function openHttp(
  served: Served,
  { auth, schema, transport, chain, explorer, pages, isReady, storageFault }: HttpParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { config, admission, networkOf, run, perform, respondWithError } = served;
  const { authenticator, issuer } = auth;
  const admit = (request: IncomingMessage, response: ServerResponse) =>
    admission.admit(request, response, authenticator.identify);
  // Not by a cookie, which a browser also sends with the request of another site.
  const identifySender = ({ authorization, publisher }: IncomingMessage['headers']) =>
    authenticator.identify({ authorization, publisher });
  const openApi = createOpenApiDocument({
    publicUrl: config.PUBLIC_URL,
    issuesTokens: config.OAUTH_EMBEDDED_ISSUER,
  });
  const rest = createRestRoutes({
    admit: (request, response) => admission.admit(request, response, authenticator.identifyServer),
    admitUpload: (request, response) => admission.admit(request, response, identifySender),
    identifyUpload: ({ headers }) => identifySender(headers),
    countAnonymous: admission.countAnonymous,
    readJson,
    readForm,
    networkOf,
    publicUrl: config.PUBLIC_URL,
    readImage: served.readImage,
    pictureFiles: createPictureFiles(served.ports.pictures),
    async findReader({ headers: { authorization, cookie } }) {
      const caller = await authenticator.identify({ authorization, cookie }).catch(() => ANONYMOUS);
      if (!('publisherId' in caller)) return undefined;
      const { kind, publisherId } = caller;
      return { publisherId, accountId: kind === 'account' ? caller.accountId : null };
    },
    run,
    perform,
    requestIdOf,
    isReady,
    storageFault,
    respondWithError,
  });
  const routes: (readonly [path: string, handler: RequestHandler])[] = [
    [
      '/',
      createDocsRoutes({
        openApi,
        openApiYaml: () => toYaml(openApi),
        schema: () => toSchemaText(schema),
        headers: ISOLATION,
      }),
    ],
    [
      '/',
      createGraphqlRoute({
        transport,
        admit,
        readSizedJson,
        readGate: createReadGate(),
        respondWithError,
        explorer,
      }),
    ],
    ['/', rest],
    [
      SECURITY_TXT,
      createSecurityTxt({
        contacts: config.SECURITY_CONTACT,
        publicUrl: config.PUBLIC_URL,
        clock: served.ports.clock,
      }),
    ],
  ];
  if (issuer) routes.push(['/oauth', countEach(admission)], ['/oauth', issuer]);
  if (chain.beaconRoutes) routes.push(['/beacon', countEach(admission)], ['/beacon', chain.beaconRoutes]);
  if (chain.relay)
    routes.push(['/chain/rpc', countEach(admission)], ['/chain/rpc', createRelayRoute(chain.relay)]);
  routes.push(['/', pages]);
  return createExpressApp({ ...served, routes });
}
