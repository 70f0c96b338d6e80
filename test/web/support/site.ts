import { decoded, sendForBytes, type BytesResponse } from '../../support/http/bytes.ts';

export type Headers = Readonly<Record<string, string>>;

/** A page as a browser requests it. */
export function getPage(url: string, path: string, headers: Headers = {}): Promise<BytesResponse> {
  return sendForBytes('GET', `${url}${path}`, { accept: 'text/html', ...headers });
}

export const textOf = (response: BytesResponse): string => decoded(response).toString();

/** The addresses of a page's links whose text matches. */
export function linksOf(page: string, text: RegExp): string[] {
  return [...page.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    .filter(([, , inside]) => text.test((inside ?? '').replaceAll(/<[^>]*>/g, '')))
    .map(([, href]) => (href ?? '').replaceAll('&amp;', '&'));
}

/** Texts that a careless page would execute, or that would disturb the texts around them. */
export const HOSTILE = {
  markup: '<script>alert(1)</script><img src=x onerror=alert(2)>"\'&amp;</title>',
  direction: 'Win \u202eyenom\u202c now \u2067رحلة\u2069',
  emoji: '🎁'.repeat(4_000),
} as const;
