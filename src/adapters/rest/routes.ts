import express, { type ErrorRequestHandler, type Router } from 'express';
import { DomainError } from '../../core/errors.ts';
import { SECURITY_TXT } from './security-txt.ts';
import type { Route } from '../ports/route.ts';
import { DRAW_PROOF_ROUTE } from './draw-proof-document.ts';
import { refuseOthers, toHandler, type RestContext, type RestRoute } from './endpoint.ts';
import { SITEMAP_INDEX, SITEMAP_PART } from './feed/feed-documents.ts';
import { FEED_EXPORT_ROUTES } from './feed/feed-export.ts';
import { FEED_ROUTES } from './feed/feed-routes.ts';
import { HUB_ROUTE } from './feed/hub-route.ts';
import { publishLegacyListingEndpoint } from './legacy/publish-legacy-listing.ts';
import type { PathItem } from './openapi/openapi.ts';
import { PICTURE_FILE_ROUTE } from './pictures/picture-file.ts';
import { UPLOAD_PICTURE_ROUTE } from './pictures/upload-picture.ts';
import { PROVIDER_ROUTES } from './provider/provider-routes.ts';
import { SERVICE_ROUTES } from './service-routes.ts';
import { TOKEN_ROUTE } from './token-route.ts';
import { myListingsEndpoint } from './v1/my-listings.ts';
import { publishListingEndpoint } from './v1/publish-listing.ts';
import { withdrawListingEndpoint } from './v1/withdraw-listing.ts';

/** The documented paths, in the order of the OpenAPI document. */
export const REST_ROUTES: readonly RestRoute[] = [
  {
    path: '/api/v1/giveaways',
    errors: 'publisher',
    methods: { post: publishListingEndpoint, get: myListingsEndpoint, delete: withdrawListingEndpoint },
  },
  {
    path: '/api/integrations/publish-giveaway',
    errors: 'publisher',
    methods: { post: publishLegacyListingEndpoint },
  },
  UPLOAD_PICTURE_ROUTE,
  ...FEED_ROUTES,
  ...FEED_EXPORT_ROUTES,
  HUB_ROUTE,
  PICTURE_FILE_ROUTE,
  DRAW_PROOF_ROUTE,
  ...PROVIDER_ROUTES,
  TOKEN_ROUTE,
  ...SERVICE_ROUTES,
];

/** Every path with errors, a label, CORS or a cache of its own; the pages of the site are not among them. */
export const ROUTES: readonly Route[] = [
  ...REST_ROUTES,
  { path: '/graphql', errors: 'graphql', isShared: true, cache: 'graphql' },
  { path: '/graphql/*', errors: 'graphql', label: '/graphql' },
  { path: '/api/*', errors: 'publisher', label: 'other' },
  { path: '/oauth/*', errors: 'publisher', label: '/oauth' },
  { path: '/beacon/*', errors: 'publisher', label: '/beacon', isShared: true },
  { path: '/chain/rpc', errors: 'publisher', isShared: true },
  ...[SITEMAP_INDEX, SITEMAP_PART].map((path): Route => ({
    path,
    errors: 'publisher',
    isShared: true,
    cache: 'target',
  })),
  { path: SECURITY_TXT, errors: 'publisher', isShared: true },
  { path: '/docs/*', errors: 'publisher', label: '/docs' },
  { path: '/assets/*', errors: 'publisher', label: '/assets' },
  { path: '/downloads/*', label: '/downloads' },
  { path: '/listings/:id/visit' },
];

/** The paths of the OpenAPI document; without the embedded issuer it has no tokens. */
export function toPaths({ issuesTokens }: { readonly issuesTokens: boolean }): Record<string, PathItem> {
  const documented = REST_ROUTES.filter((route) => issuesTokens || route !== TOKEN_ROUTE);
  return Object.fromEntries(
    documented.flatMap(({ path, methods = {} }) => {
      const operations = Object.entries(methods).map(([method, { document }]) => [method, document]);
      const template = path.replaceAll(/:(\w+)/g, '{$1}');
      return operations.length === 0 ? [] : [[template, Object.fromEntries(operations) as PathItem]];
    }),
  );
}

/** Answers the documented paths, and refuses other methods of them. */
export function createRestRoutes(context: RestContext): Router {
  const router = express.Router({ caseSensitive: true });
  for (const { path, methods = {}, hasOtherMethods = false } of REST_ROUTES) {
    const names = Object.keys(methods) as (keyof typeof methods)[];
    if (names.length === 0) continue;
    const route = router.route(path);
    for (const name of names) {
      const handle = methods[name]?.handle;
      if (handle) route[name](toHandler(context, handle));
    }
    if (!hasOtherMethods) route.all(refuseOthers(context, names));
  }
  return router.use(refuseBadPath(context));
}

/** Answers a path with a part that cannot be decoded, for which Express calls no endpoint. */
function refuseBadPath({ respondWithError }: RestContext): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (!(error instanceof URIError)) return next(error);
    const message = 'The path is not percent-encoded UTF-8: encode its parts.';
    respondWithError(request, response, new DomainError('INVALID_PAYLOAD', message, { cause: error }));
  };
}
