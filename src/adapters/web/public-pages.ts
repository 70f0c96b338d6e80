import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { LazySite } from './load-site.ts';
import { renderPng } from './render-image.ts';
import type { PageQuery, SiteResponse } from '../ports/site.ts';

/** Public pages for the response cache. */
export interface PublicPages {
  /** The key of the public page that a GET or HEAD requests; undefined for everything else, and while the site is not loaded. */
  keyOf(request: IncomingMessage): string | undefined;
  /** Makes the page of a request that has a key. */
  render(request: IncomingMessage, requestId: string, ask: PageQuery): Promise<SiteResponse>;
}

const MAX_REMEMBERED = 5_000;
const MAX_REMEMBERED_LENGTH = 1_024;

export function createPublicPages(site: LazySite): PublicPages {
  // Most requests repeat few targets and languages: their keys are not computed again.
  const keys = new LRUCache<string, string>({ max: MAX_REMEMBERED });
  return {
    keyOf({ url = '', headers }) {
      const loaded = site.current();
      if (loaded === undefined) return undefined;
      const acceptLanguage = headers['accept-language'];
      const requested = acceptLanguage === undefined ? url : `${acceptLanguage}\n${url}`;
      const remembered = keys.get(requested);
      if (remembered !== undefined) return remembered;
      const found = loaded.find(url, acceptLanguage);
      if (!found?.isPublic) return undefined;
      if (requested.length <= MAX_REMEMBERED_LENGTH) keys.set(requested, found.key);
      return found.key;
    },
    async render({ url = '', headers }, requestId, ask) {
      const loaded = await site.load();
      const acceptLanguage = headers['accept-language'];
      const response = await loaded.respond({
        method: 'GET',
        target: url,
        acceptLanguage,
        form: undefined,
        upload: undefined,
        account: undefined,
        now: new Date(),
        requestId,
        query: ask,
      });
      const { contentType, body } = response;
      // Sites that show a preview of a link take no SVG.
      if (contentType !== 'image/svg+xml' || typeof body !== 'string') return response;
      return { ...response, contentType: 'image/png', body: await renderPng(body) };
    },
  };
}
