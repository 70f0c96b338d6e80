import type { RequestHandler } from 'express';
import { DomainError } from '../../core/errors.ts';

/** The address of a listing's link to its landing page. Ids need no encoding, so that other texts are no address. */
export const LANDING_PATH = /^\/listings\/([\w-]{1,64})\/visit$/;

/** Finds the landing page of a published listing, and counts the click on its link. */
export type FollowLink = (listingId: string, isCounted: boolean) => Promise<string | undefined>;

/**
 * Redirects a visitor to the landing page of a listing. HEAD is not counted, nor what a browser reads ahead (Fetch,
 * Sec-Purpose).
 */
export function createLandingRoute(followLink: FollowLink): RequestHandler<Record<string, string>> {
  return async (request, response) => {
    const isAhead = request.get('sec-purpose')?.includes('prefetch') === true;
    const landing = await followLink(request.params['0'] ?? '', request.method === 'GET' && !isAhead);
    if (landing === undefined) throw new DomainError('NOT_FOUND', 'There is no published listing here.');
    response.set({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      // As a browser writes the address (URL Standard): in ASCII, with the host as the DNS has it, and a lone % as it is.
      location: new URL(landing).href,
    });
    response.status(303).end();
  };
}
