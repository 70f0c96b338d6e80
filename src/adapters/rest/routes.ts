import express, { type Router } from 'express';
import { DRAW_PROOF_PATH, drawProofDocumentEndpoint } from './draw-proof-document.ts';
import { onlyMethods, type RestContext } from './endpoint.ts';
import { publishLegacyListingEndpoint } from './legacy/publish-legacy-listing.ts';
import { myListingEndpoint } from './v1/my-listing.ts';
import { myListingsEndpoint } from './v1/my-listings.ts';
import { publishListingEndpoint } from './v1/publish-listing.ts';
import { withdrawListingEndpoint } from './v1/withdraw-listing.ts';

// Other routes answer GET on these paths; this router refuses all other methods.
const READ_ONLY = [
  '/feed.json',
  '/feed.atom',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/openapi.yaml',
  '/schema.graphql',
];

/** Interface A at its documented paths. */
export function createRestRoutes(context: RestContext): Router {
  const router = express.Router({ caseSensitive: true });
  const [myListing, myListings] = [myListingEndpoint(context), myListingsEndpoint(context)];
  router
    .route('/api/v1/giveaways')
    .post(publishListingEndpoint(context))
    .get((request, response, next) => {
      const answer = hasId(request) ? myListing : myListings;
      return answer(request, response, next);
    })
    .delete(withdrawListingEndpoint(context))
    .all(onlyMethods(context, 'GET', 'HEAD', 'POST', 'DELETE'));
  router
    .route('/api/integrations/publish-giveaway')
    .post(publishLegacyListingEndpoint(context))
    .all(onlyMethods(context, 'POST'));
  router
    .route(DRAW_PROOF_PATH)
    .get(drawProofDocumentEndpoint(context))
    .all(onlyMethods(context, 'GET', 'HEAD'));
  router.all(READ_ONLY, onlyMethods(context, 'GET', 'HEAD'));
  return router;
}

function hasId({ url }: { readonly url: string }): boolean {
  return url.includes('?') && new URLSearchParams(url.slice(url.indexOf('?'))).has('sourceExternalId');
}
